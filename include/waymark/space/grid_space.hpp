// A grid with its move rules, as a space to search.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "waymark/base/instrument.hpp"
#include "waymark/space/concepts.hpp"
#include "waymark/space/grid.hpp"
#include "waymark/space/move_table.hpp"

namespace waymark {

// `kAll` visits every legal move but, after an arrival, those that change nothing (fresh_moves.hpp). `kCanonical`
// leaves out those that another way reaches as cheaply, judged by the direction of arrival (see MoveTable): each state
// is generated about once, and costs stay optimal. Searches that learn heuristic values need kAll.
enum class Successors : std::uint8_t { kAll, kCanonical };

template <Successors kSuccessors>
class BasicGridSpace {
 public:
  using Arrival = std::uint8_t;  // the Direction of the step into the state
  static constexpr Arrival kNoArrival = kNoDirection;

  // Both are kept by reference and must outlive the space.
  BasicGridSpace(const Grid& grid, const MoveTable& table) : grid_(&grid), table_(&table) {
    const auto stride = static_cast<std::int32_t>(grid.stride());
    for (std::size_t d = 0; d < kDirections; ++d) offset_[d] = kDy[d] * stride + kDx[d];
  }

  [[nodiscard]] const Grid& grid() const { return *grid_; }
  [[nodiscard]] const MoveTable& table() const { return *table_; }
  [[nodiscard]] std::uint32_t id_bound() const { return grid_->id_bound(); }
  [[nodiscard]] bool contains(NodeId node) const { return grid_->contains(node); }
  [[nodiscard]] Cost max_edge_cost() const { return *std::max_element(table_->cost.begin(), table_->cost.end()); }
  [[nodiscard]] Cell cell(NodeId node) const { return grid_->cell(node); }
  [[nodiscard]] std::uint64_t epoch() const { return grid_->epoch(); }
  [[nodiscard]] auto changes_since(std::uint64_t epoch) const { return grid_->changes_since(epoch); }
  // Every move can be walked back under every rule.
  [[nodiscard]] const BasicGridSpace& reversed() const { return *this; }

  template <class Visit>
  void for_each_successor(NodeId node, Arrival arrival, Visit&& visit) const {
    const unsigned around = grid_->neighbourhood(node);
    const auto& by_arrival = kSuccessors == Successors::kCanonical ? table_->canonical : table_->fresh;
    unsigned moves = by_arrival[arrival][around];
    while (moves != 0) {
      const auto d = static_cast<unsigned>(std::countr_zero(moves));
      moves &= moves - 1;
      instrument::look();
      visit(node + static_cast<NodeId>(offset_[d]), table_->cost[d], static_cast<Arrival>(d));
    }
  }

  // Every legal move, whichever way the state was reached.
  template <class Visit>
  void for_each_edge(NodeId node, Visit&& visit) const {
    for (unsigned moves = table_->legal[grid_->neighbourhood(node)]; moves != 0; moves &= moves - 1) {
      const auto d = static_cast<unsigned>(std::countr_zero(moves));
      instrument::look();
      visit(node + static_cast<NodeId>(offset_[d]), table_->cost[d]);
    }
  }

  // Where a legal move leads.
  [[nodiscard]] NodeId step(NodeId node, Arrival direction) const {
    return node + static_cast<NodeId>(offset_[direction]);
  }
  [[nodiscard]] NodeId predecessor(NodeId node, Arrival arrival) const {
    return node - static_cast<NodeId>(offset_[arrival]);
  }

 private:
  const Grid* grid_;
  const MoveTable* table_;
  std::array<std::int32_t, kDirections> offset_;
};

using GridSpace = BasicGridSpace<Successors::kAll>;
using CanonicalGridSpace = BasicGridSpace<Successors::kCanonical>;

static_assert(Space<GridSpace> && Reversible<GridSpace> && Embedded<GridSpace> && Versioned<GridSpace>);

}  // namespace waymark
