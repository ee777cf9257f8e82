#include "lab/view/cluster_picture.hpp"

#include <algorithm>

#include "lab/view/picture.hpp"

namespace waymark {

Image draw_clusters(const Map& map, const MapClusters& clusters, int level) {
  constexpr int kSide = 1024;
  constexpr Colour kEven{0x8f, 0xc1, 0xe3};
  constexpr Colour kOdd{0xf3, 0xe0, 0x8a};
  constexpr Colour kTransition{0xd8, 0x1e, 0x5b};
  const ClusterLevel& graph = clusters.level(level);
  const Image image = draw_cells(map, [&](NodeId node) -> std::optional<Colour> {
    const Cell cell = map.grid().cell(node);
    if (graph.is_on_rim(cell) && graph.links(graph.id(cell)) != 0) return kTransition;
    return (cell.x / graph.side() + cell.y / graph.side()) % 2 == 0 ? kEven : kOdd;
  });
  return enlarge(image, std::max(1, kSide / std::max(map.grid().width(), map.grid().height())));
}

}  // namespace waymark
