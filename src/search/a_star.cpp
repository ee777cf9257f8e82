#include "waymark/search/a_star.hpp"

#include "search/grid_path_finder.hpp"
#include "waymark/search/bucket_queue.hpp"
#include "waymark/search/queue.hpp"
#include "waymark/search/store.hpp"

namespace waymark {
namespace {

template <class SpaceType, class Store, class Heuristic>
PathFinderPtr with_queue(const Map& map, const AStarOptions& options, HeuristicMaker<Heuristic> make_heuristic) {
  if (options.queue == QueueKind::kBucket) {
    return std::make_unique<GridPathFinder<SpaceType, Heuristic, Store, BucketQueue>>(map, make_heuristic);
  }
  if (options.immediate) {
    return std::make_unique<GridPathFinder<SpaceType, Heuristic, Store, ImmediateHeapQueue>>(map, make_heuristic);
  }
  return std::make_unique<GridPathFinder<SpaceType, Heuristic, Store, HeapQueue<PlainOrder>>>(map, make_heuristic);
}

template <class SpaceType, class Heuristic>
PathFinderPtr with_store(const Map& map, const AStarOptions& options, HeuristicMaker<Heuristic> make_heuristic) {
  using Arrival = typename SpaceType::Arrival;
  if (options.store == StoreKind::kDense)
    return with_queue<SpaceType, DenseStore<Arrival>>(map, options, make_heuristic);
  return with_queue<SpaceType, SparseStore<Arrival>>(map, options, make_heuristic);
}

}  // namespace

Result<PathFinderPtr> make_a_star(const Map& map, const AStarOptions& options) {
  const HeuristicKind kind = options.heuristic.value_or(natural_heuristic(map.rules()));
  if (auto admissible = check_admissible(kind, map.rules()); !admissible) return admissible.error();
  return with_heuristic(kind, [&](auto make_heuristic) {
    if (options.successors == Successors::kCanonical) {
      return with_store<CanonicalGridSpace>(map, options, make_heuristic);
    }
    return with_store<GridSpace>(map, options, make_heuristic);
  });
}

}  // namespace waymark
