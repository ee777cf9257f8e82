#include "waymark/space/map.hpp"

#include <cstdint>

namespace waymark {

Result<std::unique_ptr<Map>> Map::create(Grid grid, const MoveRules& rules) {
  if (auto costs = check_costs(rules.costs); !costs) return costs.error();
  return std::make_unique<Map>(std::move(grid), rules);
}

Cost Map::cost(NodeId from, NodeId to) const {
  // What is no cell of the grid is blocked too.
  if (from >= grid_.id_bound() || !grid_.passable(from)) return kInfiniteCost;
  const std::uint8_t d = direction(from, to);
  const bool is_legal = d != kNoDirection && ((table_->legal[grid_.neighbourhood(from)] >> d) & 1u) != 0;
  return is_legal ? table_->cost[d] : kInfiniteCost;
}

}  // namespace waymark
