// States waiting for an update, by how large the update is likely to be: a priority queue of fixed capacity that gives
// the best entry, throws out the worst when it is full, and knows what it holds. A small one lies in a page of the
// units' memory while it holds anything; a large one has memory of its own, taken when it is made.
//
// A sorted array: an addition moves eight bytes for each entry that is better (if the queue is full: worse). For the
// thousand that Prioritized LRTA* allows at most, that was faster than a heap for each end.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "waymark/base/instrument.hpp"
#include "waymark/base/types.hpp"
#include "waymark/base/unit_memory.hpp"

namespace waymark {

class UpdateQueue {
 public:
  // capacity of at least 1. The memory outlives the queue.
  UpdateQueue(UnitMemory& memory, std::uint32_t capacity) : memory_(&memory), capacity_(capacity) {
    if (capacity <= kMostInPage) return;
    std::uint32_t places = 16;
    while (places < capacity * 16) places *= 2;  // so sparse that a second probe is a rare surprise
    own_ = std::make_unique<std::uint64_t[]>(capacity + places / 2);
    own_bytes_ = (capacity + places / 2) * sizeof(std::uint64_t);
    lay_out(own_.get(), places);
  }
  UpdateQueue(const UpdateQueue&) = delete;
  UpdateQueue& operator=(const UpdateQueue&) = delete;
  ~UpdateQueue() { give_back(); }

  // Takes time for the whole capacity if that is large.
  void clear() {
    size_ = 0;
    if (own_ != nullptr) {
      std::fill_n(places_, mask_ + 1, kNoNode);
    } else {
      give_back();
    }
  }

  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] std::size_t size() const { return size_; }

  // A state that waits already keeps its priority. A full queue loses its lowest priority (of equals the highest id) if
  // the new one is higher, else refuses the new one.
  // So does one for which there is no page.
  void add(NodeId node, Cost priority) {
    instrument::write();
    if (entries_ == nullptr && !take_page()) return;
    const bool full = size_ == capacity_;
    if (full && priority_of(entries_[0]) >= priority) return;
    const std::uint32_t place = place_of(node);
    if (places_[place] == node) return;
    places_[place] = node;
    const std::uint64_t entry = (std::uint64_t{priority} << 32u) | ~node;
    std::uint64_t* const first = entries_;
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

  [[nodiscard]] std::uint64_t heap_bytes() const {
    return own_bytes_ + (page_ != nullptr ? UnitMemory::kLargePage : 0);
  }

 private:
  // Entries, and then as many places as there is room for: two for each entry at least.
  static constexpr std::uint32_t kMostInPage = 64;
  static constexpr std::size_t kPageRoom = UnitMemory::kLargePage - sizeof(UnitMemory::Page);

  void lay_out(std::uint64_t* memory, std::uint32_t places) {
    entries_ = memory;
    places_ = reinterpret_cast<NodeId*>(memory + capacity_);
    mask_ = places - 1;
    std::fill_n(places_, places, kNoNode);
  }
  bool take_page() {
    page_ = memory_->take(UnitMemory::Size::kLarge);
    if (page_ == nullptr) return false;
    const std::size_t left = kPageRoom - capacity_ * sizeof(std::uint64_t);
    lay_out(reinterpret_cast<std::uint64_t*>(page_ + 1),
            static_cast<std::uint32_t>(std::bit_floor(left / sizeof(NodeId))));
    return true;
  }
  void give_back() {
    if (page_ == nullptr) return;
    memory_->give_back(UnitMemory::Size::kLarge, page_, page_, 1);
    page_ = nullptr;
    entries_ = nullptr;
  }

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

  UnitMemory* memory_;
  UnitMemory::Page* page_ = nullptr;
  std::unique_ptr<std::uint64_t[]> own_;
  std::uint64_t* entries_ = nullptr;  // priority and inverted id, best last
  NodeId* places_ = nullptr;          // a hash table of the nodes in the queue
  std::uint32_t capacity_;
  std::uint32_t mask_ = 0;
  std::uint32_t size_ = 0;
  std::uint32_t own_bytes_ = 0;
};

}  // namespace waymark
