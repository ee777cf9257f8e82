// Counts what is touched, for tests that check a budget by a counter which no agent controls. In a normal build every
// call here compiles to nothing; with WAYMARK_INSTRUMENT (a CMake option, on in the asan preset) each thread counts.
//
// The calls stand where the data is touched: in the grid, spaces, tables, stores and queues. Whoever uses these does
// not know of it.
#pragma once

#include <cstdint>

namespace waymark::instrument {

struct Counts {
  std::uint64_t looks = 0;   // at a cell, the cells around one, a successor, an entry of a table, a logged change
  std::uint64_t writes = 0;  // of an entry of a table, a record of a store; entries into and out of a queue
};

#ifdef WAYMARK_INSTRUMENT
inline constexpr bool kCounts = true;
inline constinit thread_local Counts counted{};  // of this thread
inline void look(std::uint64_t times = 1) { counted.looks += times; }
inline void write(std::uint64_t times = 1) { counted.writes += times; }
#else
inline constexpr bool kCounts = false;
inline constexpr Counts counted{};  // ever
constexpr void look(std::uint64_t /*times*/ = 1) {}
constexpr void write(std::uint64_t /*times*/ = 1) {}
#endif

// What `call` touched, on this thread.
template <class Call>
Counts counts_of(Call&& call) {
  const Counts before = counted;
  call();
  return {counted.looks - before.looks, counted.writes - before.writes};
}

}  // namespace waymark::instrument
