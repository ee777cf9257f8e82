// What PR LRTA* with and without a database share.
#pragma once

#include "waymark/agent/agent.hpp"
#include "waymark/agent/pr_lrta.hpp"
#include "waymark/base/result.hpp"
#include "waymark/subgoals/pattern_database.hpp"

namespace waymark {

// What the agent is controlled by; without a database both are fixed.
struct PrLrtaControl {
  const PatternDatabase* database = nullptr;
  bool depths = false;                              // taken from it
  bool subgoals = false;                            // taken from it
  const PatternDatabase* depths_to_goal = nullptr;  // for states visited again; without one the depth is the cap
};

// The map's rules and the ranges of the options.
Result<Done> check_pr_lrta(const Map& map, const PrLrtaOptions& options);

// Of what was checked.
AgentPtr make_pr_lrta_agent(const Map& map, const PrLrtaOptions& options, const PrLrtaControl& control);

}  // namespace waymark
