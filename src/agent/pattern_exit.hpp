// Which exits an agent wants its pattern database to hold: so that what it is led by shows in its name.
#pragma once

#include <array>
#include <string>

#include "base/parameters.hpp"
#include "waymark/base/result.hpp"
#include "waymark/subgoals/pattern_database.hpp"

namespace waymark {

inline constexpr std::array<Choice<PatternExit>, 2> kPatternExits{
    {{"first", PatternExit::kFirst}, {"last", PatternExit::kLast}}};

template <auto kMember>
constexpr auto exit_parameter() {
  return choice<kMember, kPatternExits>(
      "exit", "subgoals are where a path first leaves its region, or for good; the database must be built so");
}

// Of a database of subgoals.
inline Result<Done> check_exit(const PatternDatabase& database, PatternExit wanted) {
  if (database.exit() == wanted) return Done{};
  const bool is_first = wanted == PatternExit::kFirst;
  return database.bad(std::string("its subgoals are the ") + (is_first ? "last" : "first") +
                      " exits of regions; take exit=" + (is_first ? "last" : "first") + ", or build it with exit " +
                      (is_first ? "first" : "last"));
}

}  // namespace waymark
