// Plain transcriptions of what pattern databases hold and of the agents they control: Figures 1, 6 and 8 and appendix D
// of JAIR 2008, with the choices written down in the library's headers. The database's numbers are taken as given.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "support/plain_lrts.hpp"
#include "waymark/subgoals/pattern_database.hpp"

namespace waymark::test {

inline Place place_of(const Grid& grid, NodeId node) { return {grid.cell(node).x, grid.cell(node).y}; }

// Line 5 of Figure 6 and 5b of Figure 8: lookahead without learning, all depths in turn.
class PlainDepth : public PlainLearner {
 public:
  using PlainLearner::PlainLearner;
  [[nodiscard]] std::uint32_t capped(std::uint32_t cap) const {
    const auto distances = reference_distances(grid_, rules_, goal_.first, goal_.second);
    const auto distance = [&](Place place) {
      return distances[static_cast<std::size_t>(place.second) * static_cast<std::size_t>(grid_.width()) +
                       static_cast<std::size_t>(place.first)];
    };
    for (std::uint32_t depth = 1; depth < cap; ++depth) {
      const Area area = look_ahead(static_cast<int>(depth), 1000);
      const Way& best = best_of(area.frontier);
      for (const Neighbour& next : neighbours(s_)) {
        if (next.order == best.first && next.cost + distance(next.place) == distance(s_)) return depth;
      }
    }
    return cap;
  }
};

// What the agents' rows mean.
struct PlainPatternOptions {
  std::optional<int> d;  // the fixed depth
  bool subgoals = true;
  bool reentrance = true;
  int grow = 0;       // plies on each visit again
  bool held = false;  // a subgoal, until it is reached
  bool region_ties = false;
  bool goal_region = false;
  const PatternDatabase* depths_to_goal = nullptr;  // for states visited again
};

class PlainPatternLrta : public PlainLearner {
 public:
  PlainPatternLrta(const Map& map, const PatternDatabase& database, Place start, Place goal,
                   const PlainPatternOptions& options)
      : PlainLearner(map.grid(), map.rules(), start, goal),
        database_(&database),
        global_goal_(goal),
        options_(options) {}

  [[nodiscard]] bool done() const { return s_ == global_goal_; }

  void move(std::uint64_t budget) {
    // Line 3.
    const NodeId region = region_of(s_);
    const bool enters = region != last_region_;
    if (selected_.is_held ? s_ == selected_.target : enters) {
      selected_ = select(region, enters && last_region_ == region_of(global_goal_));
    }
    last_region_ = region;
    auto [target, depth, is_guided, is_held] = selected_;
    const int visits = visits_[s_]++;
    const int limit = options_.reentrance ? 1 : 255;
    const bool again = options_.subgoals && visits >= limit;
    if (again) {
      const int least = depth;
      target = global_goal_;
      is_guided = false;
      depth = options_.d.value_or(static_cast<int>(database_->depth_cap()));
      if (options_.grow > 0) {
        const int greatest = options_.d ? 50 : static_cast<int>(database_->depth_cap());
        depth = std::min(greatest, least + options_.grow * (std::min(visits, 255) - limit + 1));
      }
      if (const PatternDatabase* depths = options_.depths_to_goal) {
        const NodeId to = depths->region(grid_.node(global_goal_.first, global_goal_.second));
        depth = std::max(1, static_cast<int>(depths->depth(depths->region(grid_.node(s_.first, s_.second)), to)));
      }
    }
    const PatternDatabase* const asked = again && options_.depths_to_goal ? options_.depths_to_goal : database_;
    if (!options_.d && depth >= static_cast<int>(asked->depth_cap())) ++at_cap_;
    const auto units = [this](int of) {
      std::uint64_t sum = 2;
      for (int ply = 1; ply <= of; ++ply) {
        sum += static_cast<std::uint64_t>(std::min((2 * ply - 1) * (2 * ply - 1), grid_.width() * grid_.height()));
      }
      return sum;
    };
    while (units(depth) > budget) --depth;

    goal_ = target;
    learned_ = tables_[target];  // separate tables for different goals
    const Area area = look_ahead(depth, 1000);
    const bool shuns = options_.region_ties && is_guided;
    const auto strays = [&, heads_for = target](const Way& way) {
      const NodeId next = region_of(way.places.front());
      return shuns && next != region && next != region_of(heads_for);
    };
    Ways chosen;  // of the lowest f, those that do not stray, or all
    const std::uint64_t lowest = best_of(area.frontier).f;
    for (const bool astray : {false, true}) {
      for (const auto& [place, way] : area.frontier) {
        if (way.f == lowest && (astray || !strays(way))) chosen[place] = way;
      }
      if (!chosen.empty()) break;
    }
    const Way best = best_of(chosen);
    raise(s_, best.f);
    tables_[target] = learned_;
    work_ = 1 + area.expansions + 1;
    s_ = best.places.front();
  }

  // Moves with the greatest depth of a database.
  [[nodiscard]] std::uint64_t at_cap() const { return at_cap_; }
  // Of the global goal's table.
  [[nodiscard]] std::uint64_t h_to_goal(Place place) const {
    const auto table = tables_.find(global_goal_);
    if (table != tables_.end() && table->second.count(place) != 0) return table->second.at(place);
    return empty_map_distance(rules_, place, global_goal_);
  }

 private:
  struct Selection {
    Place target = {};
    int depth = 1;
    bool is_guided = false;  // heads for a subgoal, or for the goal in its own region
    bool is_held = false;    // until it is reached
  };

  [[nodiscard]] NodeId region_of(Place place) const { return database_->region(grid_.node(place.first, place.second)); }
  // In a region that it entered from the goal's if `left_goal_region`.
  [[nodiscard]] Selection select(NodeId region, bool left_goal_region) const {
    const NodeId goal_region = region_of(global_goal_);
    const int fixed = options_.d.value_or(1);
    if (region == goal_region) return {global_goal_, fixed, options_.subgoals, options_.subgoals && options_.held};
    const int depth = options_.d ? fixed : static_cast<int>(database_->depth(region, goal_region));
    if (!options_.subgoals) return {global_goal_, depth, false, false};
    const Place subgoal = place_of(grid_, database_->subgoal(region, goal_region));
    const bool leads_back = left_goal_region && region_of(subgoal) == goal_region;
    if (options_.goal_region && leads_back) return {global_goal_, fixed, true, false};
    return {subgoal, depth, true, options_.held};
  }

  const PatternDatabase* database_;
  Place global_goal_;
  std::uint64_t at_cap_ = 0;
  PlainPatternOptions options_;
  std::map<Place, std::map<Place, std::uint64_t>> tables_;
  std::map<Place, int> visits_;
  NodeId last_region_ = kNoNode;
  Selection selected_;
};

}  // namespace waymark::test
