// A PathFinder on a map that learns (adaptive_query.hpp).
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "repair/adaptive_query.hpp"
#include "repair/changed_cells.hpp"
#include "repair/living_grid.hpp"
#include "search/grid_path_finder.hpp"
#include "search/is_untouched.hpp"
#include "search/paged_bucket_queue.hpp"
#include "waymark/search/path_finder.hpp"

namespace waymark {

template <class HeuristicType>
struct AdaptiveMap {
  using Heuristic = HeuristicType;
  using Edges = LivingGrid;
  using Space = GridSpace;
  using Open = PagedBucketQueue<PlainOrder>;
  using Changes = ChangedCells;
  const Map* map;
  HeuristicMaker<Heuristic> make_heuristic;

  [[nodiscard]] UnitMemory& memory() const { return map->memory(); }
  [[nodiscard]] LivingGrid edges() const { return LivingGrid(*map); }
  [[nodiscard]] const GridSpace& space() const { return map->space(); }
  [[nodiscard]] const Grid& changing() const { return map->grid(); }
  [[nodiscard]] NodeId first() const { return map->grid().node(0, 0); }
  [[nodiscard]] Heuristic to(NodeId goal) const { return make_heuristic(*map, goal); }
  [[nodiscard]] bool joins(NodeId start, NodeId goal) const { return map->connected(start, goal); }
  // Values that were learned may be wrong wherever cells were freed.
  template <class Values>
  [[nodiscard]] static bool lowers(const Grid::Change& change, const Values& /*values*/) {
    return change.passable;
  }
  template <class IsTouched>
  [[nodiscard]] bool is_near(const Grid::Change& change, IsTouched&& is_touched) const {
    return !is_untouched(map->grid(), change.area, is_touched);
  }
};

template <class Heuristic>
class AdaptiveFinder final : public PathFinder {
 public:
  AdaptiveFinder(const Map& map, HeuristicMaker<Heuristic> make_heuristic, AdaptiveKeeps keeps)
      : PathFinder(map), query_({&map, make_heuristic}, keeps) {}

  void forget() override { query_.forget(); }
  [[nodiscard]] std::uint64_t bytes() const override { return sizeof(*this) + query_.heap_bytes(); }

 private:
  void begin(NodeId start, NodeId goal) override { query_.begin(start, goal); }
  Status run(const Budget& budget) override { return query_.run(budget); }
  [[nodiscard]] Cost path_cost() const override { return query_.path_cost(); }
  PathPiece trace(PathCursor& cursor, std::span<NodeId> room) const override { return query_.piece(cursor, room); }
  [[nodiscard]] Work counted() const override { return query_.work(); }
  [[nodiscard]] std::uint64_t pops() const override { return query_.spent(); }
  [[nodiscard]] Touch touched(NodeId node) const override {
    return query_.is_searching() && map().grid().contains(node) ? touch_of(query_.search(), node) : Touch::kNone;
  }

  AdaptiveQuery<AdaptiveMap<Heuristic>> query_;
};

inline PathFinderPtr make_adaptive_finder(const Map& map, AdaptiveKeeps keeps) {
  return with_natural_heuristic(map.rules(), [&]<class Heuristic>(HeuristicMaker<Heuristic> make) -> PathFinderPtr {
    return std::make_unique<AdaptiveFinder<Heuristic>>(map, make, keeps);
  });
}

}  // namespace waymark
