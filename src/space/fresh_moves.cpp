#include "waymark/space/fresh_moves.hpp"

#include <cstdlib>

namespace waymark {
namespace {

constexpr bool beside(int dx, int dy) { return std::abs(dx) <= 1 && std::abs(dy) <= 1 && (dx != 0 || dy != 0); }

// The bit of Grid::neighbourhood for the cell at (dx, dy).
constexpr unsigned bit(int dx, int dy) {
  const int row_by_row = (dy + 1) * 3 + dx + 1;
  return 1u << static_cast<unsigned>(row_by_row - (row_by_row > 4 ? 1 : 0));
}

// The part of the parent's neighbourhood that the state sees, the state included. Whether the parent may step to a
// neighbour of the state depends on no other cell.
unsigned seen_around_parent(std::size_t arrival, unsigned around) {
  unsigned seen = bit(kDx[arrival], kDy[arrival]);
  for (std::size_t d = 0; d < kDirections; ++d) {
    const int dx = kDx[arrival] + kDx[d];
    const int dy = kDy[arrival] + kDy[d];
    if (beside(dx, dy) && (around & bit(kDx[d], kDy[d])) != 0) seen |= bit(dx, dy);
  }
  return seen;
}

}  // namespace

MovesByArrival fresh_moves(const std::array<std::uint8_t, 256>& legal, const std::array<Cost, kDirections>& costs,
                           const std::array<Cost, kDirections>& other_costs) {
  MovesByArrival fresh;
  fresh[kNoDirection] = legal;
  for (std::size_t arrival = 0; arrival < kDirections; ++arrival) {
    for (unsigned around = 0; around < 256; ++around) {
      const unsigned from_parent = legal[seen_around_parent(arrival, around)];
      unsigned moves = legal[around];
      for (std::size_t d = 0; d < kDirections; ++d) {
        const int dx = kDx[arrival] + kDx[d];
        const int dy = kDy[arrival] + kDy[d];
        bool useless = dx == 0 && dy == 0;
        if (beside(dx, dy)) {
          const std::size_t direct = direction_at(dx, dy);
          const auto no_dearer = [&](const std::array<Cost, kDirections>& cost) {
            return std::uint64_t{cost[direct]} <= std::uint64_t{cost[arrival]} + cost[d];
          };
          useless = ((from_parent >> direct) & 1u) != 0 && no_dearer(costs) && no_dearer(other_costs);
        }
        if (useless) moves &= ~(1u << d);
      }
      fresh[arrival][around] = static_cast<std::uint8_t>(moves);
    }
  }
  return fresh;
}

}  // namespace waymark
