// The breadth-first lookahead of LRTA* and its kin (JAIR 2008, Figure 1, line 4): all states up to d moves away, with
// the cheapest cost within those moves, the first move there, and g + h raised along the branch (path-max).
//
// Legend: s the agent's state; g cost from s; f = gamma * g + h, in thousandths of a cost unit.
// Charge: one unit per expansion. A state found cheaper on a later ply is expanded again there, so a lookahead costs at
// most 1 + 9 + 25 + ... + (2d - 1)^2 units, and no ply more than the map has cells.
// Memory: tables for the (2d + 1)^2 states around, or for all cells if these are fewer, taken beforehand.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "agent/learned_heuristic.hpp"
#include "base/fixed_table.hpp"
#include "waymark/agent/path_max.hpp"
#include "waymark/base/heap_bytes.hpp"
#include "waymark/base/types.hpp"
#include "waymark/space/grid_space.hpp"

namespace waymark {

// How frontier states are compared, by LRTA* and by hill-climbing alike: lower f, then higher g, then the order of the
// first move (N, E, S, W, NE, SE, SW, NW), then lower id.
struct FrontierState {
  std::uint64_t f;  // in thousandths
  Cost g;
  std::uint8_t first_move;
  NodeId node;

  friend bool operator<(const FrontierState& a, const FrontierState& b) {
    if (a.f != b.f) return a.f < b.f;
    if (a.g != b.g) return a.g > b.g;
    if (a.first_move != b.first_move) return a.first_move < b.first_move;
    return a.node < b.node;
  }
};

// Whether a lookahead remembers which states it expanded and how they were reached: memory for each expansion.
enum class Ways : std::uint8_t { kForgotten, kKept };

class PlyLookahead {
 public:
  static constexpr std::uint32_t kMaxDepth = 50;   // what agents offer as a parameter
  static constexpr std::uint32_t kDeepest = 3000;  // for those that are told a depth

  // depth from 1 to kDeepest; gamma from 1 to 1000 thousandths.
  PlyLookahead(const Map& map, std::uint32_t depth, std::uint32_t gamma_thousandths, PathMax path_max = PathMax::kOn,
               Ways ways = Ways::kForgotten);

  // The most units a lookahead of this depth costs, on a map of any size.
  static std::uint64_t bound(std::uint32_t depth);
  // The most units of one ply on this map.
  static std::uint64_t ply_bound(const Map& map, std::uint32_t ply);

  // Looks ahead from `s`, which is not the goal. Afterwards frontier() holds the states first reached after d moves,
  // and the goal if it is among those within.
  void run(NodeId s, NodeId goal, const LearnedHeuristic& h) { run(s, goal, h, depth_); }
  // Less deep: depth from 1 to that of the constructor. The heuristic is a LearnedHeuristic or a SubgoalHeuristic.
  template <class Heuristic>
  void run(NodeId s, NodeId goal, const Heuristic& h, std::uint32_t depth);

  [[nodiscard]] std::span<const FrontierState> frontier() const { return frontier_; }
  [[nodiscard]] std::uint64_t expansions() const { return expansions_; }
  // The states expanded, in order; s is the first. With Ways::kKept.
  [[nodiscard]] std::span<const NodeId> expanded() const { return expanded_; }
  // States looked at, s included.
  [[nodiscard]] std::uint64_t touched() const { return touched_; }
  [[nodiscard]] NodeId step(NodeId s, std::uint8_t move) const { return space_.step(s, move); }

  // Calls visit(node) for a frontier state and then for each state on the way back, s left out: as many as there are
  // moves, at most d. With Ways::kKept.
  template <class Visit>
  void trace_back(NodeId frontier_state, Visit&& visit) const {
    if (expanded_.size() == 1) return visit(frontier_state);
    std::uint32_t parent = states_.find(frontier_state)->parent;
    for (visit(frontier_state); parent != 0; parent = parents_[parent]) visit(expanded_[parent]);
  }

  [[nodiscard]] std::uint64_t heap_bytes() const {
    return heap_bytes_of(states_, layer_, next_, expanded_, parents_, reached_last_, frontier_);
  }

 private:
  struct State {
    Cost g;
    std::uint32_t parent;  // which expansion led here, counted from 0
    std::uint64_t f;       // path-max of gamma * g + h along the cheapest branch
    std::uint8_t first_move;
    std::uint16_t found_on;  // the last ply on which it was first reached or found cheaper: it is expanded on the next
  };
  struct Layered {
    NodeId node;
    State state;  // as it was when the ply began
  };

  // The neighbours are the frontier: needs no table.
  template <class Heuristic>
  void run_one_ply(NodeId s, const Heuristic& h);

  GridSpace space_;
  std::uint32_t depth_;
  std::uint64_t gamma_;
  PathMax path_max_;
  Ways ways_;
  std::uint64_t touched_ = 0;
  std::uint64_t expansions_ = 0;
  FixedTable<State> states_;
  std::vector<Layered> layer_;  // to be expanded on this ply
  std::vector<NodeId> next_;
  std::vector<NodeId> expanded_;
  std::vector<std::uint32_t> parents_;  // of the expansions: the ways as they were then, none longer than its ply
  std::vector<NodeId> reached_last_;    // first reached on ply d
  std::vector<FrontierState> frontier_;
};

}  // namespace waymark
