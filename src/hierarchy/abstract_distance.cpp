#include "waymark/hierarchy/abstract_distance.hpp"

#include <algorithm>

namespace waymark {

// Rounded down, fine distances break the triangle inequality by less than 1: edges count as one longer.
AbstractDistance::AbstractDistance(const CliqueAbstraction& abstraction, int level) : scale_(0) {
  const Graph::Rows& rows = abstraction.graph(level).forward();
  bool any = false;
  for (NodeId state = 0; state + 1 < rows.first.size(); ++state) {
    const Position from = abstraction.position(state, level);
    for (std::uint64_t i = rows.first[state]; i < rows.first[state + 1]; ++i) {
      const std::uint64_t length = fine_distance(from, abstraction.position(rows.to[i], level)) + 1;
      const std::uint64_t scale = (std::uint64_t{rows.cost[i]} << kScaleBits) / length;
      scale_ = any ? std::min(scale_, scale) : scale;
      any = true;
    }
  }
}

}  // namespace waymark
