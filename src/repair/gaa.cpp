#include "waymark/repair/gaa.hpp"

#include "repair/adaptive_finder.hpp"

namespace waymark {

PathFinderPtr make_gaa(const Map& map) {
  return make_adaptive_finder(map, {.when_goal_moves = true, .when_costs_fall = true});
}

}  // namespace waymark
