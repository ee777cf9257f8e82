// What a ply search (ply_search.hpp) knows of a state, the tables it can keep states in, and how it names a first move.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/fixed_table.hpp"
#include "base/paged_table.hpp"
#include "waymark/base/assert.hpp"
#include "waymark/base/heap_bytes.hpp"
#include "waymark/base/instrument.hpp"
#include "waymark/base/types.hpp"
#include "waymark/base/unit_memory.hpp"
#include "waymark/base/zeroed_array.hpp"

namespace waymark {

// How frontier states are compared, by LRTA* and by hill-climbing alike: lower f, then higher g, then the first move
// that is lower (on a grid they are in the order N, E, S, W, NE, SE, SW, NW), then lower id.
template <class First>
struct BasicFrontierState {
  std::uint64_t f;  // in thousandths, if it is weighted
  Cost g;
  First first_move;
  NodeId node;

  friend bool operator<(const BasicFrontierState& a, const BasicFrontierState& b) {
    if (a.f != b.f) return a.f < b.f;
    if (a.g != b.g) return a.g > b.g;
    if (a.first_move != b.first_move) return a.first_move < b.first_move;
    return a.node < b.node;
  }
};
using FrontierState = BasicFrontierState<std::uint8_t>;

// What a first move is known by: its direction, the state it leads to, or its number in the order of the space.
struct FirstDirection {
  using Type = std::uint8_t;
  static Type of(std::uint32_t /*number*/, NodeId /*to*/, std::uint8_t direction) { return direction; }
};
struct FirstState {
  using Type = NodeId;
  template <class Arrival>
  static Type of(std::uint32_t /*number*/, NodeId to, Arrival) {
    return to;
  }
};
struct FirstNumber {
  using Type = std::uint8_t;
  template <class Arrival>
  static Type of(std::uint32_t number, NodeId /*to*/, Arrival) {
    return static_cast<Type>(number);
  }
};

// How g and h are weighed: with gamma, in thousandths; or alike, in cost units.
struct GammaWeight {
  using Value = std::uint64_t;
  std::uint64_t gamma;  // in thousandths, 1 to 1000
  [[nodiscard]] Value f(Cost g, Cost h) const { return gamma * g + std::uint64_t{1000} * h; }
};
struct NoWeight {
  using Value = Cost;
  static Value f(Cost g, Cost h) { return g + h; }
};

// Whether a lookahead remembers which states it expanded and how they were reached: memory for each expansion.
enum class Ways : std::uint8_t { kForgotten, kKept };

template <Ways kWays>
struct PlyParent {};
template <>
struct PlyParent<Ways::kKept> {
  std::uint32_t parent = 0;  // which expansion led here, counted from 0
};
template <class First, class Ply, class Value, Ways kWays>
struct PlyState : PlyParent<kWays> {
  Value f = 0;  // path-max of gamma * g + h along the cheapest branch
  Cost g = 0;
  Ply found_on = 0;  // the last ply on which it was first reached or found cheaper: it is expanded on the next
  First first_move = 0;
};

// Tables of states, which stay where they are until the next start. start(depth) forgets all, and says from which
// number the plies of the next lookahead count.
template <class State>
class FewStates {
 public:
  explicit FewStates(std::uint32_t most = 0) : table_(most) {}
  // Before the next start.
  void prepare(std::uint32_t most) { table_.prepare(most); }
  std::uint32_t start(std::uint32_t /*depth*/) {
    table_.clear();
    return 0;
  }
  // The state's place, and whether it is new.
  std::pair<State*, bool> find_or_add(NodeId id) { return table_.find_or_insert(id); }
  // It is there.
  [[nodiscard]] const State& at(NodeId id) const { return *table_.find(id); }
  [[nodiscard]] std::uint64_t heap_bytes() const { return table_.heap_bytes(); }

 private:
  FixedTable<State> table_;
};

// For every id there may be; states of earlier lookaheads have plies of lower numbers.
template <class State>
class DenseStates {
 public:
  explicit DenseStates(std::uint32_t id_bound) : states_(id_bound) {}
  std::uint32_t start(std::uint32_t depth) {
    if (next_ > ~std::uint32_t{0} - depth - 1) {  // once in billions of plies
      states_.clear();
      next_ = 1;
    }
    first_ = std::exchange(next_, next_ + depth + 1);
    return first_;
  }
  std::pair<State*, bool> find_or_add(NodeId id) {
    instrument::write();
    return {&states_[id], states_[id].found_on < first_};
  }
  [[nodiscard]] const State& at(NodeId id) const { return states_[id]; }
  [[nodiscard]] std::uint64_t heap_bytes() const { return heap_bytes_of(states_); }

 private:
  ZeroedArray<State> states_;  // State{} is all zeros
  std::uint32_t first_ = 0;
  std::uint32_t next_ = 1;
};

// For as many as there turn out to be.
template <class State>
class PagedStates {
 public:
  explicit PagedStates(std::uint32_t id_bound) : table_(memory_, id_bound) {}
  std::uint32_t start(std::uint32_t /*depth*/) {
    table_.clear();
    return 1;
  }
  std::pair<State*, bool> find_or_add(NodeId id) {
    State* const state = table_.at(id);
    WAYMARK_ASSERT(state != nullptr);  // there is no cap
    return {state, state->found_on == 0};
  }
  [[nodiscard]] const State& at(NodeId id) const { return *table_.find(id); }
  [[nodiscard]] std::uint64_t heap_bytes() const { return memory_.bytes(); }

 private:
  UnitMemory memory_;
  PagedTable<State> table_;
};

}  // namespace waymark
