#include "waymark/repair/ara.hpp"

#include "repair/make_anytime.hpp"

namespace waymark {

Result<PathFinderPtr> make_ara(const Map& map, const AraOptions& options) {
  return make_anytime<RepairKind::kAra>(map, options);
}

}  // namespace waymark
