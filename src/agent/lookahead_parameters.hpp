// Parameters of agents that look some moves ahead.
#pragma once

#include "agent/ply_lookahead.hpp"
#include "base/parameters.hpp"

namespace waymark {

template <auto kMember>
constexpr auto depth_parameter() {
  return whole<kMember>("d", "d", "moves of lookahead", 1, kMaxLookaheadDepth);
}
template <auto kMember>
constexpr auto gamma_parameter() {
  return number<kMember>("gamma", "γ", "weight of g in gamma*g + h", 0.001, 1);
}

}  // namespace waymark
