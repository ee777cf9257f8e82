// A PathFinder around one Search over a grid: the common part of A*, Dijkstra and weighted A*.
#pragma once

#include <algorithm>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "waymark/base/heap_bytes.hpp"
#include "waymark/search/heuristic.hpp"
#include "waymark/search/path_finder.hpp"
#include "waymark/search/search.hpp"

namespace waymark {

template <class Found>
Touch touch_of(const Found& search, NodeId node) {
  if (search.g(node) == kInfiniteCost) return Touch::kNone;
  return search.closed(node) ? Touch::kClosed : Touch::kOpen;
}

// From the start of the search to `goal`, which it has reached.
template <class Found>
void append_way(const Found& search, NodeId goal, std::vector<NodeId>& path) {
  const auto first = static_cast<std::ptrdiff_t>(path.size());
  search.trace_back(goal, path);
  std::reverse(path.begin() + first, path.end());
}
// The same, a piece at a time.
template <class Found>
PathPiece trace_way(const Found& search, NodeId goal, PathCursor& cursor, std::span<NodeId> room) {
  return piece_back_from(goal, cursor, room, [&](NodeId node) { return search.before(node); });
}

// Makes a Heuristic for each goal.
template <class Heuristic>
struct HeuristicMaker;
template <>
struct HeuristicMaker<ZeroHeuristic> {
  ZeroHeuristic operator()(const Map&, NodeId) const { return {}; }
};
template <>
struct HeuristicMaker<GridHeuristic<OctileDistance>> {
  HeuristicKind kind;
  GridHeuristic<OctileDistance> operator()(const Map& map, NodeId goal) const {
    return {map.grid(), goal, octile_distance(kind, map.rules())};
  }
};
template <>
struct HeuristicMaker<GridHeuristic<EuclideanDistance>> {
  GridHeuristic<EuclideanDistance> operator()(const Map& map, NodeId goal) const {
    return {map.grid(), goal, euclidean_distance(map.rules())};
  }
};
template <>
struct HeuristicMaker<HexHeuristic> {
  HexHeuristic operator()(const Map& map, NodeId goal) const { return {map.grid(), goal, map.rules().costs.cardinal}; }
};

// Calls make.template operator()<Heuristic>(HeuristicMaker) with the type that `kind` names; `kind` is admissible.
template <class Make>
PathFinderPtr with_heuristic(HeuristicKind kind, Make&& make) {
  switch (kind) {
    case HeuristicKind::kZero: return make(HeuristicMaker<ZeroHeuristic>{});
    case HeuristicKind::kEuclidean: return make(HeuristicMaker<GridHeuristic<EuclideanDistance>>{});
    case HeuristicKind::kHexagonal: return make(HeuristicMaker<HexHeuristic>{});
    case HeuristicKind::kOctile:
    case HeuristicKind::kManhattan: break;
  }
  return make(HeuristicMaker<GridHeuristic<OctileDistance>>{kind});
}

// The same for the natural heuristic alone.
template <class Make>
PathFinderPtr with_natural_heuristic(const MoveRules& rules, Make&& make) {
  const HeuristicKind kind = natural_heuristic(rules);
  if (kind == HeuristicKind::kHexagonal) return make(HeuristicMaker<HexHeuristic>{});
  return make(HeuristicMaker<GridHeuristic<OctileDistance>>{kind});
}

template <class SpaceType, class Heuristic, class Store, class Open>
class GridPathFinder final : public PathFinder {
 public:
  // `open`: what an Open is made from.
  template <class... OpenArguments>
  GridPathFinder(const Map& map, HeuristicMaker<Heuristic> make_heuristic, const OpenArguments&... open)
      : PathFinder(map),
        space_(map.grid(), map.table()),
        make_heuristic_(make_heuristic),
        heuristic_(make_heuristic(map, map.grid().node(0, 0))),
        open_(open...) {}
  [[nodiscard]] std::uint64_t bytes() const override { return sizeof(*this) + heap_bytes_of(store_, open_); }

 private:
  void begin(NodeId start, NodeId goal) override {
    goal_ = goal;
    heuristic_ = make_heuristic_(map(), goal);
    search_.start(space_, heuristic_, store_, open_, start, goal);
  }
  Status run(const Budget& budget) override { return search_.step(budget); }
  [[nodiscard]] Cost path_cost() const override { return search_.g(goal_); }
  PathPiece trace(PathCursor& cursor, std::span<NodeId> room) const override {
    return trace_way(search_, goal_, cursor, room);
  }
  [[nodiscard]] Work counted() const override { return search_.work(); }
  [[nodiscard]] std::uint64_t pops() const override { return search_.popped(); }
  [[nodiscard]] Touch touched(NodeId node) const override { return touch_of(search_, node); }

  SpaceType space_;
  HeuristicMaker<Heuristic> make_heuristic_;
  Heuristic heuristic_;
  Store store_;
  Open open_;
  Search<SpaceType, Heuristic, Store, Open> search_;
  NodeId goal_ = kNoNode;
};

}  // namespace waymark
