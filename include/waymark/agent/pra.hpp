// PRA* as an agent: plans a path, or with K the first part of one, walks it, and plans again where it ends.
//
// Sturtevant & Buro 2005 (hierarchy/pra_star.hpp).
// Charge per step: one unit per pop of an open list, on any level. Not real-time: a plan has no bound that does not
// grow with the map, though with K only its first search grows, with about the square root. With a smaller budget the
// agent stands still until its plan is ready.
// Memory: that of the planner, and with K a byte per state where a plan began, in pages.
// After an edit of the map the whole abstraction is made anew, before the next step and outside its budget, in time for
// each cell of the map. An abstraction given to several agents is shared until then.
// Complete where every state can be left again: with K, a plan that would begin where one has begun before, and so
// would go on in circles, is made whole instead.
//
// Parameters: K, the abstract states refined at a time; 0 = all. The corridor: with the neighbours of the path's
// states, or without (deviation 3 of the planner).
#pragma once

#include <cstdint>
#include <memory>

#include "waymark/agent/agent.hpp"
#include "waymark/base/result.hpp"
#include "waymark/hierarchy/clique_abstraction.hpp"
#include "waymark/hierarchy/pra_star.hpp"

namespace waymark {

inline constexpr std::uint32_t kMaxPraStates = 1'000'000;

struct PraOptions {
  std::uint32_t k = 0;  // 0, or 2 to kMaxPraStates
  PraCorridor corridor = PraCorridor::kWide;
};
// `abstraction`: one of all levels of this map; if it is null or of the map before an edit, the agent makes its own.
// Fails if it is of a map of another size.
Result<AgentPtr> make_pra(const Map& map, const PraOptions& options = {},
                          std::shared_ptr<const CliqueAbstraction> abstraction = nullptr);

}  // namespace waymark
