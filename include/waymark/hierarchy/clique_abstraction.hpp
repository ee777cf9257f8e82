// Clique abstraction: a stack of ever smaller graphs over a map or any other space. Groups of states that are all
// neighbours of each other become one state of the level above, until each component is a single state.
//
// Sturtevant & Buro 2005, Partial Pathfinding Using Map Abstraction and Refinement; section 5.2 of Bulitko, Lustrek,
// Schaeffer, Bjornsson & Sigmundarson 2008 (JAIR 32).
//
// A level is made by scanning the states below in the order of their ids. A state that is in no group yet forms one
// with neighbours that are in none either: the largest clique, at most four states, the first in the order of ids among
// those of one size. A state with exactly one edge belongs to its neighbour's group. Two groups are joined by an edge
// if an edge joins their members. A group's position is the mean of its members'; an edge costs the distance of
// positions.
//
// Memory: four bytes per cell of the map for the first level's parents; of each level above the ground four bytes per
// state below, 24 per state and 8 per edge.
// Threads: an abstraction never changes once made, so any number may share it. The one that belongs to a map, and is
// made anew after edits, is that of map_abstraction.hpp. Deviations
//   1. Positions are kept in 256ths of a cell, costs are whole numbers of cost units.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "waymark/base/result.hpp"
#include "waymark/base/types.hpp"
#include "waymark/space/graph.hpp"
#include "waymark/space/map.hpp"

namespace waymark {

// In 256ths of a cell; a cell's own is its index.
struct Position {
  std::int32_t x;
  std::int32_t y;
  static constexpr std::int32_t kUnit = 256;
  friend bool operator==(const Position&, const Position&) = default;
};

class CliqueAbstraction {
 public:
  static constexpr int kAllLevels = 64;

  // At most `most_levels` above the ground. Of the map as it is now; later edits are not followed.
  explicit CliqueAbstraction(const Map& map, int most_levels = kAllLevels);

  // Of any space, every id of which is a state here. `positions` has one for each, 0 to kFarthest each way; `unit`, 1
  // to kDearestUnit, is the cost of the distance Position::kUnit on the levels above. Fails if a value is out of range
  // or a step cannot be walked back.
  static constexpr std::int32_t kFarthest = 1 << 23;
  static constexpr Cost kDearestUnit = 10'000;
  template <Space S>
  static Result<CliqueAbstraction> over(const S& space, std::span<const Position> positions, Cost unit,
                                        int most_levels = kAllLevels) {
    Graph::Rows rows;
    for (NodeId node = 0; node < space.id_bound(); ++node) {
      space.for_each_edge(node, [&](NodeId to, Cost) {
        if (to != node) rows.to.push_back(to);
      });
      const auto row = rows.to.begin() + static_cast<std::ptrdiff_t>(rows.first.back());
      std::sort(row, rows.to.end());
      rows.to.erase(std::unique(row, rows.to.end()), rows.to.end());
      rows.first.push_back(rows.to.size());
    }
    return over_rows(rows, positions, unit, most_levels);
  }

  // Of the map when this was made; 0 if it is not of a map.
  [[nodiscard]] std::uint64_t epoch() const { return epoch_; }
  // Ids of ground states are below this.
  [[nodiscard]] std::uint32_t id_bound() const { return id_bound_; }

  // Above the ground, which is level 0.
  [[nodiscard]] int levels() const { return static_cast<int>(levels_.size()); }
  // Level 0: passable cells, or all ids of another space.
  [[nodiscard]] std::uint32_t states(int level) const;

  // Of a ground state; kNoNode if the cell is blocked or there is no such id or level. Takes a look-up per level;
  // regions() makes it one.
  [[nodiscard]] NodeId region(NodeId ground, int level) const;
  // By ground id, for a level from 1 to levels(); empty for others.
  [[nodiscard]] std::vector<NodeId> regions(int level) const;
  // The state of the level above that a state of `level` belongs to; ground ids for level 0. kNoNode if there is none.
  [[nodiscard]] NodeId parent(NodeId state, int level) const {
    if (level < 0 || level >= levels()) return kNoNode;
    const std::span<const NodeId> all = parents(level);
    return state < all.size() ? all[state] : kNoNode;
  }
  // By state, for those who ask often; of a level below levels().
  [[nodiscard]] std::span<const NodeId> parents(int level) const {
    return levels_[static_cast<std::size_t>(level)].parents;
  }

  // Levels from 1 to levels(). Edges go both ways, and rise with the id they lead to.
  [[nodiscard]] const Graph& graph(int level) const { return at(level).graph; }
  [[nodiscard]] std::span<const Position> positions(int level) const { return at(level).positions; }
  // `state` is one of the level's.
  [[nodiscard]] Position position(NodeId state, int level) const { return at(level).positions[state]; }
  // The ground state of the region nearest to its position, of those the one with the lowest id. kNoNode if there is no
  // such state.
  [[nodiscard]] NodeId representative(NodeId state, int level) const {
    return has(state, level) ? at(level).representatives[state] : kNoNode;
  }
  // How many ground states the region has; 0 if there is no such state.
  [[nodiscard]] std::uint32_t size(NodeId state, int level) const {
    return has(state, level) ? at(level).sizes[state] : 0;
  }

  // Of a level from 1, in 2^-32 of a cost unit for a 16th of a position's unit: no edge is cheaper for its length.
  [[nodiscard]] std::uint64_t cost_per_length(int level) const { return at(level).cost_per_length; }
  // Ground states of the two largest regions side by side, or of the largest one. Levels from 1.
  [[nodiscard]] std::uint64_t largest_pair(int level) const { return at(level).largest_pair; }

  [[nodiscard]] std::uint64_t heap_bytes() const;

 private:
  template <class Ground>
  friend class AbstractionBuilder;
  friend class MapAbstraction;  // which begins with an empty one

  struct Level {
    std::vector<NodeId> parents;  // of the states below, which are grid ids on the ground
    Graph graph;
    std::vector<Position> positions;
    std::vector<NodeId> representatives;
    std::vector<std::uint32_t> sizes;
    std::uint64_t cost_per_length;
    std::uint64_t largest_pair;
  };
  CliqueAbstraction() = default;
  static Result<CliqueAbstraction> over_rows(const Graph::Rows& rows, std::span<const Position> positions, Cost unit,
                                             int most_levels);
  [[nodiscard]] bool has(NodeId state, int level) const {
    return level >= 1 && level <= levels() && state < at(level).positions.size();
  }
  [[nodiscard]] const Level& at(int level) const { return levels_[static_cast<std::size_t>(level) - 1]; }
  std::vector<Level> levels_;
  std::uint32_t ground_states_ = 0;
  std::uint32_t id_bound_ = 0;
  std::uint64_t epoch_ = 0;
};

}  // namespace waymark
