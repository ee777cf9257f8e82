#include "waymark/agent/pr_lrta_pdb.hpp"

#include <array>

#include "agent/pattern_exit.hpp"
#include "agent/pr_lrta_agent.hpp"
#include "agent/rows.hpp"
#include "agent/subgoal_parameters.hpp"
#include "waymark/hierarchy/map_abstraction.hpp"

namespace waymark {
namespace {

// What the row offers: this algorithm, and that of pr_lrta_pdb.hpp where something comes from a database.
struct PrLrtaRowOptions : PrLrtaOptions {
  PatternDepth depth = PatternDepth::kFixed;
  PatternGoal goal = PatternGoal::kGlobal;
  bool depths_on_revisit = false;
  PatternExit exit = PatternExit::kFirst;
  PatternSubgoal subgoal = PatternSubgoal::kRegion;
  PatternTies ties = PatternTies::kPlain;
  bool goal_region = false;
  PrLrtaDetector detector = PrLrtaDetector::kRegions;

  [[nodiscard]] constexpr bool has_goals() const { return goal == PatternGoal::kDatabase; }
  [[nodiscard]] constexpr bool has_depths() const { return depth == PatternDepth::kDatabase; }
};

constexpr std::array<Choice<PatternDepth>, 2> kDepthControls{
    {{"fixed", PatternDepth::kFixed}, {"pdb", PatternDepth::kDatabase}}};
constexpr std::array<Choice<PatternGoal>, 2> kGoalControls{
    {{"global", PatternGoal::kGlobal}, {"pdb", PatternGoal::kDatabase}}};
constexpr std::array<Choice<bool>, 2> kRevisitDepths{{{"cap", false}, {"depths", true}}};
constexpr std::array<Choice<PrLrtaDetector>, 2> kDetectors{
    {{"regions", PrLrtaDetector::kRegions}, {"cells", PrLrtaDetector::kCells}}};

constexpr std::tuple kPrLrtaRowParameters = std::tuple_cat(
    kPrLrtaParameters,
    std::tuple{
        choice<&PrLrtaRowOptions::depth, kDepthControls>("depth",
                                                         "always d, or as a pattern database built with --base says"),
        choice<&PrLrtaRowOptions::goal, kGoalControls>("goal", "head for the goal, or for the database's subgoals"),
        choice<&PrLrtaRowOptions::depths_on_revisit, kRevisitDepths>(
            "revisit", "how deep to look from a state visited again: the database's cap, or as a second one says"),
        exit_parameter<&PrLrtaRowOptions::exit>(), subgoal_parameter<&PrLrtaRowOptions::subgoal>(),
        ties_parameter<&PrLrtaRowOptions::ties>(), goal_region_parameter<&PrLrtaRowOptions::goal_region>(),
        choice<&PrLrtaRowOptions::detector, kDetectors>(
            "detector", "what is visited again where a round heads for the global goal: abstract states, or cells")});

constexpr DatabaseNeeds pr_lrta_needs(const PrLrtaRowOptions& options) {
  if (!options.has_goals()) {
    return {.first = options.has_depths() ? DatabaseKind::kDepths : DatabaseKind::kNone, .base = 1};
  }
  return {.first = DatabaseKind::kPatterns,
          .second = options.depths_on_revisit ? DatabaseKind::kDepths : DatabaseKind::kNone,
          .base = 1,
          .exit = options.exit};
}

Result<AgentPtr> make_pr_lrta_of_row(const Map& map, const PrLrtaRowOptions& options, const Databases& databases) {
  if (!options.has_goals() && !options.has_depths()) return make_pr_lrta(map, options);
  return make_pr_lrta_pdb(map, options.has_goals() ? *databases.patterns : *databases.depths,
                          {.depth = options.depth,
                           .goal = options.goal,
                           .d = options.d,
                           .gamma = options.gamma,
                           .exit = options.exit,
                           .depths_to_goal = options.depths_on_revisit ? databases.depths : nullptr,
                           .refine = options.refine,
                           .subgoal = options.subgoal,
                           .ties = options.ties,
                           .goal_region = options.goal_region,
                           .detector = options.detector});
}

}  // namespace

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
  return make_pr_lrta_agent(map, plain,
                            {.database = &database,
                             .depths = depths,
                             .subgoals = goals,
                             .depths_to_goal = depths_to_goal,
                             .subgoal = options.subgoal,
                             .ties = options.ties,
                             .goal_region = options.goal_region,
                             .detector = options.detector});
}

constinit const AlgorithmInfo rows::kPrLrta =
    agent_row<PrLrtaRowOptions, kPrLrtaRowParameters, make_pr_lrta_of_row, pr_lrta_needs>(
        {.key = "pr-lrta",
         .title = "PR LRTA*",
         .family = kHierarchical,
         .citation = "Bulitko et al. 2007, 2008",
         .summary = "LRTA* on an abstraction of the map; A* in two regions finds the way of each move",
         .real_time = true});

}  // namespace waymark
