// Maps that are made of others for experiments: that of which one is an enlargement, with problems drawn there, and one
// with its largest component alone. They have no history.
#pragma once

#include <string>
#include <vector>

#include "lab/run/problem.hpp"
#include "waymark/base/result.hpp"
#include "waymark/space/grid.hpp"
#include "waymark/space/move_table.hpp"

namespace waymark {

struct MapSize {
  int width = 0;
  int height = 0;

  [[nodiscard]] std::string to_string() const;  // "160x160"
};

// The map of `size` cells of which this one is an enlargement (io/terrain.hpp, shrink). Fails if it is none.
Result<Grid> original_map(const Grid& enlarged, MapSize size);

// Random problems of the original, enlarged with it: each cell becomes the first of its copies in reading order. Their
// optimal lengths are not told, as bounds of cost are those of the original.
Result<std::vector<Problem>> enlarged_problems(const Map& enlarged, MapSize size, const RandomSelection& selection);

// The map with all blocked but its largest component; of equal ones that of the least id.
Grid main_component(const Grid& grid, const MoveRules& rules);

}  // namespace waymark
