#include "waymark/search/jps.hpp"

#include <cstddef>
#include <span>
#include <utility>

#include "search/derived_finder.hpp"
#include "search/grid_path_finder.hpp"
#include "search/jump_space.hpp"
#include "waymark/base/heap_bytes.hpp"
#include "waymark/search/jump_lines.hpp"
#include "waymark/search/queue.hpp"
#include "waymark/search/store.hpp"

namespace waymark {
namespace {

template <DiagonalRule kRule>
class JumpPointSearch final : public DerivedFinder {
 public:
  JumpPointSearch(const Map& map, WhileStale stale)
      : DerivedFinder(map, stale),
        lines_(&map.derived<JumpLines>()),
        space_(map.grid(), *lines_, map.table()),
        distance_(octile_distance(map.rules())),
        heuristic_(map.grid(), map.grid().node(0, 0), distance_) {}
  [[nodiscard]] std::uint64_t bytes() const override {
    return sizeof(*this) + heap_bytes_of(store_, open_) + bytes_without();
  }

 private:
  using Heuristic = GridHeuristic<OctileDistance>;
  using Store = SparseStore<NodeId>;

  [[nodiscard]] bool is_current() const override { return lines_->epoch() == map().grid().epoch(); }
  void begin_with(NodeId start, NodeId goal) override {
    goal_ = goal;
    space_.set_goal(goal);
    heuristic_ = Heuristic(map().grid(), goal, distance_);
    search_.start(space_, heuristic_, store_, open_, start, goal);
  }
  Status run_with(const Budget& budget, std::size_t /*cells*/) override { return search_.step(budget); }
  [[nodiscard]] Cost cost_with() const override { return search_.g(goal_); }
  // The cursor stands at a jump point, so many steps of the jump there given around it.
  PathPiece trace_with(PathCursor& cursor, std::span<NodeId> room) const override {
    if (cursor.given == 0) cursor.node = goal_;
    std::size_t count = 0;
    while (count != room.size() && cursor.node != kNoNode) {
      const NodeId from = search_.arrival(cursor.node);
      if (from == kNoNode) {
        room[count++] = std::exchange(cursor.node, kNoNode);
        break;
      }
      const std::size_t steps = space_.write_back(from, cursor.node, cursor.given_around, room.subspan(count));
      count += steps;
      cursor.given_around += static_cast<std::uint32_t>(steps);
      if (cursor.given_around == space_.steps_between(from, cursor.node)) {
        cursor.node = from;
        cursor.given_around = 0;
      }
    }
    cursor.given += static_cast<std::uint32_t>(count);
    return {count, true};
  }
  [[nodiscard]] Work counted_with() const override { return search_.work(); }
  [[nodiscard]] std::uint64_t pops_with() const override { return search_.popped(); }
  [[nodiscard]] Touch touched_with(NodeId node) const override { return touch_of(search_, node); }

  const JumpLines* lines_;  // the map's
  JumpSpace<kRule> space_;
  OctileDistance distance_;
  Heuristic heuristic_;
  Store store_;
  ImmediateHeapQueue open_;
  Search<JumpSpace<kRule>, Heuristic, Store, ImmediateHeapQueue> search_;
  NodeId goal_ = kNoNode;
};

}  // namespace

Result<PathFinderPtr> make_jps(const Map& map, const JpsOptions& options) {
  if (auto fits = JumpLines::check(map.rules()); !fits) return fits.error();
  const auto make = [&]<DiagonalRule kRule>() {
    return PathFinderPtr(std::make_unique<JumpPointSearch<kRule>>(map, options.stale));
  };
  switch (map.derived<JumpLines>().rule()) {
    case DiagonalRule::kBothFree: break;
    case DiagonalRule::kOneFree: return make.template operator()<DiagonalRule::kOneFree>();
    case DiagonalRule::kAlways: return make.template operator()<DiagonalRule::kAlways>();
    case DiagonalRule::kNever: return make.template operator()<DiagonalRule::kNever>();
  }
  return make.template operator()<DiagonalRule::kBothFree>();
}

}  // namespace waymark
