// A grid made from another: enlarged or cut out. The result has no history.
#pragma once

#include "waymark/base/result.hpp"
#include "waymark/space/grid.hpp"

namespace waymark {

// Every cell becomes factor x factor cells. Fails if the factor is below 1 or the result larger than a Grid can be.
Result<Grid> scale_up(const Grid& grid, int factor);

// The cells of `area`, which must have an inside and lie within the grid.
Result<Grid> crop(const Grid& grid, Rect area);

// What the two check, for other kinds of maps with a width and a height.
Result<Done> check_scale(int width, int height, int factor);
Result<Done> check_crop(int width, int height, Rect area);

}  // namespace waymark
