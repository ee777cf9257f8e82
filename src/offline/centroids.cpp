#include "offline/centroids.hpp"

#include <algorithm>
#include <cstddef>
#include <span>

#include "waymark/space/grid_space.hpp"
#include "waymark/subgoals/path_database.hpp"

namespace waymark {
namespace {

// Moves of a king to the nearest cell that is blocked or outside the map, by node id; 0 of what is blocked. In two
// passes: each looks at the half of the neighbours that it has passed.
std::vector<std::uint16_t> wall_distances(const Grid& grid) {
  constexpr std::uint16_t kFar = 0xffff;
  std::vector<std::uint16_t> distances(std::size_t{grid.id_bound()} + 2 * grid.stride() + 2, 0);
  // Shifted, so that the row above the first has a place, too.
  std::uint16_t* const at = distances.data() + 1;
  const auto stride = static_cast<std::ptrdiff_t>(grid.stride());
  for (int y = 0; y < grid.height(); ++y) {
    for (int x = 0; x < grid.width(); ++x) {
      const NodeId node = grid.node(x, y);
      if (grid.passable(node)) at[node] = kFar;
    }
  }
  const auto lower = [at, stride](NodeId node, int back) {
    const std::uint16_t* const here = at + node;
    const std::uint16_t nearest =
        std::min({here[back], here[back * stride - 1], here[back * stride], here[back * stride + 1]});
    if (nearest < at[node]) at[node] = static_cast<std::uint16_t>(nearest + 1);
  };
  for (int y = 0; y < grid.height(); ++y) {
    for (int x = 0; x < grid.width(); ++x) lower(grid.node(x, y), -1);
  }
  for (int y = grid.height() - 1; y >= 0; --y) {
    for (int x = grid.width() - 1; x >= 0; --x) lower(grid.node(x, y), 1);
  }
  std::vector<std::uint16_t> result(at, at + grid.id_bound());
  return result;
}

// Passable cells, those farthest from walls first, by id among equals.
std::vector<NodeId> by_wall_distance(const Grid& grid) {
  const std::vector<std::uint16_t> distances = wall_distances(grid);
  std::vector<std::uint32_t> counts;
  for (const std::uint16_t distance : distances) {
    if (distance >= counts.size()) counts.resize(std::size_t{distance} + 1);
    ++counts[distance];
  }
  std::uint32_t before = 0;
  for (std::size_t distance = counts.size(); distance-- > 1;) {
    const std::uint32_t own = counts[distance];
    counts[distance] = before;
    before += own;
  }
  std::vector<NodeId> order(before);
  for (NodeId node = 0; node < grid.id_bound(); ++node) {
    if (distances[node] != 0) order[counts[distances[node]]++] = node;
  }
  return order;
}

// Breadth-first, from one cell after another.
class Flood {
 public:
  explicit Flood(const Map& map) : map_(&map), seen_(map.grid().id_bound(), 0) {}

  // How many cells its component has, but no more than `most` or so.
  std::size_t component(NodeId source, std::size_t most) {
    return from({&source, 1}, ~0u, most, [](NodeId) {});
  }

  // Visits cells within `moves` of a source, until it has seen `most`; how many that were.
  template <class Visit>
  std::size_t from(std::span<const NodeId> sources, std::uint32_t moves, std::size_t most, Visit&& visit) {
    ++round_;
    cells_.assign(sources.begin(), sources.end());
    for (const NodeId source : sources) seen_[source] = round_;
    std::size_t begin = 0;
    for (std::uint32_t ring = 0;; ++ring) {
      const std::size_t end = cells_.size();
      for (std::size_t i = begin; i < end; ++i) visit(cells_[i]);
      if (begin < end) rings_ = ring;
      if (ring == moves || begin == end || cells_.size() >= most) return cells_.size();
      for (std::size_t i = begin; i < end; ++i) {
        map_->space().for_each_edge(cells_[i], [this](NodeId to, Cost) {
          if (seen_[to] == round_) return;
          seen_[to] = round_;
          cells_.push_back(to);
        });
      }
      begin = end;
    }
  }

  // Of the last: how many moves its last cells were away.
  [[nodiscard]] std::uint32_t rings() const { return rings_; }

 private:
  const Map* map_;
  std::vector<std::uint32_t> seen_;  // the round
  std::uint32_t rings_ = 0;
  std::vector<NodeId> cells_;
  std::uint32_t round_ = 0;
};

}  // namespace

std::vector<NodeId> choose_centroids(const Map& map, std::uint32_t delta, std::size_t most) {
  constexpr std::size_t kAll = ~std::size_t{0};
  std::vector<NodeId> centroids;
  std::vector<bool> covered(map.grid().id_bound());
  Flood flood(map);
  for (const NodeId node : by_wall_distance(map.grid())) {
    if (covered[node]) continue;
    const std::size_t cells = flood.from({&node, 1}, delta, kAll, [&](NodeId cell) { covered[cell] = true; });
    const bool may_be_small = cells < PathDatabase::kLeastComponent;
    if (may_be_small && flood.component(node, PathDatabase::kLeastComponent) < PathDatabase::kLeastComponent) {
      continue;
    }
    centroids.push_back(node);
    if (centroids.size() > most) break;
  }
  return centroids;
}

NodeId first_uncovered(const Map& map, const std::vector<NodeId>& centroids, std::uint32_t delta) {
  std::vector<bool> covered(map.grid().id_bound());
  Flood flood(map);
  flood.from(centroids, delta, ~std::size_t{0}, [&](NodeId cell) { covered[cell] = true; });
  for (NodeId node = 0; node < map.grid().id_bound(); ++node) {
    if (covered[node] || !map.grid().passable(node)) continue;
    if (flood.component(node, PathDatabase::kLeastComponent) >= PathDatabase::kLeastComponent) return node;
  }
  return kNoNode;
}

std::uint32_t farthest_from(const Map& map, const std::vector<NodeId>& centroids) {
  Flood flood(map);
  flood.from(centroids, ~0u, ~std::size_t{0}, [](NodeId) {});
  return flood.rings();
}

std::vector<std::uint16_t> nearest_centroids(const Map& map, const std::vector<NodeId>& centroids, std::uint16_t none) {
  std::vector<std::uint16_t> nearest(map.grid().id_bound(), none);
  std::vector<NodeId> queue;
  queue.reserve(map.grid().id_bound());
  for (std::size_t row = 0; row < centroids.size(); ++row) {
    if (nearest[centroids[row]] != none) continue;
    nearest[centroids[row]] = static_cast<std::uint16_t>(row);
    queue.push_back(centroids[row]);
  }
  // Each ring is in the order of the rows, and so is the next.
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const std::uint16_t row = nearest[queue[i]];
    map.space().for_each_edge(queue[i], [&](NodeId to, Cost) {
      if (nearest[to] != none) return;
      nearest[to] = row;
      queue.push_back(to);
    });
  }
  return nearest;
}

}  // namespace waymark
