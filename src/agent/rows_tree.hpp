// Rows of the registry: agents with a decision tree.
#pragma once

#include <array>

#include "agent/rows.hpp"
#include "waymark/agent/lrta_dt.hpp"

namespace waymark::rows {

inline Result<AgentPtr> lrta_dt(const Map& map, const ParameterValues&, const Databases& databases) {
  return make_lrta_dt(map, *databases.tree);
}

inline constexpr std::array<AlgorithmInfo, 1> kTreeRows{{
    {"lrta-dt-g",
     "LRTA* (DT, G)",
     "subgoals",
     "Bulitko et al. 2008",
     "LRTA* that asks a decision tree how deep to look ahead",
     false,
     true,
     DatabaseKind::kTree,
     {},
     nullptr,
     &lrta_dt},
}};

}  // namespace waymark::rows
