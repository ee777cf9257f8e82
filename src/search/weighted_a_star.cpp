#include "waymark/search/weighted_a_star.hpp"

#include "base/thousandths.hpp"
#include "search/grid_path_finder.hpp"
#include "search/own_paged_bucket_queue.hpp"
#include "search/weighted_a_star_parameters.hpp"
#include "waymark/search/store.hpp"
#include "waymark/space/grid_space.hpp"

namespace waymark {

Result<PathFinderPtr> make_weighted_a_star(const Map& map, const WeightedAStarOptions& options) {
  if (auto good = check_options(options, kWeightedAStarParameters); !good) return good.error();
  using Open = OwnPagedBucketQueue<WeightedOrder>;
  const WeightedOrder order{thousandths_of(options.gamma), thousandths_of(options.w)};
  return with_natural_heuristic(map.rules(), [&]<class Heuristic>(HeuristicMaker<Heuristic> make_heuristic) {
    using Finder = GridPathFinder<GridSpace, Heuristic, DenseStore<GridSpace::Arrival>, Open>;
    return PathFinderPtr(std::make_unique<Finder>(map, make_heuristic, order));
  });
}

}  // namespace waymark
