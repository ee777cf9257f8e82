#include "waymark/hierarchy/clique_abstraction.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "hierarchy/abstraction_builder.hpp"
#include "waymark/base/heap_bytes.hpp"

namespace waymark {

static_assert(kMaxMoveCost <= CliqueAbstraction::kDearestUnit);  // a map's unit is its straight step

namespace {

template <class Ground>
CliqueAbstraction make_abstraction(const Ground& ground, Cost unit, int most_levels, std::uint64_t epoch) {
  AbstractionBuilder<Ground> builder(ground, unit, most_levels, epoch);
  while (!builder.done()) builder.step(std::uint64_t{1} << 62u);
  return builder.take();
}

}  // namespace

CliqueAbstraction::CliqueAbstraction(const Map& map, int most_levels)
    : CliqueAbstraction(make_abstraction(GridGround(map.grid(), map.table()), map.rules().costs.cardinal, most_levels,
                                         map.grid().epoch())) {}

Result<CliqueAbstraction> CliqueAbstraction::over_rows(const Graph::Rows& rows, std::span<const Position> positions,
                                                       Cost unit, int most_levels) {
  const auto unfit = [](std::string message) { return Error{ErrorCode::kOutOfRange, std::move(message)}; };
  if (positions.size() != rows.first.size() - 1) {
    return unfit(std::to_string(positions.size()) + " positions for " + std::to_string(rows.first.size() - 1) +
                 " states");
  }
  if (unit < 1 || unit > kDearestUnit) return unfit("the unit must be 1 to " + std::to_string(kDearestUnit));
  const RowsGround ground(rows, positions);
  const auto out_of_range = [](std::int32_t place) { return place < 0 || place > kFarthest; };
  const auto row = [&](std::size_t place) { return rows.to.begin() + static_cast<std::ptrdiff_t>(rows.first[place]); };
  for (NodeId node = 0; node < ground.id_bound(); ++node) {
    if (out_of_range(positions[node].x) || out_of_range(positions[node].y)) {
      return unfit("the position of state " + std::to_string(node) + " is not within 0 to " +
                   std::to_string(kFarthest));
    }
    for (std::uint64_t i = rows.first[node]; i < rows.first[node + 1]; ++i) {
      if (std::binary_search(row(rows.to[i]), row(rows.to[i] + 1), node)) continue;
      return unfit("the step from state " + std::to_string(node) + " to " + std::to_string(rows.to[i]) +
                   " cannot be walked back");
    }
  }
  return make_abstraction(ground, unit, most_levels, 0);
}

std::uint32_t CliqueAbstraction::states(int level) const {
  return level == 0 ? ground_states_ : at(level).graph.nodes();
}

NodeId CliqueAbstraction::region(NodeId ground, int level) const {
  if (level < 0 || level > levels()) return kNoNode;
  NodeId state = ground;
  for (int l = 0; l < level && state != kNoNode; ++l) state = parent(state, l);
  return state;
}

std::vector<NodeId> CliqueAbstraction::regions(int level) const {
  if (level < 1 || level > levels()) return {};
  std::vector<NodeId> region = levels_.front().parents;
  for (int l = 1; l < level; ++l) {
    const std::span<const NodeId> above = parents(l);
    for (NodeId& state : region) {
      if (state != kNoNode) state = above[state];
    }
  }
  return region;
}

std::uint64_t CliqueAbstraction::heap_bytes() const {
  std::uint64_t sum = heap_bytes_of(levels_);
  for (const Level& level : levels_) {
    sum += heap_bytes_of(level.parents, level.graph, level.positions, level.representatives, level.sizes);
  }
  return sum;
}

}  // namespace waymark
