// Ways inside clusters that were found when they were first needed, kept by who found them. (What belongs to the map is
// read by many threads and cannot take them in.)
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "waymark/base/heap_bytes.hpp"
#include "waymark/base/types.hpp"
#include "waymark/hierarchy/map_clusters.hpp"

namespace waymark {

class LazyWays {
 public:
  explicit LazyWays(const MapClusters& clusters) : clusters_(&clusters), kept_(clusters.level(1).clusters()) {}

  // Of the cluster as it is now: those from a node to the others of its cluster, if they are known.
  [[nodiscard]] bool knows(std::uint32_t cluster, std::uint32_t rank) const {
    const Kept& kept = kept_[cluster];
    const std::size_t nodes = clusters_->level(1).nodes(cluster);
    return kept.version == clusters_->version(cluster) && kept.ways[rank * nodes + rank] == 0;
  }
  // They are known.
  [[nodiscard]] const Cost* row(std::uint32_t cluster, std::uint32_t rank) const {
    return kept_[cluster].ways.data() + std::size_t{rank} * clusters_->level(1).nodes(cluster);
  }
  // To be filled in; the node's own is 0.
  [[nodiscard]] std::span<Cost> new_row(std::uint32_t cluster, std::uint32_t rank) {
    Kept& kept = kept_[cluster];
    const std::size_t nodes = clusters_->level(1).nodes(cluster);
    if (kept.version != clusters_->version(cluster)) {
      bytes_ -= heap_bytes_of(kept.ways);
      kept.ways.assign(nodes * nodes, kInfiniteCost);
      kept.version = clusters_->version(cluster);
      bytes_ += heap_bytes_of(kept.ways);
    }
    return {kept.ways.data() + rank * nodes, nodes};
  }
  [[nodiscard]] std::uint64_t heap_bytes() const { return heap_bytes_of(kept_) + bytes_; }

 private:
  struct Kept {
    std::uint32_t version = 0;  // none: those of clusters begin at 1
    std::vector<Cost> ways;     // by rank and rank; of rows that are not known their node's own is not 0
  };
  const MapClusters* clusters_;
  std::vector<Kept> kept_;
  std::uint64_t bytes_ = 0;
};

// Those of a level, or if it has none those found.
struct FoundWays {
  const ClusterLevel* level;
  const LazyWays* lazy = nullptr;
  [[nodiscard]] const Cost* operator()(std::uint32_t cluster, std::uint32_t rank) const {
    return lazy != nullptr ? lazy->row(cluster, rank) : level->ways(cluster, rank);
  }
};

}  // namespace waymark
