#include <optional>
#include <string>
#include <utility>

#include "offline/generate_common.hpp"
#include "waymark/offline/generate.hpp"

namespace waymark {
namespace {

constexpr int kAttempts = 100;

void draw(MapKind kind, generate::Canvas& canvas, Random& random) {
  switch (kind) {
    case MapKind::kRooms: return generate::draw_rooms(canvas, random);
    case MapKind::kMaze: return generate::draw_maze(canvas, random);
    case MapKind::kCaves: return generate::draw_caves(canvas, random);
    case MapKind::kRts: return generate::draw_rts(canvas, random);
    case MapKind::kCity: return generate::draw_city(canvas, random);
    case MapKind::kFortress: return generate::draw_fortress(canvas, random);
    case MapKind::kScrub: return generate::draw_scrub(canvas, random);
  }
}

}  // namespace

Result<Grid> generate_map(MapKind kind, const GenerateOptions& options) {
  const auto in_range = [](int side) { return side >= kMinGeneratedSide && side <= kMaxGeneratedSide; };
  if (!in_range(options.width) || !in_range(options.height)) {
    return Error{ErrorCode::kOutOfRange, "cannot generate a map of " + std::to_string(options.width) + "x" +
                                             std::to_string(options.height) + " cells; each side must be " +
                                             std::to_string(kMinGeneratedSide) + " to " +
                                             std::to_string(kMaxGeneratedSide)};
  }
  Result<Grid> grid = Grid::create(options.width, options.height, false);
  if (!grid) return grid;
  generate::Canvas canvas(*grid);
  Random random(options.seed, static_cast<std::uint64_t>(kind) + 1);
  // A landscape may come out as nearly all rock or lake, mostly where a map is small: then it is drawn again, and of
  // many such the most open one is taken.
  const auto cells = static_cast<std::uint64_t>(options.width) * static_cast<std::uint64_t>(options.height);
  std::optional<Grid> most_open;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    canvas.fill({0, 0, options.width, options.height}, false);
    draw(kind, canvas, random);
    if (grid->passable_cells() * 10 >= cells * 3) return grid;
    if (!most_open || grid->passable_cells() > most_open->passable_cells()) most_open = *grid;
  }
  return *std::move(most_open);
}

}  // namespace waymark
