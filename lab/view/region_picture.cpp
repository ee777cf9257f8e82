#include "lab/view/region_picture.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "lab/view/picture.hpp"

namespace waymark {
namespace {

constexpr std::array<Colour, 8> kPalette{{{0x8f, 0xc1, 0xe3},
                                          {0xf7, 0xc5, 0x9f},
                                          {0xa8, 0xd5, 0xa2},
                                          {0xf4, 0xa6, 0xb7},
                                          {0xcf, 0xb7, 0xe8},
                                          {0xf3, 0xe0, 0x8a},
                                          {0x9f, 0xd8, 0xd0},
                                          {0xd9, 0xc3, 0xa5}}};
constexpr Colour kRepresentative{0x2b, 0x2b, 0x35};

// The first colour no neighbour has, as far as there are enough.
std::vector<std::uint8_t> colour_states(const Graph& graph) {
  std::vector<std::uint8_t> colours(graph.nodes(), kPalette.size());
  const Graph::Rows& rows = graph.forward();
  for (NodeId state = 0; state < graph.nodes(); ++state) {
    std::array<bool, kPalette.size() + 1> taken{};
    for (std::uint64_t i = rows.first[state]; i < rows.first[state + 1]; ++i) taken[colours[rows.to[i]]] = true;
    // Begins elsewhere for each state, so that all colours are used.
    std::size_t colour = state % kPalette.size();
    for (std::size_t tried = 0; tried < kPalette.size() && taken[colour]; ++tried)
      colour = (colour + 1) % kPalette.size();
    colours[state] = static_cast<std::uint8_t>(colour);
  }
  return colours;
}

// `regions` by ground id: the state of each passable cell; `dark` has a cell of each state.
Image draw_states(const Map& map, const std::vector<NodeId>& regions, const Graph& graph,
                  const std::vector<NodeId>& dark) {
  constexpr int kRegionSide = 1024;
  const std::vector<std::uint8_t> colours = colour_states(graph);
  Image image = draw_cells(map, [&](NodeId node) -> std::optional<Colour> { return kPalette[colours[regions[node]]]; });
  const int factor = std::max(1, kRegionSide / std::max(map.grid().width(), map.grid().height()));
  image = enlarge(image, factor);
  if (factor < 2) return image;
  const int inset = factor / 4;
  for (const NodeId node : dark) {
    const Cell cell = map.grid().cell(node);
    for (int y = cell.y * factor + inset; y < (cell.y + 1) * factor - inset; ++y) {
      for (int x = cell.x * factor + inset; x < (cell.x + 1) * factor - inset; ++x) {
        const auto at =
            (static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) + static_cast<std::size_t>(x)) * 3;
        image.rgb[at] = kRepresentative.red;
        image.rgb[at + 1] = kRepresentative.green;
        image.rgb[at + 2] = kRepresentative.blue;
      }
    }
  }
  return image;
}

}  // namespace

Image draw_regions(const Map& map, const CliqueAbstraction& abstraction, int level) {
  std::vector<NodeId> representatives;
  for (NodeId state = 0; state < abstraction.states(level); ++state) {
    representatives.push_back(abstraction.representative(state, level));
  }
  return draw_states(map, abstraction.regions(level), abstraction.graph(level), representatives);
}

Image draw_regions(const Map& map, const Sectors& sectors) {
  const Grid& grid = map.grid();
  std::vector<NodeId> first;  // state of each sector
  std::vector<NodeId> centres;
  for (std::uint32_t sector = 0; sector < sectors.sectors(); ++sector) {
    first.push_back(static_cast<NodeId>(centres.size()));
    for (std::uint32_t region = 0; region < sectors.record(sector).regions(); ++region) {
      centres.push_back(sectors.centre(grid, sector, region));
    }
  }
  Graph::Rows rows;
  for (std::uint32_t sector = 0; sector < sectors.sectors(); ++sector) {
    const Sectors::Record record = sectors.record(sector);
    for (std::uint32_t region = 0; region < record.regions(); ++region) {
      for (const std::uint16_t word : record.edges(region)) {
        const Sectors::Edge edge = Sectors::edge_of(word);
        rows.to.push_back(first[sectors.beside(sector, edge.direction)] + edge.to);
        rows.cost.push_back(1);
      }
      rows.first.push_back(rows.to.size());
    }
  }
  std::vector<NodeId> regions(grid.id_bound(), kNoNode);
  for (int y = 0; y < grid.height(); ++y) {
    for (int x = 0; x < grid.width(); ++x) {
      if (!grid.passable(x, y)) continue;
      const NodeId node = grid.node(x, y);
      regions[node] = first[sectors.sector_of({x, y})] + sectors.region_of(grid, node);
    }
  }
  return draw_states(map, regions, Graph::symmetric(std::move(rows)), centres);
}

}  // namespace waymark
