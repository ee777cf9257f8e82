// How long a path is, and how long a shortest one would be.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "waymark/base/types.hpp"
#include "waymark/search/path_finder.hpp"
#include "waymark/space/map.hpp"

namespace waymark {

// In cardinal steps, from the counts of straight and diagonal steps. Nothing if the path is empty or a step is not a
// legal move of the map.
std::optional<double> path_length(const Map& map, std::span<const NodeId> path);

struct OptimalPath {
  Cost cost;      // exact
  double length;  // in cardinal steps
};

// By which search. What is to be checked should not be checked by itself.
enum class Reference : std::uint8_t {
  kFastest,  // jump point search, or A* where that does not apply
  kAStar,
};

// Shortest lengths on one map. Not for use by two threads at once. The map must outlive this.
class OptimalLengths {
 public:
  explicit OptimalLengths(const Map& map, Reference reference = Reference::kFastest);

  // Nothing if there is no path (or none within kMaxPathCost).
  std::optional<OptimalPath> find(NodeId start, NodeId goal);

 private:
  const Map* map_;
  PathFinderPtr finder_;
  std::vector<NodeId> path_;
};

}  // namespace waymark
