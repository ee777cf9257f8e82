// Plain transcriptions of LRTA* (ORACLE, G), of LRTA* with a cost limit and of daLRTA*, with the choices written down
// in the library's headers.
#pragma once

#include <limits>
#include <tuple>

#include "support/plain_lrts.hpp"

namespace waymark::test {

class PlainOracle : public PlainLearner {
 public:
  PlainOracle(const Grid& grid, const MoveRules& rules, Place start, Place goal, int d_max)
      : PlainLearner(grid, rules, start, goal), d_max_(d_max) {}

  void move() {
    const Area deepest = look_ahead(d_max_, 1000);
    const int wanted = best_of(deepest.frontier).first;
    work_ = 1 + deepest.expansions;
    for (int d = 1;; ++d) {
      const Area area = d < d_max_ ? look_ahead(d, 1000) : deepest;
      if (d < d_max_) work_ += area.expansions;
      const Way& best = best_of(area.frontier);
      if (best.first != wanted) continue;
      raise(s_, best.f);
      s_ = best.places.front();
      chosen_ += area.expansions;
      return;
    }
  }
  // Expansions of the depths chosen, on all moves.
  [[nodiscard]] std::uint64_t chosen() const { return chosen_; }

 private:
  int d_max_;
  std::uint64_t chosen_ = 0;
};

class PlainCostLrta : public PlainLearner {
 public:
  // g_max in cost units.
  PlainCostLrta(const Grid& grid, const MoveRules& rules, Place start, Place goal, std::uint64_t g_max)
      : PlainLearner(grid, rules, start, goal), g_max_(g_max) {}

  void move() {
    work_ = 1;  // the update
    Ways ways{{s_, {}}};
    std::set<std::tuple<std::uint64_t, int, int>> open{{0, s_.second, s_.first}};
    while (!open.empty()) {
      const auto [g, y, x] = *open.begin();
      open.erase(open.begin());
      ++work_;
      const Way way = ways.at({x, y});
      for (const Neighbour& next : neighbours({x, y})) {
        const Way further = longer(way, next, 1000);
        if (ways.count(next.place) != 0) {
          if (ways[next.place].g <= further.g) continue;
          open.erase({ways[next.place].g, next.place.second, next.place.first});
        }
        ways[next.place] = further;
        if (expanded(next.place, further)) open.insert({further.g, next.place.second, next.place.first});
      }
    }
    Ways frontier;
    for (const auto& [place, way] : ways) {
      if (place != s_ && !expanded(place, way)) frontier[place] = way;
    }
    const Way& best = best_of(frontier);
    raise(s_, best.f);
    s_ = best.places.front();
  }

 private:
  [[nodiscard]] bool expanded(Place place, const Way& way) const {
    return place != goal_ && way.g + rules_.costs.cardinal <= g_max_;
  }

  std::uint64_t g_max_;
};

class PlainDaLrta : public PlainAgent {
 public:
  using PlainAgent::PlainAgent;

  void move() {
    work_ = 2;
    using Key = std::tuple<std::uint64_t, std::uint64_t, std::int64_t, std::size_t>;  // raised by, f, -edge, order
    const std::vector<ReferenceMove> moves = moves_in_order(grid_, rules_, s_);
    std::vector<Key> keys;
    std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const Place to{s_.first + moves[i].dx, s_.second + moves[i].dy};
      const std::uint64_t f = moves[i].cost + h(to);
      keys.emplace_back(h(to) - empty_map_distance(rules_, to, goal_), f, -static_cast<std::int64_t>(moves[i].cost), i);
      least = std::min(least, f);
    }
    learned_[s_] = std::max(h(s_), least);
    const ReferenceMove& chosen = moves[std::get<3>(*std::min_element(keys.begin(), keys.end()))];
    s_ = {s_.first + chosen.dx, s_.second + chosen.dy};
  }
};

}  // namespace waymark::test
