// What PR LRTA* with and without a database share.
#pragma once

#include <array>

#include "agent/lookahead_parameters.hpp"
#include "waymark/agent/agent.hpp"
#include "waymark/agent/pr_lrta.hpp"
#include "waymark/agent/pr_lrta_pdb.hpp"
#include "waymark/base/result.hpp"
#include "waymark/subgoals/pattern_database.hpp"

namespace waymark {

inline constexpr std::array<Choice<PrLrtaRefine>, 2> kPrLrtaEnds{
    {{"entry", PrLrtaRefine::kEntry}, {"representative", PrLrtaRefine::kRepresentative}}};

inline constexpr std::tuple kPrLrtaParameters{
    whole<&PrLrtaOptions::level>(
        "level", "ℓ", "level of the abstraction to learn on; with pdb that of the database's base", 1, kMaxPrLrtaLevel),
    whole<&PrLrtaOptions::d>("d", "d", "abstract moves of lookahead; with pdb where it has no depth", 1,
                             kMaxPrLrtaDepth),
    gamma_parameter<&PrLrtaOptions::gamma>(),
    choice<&PrLrtaOptions::refine, kPrLrtaEnds>(
        "refine", "a refined path ends where it enters the next region, or at the region's representative")};

// What the agent is controlled by; without a database both are fixed.
struct PrLrtaControl {
  const PatternDatabase* database = nullptr;
  bool depths = false;                              // taken from it
  bool subgoals = false;                            // taken from it
  const PatternDatabase* depths_to_goal = nullptr;  // for states visited again; without one the depth is the cap
  PatternSubgoal subgoal = PatternSubgoal::kRegion;
  PatternTies ties = PatternTies::kPlain;
  bool goal_region = false;
  PrLrtaDetector detector = PrLrtaDetector::kRegions;
};

// The map's rules and the ranges of the options.
Result<Done> check_pr_lrta(const Map& map, const PrLrtaOptions& options);

// Of what was checked.
AgentPtr make_pr_lrta_agent(const Map& map, const PrLrtaOptions& options, const PrLrtaControl& control);

}  // namespace waymark
