#include "lab/run/memory.hpp"

#include <cmath>

#include "waymark/subgoals/case_base.hpp"
#include "waymark/subgoals/depth_tree.hpp"
#include "waymark/subgoals/path_database.hpp"
#include "waymark/subgoals/pattern_database.hpp"

namespace waymark {

std::optional<DatabaseFigures> database_figures(const AlgorithmChoice& algorithm, const Databases& databases,
                                                const Map& map) {
  DatabaseFigures figures;
  const auto take = [&](const auto* database) {
    figures.states += database->states_stored();
    figures.bytes += database->bytes();
  };
  switch (algorithm.database()) {
    case DatabaseKind::kNone: return std::nullopt;
    case DatabaseKind::kCases: take(databases.cases); break;
    case DatabaseKind::kCases2009: take(databases.cases_2009); break;
    case DatabaseKind::kPatterns: take(databases.patterns); break;
    case DatabaseKind::kDepths: take(databases.depths); break;
    case DatabaseKind::kTree: figures.bytes = databases.tree->to_text().size(); break;  // holds no states
    case DatabaseKind::kPaths: figures.bytes = databases.paths->bytes(); break;         // nor does it
  }
  if (algorithm.second_database() == DatabaseKind::kDepths) take(databases.depths);
  const Grid& grid = map.grid();
  figures.relative =
      static_cast<double>(figures.states) / (static_cast<double>(grid.width()) * static_cast<double>(grid.height()));
  return figures;
}

std::optional<std::uint64_t> break_even(std::uint64_t database_states, double online_states, double other_states) {
  const double saved = other_states - online_states;
  if (saved <= 0) return std::nullopt;
  return static_cast<std::uint64_t>(std::floor(static_cast<double>(database_states) / saved)) + 1;
}

}  // namespace waymark
