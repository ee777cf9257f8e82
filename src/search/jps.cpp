#include "waymark/search/jps.hpp"

#include <algorithm>
#include <utility>

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
  JumpPointSearch(const Map& map, JumpLines lines, bool shared)
      : PathFinder(map),
        lines_(std::move(lines)),
        shared_(shared),
        space_(map.grid(), *lines_, map.table()),
        distance_(octile_distance(map.rules())),
        heuristic_(map.grid(), map.grid().node(0, 0), distance_) {}
  [[nodiscard]] std::uint64_t bytes() const override {
    return sizeof(*this) + heap_bytes_of(store_, open_) + (shared_ ? 0 : sizeof(JumpMap) + lines_->heap_bytes());
  }

 private:
  using Heuristic = GridHeuristic<OctileDistance>;
  using Store = SparseStore<NodeId>;

  void begin(NodeId start, NodeId goal) override {
    if (lines_->epoch() != map().grid().epoch()) {
      lines_ = nullptr;  // first, so that two sets of lines never live at once
      lines_ = std::make_shared<const JumpMap>(map().grid(), kRule);
      shared_ = false;
      space_ = JumpSpace<kRule>(map().grid(), *lines_, map().table());
    }
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

  JumpLines lines_;
  bool shared_;  // with others, who hold them too
  JumpSpace<kRule> space_;
  OctileDistance distance_;
  Heuristic heuristic_;
  Store store_;
  ImmediateHeapQueue open_;
  Search<JumpSpace<kRule>, Heuristic, Store, ImmediateHeapQueue> search_;
  NodeId goal_ = kNoNode;
};

// The rule by which the map's lines are made.
Result<DiagonalRule> jump_rule(const MoveRules& rules) {
  if (rules.neighbours == Neighbours::kSix) {
    return Error{ErrorCode::kUnsupported, "jps needs a grid of 4 or 8 neighbours, not hexagons"};
  }
  if (rules.neighbours == Neighbours::kFour) return DiagonalRule::kNever;
  if (rules.diagonal != DiagonalRule::kNever &&
      (rules.costs.diagonal <= rules.costs.cardinal || rules.costs.diagonal >= 2 * rules.costs.cardinal)) {
    return Error{ErrorCode::kUnsupported,
                 "jps needs a diagonal step dearer than one straight step and cheaper than two"};
  }
  return rules.diagonal;
}

PathFinderPtr make_finder(const Map& map, JumpLines lines, bool shared) {
  switch (lines->rule()) {
    case DiagonalRule::kBothFree: break;
    case DiagonalRule::kOneFree:
      return std::make_unique<JumpPointSearch<DiagonalRule::kOneFree>>(map, std::move(lines), shared);
    case DiagonalRule::kAlways:
      return std::make_unique<JumpPointSearch<DiagonalRule::kAlways>>(map, std::move(lines), shared);
    case DiagonalRule::kNever:
      return std::make_unique<JumpPointSearch<DiagonalRule::kNever>>(map, std::move(lines), shared);
  }
  return std::make_unique<JumpPointSearch<DiagonalRule::kBothFree>>(map, std::move(lines), shared);
}

}  // namespace

Result<JumpLines> make_jump_lines(const Map& map) {
  const Result<DiagonalRule> rule = jump_rule(map.rules());
  if (!rule) return rule.error();
  return JumpLines(std::make_shared<const JumpMap>(map.grid(), *rule));
}

Result<PathFinderPtr> make_jps(const Map& map) {
  Result<JumpLines> lines = make_jump_lines(map);
  if (!lines) return lines.error();
  return make_finder(map, *std::move(lines), false);
}

Result<PathFinderPtr> make_jps(const Map& map, JumpLines lines) {
  const Result<DiagonalRule> rule = jump_rule(map.rules());
  if (!rule) return rule.error();
  if (lines == nullptr || !lines->is_of(map.grid()) || lines->rule() != *rule) {
    return Error{ErrorCode::kUnsupported, "the jump lines are of another map"};
  }
  return make_finder(map, std::move(lines), true);
}

}  // namespace waymark
