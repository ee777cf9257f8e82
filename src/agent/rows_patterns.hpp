// Rows of the registry: LRTA* controlled by a pattern database.
#pragma once

#include <array>

#include "agent/rows.hpp"
#include "waymark/agent/pattern_lrta.hpp"

namespace waymark::rows {

inline constexpr std::array<std::string_view, 4> kPatternFallbacks{"lrta", "da-rtaa", "tb-wa", "lrta-pdb-g"};
inline constexpr ParameterInfo kReentrance =
    choice("reentrance", "a state visited again heads for the global goal", kOnOff);
inline constexpr ParameterInfo kPatternFallback =
    choice("fallback", "who goes on from a state visited again: LRTA* for a step, or another for the rest of the way",
           kPatternFallbacks);
inline constexpr std::array<ParameterInfo, 3> kDLrtaParameters{kDepth, kReentrance, kPatternFallback};
inline constexpr std::array<ParameterInfo, 2> kLrtaPdbPdbParameters{kReentrance, kPatternFallback};

inline Result<AgentPtr> d_lrta(const Map& map, const ParameterValues& values, const Databases& databases) {
  return make_pattern_lrta(map, *databases.patterns,
                           {PatternDepth::kFixed, PatternGoal::kDatabase, static_cast<std::uint32_t>(values[0]),
                            values[1] == 0, static_cast<PatternFallback>(values[2]), databases.depths});
}
inline Result<AgentPtr> lrta_pdb_g(const Map& map, const ParameterValues&, const Databases& databases) {
  return make_pattern_lrta(map, *databases.depths, {PatternDepth::kDatabase, PatternGoal::kGlobal});
}
inline Result<AgentPtr> lrta_pdb_pdb(const Map& map, const ParameterValues& values, const Databases& databases) {
  return make_pattern_lrta(map, *databases.patterns,
                           {PatternDepth::kDatabase, PatternGoal::kDatabase, 1, values[0] == 0,
                            static_cast<PatternFallback>(values[1]), databases.depths});
}

inline constexpr std::array<AlgorithmInfo, 3> kPatternRows{{
    {"d-lrta", "D LRTA*: LRTA* (F, PDB)", "subgoals", "Bulitko et al. 2008",
     "LRTA* that heads for where an optimal path enters the next region", false, true, DatabaseKind::kPatterns,
     kDLrtaParameters, nullptr, &d_lrta},
    {"lrta-pdb-g",
     "LRTA* (PDB, G)",
     "subgoals",
     "Bulitko et al. 2008",
     "LRTA* that looks as deep as its pair of regions needs",
     false,
     true,
     DatabaseKind::kDepths,
     {},
     nullptr,
     &lrta_pdb_g},
    {"lrta-pdb-pdb", "LRTA* (PDB, PDB)", "subgoals", "Bulitko et al. 2008",
     "D LRTA* that looks as deep as its subgoal needs", false, true, DatabaseKind::kPatterns, kLrtaPdbPdbParameters,
     nullptr, &lrta_pdb_pdb},
}};

}  // namespace waymark::rows
