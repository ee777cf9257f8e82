#include "waymark/offline/generate_edits.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "waymark/base/random.hpp"

namespace waymark {
namespace {

constexpr int kTries = 64;       // draws of a place, before another way is taken
constexpr int kWidestDoor = 8;   // cells from wall to wall
constexpr int kLongestBar = 16;  // cells
constexpr int kLargestSide = 8;  // of a rectangle

// Draws areas of a grid that are wholly passable, or wholly blocked.
class EditPlaces {
 public:
  EditPlaces(const Grid& grid, Random& random) : grid_(&grid), random_(&random) {}

  // A wall on passable cells only: as drawn, or as much of it as is passable from its top left corner on.
  Rect obstacle() {
    const Cell at = passable_cell();
    switch (random_->below(4)) {
      case 0: return {at.x, at.y, 1, 1};
      case 1: {
        const int length = random_->between(2, kLongestBar);
        return random_->chance(1, 2) ? largest_from(at, length, 1) : largest_from(at, 1, length);
      }
      default: {
        const int width = random_->between(2, kLargestSide);
        return largest_from(at, width, random_->between(2, kLargestSide));
      }
    }
  }

  // A narrow place from wall to wall.
  std::optional<Rect> door() {
    for (int i = 0; i < kTries; ++i) {
      const Cell at = passable_cell();
      const std::optional<Rect> across = gap_between_walls(at, 1, 0);
      const std::optional<Rect> down = gap_between_walls(at, 0, 1);
      if (across && (!down || across->width <= down->height)) return across;
      if (down) return down;
    }
    return std::nullopt;
  }

  // From a passable cell into the wall beside it; a thin one is open to its other side then.
  std::optional<Rect> breach() {
    for (int i = 0; i < kTries; ++i) {
      const Cell at = passable_cell();
      const bool across = random_->chance(1, 2);
      const int length = random_->between(1, 3);
      const int side = random_->chance(1, 2) ? 1 : -1;
      const auto behind = [&](int cells) {
        return across ? Cell{at.x + side * cells, at.y} : Cell{at.x, at.y + side * cells};
      };
      int depth = 0;
      while (depth < length && is_wall(behind(depth + 1))) ++depth;
      if (depth == 0) continue;
      const Cell corner = behind(side > 0 ? 1 : depth);
      return Rect{corner.x, corner.y, across ? depth : 1, across ? 1 : depth};
    }
    return std::nullopt;
  }

  Cell passable_cell() {
    Cell at{};
    for (int i = 0; i < kTries; ++i) {
      at = {random_->between(0, grid_->width() - 1), random_->between(0, grid_->height() - 1)};
      if (grid_->passable(at.x, at.y)) return at;
    }
    // On a map of walls: the next one in reading order.
    while (!grid_->passable(at.x, at.y)) {
      if (++at.x < grid_->width()) continue;
      at.x = 0;
      if (++at.y == grid_->height()) at.y = 0;
    }
    return at;
  }

 private:
  [[nodiscard]] bool is_wall(Cell at) const { return grid_->contains(at.x, at.y) && !grid_->passable(at.x, at.y); }

  [[nodiscard]] Rect largest_from(Cell at, int width, int height) const {
    int rows = 0;
    for (; rows < height; ++rows) {
      int columns = 0;
      while (columns < width && grid_->passable(at.x + columns, at.y + rows)) ++columns;
      if (columns == 0) break;
      // Rows below may make it narrower; rather lower than a needle.
      if (rows > 0 && columns < (width + 1) / 2) break;
      width = columns;
    }
    return {at.x, at.y, width, std::max(rows, 1)};
  }

  [[nodiscard]] std::optional<Rect> gap_between_walls(Cell at, int dx, int dy) const {
    int before = 0;
    int after = 0;
    while (grid_->passable(at.x - dx * (before + 1), at.y - dy * (before + 1))) {
      if (++before >= kWidestDoor) return std::nullopt;
    }
    while (grid_->passable(at.x + dx * (after + 1), at.y + dy * (after + 1))) {
      if (++after >= kWidestDoor) return std::nullopt;
    }
    const int length = before + 1 + after;
    if (length > kWidestDoor) return std::nullopt;
    return Rect{at.x - dx * before, at.y - dy * before, dx != 0 ? length : 1, dy != 0 ? length : 1};
  }

  const Grid* grid_;
  Random* random_;
};

struct EditPair {
  Rect area;
  bool passable;  // what it becomes first
};

EditPair draw_pair(EditPlaces& places, Random& random) {
  const std::uint32_t kind = random.below(4);
  if (kind == 2) {
    if (const auto door = places.door()) return {*door, false};
  }
  if (kind == 3) {
    if (const auto gap = places.breach()) return {*gap, true};
  }
  return {places.obstacle(), false};
}

}  // namespace

Result<EditScript> generate_edits(const Grid& grid, const GenerateEditsOptions& options) {
  if (options.count < 1 || options.count > kMaxGeneratedEdits) {
    return Error{ErrorCode::kOutOfRange, "a script is made of 1 to " + std::to_string(kMaxGeneratedEdits) + " edits"};
  }
  if (options.steps == 1 || options.steps > kMaxEditStep) {
    return Error{ErrorCode::kOutOfRange, "a script is made for 2 to " + std::to_string(kMaxEditStep) + " steps"};
  }
  if (grid.passable_cells() == 0) return Error{ErrorCode::kUnsupported, "the map has no passable cell"};
  const auto steps = static_cast<int>(
      options.steps != 0 ? options.steps : std::max(2u, static_cast<unsigned>(grid.width() + grid.height())));
  Random random(options.seed);
  EditPlaces places(grid, random);
  EditScript script;
  const auto add = [&script](int step, const Rect& area, bool passable) {
    script.edits.push_back({static_cast<std::uint32_t>(step), area, passable});
  };
  for (std::uint32_t i = 0; i < options.count / 2; ++i) {
    const EditPair pair = draw_pair(places, random);
    const int first = random.between(1, steps - 1);
    const int second = first + random.between(1, std::min(std::max(steps / 4, 1), steps - first));
    add(first, pair.area, pair.passable);
    add(second, pair.area, !pair.passable);
  }
  if (options.count % 2 == 1) {
    const Cell at = places.passable_cell();
    add(random.between(1, steps), places.breach().value_or(Rect{at.x, at.y, 1, 1}), true);
  }
  std::stable_sort(script.edits.begin(), script.edits.end(),
                   [](const ScriptedEdit& a, const ScriptedEdit& b) { return a.step < b.step; });
  return script;
}

}  // namespace waymark
