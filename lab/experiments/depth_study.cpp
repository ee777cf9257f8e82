// DepthStudy of pathology.hpp.
#include "agent/ply_lookahead.hpp"
#include "lab/experiments/lrts_walk.hpp"
#include "lab/experiments/pathology.hpp"

namespace waymark {
namespace {

// One agent for many starts, for it is forgetful.
class Walker {
 public:
  Walker(const Map& map, NodeId goal, const LrtsOptions& options)
      : map_(&map), goal_(goal), options_(options), agent_(*make_lrts(map, options)), area_(map, goal) {}

  DepthStudy::Walk walk(NodeId start) {
    const std::uint64_t looks_before = area_.looks();
    walk_to(*agent_, start, goal_, positions_, [&](NodeId from, const AgentStep& step) {
      if (step.expanded > 0) area_.search(from, options_.depths.empty() ? options_.d : options_.depths[from]);
    });
    const auto moves = static_cast<double>(positions_.size() - 1);
    return {path_length(*map_, positions_).value(), static_cast<double>(agent_->work().generated) / moves,
            static_cast<double>(area_.looks() - looks_before) / moves};
  }

 private:
  const Map* map_;
  NodeId goal_;
  LrtsOptions options_;
  AgentPtr agent_;
  LookaheadArea area_;
  std::vector<NodeId> positions_;
};

}  // namespace

DepthStudy::DepthStudy(const Map& map, NodeId goal, std::uint32_t d_max) : map_(&map), goal_(goal), d_max_(d_max) {
  WAYMARK_ASSERT(map.grid().passable(goal) && d_max >= 1 && d_max <= PlyLookahead::kMaxDepth);
  for (NodeId node = 0; node < map.grid().id_bound(); ++node) {
    if (node != goal && map.grid().passable(node) && map.connected(node, goal)) starts_.push_back(node);
  }
  walks_.resize(starts_.size() * d_max);
  for (std::uint32_t d = 1; d <= d_max; ++d) {
    LrtsOptions options;
    options.d = d;
    options.path_max = PathMax::kOff;
    Walker walker(map, goal, options);
    for (std::size_t i = 0; i < starts_.size(); ++i) walks_[i * d_max + d - 1] = walker.walk(starts_[i]);
  }
}

std::uint32_t DepthStudy::best_depth(std::size_t start) const {
  std::uint32_t best = 1;
  for (std::uint32_t d = 2; d <= d_max_; ++d) {
    if (walk(start, d).length < walk(start, best).length) best = d;
  }
  return best;
}

std::vector<std::uint8_t> DepthStudy::depths(const CliqueAbstraction& abstraction, int level) const {
  std::vector<std::uint8_t> best(map_->grid().id_bound());
  best[goal_] = 1;
  for (std::size_t i = 0; i < starts_.size(); ++i) best[starts_[i]] = static_cast<std::uint8_t>(best_depth(i));
  if (level == 0) return best;
  std::vector<std::uint8_t> result(best.size());
  const std::vector<NodeId> regions = abstraction.regions(level);
  for (NodeId node = 0; node < best.size(); ++node) {
    if (best[node] != 0) result[node] = best[abstraction.representative(regions[node], level)];
  }
  return result;
}

std::vector<DepthStudy::Walk> DepthStudy::walks_by(std::span<const std::uint8_t> depths) const {
  LrtsOptions options;
  options.d = d_max_;
  options.path_max = PathMax::kOff;
  options.depths = depths;
  Walker walker(*map_, goal_, options);
  std::vector<Walk> walks;
  walks.reserve(starts_.size());
  for (const NodeId start : starts_) walks.push_back(walker.walk(start));
  return walks;
}

}  // namespace waymark
