// Several algorithms on the same problems: one table, and a page with their walks and what they trade.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lab/run/memory.hpp"
#include "lab/run/problem.hpp"
#include "lab/run/run.hpp"
#include "lab/run/statistics.hpp"
#include "lab/view/time_histogram.hpp"
#include "waymark/agent/registry.hpp"
#include "waymark/base/result.hpp"
#include "waymark/space/map.hpp"

namespace waymark {

// "a-star,lrta:d=3,gamma=0.5,rta": commas stand between algorithms and between the parameters of one. An item that is
// a parameter, name=value, belongs to the algorithm before it; any other begins a new one. None may come twice.
Result<std::vector<AlgorithmChoice>> parse_algorithms(std::string_view text);

// What one algorithm did. Figures per move are over all moves of all problems, a step on which the agent stood still
// counting as one; the others are over the problems.
struct RaceEntry {
  AlgorithmChoice algorithm;
  std::uint64_t problems = 0;
  std::uint64_t solved = 0;
  std::uint64_t out_of_budget = 0;
  std::uint64_t unreachable = 0;
  TimeHistogram time;  // of a move
  double expanded_per_move = 0;
  std::uint64_t max_expanded_per_move = 0;
  double climb_steps_per_move = 0;  // of reachability checks
  Summary suboptimality;            // percent; of the solved problems
  double visits_per_state = 0;
  std::uint64_t peak_states = 0;  // of the problem that took most
  double online_states = 0;       // mean peak of a problem: what the papers call strictly on-line memory
  double online_bytes = 0;        // mean of what an agent really held after a problem
  std::optional<DatabaseFigures> database = {};
  std::uint64_t fell_back = 0;               // problems on which an agent with a database did without it
  std::optional<LivingFigures> living = {};  // of all problems; if the world changes under the units
  // With a chase, of the problems in which the goal was caught: the steps until then, and what was walked.
  Summary steps = {};
  Summary walked = {};
  // Agents that take less memory together, database included, than as many of the race's tba; if there is one.
  std::optional<std::uint64_t> break_even = {};
  // No other that solved as much walks no longer and plans no more per move, and less of one. Never where a problem
  // that has a path was not solved, or none was; in a world that changes, where another solved more.
  bool on_front = false;
};

struct Race {
  std::vector<RaceEntry> entries;
  std::string table;                // to read on a terminal
  std::string page;                 // HTML
  std::vector<std::string> faults;  // what did not hold, a line each
};

// Told of each row as it comes, and how many of how many runs are done.
using RaceSink =
    std::function<void(const AlgorithmChoice& algorithm, const RunRow& row, std::uint64_t done, std::uint64_t total)>;

// Fails if an algorithm cannot be made for this map. There is at least one algorithm and one problem.
Result<Race> run_race(const Map& map, const std::string& map_name, std::span<const AlgorithmChoice> algorithms,
                      std::vector<Problem> problems, RunOptions options, const RaceSink& sink);

}  // namespace waymark
