#include "agent/weighted_moves.hpp"

#include <algorithm>

namespace waymark {

WeightedMoves::WeightedMoves(const Map& map, const Options& options)
    : Derived(map.grid().epoch()), options_(options), fresh_(&map.table().fresh) {
  const MoveTable& table = map.table();
  for (std::size_t d = 0; d < kDirections; ++d) {
    const std::uint64_t cost = std::uint64_t{table.cost[d]} * options.weight_thousandths / 1000;
    costs_[d] = static_cast<Cost>(std::min<std::uint64_t>(cost, kMaxHeuristic));
  }
  // Rounding, and only that, may make a detour cheaper than the straight way.
  const MovesByArrival fresh = fresh_moves(table.legal, table.cost, costs_);
  if (fresh == table.fresh) return;
  own_ = std::make_unique<const MovesByArrival>(fresh);
  fresh_ = own_.get();
}

}  // namespace waymark
