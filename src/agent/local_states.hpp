// The states of a lookahead, in the order they were reached, and a table that finds them by their cell.
//
// The table is a hash table whose hash is linear in x and y: the map is wrapped around a torus. So a neighbour's slot
// is a constant away from the state's own, states close together never collide, and they share cache lines. As
// long as the cells searched from lie so close that no two states can collide, it need not even be asked which state is
// in a slot. What is asked of every neighbour lies in the slots.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "waymark/base/assert.hpp"
#include "waymark/base/heap_bytes.hpp"
#include "waymark/base/instrument.hpp"
#include "waymark/base/types.hpp"
#include "waymark/space/cell.hpp"
#include "waymark/space/direction.hpp"

namespace waymark {

struct alignas(32) LocalState {
  NodeId node;
  std::uint32_t home;   // the slot its cell hashes to
  std::uint32_t place;  // the slot it lies in
  std::uint32_t parent;
  Cost g;
  Cost h;
  std::uint8_t arrival;  // the direction of the step from the parent
  std::uint8_t around;   // Grid::neighbourhood; of a closed state
  bool closed;
  std::uint8_t way_in;  // of learning: the direction of the step that spread the value to here, if one did
};
static_assert(sizeof(LocalState) == 32);

class LocalStates {
 public:
  // For at most `capacity` states between two clears; all are forgotten. Takes memory only if it never was for so many,
  // and the torus is that of a table made for `capacity`: so that one table may serve large and small lookaheads in
  // turn, and none shows in another.
  void prepare(std::uint32_t capacity) {
    clear();
    unsigned bits = 6;
    while ((std::uint64_t{1} << bits) < std::uint64_t{capacity} * kSlotsPerState) ++bits;
    const std::size_t slots = std::size_t{1} << bits;
    if (capacity > states_.size()) states_.resize(capacity);
    if (slots > slots_.size()) {
      slots_.resize(slots);
      g_.resize(slots, kInfiniteCost);
    }
    mask_ = static_cast<std::uint32_t>(slots - 1);
    row_ = std::uint32_t{1} << ((bits + 1) / 2);
    most_x_ = static_cast<int>(row_) - 3;
    most_y_ = static_cast<int>(slots / row_) - 3;
    jump_ = (row_ / 2 + static_cast<std::uint32_t>(slots / 2)) | 1u;
    for (std::size_t d = 0; d < kDirections; ++d) {
      offset_[d] = static_cast<std::uint32_t>(kDy[d]) * row_ + static_cast<std::uint32_t>(kDx[d]);
    }
  }

  void clear() {
    instrument::write(size_);
    for (std::uint32_t i = 0; i < size_; ++i) g_[states_[i].place] = kInfiniteCost;
    size_ = 0;
    all_at_home_ = true;
    low_x_ = low_y_ = kFar;
    high_x_ = high_y_ = -kFar;
  }
  [[nodiscard]] std::uint32_t size() const { return size_; }
  [[nodiscard]] LocalState& operator[](std::uint32_t index) { return states_[index]; }
  [[nodiscard]] const LocalState& operator[](std::uint32_t index) const { return states_[index]; }

  [[nodiscard]] std::uint32_t home_of(Cell cell) const {
    return (static_cast<std::uint32_t>(cell.y) * row_ + static_cast<std::uint32_t>(cell.x)) & mask_;
  }
  [[nodiscard]] std::uint32_t neighbour_home(std::uint32_t home, unsigned direction) const {
    return (home + offset_[direction]) & mask_;
  }

  struct Slot {
    Cost value;  // of learning: h of an open state; of a closed one the cheapest way out found so far
    std::uint32_t index;
  };
  [[nodiscard]] Slot& slot(std::uint32_t place) {
    instrument::look();
    return slots_[place];
  }
  [[nodiscard]] const Slot& slot(std::uint32_t place) const { return const_cast<LocalStates*>(this)->slot(place); }
  // Of the state in a slot: kInfiniteCost if the slot is free, 0 if the state is closed: there is no cheaper way to it.
  [[nodiscard]] Cost& g(std::uint32_t place) {
    instrument::look();
    return g_[place];
  }
  // Where the state is, or the free slot where it belongs.
  [[nodiscard]] std::uint32_t find(NodeId node, std::uint32_t home) const {
    std::uint32_t place = home;
    if (all_at_home_) return place;
    while (g_[place] != kInfiniteCost && states_[slots_[place].index].node != node) place = (place + jump_) & mask_;
    return place;
  }

  // To be told of each cell whose neighbours are looked for, before that. Once these could meet around the torus,
  // states are no longer all at home.
  void extend_to(int x, int y) {
    low_x_ = std::min(low_x_, x);
    low_y_ = std::min(low_y_, y);
    high_x_ = std::max(high_x_, x);
    high_y_ = std::max(high_y_, y);
    all_at_home_ = (high_x_ - low_x_ <= most_x_) & (high_y_ - low_y_ <= most_y_);
  }
  // Every place is a home.
  [[nodiscard]] bool all_at_home() const { return all_at_home_; }

  // A new state in a free slot, whose g and value are to be set.
  std::uint32_t add(NodeId node, std::uint32_t home, std::uint32_t place) {
    WAYMARK_DEBUG_ASSERT(size_ < states_.size());
    instrument::write();
    const std::uint32_t index = size_++;
    slots_[place].index = index;
    states_[index].node = node;
    states_[index].home = home;
    states_[index].place = place;
    return index;
  }

  [[nodiscard]] std::uint64_t heap_bytes() const { return heap_bytes_of(states_, slots_, g_); }

 private:
  static constexpr int kFar = 1 << 29;                 // beyond every cell; differences do not overflow
  static constexpr std::uint32_t kSlotsPerState = 16;  // then no lookahead of up to 62 expansions leaves the torus

  std::vector<LocalState> states_;
  std::vector<Slot> slots_;
  std::vector<Cost> g_;  // per slot
  std::array<std::uint32_t, kDirections> offset_{};
  std::uint32_t mask_ = 0;
  std::uint32_t row_ = 0;   // slots from one row of cells to the next
  std::uint32_t jump_ = 0;  // from a taken slot to the next to try: odd, and far from the neighbours' slots
  std::uint32_t size_ = 0;
  // The cells told of, and how far apart they may be.
  int low_x_ = 0;
  int low_y_ = 0;
  int high_x_ = 0;
  int high_y_ = 0;
  int most_x_ = 0;
  int most_y_ = 0;
  bool all_at_home_ = true;
};

}  // namespace waymark
