#include "waymark/search/jps.hpp"

#include <algorithm>
#include <optional>

#include "search/grid_path_finder.hpp"
#include "search/jump_map.hpp"
#include "search/jump_space.hpp"
#include "waymark/base/heap_bytes.hpp"
#include "waymark/search/queue.hpp"
#include "waymark/search/store.hpp"

namespace waymark {
namespace {

template <DiagonalRule kRule>
class JumpPointSearch final : public PathFinder {
 public:
  explicit JumpPointSearch(const Map& map)
      : PathFinder(map),
        jump_map_(map.grid(), kRule),
        space_(map.grid(), jump_map_, map.table()),
        distance_(octile_distance(map.rules())),
        heuristic_(map.grid(), map.grid().node(0, 0), distance_) {}
  [[nodiscard]] std::uint64_t bytes() const override { return sizeof(*this) + heap_bytes_of(jump_map_, store_, open_); }

 private:
  using Heuristic = GridHeuristic<OctileDistance>;
  using Store = SparseStore<NodeId>;

  void begin(NodeId start, NodeId goal) override {
    if (jump_map_.epoch() != map().grid().epoch()) jump_map_ = JumpMap(map().grid(), kRule);
    goal_ = goal;
    space_.set_goal(goal);
    heuristic_ = Heuristic(map().grid(), goal, distance_);
    search_.start(space_, heuristic_, store_, open_, start, goal);
  }
  Status run(const Budget& budget) override { return search_.step(budget); }
  [[nodiscard]] Cost path_cost() const override { return search_.g(goal_); }
  void write_path(std::vector<NodeId>& path) const override {
    std::size_t cells = 1;
    const auto for_each_jump = [&](auto&& visit) {
      NodeId at = goal_;
      for (NodeId from = search_.arrival(at); from != kNoNode; at = from, from = search_.arrival(at)) visit(from, at);
      return at;
    };
    const NodeId start = for_each_jump([&](NodeId from, NodeId to) { cells += space_.steps_between(from, to); });
    path.resize(path.size() + cells);
    NodeId* end = path.data() + path.size();
    for_each_jump([&](NodeId from, NodeId to) {
      space_.write_steps(from, to, end);
      end -= space_.steps_between(from, to);
    });
    *--end = start;
  }
  [[nodiscard]] Work counted() const override { return search_.work(); }
  [[nodiscard]] Touch touched(NodeId node) const override { return touch_of(search_, node); }

  JumpMap jump_map_;
  JumpSpace<kRule> space_;
  OctileDistance distance_;
  Heuristic heuristic_;
  Store store_;
  ImmediateHeapQueue open_;
  Search<JumpSpace<kRule>, Heuristic, Store, ImmediateHeapQueue> search_;
  NodeId goal_ = kNoNode;
};

}  // namespace

Result<PathFinderPtr> make_jps(const Map& map) {
  const MoveRules& rules = map.rules();
  if (rules.neighbours == Neighbours::kSix) {
    return Error{ErrorCode::kUnsupported, "jps needs a grid of 4 or 8 neighbours, not hexagons"};
  }
  if (rules.neighbours == Neighbours::kFour || rules.diagonal == DiagonalRule::kNever) {
    return PathFinderPtr(std::make_unique<JumpPointSearch<DiagonalRule::kNever>>(map));
  }
  if (rules.costs.diagonal <= rules.costs.cardinal || rules.costs.diagonal >= 2 * rules.costs.cardinal) {
    return Error{ErrorCode::kUnsupported,
                 "jps needs a diagonal step dearer than one straight step and cheaper than two"};
  }
  switch (rules.diagonal) {
    case DiagonalRule::kOneFree: return PathFinderPtr(std::make_unique<JumpPointSearch<DiagonalRule::kOneFree>>(map));
    case DiagonalRule::kAlways: return PathFinderPtr(std::make_unique<JumpPointSearch<DiagonalRule::kAlways>>(map));
    default: return PathFinderPtr(std::make_unique<JumpPointSearch<DiagonalRule::kBothFree>>(map));
  }
}

}  // namespace waymark
