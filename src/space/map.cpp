#include "waymark/space/map.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace waymark {

Result<std::unique_ptr<Map>> Map::create(Grid grid, const MoveRules& rules) {
  if (auto costs = check_costs(rules.costs); !costs) return costs.error();
  return std::make_unique<Map>(std::move(grid), rules);
}

Cost Map::cost(NodeId from, NodeId to) const {
  // The direction by where `to` lies: NW N NE, W - E, SW S SE.
  constexpr std::array<std::uint8_t, 9> kByPlace{kNorthWest, kNorth,     kNorthEast, kWest,     kNoDirection,
                                                 kEast,      kSouthWest, kSouth,     kSouthEast};
  // What is no cell of the grid is blocked too.
  if (from >= grid_.id_bound() || !grid_.passable(from)) return kInfiniteCost;
  const std::int64_t apart = std::int64_t{to} - std::int64_t{from};
  const int dy = apart > 1 ? 1 : (apart < -1 ? -1 : 0);
  const std::int64_t dx = apart - dy * std::int64_t{grid_.stride()};
  if (dx < -1 || dx > 1) return kInfiniteCost;
  const std::uint8_t d = kByPlace[static_cast<std::size_t>(3 * (dy + 1) + dx + 1)];
  const bool is_legal = d != kNoDirection && ((table_->legal[grid_.neighbourhood(from)] >> d) & 1u) != 0;
  return is_legal ? table_->cost[d] : kInfiniteCost;
}

}  // namespace waymark
