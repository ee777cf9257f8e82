#include "subgoals/hill_climb.hpp"

#include <bit>
#include <cstdlib>

#include "waymark/base/assert.hpp"

namespace waymark {
namespace {

constexpr std::uint8_t bits(unsigned a, unsigned b, unsigned c, unsigned d, unsigned e) {
  return static_cast<std::uint8_t>(1u << a | 1u << b | 1u << c | 1u << d | 1u << e);
}
// By the direction of the goal: the moves that may bring it nearer, where diagonals are preferred.
constexpr std::array<std::uint8_t, kDirections + 1> kForward{bits(kNorth, kNorthWest, kNorthEast, kNorth, kNorth),
                                                             bits(kEast, kNorthEast, kSouthEast, kEast, kEast),
                                                             bits(kSouth, kSouthWest, kSouthEast, kSouth, kSouth),
                                                             bits(kWest, kNorthWest, kSouthWest, kWest, kWest),
                                                             bits(kNorthEast, kNorth, kEast, kNorthWest, kSouthEast),
                                                             bits(kSouthEast, kSouth, kEast, kNorthEast, kSouthWest),
                                                             bits(kSouthWest, kSouth, kWest, kNorthWest, kSouthEast),
                                                             bits(kNorthWest, kNorth, kWest, kNorthEast, kSouthWest),
                                                             0};

}  // namespace

HillClimber::HillClimber(const Map& map)
    : map_(&map),
      distance_(octile_distance(map.rules())),
      diagonals_first_(map.rules().neighbours == Neighbours::kEight && map.rules().diagonal != DiagonalRule::kNever &&
                       map.rules().costs.diagonal > map.rules().costs.cardinal &&
                       map.rules().costs.diagonal <= 2 * map.rules().costs.cardinal),
      goes_one_way_(diagonals_first_ && map.rules().costs.diagonal < 2 * map.rules().costs.cardinal) {
  WAYMARK_ASSERT(map.rules().neighbours != Neighbours::kSix);
}

std::uint8_t HillClimber::best_of(unsigned moves, Cell at, Cell goal) const {
  const auto distance = [&](int x, int y) { return distance_.distance(std::abs(goal.x - x), std::abs(goal.y - y)); };
  const auto& cost = map_->table().cost;
  std::uint8_t best = kNoDirection;
  Cost best_f = kInfiniteCost;
  Cost best_h = kInfiniteCost;
  if (diagonals_first_) moves &= kForward[direction_at(sign(goal.x - at.x), sign(goal.y - at.y))];
  for (; moves != 0; moves &= moves - 1) {
    const auto d = static_cast<std::uint8_t>(std::countr_zero(moves));
    const Cost h = distance(at.x + kDx[d], at.y + kDy[d]);
    const Cost f = cost[d] + h;
    if (f > best_f || (f == best_f && cost[d] <= cost[best])) continue;
    best = d;
    best_f = f;
    best_h = h;
  }
  // Line 4: a local minimum, or a plateau.
  return distance(at.x, at.y) <= best_h ? kNoDirection : best;
}

}  // namespace waymark
