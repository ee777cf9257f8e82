// What the rows of the registry have in common.
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "agent/ply_lookahead.hpp"
#include "waymark/agent/registry.hpp"

namespace waymark::rows {

inline constexpr std::array<std::string_view, 2> kSuccessorChoices{"canonical", "all"};
inline constexpr std::array<std::string_view, 2> kOnOff{"on", "off"};

inline constexpr ParameterInfo choice(std::string_view name, std::string_view description,
                                      std::span<const std::string_view> choices) {
  return {name, "", ParameterKind::kChoice, description, 0, 0, 0, choices};
}

inline constexpr ParameterInfo kDepth{"d", "d", ParameterKind::kWhole, "moves of lookahead", 1, PlyLookahead::kMaxDepth,
                                      1};
inline constexpr ParameterInfo kGamma{"gamma", "γ", ParameterKind::kNumber, "weight of g in gamma*g + h", 1,
                                      1000,    1000};

}  // namespace waymark::rows
