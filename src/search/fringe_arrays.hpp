// The list of fringe search in arrays that are read and written in order: the children of the state expanded last, what
// else is to be visited now, and what was left for later.
//
// A state that moves leaves its old entry behind, which is dropped when f of its record is looked at. Entries beyond
// the limit are passed over without that look, a copy and a comparison each, so that old ones may stay for some passes;
// when more than an eighth of the entries are old, the next pass looks at all. An old entry may also be what sets the
// next limit: that pass then expands nothing, and drops it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "search/fringe_entry.hpp"
#include "waymark/base/heap_bytes.hpp"
#include "waymark/base/instrument.hpp"

namespace waymark {

class FringeArrays {
 public:
  void begin(std::uint32_t /*id_bound*/, FringeEntry start) {
    children_.clear();
    now_.clear();
    later_.clear();
    later_.room_for(1)[0] = start;
    later_.grow(1);
    old_ = 0;
    begin_pass();
  }

  [[nodiscard]] bool empty() const { return at_end() && later_.size() == 0; }
  [[nodiscard]] bool at_end() const { return children_.empty() && next_ == now_.size(); }
  // What was left for later is what is to be visited now.
  void begin_pass() {
    std::swap(now_, later_);
    later_.clear();
    later_.as_roomy_as(now_);
    now_.as_roomy_as(later_);
    next_ = 0;
    looks_ = old_ > now_.size() / 8;
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
        *later_.room_for(1) = child;
        later_.grow(1);
        least_beyond = std::min(least_beyond, child.f);
      } else {
        return passed;
      }
      children_.pop_back();
    }
    while (passed < units && next_ < now_.size()) {
      const auto most = static_cast<std::size_t>(std::min<std::uint64_t>(units - passed, now_.size() - next_));
      const std::size_t beyond = looks_ ? keep_new(store, limit, least_beyond, most) : keep(limit, least_beyond, most);
      instrument::look(beyond);
      next_ += beyond;
      passed += beyond;
      if (beyond == most || !is_old(store, now_.data()[next_])) break;
      ++next_;
      ++passed;
      --old_;
    }
    return passed;
  }

  // The state at which the last pass_over stopped leaves the list.
  NodeId take() {
    if (children_.empty()) return now_.data()[next_++].node;
    const NodeId node = children_.back().node;
    children_.pop_back();
    return node;
  }

  // A state of the list leaves it, for it is to be inserted elsewhere.
  void leave(NodeId /*node*/) { ++old_; }

  // Inserts states where one was taken; the first of them is visited next.
  void insert(const FringeEntry* entries, std::size_t count) {
    while (count > 0) children_.push_back(entries[--count]);
  }

  [[nodiscard]] std::uint64_t heap_bytes() const { return heap_bytes_of(children_, now_, later_); }

 private:
  // Entries in order, written at one end. Keeps its room.
  class Entries {
   public:
    [[nodiscard]] std::size_t size() const { return count_; }
    [[nodiscard]] const FringeEntry* data() const { return entries_.data(); }
    void clear() { count_ = 0; }
    // Room for so many more entries, to be written from the end on, and then said how many they were.
    FringeEntry* room_for(std::size_t more) {
      if (entries_.size() < count_ + more) entries_.resize(2 * (count_ + more));
      return entries_.data() + count_;
    }
    void grow(std::size_t written) { count_ += written; }
    // Two lists that take turns have the same room, so that a query which is run again finds enough, whichever of them
    // comes first.
    void as_roomy_as(const Entries& other) {
      if (entries_.size() < other.entries_.size()) entries_.resize(other.entries_.size());
    }
    [[nodiscard]] std::uint64_t heap_bytes() const { return heap_bytes_of(entries_); }

   private:
    std::vector<FringeEntry> entries_;
    std::size_t count_ = 0;
  };

  static bool is_old(FringeStore& store, FringeEntry entry) { return store.at(entry.node).g != entry.f; }

  // Leaves the next entries for later, at most so many, up to one within the limit; returns how many.
  std::size_t keep(Cost limit, Cost& least_beyond, std::size_t most) {
    const FringeEntry* const first = now_.data() + next_;
    const FringeEntry* const end = first + most;
    const FringeEntry* at = first;
    FringeEntry* out = later_.room_for(most);
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
    later_.grow(kept);
    least_beyond = least;
    return kept;
  }

  // The same, but drops those that are old.
  std::size_t keep_new(FringeStore& store, Cost limit, Cost& least_beyond, std::size_t most) {
    const FringeEntry* const first = now_.data() + next_;
    const FringeEntry* const end = first + most;
    const FringeEntry* at = first;
    FringeEntry* const begin_out = later_.room_for(most);
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
    later_.grow(kept);
    least_beyond = least;
    return passed;
  }

  // From where the list is visited: the children, the last of them first; what of now_ is from next_ on; and then, for
  // the next pass, later_.
  std::vector<FringeEntry> children_;
  Entries now_;
  Entries later_;
  std::size_t next_ = 0;
  std::size_t old_ = 0;  // entries whose state has moved
  bool looks_ = false;   // in this pass, at the record of every entry
};

}  // namespace waymark
