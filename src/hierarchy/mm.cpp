#include "waymark/hierarchy/mm.hpp"

#include <memory>

#include "hierarchy/mm_parameters.hpp"
#include "hierarchy/mm_planner.hpp"
#include "hierarchy/refined_finder.hpp"

namespace waymark {

Result<PathFinderPtr> make_mm(const Map& map, const MmOptions& options) {
  if (auto fits = Sectors::check(map.rules()); !fits) return fits.error();
  if (auto good = check_options(options, kMmParameters); !good) return good.error();
  // What it refines in parts an agent of its own walks (mm_agent.hpp).
  return PathFinderPtr(std::make_unique<RefinedFinder<MmPlanner>>(map, smooth_options(options.smooth, options.box),
                                                                  Refinement::kWhole, options.stale, options));
}

}  // namespace waymark
