#include "waymark/search/jps.hpp"

#include <algorithm>
#include <utility>

#include "search/grid_path_finder.hpp"
#include "search/jump_space.hpp"
#include "search/search_without.hpp"
#include "waymark/base/heap_bytes.hpp"
#include "waymark/search/jump_lines.hpp"
#include "waymark/search/queue.hpp"
#include "waymark/search/store.hpp"

namespace waymark {
namespace {

template <DiagonalRule kRule>
class JumpPointSearch final : public PathFinder {
 public:
  JumpPointSearch(const Map& map, StaleLines stale)
      : PathFinder(map),
        stale_(stale),
        lines_(&map.derived<JumpLines>()),
        space_(map.grid(), *lines_, map.table()),
        distance_(octile_distance(map.rules())),
        heuristic_(map.grid(), map.grid().node(0, 0), distance_) {}
  [[nodiscard]] std::uint64_t bytes() const override { return sizeof(*this) + heap_bytes_of(store_, open_, without_); }

 private:
  using Heuristic = GridHeuristic<OctileDistance>;
  using Store = SparseStore<NodeId>;

  [[nodiscard]] bool is_current() const { return lines_->epoch() == map().grid().epoch(); }
  [[nodiscard]] bool is_stale() const override { return stale_ == StaleLines::kSay && !is_current(); }
  [[nodiscard]] bool goes_by_cells() const override { return without_.in_use(); }

  void begin(NodeId start, NodeId goal) override {
    goal_ = goal;
    if (without_.begin(map(), start, goal, is_current())) return;
    space_.set_goal(goal);
    heuristic_ = Heuristic(map().grid(), goal, distance_);
    search_.start(space_, heuristic_, store_, open_, start, goal);
  }
  Status run(const Budget& budget) override {
    return without_.note(without_.in_use() ? without_->step(budget) : search_.step(budget));
  }
  [[nodiscard]] Cost path_cost() const override { return without_.in_use() ? without_->cost() : search_.g(goal_); }
  void write_path(std::vector<NodeId>& path) const override {
    if (without_.in_use()) return without_->append_path(path);
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
  [[nodiscard]] Work counted() const override { return without_.in_use() ? without_->work() : search_.work(); }
  [[nodiscard]] std::uint64_t pops() const override {
    return without_.in_use() ? without_->popped() : search_.popped();
  }
  [[nodiscard]] Touch touched(NodeId node) const override {
    return without_.in_use() ? without_->touch(node) : touch_of(search_, node);
  }

  StaleLines stale_;
  const JumpLines* lines_;  // the map's
  SearchWithout without_;
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
