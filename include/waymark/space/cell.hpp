// A cell of a grid and a rectangle of cells, by coordinates. x grows to the right, y downwards.
#pragma once

#include <algorithm>

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

// The smallest rectangle around both.
constexpr Rect bounding(const Rect& a, const Rect& b) {
  const int left = std::min(a.x, b.x);
  const int top = std::min(a.y, b.y);
  return {left, top, std::max(a.x + a.width, b.x + b.width) - left, std::max(a.y + a.height, b.y + b.height) - top};
}

}  // namespace waymark
