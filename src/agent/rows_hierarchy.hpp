// Rows of the registry: what plans on an abstraction of the map.
#pragma once

#include <array>

#include "agent/rows.hpp"
#include "waymark/agent/pr_lrta.hpp"
#include "waymark/agent/pr_lrta_pdb.hpp"
#include "waymark/agent/pra.hpp"

namespace waymark::rows {

inline constexpr std::array<std::string_view, 2> kCorridors{"wide", "path"};
inline constexpr std::array<ParameterInfo, 2> kPraParameters{
    ParameterInfo{"K", "K", ParameterKind::kWhole, "abstract states refined at a time, from 2; 0 = the whole path", 0,
                  kMaxPraStates, 0},
    choice("corridor", "refine below the path's states and their neighbours, or below the path's own only",
           kCorridors)};

inline constexpr std::array<std::string_view, 2> kDepthControls{"fixed", "pdb"};
inline constexpr std::array<std::string_view, 2> kGoalControls{"global", "pdb"};
inline constexpr std::array<std::string_view, 2> kRevisitDepths{"cap", "depths"};
inline constexpr std::array<ParameterInfo, 6> kPrLrtaParameters{
    ParameterInfo{"level", "ℓ", ParameterKind::kWhole,
                  "level of the abstraction to learn on; with pdb that of the database's base", 1, kMaxPrLrtaLevel, 4},
    ParameterInfo{"d", "d", ParameterKind::kWhole, "abstract moves of lookahead; with pdb where it has no depth", 1,
                  kMaxPrLrtaDepth, 5},
    kGamma,
    choice("depth", "always d, or as a pattern database built with --base says", kDepthControls),
    choice("goal", "head for the goal, or for the database's subgoals", kGoalControls),
    choice("revisit", "how deep to look from a state visited again: the database's cap, or as a second one says",
           kRevisitDepths)};

inline Result<AgentPtr> pra(const Map& map, const ParameterValues& values, const Databases&) {
  return make_pra(map,
                  {static_cast<std::uint32_t>(values[0]), values[1] == 0 ? PraCorridor::kWide : PraCorridor::kPath});
}

inline Result<AgentPtr> pr_lrta(const Map& map, const ParameterValues& values, const Databases& databases) {
  const auto d = static_cast<std::uint32_t>(values[1]);
  const auto gamma = static_cast<std::uint32_t>(values[2]);
  if (values[3] == 0 && values[4] == 0) return make_pr_lrta(map, {static_cast<std::uint32_t>(values[0]), d, gamma});
  const PatternDatabase* patterns = values[4] == 0 ? databases.depths : databases.patterns;
  if (patterns == nullptr) {
    return Error{
        ErrorCode::kUnsupported,
        std::string("pr-lrta with depth=pdb or goal=pdb needs a database of kind pdb: make one with `waymark build MAP "
                    "--kind pdb --base L --level L2") +
            (values[4] == 0 ? " --content depth" : "") + " -o FILE`, then give it with --database FILE"};
  }
  if (values[5] != 0 && databases.depths == nullptr) {
    return Error{ErrorCode::kUnsupported,
                 "revisit=depths needs a second database: make one with `waymark build MAP --kind pdb --base L "
                 "--level L2 --content depth -o FILE`, and give it with --database FILE too"};
  }
  return make_pr_lrta_pdb(map, *patterns,
                          {values[3] == 0 ? PatternDepth::kFixed : PatternDepth::kDatabase,
                           values[4] == 0 ? PatternGoal::kGlobal : PatternGoal::kDatabase, d, gamma,
                           values[5] == 0 ? nullptr : databases.depths});
}

inline constexpr std::string_view kHierarchical = "hierarchical";

inline constexpr std::array<AlgorithmInfo, 2> kHierarchyRows{{
    {"pra", "PRA*", kHierarchical, "Sturtevant & Buro 2005",
     "A* on an abstraction of the map, refined level by level inside the path's corridor", false, false,
     DatabaseKind::kNone, kPraParameters, nullptr, &pra},
    {"pr-lrta", "PR LRTA*", kHierarchical, "Bulitko et al. 2007, 2008",
     "LRTA* on an abstraction of the map; A* in two regions finds the way of each move", false, true,
     DatabaseKind::kNone, kPrLrtaParameters, nullptr, &pr_lrta},
}};

}  // namespace waymark::rows
