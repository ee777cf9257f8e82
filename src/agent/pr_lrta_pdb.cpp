#include "waymark/agent/pr_lrta_pdb.hpp"

#include "agent/pattern_exit.hpp"
#include "agent/pr_lrta_agent.hpp"
#include "waymark/hierarchy/map_abstraction.hpp"

namespace waymark {

Result<AgentPtr> make_pr_lrta_pdb(const Map& map, const PatternDatabase& database, const PrLrtaPdbOptions& options) {
  const PrLrtaOptions plain{.level = database.base(), .d = options.d, .gamma = options.gamma, .refine = options.refine};
  const bool goals = options.goal == PatternGoal::kDatabase;
  const bool depths = options.depth == PatternDepth::kDatabase;
  if (!goals && !depths) {
    return Error{ErrorCode::kUnsupported, "nothing is to be taken from the database; use make_pr_lrta"};
  }
  if (!database.fits(map)) return database.bad("built for another map");
  if (database.base() == 0) return database.bad("built on the grid; PR LRTA* needs a base from level 1");
  if (goals && !database.has_subgoals()) return database.bad("holds no subgoals; build it with content goal or both");
  if (goals && depths && !database.has_depths()) return database.bad("holds no depths; build it with content both");
  if (goals) {
    if (auto fits = check_exit(database, options.exit); !fits) return fits.error();
  }
  if (!goals && database.content() != PatternContent::kDepth) {
    return database.bad("holds no depths for global goals; build it with content depth");
  }
  const PatternDatabase* depths_to_goal = goals ? options.depths_to_goal : nullptr;
  if (depths_to_goal != nullptr &&
      (depths_to_goal->base() != database.base() || depths_to_goal->base_states() != database.base_states() ||
       !depths_to_goal->fits(map))) {
    return depths_to_goal->bad("built for another map or base than the database of subgoals");
  }
  if (depths_to_goal != nullptr && depths_to_goal->content() != PatternContent::kDepth) {
    return depths_to_goal->bad("holds no depths for global goals; build it with content depth");
  }
  if (auto fits = check_pr_lrta(map, plain); !fits) return fits.error();
  const auto level = static_cast<int>(plain.level);
  const auto& shared = map.derived<MapAbstraction>({.levels = level});
  const bool is_current = shared.epoch() == map.grid().epoch();
  if (is_current && (shared.get().levels() < level || shared.get().states(level) != database.base_states())) {
    return database.bad("built for another map");
  }
  return make_pr_lrta_agent(map, plain, {&database, depths, goals, depths_to_goal});
}

}  // namespace waymark
