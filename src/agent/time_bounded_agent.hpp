// TBA* and TB(WA*): one agent that slices a best-first search, on two open lists.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <span>

#include "agent/learned_heuristic.hpp"
#include "agent/path_after_edits.hpp"
#include "base/paged_table.hpp"
#include "base/parameters.hpp"
#include "search/paged_bucket_queue.hpp"
#include "search/paged_store.hpp"
#include "waymark/agent/agent.hpp"
#include "waymark/agent/tba.hpp"
#include "waymark/base/heap_bytes.hpp"
#include "waymark/base/result.hpp"
#include "waymark/search/heuristic.hpp"
#include "waymark/search/is_untouched.hpp"
#include "waymark/search/search.hpp"
#include "waymark/space/grid_space.hpp"

namespace waymark {

template <auto kMember>
constexpr auto slice_parameter() {
  return whole<kMember>("R", "R", "work units of a slice: expansions, and c states traced back for one", kMinSlice,
                        kMaxSlice);
}

// The two paths an agent knows, each from its end back: the one it follows, and the next one, being traced.
class TracedPaths {
 public:
  // A path has fewer than `id_bound` states.
  explicit TracedPaths(std::uint32_t id_bound) : paths_{Path(id_bound), Path(id_bound)} {}

  void clear() {
    for (Path& path : paths_) {
      path.states.clear();
      path.length = 0;
    }
    followed_ = 0;  // the same problem again then needs the same pages of each
  }
  void begin_trace() { traced().length = 0; }
  void add(NodeId node, Cost g) {
    Path& path = traced();
    path.states.at(path.length++) = {node, g};
  }
  // What was traced is now followed.
  void end_trace() { followed_ = 1 - followed_; }

  static constexpr std::uint32_t kOff = 0xffffffffu;
  // Where `node` is on the path that is followed: how many states before its end. g falls from the end on.
  [[nodiscard]] std::uint32_t find(NodeId node, Cost g) const {
    const Path& path = paths_[followed_];
    std::uint32_t low = 0;
    std::uint32_t high = path.length;
    while (low < high) {
      const std::uint32_t middle = (low + high) / 2;
      if (path.states.find(middle)->g > g) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low < path.length && path.states.find(low)->node == node ? low : kOff;
  }
  [[nodiscard]] NodeId state(std::uint32_t place) const { return paths_[followed_].states.find(place)->node; }

  [[nodiscard]] std::uint64_t heap_bytes() const { return heap_bytes_of(paths_[0].states, paths_[1].states); }

 private:
  struct State {
    NodeId node;
    Cost g;
  };
  struct Path {
    explicit Path(std::uint32_t id_bound) : states(id_bound) {}
    PagedTable<State, OldPages::kAsTheyWere> states;
    std::uint32_t length = 0;
  };
  Path& traced() { return paths_[1 - followed_]; }

  std::array<Path, 2> paths_;
  std::size_t followed_ = 0;
};

template <class SpaceType, class Open>
class TimeBoundedAgent final : public Agent {
 public:
  TimeBoundedAgent(const Map& map, std::uint32_t r, std::uint32_t c, typename Open::Order order)
      : Agent(map),
        r_(r),
        c_(c),
        space_(map.grid(), map.table()),
        h_(map.grid(), map.grid().node(0, 0), octile_distance(map.rules())),
        store_(map.grid().id_bound()),
        open_(order),
        paths_(map.grid().id_bound()) {}

  [[nodiscard]] std::uint64_t plan_bound() const override { return r_; }
  [[nodiscard]] std::uint64_t smallest_plan() const override { return kMinSlice; }
  [[nodiscard]] std::uint64_t bytes() const override { return sizeof(*this) + heap_bytes_of(store_, open_, paths_); }

 private:
  using Store = PagedStore<typename SpaceType::Arrival>;

  void begin(NodeId start, NodeId goal, Learning) override {
    store_.clear();
    paths_.clear();
    h_ = GridHeuristic<OctileDistance>(map().grid(), goal, octile_distance(map().rules()));
    before_ = work_;
    start_ = last_ = start;
    tracing_ = kNoNode;
    goal_traced_ = false;
    place_ = TracedPaths::kOff;
    aim_ = goal;
    search_.start(space_, h_, store_, open_, start, goal);
  }
  void begin_again() {
    ++work_.replans;
    begin(position(), goal(), Learning::kForget);
  }

  // Far from what the search has touched an edit changes nothing that it knows. Once it is over, what counts is the
  // path: a move that is no longer legal is seen before it is walked, and a freed cell matters if a way through it may
  // be shorter.
  void edited(std::span<const Grid::Change> changes) override {
    std::int64_t looks = 0;
    for (const Grid::Change& change : changes) {
      if (goal_traced_ && place_ != TracedPaths::kOff) {
        if (!change.passable || is_beside(change, position(), search_.g(aim_) - search_.g(position()))) continue;
      } else if (!touches(change.area, looks)) {
        continue;
      }
      return begin_again();
    }
  }
  // Whether the search has touched a cell of the area or one beside it, or may have. Of a large area pages are looked
  // at, not cells. `looks`: for all areas together.
  [[nodiscard]] bool touches(const Rect& area, std::int64_t& looks) const {
    constexpr std::int64_t kMostPages = 256;
    constexpr int kPage = Store::kPage;
    const Grid& grid = map().grid();
    const std::int64_t cells = cells_with_border(grid, area);
    if (cells <= kMostLookedAt) {
      looks += cells;
      return looks > kMostEditLooks ||
             !is_untouched(grid, area, [&](NodeId node) { return search_.g(node) != kInfiniteCost; });
    }
    const Rect all = with_border(grid, area);
    const std::int64_t pages = std::int64_t{all.height} * ((all.width - 1) / kPage + 2);
    looks += pages;
    if (pages > kMostPages || looks > kMostEditLooks) return true;
    for (int y = all.y; y < all.y + all.height; ++y) {
      for (int x = all.x; x < all.x + all.width; x = (x / kPage + 1) * kPage) {
        if (store_.may_hold(grid.node(x, y))) return true;
      }
    }
    return false;
  }

  void retargeted(NodeId /*old_goal*/) override {
    if (!serves(aim_)) begin_again();
  }

  Plan plan(const Budget& budget) override {
    if (position() == aim_) begin_again();  // and the goal has moved on
    const std::uint64_t units = std::min<std::uint64_t>(budget.units, r_);
    std::uint64_t spent = search({units - std::max<std::uint64_t>(units / 20, 1), budget.deadline});
    spent += trace(units - spent);
    spent += search({units - spent, budget.deadline});
    count_work();

    const Status status = search_.status();
    if (status != Status::kInProgress && status != Status::kSolved) return {position(), spent, status};
    const NodeId next = next_position();
    if (next != position() && map().cost(position(), next) == kInfiniteCost) {  // an edit blocked it
      begin_again();
      return {position(), spent};
    }
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
      tracing_ = search_.status() == Status::kSolved ? aim_ : search_.next_open(units);
      spent = search_.popped() - popped;
      if (tracing_ == kNoNode) return spent;
      to_goal_ = tracing_ == aim_ && search_.status() == Status::kSolved;
      paths_.begin_trace();
      paths_.add(tracing_, search_.g(tracing_));
    }
    const std::uint64_t most = (units - spent) * c_;
    std::uint64_t traced = 0;
    while (tracing_ != position() && tracing_ != start_) {
      if (traced == most) return units;
      tracing_ = space_.predecessor(tracing_, search_.arrival(tracing_));
      paths_.add(tracing_, search_.g(tracing_));
      ++traced;
    }
    paths_.end_trace();
    place_ = TracedPaths::kOff;
    tracing_ = kNoNode;
    goal_traced_ = to_goal_;
    return spent + (traced + c_ - 1) / c_;
  }

  NodeId next_position() {
    if (place_ == TracedPaths::kOff) place_ = paths_.find(position(), search_.g(position()));
    if (place_ != TracedPaths::kOff && place_ > 0) return paths_.state(--place_);
    place_ = TracedPaths::kOff;
    if (position() != start_) return space_.predecessor(position(), search_.arrival(position()));
    return last_;
  }

  void count_work() {
    work_ = before_;
    work_ += search_.work();
  }

  std::uint64_t r_;
  std::uint64_t c_;
  SpaceType space_;
  GridHeuristic<OctileDistance> h_;
  Store store_;
  Open open_;
  Search<SpaceType, GridHeuristic<OctileDistance>, Store, Open> search_;
  TracedPaths paths_;
  Work before_;                              // of earlier searches, on a map since edited
  NodeId start_ = kNoNode;                   // of the search
  NodeId aim_ = kNoNode;                     // of the search: the goal, or where it was a little earlier
  NodeId last_ = kNoNode;                    // where the agent stood one step ago
  NodeId tracing_ = kNoNode;                 // the state the trace has come to; kNoNode between two
  std::uint32_t place_ = TracedPaths::kOff;  // the agent's on the path it follows; kOff: to be found
  bool to_goal_ = false;                     // the trace is of the whole path
  bool goal_traced_ = false;
};

// With options that are in their ranges.
template <class SpaceType, class Open>
Result<AgentPtr> make_time_bounded_agent(const Map& map, std::uint32_t r, std::uint32_t c, typename Open::Order order) {
  if (auto fits = LearnedHeuristic::check(map.rules()); !fits) return fits.error();
  return AgentPtr(std::make_unique<TimeBoundedAgent<SpaceType, Open>>(map, r, c, order));
}

}  // namespace waymark
