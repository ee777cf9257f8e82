// A cell of a grid and a rectangle of cells, by coordinates. x grows to the right, y downwards.
#pragma once

namespace waymark {

struct Cell {
  int x;
  int y;
  friend bool operator==(const Cell&, const Cell&) = default;
};

struct Rect {
  int x;
  int y;
  int width;
  int height;
  friend bool operator==(const Rect&, const Rect&) = default;
};

}  // namespace waymark
