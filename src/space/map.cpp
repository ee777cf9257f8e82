#include "waymark/space/map.hpp"

namespace waymark {

Result<std::unique_ptr<Map>> Map::create(Grid grid, const MoveRules& rules) {
  if (auto costs = check_costs(rules.costs); !costs) return costs.error();
  return std::make_unique<Map>(std::move(grid), rules);
}

Cost Map::cost(NodeId from, NodeId to) const {
  if (!grid_.contains(from)) return kInfiniteCost;
  const unsigned legal = grid_.passable(from) ? table_->legal[grid_.neighbourhood(from)] : 0;
  for (std::size_t d = 0; d < kDirections; ++d) {
    const auto offset = static_cast<NodeId>(kDy[d] * static_cast<std::int32_t>(grid_.stride()) + kDx[d]);
    if (from + offset == to) return ((legal >> d) & 1u) != 0 ? table_->cost[d] : kInfiniteCost;
  }
  return kInfiniteCost;
}

}  // namespace waymark
