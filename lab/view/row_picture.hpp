// A row of a path database as a picture: from every cell the move towards one, so a tree that looks like a river.
#pragma once

#include "waymark/io/png_file.hpp"
#include "waymark/space/map.hpp"
#include "waymark/subgoals/path_database.hpp"

namespace waymark {

// A cell has the colour of its move's direction. The more cells come through one, the darker and broader its branch; a
// ring marks the centroid. Small maps are enlarged. `row` is one of the database's.
Image draw_row(const Map& map, const PathDatabase& database, PathDatabase::Row row);

}  // namespace waymark
