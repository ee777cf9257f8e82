// A map cut into square clusters, and the abstract graph over their borders: its nodes are the cells at which paths go
// from cluster to cluster. One level of what MapClusters makes; it holds the graph and says where things are, and knows
// nothing of how they are found.
//
// A node's id is its cluster's number and, in the low bits, its place on the cluster's rim: the upper row from left to
// right, the lower row, the left column between them from top to bottom, the right one. So an id follows from the cell
// alone, whatever else there is on the map. Two kinds of edges: *links*, moves of the map to a node of another cluster,
// and *ways* inside a cluster, whose costs lie in a square table, a row for each of its nodes.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "waymark/base/types.hpp"
#include "waymark/space/cell.hpp"
#include "waymark/space/direction.hpp"
#include "waymark/space/grid.hpp"

namespace waymark {

class ClusterLevel {
 public:
  ClusterLevel(const Grid& grid, int side);

  // Clusters at the right and lower edge of the map may be smaller.
  [[nodiscard]] int side() const { return side_; }
  [[nodiscard]] int columns() const { return columns_; }
  [[nodiscard]] int rows() const { return rows_; }
  [[nodiscard]] std::uint32_t clusters() const { return static_cast<std::uint32_t>(columns_ * rows_); }
  [[nodiscard]] std::uint32_t cluster_of(Cell cell) const {
    return static_cast<std::uint32_t>(cell.y / side_ * columns_ + cell.x / side_);
  }
  [[nodiscard]] Rect area(std::uint32_t cluster) const;

  // Ids are below this; few of them are nodes.
  [[nodiscard]] NodeId id_bound() const { return clusters() << shift_; }
  [[nodiscard]] std::uint32_t cluster(NodeId id) const { return id >> shift_; }
  [[nodiscard]] NodeId first_id(std::uint32_t cluster) const { return cluster << shift_; }
  // Places on the rim of a cluster.
  [[nodiscard]] std::uint32_t places() const { return static_cast<std::uint32_t>(places_.size()); }
  [[nodiscard]] bool is_on_rim(Cell cell) const {
    const int x = cell.x % side_;
    const int y = cell.y % side_;
    return x == 0 || y == 0 || x == side_ - 1 || y == side_ - 1;
  }
  // Of a cell on the rim.
  [[nodiscard]] NodeId id(Cell cell) const {
    return first_id(cluster_of(cell)) + place(cell.x % side_, cell.y % side_);
  }
  [[nodiscard]] Cell cell(NodeId id) const {
    const Offset origin = origins_[cluster(id)];
    const Offset at = places_[id & mask_];
    return {origin.x + at.x, origin.y + at.y};
  }
  // The id of the cell that a move in `direction` leads to, out of the cluster and onto the map.
  [[nodiscard]] NodeId beside(NodeId id, unsigned direction) const;

  // Directions in which links leave a node, as bits; 0: the id is no node.
  [[nodiscard]] unsigned links(NodeId id) const { return links_[id]; }
  [[nodiscard]] std::uint32_t nodes(std::uint32_t cluster) const { return counts_[cluster]; }
  // The place of a node among those of its cluster, which are ordered by id.
  [[nodiscard]] std::uint32_t rank(NodeId id) const { return ranks_[id]; }
  // visit(id, rank)
  template <class Visit>
  void for_each_node(std::uint32_t cluster, Visit&& visit) const {
    const std::uint64_t* words = bits_.data() + std::size_t{cluster} * words_;
    std::uint32_t rank = 0;
    for (std::uint32_t word = 0; word < words_; ++word) {
      for (std::uint64_t bits = words[word]; bits != 0; bits &= bits - 1) {
        visit(first_id(cluster) + word * 64 + static_cast<std::uint32_t>(std::countr_zero(bits)), rank++);
      }
    }
  }
  // Of a rank.
  [[nodiscard]] NodeId node(std::uint32_t cluster, std::uint32_t rank) const;
  // All links of a cluster, by rank of their node, then by direction.
  struct Crossing {
    NodeId from;
    NodeId to;
    std::uint16_t rank;
    std::uint8_t direction;
  };
  [[nodiscard]] std::span<const Crossing> crossings(std::uint32_t cluster) const { return crossings_[cluster]; }
  // Costs of the ways inside its cluster from the node of this rank to each; kInfiniteCost where there is none.
  [[nodiscard]] const Cost* ways(std::uint32_t cluster, std::uint32_t rank) const {
    return ways_[cluster].data() + std::size_t{rank} * counts_[cluster];
  }
  [[nodiscard]] std::span<const Cost> ways(std::uint32_t cluster) const { return ways_[cluster]; }

  // `links` of all places of a cluster. Whether they were others.
  bool set_links(std::uint32_t cluster, std::span<const std::uint8_t> links);
  // The whole table of a cluster.
  void set_ways(std::uint32_t cluster, std::span<const Cost> ways);

  // What a search reads of a cluster moves together in memory, away from what else was made meanwhile.
  void move_together();

  // Whether nodes, links and ways are the same.
  [[nodiscard]] bool same_as(const ClusterLevel& other) const;
  [[nodiscard]] std::uint64_t heap_bytes() const;

 private:
  struct Offset {
    std::uint16_t x;
    std::uint16_t y;
  };

  [[nodiscard]] std::uint32_t place(int x, int y) const {
    const int inner = side_ - 2;
    if (y == 0) return static_cast<std::uint32_t>(x);
    if (y == side_ - 1) return static_cast<std::uint32_t>(side_ + x);
    return static_cast<std::uint32_t>(2 * side_ + (x == 0 ? 0 : inner) + y - 1);
  }

  int side_;
  int width_;  // of the map
  int height_;
  int columns_;
  int rows_;
  unsigned shift_;
  std::uint32_t mask_;
  std::uint32_t words_;                           // of bits for the places of a cluster
  std::vector<Offset> origins_;                   // by cluster
  std::vector<Offset> places_;                    // by place, in the cluster
  std::vector<std::uint8_t> links_;               // by id
  std::vector<std::uint16_t> ranks_;              // by id, of nodes
  std::vector<std::uint64_t> bits_;               // by cluster and word: which places are nodes
  std::vector<std::uint16_t> counts_;             // by cluster: nodes
  std::vector<std::vector<Crossing>> crossings_;  // by cluster
  std::vector<std::vector<Cost>> ways_;           // by cluster
};

}  // namespace waymark
