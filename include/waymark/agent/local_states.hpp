// The states of a lookahead, in the order they were reached, and a table that finds them by their cell.
//
// The table is a hash table whose hash is linear in x and y: the map is wrapped around a torus. So a neighbour's slot
// is a constant away from the state's own, states close together never collide, and they share cache lines. It is never
// cleared: an entry counts only if the state it names says that it lies there.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "waymark/base/assert.hpp"
#include "waymark/base/types.hpp"
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
  static constexpr std::uint32_t kNone = 0xffffffffu;

  // At most `capacity` states between two clears.
  explicit LocalStates(std::uint32_t capacity) : states_(capacity) {
    unsigned bits = 6;
    while ((std::uint64_t{1} << bits) < std::uint64_t{capacity} * kSlotsPerState) ++bits;
    slots_.resize(std::size_t{1} << bits);
    mask_ = static_cast<std::uint32_t>(slots_.size() - 1);
    row_ = std::uint32_t{1} << ((bits + 1) / 2);
    jump_ = (row_ / 2 + static_cast<std::uint32_t>(slots_.size() / 2)) | 1u;
    for (std::size_t d = 0; d < kDirections; ++d) {
      offset_[d] = static_cast<std::uint32_t>(kDy[d]) * row_ + static_cast<std::uint32_t>(kDx[d]);
    }
  }

  void clear() {
    size_ = 0;
    all_at_home_ = true;
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

  // The state's index, or kNone; then `place` is the free slot where it belongs.
  [[nodiscard]] std::uint32_t find(NodeId node, std::uint32_t home, std::uint32_t& place) const {
    for (place = home;; place = (place + jump_) & mask_) {
      const std::uint32_t index = slots_[place].index;
      if (index >= size_) return kNone;
      if (states_[index].node == node) return index;
      if (states_[index].place != place) return kNone;
    }
  }
  // The index of a state that is there. Its home is taken, by itself or by another: every slot on the way is valid.
  [[nodiscard]] std::uint32_t find_known(NodeId node, std::uint32_t home) const {
    for (std::uint32_t place = home;; place = (place + jump_) & mask_) {
      const std::uint32_t index = slots_[place].index;
      if (states_[index].node == node) return index;
    }
  }

  // What learning knows of the state in a slot: h of an open state; of a closed one the cheapest way out found so far.
  [[nodiscard]] Cost& value(std::uint32_t place) { return slots_[place].value; }
  [[nodiscard]] Cost value(std::uint32_t place) const { return slots_[place].value; }
  // No two states collided: every place is a home.
  [[nodiscard]] bool all_at_home() const { return all_at_home_; }

  // A new state in a free slot.
  std::uint32_t add(NodeId node, std::uint32_t home, std::uint32_t place) {
    WAYMARK_DEBUG_ASSERT(size_ < states_.size());
    const std::uint32_t index = size_++;
    slots_[place].index = index;
    all_at_home_ &= place == home;
    states_[index].node = node;
    states_[index].home = home;
    states_[index].place = place;
    return index;
  }

 private:
  static constexpr std::uint32_t kSlotsPerState = 8;

  struct Slot {
    std::uint32_t index;
    Cost value;
  };
  std::vector<LocalState> states_;
  std::vector<Slot> slots_;
  std::array<std::uint32_t, kDirections> offset_{};
  std::uint32_t mask_ = 0;
  std::uint32_t row_ = 0;   // slots from one row of cells to the next
  std::uint32_t jump_ = 0;  // from a taken slot to the next to try: odd, and far from the neighbours' slots
  std::uint32_t size_ = 0;
  bool all_at_home_ = true;
};

}  // namespace waymark
