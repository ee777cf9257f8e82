// LRTA* controlled by a pattern database: (F, PDB), known as D LRTA*, heads for the subgoal stored for its region and
// the goal's; (PDB, G) takes its depth of lookahead from the database; (PDB, PDB) takes both. Near a subgoal the
// heuristic is good, so that little is learned and little scrubbed.
//
// Bulitko, Lustrek, Schaeffer, Bjornsson & Sigmundarson 2008 (JAIR 32), Figure 1 with line 3 as in sections 5.2 and 6,
// and the re-entrance detector of appendix D. "D LRTA*(l)" of Bulitko, Bjornsson & Lawrence 2010 (JAIR 39) is (F, PDB)
// with d = 1, a database of level l, subgoal = held and, since it speaks of none, reentrance = off.
// Charge per step: one unit for what is looked up, one per expansion (ply_lookahead.hpp), one for the update of h; on
// steps left to another agent what that one charges. A smaller budget gets a shallower lookahead; the smallest is 3
// units.
// Memory: 16 bytes per state visited, in pages; the lookahead's tables, lent by the thread, for the deepest lookahead
// that the databases and the fallback can ask for. The databases are shared.
//
// Complete whatever the database says. A step heads for a subgoal only if the state was visited fewer than `limit`
// times on this trial: once with the detector, 255 times without. So in a component of n states all steps but
// limit * n at most are steps of LRTA* with the global goal and its own table of h, which reaches the goal from
// wherever it is put down (lrta.hpp); the others raise no value of that table. With fallback da-rtaa or tb-wa the first
// visit beyond the limit, which comes after limit * n steps at most, leaves the rest of the way to an agent that is
// complete. (PDB, G) is LRTA* with a depth that varies. Stored states that are blocked or cut off by now, and cells
// that were blocked when the database was built, count as not in the database: the target is the global goal there, the
// depth 1.
//
// Parameters: d, the fixed depth; reentrance, the detector; fallback, who goes on from a state visited again: LRTA*
// with the global goal, for that step, with depth c (the database's cap; d if the depth is fixed), as in the paper for
// its caps up to 80; LRTA* (PDB, G), for that step, with a database of depths of its own, as in the paper for its caps
// of 1000 and 3000 (appendix D); or daRTAA* (N = 40) or TB(WA*) (R = 100, w = 2) for the rest of the way; subgoal, when
// another one is looked up: region, whenever the agent is in another region (2008: per action), or held, once it has
// reached the last one (2010, Figure 1, line 3), which holds the goal itself from a step in its region on; exit, which
// subgoals the database must hold (pattern_database.hpp); exit=centroid is what section 6 compares with entry states.
// Four of them are no paper's, and off by default. Three avoid loops of appendix D where they begin; grow finds a depth
// where the appendix leaves it to future work:
//   exit=last       a path that comes back into its region has not left it (offline/pattern_build.hpp);
//   ties=region     while it heads for a subgoal, or for the goal in its own region, of moves with equal f those into
//                   a region other than its own and the target's come last: most loops begin with a step across the
//                   corner of a third region that had not to be made;
//   goal_region=on  in a region that it enters from the goal's and whose subgoal lies in the goal's, it goes on to the
//                   goal: otherwise it would be sent back from what was the way there.
//   grow=N          on each visit beyond the limit LRTA* looks N plies deeper than on the one before, beginning with
//                   the depth it had there (stored, or d), up to c (up to 50 if the depth is fixed); 0: c at once.
// (PDB, G) takes none of them: each is about subgoals, and it has none to enter, hold or be sent back by.
// Deviations
//   1. Ties, path-max and the rule that h never falls are LRTA*'s.
//   2. In the goal's own region, for which the database has no pair, the target is the goal, the depth 1 or d.
//   3. With the detector off a state visited 255 times heads for the global goal, so that loops end. Its visits are not
//      told apart any more: with grow each is grow plies deeper than the depth it began with.
//   4. A subgoal that is held is so with its depth; 2010 has d = 1 only.
#pragma once

#include <cstdint>

#include "waymark/agent/agent.hpp"
#include "waymark/base/result.hpp"
#include "waymark/subgoals/pattern_database.hpp"

namespace waymark {

enum class PatternDepth : std::uint8_t { kFixed, kDatabase };
enum class PatternGoal : std::uint8_t { kGlobal, kDatabase };
enum class PatternFallback : std::uint8_t { kLrta, kDaRtaa, kTbWa, kLrtaPdbG };
enum class PatternSubgoal : std::uint8_t { kRegion, kHeld };
enum class PatternTies : std::uint8_t { kPlain, kRegion };

struct PatternLrtaOptions {
  PatternDepth depth = PatternDepth::kFixed;
  PatternGoal goal = PatternGoal::kDatabase;
  std::uint32_t d = 1;  // 1 to 50; fixed depth only
  bool reentrance = true;
  PatternFallback fallback = PatternFallback::kLrta;
  PatternSubgoal subgoal = PatternSubgoal::kRegion;
  PatternExit exit = PatternExit::kFirst;
  PatternTies ties = PatternTies::kPlain;
  bool goal_region = false;
  std::uint32_t grow = 0;                           // 0 to 50; fallback kLrta only
  const PatternDatabase* depths_to_goal = nullptr;  // for fallback kLrtaPdbG
};

// Fails if a database does not hold what is to be taken from it. They must outlive the agent.
Result<AgentPtr> make_pattern_lrta(const Map& map, const PatternDatabase& database, const PatternLrtaOptions& options);

}  // namespace waymark
