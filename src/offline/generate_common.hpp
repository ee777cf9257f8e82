// What the map generators share: drawing on a grid, smooth noise, and making one component of many. Private to offline.
//
// The same seed must give the same map on every compiler, so no call takes two random numbers as arguments: the order
// in which arguments are computed is the compiler's. Braces are computed from left to right.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "waymark/base/random.hpp"
#include "waymark/space/grid.hpp"

namespace waymark::generate {

// Draws without the grid's edit log: a generated map has no history. Whatever lies outside the grid is left out.
class Canvas {
 public:
  explicit Canvas(Grid& grid) : grid_(grid) {}

  [[nodiscard]] int width() const { return grid_.width(); }
  [[nodiscard]] int height() const { return grid_.height(); }
  [[nodiscard]] bool open(int x, int y) const { return grid_.passable(x, y); }
  [[nodiscard]] const Grid& grid() const { return grid_; }

  void set(int x, int y, bool passable);
  void fill(Rect area, bool passable);
  // The outline of `area`, drawn inwards.
  void frame(Rect area, int thickness, bool passable);
  // Cells within `radius` of the centre, slightly rounded up so that small discs look round.
  void disc(Cell centre, int radius, bool passable);
  // A line drawn with a square pen.
  void line(Cell from, Cell to, int thickness, bool passable);
  // A round shape with a ragged edge: a disc plus smaller discs about its rim.
  void blob(Cell centre, int radius, bool passable, Random& random);

  [[nodiscard]] std::span<std::uint64_t> row(int y) { return grid_.mutable_row(y); }

 private:
  Grid& grid_;
};

// Smooth noise on a lattice of 2^log2_spacing cells, by rows. The lattice is slanted by an amount that depends on the
// seed: sums of several noises show no squares.
class ValueNoise {
 public:
  ValueNoise(std::uint64_t seed, int log2_spacing);

  // Adds to each `sum[x]` the noise of cell (x, y), 0 to 255 inclusive, times `weight`.
  void add_row(int y, int weight, std::span<int> sum);

 private:
  [[nodiscard]] int lattice(int column, int row) const;

  std::uint64_t seed_;
  int log2_spacing_;
  int slant_;                 // sixteenths of a cell to the right, per row
  std::vector<int> ease_;     // the smooth step at each offset inside a lattice cell, 0 to 256
  std::vector<int> columns_;  // lattice values interpolated to the present row, times 256
};

// Landscapes on small maps have small features: what to take off every noise's log2_spacing.
constexpr int shrink(int width, int height) {
  const int shorter = width < height ? width : height;
  return shorter < 96 ? 2 : shorter < 192 ? 1 : 0;
}

enum class Tunnel : std::uint8_t { kStraight, kRough };

// Makes the passable cells one 4-connected component: fills pockets of fewer than `pocket` cells and digs tunnels
// from every larger component to a near one.
void connect_components(Canvas& canvas, int pocket, int tunnel_width, Tunnel tunnel, Random& random);

void draw_rooms(Canvas& canvas, Random& random);
void draw_maze(Canvas& canvas, Random& random);
void draw_caves(Canvas& canvas, Random& random);
void draw_rts(Canvas& canvas, Random& random);
void draw_city(Canvas& canvas, Random& random);
void draw_fortress(Canvas& canvas, Random& random);
void draw_scrub(Canvas& canvas, Random& random);

}  // namespace waymark::generate
