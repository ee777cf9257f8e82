// Rows of the registry: what plans on an abstraction of the map.
#pragma once

#include <array>

#include "rows.hpp"
#include "waymark/agent/pra.hpp"

namespace waymark::rows {

inline constexpr std::array<std::string_view, 2> kCorridors{"wide", "path"};
inline constexpr std::array<ParameterInfo, 2> kPraParameters{
    ParameterInfo{"K", "K", ParameterKind::kWhole, "abstract states refined at a time, from 2; 0 = the whole path", 0,
                  kMaxPraStates, 0},
    choice("corridor", "refine below the path's states and their neighbours, or below the path's own only",
           kCorridors)};

inline Result<AgentPtr> pra(const Map& map, const ParameterValues& values, const Databases&) {
  return make_pra(map,
                  {static_cast<std::uint32_t>(values[0]), values[1] == 0 ? PraCorridor::kWide : PraCorridor::kPath});
}

inline constexpr std::string_view kHierarchical = "hierarchical";

inline constexpr std::array<AlgorithmInfo, 1> kHierarchyRows{{
    {"pra", "PRA*", kHierarchical, "Sturtevant & Buro 2005",
     "A* on an abstraction of the map, refined level by level inside the path's corridor", false, false,
     DatabaseKind::kNone, kPraParameters, nullptr, &pra},
}};

}  // namespace waymark::rows
