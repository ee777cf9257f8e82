// Successors of an expansion, handed over together: what a search does with one is then in one place, not in the code
// of every direction, and does not stand between the scans (4 % of jump point search on sc1).
#pragma once

#include <array>
#include <cstddef>

#include "waymark/base/inline.hpp"
#include "waymark/base/types.hpp"

namespace waymark {

template <class Visit>
class FoundSuccessors {
 public:
  FoundSuccessors(NodeId from, Visit& visit) : visit_(visit), from_(from) {}
  WAYMARK_ALWAYS_INLINE void add(NodeId node, Cost cost) {
    if (count_ == kMost) hand_over_early();
    all_[count_++] = {node, cost};
  }
  WAYMARK_ALWAYS_INLINE void hand_over() {
    for (std::size_t i = 0; i < count_; ++i) visit_(all_[i].node, all_[i].cost, from_);
  }

 private:
  static constexpr std::size_t kMost = 32;
  WAYMARK_NEVER_INLINE void hand_over_early() {
    hand_over();
    count_ = 0;
  }
  struct Successor {
    NodeId node;
    Cost cost;
  };
  Visit& visit_;
  NodeId from_;
  std::size_t count_ = 0;
  std::array<Successor, kMost> all_;  // the first count_ are set
};
template <class Visit>
FoundSuccessors(NodeId, Visit&) -> FoundSuccessors<Visit>;

}  // namespace waymark
