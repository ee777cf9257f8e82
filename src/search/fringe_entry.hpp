// What the lists of fringe search are lists of.
#pragma once

#include "waymark/base/types.hpp"
#include "waymark/search/store.hpp"
#include "waymark/space/grid_space.hpp"

namespace waymark {

using FringeStore = DenseStore<GridSpace::Arrival>;  // a record's g is f here

struct FringeEntry {
  Cost f;
  NodeId node;
};

}  // namespace waymark
