// Which slots of a pool hold a state, when several may: lists by a hash of it. There are as many lists as slots in use;
// with each slot that is new one list is parted (linear hashing: Litwin 1980), so that nothing is ever hashed anew as a
// whole and no memory is touched before it is needed. All but a look through a list takes constant time, clearing too.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "waymark/base/instrument.hpp"
#include "waymark/base/types.hpp"
#include "waymark/base/zeroed_array.hpp"

namespace waymark {

class SlotsByState {
 public:
  // For slots below `slots`.
  explicit SlotsByState(std::uint32_t slots) : links_(slots), heads_(slots) {}

  void clear() { used_ = 0; }

  // Slots are put in from 0 on; one that was taken out may be put in again.
  void put(std::uint32_t slot, NodeId state) {
    if (slot == used_) add_list();
    link(slot, state);
  }
  void remove(std::uint32_t slot) {
    Link& link = links_[slot];
    if (link.next != kNone) links_[link.next].previous = link.previous;
    (link.previous != kNone ? links_[link.previous].next : heads_[list_of(link.state)]) = link.next;
  }

  // Whether the answer to one of the slots that hold the state is yes.
  template <class Ask>
  [[nodiscard]] bool any(NodeId state, Ask&& ask) const {
    if (used_ == 0) return false;
    for (std::uint32_t slot = heads_[list_of(state)]; slot != kNone; slot = links_[slot].next) {
      if (links_[slot].state == state && ask(slot)) return true;
    }
    return false;
  }

  static constexpr std::size_t kBytesPerSlot = 4 * sizeof(std::uint32_t);

 private:
  static constexpr std::uint32_t kNone = 0xffffffffu;
  struct Link {
    NodeId state;
    std::uint32_t next;
    std::uint32_t previous;
  };
  static_assert(sizeof(Link) + sizeof(std::uint32_t) == kBytesPerSlot);

  // Of 2^k to 2^(k+1) - 1 lists those that are parted already go by a bit more.
  [[nodiscard]] std::uint32_t list_of(NodeId state) const {
    const std::uint32_t product = state * 0x9e3779b1u;
    const std::uint32_t hash = product ^ product >> 16u;
    const std::uint32_t whole = std::bit_ceil(used_);
    const std::uint32_t list = hash & (whole - 1);
    return list < used_ ? list : list - whole / 2;
  }
  void link(std::uint32_t slot, NodeId state) {
    instrument::write();
    std::uint32_t& head = heads_[list_of(state)];
    if (head != kNone) links_[head].previous = slot;
    links_[slot] = {state, head, kNone};
    head = slot;
  }
  void add_list() {
    heads_[used_++] = kNone;
    if (used_ == 1) return;
    const std::uint32_t parted = used_ - 1 - std::bit_ceil(used_) / 2;
    std::uint32_t slot = heads_[parted];
    heads_[parted] = kNone;
    while (slot != kNone) {
      const Link old = links_[slot];
      link(slot, old.state);
      slot = old.next;
    }
  }

  ZeroedArray<Link> links_;  // by slot
  ZeroedArray<std::uint32_t> heads_;
  std::uint32_t used_ = 0;  // slots since it was cleared, and lists
};

}  // namespace waymark
