#include "waymark/hierarchy/sga.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <span>
#include <utility>
#include <vector>

#include "hierarchy/line_walk.hpp"
#include "waymark/base/heap_bytes.hpp"
#include "waymark/search/a_star.hpp"
#include "waymark/search/jps.hpp"

namespace waymark {
namespace {

class SpatialGridAStar final : public PathFinder {
 public:
  SpatialGridAStar(const Map& map, const SgaOptions& options, PathFinderPtr refiner)
      : PathFinder(map), options_(options), refiner_(std::move(refiner)) {}

  [[nodiscard]] std::uint64_t bytes() const override {
    return sizeof(*this) + refiner_->bytes() + (without_ != nullptr ? without_->bytes() : 0) +
           heap_bytes_of(ends_[0].path, ends_[1].path, refinement_);
  }

 private:
  static constexpr std::uint32_t kPatience = 64;  // deviation 4

  enum class Phase : std::uint8_t {
    kDraw,    // a line, from the end of the path on
    kSkip,    // the segment of a sub-goal that cannot be reached
    kSeek,    // the first cell behind what is blocked
    kRefine,  // the way there
    kTrim,    // where to cut it
    kTake,    // what is left of it
  };
  // The paths that grow from start and goal, and what they cost.
  struct End {
    std::vector<NodeId> path;
    std::uint64_t cost = 0;
    void restart(NodeId node) {
      path.assign(1, node);
      cost = 0;
    }
  };

  [[nodiscard]] bool asks_components() const override { return options_.labels; }
  [[nodiscard]] bool goes_by_cells() const override { return doing_without_; }
  [[nodiscard]] Unconnected unconnected() const { return options_.labels ? Unconnected::kSay : Unconnected::kSearch; }

  void begin(NodeId start, NodeId goal) override {
    const std::uint64_t epoch = map().grid().epoch();
    doing_without_ = unfinished_ && start == start_ && goal == goal_ && epoch != epoch_;
    unfinished_ = true;
    start_ = start;
    goal_ = goal;
    epoch_ = epoch;
    ends_[0].restart(start);
    ends_[1].restart(goal);
    if (doing_without_) return without().start(start, goal, unconnected());
    side_ = 0;
    trims_ = options_.variant != SgaVariant::kOne;
    least_ = apart();
    stalled_ = 0;
    is_cut_short_ = false;
    is_joined_ = false;
    is_refining_ = false;
    has_refined_ = false;
    work_ = {};
    units_ = 0;
    begin_line();
  }

  PathFinder& without() {
    if (options_.refine == SgaRefiner::kAStar) return *refiner_;
    if (without_ == nullptr) without_ = make_a_star(map()).value();  // its estimate is admissible on every map
    return *without_;
  }
  [[nodiscard]] const PathFinder& without() const {
    return options_.refine == SgaRefiner::kAStar ? *refiner_ : *without_;
  }

  Status run(const Budget& budget) override {
    Status status = Status::kInProgress;
    if (doing_without_) {
      status = without().step(budget);
    } else {
      for (std::uint64_t left = budget.units; left > 0 && status == Status::kInProgress;) {
        if (budget.has_deadline() && budget.past_deadline()) break;
        const std::uint64_t part = budget.has_deadline() ? std::min(left, Budget::kPollInterval) : left;
        std::uint64_t rest = part;
        while (rest > 0 && status == Status::kInProgress) status = go_on(rest);
        left -= part - rest;
        units_ += part - rest;
      }
    }
    unfinished_ = status == Status::kInProgress;
    return status;
  }

  // Part of the phase, or all of it; takes what it spends from `units`, which are above 0.
  Status go_on(std::uint64_t& units) {
    switch (phase_) {
      case Phase::kDraw:
      case Phase::kSkip: return follow_line(units);
      case Phase::kSeek: return seek(units);
      case Phase::kRefine: return refine(units);
      case Phase::kTrim: return trim(units);
      case Phase::kTake: return take(units);
    }
    return Status::kInProgress;
  }

  [[nodiscard]] NodeId end() const { return ends_[side_].path.back(); }
  [[nodiscard]] NodeId other_end() const { return ends_[1 - side_].path.back(); }

  // How many king's moves the ends are apart.
  [[nodiscard]] std::uint32_t apart() const {
    const Cell a = map().grid().cell(end());
    const Cell b = map().grid().cell(other_end());
    return static_cast<std::uint32_t>(std::max(std::abs(a.x - b.x), std::abs(a.y - b.y)));
  }

  void begin_line() {
    line_ = LineWalk(map().grid().cell(end()), map().grid().cell(other_end()));
    first_subgoal_ = kNoNode;
    phase_ = Phase::kDraw;
  }

  bool append(NodeId node) {
    End& own = ends_[side_];
    own.cost += map().cost(own.path.back(), node);
    own.path.push_back(node);
    return ends_[0].cost + ends_[1].cost <= kMaxPathCost;
  }

  // CREATE_LINE_SEGMENT, up to the obstacle.
  Status follow_line(std::uint64_t& units) {
    const Grid& grid = map().grid();
    const bool appends = phase_ == Phase::kDraw && options_.variant != SgaVariant::kThree;
    for (; units > 0; --units) {
      if (line_.at_end()) return end_of_line();
      const NodeId from = grid.node(line_.at());
      line_.advance();
      const NodeId to = grid.node(line_.at());
      NodeId via = kNoNode;
      if (!may_step(from, to, via)) {
        --units;
        phase_ = Phase::kSeek;
        return Status::kInProgress;
      }
      if (!appends) continue;
      if ((via != kNoNode && !append(via)) || !append(to)) return Status::kCostOverflow;
    }
    return Status::kInProgress;
  }

  // From a cell of a line to the next, over `via` if that is not kNoNode (deviation 1).
  bool may_step(NodeId from, NodeId to, NodeId& via) const {
    if (map().cost(from, to) != kInfiniteCost) return true;
    const Cell a = map().grid().cell(from);
    const Cell b = map().grid().cell(to);
    if (a.x == b.x || a.y == b.y) return false;
    for (const NodeId beside : {map().grid().node(b.x, a.y), map().grid().node(a.x, b.y)}) {
      via = beside;
      if (map().cost(from, via) != kInfiniteCost && map().cost(via, to) != kInfiniteCost) return true;
    }
    return false;
  }

  Status end_of_line() {
    if (end() == other_end()) return joined();
    if (options_.variant == SgaVariant::kOne) return failed();  // its last segment was skipped
    subgoal_ = other_end();
    begin_refinement();
    return Status::kInProgress;
  }

  Status seek(std::uint64_t& units) {
    for (; units > 0; --units, line_.advance()) {  // the end of the line is a sub-goal
      const NodeId node = map().grid().node(line_.at());
      if (options_.labels ? !map().connected(node, start_) : !map().grid().passable(node)) continue;
      --units;
      subgoal_ = node;
      begin_refinement();
      break;
    }
    return Status::kInProgress;
  }

  void begin_refinement() {
    if (first_subgoal_ == kNoNode) first_subgoal_ = subgoal_;
    is_refining_ = true;
    has_refined_ = true;
    refiner_->start(options_.backwards ? subgoal_ : end(), options_.backwards ? end() : subgoal_, unconnected());
    phase_ = Phase::kRefine;
  }

  Status refine(std::uint64_t& units) {
    const std::uint64_t before = refiner_->popped();
    const Status status = refiner_->step({units});
    units -= refiner_->popped() - before;
    if (status == Status::kInProgress) return status;
    is_refining_ = false;
    work_ += refiner_->work();
    if (status == Status::kUnreachable) return without_way();
    if (status != Status::kSolved) return status;
    refinement_.clear();
    refiner_->append_path(refinement_);
    if (options_.backwards) std::reverse(refinement_.begin(), refinement_.end());
    next_ = 1;
    last_ = refinement_.size() - 1;
    furthest_ = -1;
    phase_ = trims_ && subgoal_ != other_end() ? Phase::kTrim : Phase::kTake;
    return Status::kInProgress;
  }

  // On to the sub-goal after the one that cannot be reached.
  Status without_way() {
    if (subgoal_ == other_end()) return failed();
    if (options_.variant != SgaVariant::kOne) {
      line_ = LineWalk(map().grid().cell(subgoal_), map().grid().cell(other_end()));
    }
    phase_ = Phase::kSkip;
    return Status::kInProgress;
  }

  // TRIM.
  Status trim(std::uint64_t& units) {
    const Cell from = map().grid().cell(end());
    const Cell final = map().grid().cell(other_end());
    for (; units > 0 && next_ < refinement_.size(); --units, ++next_) {
      const Cell cell = map().grid().cell(refinement_[next_]);
      const std::int64_t dx = cell.x - from.x;
      const std::int64_t dy = cell.y - from.y;
      const bool in_front = dx * (final.x - from.x) + dy * (final.y - from.y) > 0;
      const std::int64_t away = options_.trim == SgaTrim::kDistance ? dx * dx + dy * dy : std::abs(dx) + std::abs(dy);
      if (!in_front || away <= furthest_) continue;
      furthest_ = away;
      last_ = next_;
    }
    if (next_ == refinement_.size()) {
      next_ = 1;
      phase_ = Phase::kTake;
    }
    return Status::kInProgress;
  }

  Status take(std::uint64_t& units) {
    for (; units > 0 && next_ <= last_; --units, ++next_) {
      if (!append(refinement_[next_])) return Status::kCostOverflow;
    }
    if (next_ <= last_) return Status::kInProgress;
    if (end() == other_end()) return joined();
    if (options_.variant == SgaVariant::kOne) {
      phase_ = Phase::kDraw;  // the line goes on at the sub-goal
    } else {
      turn(1 - side_);
    }
    return Status::kInProgress;
  }

  void turn(std::size_t side) {
    if (const std::uint32_t now = apart(); now < least_) {
      least_ = now;
      stalled_ = 0;
    } else if (++stalled_ == kPatience) {
      trims_ = false;
    }
    side_ = side;
    begin_line();
  }

  Status joined() {
    is_joined_ = true;
    return is_cut_short_ ? Status::kUnreachable : Status::kSolved;
  }
  Status failed() {
    if (side_ == 0 || options_.partial == SgaPartial::kEarly || first_subgoal_ == other_end()) {
      return Status::kUnreachable;
    }
    is_cut_short_ = true;
    ends_[1].restart(first_subgoal_);
    turn(0);
    return Status::kInProgress;
  }

  [[nodiscard]] Cost path_cost() const override {
    return doing_without_ ? without().cost() : static_cast<Cost>(ends_[0].cost + ends_[1].cost);
  }
  PathPiece trace(PathCursor& cursor, std::span<NodeId> room) const override {
    if (doing_without_) return without().next_piece(cursor, room);
    if (const PathPiece piece = piece_of(ends_[0].path, cursor, room); piece.cells != 0) return piece;
    const std::vector<NodeId>& rest = ends_[1].path;  // from the goal; both have the cell where they meet
    const std::size_t count = std::min(room.size(), rest.size() - 1 - cursor.given_around);
    std::copy_n(rest.rbegin() + 1 + cursor.given_around, count, room.begin());
    cursor.given_around += static_cast<std::uint32_t>(count);
    return {count, false};
  }
  [[nodiscard]] bool keeps_partial_path() const override { return true; }
  void write_partial_path(std::vector<NodeId>& path) const override {
    if (!doing_without_ && is_joined_) {
      return append_pieces(path, [this](PathCursor& cursor, std::span<NodeId> room) { return trace(cursor, room); });
    }
    path.insert(path.end(), ends_[0].path.begin(), ends_[0].path.end());
  }
  [[nodiscard]] Work counted() const override {
    if (doing_without_) return without().work();
    Work work = work_;
    if (is_refining_) work += refiner_->work();
    return work;
  }
  [[nodiscard]] std::uint64_t pops() const override { return doing_without_ ? without().popped() : units_; }
  [[nodiscard]] Touch touched(NodeId node) const override {
    if (doing_without_) return without().touch(node);
    return has_refined_ ? refiner_->touch(node) : Touch::kNone;  // by the last refinement
  }

  SgaOptions options_;
  PathFinderPtr refiner_;
  PathFinderPtr without_;  // A*, where the refiner is another; made when it is first needed
  bool doing_without_ = false;

  NodeId start_ = kNoNode;
  NodeId goal_ = kNoNode;
  std::uint64_t epoch_ = 0;  // of the map when the query began
  bool unfinished_ = false;

  Phase phase_ = Phase::kDraw;
  std::array<End, 2> ends_;  // from the start, from the goal
  std::size_t side_ = 0;     // of which one grows
  LineWalk line_;
  NodeId subgoal_ = kNoNode;
  NodeId first_subgoal_ = kNoNode;  // of this line
  std::vector<NodeId> refinement_;
  std::size_t next_ = 0;       // of that
  std::size_t last_ = 0;       // of that: what is taken
  std::int64_t furthest_ = 0;  // of those in front so far
  bool trims_ = true;
  std::uint32_t least_ = 0;    // apart(), ever
  std::uint32_t stalled_ = 0;  // refinements since then
  bool is_cut_short_ = false;  // a sub-goal is the goal
  bool is_joined_ = false;
  bool is_refining_ = false;
  bool has_refined_ = false;
  Work work_;  // of the refinements that are done
  std::uint64_t units_ = 0;
};

}  // namespace

Result<PathFinderPtr> make_sga(const Map& map, const SgaOptions& options) {
  auto refiner = options.refine == SgaRefiner::kAStar ? make_a_star(map) : make_jps(map);
  if (!refiner) return refiner.error();
  return PathFinderPtr(std::make_unique<SpatialGridAStar>(map, options, *std::move(refiner)));
}

}  // namespace waymark
