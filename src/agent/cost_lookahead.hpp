// The cost-limited lookahead of LRTA* in JAIR 2010 (Bulitko, Bjornsson & Lawrence, Case-Based Subgoaling in Real-Time
// Heuristic Search, Figure 1, line 4): the states around s by their cost instead of their number of moves. The
// interface is that of PlyLookahead.
//
// A state is expanded while the cheapest move (a cardinal one, unless diagonals cost less) stays within g_max from it,
// s always; the frontier are the states reached but not expanded, and the goal if it was reached. With g_max below 2
// these are the neighbours of s. Charge: one unit per expansion; no state is expanded twice.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "agent/learned_heuristic.hpp"
#include "agent/ply_lookahead.hpp"
#include "base/fixed_table.hpp"
#include "base/flat_list.hpp"
#include "waymark/base/heap_bytes.hpp"
#include "waymark/base/types.hpp"
#include "waymark/space/grid_space.hpp"

namespace waymark {

class CostLookahead {
 public:
  static constexpr std::uint32_t kMaxThousandths = 50'000;

  // As PlyLookahead. g_max in thousandths of the cheapest move, from 1000 to kMaxThousandths.
  void prepare(const Map& map, std::uint32_t g_max_thousandths, std::uint32_t gamma_thousandths);

  // The most units a lookahead costs.
  static std::uint64_t bound(std::uint32_t g_max_thousandths);

  // As PlyLookahead.
  void run(NodeId s, NodeId goal, const LearnedHeuristic& h);
  [[nodiscard]] std::span<const FrontierState> frontier() const { return {frontier_.data(), frontier_.size()}; }
  [[nodiscard]] std::uint64_t expansions() const { return expansions_; }
  [[nodiscard]] std::uint64_t touched() const { return states_.size(); }

  [[nodiscard]] std::uint64_t heap_bytes() const { return heap_bytes_of(states_, open_, reached_, frontier_); }

 private:
  struct State {
    Cost g;
    std::uint64_t f;  // path-max of gamma * g + h along the cheapest branch
    std::uint8_t first_move;
  };

  void take_room(std::uint32_t g_max_thousandths);

  std::optional<GridSpace> space_;  // a copy, which is nearer than the map's
  std::uint32_t room_for_ = 0;      // g_max, in thousandths
  Cost cheapest_ = 0;
  Cost g_max_ = 0;
  std::uint64_t gamma_ = 0;
  std::uint64_t expansions_ = 0;
  FixedTable<State> states_;
  std::vector<std::pair<Cost, NodeId>> open_;  // a heap; lower g, then lower id
  FlatList<NodeId> reached_;                   // in order
  FlatList<FrontierState> frontier_;
};

}  // namespace waymark
