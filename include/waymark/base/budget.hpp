// How much work one step may do.
#pragma once

#include <chrono>
#include <cstdint>

namespace waymark {

struct Budget {
  using Clock = std::chrono::steady_clock;

  std::uint64_t units;  // work units: the law; for a whole-path search a unit is a pop of its open list
  // A second cap for live games, polled every kPollInterval units; results then depend on the machine's speed.
  Clock::time_point deadline = Clock::time_point::max();

  static constexpr std::uint64_t kPollInterval = 64;

  [[nodiscard]] bool has_deadline() const { return deadline != Clock::time_point::max(); }
  [[nodiscard]] bool past_deadline() const { return Clock::now() >= deadline; }
};

inline constexpr Budget kUnlimited{~std::uint64_t{0}};

}  // namespace waymark
