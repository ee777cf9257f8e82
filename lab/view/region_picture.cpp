#include "lab/view/region_picture.hpp"

#include <algorithm>
#include <array>
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

}  // namespace

Image draw_regions(const Map& map, const CliqueAbstraction& abstraction, int level) {
  constexpr int kRegionSide = 1024;
  const std::vector<NodeId> regions = abstraction.regions(level);
  const std::vector<std::uint8_t> colours = colour_states(abstraction.graph(level));
  Image image = draw_cells(map, [&](NodeId node) -> std::optional<Colour> { return kPalette[colours[regions[node]]]; });
  const int factor = std::max(1, kRegionSide / std::max(map.grid().width(), map.grid().height()));
  image = enlarge(image, factor);
  if (factor < 2) return image;
  const int inset = factor / 4;
  for (NodeId state = 0; state < abstraction.states(level); ++state) {
    const Cell cell = map.grid().cell(abstraction.representative(state, level));
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

}  // namespace waymark
