// A city by recursive subdivision: streets part districts, then blocks, then lots, ever narrower; avenues cut across.
#include <algorithm>

#include "offline/generate_common.hpp"

namespace waymark::generate {
namespace {

class City {
 public:
  City(Canvas& canvas, Random& random)
      : canvas_(canvas), random_(random), block_(std::clamp(std::min(canvas.width(), canvas.height()) / 4, 10, 60)) {}

  void build() {
    canvas_.fill({0, 0, canvas_.width(), canvas_.height()}, true);
    lay_streets({0, 0, canvas_.width(), canvas_.height()});
    const int avenues = 1 + (canvas_.width() + canvas_.height()) / 500;
    for (int i = 0; i < avenues; ++i) lay_avenue(i % 2 == 0 ? 1 : -1);
  }

 private:
  void lay_streets(Rect city) {
    std::vector<Rect> districts{city};
    while (!districts.empty()) {
      const Rect area = districts.back();
      districts.pop_back();
      const int longer = std::max(area.width, area.height);
      if (longer <= random_.between(block_ * 2 / 5, block_)) {
        build_block(area);
        continue;
      }
      const int street = longer > 320   ? random_.between(7, 9)
                         : longer > 120 ? random_.between(4, 6)
                                        : random_.between(2, 4);
      split(area, street, districts);
    }
  }

  // Two parts with `gap` cells between them.
  void split(Rect area, int gap, std::vector<Rect>& parts) {
    const bool across = area.width >= area.height;
    const int length = across ? area.width : area.height;
    const int first = random_.between(length * 3 / 8, length * 5 / 8) - gap / 2;
    const int rest = length - first - gap;
    if (across) {
      parts.push_back({area.x, area.y, first, area.height});
      parts.push_back({area.x + first + gap, area.y, rest, area.height});
    } else {
      parts.push_back({area.x, area.y, area.width, first});
      parts.push_back({area.x, area.y + first + gap, area.width, rest});
    }
  }

  void build_block(Rect block) {
    const int shorter = std::min(block.width, block.height);
    const std::uint32_t die = random_.below(20);
    if (shorter >= 16 && die < 2) return plant_park(block);
    if (shorter >= 16 && die < 3) return pave_plaza(block);
    if (shorter >= 14 && die < 8) return build_courtyard(block);
    build_lots(block);
  }

  // A hedge with a few ways in, trees, now and then a pond.
  void plant_park(Rect block) {
    canvas_.frame(block, 1, false);
    const Cell middle{block.x + block.width / 2, block.y + block.height / 2};
    for (int y = block.y + 2; y < block.y + block.height - 3; y += 3) {
      for (int x = block.x + 2; x < block.x + block.width - 3; x += 3) {
        const Cell tree{x + random_.between(0, 1), y + random_.between(0, 1)};
        if (random_.chance(2, 5)) canvas_.set(tree.x, tree.y, false);
      }
    }
    if (random_.chance(1, 2)) {
      const int radius = std::min(block.width, block.height) / 6;
      canvas_.disc(middle, radius + 3, true);
      canvas_.blob(middle, radius, false, random_);
    }
    canvas_.fill({middle.x - 1, block.y, 3, 3}, true);
    canvas_.fill({middle.x - 1, block.y + block.height - 3, 3, 3}, true);
    canvas_.fill({block.x, middle.y - 1, 3, 3}, true);
    if (random_.chance(1, 2)) canvas_.fill({block.x + block.width - 3, middle.y - 1, 3, 3}, true);
  }

  void pave_plaza(Rect block) {
    const Cell middle{block.x + block.width / 2, block.y + block.height / 2};
    const int radius = std::min(block.width, block.height) / 2;
    canvas_.fill(block, false);
    canvas_.disc(middle, radius, true);
    canvas_.fill({middle.x - 2, block.y, 5, block.height}, true);
    canvas_.fill({block.x, middle.y - 2, block.width, 5}, true);
    canvas_.disc(middle, std::max(1, radius / 4), false);
  }

  // A closed block around a yard with one entrance, a trap for those who walk straight at the goal.
  void build_courtyard(Rect block) {
    const int depth = random_.between(3, std::max(3, std::min(block.width, block.height) / 4));
    canvas_.fill(block, false);
    const Rect yard{block.x + depth, block.y + depth, block.width - 2 * depth, block.height - 2 * depth};
    canvas_.fill(yard, true);
    const int entrance = random_.between(1, 2);
    const bool horizontal = random_.chance(1, 2);
    const bool far_side = random_.chance(1, 2);
    if (horizontal) {
      const int y = yard.y + random_.between(1, yard.height - 1 - entrance);
      canvas_.fill({far_side ? yard.x + yard.width : block.x, y, depth, entrance}, true);
    } else {
      const int x = yard.x + random_.between(1, yard.width - 1 - entrance);
      canvas_.fill({x, far_side ? yard.y + yard.height : block.y, entrance, depth}, true);
    }
    if (std::min(yard.width, yard.height) >= 9 && random_.chance(1, 2)) {
      canvas_.fill({yard.x + 3, yard.y + 3, yard.width - 6, yard.height - 6}, false);
    }
  }

  void build_lots(Rect block) {
    std::vector<Rect> lots{block};
    while (!lots.empty()) {
      const Rect lot = lots.back();
      lots.pop_back();
      if (std::max(lot.width, lot.height) <=
          random_.between(4 + block_ / 12, std::max(4 + block_ / 12, block_ * 2 / 5))) {
        build_house(lot);
      } else {
        split(lot, std::max(0, random_.between(-1, 2)), lots);
      }
    }
  }

  // Often with a corner left out, sometimes set back from the street.
  void build_house(Rect lot) {
    if (random_.chance(1, 5) && lot.width > 5 && lot.height > 5) {
      lot = {lot.x + 1, lot.y + 1, lot.width - 2, lot.height - 2};
    }
    canvas_.fill(lot, false);
    if (lot.width < 6 || lot.height < 6 || random_.chance(1, 2)) return;
    const int width = random_.between(2, lot.width / 2);
    const int height = random_.between(2, lot.height / 2);
    canvas_.fill({random_.chance(1, 2) ? lot.x : lot.x + lot.width - width,
                  random_.chance(1, 2) ? lot.y : lot.y + lot.height - height, width, height},
                 true);
  }

  // Right across the map, well aslant of the streets; `sign` says to which side.
  void lay_avenue(int sign) {
    const int thickness = random_.between(4, 7);
    const int width = canvas_.width();
    const int height = canvas_.height();
    if (random_.chance(1, 2)) {
      const int middle = random_.between(0, width - 1);
      const int half = sign * random_.between(height / 5, height / 2);
      canvas_.line({middle - half, 0}, {middle + half, height - 1}, thickness, true);
    } else {
      const int middle = random_.between(0, height - 1);
      const int half = sign * random_.between(width / 5, width / 2);
      canvas_.line({0, middle - half}, {width - 1, middle + half}, thickness, true);
    }
  }

  Canvas& canvas_;
  Random& random_;
  int block_;  // the longest side of a block of houses
};

}  // namespace

void draw_city(Canvas& canvas, Random& random) {
  City(canvas, random).build();
  connect_components(canvas, 12, 2, Tunnel::kStraight, random);
}

}  // namespace waymark::generate
