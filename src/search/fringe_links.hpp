// The list of fringe search as published: doubly linked, a state in it once. Its entries lie in pages of the units'
// memory, taken one at a time. One that left the list is used next, so that those in it stay close together and a visit
// looks at nothing else: f is in the entry, too. The cache knows the entry of a state; it lies in pages as well, so
// that all follows the states touched.
//
// Where the memory is at its cap a state is lost, and failed() says so until the next beginning: the search is void
// then.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "base/page_list.hpp"
#include "search/fringe_entry.hpp"
#include "space/cell_table.hpp"
#include "waymark/base/instrument.hpp"
#include "waymark/base/unit_memory.hpp"
#include "waymark/space/map.hpp"

namespace waymark {

struct FringeLink {
  Cost f;
  NodeId node;
  FringeLink* before;
  FringeLink* behind;
};

// The cache beside such a list.
class FringeCells {
 public:
  using Arrival = GridSpace::Arrival;
  struct Rec : Record<Arrival> {
    FringeLink* link;  // while it is in the list
  };

  explicit FringeCells(const Map& map) : cells_(map.memory(), map.grid()) {}

  void reset(std::uint32_t /*id_bound*/) {
    cells_.clear();
    failed_ = false;
  }
  std::pair<Rec&, bool> touch(NodeId node) {
    Rec* record = cells_.at(node);
    if (record == nullptr) {
      failed_ = true;
      lost_ = {};
      record = &lost_;
    }
    return {*record, !record->is_of(kStamp)};
  }
  static void write(Rec& record, bool /*fresh*/, Cost f, Arrival arrival) { record.set(f, arrival, kStamp); }
  Rec& at(NodeId node) { return *cells_.find(node); }
  [[nodiscard]] const Rec* find(NodeId node) const {
    const Rec* const record = cells_.find(node);
    return record != nullptr && record->is_of(kStamp) ? record : nullptr;
  }
  [[nodiscard]] bool failed() const { return failed_; }
  [[nodiscard]] std::uint64_t heap_bytes() const { return cells_.heap_bytes(); }

 private:
  static constexpr std::uint32_t kStamp = 1;  // pages are given back with each search

  CellTable<Rec> cells_;
  Rec lost_{};
  bool failed_ = false;
};

class FringeLinks {
 public:
  using Store = FringeCells;
  struct Child {
    FringeEntry entry;
    FringeCells::Rec* record;
  };

  // The map outlives it.
  explicit FringeLinks(const Map& map) : memory_(&map.memory()) {}
  FringeLinks(const FringeLinks&) = delete;
  FringeLinks& operator=(const FringeLinks&) = delete;
  ~FringeLinks() { clear(); }

  static Child child(FringeEntry entry, FringeCells::Rec& record) { return {entry, &record}; }

  void begin(const Child& start) {
    clear();
    end_.before = end_.behind = &end_;
    at_ = &end_;
    insert(&start, 1);
  }

  [[nodiscard]] bool failed() const { return failed_; }
  [[nodiscard]] bool empty() const { return end_.behind == &end_; }
  [[nodiscard]] bool at_end() const { return at_ == &end_; }
  void begin_pass() { at_ = end_.behind; }

  // Visits states that are beyond the limit, at most so many, until one is not. Returns how many it visited.
  std::uint64_t pass_over(FringeCells& /*cells*/, Cost limit, Cost& least_beyond, std::uint64_t units) {
    std::uint64_t passed = 0;
    FringeLink* at = at_;
    Cost least = least_beyond;
    for (; passed < units && at != &end_ && at->f > limit; ++passed) {
      least = std::min(least, at->f);
      at = at->behind;
    }
    instrument::look(passed);
    least_beyond = least;
    at_ = at;
    return passed;
  }

  // The state at which the last pass_over stopped leaves the list.
  NodeId take() {
    const NodeId node = at_->node;
    leave(at_);
    return node;
  }

  // A state of the list leaves it, for it is to be inserted elsewhere.
  void leave(const FringeCells::Rec& record) { leave(record.link); }

  // Inserts states where one was taken; the first of them is visited next.
  void insert(const Child* children, std::size_t count) {
    FringeLink* const behind = at_;
    FringeLink* last = behind->before;
    for (std::size_t i = 0; i < count; ++i) {
      FringeLink* const link = take_link();
      if (link == nullptr) break;
      if (i == 0) at_ = link;
      *link = {children[i].entry.f, children[i].entry.node, last, behind};
      children[i].record->link = link;
      last->behind = link;
      last = link;
    }
    behind->before = last;
  }

  [[nodiscard]] std::uint64_t heap_bytes() const { return pages_.bytes(); }

 private:
  static constexpr std::size_t kLinks = (UnitMemory::kLargePage - sizeof(UnitMemory::Page)) / sizeof(FringeLink);
  struct Page : UnitMemory::Page {
    std::array<FringeLink, kLinks> links;
  };

  void leave(FringeLink* link) {
    if (at_ == link) at_ = link->behind;
    link->before->behind = link->behind;
    link->behind->before = link->before;
    link->behind = free_;
    free_ = link;
  }
  FringeLink* take_link() {
    if (free_ != nullptr) return std::exchange(free_, free_->behind);
    if (in_newest_ == kLinks) {
      Page* const page = pages_.take_as_is(*memory_);
      if (page == nullptr) {
        failed_ = true;
        return nullptr;
      }
      newest_ = page;
      in_newest_ = 0;
    }
    return &newest_->links[in_newest_++];
  }
  void clear() {
    pages_.give_back_all(*memory_);
    free_ = nullptr;
    in_newest_ = kLinks;
    failed_ = false;
  }

  UnitMemory* memory_;
  PageList<Page> pages_;
  FringeLink end_{};  // no state: the first of the list stands behind it, the last before it
  FringeLink* at_ = &end_;
  FringeLink* free_ = nullptr;  // those that left the list, the last one first
  Page* newest_ = nullptr;
  std::size_t in_newest_ = kLinks;
  bool failed_ = false;
};

}  // namespace waymark
