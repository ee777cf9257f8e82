// PR LRTA* (PDB, G), (F, PDB) and (PDB, PDB): PR LRTA* (pr_lrta.hpp) whose LRTA* takes its depth of lookahead, or the
// abstract state it heads for, or both, from a pattern database of a level above its own (dual abstraction) or of its
// own (single).
//
// Bulitko, Lustrek, Schaeffer, Bjornsson & Sigmundarson 2008 (JAIR 32), section 7.2 and Table 2, with the re-entrance
// detector of appendix D. The level that LRTA* runs on is the database's base, from 1; its regions are of that level or
// one above. Charge, bound and memory: as pr_lrta.hpp, and one unit for the look-up of a round; the lookahead is
// bounded for the deepest that the database asks for; with detector = cells a byte per cell walked on, in pages.
// Complete whatever the database says: a round heads for a subgoal only on the first visit of an abstract state, or of
// the cell it begins on, on a trial. All but as many rounds as there are of those are LRTA*'s with the global goal and
// its own table of h, which reaches the goal from wherever it is put down; the others raise no value of that table.
//
// Parameters: d, the fixed depth, and the one where the database has none: in the goal's own region, for stored states
// that cannot be reached, and after an edit of the map, whose abstraction the database does not know then; gamma, the
// weight of g; exit, which exits the database must hold (pattern_database.hpp): last is no paper's; refine, as
// pr_lrta.hpp; detector, what must be visited again: the abstract state (deviation 2) or the cell. subgoal, ties and
// goal_region as pattern_lrta.hpp, by rounds in place of steps and abstract moves in place of moves: the first is the
// rule of 2010, the others are no paper's. They are about subgoals; without those they change nothing.
// Deviations
//   1. Those of pr_lrta.hpp.
//   2. The paper's detector watches ground-level states. Here, unless detector = cells, abstract states, on which the
//      control acts: a loop ends one walk around sooner. From a state visited again LRTA* heads for the global goal
//      with depth c, the database's cap, or d if the depth is fixed; or as a second database of depths says, which the
//      paper took for its cap of 1000 (appendix D). A cell counts as visited once the agent has left it.
#pragma once

#include <cstdint>

#include "waymark/agent/agent.hpp"
#include "waymark/agent/pattern_lrta.hpp"
#include "waymark/agent/pr_lrta.hpp"
#include "waymark/base/result.hpp"
#include "waymark/subgoals/pattern_database.hpp"

namespace waymark {

enum class PrLrtaDetector : std::uint8_t { kRegions, kCells };

struct PrLrtaPdbOptions {
  PatternDepth depth = PatternDepth::kDatabase;
  PatternGoal goal = PatternGoal::kDatabase;
  std::uint32_t d = PrLrtaOptions{}.d;     // 1 to kMaxPrLrtaDepth
  double gamma = PrLrtaOptions{}.gamma;    // 0.001 to 1
  PatternExit exit = PatternExit::kFirst;  // if the goal is the database's
  // Depths for global goals, of the same base: how deep to look from a state visited again; nullptr: c. Not used if the
  // goal is global.
  const PatternDatabase* depths_to_goal = nullptr;
  PrLrtaRefine refine = PrLrtaOptions{}.refine;
  PatternSubgoal subgoal = PatternSubgoal::kRegion;
  PatternTies ties = PatternTies::kPlain;
  bool goal_region = false;
  PrLrtaDetector detector = PrLrtaDetector::kRegions;
};

// Fails if the database does not hold what is to be taken from it, or is of another map. It must outlive the agent. One
// that is made while the map's abstraction is stale does without its database: maintain the map first.
Result<AgentPtr> make_pr_lrta_pdb(const Map& map, const PatternDatabase& database,
                                  const PrLrtaPdbOptions& options = {});

}  // namespace waymark
