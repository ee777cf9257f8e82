// The list of fringe search in arrays that are read and written in order: the children of the state expanded last, what
// else is to be visited now, and what was left for later. They lie in pages of the units' memory, taken one at a time;
// one that was read is written next. Nothing moves or is cleared.
//
// A state that moves leaves its old entry behind, which is dropped when f of its record is looked at. Entries beyond
// the limit are passed over without that look, a copy and a comparison each, so that old ones may stay for some passes;
// when more than an eighth of the entries are old, the next pass looks at all. An old entry may also be what sets the
// next limit: that pass then expands nothing, and drops it.
//
// Where the memory is at its cap an entry is lost, and failed() says so until the next beginning: the search is void
// then.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "base/page_list.hpp"
#include "base/paged_stack.hpp"
#include "search/fringe_entry.hpp"
#include "waymark/base/instrument.hpp"
#include "waymark/base/unit_memory.hpp"
#include "waymark/space/map.hpp"

namespace waymark {

class FringeArrays {
 public:
  using Store = FringeStore;
  using Child = FringeEntry;

  // The map outlives it.
  explicit FringeArrays(const Map& map) : memory_(&map.memory()), children_(map.memory()) {}
  FringeArrays(const FringeArrays&) = delete;
  FringeArrays& operator=(const FringeArrays&) = delete;
  ~FringeArrays() { clear(); }

  static Child child(FringeEntry entry, FringeStore::Rec& /*record*/) { return entry; }

  void begin(const Child& start) {
    clear();
    if (!later_has_room()) return;
    later_.newest->entries[later_.in_newest++] = start;
    later_.size = 1;
    begin_pass();
  }

  [[nodiscard]] bool failed() const { return failed_; }
  [[nodiscard]] bool empty() const { return at_end() && later_.size == 0; }
  [[nodiscard]] bool at_end() const { return children_.empty() && now_.size == 0; }
  // What was left for later is what is to be visited now.
  void begin_pass() {
    if (now_.oldest != nullptr) give_back(now_.oldest);  // read to its end
    now_ = std::exchange(later_, {});
    next_ = 0;
    looks_ = old_ > now_.size / 8;
  }

  // Visits entries that are beyond the limit or old, at most so many, until one is neither. Returns how many it
  // visited.
  std::uint64_t pass_over(FringeStore& store, Cost limit, Cost& least_beyond, std::uint64_t units) {
    std::uint64_t passed = 0;
    for (; !children_.empty() && passed < units; ++passed) {
      const FringeEntry child = children_.back();
      if (is_old(store, child)) {
        --old_;
      } else if (child.f > limit) {
        if (!later_has_room()) return passed;
        later_.newest->entries[later_.in_newest++] = child;
        ++later_.size;
        least_beyond = std::min(least_beyond, child.f);
      } else {
        return passed;
      }
      children_.pop_back();
    }
    while (passed < units && now_.size > 0 && later_has_room()) {
      go_to_next();
      const std::size_t most = std::min({static_cast<std::size_t>(std::min<std::uint64_t>(units - passed, now_.size)),
                                         kEntries - next_, kEntries - later_.in_newest});
      const std::size_t beyond = looks_ ? keep_new(store, limit, least_beyond, most) : keep(limit, least_beyond, most);
      instrument::look(beyond);
      next_ += beyond;
      now_.size -= beyond;
      passed += beyond;
      if (beyond == most) continue;
      if (!is_old(store, now_.oldest->entries[next_])) break;
      ++next_;
      --now_.size;
      ++passed;
      --old_;
    }
    return passed;
  }

  // The state at which the last pass_over stopped leaves the list.
  NodeId take() {
    if (children_.empty()) {
      go_to_next();
      --now_.size;
      return now_.oldest->entries[next_++].node;
    }
    const NodeId node = children_.back().node;
    children_.pop_back();
    return node;
  }

  // A state of the list leaves it, for it is to be inserted elsewhere.
  void leave(const FringeStore::Rec& /*record*/) { ++old_; }

  // Inserts states where one was taken; the first of them is visited next.
  void insert(const FringeEntry* entries, std::size_t count) {
    while (count > 0) failed_ |= !children_.push_back(entries[--count]);
  }

  [[nodiscard]] std::uint64_t heap_bytes() const { return children_.heap_bytes() + pages_.bytes(); }

 private:
  static constexpr std::size_t kEntries = (UnitMemory::kLargePage - 2 * sizeof(void*)) / sizeof(FringeEntry);
  struct Page : UnitMemory::Page {
    Page* newer;
    std::array<FringeEntry, kEntries> entries;
  };
  // Entries in order, written at one end and read from the other.
  struct Entries {
    Page* oldest = nullptr;
    Page* newest = nullptr;
    std::size_t in_newest = kEntries;
    std::size_t size = 0;  // of those not read yet
  };

  static bool is_old(FringeStore& store, FringeEntry entry) { return store.at(entry.node).g != entry.f; }

  void clear() {
    children_.clear();
    pages_.give_back_all(*memory_);
    now_ = later_ = {};
    free_ = nullptr;
    next_ = old_ = 0;
    failed_ = looks_ = false;
  }
  void give_back(Page* page) {
    page->newer = free_;
    free_ = page;
  }
  // For one entry more at least. False, and it has failed, if there is no page.
  [[nodiscard]] bool later_has_room() {
    if (later_.in_newest < kEntries) return true;
    Page* const page = free_ != nullptr ? std::exchange(free_, free_->newer) : pages_.take_as_is(*memory_);
    if (page == nullptr) {
      failed_ = true;
      return false;
    }
    page->newer = nullptr;
    (later_.newest == nullptr ? later_.oldest : later_.newest->newer) = page;
    later_.newest = page;
    later_.in_newest = 0;
    return true;
  }
  // Of those to be visited now, which are some, one is unread in the oldest page.
  void go_to_next() {
    if (next_ < kEntries) return;
    give_back(std::exchange(now_.oldest, now_.oldest->newer));
    next_ = 0;
  }

  // Leaves the next entries for later, at most so many, up to one within the limit; returns how many. They are in one
  // page, and so is the room for them.
  std::size_t keep(Cost limit, Cost& least_beyond, std::size_t most) {
    const FringeEntry* const first = now_.oldest->entries.data() + next_;
    const FringeEntry* const end = first + most;
    const FringeEntry* at = first;
    FringeEntry* out = later_.newest->entries.data() + later_.in_newest;
    Cost least = least_beyond;
    // Four at a time: nearly all are beyond.
    for (; end - at >= 4; at += 4, out += 4) {
      const FringeEntry a = at[0];
      const FringeEntry b = at[1];
      const FringeEntry c = at[2];
      const FringeEntry d = at[3];
      const Cost least_of_four = std::min(std::min(a.f, b.f), std::min(c.f, d.f));
      if (least_of_four <= limit) break;
      least = std::min(least, least_of_four);
      out[0] = a;
      out[1] = b;
      out[2] = c;
      out[3] = d;
    }
    for (; at != end && at->f > limit; ++at, ++out) {
      *out = *at;
      least = std::min(least, at->f);
    }
    const auto kept = static_cast<std::size_t>(at - first);
    later_.in_newest += kept;
    later_.size += kept;
    least_beyond = least;
    return kept;
  }

  // The same, but drops those that are old.
  std::size_t keep_new(FringeStore& store, Cost limit, Cost& least_beyond, std::size_t most) {
    const FringeEntry* const first = now_.oldest->entries.data() + next_;
    const FringeEntry* const end = first + most;
    const FringeEntry* at = first;
    FringeEntry* const begin_out = later_.newest->entries.data() + later_.in_newest;
    FringeEntry* out = begin_out;
    Cost least = least_beyond;
    for (; at != end && at->f > limit; ++at) {
      const bool stays = !is_old(store, *at);
      *out = *at;
      out += stays ? 1 : 0;
      least = std::min(least, stays ? at->f : kInfiniteCost);
    }
    const auto passed = static_cast<std::size_t>(at - first);
    const auto kept = static_cast<std::size_t>(out - begin_out);
    old_ -= passed - kept;
    later_.in_newest += kept;
    later_.size += kept;
    least_beyond = least;
    return passed;
  }

  UnitMemory* memory_;
  PageList<Page> pages_;  // of both lists, and those that were read
  Page* free_ = nullptr;  // of them, to be written again
  // From where the list is visited: the children, the last of them first; what of now_ is from next_ on; and then, for
  // the next pass, later_.
  PagedStack<FringeEntry> children_;
  Entries now_;
  Entries later_;
  std::size_t next_ = 0;  // in the oldest page of now_
  std::size_t old_ = 0;   // entries whose state has moved
  bool looks_ = false;    // in this pass, at the record of every entry
  bool failed_ = false;
};

}  // namespace waymark
