// A hash table of a capacity given beforehand over ids, forgotten in constant time: what a lookahead knows of the few
// states around it.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "waymark/base/assert.hpp"
#include "waymark/base/heap_bytes.hpp"
#include "waymark/base/instrument.hpp"
#include "waymark/base/types.hpp"

namespace waymark {

template <class T>
class FixedTable {
 public:
  // For at most `capacity` ids between two clears.
  explicit FixedTable(std::uint32_t capacity = 0) { prepare(capacity); }

  // For at most `capacity` ids from now on; clear() comes first. Takes memory only if it never was for so many, and
  // uses no more of it than a table made for `capacity`: so that one table may serve large and small lookaheads in
  // turn.
  void prepare(std::uint32_t capacity) {
    std::uint32_t slots = 16;
    while (slots < capacity * 2) slots *= 2;
    if (slots > slots_.size()) {
      std::vector<Slot>().swap(slots_);  // first, so that two never live at once
      slots_.resize(slots);
    }
    mask_ = slots - 1;
    capacity_ = capacity;
  }

  void clear() {
    size_ = 0;
    if (++stamp_ != 0) return;
    for (Slot& slot : slots_) slot.stamp = 0;  // once in 2^32 clears
    stamp_ = 1;
  }

  // nullptr if the id is not there.
  [[nodiscard]] T* find(NodeId id) {
    Slot& slot = slot_of(id);
    return slot.stamp == stamp_ ? &slot.value : nullptr;
  }
  [[nodiscard]] const T* find(NodeId id) const { return const_cast<FixedTable*>(this)->find(id); }

  // The id is not there yet.
  T& insert(NodeId id, const T& value) {
    WAYMARK_DEBUG_ASSERT(size_ < capacity_);
    Slot& slot = slot_of(id);
    instrument::write();
    slot = {id, stamp_, value};
    ++size_;
    return slot.value;
  }

  // The id's value, and whether the id is new: its value is then that of an id forgotten.
  std::pair<T*, bool> find_or_insert(NodeId id) {
    Slot& slot = slot_of(id);
    const bool is_new = slot.stamp != stamp_;
    if (is_new) {
      WAYMARK_DEBUG_ASSERT(size_ < capacity_);
      instrument::write();
      slot.id = id;
      slot.stamp = stamp_;
      ++size_;
    }
    return {&slot.value, is_new};
  }

  [[nodiscard]] std::uint32_t size() const { return size_; }
  [[nodiscard]] std::uint64_t heap_bytes() const { return heap_bytes_of(slots_); }

 private:
  struct Slot {
    NodeId id = kNoNode;
    std::uint32_t stamp = 0;
    T value{};
  };

  // The id's slot, or the free one where it belongs.
  Slot& slot_of(NodeId id) {
    for (std::uint32_t i = static_cast<std::uint32_t>((id * 0x9e3779b97f4a7c15ull) >> 32u) & mask_;;
         i = (i + 1) & mask_) {
      Slot& slot = slots_[i];
      if (slot.stamp != stamp_ || slot.id == id) return slot;
    }
  }

  std::vector<Slot> slots_;
  std::uint32_t mask_ = 0;
  std::uint32_t stamp_ = 1;
  std::uint32_t size_ = 0;
  std::uint32_t capacity_ = 0;
};

}  // namespace waymark
