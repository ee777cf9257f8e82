// Repair in pieces of which nobody knows beforehand what they cost: each is done at once and paid for out of the units
// of this call and the next ones. So a call takes longer than its units by one piece at most, and later ones less.
#pragma once

#include <algorithm>
#include <cstdint>

namespace waymark {

// `piece` does the next one, adds what it costs to `owed`, and says false if there was none. At most `units` are spent,
// and all of them unless nothing is left to do or to pay; says how many.
template <class Piece>
std::uint64_t pay_afterwards(std::uint64_t& owed, std::uint64_t units, Piece&& piece) {
  std::uint64_t spent = 0;
  while (spent < units) {
    const std::uint64_t paid = std::min(owed, units - spent);
    owed -= paid;
    spent += paid;
    if (owed != 0 || !piece()) break;
  }
  return spent;
}

}  // namespace waymark
