// Dijkstra's algorithm: expands states in the order of their distance. The reference for every test of optimality.
//
// Dijkstra 1959, A Note on Two Problems in Connexion with Graphs.
// Bound per step: budget.units pops. Memory: 8 bytes per state touched and the open list. Complete and optimal.
//
// Deviation 1: stops when the goal is closed (point to point), and leaves out successors that another way reaches as
// cheaply (MoveTable::canonical); distances are the same.
#pragma once

#include <memory>

#include "waymark/search/bucket_queue.hpp"
#include "waymark/search/heuristic.hpp"
#include "waymark/search/path_finder.hpp"
#include "waymark/search/search.hpp"
#include "waymark/search/store.hpp"
#include "waymark/space/grid_space.hpp"

namespace waymark {

// Point to point.
PathFinderPtr make_dijkstra(const Map& map);

// One to all: the distance from a source to every cell of its component. Threads: one's own.
class DistanceField {
 public:
  // By reference; the map must outlive this.
  explicit DistanceField(const Map& map) : space_(map.grid(), map.table()) {}

  // kSolved; kCostOverflow where a distance exceeds kMaxPathCost; kBadId if the source is no cell, kUnreachable if it
  // is blocked: then nothing is reached.
  Status compute(NodeId source) {
    if (search_.start(space_, zero_, store_, open_, source, kNoNode) == Status::kBadId) return Status::kBadId;
    if (!space_.grid().passable(source)) {
      store_.reset(space_.id_bound());
      return Status::kUnreachable;
    }
    return search_.step(kUnlimited);
  }
  // kInfiniteCost where there is no path.
  [[nodiscard]] Cost distance(NodeId node) const {
    const auto* record = store_.find(node);
    return record != nullptr ? record->g : kInfiniteCost;
  }
  // Appends the cells from `node` back to the source; nothing where there is no path.
  void append_path_to_source(NodeId node, std::vector<NodeId>& path) const {
    if (distance(node) != kInfiniteCost) search_.trace_back(node, path);
  }
  [[nodiscard]] Work work() const { return search_.work(); }

 private:
  using Store = DenseStore<CanonicalGridSpace::Arrival>;
  CanonicalGridSpace space_;
  ZeroHeuristic zero_;
  Store store_;
  BucketQueue open_;
  Search<CanonicalGridSpace, ZeroHeuristic, Store, BucketQueue> search_;
};

}  // namespace waymark
