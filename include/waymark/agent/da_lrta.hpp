// daLRTA*: learns as LRTA* that looks one move ahead, but goes to the neighbour whose h was raised least since the
// start. Where much was learned there is a depression; this agent keeps out of it.
//
// Hernandez & Baier 2012 (JAIR 43), Avoiding and Escaping Depressions in Real-Time Heuristic Search: their choice of a
// move (section 5), with the lookahead and learning of LRTA* (Korf 1990).
// Charge per step: one unit for the expansion and one for the update of h. Memory: one learned value per state raised,
// in pages. The learned h stays admissible and consistent.
// Complete where every state can be left again. Say nothing more is learned: then a neighbour n of the agent's state s
// has c + h(n) <= h(s), and was raised no more than s, because the initial h is consistent. So the state chosen was
// raised no more than s: in a loop they all were by the same, n is among those raised least, and f decides. So h falls
// with every move, which it cannot in a loop.
//
// Deviations
//   1. Ties: h raised least, then lower f, higher g, the order of moves.
//   2. Trials that keep what they learned count what was raised since the first.
#pragma once

#include "waymark/agent/agent.hpp"
#include "waymark/base/result.hpp"

namespace waymark {

Result<AgentPtr> make_da_lrta(const Map& map);

}  // namespace waymark
