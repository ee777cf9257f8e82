// Prioritized LRTA*: LRTA* with a lookahead of one move that spends its time on spreading what it learned. When the h
// of a state rises, its neighbours are queued with the size of the rise as their priority; on every move the N most
// urgent are updated, so a depression fills in around the agent and not only under its feet.
//
// Rayner, Davison, Bulitko, Anderson & Lu 2007, Real-Time Heuristic Search with a Priority Queue; section 7.1 of
// Bulitko, Lustrek, Schaeffer, Bjornsson & Sigmundarson 2008 (JAIR 32).
// Charge per step: for each state updated one unit for its expansion, with the queueing of its neighbours, and one more
// if its h rose; one for the second look around the agent if a queued update raised any h. At most 2N + 3. A budget
// below that buys fewer queued updates, none at 2.
// Memory: one learned value per state raised, in pages; a queue of N states, in a page up to N = 64. At the cap of the
// map's memory it learns nothing of states without a page, and queues none without one.
// Complete where every state can be left again: h only rises and stays admissible, and a step without a rise leads to a
// lower h. Repeated trials converge to shortest paths.
//
// Parameters: N, the size of the queue and the queued updates per move.
// Deviations
//   1. Ties: the move of lower f, then the dearer move, then the order of moves; in the queue the lower id.
//   2. One number for both limits, as in JAIR 2008; the 2007 paper has one for the queue and one for the updates.
//   3. The goal is never queued; its h is 0.
//   4. A state that is in the queue already keeps the priority it came with.
#pragma once

#include <cstdint>

#include "waymark/agent/agent.hpp"
#include "waymark/base/result.hpp"

namespace waymark {

struct PLrtaOptions {
  std::uint32_t n = 10;  // 1 to 1000
};
Result<AgentPtr> make_p_lrta(const Map& map, const PLrtaOptions& options = {});

}  // namespace waymark
