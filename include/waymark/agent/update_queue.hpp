// States waiting for an update, by how large the update is likely to be: a priority queue of fixed capacity that gives
// the best entry, throws out the worst when it is full, and knows what it holds. No operation takes more than
// logarithmic time or any memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "waymark/base/types.hpp"

namespace waymark {

class UpdateQueue {
 public:
  // capacity of at least 1.
  explicit UpdateQueue(std::uint32_t capacity) : capacity_(capacity), slots_(capacity) {
    for (std::vector<std::uint32_t>& heap : heaps_) heap.reserve(capacity);
    free_.reserve(capacity);
    std::uint32_t places = 16;
    while (places < capacity * 2) places *= 2;
    places_.resize(places);
    mask_ = places - 1;
    clear();
  }

  // Takes time for the whole capacity.
  void clear() {
    for (std::vector<std::uint32_t>& heap : heaps_) heap.clear();
    free_.clear();
    for (std::uint32_t slot = capacity_; slot > 0; --slot) free_.push_back(slot - 1);
    for (std::uint32_t& place : places_) place = kNone;
  }

  [[nodiscard]] bool empty() const { return heaps_[kBest].empty(); }
  [[nodiscard]] std::size_t size() const { return heaps_[kBest].size(); }

  // A state that waits already keeps its priority. A full queue loses its lowest priority (of equals the highest id) if
  // the new one is higher, else refuses the new one.
  void add(NodeId node, Cost priority) {
    std::uint32_t place = place_of(node);
    if (places_[place] != kNone) return;
    if (free_.empty()) {
      const std::uint32_t worst = heaps_[kWorst].front();
      if (slots_[worst].priority >= priority) return;
      remove(worst);
      place = place_of(node);
    }
    const std::uint32_t slot = free_.back();
    free_.pop_back();
    slots_[slot] = {node, priority, {}};
    places_[place] = slot;
    for (const Side side : {kBest, kWorst}) {
      heaps_[side].push_back(slot);
      rise(side, heaps_[side].size() - 1);
    }
  }

  // The highest priority, of equals the lowest id. Not empty.
  NodeId pop() {
    const std::uint32_t best = heaps_[kBest].front();
    const NodeId node = slots_[best].node;
    remove(best);
    return node;
  }

 private:
  enum Side : std::uint8_t { kBest, kWorst };
  struct Slot {
    NodeId node;
    Cost priority;
    std::uint32_t index[2];  // in each heap
  };
  static constexpr std::uint32_t kNone = 0xffffffffu;

  [[nodiscard]] bool before(Side side, std::uint32_t a, std::uint32_t b) const {
    const Slot& first = slots_[side == kBest ? a : b];
    const Slot& second = slots_[side == kBest ? b : a];
    if (first.priority != second.priority) return first.priority > second.priority;
    return first.node < second.node;
  }
  void put(Side side, std::size_t index, std::uint32_t slot) {
    heaps_[side][index] = slot;
    slots_[slot].index[side] = static_cast<std::uint32_t>(index);
  }
  void rise(Side side, std::size_t index) {
    const std::uint32_t slot = heaps_[side][index];
    for (; index > 0 && before(side, slot, heaps_[side][(index - 1) / 2]); index = (index - 1) / 2) {
      put(side, index, heaps_[side][(index - 1) / 2]);
    }
    put(side, index, slot);
  }
  void sink(Side side, std::size_t index) {
    const std::vector<std::uint32_t>& heap = heaps_[side];
    const std::uint32_t slot = heap[index];
    for (;;) {
      std::size_t child = index * 2 + 1;
      if (child >= heap.size()) break;
      if (child + 1 < heap.size() && before(side, heap[child + 1], heap[child])) ++child;
      if (!before(side, heap[child], slot)) break;
      put(side, index, heap[child]);
      index = child;
    }
    put(side, index, slot);
  }
  void remove(std::uint32_t slot) {
    for (const Side side : {kBest, kWorst}) {
      const std::size_t hole = slots_[slot].index[side];
      const std::uint32_t last = heaps_[side].back();
      heaps_[side].pop_back();
      if (last == slot) continue;
      put(side, hole, last);
      rise(side, hole);
      sink(side, slots_[last].index[side]);
    }
    erase_place(place_of(slots_[slot].node));
    free_.push_back(slot);
  }

  [[nodiscard]] std::uint32_t home_of(NodeId node) const {
    return static_cast<std::uint32_t>((node * 0x9e3779b97f4a7c15ull) >> 32u) & mask_;
  }
  // Where the node is, or the free place where it belongs.
  [[nodiscard]] std::uint32_t place_of(NodeId node) const {
    std::uint32_t place = home_of(node);
    while (places_[place] != kNone && slots_[places_[place]].node != node) place = (place + 1) & mask_;
    return place;
  }
  // Moves up those that the hole would cut off from their home.
  void erase_place(std::uint32_t hole) {
    for (std::uint32_t place = (hole + 1) & mask_; places_[place] != kNone; place = (place + 1) & mask_) {
      const std::uint32_t home = home_of(slots_[places_[place]].node);
      if (((place - home) & mask_) < ((place - hole) & mask_)) continue;
      places_[hole] = places_[place];
      hole = place;
    }
    places_[hole] = kNone;
  }

  std::uint32_t capacity_;
  std::vector<Slot> slots_;
  std::vector<std::uint32_t> heaps_[2];
  std::vector<std::uint32_t> free_;
  std::vector<std::uint32_t> places_;  // a hash table of slots
  std::uint32_t mask_ = 0;
};

}  // namespace waymark
