// Whether g + h is raised along the branches of a lookahead: a state is at least as far from the goal as its
// predecessors say.
#pragma once

#include <cstdint>

namespace waymark {

// Off: f of a state is that of its own h alone.
enum class PathMax : std::uint8_t { kOn, kOff };

}  // namespace waymark
