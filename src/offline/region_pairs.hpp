// What a pattern database says of a start region: its pairs with all goal regions, from one distance field.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "offline/optimal_depth.hpp"
#include "waymark/base/result.hpp"
#include "waymark/base/types.hpp"
#include "waymark/hierarchy/abstract_distance.hpp"
#include "waymark/hierarchy/clique_abstraction.hpp"
#include "waymark/offline/pattern_build.hpp"
#include "waymark/search/heuristic.hpp"
#include "waymark/search/one_to_all.hpp"
#include "waymark/space/graph.hpp"
#include "waymark/space/grid_space.hpp"

namespace waymark::pattern {

struct Regions {
  std::vector<NodeId> of;               // by state of the base; kNoNode where there is none
  std::vector<NodeId> representatives;  // states of the base, by region
  [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(representatives.size()); }
};

// Fails where the options do not fit the map.
// The one that belongs to the map; if that is stale, another one.
using AbstractionPtr = std::shared_ptr<const CliqueAbstraction>;
Result<AbstractionPtr> checked_abstraction(const Map& map, const PatternBuildOptions& options);
Regions make_regions(const Map& map, const CliqueAbstraction& abstraction, const PatternBuildOptions& options);

struct PairsOfRegion {
  std::vector<NodeId> exits;               // in the order of ids
  std::vector<std::uint16_t> exit_depths;  // content both
  std::vector<std::uint16_t> pairs;        // by goal region: 1 + number of the exit, or a depth; 0: no way
};

// The grid as the base of the patterns.
class GridBase {
 public:
  using Fast = CanonicalGridSpace;
  using Full = GridSpace;
  explicit GridBase(const Map& map) : map_(&map) {}
  [[nodiscard]] Fast fast() const { return {map_->grid(), map_->table()}; }
  [[nodiscard]] Full full() const { return {map_->grid(), map_->table()}; }
  [[nodiscard]] Cost cheapest_edge() const {
    const CostModel& costs = map_->rules().costs;
    return std::max<Cost>(1, std::min(costs.cardinal, costs.diagonal));
  }
  [[nodiscard]] auto heuristic(NodeId target) const {
    return GridHeuristic<OctileDistance>(map_->grid(), target, octile_distance(map_->rules()));
  }
  // By how much the heuristic of a state may be above an edge and the heuristic beyond it.
  [[nodiscard]] static Cost slack() { return 0; }

 private:
  const Map* map_;
};

// A level of the abstraction. The heuristic is the distance of positions, as edges are measured, but rounded down.
class GraphBase {
 public:
  using Fast = GraphSpace;
  using Full = GraphSpace;
  GraphBase(const CliqueAbstraction& abstraction, int level, Cost cardinal)
      : abstraction_(&abstraction), level_(level), cardinal_(cardinal) {}
  [[nodiscard]] Fast fast() const { return GraphSpace(abstraction_->graph(level_)); }
  [[nodiscard]] Full full() const { return fast(); }
  [[nodiscard]] Cost cheapest_edge() const {
    const auto& costs = abstraction_->graph(level_).forward().cost;
    return costs.empty() ? 1 : *std::min_element(costs.begin(), costs.end());
  }
  [[nodiscard]] auto heuristic(NodeId target) const {
    return [this, to = abstraction_->position(target, level_)](NodeId state) {
      const std::uint64_t length = fine_distance(abstraction_->position(state, level_), to);
      return static_cast<Cost>(std::min<std::uint64_t>(length * cardinal_ / (16 * Position::kUnit), kMaxHeuristic));
    };
  }
  // Fine distances are rounded down, so that one may be 1 above the sum of two, which costs cardinal / (16 * kUnit);
  // the heuristic is rounded down, and edges by half a cost unit.
  [[nodiscard]] Cost slack() const { return 2 + cardinal_ / (16 * Position::kUnit); }

 private:
  const CliqueAbstraction* abstraction_;
  int level_;
  Cost cardinal_;
};

template <class Base>
class PairsMaker {
 public:
  PairsMaker(Base base, const Regions& regions, const PatternBuildOptions& options)
      : base_(std::move(base)),
        regions_(&regions),
        options_(options),
        field_(base_.fast(), base_.cheapest_edge()),
        first_moves_(base_.full()),
        lookahead_(base_.full()),
        far_depths_(base_.full(), base_.slack()) {}

  PairsOfRegion make(NodeId region) {
    const NodeId s = regions_->representatives[region];
    field_.compute(s);
    PairsOfRegion made;
    made.pairs.assign(regions_->count(), 0);
    if (options_.content == PatternContent::kDepth) {
      find_depths(s, made);
    } else {
      find_exits(region, s, made);
      if (options_.content == PatternContent::kBoth) find_exit_depths(s, made);
    }
    return made;
  }

  // Of the region asked for last, from its representative.
  [[nodiscard]] Cost distance(NodeId state) const { return field_.distance(state); }

 private:
  // Of the optimal path to a state. There are fewer exits than regions, so two bytes do.
  static constexpr std::uint16_t kUnknown = 0;
  static constexpr std::uint16_t kInside = 0xffff;  // has not left the start region; otherwise 1 + number of the exit

  void find_exits(NodeId region, NodeId s, PairsOfRegion& made) {
    exit_of_.assign(regions_->of.size(), kUnknown);
    exit_of_[s] = kInside;
    for (NodeId to = 0; to < regions_->count(); ++to) {
      const NodeId goal = regions_->representatives[to];
      if (to == region || field_.distance(goal) == kInfiniteCost) continue;
      trail_.clear();
      NodeId at = goal;
      for (; exit_of_[at] == kUnknown; at = field_.before(at)) trail_.push_back(at);
      std::uint16_t exit = exit_of_[at];
      for (std::size_t i = trail_.size(); i-- > 0;) {
        if (regions_->of[trail_[i]] == region) {
          if (options_.exit == PatternExit::kLast) exit = kInside;
        } else if (exit == kInside) {
          exit = number_of(trail_[i], made);
        }
        exit_of_[trail_[i]] = exit;
      }
      made.pairs[to] = exit;
    }
    sort_exits(made);
  }

  // 1 + the number of the exit of a path that enters another region at `entry`.
  std::uint16_t number_of(NodeId entry, PairsOfRegion& made) const {
    NodeId subgoal = entry;
    if (options_.exit == PatternExit::kCentroid) {
      subgoal = regions_->representatives[regions_->of[entry]];
      const auto known = std::find(made.exits.begin(), made.exits.end(), subgoal);
      if (known != made.exits.end()) return static_cast<std::uint16_t>(1 + (known - made.exits.begin()));
    }
    made.exits.push_back(subgoal);
    return static_cast<std::uint16_t>(made.exits.size());
  }

  static void sort_exits(PairsOfRegion& made) {
    const std::vector<NodeId> found = made.exits;
    std::sort(made.exits.begin(), made.exits.end());
    std::vector<std::uint16_t> rank(found.size() + 1, 0);
    for (std::size_t i = 0; i < found.size(); ++i) {
      const auto place = std::lower_bound(made.exits.begin(), made.exits.end(), found[i]) - made.exits.begin();
      rank[i + 1] = static_cast<std::uint16_t>(place + 1);
    }
    for (std::uint16_t& pair : made.pairs) pair = rank[pair];
  }

  void find_exit_depths(NodeId s, PairsOfRegion& made) {
    first_moves_.start(s);
    made.exit_depths.reserve(made.exits.size());
    for (const NodeId exit : made.exits) made.exit_depths.push_back(near_depth(s, exit));
  }

  void find_depths(NodeId s, PairsOfRegion& made) {
    first_moves_.start(s);
    far_depths_.start(s);
    for (NodeId to = 0; to < regions_->count(); ++to) {
      const NodeId goal = regions_->representatives[to];
      if (goal == s || field_.distance(goal) == kInfiniteCost) continue;
      const std::uint32_t depth = far_depths_.depth(goal, base_.heuristic(goal), moves_to(goal), options_.depth_cap);
      made.pairs[to] = depth == far_depths_.kNoDepth ? near_depth(s, goal) : static_cast<std::uint16_t>(depth);
    }
  }

  std::uint64_t moves_to(NodeId target) {
    return first_moves_.to(target, [this](NodeId state) { return field_.distance(state); });
  }
  std::uint16_t near_depth(NodeId s, NodeId target) {
    return static_cast<std::uint16_t>(
        capped_optimal_depth(lookahead_, s, target, base_.heuristic(target), moves_to(target), options_.depth_cap));
  }

  Base base_;
  const Regions* regions_;
  PatternBuildOptions options_;
  OneToAll<typename Base::Fast> field_;
  OptimalFirstMoves<typename Base::Full> first_moves_;
  GrowingLookahead<typename Base::Full> lookahead_;
  FarDepths<typename Base::Full> far_depths_;
  std::vector<std::uint16_t> exit_of_;  // by state of the base
  std::vector<NodeId> trail_;
};

}  // namespace waymark::pattern
