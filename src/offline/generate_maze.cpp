// A perfect maze by depth-first carving, then braided. The way back is a stack of directions, one byte a maze cell; the
// grid itself tells which cells are carved.
#include <algorithm>

#include "offline/generate_common.hpp"

namespace waymark::generate {
namespace {

class Maze {
 public:
  Maze(Canvas& canvas, Random& random)
      : canvas_(canvas),
        random_(random),
        corridor_(choose_corridor()),
        columns_((canvas.width() - 1) / pitch()),
        rows_((canvas.height() - 1) / pitch()),
        left_((canvas.width() - columns_ * pitch() + 1) / 2),
        top_((canvas.height() - rows_ * pitch() + 1) / 2) {}

  void carve() {
    Cell at{random_.between(0, columns_ - 1), random_.between(0, rows_ - 1)};
    std::vector<std::uint8_t> back;
    open_cell(at);
    for (;;) {
      std::array<std::uint8_t, 4> ways{};
      std::uint32_t count = 0;
      for (std::uint8_t direction = kNorth; direction <= kWest; ++direction) {
        const Cell next = neighbour(at, direction);
        if (contains(next) && !is_carved(next)) ways[count++] = direction;
      }
      if (count > 0) {
        const std::uint8_t direction = ways[random_.below(count)];
        open_passage(at, direction);
        at = neighbour(at, direction);
        open_cell(at);
        back.push_back(direction);
      } else if (!back.empty()) {
        at = neighbour(at, back.back() ^ 2u);  // the opposite: north-south, east-west
        back.pop_back();
      } else {
        return;
      }
    }
  }

  // Opens a tenth of the dead ends and one in a hundred of the other cells: a few per cent of the walls.
  void braid() {
    for (int row = 0; row < rows_; ++row) {
      for (int column = 0; column < columns_; ++column) {
        const Cell at{column, row};
        if (!random_.chance(is_dead_end(at) ? 10 : 1, 100)) continue;
        const std::uint32_t first = random_.below(4);
        for (std::uint32_t i = 0; i < 4; ++i) {
          const auto direction = static_cast<std::uint8_t>((first + i) % 4);
          if (!contains(neighbour(at, direction)) || is_open(at, direction)) continue;
          open_passage(at, direction);
          break;
        }
      }
    }
  }

 private:
  // Wide corridors need room to be a maze: at least 16 maze cells along the shorter side.
  int choose_corridor() {
    const int side = std::min(canvas_.width(), canvas_.height());
    const int choices = side >= 128 ? 3 : side >= 64 ? 2 : 1;
    return 1 << random_.below(static_cast<std::uint32_t>(choices));
  }
  [[nodiscard]] int pitch() const { return corridor_ + 1; }
  [[nodiscard]] bool contains(Cell at) const { return at.x >= 0 && at.x < columns_ && at.y >= 0 && at.y < rows_; }
  [[nodiscard]] static Cell neighbour(Cell at, unsigned direction) {
    return {at.x + kDx[direction], at.y + kDy[direction]};
  }
  [[nodiscard]] Cell corner(Cell at) const { return {left_ + at.x * pitch(), top_ + at.y * pitch()}; }
  [[nodiscard]] bool is_carved(Cell at) const { return canvas_.open(corner(at).x, corner(at).y); }
  [[nodiscard]] Rect passage(Cell at, unsigned direction) const {
    const Cell from = corner(at);
    switch (direction) {
      case kNorth: return {from.x, from.y - 1, corridor_, 1};
      case kEast: return {from.x + corridor_, from.y, 1, corridor_};
      case kSouth: return {from.x, from.y + corridor_, corridor_, 1};
      default: return {from.x - 1, from.y, 1, corridor_};
    }
  }
  [[nodiscard]] bool is_open(Cell at, unsigned direction) const {
    const Rect cells = passage(at, direction);
    return canvas_.open(cells.x, cells.y);
  }
  [[nodiscard]] bool is_dead_end(Cell at) const {
    int ways = 0;
    for (unsigned direction = kNorth; direction <= kWest; ++direction) ways += is_open(at, direction) ? 1 : 0;
    return ways == 1;
  }
  void open_cell(Cell at) { canvas_.fill({corner(at).x, corner(at).y, corridor_, corridor_}, true); }
  void open_passage(Cell at, unsigned direction) { canvas_.fill(passage(at, direction), true); }

  Canvas& canvas_;
  Random& random_;
  int corridor_;  // width in grid cells; walls are one cell thick
  int columns_;   // in maze cells
  int rows_;
  int left_;  // of the first maze cell, in grid cells
  int top_;
};

}  // namespace

void draw_maze(Canvas& canvas, Random& random) {
  Maze maze(canvas, random);
  maze.carve();
  maze.braid();
}

}  // namespace waymark::generate
