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
  int grow = 0;                                     // plies on each visit again
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
    const NodeId region = database_->region(grid_.node(s_.first, s_.second));
    const NodeId goal_region = database_->region(grid_.node(global_goal_.first, global_goal_.second));
    Place target = global_goal_;
    int depth = options_.d.value_or(1);
    bool guided = false;
    const int visits = visits_[s_]++;
    if (region != last_region_) {
      sent_back_ = options_.subgoals && last_region_ == goal_region &&
                   database_->region(database_->subgoal(region, goal_region)) == goal_region;
      last_region_ = region;
    }
    const bool again = options_.subgoals && visits >= (options_.reentrance ? 1 : 255);
    if (again) {
      const int limit = options_.reentrance ? 1 : 255;
      const int least = depth_of(region, goal_region);
      depth = options_.d.value_or(static_cast<int>(database_->depth_cap()));
      if (options_.grow > 0) {
        const int greatest = options_.d ? 50 : static_cast<int>(database_->depth_cap());
        depth = std::min(greatest, least + options_.grow * (std::min(visits, 255) - limit + 1));
      }
      if (const PatternDatabase* depths = options_.depths_to_goal) {
        const NodeId to = depths->region(grid_.node(global_goal_.first, global_goal_.second));
        depth = std::max(1, static_cast<int>(depths->depth(depths->region(grid_.node(s_.first, s_.second)), to)));
      }
    } else if (region == goal_region || sent_back_) {
      guided = options_.subgoals;
    } else {
      guided = options_.subgoals;
      if (options_.subgoals) target = place_of(grid_, database_->subgoal(region, goal_region));
      depth = depth_of(region, goal_region);
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
    const auto strays = [&](const Way& way) {
      const NodeId next = database_->region(grid_.node(way.places.front().first, way.places.front().second));
      return guided && next != region && next != database_->region(grid_.node(target.first, target.second));
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
  // Of one that heads for the region's subgoal.
  [[nodiscard]] int depth_of(NodeId region, NodeId goal_region) const {
    if (options_.d) return *options_.d;
    return region == goal_region || sent_back_ ? 1 : static_cast<int>(database_->depth(region, goal_region));
  }

  const PatternDatabase* database_;
  Place global_goal_;
  std::uint64_t at_cap_ = 0;
  PlainPatternOptions options_;
  std::map<Place, std::map<Place, std::uint64_t>> tables_;
  std::map<Place, int> visits_;
  NodeId last_region_ = kNoNode;
  bool sent_back_ = false;  // from this region to the goal's, where it came from
};

}  // namespace waymark::test
