// States waiting for an update, by how large the update is likely to be: a priority queue of fixed capacity that gives
// the best entry, throws out the worst when it is full, and knows what it holds. It never allocates after it is made.
//
// A sorted array: an addition moves eight bytes for each entry that is better (if the queue is full: worse). For the
// thousand that Prioritized LRTA* allows at most, that was faster than a heap for each end.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "waymark/base/heap_bytes.hpp"
#include "waymark/base/instrument.hpp"
#include "waymark/base/types.hpp"

namespace waymark {

class UpdateQueue {
 public:
  // capacity of at least 1.
  explicit UpdateQueue(std::uint32_t capacity) : entries_(capacity) {
    std::uint32_t places = 16;
    while (places < capacity * 16) places *= 2;  // so sparse that a second probe is a rare surprise
    places_.resize(places);
    mask_ = places - 1;
    clear();
  }

  // Takes time for the whole capacity.
  void clear() {
    size_ = 0;
    std::fill(places_.begin(), places_.end(), kNoNode);
  }

  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] std::size_t size() const { return size_; }

  // A state that waits already keeps its priority. A full queue loses its lowest priority (of equals the highest id) if
  // the new one is higher, else refuses the new one.
  void add(NodeId node, Cost priority) {
    instrument::write();
    const bool full = size_ == entries_.size();
    if (full && priority_of(entries_[0]) >= priority) return;
    const std::uint32_t place = place_of(node);
    if (places_[place] == node) return;
    places_[place] = node;
    const std::uint64_t entry = (std::uint64_t{priority} << 32u) | ~node;
    std::uint64_t* const first = entries_.data();
    std::size_t i = 0;
    if (full) {
      erase_place(place_of(node_of(first[0])));
      for (; i + 1 < size_ && first[i + 1] < entry; ++i) first[i] = first[i + 1];
    } else {
      for (i = size_++; i > 0 && first[i - 1] > entry; --i) first[i] = first[i - 1];
    }
    first[i] = entry;
  }

  // The highest priority, of equals the lowest id. Not empty.
  NodeId pop() {
    instrument::write();
    const NodeId node = node_of(entries_[--size_]);
    erase_place(place_of(node));
    return node;
  }

  [[nodiscard]] std::uint64_t heap_bytes() const { return heap_bytes_of(entries_, places_); }

 private:
  static Cost priority_of(std::uint64_t entry) { return static_cast<Cost>(entry >> 32u); }
  static NodeId node_of(std::uint64_t entry) { return ~static_cast<NodeId>(entry); }

  [[nodiscard]] std::uint32_t home_of(NodeId node) const {
    return static_cast<std::uint32_t>((node * 0x9e3779b97f4a7c15ull) >> 32u) & mask_;
  }
  // Where the node is, or the free place where it belongs.
  [[nodiscard]] std::uint32_t place_of(NodeId node) const {
    std::uint32_t place = home_of(node);
    while (places_[place] != kNoNode && places_[place] != node) place = (place + 1) & mask_;
    return place;
  }
  // Moves up those that the hole would cut off from their home.
  void erase_place(std::uint32_t hole) {
    for (std::uint32_t place = (hole + 1) & mask_; places_[place] != kNoNode; place = (place + 1) & mask_) {
      const std::uint32_t home = home_of(places_[place]);
      if (((place - home) & mask_) < ((place - hole) & mask_)) continue;
      places_[hole] = places_[place];
      hole = place;
    }
    places_[hole] = kNoNode;
  }

  std::vector<std::uint64_t> entries_;  // priority and inverted id, best last
  std::size_t size_ = 0;
  std::vector<NodeId> places_;  // a hash table of the nodes in the queue
  std::uint32_t mask_ = 0;
};

}  // namespace waymark
