// How large a picture may be, also where the library is built without PNG.
#include <string>

#include "waymark/io/png_file.hpp"
#include "waymark/space/grid.hpp"

namespace waymark {

Result<Done> check_png_size(std::int64_t width, std::int64_t height) {
  if (auto size = Grid::check_size(width, height); !size) return size;
  if (width * height <= kMaxPngCells) return Done{};
  return Error{ErrorCode::kTooLarge, "a map of " + std::to_string(width) + "x" + std::to_string(height) +
                                         " cells is too large for a picture; the limit is " +
                                         std::to_string(kMaxPngCells) + " cells; as a map file it may have more"};
}

}  // namespace waymark
