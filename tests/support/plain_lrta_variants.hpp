// Plain transcriptions of LRTA* (ORACLE, G), of LRTA* with a cost limit and of daLRTA*, with the choices written down
// in the library's headers.
#pragma once

#include <limits>
#include <tuple>

#include "support/plain_lrts.hpp"

namespace waymark::test {

// Section 5.1 of JAIR 2008: the depth d for which d, d + 1, ... d_max all make the same move; or just d and d_max.
class PlainOracle : public PlainLearner {
 public:
  PlainOracle(const Grid& grid, const MoveRules& rules, Place start, Place goal, int d_max, bool all_agree,
              bool best_first)
      : PlainLearner(grid, rules, start, goal), d_max_(d_max), all_agree_(all_agree), best_first_(best_first) {}

  void move() {
    std::vector<Area> areas(1);
    for (int d = 1; d <= d_max_; ++d) areas.push_back(look(d, best_first_));
    const auto agrees = [&](int d) {
      return best_of(areas[static_cast<std::size_t>(d)].frontier).first == best_of(areas.back().frontier).first;
    };
    int chosen = 0;
    for (int d = 1; d <= d_max_ && chosen == 0; ++d) {
      bool good = agrees(d);
      for (int deeper = d + 1; all_agree_ && deeper < d_max_; ++deeper) good = good && agrees(deeper);
      if (good) chosen = d;
    }
    // Besides d_max: down to the first that differs, or up to the one chosen.
    const int first = all_agree_ ? std::max(chosen - 1, 1) : 1;
    const int last = all_agree_ ? d_max_ - 1 : std::min(chosen, d_max_ - 1);
    work_ = 1 + areas.back().units;
    for (int d = first; d <= last; ++d) work_ += areas[static_cast<std::size_t>(d)].units;
    const Area& area = areas[static_cast<std::size_t>(chosen)];
    const Way& best = best_of(area.frontier);
    raise(s_, best.f);
    s_ = best.places.front();
    chosen_ += area.expansions;
    if (chosen == d_max_) ++at_cap_;
    // A shallower one agreed, but not all between.
    for (int d = 1; d < chosen; ++d) differed_ = differed_ || agrees(d);
  }
  // Expansions of the depths chosen, on all moves.
  [[nodiscard]] std::uint64_t chosen() const { return chosen_; }
  // Moves with depth d_max.
  [[nodiscard]] std::uint64_t at_cap() const { return at_cap_; }
  // Whether the two rules ever chose differently where it stood.
  [[nodiscard]] bool differed() const { return differed_; }

 private:
  int d_max_;
  bool all_agree_;
  bool best_first_;
  bool differed_ = false;
  std::uint64_t chosen_ = 0;
  std::uint64_t at_cap_ = 0;
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
