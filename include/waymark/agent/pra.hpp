// PRA* as an agent: plans a path, or with K the first part of one, walks it, and plans again where it ends.
//
// Sturtevant & Buro 2005 (hierarchy/pra_star.hpp).
// Charge per step: one unit per pop of an open list, on any level. Not real-time: a plan has no bound that does not
// grow with the map, though with K only its first search grows, about with the square root. With a smaller budget the
// agent stands still until its plan is ready.
// Memory: that of the planner, and with K a byte per state where a plan began, in pages.
// The abstraction is the map's: the first agent makes it, in time for each cell of the map, and all share it. After an
// edit the agent plans again if the edit breaks its path or the plan under way has been near it; until the map is
// maintained it plans with the stale abstraction, or without (pra_star.hpp). A plan that takes so many steps that the
// map gets a new abstraction meanwhile is made anew on the grid itself. The next 256 moves of its path are
// looked at then, and each move again when it is made. Complete where every state can be left again:
// with K, a plan that would begin where one has begun before, and so would go on in circles, is made whole instead.
//
// Parameters: K, the steps of an abstract path refined at a time; 0 = all. The corridor: with the neighbours of the
// path's states, or without (deviation 3 of the planner). The first level: half way up, or lower where that is coarse
// (deviation 4).
#pragma once

#include <cstdint>

#include "waymark/agent/agent.hpp"
#include "waymark/base/result.hpp"
#include "waymark/hierarchy/pra_star.hpp"

namespace waymark {

inline constexpr std::uint32_t kMaxPraStates = 1'000'000;

struct PraOptions {
  std::uint32_t k = 0;  // 0, or 2 to kMaxPraStates
  PraCorridor corridor = PraCorridor::kWide;
  PraFirst first = PraFirst::kLarge;
};
Result<AgentPtr> make_pra(const Map& map, const PraOptions& options = {});

}  // namespace waymark
