// The changes of a world (ChangedCells, ChangedEdges) go to a search that repairs, as many at a time as a unit pays
// for.
#pragma once

#include <algorithm>
#include <cstdint>

#include "repair/repair_record.hpp"

namespace waymark {

inline constexpr std::uint32_t kStatesPerUnit = 8;  // as an expansion has neighbours

// Where a change is of more states than the search has, another tree is sooner there.
template <class World, class Changes, class Search>
Effect take_changes(const World& world, Changes& changes, Search& search) {
  Effect effect = Effect::kNone;
  for (std::uint32_t state = 0; state < kStatesPerUnit && changes.any(world); ++state) {
    if (changes.outweighs(world, search.states())) return Effect::kVoid;
    effect = std::max(effect, search.changed(changes.take(world)));
    if (effect == Effect::kVoid) break;
  }
  return effect;
}

}  // namespace waymark
