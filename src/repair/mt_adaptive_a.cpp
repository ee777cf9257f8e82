#include "waymark/repair/mt_adaptive_a.hpp"

#include "repair/adaptive_finder.hpp"

namespace waymark {

PathFinderPtr make_mt_adaptive_a(const Map& map) { return make_adaptive_finder(map, {.when_goal_moves = true}); }

}  // namespace waymark
