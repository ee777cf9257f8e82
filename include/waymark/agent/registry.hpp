// Every algorithm there is, as one table, and algorithms made from texts such as "weighted-a-star:w=2": for tools,
// which choose at run time. A program that knows what it wants calls the algorithm's own factory (tb_wa.hpp:
// make_tb_wa(map, {.w = 2.0, .r = 40})). Help texts and JSON are made from this table, and a test holds README's
// tables against it. Adding an algorithm: docs/adding-an-algorithm.md.
//
// Threads: all of this may be used by any number of threads at once.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "waymark/agent/agent.hpp"
#include "waymark/base/parameter.hpp"
#include "waymark/base/result.hpp"
#include "waymark/search/path_finder.hpp"
#include "waymark/space/map.hpp"
#include "waymark/subgoals/container.hpp"
#include "waymark/subgoals/databases.hpp"
#include "waymark/subgoals/pattern_database.hpp"

namespace waymark {

// The databases that an algorithm needs with its parameters.
struct DatabaseNeeds {
  DatabaseKind first = DatabaseKind::kNone;   // kNone: it needs none
  DatabaseKind second = DatabaseKind::kNone;  // what it needs besides
  // Of pattern databases: the lowest level of the abstraction that their paths may run on; 0: the grid, and no other.
  std::uint32_t base = 0;
  PatternExit exit = PatternExit::kFirst;  // which their subgoals must be
};

struct AlgorithmInfo {
  std::string_view key;
  std::string_view title;
  std::string_view family;
  std::string_view citation;
  std::string_view summary;
  bool optimal = false;
  bool real_time = false;
  // A whole-path search that may end without an answer where there is one, kOutOfBudget or kOutOfRoom: for study, on
  // short ways. What must arrive leaves it out.
  bool gives_up = false;
  // Its states are jump points: what checks its lengths should be a search of another kind.
  bool jumps = false;
  // Parameters that measured better than the papers' (docs/performance.md), as a text has them; empty: there are none.
  std::string_view recommended = {};
  std::span<const ParameterInfo> parameters = {};
  DatabaseKind database = DatabaseKind::kNone;  // that it needs with its defaults
  DatabaseNeeds (*needs)(const ParameterValues& values) = nullptr;
  // Finds whole paths, but as an agent it does not: it plans as it goes.
  bool walks_by_itself = false;
  // Values are in their ranges, and `databases` has those that the algorithm needs. A whole-path search has both: its
  // last parameters are of the agent that walks its path (path_agent.hpp) and mean nothing to the search alone. Others
  // have no make_finder, but those that walk by themselves.
  Result<PathFinderPtr> (*make_finder)(const Map& map, const ParameterValues& values,
                                       const Databases& databases) = nullptr;
  Result<AgentPtr> (*make_agent)(const Map& map, const ParameterValues& values, const Databases& databases) = nullptr;

  // As parse_algorithm takes it, with the recommended parameters, if there are any.
  [[nodiscard]] std::string as_recommended() const;
  // Whether its agent has a whole path before it walks.
  [[nodiscard]] bool is_whole_path() const { return make_finder != nullptr && !walks_by_itself; }
};

// All rows, in the order tables show them.
std::span<const AlgorithmInfo> algorithms();

// Nearest key is in the error where there is no such algorithm.
Result<const AlgorithmInfo*> find_algorithm(std::string_view key);

// An algorithm with its parameters, from "KEY" or "KEY:name=value,name=value".
struct AlgorithmChoice {
  const AlgorithmInfo* info;
  ParameterValues values;

  // The whole-path search, to which `replan` means nothing; fails for agents, which have no path before they have
  // walked it, and if a database it needs is not there.
  [[nodiscard]] Result<PathFinderPtr> make(const Map& map, const Databases& databases = {}) const;
  // Any algorithm as an agent. `budget` is the work units a step may spend; less than the agent's smallest useful step
  // is refused. Fails if a database it needs is not there; the agent keeps a reference to those it uses.
  [[nodiscard]] Result<AgentPtr> make_agent(const Map& map, std::uint64_t budget = Agent::kUnbounded,
                                            const Databases& databases = {}) const;
  // What it needs with these parameters.
  [[nodiscard]] DatabaseNeeds needs() const;
  [[nodiscard]] DatabaseKind database() const { return needs().first; }
  [[nodiscard]] DatabaseKind second_database() const { return needs().second; }
  // The first kind that it needs and `databases` has not, for which make_agent would fail; kNone if all are there.
  [[nodiscard]] DatabaseKind missing(const Databases& databases) const;
  // The same text in full form, with only the parameters that differ from their defaults.
  [[nodiscard]] std::string to_string() const;
};
Result<AlgorithmChoice> parse_algorithm(std::string_view text);

// Of `names` the one with the fewest edits from `name`; empty if none is near.
std::string_view nearest_name(std::string_view name, std::span<const std::string_view> names);

}  // namespace waymark
