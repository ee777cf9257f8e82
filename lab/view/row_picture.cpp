#include "lab/view/row_picture.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <vector>

#include "lab/view/picture.hpp"
#include "waymark/space/direction.hpp"

namespace waymark {
namespace {

// By Direction; opposite directions have opposite hues, and those beside each other similar ones.
constexpr std::array<Colour, kDirections> kDirectionColours{{{0x9b, 0xc4, 0xf2},    // N: blue
                                                             {0xa5, 0xdf, 0xb2},    // E: green
                                                             {0xf7, 0xd0, 0x8a},    // S: orange
                                                             {0xe3, 0xb0, 0xe0},    // W: magenta
                                                             {0x96, 0xdc, 0xdd},    // NE
                                                             {0xd3, 0xe0, 0x91},    // SE
                                                             {0xf5, 0xb1, 0xa8},    // SW
                                                             {0xbd, 0xb4, 0xf0}}};  // NW
constexpr Colour kCentroid{0xc2, 0x18, 0x3c};
constexpr Colour kRim{0xff, 0xff, 0xff};

// By node id how many cells reach the centroid through a cell, itself included; 0 where there is no move.
class RowTree {
 public:
  RowTree(const Map& map, const PathDatabase& database, PathDatabase::Row row)
      : map_(&map), moves_(map.grid().id_bound(), kNoDirection), flow_(map.grid().id_bound(), 0) {
    const Grid& grid = map.grid();
    const NodeId root = database.centroid(row);
    std::vector<std::uint8_t> children(grid.id_bound(), 0);
    for (NodeId node = 0; node < grid.id_bound(); ++node) {
      if (!grid.contains(node) || node == root || !map.connected(node, root)) continue;
      moves_[node] = database.move(row, grid.cell(node));
      const NodeId to = target(node);
      if (to == kNoNode) continue;
      flow_[node] = 1;
      ++children[to];
    }
    flow_[root] = 1;
    // From the leaves on; what runs in a circle is left out.
    std::vector<NodeId> ready;
    for (NodeId node = 0; node < grid.id_bound(); ++node) {
      if (flow_[node] != 0 && children[node] == 0) ready.push_back(node);
    }
    for (std::size_t i = 0; i < ready.size(); ++i) {
      const NodeId to = target(ready[i]);
      if (to == kNoNode) continue;
      flow_[to] += flow_[ready[i]];
      if (--children[to] == 0) ready.push_back(to);
    }
  }

  [[nodiscard]] std::uint8_t move(NodeId node) const { return moves_[node]; }
  [[nodiscard]] std::uint32_t flow(NodeId node) const { return flow_[node]; }
  // Where the move leads; kNoNode where there is none, or an illegal one.
  [[nodiscard]] NodeId target(NodeId node) const {
    const std::uint8_t d = moves_[node];
    const Grid& grid = map_->grid();
    if (d >= kDirections || ((map_->table().legal[grid.neighbourhood(node)] >> d) & 1u) == 0) return kNoNode;
    const Cell cell = grid.cell(node);
    return grid.node(cell.x + kDx[d], cell.y + kDy[d]);
  }

 private:
  const Map* map_;
  std::vector<std::uint8_t> moves_;
  std::vector<std::uint32_t> flow_;
};

class RowPainter {
 public:
  RowPainter(Image& image, int zoom) : image_(&image), zoom_(zoom) {}

  void disc(int x, int y, int radius, Colour colour) {
    for (int dy = -radius; dy <= radius; ++dy) {
      for (int dx = -radius; dx <= radius; ++dx) {
        if (dx * dx + dy * dy <= radius * radius) dot(x + dx, y + dy, colour);
      }
    }
  }
  // From the middle of a cell to that of the one beside it.
  void branch(Cell from, Cell to, int radius, Colour colour) {
    const Cell begin = middle(from);
    for (int step = 0; step <= zoom_; ++step) {
      disc(begin.x + (to.x - from.x) * step, begin.y + (to.y - from.y) * step, radius, colour);
    }
  }
  [[nodiscard]] Cell middle(Cell cell) const { return {cell.x * zoom_ + zoom_ / 2, cell.y * zoom_ + zoom_ / 2}; }

 private:
  void dot(int x, int y, Colour colour) {
    if (x < 0 || y < 0 || x >= image_->width || y >= image_->height) return;
    const auto at =
        (static_cast<std::size_t>(y) * static_cast<std::size_t>(image_->width) + static_cast<std::size_t>(x)) * 3;
    image_->rgb[at] = colour.red;
    image_->rgb[at + 1] = colour.green;
    image_->rgb[at + 2] = colour.blue;
  }

  Image* image_;
  int zoom_;
};

// The darker, the more cells come through: from the colour itself to a quarter of it.
Colour deepened(Colour colour, unsigned depth, unsigned deepest) {
  const unsigned share = 256 - 192 * std::min(depth, deepest) / std::max(deepest, 1u);
  const auto channel = [share](std::uint8_t value) { return static_cast<std::uint8_t>(value * share / 256); };
  return {channel(colour.red), channel(colour.green), channel(colour.blue)};
}

}  // namespace

Image draw_row(const Map& map, const PathDatabase& database, PathDatabase::Row row) {
  constexpr int kSide = 1536;
  constexpr int kRoomForBranches = 3;
  constexpr unsigned kLeast = 6;  // doublings of cells that a branch begins at where cells are small
  const RowTree tree(map, database, row);
  const NodeId root = database.centroid(row);
  const Grid& grid = map.grid();
  const int zoom = std::clamp(kSide / std::max(grid.width(), grid.height()), 1, 32);
  const unsigned deepest = static_cast<unsigned>(std::bit_width(tree.flow(root)));
  const auto depth_of = [&](NodeId node) { return static_cast<unsigned>(std::bit_width(tree.flow(node))) - 1; };
  Image image = enlarge(draw_cells(map,
                                   [&](NodeId node) -> std::optional<Colour> {
                                     if (tree.move(node) >= kDirections || tree.flow(node) == 0) return std::nullopt;
                                     const Colour colour = kDirectionColours[tree.move(node)];
                                     if (zoom >= kRoomForBranches || depth_of(node) < kLeast) return colour;
                                     return deepened(colour, depth_of(node), deepest);
                                   }),
                        zoom);
  RowPainter painter(image, zoom);
  // Those with fewer cells first, so that the broader ones lie above them.
  for (unsigned depth = zoom >= 3 * kRoomForBranches ? 0 : kLeast; zoom >= kRoomForBranches && depth < deepest;
       ++depth) {
    const auto radius = static_cast<int>(static_cast<unsigned>(zoom) * depth * depth / (deepest * deepest));
    for (NodeId node = 0; node < grid.id_bound(); ++node) {
      if (tree.flow(node) == 0 || depth_of(node) != depth || tree.target(node) == kNoNode) continue;
      painter.branch(grid.cell(node), grid.cell(tree.target(node)), radius,
                     deepened(kDirectionColours[tree.move(node)], depth + 1, deepest));
    }
  }
  const Cell centre = painter.middle(grid.cell(root));
  const int radius = std::max({zoom / 2, image.width / 90, image.height / 90, 2});
  painter.disc(centre.x, centre.y, radius + radius / 2, kCentroid);
  painter.disc(centre.x, centre.y, radius, kRim);
  painter.disc(centre.x, centre.y, radius * 6 / 10, kCentroid);
  return image;
}

}  // namespace waymark
