#include "lab/run/optimal_length.hpp"

#include <utility>

#include "waymark/search/a_star.hpp"
#include "waymark/search/jps.hpp"

namespace waymark {
namespace {

PathFinderPtr make_optimal_finder(const Map& map, Reference reference) {
  if (reference == Reference::kFastest) {
    if (auto jps = make_jps(map)) return *std::move(jps);
  }
  return make_a_star(map).value();  // the natural heuristic is admissible on every map
}

}  // namespace

std::optional<double> path_length(const Map& map, std::span<const NodeId> path) {
  if (path.empty() || !map.grid().passable(path.front())) return std::nullopt;
  std::uint64_t cardinals = 0;
  std::uint64_t diagonals = 0;
  for (std::size_t i = 1; i < path.size(); ++i) {
    const Cost cost = map.cost(path[i - 1], path[i]);
    if (cost == kInfiniteCost) return std::nullopt;
    // On hexagons, and where both cost the same, all moves count as straight.
    ++(cost != map.rules().costs.cardinal ? diagonals : cardinals);
  }
  return map.rules().costs.length(cardinals, diagonals);
}

OptimalLengths::OptimalLengths(const Map& map, Reference reference)
    : map_(&map), finder_(make_optimal_finder(map, reference)) {}

std::optional<OptimalPath> OptimalLengths::find(NodeId start, NodeId goal) {
  if (finder_->solve(start, goal) != Status::kSolved) return std::nullopt;
  path_.clear();
  finder_->append_path(path_);
  const auto length = path_length(*map_, path_);
  if (!length) return std::nullopt;
  return OptimalPath{finder_->cost(), *length};
}

}  // namespace waymark
