// Problems to run an algorithm on: from a scenario file, drawn at random, or one given by hand.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "waymark/base/result.hpp"
#include "waymark/io/scenario_file.hpp"
#include "waymark/space/map.hpp"

namespace waymark {

// The way of a goal that walks to and fro (lab/run/chase.hpp).
struct GoalWalk {
  Cell from{};
  Cell to{};
};

struct Problem {
  std::uint64_t index = 0;  // in the scenario file, or in the random sequence
  Cell start{};
  Cell goal{};
  std::optional<double> optimal = {};  // in cardinal steps, where it is known already
  std::optional<Cell> nearest = {};    // where the unit is sent instead: it cannot reach the goal
  // With a chase: in a scenario file that of the next row, of the first for the last; nothing: the problem's own.
  std::optional<GoalWalk> goal_walk = {};

  [[nodiscard]] Cell target() const { return nearest.value_or(goal); }
};

struct ScenarioSelection {
  std::uint64_t every = 1;  // rows 0, every, 2 * every...
  std::uint64_t limit = std::numeric_limits<std::uint64_t>::max();
};

// Whether the lengths in scenario files are those of the map's rules: MovingAI's, 8 neighbours, no corner cut, sqrt 2.
bool has_scenario_rules(const Map& map);

// The chosen rows of scenarios read from `file`, with their lengths where has_scenario_rules. Fails if a row, chosen or
// not, is not of this map.
Result<std::vector<Problem>> scenario_problems(const Map& map, const ScenarioFile& scenarios, const std::string& file,
                                               const ScenarioSelection& selection = {});

// How hard problems are for A*: states expanded per edge of the path found (Bulitko, Bjornsson & Lawrence 2010, section
// 8.1).
struct DifficultyBounds {
  double least = 0;
  double most = std::numeric_limits<double>::infinity();
  // Nothing: as they come. Otherwise, while the mean of the problems so far is above it, the next is one that is no
  // harder than that, and while it is below, one that is no easier. So both halves of what the map has are as they
  // come, and only how often each is drawn is chosen.
  std::optional<double> mean = {};
};

struct RandomSelection {
  std::uint64_t count = 1;
  std::uint64_t seed = 1;
  double min_cost = 0;  // of a shortest path, in cardinal steps
  double max_cost = std::numeric_limits<double>::infinity();
  std::optional<DifficultyBounds> difficulty = {};
};

// Connected pairs of different cells. Problem i depends on the map, the seed, the bounds and i, not on the count (and
// with a mean of the difficulty on those before it). The start is uniform over the passable cells; so is the goal, or
// over those that a path of max_cost could reach. Bounds of the difficulty choose among these. Fails if no pair within
// the bounds turns up in many tries.
Result<std::vector<Problem>> random_problems(const Map& map, const RandomSelection& selection);
// The same problems, each with the way of the next one for its goal.
Result<std::vector<Problem>> random_chases(const Map& map, RandomSelection selection);

enum class GoalCell : std::uint8_t { kPassable, kAny };
// Fails if a cell is outside the map, which was read from `map_file`, or blocked.
Result<Problem> single_problem(const Map& map, const std::string& map_file, Cell start, Cell goal,
                               GoalCell goal_cell = GoalCell::kPassable);

// Sends those whose goal is not reachable to the nearest cell that is (search/nearest_reachable.hpp).
void send_to_nearest(const Map& map, std::span<Problem> problems);

// `count` random problems as a scenario file: lengths by Dijkstra, sorted by length. The map has has_scenario_rules.
Result<ScenarioFile> make_scenarios(const Map& map, const std::string& map_name, std::uint64_t count,
                                    std::uint64_t seed);

}  // namespace waymark
