// The ply search of LRTA* and its kin (ply_search.hpp) around a cell, at once, with memory taken beforehand. Agents
// borrow one (workspace.hpp).
//
// Charge: one unit per expansion. A state found cheaper on a later ply is expanded again there, so a lookahead costs at
// most 1 + 9 + 25 + ... + (2d - 1)^2 units, and no ply more than the map has cells.
// Memory: tables for the (2d + 1)^2 states around, or for all cells if these are fewer.
#pragma once

#include <cstdint>
#include <span>

#include "agent/learned_heuristic.hpp"
#include "agent/ply_search.hpp"
#include "base/flat_list.hpp"
#include "waymark/agent/path_max.hpp"
#include "waymark/base/heap_bytes.hpp"
#include "waymark/base/types.hpp"
#include "waymark/space/grid_space.hpp"

namespace waymark {

inline constexpr std::uint32_t kMaxLookaheadDepth = 50;  // what agents offer as a parameter

template <Ways kWays>
class BasicPlyLookahead {
 public:
  static constexpr std::uint32_t kMaxDepth = kMaxLookaheadDepth;
  static constexpr std::uint32_t kDeepest = 3000;  // for those that are told a depth

  // To be prepared.
  BasicPlyLookahead() = default;
  BasicPlyLookahead(const Map& map, std::uint32_t depth, std::uint32_t gamma_thousandths,
                    PathMax path_max = PathMax::kOn) {
    prepare(map, depth, gamma_thousandths, path_max);
  }

  // For the runs to come: on this map, up to this depth, from 1 to kDeepest; gamma from 1 to 1000 thousandths. Takes
  // memory only if it never was prepared for so many states.
  void prepare(const Map& map, std::uint32_t depth, std::uint32_t gamma_thousandths, PathMax path_max = PathMax::kOn);

  // The most units a lookahead of this depth costs, on a map of any size.
  static constexpr std::uint64_t bound(std::uint64_t depth) { return depth * (4 * depth * depth - 1) / 3; }
  // The same on this map.
  static std::uint64_t bound(const Map& map, std::uint32_t depth);

  // Looks ahead from `s`, which is not the goal. Afterwards frontier() holds the states first reached after d moves,
  // and the goal if it is among those within.
  void run(NodeId s, NodeId goal, const LearnedHeuristic& h) { run(s, goal, h, depth_); }
  // Less deep: depth from 1 to that of prepare. The heuristic is a LearnedHeuristic or a SubgoalHeuristic.
  template <class Heuristic>
  void run(NodeId s, NodeId goal, const Heuristic& h, std::uint32_t depth);

  [[nodiscard]] std::span<const FrontierState> frontier() const { return {frontier_.data(), frontier_.size()}; }
  [[nodiscard]] std::uint64_t expansions() const { return one_ply_ ? 1 : search_.expansions(); }
  // The states expanded, in order; s is the first. With Ways::kKept.
  [[nodiscard]] std::span<const NodeId> expanded() const {
    return one_ply_ ? std::span<const NodeId>(&s_, 1) : search_.expanded();
  }
  // States looked at, s included.
  [[nodiscard]] std::uint64_t touched() const { return one_ply_ ? 1 + frontier_.size() : search_.touched(); }
  [[nodiscard]] NodeId step(NodeId s, std::uint8_t move) const { return search_.space().step(s, move); }

  // Calls visit(node) for a frontier state and then for each state on the way back, s left out: as many as there are
  // moves, at most d. With Ways::kKept.
  template <class Visit>
  void trace_back(NodeId frontier_state, Visit&& visit) const {
    if (one_ply_) return visit(frontier_state);
    search_.trace_back(frontier_state, visit);
  }

  [[nodiscard]] std::uint64_t heap_bytes() const { return heap_bytes_of(search_, frontier_); }

 private:
  // The neighbours are the frontier: needs no table.
  template <class Heuristic>
  void run_one_ply(NodeId s, const Heuristic& h);

  void take_room(std::uint32_t depth, std::uint32_t states, std::uint32_t expanded_on_ply);

  std::uint32_t depth_ = 0;
  std::uint32_t room_ = 0;  // states that the table is prepared for
  std::uint64_t gamma_ = 0;
  bool one_ply_ = false;  // the last run was
  NodeId s_ = kNoNode;
  PlySearch<GridSpace, FewStates, FirstDirection, std::uint16_t, GammaWeight, kWays> search_;
  FlatList<FrontierState> frontier_;
};

using PlyLookahead = BasicPlyLookahead<Ways::kForgotten>;
// Remembers its ways.
using TracedLookahead = BasicPlyLookahead<Ways::kKept>;

}  // namespace waymark
