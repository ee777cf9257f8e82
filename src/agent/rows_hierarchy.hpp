// Rows of the registry: what plans on an abstraction of the map.
#pragma once

#include <array>

#include "rows.hpp"
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

inline constexpr std::array<ParameterInfo, 3> kPrLrtaParameters{
    ParameterInfo{"level", "ℓ", ParameterKind::kWhole, "level of the abstraction to learn on", 1, kMaxPrLrtaLevel, 4},
    ParameterInfo{"d", "d", ParameterKind::kWhole, "abstract moves of lookahead", 1, kMaxPrLrtaDepth, 5}, kGamma};
inline constexpr std::array<std::string_view, 2> kDepthControls{"pdb", "fixed"};
inline constexpr std::array<std::string_view, 2> kGoalControls{"pdb", "global"};
inline constexpr std::array<ParameterInfo, 4> kPrLrtaPdbParameters{
    choice("depth", "depth of lookahead from the database, or always d", kDepthControls),
    choice("goal", "head for the database's subgoals, or for the goal", kGoalControls),
    ParameterInfo{"d", "d", ParameterKind::kWhole, "abstract moves of lookahead where the database has no depth", 1,
                  kMaxPrLrtaDepth, 3},
    kGamma};

inline Result<AgentPtr> pra(const Map& map, const ParameterValues& values, const Databases&) {
  return make_pra(map,
                  {static_cast<std::uint32_t>(values[0]), values[1] == 0 ? PraCorridor::kWide : PraCorridor::kPath});
}

inline Result<AgentPtr> pr_lrta(const Map& map, const ParameterValues& values, const Databases&) {
  return make_pr_lrta(map, {static_cast<std::uint32_t>(values[0]), static_cast<std::uint32_t>(values[1]),
                            static_cast<std::uint32_t>(values[2])});
}

inline Result<AgentPtr> pr_lrta_pdb(const Map& map, const ParameterValues& values, const Databases& databases) {
  return make_pr_lrta_pdb(map, *databases.patterns,
                          {values[0] == 0 ? PatternDepth::kDatabase : PatternDepth::kFixed,
                           values[1] == 0 ? PatternGoal::kDatabase : PatternGoal::kGlobal,
                           static_cast<std::uint32_t>(values[2]), static_cast<std::uint32_t>(values[3])});
}

inline constexpr std::string_view kHierarchical = "hierarchical";

inline constexpr std::array<AlgorithmInfo, 3> kHierarchyRows{{
    {"pra", "PRA*", kHierarchical, "Sturtevant & Buro 2005",
     "A* on an abstraction of the map, refined level by level inside the path's corridor", false, false,
     DatabaseKind::kNone, kPraParameters, nullptr, &pra},
    {"pr-lrta", "PR LRTA*", kHierarchical, "Bulitko et al. 2007, 2008",
     "LRTA* on an abstraction of the map; A* in two regions finds the way of each move", false, true,
     DatabaseKind::kNone, kPrLrtaParameters, nullptr, &pr_lrta},
    {"pr-lrta-pdb", "PR LRTA* (PDB, PDB)", kHierarchical, "Bulitko et al. 2008",
     "PR LRTA* with depth and goal from a pattern database of a higher level", false, true, DatabaseKind::kPatterns,
     kPrLrtaPdbParameters, nullptr, &pr_lrta_pdb},
}};

}  // namespace waymark::rows
