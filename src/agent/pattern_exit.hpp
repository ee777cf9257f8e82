// Which exits an agent wants its pattern database to hold: so that what it is led by shows in its name.
#pragma once

#include <array>
#include <string>

#include "base/parameters.hpp"
#include "waymark/base/result.hpp"
#include "waymark/subgoals/pattern_database.hpp"

namespace waymark {

inline constexpr std::array<Choice<PatternExit>, 3> kPatternExits{
    {{"first", PatternExit::kFirst}, {"last", PatternExit::kLast}, {"centroid", PatternExit::kCentroid}}};

template <auto kMember>
constexpr auto exit_parameter() {
  return choice<kMember, kPatternExits>(
      "exit",
      "subgoals are where a path first leaves its region, or for good, or what stands for the region that it enters; "
      "the database must be built so");
}

// Of a database of subgoals.
inline Result<Done> check_exit(const PatternDatabase& database, PatternExit wanted) {
  if (database.exit() == wanted) return Done{};
  struct Words {
    std::string name;
    std::string subgoals;
  };
  const auto words = [](PatternExit exit) -> Words {
    switch (exit) {
      case PatternExit::kFirst: return {"first", "first exits of regions"};
      case PatternExit::kLast: return {"last", "last exits of regions"};
      case PatternExit::kCentroid: break;
    }
    return {"centroid", "representatives of the regions entered"};
  };
  const Words held = words(database.exit());
  return database.bad("its subgoals are the " + held.subgoals + "; take exit=" + held.name +
                      ", or build it with exit " + words(wanted).name);
}

}  // namespace waymark
