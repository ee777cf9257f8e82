// What an algorithm keeps in memory, counted as the papers do: a state is 32 bits, whatever it is stored for.
//
// Bulitko, Bjornsson & Lawrence 2010 (JAIR 39), sections 8.5 to 8.7.
#pragma once

#include <cstdint>
#include <optional>

#include "waymark/agent/registry.hpp"
#include "waymark/space/map.hpp"
#include "waymark/subgoals/databases.hpp"

namespace waymark {

inline constexpr std::uint64_t kBytesPerState = 4;

// Of the databases that an algorithm uses; all units on a map share them.
struct DatabaseFigures {
  std::uint64_t states = 0;  // as the papers count: every state in every record, and those of the region assignment
  std::uint64_t bytes = 0;   // of the files
  double relative = 0;       // states over the map's cells, blocked ones included
};
// Nothing if it uses none.
std::optional<DatabaseFigures> database_figures(const AlgorithmChoice& algorithm, const Databases& databases,
                                                const Map& map);

// The fewest agents that take less memory together, database included, than as many that keep `other_states` each and
// need no database. Nothing if no number does.
std::optional<std::uint64_t> break_even(std::uint64_t database_states, double online_states, double other_states);

}  // namespace waymark
