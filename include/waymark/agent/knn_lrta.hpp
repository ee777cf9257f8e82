// kNN LRTA*: looks in a case base for a path between states near to where it stands and where it wants to go, and walks
// from one of its stored states to the next by LRTA*. Where no record fits it goes on without.
//
// Bulitko, Bjornsson & Lawrence 2010 (JAIR 39), Case-Based Subgoaling in Real-Time Heuristic Search for Video Game
// Pathfinding (Figures 1, 7 and 8, and the six enhancements of section 6.2).
// Charge per step: two units for a move of LRTA*, as `lrta`, or one for a move of hill-climbing, which counts as one
// expansion; one for each ten records compared; one for each ten steps of a reachability check, at least one a check
// (Work::climb_steps counts the steps; they are no expansions); what the fallback charges. A query that does not fit
// into the budget of a step goes on in the next, and the agent stands still meanwhile. bound() is that of a whole query
// with the move after it. Memory: the database; a page while a query lasts, and if M is above 18 also 8 bytes for each
// of the M records; a page for LRTA* and what it learns; the fallback's own while it walks, and what it learned. Where
// the map's memory has no page for the query, LRTA* or the fallback it answers kOutOfRoom and stands; at the cap LRTA*
// learns nothing more of states that have no page yet. Complete where every state can be left again, whatever the
// database says: a record has finitely many states, LRTA* reaches each and climbing comes nearer to it by every move,
// and after at most two queries the fallback is on its own.
//
// Parameters: M, records that are checked (0: all); cutoff, steps of a reachability check; goal_check, skip_start and
// skip_end, the first three enhancements; index, whether the fifth is used; quota, the factor of the sixth (0: the
// fallback is never interrupted); fallback, what walks where no record fits; legs, what walks from one state of a
// record to the next, and from its end to the goal.
// Deviations
//   1. A state has one learned value for the global goal and one for the subgoal it was last learned for, not a table
//      for each subgoal. No subgoal comes twice on a map that stays: an overwritten value would not be read.
//   2. For a record of two states the first subgoal is its end, and the last its start.
//   3. Where the next state of a record is blocked or cut off, the database does not tell the truth about the map: the
//      record is dropped and the fallback goes to the global goal without interruption.
//   4. Where an edit of the map blocks a leg the agent asks anew, once; if that is in vain LRTA* goes on if it can, and
//      otherwise the agent falls back. A goal that moves is asked for anew at the next state of the record.
//   5. Other fallbacks than LRTA* are ours. What they learn is theirs; LRTA* on a leg to the goal does not know it.
//   6. legs=climb is ours: the agent takes the moves of hill-climbing and learns nothing. By Theorem 5 LRTA* takes the
//      same moves where climbing arrives and nothing was learned before, and never reads what it learns there. On the
//      last leg, to the global goal, it may have learned before. Where climbing stops on a leg, deviation 3 holds.
#pragma once

#include <cstdint>

#include "waymark/agent/agent.hpp"
#include "waymark/agent/knn_legs.hpp"
#include "waymark/base/result.hpp"
#include "waymark/subgoals/case_base.hpp"

namespace waymark {

enum class KnnFallback : std::uint8_t {
  kLrta,    // with a lookahead of one move
  kDaRtaa,  // with its defaults
  kTbWa,    // with its defaults
};

struct KnnLrtaOptions {
  std::uint32_t m = 10;        // 0 to 1000
  std::uint32_t cutoff = 250;  // 1 to 1,000,000
  bool goal_check = true;
  bool skip_start = true;
  bool skip_end = true;
  TripSearch index = TripSearch::kTree;
  double quota = 3.0;  // 0, or 1 to 1000
  KnnFallback fallback = KnnFallback::kLrta;
  KnnLegs legs = KnnLegs::kLrta;
};
inline constexpr std::uint32_t kMaxCheckedRecords = 1000;
inline constexpr std::uint32_t kMaxCutoff = 1'000'000;

// Keeps a reference to `cases`, a database of kind kCases for a map of the same size.
Result<AgentPtr> make_knn_lrta(const Map& map, const CaseBase& cases, const KnnLrtaOptions& options = {});

}  // namespace waymark
