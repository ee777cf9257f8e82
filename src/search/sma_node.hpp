// A node of the tree of SMA* (sma_tree.hpp).
#pragma once

#include <array>
#include <cstdint>

#include "search/slot_heap.hpp"
#include "waymark/base/types.hpp"
#include "waymark/space/grid_space.hpp"

namespace waymark {

// Sets of moves have bit d for Direction d.
struct SmaNode {
  static constexpr std::uint32_t kNoSlot = 0xffffffffu;

  NodeId state = kNoNode;
  std::uint32_t parent = kNoSlot;
  Cost g = 0;
  Cost f = 0;  // the least that a path through it may cost, as far as is known
  std::uint32_t depth = 0;
  std::uint32_t born = 0;  // how many were before it
  std::uint8_t arrival = kNoDirection;
  bool expanded = false;                 // its moves are known:
  std::uint8_t successors = 0;           // all
  std::uint8_t unseen = 0;               // those not made yet; when there are none it is completed
  std::uint8_t in_memory = 0;            // those that lead to a node
  std::array<Cost, kDirections> f_of{};  // f of the successors made, in memory or not

  // The lowest f, then the deepest, then the newest; the reverse is the order of leaves to drop.
  [[nodiscard]] SlotHeap::Key order() const { return {std::uint64_t{f} << 32u | (kNoSlot - depth), kNoSlot - born}; }
  [[nodiscard]] SlotHeap::Key reversed_order() const {
    const SlotHeap::Key key = order();
    return {~key.high, ~key.low};
  }
};

}  // namespace waymark
