// LPA* (Koenig, Likhachev & Furcy 2004, Figure 3) and D* Lite (Koenig & Likhachev 2002, Figure 4), line by line, on the
// cells of a small map: what src/repair is compared with.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "support/reference.hpp"
#include "waymark/space/map.hpp"

namespace waymark::test {

inline constexpr std::uint64_t kPlainInfinity = ~std::uint64_t{0};

// The edges of a map as a table, so that both know what an edge cost before an edit.
class PlainEdges {
 public:
  explicit PlainEdges(const Map& map) : map_(&map) { read(); }

  // Reads the map again; the directed edges from these cells, with what they cost before and cost now. (All that cost
  // something else now are from cells of an edited area or beside it.)
  struct Changed {
    NodeId from;
    NodeId to;
    std::uint64_t before;
    std::uint64_t now;
  };
  std::vector<Changed> read(const std::set<NodeId>& cells = {}) {
    std::map<std::pair<NodeId, NodeId>, std::uint64_t> edges;
    const Grid& grid = map_->grid();
    for (int y = 0; y < grid.height(); ++y) {
      for (int x = 0; x < grid.width(); ++x) {
        if (!grid.passable(x, y)) continue;
        for (const ReferenceMove& move : reference_moves(grid, map_->rules(), x, y)) {
          edges[{grid.node(x, y), grid.node(x + move.dx, y + move.dy)}] = move.cost;
        }
      }
    }
    std::vector<Changed> changed;
    for (const auto& [edge, cost] : edges_) {
      if (!edges.contains(edge)) changed.push_back({edge.first, edge.second, cost, kPlainInfinity});
    }
    for (const auto& [edge, cost] : edges) {
      const auto old = edges_.find(edge);
      changed.push_back({edge.first, edge.second, old != edges_.end() ? old->second : kPlainInfinity, cost});
    }
    std::erase_if(changed, [&](const Changed& edge) { return !cells.contains(edge.from); });
    edges_ = edges;
    return changed;
  }
  // All moves go both ways at the same cost: these are successors and predecessors.
  [[nodiscard]] std::vector<std::pair<NodeId, std::uint64_t>> around(NodeId node) const {
    std::vector<std::pair<NodeId, std::uint64_t>> all;
    for (auto edge = edges_.lower_bound({node, 0}); edge != edges_.end() && edge->first.first == node; ++edge) {
      all.emplace_back(edge->first.second, edge->second);
    }
    return all;
  }

 private:
  const Map* map_;
  std::map<std::pair<NodeId, NodeId>, std::uint64_t> edges_;
};

// What the two have in common: g, rhs and U, in which equal keys are in the order of ids.
class PlainRepair {
 public:
  using Key = std::pair<std::uint64_t, std::uint64_t>;

  [[nodiscard]] std::uint64_t g(NodeId s) const { return value(g_, s); }
  [[nodiscard]] std::uint64_t rhs(NodeId s) const { return value(rhs_, s); }
  [[nodiscard]] bool in_queue(NodeId s) const { return keys_.contains(s); }

 protected:
  explicit PlainRepair(const Map& map) : edges_(map) {}

  static std::uint64_t value(const std::map<NodeId, std::uint64_t>& values, NodeId s) {
    const auto found = values.find(s);
    return found != values.end() ? found->second : kPlainInfinity;
  }
  static std::uint64_t plus(std::uint64_t a, std::uint64_t b) {
    return a == kPlainInfinity || b == kPlainInfinity ? kPlainInfinity : a + b;
  }
  [[nodiscard]] std::uint64_t best_by_neighbours(NodeId s) const {
    std::uint64_t best = kPlainInfinity;
    for (const auto& [other, cost] : edges_.around(s)) best = std::min(best, plus(cost, g(other)));
    return best;
  }
  void insert(NodeId s, Key key) {
    keys_[s] = key;
    queue_.insert({key, s});
  }
  void remove(NodeId s) {
    queue_.erase({keys_.at(s), s});
    keys_.erase(s);
  }
  [[nodiscard]] Key top_key() const {
    return queue_.empty() ? Key{kPlainInfinity, kPlainInfinity} : queue_.begin()->first;
  }
  [[nodiscard]] NodeId top() const { return queue_.begin()->second; }

  PlainEdges edges_;
  std::map<NodeId, std::uint64_t> g_;
  std::map<NodeId, std::uint64_t> rhs_;
  std::map<NodeId, Key> keys_;
  std::set<std::pair<Key, NodeId>> queue_;
};

using PlainEstimate = std::function<std::uint64_t(NodeId, NodeId)>;

class PlainLpa : public PlainRepair {
 public:
  PlainLpa(const Map& map, NodeId start, NodeId goal, PlainEstimate h)
      : PlainRepair(map), start_(start), goal_(goal), h_(std::move(h)) {
    rhs_[start_] = 0;
    insert(start_, {h_(start_, goal_), 0});
  }

  void scan(const std::set<NodeId>& cells) {
    edges_.read();
    for (const NodeId u : cells) update_vertex(u);
  }
  [[nodiscard]] bool done() const { return !(top_key() < calculate_key(goal_) || rhs(goal_) != g(goal_)); }
  // One turn of the loop of ComputeShortestPath.
  void turn() {
    const NodeId u = top();
    remove(u);
    if (g(u) > rhs(u)) {
      g_[u] = rhs(u);
      for (const auto& [s, cost] : edges_.around(u)) update_vertex(s);
    } else {
      g_[u] = kPlainInfinity;
      for (const auto& [s, cost] : edges_.around(u)) update_vertex(s);
      update_vertex(u);
    }
  }

 private:
  [[nodiscard]] Key calculate_key(NodeId s) const {
    const std::uint64_t way = std::min(g(s), rhs(s));
    return {plus(way, h_(s, goal_)), way};
  }
  void update_vertex(NodeId u) {
    if (u != start_) rhs_[u] = best_by_neighbours(u);
    if (in_queue(u)) remove(u);
    if (g(u) != rhs(u)) insert(u, calculate_key(u));
  }

  NodeId start_;
  NodeId goal_;
  PlainEstimate h_;
};

class PlainDStarLite : public PlainRepair {
 public:
  PlainDStarLite(const Map& map, NodeId start, NodeId goal, PlainEstimate h)
      : PlainRepair(map), start_(start), last_(start), goal_(goal), h_(std::move(h)) {
    rhs_[goal_] = 0;
    insert(goal_, {h_(start_, goal_), 0});
  }

  // The unit stands elsewhere, and edges from these cells may have changed.
  void scan(NodeId start, const std::set<NodeId>& cells) {
    start_ = start;
    km_ += h_(last_, start_);
    last_ = start_;
    for (const PlainEdges::Changed& edge : edges_.read(cells)) {
      const NodeId u = edge.from;
      if (edge.before > edge.now) {
        if (u != goal_) rhs_[u] = std::min(rhs(u), plus(edge.now, g(edge.to)));
      } else if (rhs(u) == plus(edge.before, g(edge.to))) {
        if (u != goal_) rhs_[u] = best_by_neighbours(u);
      }
      update_vertex(u);
    }
    for (const NodeId u : cells) update_vertex(u);  // those without an edge before and after
  }
  [[nodiscard]] bool done() const { return !(top_key() < calculate_key(start_) || rhs(start_) > g(start_)); }
  // One turn of the loop of ComputeShortestPath.
  void turn() {
    const NodeId u = top();
    const Key old_key = top_key();
    const Key new_key = calculate_key(u);
    if (old_key < new_key) {
      remove(u);
      insert(u, new_key);
    } else if (g(u) > rhs(u)) {
      g_[u] = rhs(u);
      remove(u);
      for (const auto& [s, cost] : edges_.around(u)) {
        if (s != goal_) rhs_[s] = std::min(rhs(s), plus(cost, g(u)));
        update_vertex(s);
      }
    } else {
      const std::uint64_t old_g = g(u);
      g_[u] = kPlainInfinity;
      std::vector<std::pair<NodeId, std::uint64_t>> all = edges_.around(u);
      all.emplace_back(u, 0);
      for (const auto& [s, cost] : all) {
        if (rhs(s) == plus(cost, old_g) && s != goal_) rhs_[s] = best_by_neighbours(s);
        update_vertex(s);
      }
    }
  }

 private:
  [[nodiscard]] Key calculate_key(NodeId s) const {
    const std::uint64_t way = std::min(g(s), rhs(s));
    return {plus(way, h_(start_, s) + km_), way};
  }
  void update_vertex(NodeId u) {
    if (g(u) != rhs(u) && in_queue(u)) {
      remove(u);
      insert(u, calculate_key(u));
    } else if (g(u) != rhs(u)) {
      insert(u, calculate_key(u));
    } else if (in_queue(u)) {
      remove(u);
    }
  }

  NodeId start_;
  NodeId last_;
  NodeId goal_;
  std::uint64_t km_ = 0;
  PlainEstimate h_;
};

}  // namespace waymark::test
