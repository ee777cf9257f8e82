#include "waymark/search/weighted_a_star.hpp"

#include "search/grid_path_finder.hpp"
#include "search/paged_bucket_queue.hpp"
#include "waymark/search/store.hpp"
#include "waymark/space/grid_space.hpp"

namespace waymark {

Result<PathFinderPtr> make_weighted_a_star(const Map& map, const WeightedAStarOptions& options) {
  if (options.w_thousandths < 1000 || options.w_thousandths > 1'000'000) {
    return Error{ErrorCode::kOutOfRange, "w must be between 1 and 1000"};
  }
  if (options.gamma_thousandths < 1 || options.gamma_thousandths > 1000) {
    return Error{ErrorCode::kOutOfRange, "gamma must be above 0 and at most 1"};
  }
  using Open = PagedBucketQueue<WeightedOrder>;
  const WeightedOrder order{options.gamma_thousandths, options.w_thousandths};
  return with_heuristic(natural_heuristic(map.rules()), [&]<class Heuristic>(HeuristicMaker<Heuristic> make_heuristic) {
    using Finder = GridPathFinder<GridSpace, Heuristic, DenseStore<GridSpace::Arrival>, Open>;
    return PathFinderPtr(std::make_unique<Finder>(map, make_heuristic, Open(order)));
  });
}

}  // namespace waymark
