// What is done to a map from outside at one time: by a step of a script, or by a patch.
#pragma once

#include <span>
#include <vector>

#include "waymark/io/terrain.hpp"
#include "waymark/space/cell.hpp"
#include "waymark/space/map.hpp"

namespace waymark {

// As one edit, in their order: where they overlap the last one wins. What was derived from the map is then maintained.
void apply_changes(std::span<const AreaEdit> changes, Map& map);

// A patch laid on a map with its top left corner at `at`, as few rectangles of like cells, none over another.
std::vector<AreaEdit> changes_of(const Terrain& patch, Cell at);

}  // namespace waymark
