#include "waymark/repair/ad_star.hpp"

#include "repair/make_anytime.hpp"

namespace waymark {

Result<PathFinderPtr> make_ad_star(const Map& map, const AdStarOptions& options) {
  return make_anytime<RepairKind::kAdStar>(map, options);
}

}  // namespace waymark
