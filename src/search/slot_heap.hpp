// A queue of slots of a pool, each in it once at most, with the lowest key first. It knows where each slot is, so that
// any can be taken out or given another key: all in O(log n).
#pragma once

#include <cstddef>
#include <cstdint>

#include "waymark/base/instrument.hpp"
#include "waymark/base/zeroed_array.hpp"

namespace waymark {

class SlotHeap {
 public:
  struct Key {
    std::uint64_t high;
    std::uint32_t low;  // where `high` is equal
  };

  // For slots below `slots`.
  explicit SlotHeap(std::uint32_t slots) : entries_(slots), places_(slots) {}

  void clear() { size_ = 0; }  // in constant time

  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] bool contains(std::uint32_t slot) const {
    const std::uint32_t place = places_[slot];
    return place < size_ && entries_[place].slot == slot;
  }
  [[nodiscard]] std::uint32_t first() const { return entries_[0].slot; }

  static constexpr std::size_t kBytesPerSlot = 20;

  // It is not in it.
  void push(std::uint32_t slot, Key key) {
    instrument::write();
    entries_[size_] = {key.high, key.low, slot};
    rise(size_++);
  }
  // It is in it, as is the one below.
  void erase(std::uint32_t slot) {
    instrument::write();
    const std::size_t hole = places_[slot];
    const Entry last = entries_[--size_];
    if (hole == size_) return;
    entries_[hole] = last;
    settle(hole);
  }
  void rekey(std::uint32_t slot, Key key) {
    instrument::write();
    const std::size_t place = places_[slot];
    entries_[place].high = key.high;
    entries_[place].low = key.low;
    settle(place);
  }

 private:
  struct Entry {
    std::uint64_t high;
    std::uint32_t low;
    std::uint32_t slot;
  };
  static_assert(sizeof(Entry) + sizeof(std::uint32_t) == kBytesPerSlot);

  static bool before(const Entry& a, const Entry& b) { return a.high != b.high ? a.high < b.high : a.low < b.low; }
  void put(std::size_t place, const Entry& entry) {
    entries_[place] = entry;
    places_[entry.slot] = static_cast<std::uint32_t>(place);
  }
  void settle(std::size_t place) {
    if (place > 0 && before(entries_[place], entries_[(place - 1) / 2])) {
      rise(place);
    } else {
      sink(place);
    }
  }
  void rise(std::size_t place) {
    const Entry entry = entries_[place];
    for (; place > 0; place = (place - 1) / 2) {
      const Entry& above = entries_[(place - 1) / 2];
      if (!before(entry, above)) break;
      put(place, above);
    }
    put(place, entry);
  }
  void sink(std::size_t place) {
    const Entry entry = entries_[place];
    for (std::size_t below = 2 * place + 1; below < size_; below = 2 * place + 1) {
      if (below + 1 < size_ && before(entries_[below + 1], entries_[below])) ++below;
      if (!before(entries_[below], entry)) break;
      put(place, entries_[below]);
      place = below;
    }
    put(place, entry);
  }

  ZeroedArray<Entry> entries_;
  ZeroedArray<std::uint32_t> places_;  // in entries_, by slot; of one that is not in it, anything
  std::size_t size_ = 0;
};

}  // namespace waymark
