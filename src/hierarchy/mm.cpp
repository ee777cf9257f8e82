#include "waymark/hierarchy/mm.hpp"

#include <memory>

#include "hierarchy/mm_parameters.hpp"
#include "hierarchy/mm_planner.hpp"
#include "hierarchy/refined_finder.hpp"

namespace waymark {

Result<PathFinderPtr> make_mm(const Map& map, const MmOptions& options) {
  if (auto fits = Sectors::check(map.rules()); !fits) return fits.error();
  if (auto good = check_options(options, kMmParameters); !good) return good.error();
  // Smoothing needs the whole path.
  const Refinement refinement = options.smooth == RaySmoothing::kOff ? options.refine : Refinement::kWhole;
  return PathFinderPtr(std::make_unique<RefinedFinder<MmPlanner>>(map, smooth_options(options.smooth, options.box),
                                                                  refinement, options.stale, options));
}

}  // namespace waymark
