// The list of fringe search as published: doubly linked, its links in an array by state. A state stands in it once, and
// its f is that of its record.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "search/fringe_entry.hpp"
#include "waymark/base/instrument.hpp"
#include "waymark/base/unit_memory.hpp"

namespace waymark {

class FringeLinks {
 public:
  // It has an array of its own.
  explicit FringeLinks(UnitMemory& /*memory*/) {}

  void begin(std::uint32_t id_bound, FringeEntry start) {
    if (id_bound > end_) {
      links_.reset();  // first, so that two arrays never live at once
      links_.reset(new Link[std::size_t{id_bound} + 1]);
      end_ = id_bound;
    }
    join(end_, start.node);
    join(start.node, end_);
    begin_pass();
  }

  [[nodiscard]] static bool failed() { return false; }
  [[nodiscard]] bool empty() const { return links_[end_].behind == end_; }
  [[nodiscard]] bool at_end() const { return at_ == end_; }
  void begin_pass() { at_ = links_[end_].behind; }

  // Visits states that are beyond the limit, at most so many, until one is not. Returns how many it visited.
  std::uint64_t pass_over(FringeStore& store, Cost limit, Cost& least_beyond, std::uint64_t units) {
    std::uint64_t passed = 0;
    NodeId node = at_;
    for (; passed < units && node != end_; ++passed) {
      const Cost f = store.at(node).g;
      if (f <= limit) break;
      least_beyond = std::min(least_beyond, f);
      node = links_[node].behind;
    }
    instrument::look(passed);
    at_ = node;
    return passed;
  }

  // The state at which the last pass_over stopped leaves the list.
  NodeId take() {
    const NodeId node = at_;
    leave(node);
    return node;
  }

  // A state of the list leaves it, for it is to be inserted elsewhere.
  void leave(NodeId node) {
    const Link link = links_[node];
    if (at_ == node) at_ = link.behind;
    join(link.before, link.behind);
  }

  // Inserts states where one was taken; the first of them is visited next.
  void insert(const FringeEntry* entries, std::size_t count) {
    NodeId last = links_[at_].before;
    const NodeId behind = at_;
    if (count > 0) at_ = entries[0].node;
    for (std::size_t i = 0; i < count; ++i) {
      join(last, entries[i].node);
      last = entries[i].node;
    }
    join(last, behind);
  }

  [[nodiscard]] std::uint64_t heap_bytes() const { return end_ == 0 ? 0 : (std::uint64_t{end_} + 1) * sizeof(Link); }

 private:
  // Not set where they are made: pages of the array that no state of the list lies in stay untouched.
  struct Link {
    NodeId before;
    NodeId behind;
  };

  void join(NodeId before, NodeId behind) {
    links_[before].behind = behind;
    links_[behind].before = before;
  }

  std::unique_ptr<Link[]> links_;  // the last is no state: the first of the list stands behind it, the last before it
  NodeId end_ = 0;
  NodeId at_ = 0;
};

}  // namespace waymark
