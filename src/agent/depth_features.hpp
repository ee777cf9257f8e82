// The eleven numbers by which a decision tree chooses the depth of a lookahead: where the agent was on its last n
// moves, and what a shallow search around it says. Training and agent use this same code.
//
// Bulitko, Lustrek, Schaeffer, Bjornsson & Sigmundarson 2008 (JAIR 32), Appendix A, tables 7 and 8.
//   f1   distance to the goal on an empty map
//   f2   the same from the state n moves ago
//   f3   distinct states among the last n
//   f4   sum of the rises of h over the last n moves
//   f5   frontier states of the pre-search, in thousandths of those on an empty map
//   f6   those with a raised h, in thousandths of all on the frontier
//   f7   1 if the pre-search moves as the planning did when the agent last stood here; 0 if it never did
//   f8   1 if the pre-search moves in the direction of the last move
//   f9   h of the state in thousandths of h of the successor the pre-search moves to; kMaxRatio if that is more
//   f10  1 if that successor has a raised h
//   f11  1 if h of the state is larger than h of that successor
// Distances and rises of h are in thousandths of a cardinal step, rounded down. All are whole numbers.
//
// Charge: one unit a move for the features and the way down the tree, and one per expansion of the pre-search.
// Memory: 8 bytes for each of the n moves and per state visited, in pages; at the cap of the units' memory a move is as
// if it had not been walked.
// Deviations
//   1. While fewer than n moves are walked, f2 to f4 look back to the start.
//   2. "Updated" means raised: a value learned that is not above the old one changes nothing.
//   3. A new trial begins with no past; an edit of the map or another goal does not.
#pragma once

#include <cstdint>
#include <span>

#include "agent/learned_heuristic.hpp"
#include "agent/ply_lookahead.hpp"
#include "base/paged_table.hpp"
#include "waymark/base/heap_bytes.hpp"
#include "waymark/space/map.hpp"
#include "waymark/subgoals/depth_tree.hpp"

namespace waymark {

class DepthFeatures {
 public:
  static constexpr std::int32_t kMaxRatio = 1'000'000;
  static constexpr std::uint64_t kUnits = 1;  // a move, besides the pre-search

  // history and presearch as in DepthTree::Parameters.
  DepthFeatures(const Map& map, std::uint32_t history, std::uint32_t presearch);

  // Forgets the past.
  void begin();

  // Of the state `s`. `frontier` is that of the pre-search from there, `best` its least state.
  [[nodiscard]] DepthFeatureValues of(NodeId s, const LearnedHeuristic& h, std::span<const FrontierState> frontier,
                                      const FrontierState& best) const;

  // The agent leaves `s` by `move`, after it raised h of `s` by `rise`.
  void moved(NodeId s, std::uint8_t move, Cost rise);

  [[nodiscard]] std::uint64_t heap_bytes() const { return heap_bytes_of(steps_, visits_); }

 private:
  struct Step {
    NodeId state = kNoNode;
    Cost rise = 0;
  };
  // What is known of a visited state: the number of the last move from there, from 1, and that move.
  static constexpr unsigned kMoveBits = 4;
  static std::uint64_t packed(std::uint64_t move_number, std::uint8_t move) {
    return (move_number << kMoveBits) | move;
  }
  [[nodiscard]] std::int32_t thousandths(std::uint64_t cost) const;

  const GridSpace* space_;
  OctileDistance distance_;
  std::uint32_t expected_;    // frontier states on an empty map
  std::uint32_t history_;     // n
  PagedTable<Step> steps_;    // a ring of the last n: move number k lies at k % n
  std::uint64_t walked_ = 0;  // moves since begin()
  std::uint32_t distinct_ = 0;
  std::uint64_t risen_ = 0;
  std::uint8_t last_move_ = kNoDirection;
  PagedTable<std::uint64_t> visits_;  // packed; 0: never visited
};

}  // namespace waymark
