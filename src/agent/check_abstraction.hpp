// Whether an abstraction that an agent was given can be of its map.
#pragma once

#include "waymark/base/result.hpp"
#include "waymark/hierarchy/clique_abstraction.hpp"
#include "waymark/space/map.hpp"

namespace waymark {

inline Result<Done> check_abstraction(const Map& map, const CliqueAbstraction& abstraction) {
  if (abstraction.id_bound() == map.grid().id_bound()) return Done{};
  return Error{ErrorCode::kUnsupported, "the abstraction is of another map"};
}

}  // namespace waymark
