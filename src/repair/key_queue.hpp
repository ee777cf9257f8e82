// A priority queue whose entries can be given another key or taken out, in pages of the units' memory: a heap of four
// children a place, and every item knows its place.
//
// No operation looks at more than four entries on each of log4(n) levels. Equal keys: the lower node first.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/paged_table.hpp"
#include "waymark/base/assert.hpp"
#include "waymark/base/types.hpp"
#include "waymark/base/unit_memory.hpp"

namespace waymark {

// Item has a `node` and a `place`, which is below kFirstPlace while it is not in the queue. Items stay where they are.
// Key is small and ordered.
template <class Item, class Key = std::uint64_t>
class KeyQueue {
 public:
  struct Entry {
    Key key{};
    Item* item = nullptr;
    friend bool operator<(const Entry& a, const Entry& b) {
      return !(a.key == b.key) ? a.key < b.key : a.item->node < b.item->node;
    }
  };

  // For at most `most` items. The memory outlives the queue.
  KeyQueue(UnitMemory& memory, std::uint64_t most) : entries_(memory, kFirst + most) {}

  // In constant time; the items keep their places.
  void clear() {
    entries_.clear();
    end_ = kFirst;
  }

  static constexpr std::uint32_t kFirstPlace = 3;
  [[nodiscard]] static bool is_queued(const Item& item) { return item.place >= kFirstPlace; }

  [[nodiscard]] bool empty() const { return end_ == kFirst; }
  [[nodiscard]] const Entry& top() const { return *entries_.find(kFirst); }

  // Puts an item in, or gives it another key. False if there is no page for it.
  bool put(Item& item, Key key) {
    const Entry entry{key, &item};
    if (!is_queued(item)) {
      if (entries_.at(end_) == nullptr) return false;
      rise(end_++, entry);
    } else if (key < entry_at(item.place).key) {
      rise(item.place, entry);
    } else {
      sink(item.place, entry);
    }
    return true;
  }

  // Of an item that is in it:
  [[nodiscard]] const Key& key_of(const Item& item) const { return entries_.find(item.place)->key; }
  void remove(Item& item) {
    const std::uint32_t hole = item.place;
    WAYMARK_DEBUG_ASSERT(hole >= kFirst && hole < end_);
    item.place = 0;
    const Entry last = entry_at(--end_);
    if (hole == end_) return;
    if (hole > kFirst && last < entry_at(parent_of(hole))) {
      rise(hole, last);
    } else {
      sink(hole, last);
    }
  }

  // Any of the items, out of it. In constant time; it is not empty.
  Item& take_last() {
    Item& item = *entry_at(--end_).item;
    item.place = 0;
    return item;
  }

  [[nodiscard]] std::uint64_t heap_bytes() const { return entries_.heap_bytes(); }

 private:
  static constexpr std::uint32_t kFan = 4;
  // The children of a place are a multiple of four and the three behind it, so that they lie in one page.
  static constexpr std::uint32_t kFirst = kFan - 1;
  static_assert(kFirst == kFirstPlace);
  using Entries = PagedTable<Entry>;
  static_assert(Entries::kPage % kFan == 0);
  static constexpr std::uint32_t parent_of(std::uint32_t place) { return place / kFan + kFirst - 1; }
  static constexpr std::uint32_t first_child_of(std::uint32_t place) { return kFan * (place - (kFirst - 1)); }
  static_assert(parent_of(kFan) == kFirst && first_child_of(kFirst) == kFan);

  Entry& entry_at(std::uint32_t place) { return *entries_.find(place); }
  static void set(Entry& to, std::uint32_t place, const Entry& entry) {
    to = entry;
    entry.item->place = place;
  }

  void rise(std::uint32_t place, const Entry& entry) {
    while (place > kFirst) {
      const std::uint32_t above = parent_of(place);
      const Entry& other = entry_at(above);
      if (!(entry < other)) break;
      set(entry_at(place), place, other);
      place = above;
    }
    set(entry_at(place), place, entry);
  }
  void sink(std::uint32_t place, const Entry& entry) {
    for (;;) {
      const std::uint32_t first = first_child_of(place);
      if (first >= end_) break;
      const Entry* const children = entries_.find(first);
      const Entry* const best = std::min_element(children, children + std::min(kFan, end_ - first));
      if (!(*best < entry)) break;
      set(entry_at(place), place, *best);
      place = first + static_cast<std::uint32_t>(best - children);
    }
    set(entry_at(place), place, entry);
  }

  Entries entries_;
  std::uint32_t end_ = kFirst;
};

}  // namespace waymark
