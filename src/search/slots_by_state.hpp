// Which slots of a pool hold a state, when several may: lists by a hash of it. All but `resize` and a look through a
// list takes constant time, clearing too.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "waymark/base/heap_bytes.hpp"
#include "waymark/base/types.hpp"

namespace waymark {

class SlotsByState {
 public:
  // For slots below `slots`; what they hold stays.
  void resize(std::uint32_t slots) {
    links_.reserve(slots);
    links_.resize(slots);
    heads_ = std::vector<std::uint32_t>(std::bit_ceil(slots), kNone);
    for (std::uint32_t slot = 0; slot < used_; ++slot) {
      if (links_[slot].state != kNoNode) put(slot, links_[slot].state);
    }
  }
  void clear() { used_ = 0; }

  // Slots are put in from 0 on; one that was taken out may be put in again.
  void put(std::uint32_t slot, NodeId state) {
    const std::size_t list = list_of(state);
    const std::uint32_t next = first_of(list);
    if (next != kNone) links_[next].previous = slot;
    links_[slot] = {state, next, kNone};
    heads_[list] = slot;
    if (slot == used_) ++used_;
  }
  void remove(std::uint32_t slot) {
    Link& link = links_[slot];
    if (link.next != kNone) links_[link.next].previous = link.previous;
    (link.previous != kNone ? links_[link.previous].next : heads_[list_of(link.state)]) = link.next;
    link.state = kNoNode;
  }

  // Whether the answer to one of the slots that hold the state is yes.
  template <class Ask>
  [[nodiscard]] bool any(NodeId state, Ask&& ask) const {
    if (heads_.empty()) return false;
    for (std::uint32_t slot = first_of(list_of(state)); slot != kNone; slot = links_[slot].next) {
      if (links_[slot].state == state && ask(slot)) return true;
    }
    return false;
  }
  [[nodiscard]] std::uint64_t heap_bytes() const { return heap_bytes_of(links_, heads_); }

 private:
  static constexpr std::uint32_t kNone = 0xffffffffu;
  struct Link {
    NodeId state = kNoNode;  // kNoNode: it is in no list
    std::uint32_t next = kNone;
    std::uint32_t previous = kNone;
  };

  [[nodiscard]] std::size_t list_of(NodeId state) const {
    return (state * 0x9e3779b1u) >> (33 - std::bit_width(heads_.size()));
  }
  // A head from before the last clearing is told by its slot, which is not in use yet, or not the first of this list.
  [[nodiscard]] std::uint32_t first_of(std::size_t list) const {
    const std::uint32_t head = heads_[list];
    if (head >= used_) return kNone;
    const Link& link = links_[head];
    return link.previous == kNone && link.state != kNoNode && list_of(link.state) == list ? head : kNone;
  }

  std::vector<Link> links_;  // by slot
  std::vector<std::uint32_t> heads_;
  std::uint32_t used_ = 0;  // slots, since it was cleared
};

}  // namespace waymark
