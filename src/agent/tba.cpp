// TBA* and TB(WA*): one agent that slices a best-first search, on two open lists.
#include "waymark/agent/tba.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "waymark/agent/learned_heuristic.hpp"
#include "waymark/agent/tb_wa.hpp"
#include "waymark/base/paged_table.hpp"
#include "waymark/search/heuristic.hpp"
#include "waymark/search/paged_queue.hpp"
#include "waymark/search/paged_store.hpp"
#include "waymark/search/search.hpp"
#include "waymark/space/grid_space.hpp"

namespace waymark {
namespace {

// The two paths an agent knows: the one it follows, and the next one, being traced from its end. A path is a mark on
// each of its states that tells the move to the next.
class TracedPaths {
 public:
  explicit TracedPaths(std::uint32_t id_bound) : marks_{PagedTable<Mark>(id_bound), PagedTable<Mark>(id_bound)} {}

  void clear() {
    for (auto& marks : marks_) marks.clear();
    traced_ = {};
  }
  void begin_trace(NodeId end) {
    ++traced_[next()];
    mark(end, kNoDirection);
  }
  void mark(NodeId node, std::uint8_t move) { marks_[next()].at(node) = {traced_[next()], move}; }
  // What was traced is now followed.
  void end_trace() { followed_ = next(); }

  // The move from `node` along the path that is followed; kNoDirection at its end, and off the path.
  [[nodiscard]] std::uint8_t move_from(NodeId node) const {
    const Mark mark = marks_[followed_].get(node);
    return mark.trace == traced_[followed_] && mark.trace != 0 ? mark.move : kNoDirection;
  }

 private:
  struct Mark {
    std::uint32_t trace = 0;  // which one wrote it
    std::uint8_t move = 0;
  };
  [[nodiscard]] std::size_t next() const { return 1 - followed_; }

  std::array<PagedTable<Mark>, 2> marks_;
  std::array<std::uint32_t, 2> traced_{};  // the newest trace in each of them, from 1
  std::size_t followed_ = 0;
};

template <class SpaceType, class Order>
class TimeBoundedAgent final : public Agent {
 public:
  TimeBoundedAgent(const Map& map, std::uint32_t r, std::uint32_t c, Order order)
      : Agent(map),
        r_(r),
        c_(c),
        space_(map.grid(), map.table()),
        h_(map.grid(), map.grid().node(0, 0), distance_of(map)),
        store_(map.grid().id_bound()),
        open_(order),
        paths_(map.grid().id_bound()) {}

  [[nodiscard]] std::uint64_t bound() const override { return r_; }
  [[nodiscard]] std::uint64_t smallest_budget() const override { return kMinSlice; }

 private:
  using Store = PagedStore<typename SpaceType::Arrival>;
  using Open = PagedQueue<Order>;

  static OctileDistance distance_of(const Map& map) {
    return octile_distance(natural_heuristic(map.rules()), map.rules());
  }

  void begin(NodeId start, NodeId goal, Learning) override {
    store_.clear();
    paths_.clear();
    h_ = GridHeuristic<OctileDistance>(map().grid(), goal, distance_of(map()));
    before_ = {};
    set_out(start, goal);
  }

  void set_out(NodeId start, NodeId goal) {
    epoch_ = map().grid().epoch();
    start_ = last_ = start;
    tracing_ = kNoNode;
    goal_traced_ = false;
    search_.start(space_, h_, store_, open_, start, goal);
  }

  Plan plan(const Budget& budget) override {
    if (map().grid().epoch() != epoch_) {
      before_ = work_;
      paths_.begin_trace(position());
      paths_.end_trace();
      set_out(position(), goal());
    }
    const std::uint64_t units = std::min<std::uint64_t>(budget.units, r_);
    std::uint64_t spent = search({units - std::max<std::uint64_t>(units / 10, 1), budget.deadline});
    spent += trace(units - spent);
    spent += search({units - spent, budget.deadline});
    count_work();

    const Status status = search_.status();
    if (status != Status::kInProgress && status != Status::kSolved) return {position(), spent, status};
    const NodeId next = next_position();
    last_ = position();
    return {next, spent};
  }

  std::uint64_t search(const Budget& budget) {
    const std::uint64_t popped = search_.popped();
    search_.step(budget);
    return search_.popped() - popped;
  }

  // Goes on with the path to the most promising state, or begins one. Ends at most one.
  std::uint64_t trace(std::uint64_t units) {
    if (goal_traced_) return 0;
    std::uint64_t spent = 0;
    if (tracing_ == kNoNode) {
      const std::uint64_t popped = search_.popped();
      tracing_ = search_.status() == Status::kSolved ? goal() : search_.next_open(units);
      spent = search_.popped() - popped;
      if (tracing_ == kNoNode) return spent;
      to_goal_ = tracing_ == goal() && search_.status() == Status::kSolved;
      paths_.begin_trace(tracing_);
    }
    const std::uint64_t most = (units - spent) * c_;
    std::uint64_t traced = 0;
    while (tracing_ != position() && tracing_ != start_) {
      if (traced == most) return units;
      const auto by = search_.arrival(tracing_);
      tracing_ = space_.predecessor(tracing_, by);
      paths_.mark(tracing_, by);
      ++traced;
    }
    paths_.end_trace();
    tracing_ = kNoNode;
    goal_traced_ = to_goal_;
    return spent + (traced + c_ - 1) / c_;
  }

  [[nodiscard]] NodeId next_position() const {
    const std::uint8_t move = paths_.move_from(position());
    if (move != kNoDirection) return space_.step(position(), move);
    if (position() != start_) return space_.predecessor(position(), search_.arrival(position()));
    return last_;
  }

  void count_work() {
    const Work& now = search_.work();
    work_ = before_;
    work_.expanded += now.expanded;
    work_.generated += now.generated;
    work_.peak_states = std::max(before_.peak_states, now.peak_states);
  }

  std::uint64_t r_;
  std::uint64_t c_;
  SpaceType space_;
  GridHeuristic<OctileDistance> h_;
  Store store_;
  Open open_;
  Search<SpaceType, GridHeuristic<OctileDistance>, Store, Open> search_;
  TracedPaths paths_;
  std::uint64_t epoch_ = 0;   // of the grid when the search set out
  Work before_;               // of earlier searches, on a map since edited
  NodeId start_ = kNoNode;    // of the search
  NodeId last_ = kNoNode;     // where the agent stood one step ago
  NodeId tracing_ = kNoNode;  // the state the trace has come to; kNoNode between two
  bool to_goal_ = false;      // the trace is of the whole path
  bool goal_traced_ = false;
};

template <class SpaceType, class Order>
Result<AgentPtr> make(const Map& map, std::uint32_t r, std::uint32_t c, Order order) {
  if (!LearnedHeuristic::supports(map.rules())) {
    return Error{ErrorCode::kUnsupported, "real-time agents need a grid of 4 or 8 neighbours, not hexagons"};
  }
  if (r < kMinSlice || r > kMaxSlice) {
    return Error{ErrorCode::kOutOfRange, "R must be " + std::to_string(kMinSlice) + " to " + std::to_string(kMaxSlice)};
  }
  if (c < 1 || c > kMaxTraceRatio) {
    return Error{ErrorCode::kOutOfRange, "c must be 1 to " + std::to_string(kMaxTraceRatio)};
  }
  return AgentPtr(std::make_unique<TimeBoundedAgent<SpaceType, Order>>(map, r, c, order));
}

}  // namespace

Result<AgentPtr> make_tba(const Map& map, const TbaOptions& options) {
  return make<CanonicalGridSpace>(map, options.r, options.c, PlainOrder{});
}

Result<AgentPtr> make_tb_wa(const Map& map, const TbWaOptions& options) {
  if (options.w_thousandths < 1000 || options.w_thousandths > 1'000'000) {
    return Error{ErrorCode::kOutOfRange, "w must be 1 to 1000"};
  }
  return make<GridSpace>(map, options.r, TbaOptions{}.c, WeightedOrder{1000, options.w_thousandths});
}

}  // namespace waymark
