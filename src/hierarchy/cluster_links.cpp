#include "hierarchy/cluster_links.hpp"

namespace waymark {
namespace {

// The cells of a cluster's rim along one side.
struct RimSide {
  Cell first;
  Cell step;
  int length;
};

RimSide side_of(const Rect& area, Direction side) {
  const int right = area.x + area.width - 1;
  const int bottom = area.y + area.height - 1;
  switch (side) {
    case kNorth: return {{area.x, area.y}, {1, 0}, area.width};
    case kSouth: return {{area.x, bottom}, {1, 0}, area.width};
    case kWest: return {{area.x, area.y}, {0, 1}, area.height};
    default: return {{right, area.y}, {0, 1}, area.height};
  }
}

Cell cell_of(const RimSide& side, int i) { return {side.first.x + i * side.step.x, side.first.y + i * side.step.y}; }

void add_link(const ClusterLevel& level, Cell cell, unsigned direction, std::span<std::uint8_t> links) {
  const NodeId id = level.id(cell);
  std::uint8_t& mask = links[id - level.first_id(level.cluster(id))];
  mask = static_cast<std::uint8_t>(mask | (1u << direction));
}

}  // namespace

void add_links(const Map& map, const ClusterLevel& level, std::uint32_t cluster, Direction side, int threshold,
               std::span<std::uint8_t> links) {
  const Grid& grid = map.grid();
  const RimSide rim = side_of(level.area(cluster), side);
  const auto is_open = [&](int i) {
    const Cell cell = cell_of(rim, i);
    return grid.passable(cell.x, cell.y) && grid.passable(cell.x + kDx[side], cell.y + kDy[side]);
  };
  for (int first = 0; first < rim.length; ++first) {
    if (!is_open(first)) continue;
    int last = first;
    while (last + 1 < rim.length && is_open(last + 1)) ++last;
    if (last - first + 1 < threshold) {
      add_link(level, cell_of(rim, (first + last) / 2), side, links);
    } else {
      add_link(level, cell_of(rim, first), side, links);
      add_link(level, cell_of(rim, last), side, links);
    }
    first = last + 1;  // which is not open
  }
}

void add_diagonal_links(const Map& map, const ClusterLevel& level, std::uint32_t cluster, Direction side,
                        std::span<std::uint8_t> links) {
  const Grid& grid = map.grid();
  const Rect area = level.area(cluster);
  const RimSide rim = side_of(area, side);
  for (int i = 0; i < rim.length; ++i) {
    const Cell cell = cell_of(rim, i);
    for (unsigned d = kNorthEast; d <= kNorthWest; ++d) {
      const Cell to{cell.x + kDx[d], cell.y + kDy[d]};
      const bool leaves = to.x < area.x || to.y < area.y || to.x >= area.x + area.width || to.y >= area.y + area.height;
      if (leaves && grid.passable(cell.x, cell.y) && grid.passable(to.x, to.y) && !grid.passable(cell.x, to.y) &&
          !grid.passable(to.x, cell.y)) {
        add_link(level, cell, d, links);
      }
    }
  }
}

}  // namespace waymark
