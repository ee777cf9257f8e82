// Processor time of the calling thread: what other programs take meanwhile does not count. A read costs a call of the
// system, so it is for what takes microseconds, not for single steps.
#pragma once

#include <time.h>  // NOLINT(modernize-deprecated-headers): clock_gettime is POSIX's

#include <cstdint>

namespace waymark {

inline std::uint64_t processor_ns() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000u + static_cast<std::uint64_t>(now.tv_nsec);
}

}  // namespace waymark
