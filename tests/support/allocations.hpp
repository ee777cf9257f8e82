// Counts what this program takes from the heap, in all threads: every malloc where the C library allows to replace it,
// otherwise every `new`. Nothing under the thread sanitizer.
#pragma once

#include <cstdint>

namespace waymark::test {

struct Allocations {
  std::uint64_t count = 0;
  std::uint64_t bytes = 0;
  std::uint64_t largest = 0;  // bytes of one
};

// Since the program began, or since the last restart.
Allocations allocations();
void restart_allocations();

// Bytes held now, with what the allocator adds to each piece. Always 0 where nothing is counted.
std::int64_t held_bytes();

// Those of `call`.
template <class Call>
Allocations allocations_of(Call&& call) {
  restart_allocations();
  call();
  return allocations();
}

}  // namespace waymark::test
