// What LPA*, D* Lite, ARA* and AD* know of a state, and by what they order the open ones.
#pragma once

#include <cstdint>

#include "waymark/base/types.hpp"

namespace waymark {

struct RepairRecord {
  Cost g = kInfiniteCost;
  Cost rhs = kInfiniteCost;
  std::uint32_t place = 0;  // in the queue; 0: not there
  NodeId node = kNoNode;    // until it is of concern
};
struct PassRecord : RepairRecord {
  std::uint32_t closed_in = 0;  // the pass in which it was last expanded for good
};

// [g + inflated h; g], the first in thousandths.
struct InflatedKey {
  std::uint64_t first = ~std::uint64_t{0};
  Cost second = kInfiniteCost;
  friend bool operator==(const InflatedKey&, const InflatedKey&) = default;
  friend bool operator<(const InflatedKey& a, const InflatedKey& b) {
    return a.first != b.first ? a.first < b.first : a.second < b.second;
  }
};

enum class RepairKind : std::uint8_t { kLpa, kDStarLite, kAra, kAdStar };

// Of an edit on a search: nothing it knows is other than it was; it goes on from what is; it is to be begun anew.
enum class Effect : std::uint8_t { kNone, kRepaired, kVoid };

}  // namespace waymark
