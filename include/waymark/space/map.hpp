// What a game loads: a grid with its move rules and its components, edited in one place so that all stay current.
//
// A map stays where it is: searches and agents keep a reference to it and know its edits by its epoch, so it can be
// neither copied nor moved. Threads: any number may read a map that nobody edits, each with finders and agents of its
// own; an edit needs the map alone, and so does maintain.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include "waymark/base/budget.hpp"
#include "waymark/base/result.hpp"
#include "waymark/base/unit_memory.hpp"
#include "waymark/space/components.hpp"
#include "waymark/space/derived.hpp"
#include "waymark/space/grid.hpp"
#include "waymark/space/grid_space.hpp"
#include "waymark/space/move_table.hpp"

namespace waymark {

class Map {
 public:
  // Costs outside of 1 to kMaxMoveCost are a programmer's error here; `create` is for those that come from outside.
  explicit Map(Grid grid, const MoveRules& rules = {})
      : grid_(std::move(grid)), table_(shared_move_table(rules)), space_(grid_, *table_), components_(grid_, rules) {}
  // Fails where check_costs(rules.costs) does.
  static Result<std::unique_ptr<Map>> create(Grid grid, const MoveRules& rules);

  Map(const Map&) = delete;
  Map& operator=(const Map&) = delete;

  [[nodiscard]] const Grid& grid() const { return grid_; }
  [[nodiscard]] const MoveTable& table() const { return *table_; }
  // The two as a space to search, for all who keep a reference to the map anyway.
  [[nodiscard]] const GridSpace& space() const { return space_; }
  [[nodiscard]] const MoveRules& rules() const { return table_->rules; }
  [[nodiscard]] const Components& components() const { return components_; }

  // Constant time, exact after every edit. False if either is blocked or no cell of the map.
  [[nodiscard]] bool connected(NodeId a, NodeId b) const { return components_.connected(grid_, a, b); }

  // The Direction in which a cell lies from one beside it, whatever is passable; kNoDirection if it lies elsewhere.
  [[nodiscard]] std::uint8_t direction(NodeId from, NodeId to) const {
    const std::int64_t apart = std::int64_t{to} - std::int64_t{from};
    const int dy = apart > 1 ? 1 : (apart < -1 ? -1 : 0);
    const std::int64_t dx = apart - dy * std::int64_t{grid_.stride()};
    return dx < -1 || dx > 1 ? kNoDirection : direction_at(static_cast<int>(dx), dy);
  }
  // Of the move from one cell to one beside it; kInfiniteCost where there is no such move.
  [[nodiscard]] Cost cost(NodeId from, NodeId to) const;

  // Edits, at a cost that follows what they touch, not the map. Cells outside the map are left out. Areas gathered in
  // one call are one edit, of one epoch; of two that overlap the later wins.
  void apply(std::span<const AreaEdit> areas) {
    grid_.apply(areas);
    components_.update(grid_);
  }
  void fill(Rect area, bool passable) {
    const AreaEdit edit{area, passable};
    apply({&edit, 1});
  }
  void set(int x, int y, bool passable) { fill({x, y, 1, 1}, passable); }

  // What is computed from the map (derived.hpp): made by the first who asks, at its whole cost, and then shared. Its
  // address stays for the map's life. Edits leave it stale.
  template <class T>
  const T& derived(const typename T::Options& options = {}) const {
    return derived_.get<T>(*this, options);
  }
  // Repairs what was derived, for at most budget.units (a cell, a state or an edge looked at, or a word of bits made
  // anew), what is needed most first. For once a frame; with kUnlimited all is current afterwards.
  Maintenance maintain(const Budget& budget) { return derived_.maintain(*this, budget); }
  [[nodiscard]] std::uint64_t derived_bytes() const { return derived_.bytes(); }
  // Of the grid and its components.
  [[nodiscard]] std::uint64_t bytes() const { return sizeof(*this) + grid_.heap_bytes() + components_.heap_bytes(); }

  // Where the units on this map keep what outlives a step.
  [[nodiscard]] UnitMemory& memory() const { return memory_; }

 private:
  Grid grid_;
  std::shared_ptr<const MoveTable> table_;
  GridSpace space_;
  Components components_;
  mutable DerivedItems derived_;
  mutable UnitMemory memory_;
};

}  // namespace waymark
