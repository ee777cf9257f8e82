// A PathFinder on a map that remembers: a query after edits of the map repairs the tree of the one before it
// (repair_query.hpp).
#pragma once

#include <cstdint>
#include <span>

#include "repair/changed_cells.hpp"
#include "repair/living_grid.hpp"
#include "repair/repair_query.hpp"
#include "search/grid_path_finder.hpp"
#include "waymark/search/path_finder.hpp"

namespace waymark {

template <class Heuristic>
struct LivingMap {
  using Changes = ChangedCells;
  const Map* map;
  HeuristicMaker<Heuristic> make_heuristic;

  [[nodiscard]] const Grid& changing() const { return map->grid(); }
  [[nodiscard]] NodeId first() const { return map->grid().node(0, 0); }
  [[nodiscard]] Heuristic to(NodeId target) const { return make_heuristic(*map, target); }
  [[nodiscard]] Cost cost(NodeId from, NodeId to) const { return map->cost(from, to); }
};

template <class Heuristic, class Search>
class RepairFinder final : public PathFinder {
 public:
  RepairFinder(const Map& map, HeuristicMaker<Heuristic> make_heuristic, Inflations inflations = {})
      : PathFinder(map), query_(map.memory(), LivingGrid(map), {&map, make_heuristic}, inflations) {}

  void forget() override { query_.forget(); }
  [[nodiscard]] std::uint64_t bytes() const override { return sizeof(*this) + query_.heap_bytes(); }

 private:
  void begin(NodeId start, NodeId goal) override { query_.begin(start, goal); }
  Status run(const Budget& budget) override { return query_.run(budget); }
  [[nodiscard]] Cost path_cost() const override { return query_.path_cost(); }
  [[nodiscard]] std::uint32_t found() const override { return query_.solutions(); }
  [[nodiscard]] std::uint32_t proven() const override { return query_.proven(); }
  PathPiece trace(PathCursor& cursor, std::span<NodeId> room) const override { return query_.piece(cursor, room); }
  [[nodiscard]] Work counted() const override { return query_.work(); }
  [[nodiscard]] std::uint64_t pops() const override { return query_.spent(); }
  [[nodiscard]] NodeId newest() const override { return query_.search().last_expanded(); }
  [[nodiscard]] Touch touched(NodeId node) const override {
    const auto* const record = map().grid().contains(node) ? query_.search().find(node) : nullptr;
    if (record == nullptr) return Touch::kNone;
    return record->place != 0 ? Touch::kOpen : Touch::kClosed;
  }

  RepairQuery<Search, LivingMap<Heuristic>> query_;
};

}  // namespace waymark
