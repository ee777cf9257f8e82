#include "waymark/repair/adaptive_a.hpp"

#include "repair/adaptive_finder.hpp"

namespace waymark {

PathFinderPtr make_adaptive_a(const Map& map) { return make_adaptive_finder(map, {}); }

}  // namespace waymark
