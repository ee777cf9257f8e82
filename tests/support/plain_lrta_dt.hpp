// A plain transcription of LRTA* (DT, G) with the features of JAIR 2008, tables 7 and 8, recomputed on every move from
// the whole walk, and with the choices written down in the library's headers. The tree is a list of questions.
#pragma once

#include <set>

#include "support/plain_lrts.hpp"

namespace waymark::test {

// A node of a tree by hand: feature 0 to 10 and threshold, or a leaf's depth.
struct PlainTree {
  int feature = -1;
  std::int64_t threshold = 0;
  int depth = 1;
  std::vector<PlainTree> branches;  // up to the threshold, above it

  [[nodiscard]] int ask(const std::vector<std::int64_t>& features) const {
    if (feature < 0) return depth;
    return branches[features[static_cast<std::size_t>(feature)] <= threshold ? 0 : 1].ask(features);
  }
};

class PlainLrtaDt : public PlainLearner {
 public:
  PlainLrtaDt(const Grid& grid, const MoveRules& rules, Place start, Place goal, PlainTree tree, int history,
              int presearch, bool best_first = false)
      : PlainLearner(grid, rules, start, goal),
        tree_(std::move(tree)),
        history_(history),
        presearch_(presearch),
        best_first_(best_first) {}

  // Of the state it stands on.
  [[nodiscard]] std::vector<std::int64_t> features() const {
    const Area area = look_ahead(presearch_, 1000);
    const Way& best = best_of(area.frontier);
    const Place successor = best.places.front();
    const std::size_t n = std::min(walk_.size(), static_cast<std::size_t>(history_));
    std::set<Place> distinct;
    std::uint64_t risen = 0;
    Place long_ago = s_;
    for (std::size_t i = walk_.size() - n; i < walk_.size(); ++i) {
      if (i == walk_.size() - n) long_ago = walk_[i].from;
      distinct.insert(walk_[i].from);
      risen += walk_[i].rise;
    }
    bool same_as_last_time = false;
    for (const Step& step : walk_) {
      if (step.from == s_) same_as_last_time = step.move == best.first;
    }
    std::uint64_t raised = 0;
    for (const auto& [place, way] : area.frontier) raised += is_raised(place) ? 1u : 0u;
    const bool diagonals = rules_.neighbours == Neighbours::kEight && rules_.diagonal != DiagonalRule::kNever;
    const std::uint64_t expected = (diagonals ? 8u : 4u) * static_cast<unsigned>(presearch_);
    const std::uint64_t h_here = h(s_);
    const std::uint64_t h_there = h(successor);
    return {
        thousandths(empty_map_distance(rules_, s_, goal_)),
        thousandths(empty_map_distance(rules_, s_, long_ago)),
        static_cast<std::int64_t>(distinct.size()),
        thousandths(risen),
        static_cast<std::int64_t>(area.frontier.size() * 1000 / expected),
        static_cast<std::int64_t>(raised * 1000 / area.frontier.size()),
        same_as_last_time ? 1 : 0,
        !walk_.empty() && walk_.back().move == best.first ? 1 : 0,
        h_there == 0 ? 1'000'000
                     : std::min<std::int64_t>(1'000'000, static_cast<std::int64_t>(h_here * 1000 / h_there)),
        is_raised(successor) ? 1 : 0,
        h_here > h_there ? 1 : 0,
    };
  }

  void move() {
    const Area shallow = look_ahead(presearch_, 1000);
    const int depth = tree_.ask(features());
    asked_for_ = depth;
    Area area = shallow;
    work_ = 2 + shallow.expansions;
    if (depth > presearch_) {
      area = look(depth, best_first_);
      work_ += area.units;
    }
    const Way& best = best_of(area.frontier);
    const std::uint64_t before = h(s_);
    raise(s_, best.f);
    walk_.push_back({s_, h(s_) - before, best.first});
    s_ = best.places.front();
  }

  // What the tree said on the last move.
  [[nodiscard]] int asked_for() const { return asked_for_; }

 protected:
  struct Step {
    Place from;
    std::uint64_t rise;
    int move;
  };
  [[nodiscard]] bool is_raised(Place place) const { return h(place) > empty_map_distance(rules_, place, goal_); }
  [[nodiscard]] std::int64_t thousandths(std::uint64_t cost) const {
    return static_cast<std::int64_t>(cost * 1000 / rules_.costs.cardinal);
  }

  PlainTree tree_;
  int history_;
  int presearch_;
  bool best_first_;
  int asked_for_ = 0;
  std::vector<Step> walk_;
};

}  // namespace waymark::test
