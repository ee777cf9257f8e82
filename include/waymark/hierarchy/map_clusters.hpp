// The clusters of a map and the abstract graphs over their borders, derived from it: one for all searches, agents and
// threads that want clusters of the same kind. What HPA* and DHPA* search (hpa.hpp, dhpa.hpp).
//
// Botea, Mueller & Schaeffer 2004, Near Optimal Hierarchical Path-Finding; section 7.2 of Anguelov's thesis (2011).
// An *entrance* is a longest run of cells along the border of two clusters that are passable on both sides. It has one
// transition, in its middle (of an even number the cell with the lower coordinate), if it is shorter than the
// threshold, and one at each end if it is not. A transition is a node on each side with a link between them. Clusters
// of a higher level are two by two of the level below; its nodes are those of that level that have a link out of them.
//
// Repair: an edit finds the entrances of its clusters anew, and of those that it lies beside; then the ways inside
// those that were edited or have other nodes, and the clusters of higher levels above them. A unit is a cell on either
// side of a border, a state popped (four on higher levels), or an entry of a table written; a part of a repair that
// takes more than one, at most three for each cell of a side or one for each node of a cluster, waits until there are
// so many. Between two parts of a repair the clusters are not to be used; stale they are no hint.
//
// Memory of a level: a byte for each cell of a cluster's rim, rounded up to a power of two, 80 bytes a cluster, 12 a
// link and 4 for each pair of nodes of a cluster; with kSteps a byte for each cell and node of a cluster, too.
//
// Deviations from the paper
//   1. Where diagonal moves are always allowed, one across a border between two blocked cells is a transition of its
//      own: otherwise it could not be used, and the graph would not be connected where the map is.
//   2. A level's clusters are two by two of those below; the paper leaves the number open.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "waymark/base/result.hpp"
#include "waymark/hierarchy/cluster_level.hpp"
#include "waymark/space/derived.hpp"
#include "waymark/space/map.hpp"

namespace waymark {

// What is kept of the ways inside clusters.
enum class ClusterWays : std::uint8_t {
  kNone,   // nothing: whoever searches finds them
  kCosts,  // what each costs
  kSteps,  // that, and the next step from every cell to each node
};

class MapClusters final : public Derived {
 public:
  static constexpr int kMostLevels = 3;

  struct Options {
    int size = 10;      // side of a cluster of the lowest level, 2 to 64
    int threshold = 6;  // from this length on an entrance has two transitions
    int levels = 1;     // to kMostLevels; one with kNone and kSteps
    ClusterWays ways = ClusterWays::kCosts;
    friend bool operator==(const Options&, const Options&) = default;
  };

  // Fails on hexagons: their moves across a border are not those of the paper.
  static Result<Done> check(const MoveRules& rules);
  // `map` passes the check.
  MapClusters(const Map& map, const Options& options);
  ~MapClusters() override;
  [[nodiscard]] const Options& options() const { return options_; }

  // From 1.
  [[nodiscard]] int levels() const { return static_cast<int>(levels_.size()); }
  [[nodiscard]] const ClusterLevel& level(int level) const { return levels_[static_cast<std::size_t>(level) - 1]; }
  // Of a cluster of level 1: rises when its nodes or ways may have changed.
  [[nodiscard]] std::uint32_t version(std::uint32_t cluster) const { return versions_[cluster]; }
  // With kSteps: the direction of the next step from a cell, by its offset in its cluster of level 1, to the cluster's
  // node of this rank; kNoDirection at the node and where there is no way.
  [[nodiscard]] std::uint8_t next_step(std::uint32_t cluster, std::uint32_t rank, Cell offset) const {
    const auto side = static_cast<std::uint32_t>(options_.size);
    return steps_[cluster]
                 [(rank * side + static_cast<std::uint32_t>(offset.y)) * side + static_cast<std::uint32_t>(offset.x)];
  }

  // Whether graphs and steps are the same.
  [[nodiscard]] bool same_as(const MapClusters& other) const;
  [[nodiscard]] std::uint64_t bytes() const override;

 private:
  class Making;

  std::uint64_t repair(const Map& map, std::uint64_t units) override;
  [[nodiscard]] bool is_hint() const override { return false; }

  Options options_;
  std::vector<ClusterLevel> levels_;
  std::vector<std::uint32_t> versions_;           // by cluster of level 1
  std::vector<std::vector<std::uint8_t>> steps_;  // by cluster of level 1: by rank and cell
  std::unique_ptr<Making> making_;
};

}  // namespace waymark
