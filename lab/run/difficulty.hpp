// How hard a problem is for A*, and which problems are of a wanted difficulty.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "lab/run/problem.hpp"
#include "waymark/base/types.hpp"
#include "waymark/search/path_finder.hpp"
#include "waymark/space/map.hpp"

namespace waymark {

// Takes problems one after the other, as DifficultyBounds says.
class DifficultyFilter {
 public:
  // The map must outlive this.
  DifficultyFilter(const Map& map, const DifficultyBounds& bounds);

  // Whether the problem, of this optimal length, is the next; it counts from then on.
  bool takes(NodeId start, NodeId goal, double length);

 private:
  // Nothing if there is no path, or A* expands more than `most` a step of that length.
  std::optional<double> difficulty(NodeId start, NodeId goal, double length, double most);

  DifficultyBounds bounds_;
  PathFinderPtr a_star_;
  std::vector<NodeId> path_;
  double sum_ = 0;
  std::uint64_t count_ = 0;
};

}  // namespace waymark
