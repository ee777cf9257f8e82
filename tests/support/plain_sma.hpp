// A plain transcription of SMA* (Russell 1992; Russell & Norvig 1995, Figure 4.12), with the choices written down in
// the library's header: ties, what is kept of a successor that was dropped, no return to a state of the own path.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <vector>

#include "support/transcription.hpp"

namespace waymark::test {

class PlainSma {
 public:
  static constexpr std::uint64_t kInfinity = std::numeric_limits<std::uint64_t>::max();
  enum class End { kNone, kSolved, kNoRoom };
  struct Event {
    bool dropped;  // or generated
    Place place;
    std::uint64_t depth;
    std::uint64_t f;
    friend bool operator==(const Event&, const Event&) = default;
  };
  // The moves from a place, in their order, after the move that led there (nullptr at the start).
  using Moves = std::function<std::vector<ReferenceMove>(Place, const ReferenceMove*)>;
  using Estimate = std::function<std::uint64_t(Place)>;

  PlainSma(Moves moves, Estimate h, Place start, Place goal, std::uint64_t max)
      : moves_(std::move(moves)), h_(std::move(h)), goal_(goal), max_(max) {
    auto root = std::make_unique<Node>();
    root->place = start;
    root->f = h_(start);
    insert(std::move(root));
  }

  // Until it ends, or has spent so many units.
  void run(std::uint64_t units) {
    while (end_ == End::kNone && units_ < units) loop();
  }

  [[nodiscard]] End end() const { return end_; }
  [[nodiscard]] std::uint64_t cost() const { return cost_; }
  [[nodiscard]] const std::vector<Event>& events() const { return events_; }
  // A successor, a leaf dropped, a node without successors, the goal.
  [[nodiscard]] std::uint64_t units() const { return units_; }
  [[nodiscard]] std::uint64_t completed() const { return completed_; }

 private:
  struct Node {
    Place place;
    Node* parent = nullptr;
    std::size_t which = 0;  // of its parent's successors
    ReferenceMove move{};
    std::uint64_t g = 0;
    std::uint64_t f = 0;
    std::uint64_t depth = 0;
    std::uint64_t age = 0;
    bool is_expanded = false;
    std::vector<ReferenceMove> successors;
    std::vector<std::uint64_t> f_of;        // of those made at least once
    std::map<std::size_t, Node*> children;  // in memory
    [[nodiscard]] bool completed() const { return is_expanded && f_of.size() == successors.size(); }
  };

  void loop() {
    Node* n = deepest_least_f_node();
    if (n == nullptr || n->f == kInfinity) {
      end_ = End::kNoRoom;
      return;
    }
    if (n->place == goal_) {
      ++units_;
      end_ = End::kSolved;
      cost_ = n->g;
      return;
    }
    if (!n->is_expanded) expand(*n);
    if (n->successors.empty()) {
      ++units_;
      ++completed_;
      backup(n);
      remove_from_open(n);
      return;
    }
    std::unique_ptr<Node> s = next_successor(*n);
    const bool was_completed = n->completed();
    if (s->which == n->f_of.size()) {
      const bool at_maximum_depth = s->place != goal_ && s->depth == max_ - 1;
      n->f_of.push_back(at_maximum_depth ? kInfinity : std::max(n->f, s->g + h_(s->place)));
    }
    s->f = n->f_of[s->which];
    n->children[s->which] = s.get();
    if (n->completed()) backup(n);
    completed_ += n->completed() && !was_completed ? 1u : 0u;
    if (n->children.size() == n->successors.size()) remove_from_open(n);
    if (memory_.size() == max_) {
      Node* worst = shallowest_highest_f_leaf();
      events_.push_back({true, worst->place, worst->depth, worst->f});
      ++units_;
      remove_from_open(worst);
      Node* parent = worst->parent;
      parent->children.erase(worst->which);
      if (std::find(open_.begin(), open_.end(), parent) == open_.end()) open_.push_back(parent);
      std::erase_if(memory_, [&](const auto& node) { return node.get() == worst; });
    }
    ++units_;
    insert(std::move(s));
  }

  void insert(std::unique_ptr<Node> node) {
    node->age = next_age_++;
    events_.push_back({false, node->place, node->depth, node->f});
    open_.push_back(node.get());
    memory_.push_back(std::move(node));
  }
  void remove_from_open(Node* node) { std::erase(open_, node); }

  // The newest of them.
  [[nodiscard]] Node* deepest_least_f_node() const {
    Node* best = nullptr;
    for (Node* node : open_) {
      if (best == nullptr || node->f < best->f ||
          (node->f == best->f &&
           (node->depth > best->depth || (node->depth == best->depth && node->age > best->age)))) {
        best = node;
      }
    }
    return best;
  }
  // The oldest of them.
  [[nodiscard]] Node* shallowest_highest_f_leaf() const {
    Node* worst = nullptr;
    for (const auto& node : memory_) {
      if (!node->children.empty()) continue;
      if (worst == nullptr || node->f > worst->f ||
          (node->f == worst->f &&
           (node->depth < worst->depth || (node->depth == worst->depth && node->age < worst->age)))) {
        worst = node.get();
      }
    }
    return worst;
  }

  void expand(Node& n) {
    n.is_expanded = true;
    for (const ReferenceMove& move : moves_(n.place, n.parent == nullptr ? nullptr : &n.move)) {
      const Place to{n.place.first + move.dx, n.place.second + move.dy};
      bool on_path = false;
      for (const Node* node = &n; node != nullptr; node = node->parent) on_path |= node->place == to;
      if (!on_path) n.successors.push_back(move);
    }
  }

  // In order at first; once all were made, the best of those that were dropped.
  [[nodiscard]] std::unique_ptr<Node> next_successor(Node& n) const {
    std::size_t which = n.f_of.size();
    if (n.completed()) {
      for (std::size_t i = 0; i < n.successors.size(); ++i) {
        if (n.children.count(i) == 0 && (which == n.f_of.size() || n.f_of[i] < n.f_of[which])) which = i;
      }
    }
    auto s = std::make_unique<Node>();
    s->move = n.successors.at(which);
    s->place = {n.place.first + s->move.dx, n.place.second + s->move.dy};
    s->parent = &n;
    s->which = which;
    s->g = n.g + s->move.cost;
    s->depth = n.depth + 1;
    return s;
  }

  void backup(Node* n) {
    if (!n->completed()) return;
    const std::uint64_t before = n->f;
    n->f = kInfinity;
    for (const std::uint64_t f : n->f_of) n->f = std::min(n->f, f);
    if (n->f == before || n->parent == nullptr) return;
    n->parent->f_of[n->which] = n->f;
    backup(n->parent);
  }

  Moves moves_;
  Estimate h_;
  Place goal_;
  std::uint64_t max_;
  std::vector<std::unique_ptr<Node>> memory_;
  std::vector<Node*> open_;
  std::vector<Event> events_;
  std::uint64_t next_age_ = 0;
  std::uint64_t units_ = 0;
  std::uint64_t completed_ = 0;
  std::uint64_t cost_ = 0;
  End end_ = End::kNone;
};

}  // namespace waymark::test
