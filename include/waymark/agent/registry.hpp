// Every algorithm there is, as one table: help texts, JSON, docs and reports are generated from it, and it makes the
// algorithm from a text such as "weighted-a-star:w=2". Adding an algorithm: docs/adding-an-algorithm.md.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "waymark/agent/agent.hpp"
#include "waymark/base/result.hpp"
#include "waymark/search/path_finder.hpp"
#include "waymark/space/map.hpp"
#include "waymark/subgoals/container.hpp"
#include "waymark/subgoals/databases.hpp"

namespace waymark {

enum class ParameterKind : std::uint8_t {
  kNumber,  // a decimal number, kept as thousandths
  kWhole,   // a whole number
  kChoice,  // one of `choices`
};

struct ParameterInfo {
  std::string_view name;
  std::string_view symbol;  // the paper's
  ParameterKind kind;
  std::string_view description;
  std::int64_t minimum = 0;  // kNumber: in thousandths
  std::int64_t maximum = 0;
  std::int64_t fallback = 0;  // the default; kNumber: in thousandths; kChoice: its index
  std::span<const std::string_view> choices = {};
};

// A value for each parameter of a row, in the row's order: thousandths, a whole number, or an index into the choices.
using ParameterValues = std::vector<std::int64_t>;

struct AlgorithmInfo {
  std::string_view key;
  std::string_view title;
  std::string_view family;
  std::string_view citation;
  std::string_view summary;
  bool optimal;
  bool real_time;
  DatabaseKind database;  // that it needs, whatever its parameters; kNone: none
  std::span<const ParameterInfo> parameters;
  // Exactly one of the two: a whole-path search, or an agent.
  Result<PathFinderPtr> (*make_finder)(const Map& map, const ParameterValues& values) = nullptr;
  // `databases` has the one it needs.
  Result<AgentPtr> (*make_agent)(const Map& map, const ParameterValues& values, const Databases& databases) = nullptr;
};

// All rows, in the order tables show them.
std::span<const AlgorithmInfo> algorithms();

// Nearest key is in the error where there is no such algorithm.
Result<const AlgorithmInfo*> find_algorithm(std::string_view key);

// An algorithm with its parameters, from "KEY" or "KEY:name=value,name=value".
struct AlgorithmChoice {
  const AlgorithmInfo* info;
  ParameterValues values;

  // The whole-path search; fails for agents, which have no path before they have walked it.
  [[nodiscard]] Result<PathFinderPtr> make(const Map& map) const;
  // Any algorithm as an agent. `budget` is the work units a step may spend; less than the agent's smallest useful step
  // is refused. Fails if the database it needs is not there; the agent keeps a reference to it.
  [[nodiscard]] Result<AgentPtr> make_agent(const Map& map, std::uint64_t budget = Agent::kUnbounded,
                                            const Databases& databases = {}) const;
  // What it needs with these parameters: the row's, or for those with a parameter goal=pdb or depth=pdb that.
  [[nodiscard]] DatabaseKind database() const;
  // What it needs besides: kDepths for a fallback that takes its depth from there, or kNone.
  [[nodiscard]] DatabaseKind second_database() const;
  // The same text in full form, with only the parameters that differ from their defaults.
  [[nodiscard]] std::string to_string() const;
};
Result<AlgorithmChoice> parse_algorithm(std::string_view text);

// A parameter's value as it is written.
std::string value_to_string(const ParameterInfo& parameter, std::int64_t value);

// "1.5" for 1500.
std::string thousandths_to_string(std::int64_t value);

// Of `names` the one with the fewest edits from `name`; empty if none is near.
std::string_view nearest_name(std::string_view name, std::span<const std::string_view> names);

}  // namespace waymark
