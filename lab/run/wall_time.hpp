// The wall clock: cheap enough to time single steps.
#pragma once

#include <chrono>
#include <cstdint>

namespace waymark {

inline std::uint64_t wall_ns() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return static_cast<std::uint64_t>(std::chrono::nanoseconds(now).count());
}

}  // namespace waymark
