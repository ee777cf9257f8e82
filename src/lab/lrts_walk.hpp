// Walks of LRTS to their end.
#pragma once

#include <cstdint>
#include <vector>

#include "waymark/agent/lrts.hpp"
#include "waymark/base/assert.hpp"
#include "waymark/lab/optimal_length.hpp"

namespace waymark {

// `positions` becomes the states walked through, the start first. Calls on_step(from, step) after each step. The goal
// can be reached; LRTS moves on every step.
template <class OnStep>
void walk_to(Agent& agent, NodeId start, NodeId goal, std::vector<NodeId>& positions, OnStep&& on_step) {
  constexpr std::size_t kTooMany = 1'000'000'000;  // LRTS always arrives: this is a fault
  positions.assign(1, start);
  agent.reset(start, goal);
  while (agent.status() != Status::kSolved) {
    const AgentStep step = agent.step();
    WAYMARK_ASSERT(step.position != positions.back() && positions.size() < kTooMany);
    on_step(positions.back(), step);
    positions.push_back(step.position);
  }
}

}  // namespace waymark
