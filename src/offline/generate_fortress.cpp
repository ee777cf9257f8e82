// Walls within walls: districts hold castles, castles hold rings. Behind each gate a cross wall forces the long way
// round, and baffles and dead ends stand in the wards between.
#include <algorithm>
#include <cstdlib>

#include "offline/generate_common.hpp"

namespace waymark::generate {
namespace {

constexpr Rect inset(Rect area, int by) {
  return {area.x + by, area.y + by, area.width - 2 * by, area.height - 2 * by};
}
constexpr int shorter_side(Rect area) { return std::min(area.width, area.height); }

// Cells of `area` by side: `along` from the left or the top, `depth` inwards from that side.
Rect on_side(Rect area, unsigned side, int along, int length, int depth, int thickness) {
  switch (side) {
    case kNorth: return {area.x + along, area.y + depth, length, thickness};
    case kSouth: return {area.x + along, area.y + area.height - depth - thickness, length, thickness};
    case kWest: return {area.x + depth, area.y + along, thickness, length};
    default: return {area.x + area.width - depth - thickness, area.y + along, thickness, length};
  }
}
constexpr int side_length(Rect area, unsigned side) {
  return side == kNorth || side == kSouth ? area.width : area.height;
}

// A ring of wall: a rectangle with corners cut off.
struct Ring {
  Rect area;
  int cut;        // length of a cut corner's legs; 0 = none
  int thickness;  // of the wall
  int tower;      // radius
};

struct Gate {
  unsigned side;
  int at;  // along the side, of the middle
  int width;
};

class Fortress {
 public:
  Fortress(Canvas& canvas, Random& random) : canvas_(canvas), random_(random) {}

  void build() {
    const Rect map{0, 0, canvas_.width(), canvas_.height()};
    canvas_.fill(map, true);
    districts_.push_back(map);
    while (!districts_.empty()) {
      const Rect area = districts_.back();
      districts_.pop_back();
      settle(area);
    }
  }

 private:
  // Large areas are walled and parted, others become a castle.
  void settle(Rect area) {
    const int longer = std::max(area.width, area.height);
    const int shorter = shorter_side(area);
    if (longer < 48 || (longer <= 280 && longer * 2 <= shorter * 3)) {
      return build_castle(inset(area, std::clamp(shorter / 24, 1, 6)));
    }
    if (shorter >= 220 && longer <= 1200) {
      const Ring ring{inset(area, 9), 0, 3, 5};
      wall(ring);
      for (int i = 0; i < 2 + longer / 500; ++i) gate(ring, random_gate(ring, random_.below(4), 5));
      area = inset(area, 18);
    }
    const bool across = area.width >= area.height;
    const int length = across ? area.width : area.height;
    const int road = length > 1200 ? 8 : 4;
    const int first = random_.between(length * 2 / 5, length * 3 / 5) - road / 2;
    if (across) {
      districts_.push_back({area.x, area.y, first, area.height});
      districts_.push_back({area.x + first + road, area.y, area.width - first - road, area.height});
    } else {
      districts_.push_back({area.x, area.y, area.width, first});
      districts_.push_back({area.x, area.y + first + road, area.width, area.height - first - road});
    }
  }

  void build_castle(Rect area) {
    const int size = shorter_side(area);
    if (size < 6) return;
    const int thickness = std::clamp(size / 60, 1, 3);
    Ring ring{area, random_.chance(2, 3) ? size * random_.between(15, 29) / 100 : 0, thickness, thickness + 1};
    Gate entry = random_gate(ring, random_.below(4), gate_width(size));
    wall(ring);
    gate(ring, entry);
    for (;;) {
      const int ward = std::clamp(size / 14, 4, 14) + random_.between(0, 3);
      const int step = ward + ring.thickness;
      if (shorter_side(ring.area) < 2 * step + 14) break;
      // Parallel walls: a cut corner's legs shrink by 2 - sqrt 2 of the distance.
      const Ring inner{inset(ring.area, step), std::max(0, ring.cut - step * 586 / 1000), thickness, thickness + 1};
      const Gate inner_gate = divide_ward(ring, inner, ward, entry);
      wall(inner);
      gate(inner, inner_gate);
      ring = inner;
      entry = inner_gate;
    }
    build_keep(inset(ring.area, ring.thickness + 3));
  }

  // Cross wall, baffles and the inner ring's gate: beside the entry but behind the cross wall, or on the far side.
  Gate divide_ward(const Ring& ring, const Ring& inner, int ward, const Gate& entry) {
    const int offset = inner.area.x - ring.area.x;  // from an inner position along a side to an outer one
    const int low = inner.cut + inner.tower + 3 + offset;
    const int high = side_length(ring.area, entry.side) - 1 - low;
    const int clear = entry.width / 2 + ring.tower + 3;
    Gate result = random_gate(inner, entry.side ^ 2u, entry.width);
    // The cross wall goes where there is more room beside the gate.
    const bool after = high - entry.at >= entry.at - low;
    const int cross = after ? entry.at + clear : entry.at - clear;
    if (cross >= low && cross <= high) {
      canvas_.fill(on_side(ring.area, entry.side, cross, ring.thickness, ring.thickness, ward), false);
      const int behind = after ? cross + clear : cross - clear;
      if (behind >= low && behind <= high && random_.chance(1, 2)) result = {entry.side, behind - offset, entry.width};
    }
    for (unsigned side = kNorth; side <= kWest; ++side) {
      const int end = side_length(ring.area, side) - 1 - low;
      bool from_outside = random_.chance(1, 2);
      for (int at = low + random_.between(0, ward); at <= end; at += random_.between(ward, 2 * ward + 4)) {
        const bool near_entry = side == entry.side && std::abs(at - entry.at) <= 2 * clear + 2;
        const bool near_exit = side == result.side && std::abs(at - result.at - offset) <= clear + 2;
        if (near_entry || near_exit) continue;
        if (ward >= 8 && random_.chance(1, 4)) {
          barracks(ring, side, at, ward);
        } else {
          baffle(ring, side, at, ward, from_outside);
          from_outside = !from_outside;
        }
      }
    }
    return result;
  }

  // A wall across most of the ward; with a hook at its end it becomes a dead end.
  void baffle(const Ring& ring, unsigned side, int at, int ward, bool from_outside) {
    const int gap = ward >= 8 ? 3 : 2;
    const int depth = ring.thickness + (from_outside ? 0 : gap);
    const int length = ward - gap;
    canvas_.fill(on_side(ring.area, side, at, 1, depth, length), false);
    if (ward < 8 || random_.chance(1, 2)) return;
    const int hook = from_outside ? depth + length - 1 : depth;
    canvas_.fill(on_side(ring.area, side, random_.chance(1, 2) ? at : at - ward / 2, ward / 2 + 1, hook, 1), false);
  }

  // A house in the middle of the ward.
  void barracks(const Ring& ring, unsigned side, int at, int ward) {
    const int length = random_.between(ward / 2, ward);
    canvas_.fill(on_side(ring.area, side, at - length / 2, length, ring.thickness + 3, ward - 6), false);
  }

  // A walled hall, or a solid tower where there is little room.
  void build_keep(Rect area) {
    if (shorter_side(area) < 2) return;
    canvas_.fill(area, false);
    const Rect hall = inset(area, 2);
    if (shorter_side(hall) < 2) return;
    canvas_.fill(hall, true);
    const unsigned side = random_.below(4);
    canvas_.fill(on_side(area, side, side_length(area, side) / 2, 2, 0, 2), true);
  }

  [[nodiscard]] static int gate_width(int size) { return size >= 120 ? 3 : 2; }

  Gate random_gate(const Ring& ring, unsigned side, int width) {
    const int clear = ring.cut + (ring.thickness >= 2 ? 3 * ring.tower : 0) + width;
    const int end = side_length(ring.area, side) - 1 - clear;
    return {side, clear < end ? random_.between(clear, end) : side_length(ring.area, side) / 2, width};
  }

  void wall(const Ring& ring) {
    const Rect a = ring.area;
    const int half = ring.thickness / 2;
    const Rect middle{a.x + half, a.y + half, a.width - ring.thickness + 1, a.height - ring.thickness + 1};
    const int right = middle.x + middle.width - 1;
    const int bottom = middle.y + middle.height - 1;
    const int cut = ring.cut;
    const std::array<Cell, 8> corners{{{middle.x + cut, middle.y},
                                       {right - cut, middle.y},
                                       {right, middle.y + cut},
                                       {right, bottom - cut},
                                       {right - cut, bottom},
                                       {middle.x + cut, bottom},
                                       {middle.x, bottom - cut},
                                       {middle.x, middle.y + cut}}};
    for (std::size_t i = 0; i < 8; ++i) {
      // Two cells at least on a slant: a wall one cell thick would let nobody through anyhow, but looks dotted.
      const int slant = i % 2 == 1 ? std::max(ring.thickness, 2) : ring.thickness;
      canvas_.line(corners[i], corners[(i + 1) % 8], slant, false);
    }
    if (ring.thickness < 2) return;
    for (std::size_t i = 0; i < 8; ++i) {
      const Cell from = corners[i];
      const Cell to = corners[(i + 1) % 8];
      canvas_.disc(from, ring.tower, false);
      // Lesser towers between, about every 40 cells.
      const int parts = std::max(std::abs(to.x - from.x), std::abs(to.y - from.y)) / 40 + 1;
      for (int part = 1; part < parts; ++part) {
        const Cell at{from.x + (to.x - from.x) * part / parts, from.y + (to.y - from.y) * part / parts};
        canvas_.disc(at, ring.thickness, false);
      }
    }
  }

  // An opening between two towers.
  void gate(const Ring& ring, const Gate& gate) {
    const int half = gate.width / 2;
    if (ring.thickness >= 2) {
      for (const int at : {gate.at - half - ring.tower, gate.at + half + ring.tower}) {
        const Rect spot = on_side(ring.area, gate.side, at, 1, ring.thickness / 2, 1);
        canvas_.disc({spot.x, spot.y}, ring.tower, false);
      }
    }
    const int reach = ring.tower + 1;
    canvas_.fill(on_side(ring.area, gate.side, gate.at - half, gate.width, -reach, ring.thickness + 2 * reach), true);
  }

  Canvas& canvas_;
  Random& random_;
  std::vector<Rect> districts_;
};

}  // namespace

void draw_fortress(Canvas& canvas, Random& random) {
  Fortress(canvas, random).build();
  connect_components(canvas, 12, 2, Tunnel::kStraight, random);
}

}  // namespace waymark::generate
