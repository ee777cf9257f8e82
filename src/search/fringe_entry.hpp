// What the lists of fringe search are lists of.
#pragma once

#include "waymark/base/types.hpp"
#include "waymark/search/store.hpp"
#include "waymark/space/grid_space.hpp"

namespace waymark {

class Map;

// A record's g is f here.
class FringeStore : public DenseStore<GridSpace::Arrival> {
 public:
  explicit FringeStore(const Map& /*map*/) {}
  [[nodiscard]] static bool failed() { return false; }
};

struct FringeEntry {
  Cost f;
  NodeId node;
};

}  // namespace waymark
