// Uniform learning of LRTS: the cheapest way from every inner state of a lookahead through its frontier, by Dijkstra's
// algorithm inwards. Agents borrow the tables (workspace.hpp).
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "agent/learned_heuristic.hpp"
#include "agent/ply_lookahead.hpp"
#include "agent/rounding.hpp"
#include "base/fixed_table.hpp"
#include "waymark/base/heap_bytes.hpp"
#include "waymark/base/types.hpp"
#include "waymark/base/work.hpp"

namespace waymark {

class InnerValues {
 public:
  // For lookaheads up to this depth. Takes memory only if it never was prepared for so deep ones.
  void prepare(std::uint32_t depth) {
    if (depth == depth_) return;
    depth_ = depth;
    values_.prepare(square(2 * depth + 1));
    heap_.reserve(std::size_t{9} * square(2 * depth + 1));
  }

  // The most states a run settles.
  static constexpr std::uint64_t bound(std::uint32_t depth) { return square(2 * depth + 1); }

  // Raises h of the inner states of a lookahead on this map. Returns how many states were settled.
  std::uint64_t run(const Map& map, const TracedLookahead& lookahead, std::uint32_t gamma_thousandths,
                    LearnedHeuristic& h, Work& work);

  [[nodiscard]] std::uint64_t heap_bytes() const { return heap_bytes_of(values_, heap_); }

 private:
  struct Value {
    std::uint64_t value;  // in thousandths
    bool inner;
  };
  void push(std::uint64_t value, NodeId node) {
    heap_.emplace_back(value, node);
    std::push_heap(heap_.begin(), heap_.end(), std::greater<>());
  }

  std::uint32_t depth_ = 0;
  FixedTable<Value> values_;
  std::vector<std::pair<std::uint64_t, NodeId>> heap_;
};

}  // namespace waymark
