// TBA* and TB(WA*): one agent that slices a best-first search, on two open lists.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>

#include "agent/learned_heuristic.hpp"
#include "agent/traced_paths.hpp"
#include "base/paged_object.hpp"
#include "base/parameters.hpp"
#include "search/concern_search.hpp"
#include "search/is_untouched.hpp"
#include "search/paged_bucket_queue.hpp"
#include "search/paged_store.hpp"
#include "waymark/agent/agent.hpp"
#include "waymark/agent/tba.hpp"
#include "waymark/base/heap_bytes.hpp"
#include "waymark/base/inline.hpp"
#include "waymark/base/result.hpp"
#include "waymark/base/unit_memory.hpp"
#include "waymark/search/heuristic.hpp"
#include "waymark/search/search.hpp"
#include "waymark/space/grid_space.hpp"

namespace waymark {

template <auto kMember>
constexpr auto slice_parameter() {
  return whole<kMember>("R", "R", "work units of a slice: expansions, and c states traced back for one", kMinSlice,
                        kMaxSlice);
}

template <class SpaceType, class Open>
class TimeBoundedAgent final : public Agent {
 public:
  TimeBoundedAgent(const Map& map, std::uint32_t r, std::uint32_t c, typename Open::Order order)
      : Agent(map), r_(r), c_(c), order_(order) {}

  [[nodiscard]] std::uint64_t plan_bound() const override { return r_; }
  [[nodiscard]] std::uint64_t smallest_plan() const override { return kMinSlice; }
  [[nodiscard]] std::uint64_t bytes() const override {
    if (!run_.is_here()) return sizeof(*this);
    return sizeof(*this) + run_.bytes() + run_->held();
  }

 private:
  using Store = PagedStore<typename SpaceType::Arrival>;
  using Heuristic = GridHeuristic<OctileDistance>;

  // A search and what it found, in a page of the map's memory: there from the reset to the arrival.
  struct Run {
    Run(const Map& map, NodeId goal, typename Open::Order order)
        : space(map.grid(), map.table()),
          h(map.grid(), goal, octile_distance(map.rules())),
          store(map.memory(), map.grid()),
          open(map.memory(), order),
          paths(map.memory(), map.grid().id_bound()) {}

    // The memory let it in.
    ~Run() { end_search(); }
    Run(const Run&) = delete;
    Run& operator=(const Run&) = delete;

    [[nodiscard]] bool is_void() const { return store.full() || open.failed() || path_lost; }
    [[nodiscard]] std::uint64_t held() const { return heap_bytes_of(store, open, paths); }
    void end_search() {
      if (!is_searching) return;
      is_searching = false;
      if (is_void()) {
        paths.memory().stop_search(held());
      } else {
        paths.memory().end_search(held());
      }
    }

    SpaceType space;
    Heuristic h;
    Store store;
    Open open;
    Search<SpaceType, Heuristic, Store, Open> search;
    TracedPaths paths;
    NodeId start = kNoNode;
    NodeId aim = kNoNode;                     // the goal, or where it was a little earlier
    NodeId last = kNoNode;                    // where the agent stood one step ago
    NodeId tracing = kNoNode;                 // the state the trace has come to; kNoNode between two
    typename SpaceType::Arrival traced_by{};  // how that state was reached
    std::uint32_t place = TracedPaths::kOff;  // the agent's on the path it follows; kOff: to be found
    bool to_goal = false;                     // the trace is of the whole path
    bool goal_traced = false;
    bool path_lost = false;    // for want of room
    bool is_searching = true;  // so that the memory counts it
  };

  void rest() override { run_.give_back(); }

  // Without a page the agent has no run, and asks for one on its next step.
  void begin(NodeId start, NodeId goal, Learning) override {
    run_.give_back();
    before_ = work_;
    UnitMemory& memory = map().memory();
    if (!memory.let_in()) return;
    if (!run_.make(memory, map(), goal, order_)) return memory.stop_search(0);
    run_->start = run_->last = start;
    run_->aim = goal;
    run_->search.start(run_->space, run_->h, run_->store, run_->open, start, goal);
  }
  void begin_again() {
    ++work_.replans;
    begin(position(), goal(), Learning::kForget);
  }

  // Far from what the search has touched an edit changes nothing that it knows. Once it is over, what counts is the
  // path: a move that is no longer legal is seen before it is walked, and a freed cell matters if a way through it may
  // be shorter.
  void edited(std::span<const Grid::Change> changes) override {
    if (!run_.is_here()) return;
    std::int64_t looks = 0;
    for (const Grid::Change& change : changes) {
      if (run_->goal_traced && run_->place != TracedPaths::kOff) {
        if (!change.passable || is_beside(change, position(), run_->paths.cost_from(run_->place))) continue;
      } else if (!touches(change.area, looks)) {
        continue;
      }
      return begin_again();
    }
  }
  // Whether the search has touched a cell of the area or one beside it, or may have. Of a large area tiles are looked
  // at, not cells. `looks`: for all areas together.
  [[nodiscard]] bool touches(const Rect& area, std::int64_t& looks) const {
    constexpr std::int64_t kMostTiles = 256;
    const int wide = run_->store.tile_width();
    const int high = run_->store.tile_height();
    const Grid& grid = map().grid();
    const std::int64_t cells = cells_with_border(grid, area);
    if (cells <= kMostLookedAt) {
      looks += cells;
      return looks > kMostEditLooks ||
             !is_untouched(grid, area, [&](NodeId node) { return run_->search.g(node) != kInfiniteCost; });
    }
    const Rect all = with_border(grid, area);
    const std::int64_t tiles = std::int64_t{(all.height - 1) / high + 2} * ((all.width - 1) / wide + 2);
    looks += tiles;
    if (tiles > kMostTiles || looks > kMostEditLooks) return true;
    for (int y = all.y; y < all.y + all.height; y = ((y + 1) / high + 1) * high - 1) {  // a border is above row 0
      for (int x = all.x; x < all.x + all.width; x = (x / wide + 1) * wide) {
        if (run_->store.may_hold(grid.node(x, y))) return true;
      }
    }
    return false;
  }

  void retargeted(NodeId /*old_goal*/) override {
    if (!run_.is_here() || !serves(run_->aim)) begin_again();
  }

  Plan plan(const Budget& budget) override {
    if (!run_.is_here()) {
      begin(position(), goal(), Learning::kForget);
    } else if (position() == run_->aim) {
      begin_again();  // the goal has moved on
    }
    if (!run_.is_here()) return {position(), 1, Status::kOutOfRoom};
    const std::uint64_t units = std::min<std::uint64_t>(budget.units, r_);
    std::uint64_t spent = search({units - std::max<std::uint64_t>(units / 20, 1), budget.deadline});
    spent += trace(units - spent);
    spent += search({units - spent, budget.deadline});
    work_ = before_;
    work_ += run_->search.work();
    if (run_->is_void()) {  // others may go on with what it held
      ++work_.replans;
      run_.give_back();
      before_ = work_;
      return {position(), spent, Status::kOutOfRoom};
    }

    const Status status = run_->search.status();
    if (status != Status::kInProgress && status != Status::kSolved) {
      if (run_->aim == goal()) return {position(), spent, status};
      begin_again();  // the goal can be reached, as far as is known, if not where it was a little earlier
      return {position(), spent};
    }
    const NodeId next = next_position();
    if (next != position() && map().cost(position(), next) == kInfiniteCost) {  // an edit blocked it
      begin_again();
      return {position(), spent};
    }
    run_->last = position();
    return {next, spent};
  }

  std::uint64_t search(const Budget& budget) {
    const std::uint64_t popped = run_->search.popped();
    run_->search.step(budget);
    return run_->search.popped() - popped;
  }

  // Goes on with the path to the most promising state, or begins one. Ends at most one.
  std::uint64_t trace(std::uint64_t units) {
    Run& run = *run_;
    if (run.goal_traced || run.is_void()) return 0;
    std::uint64_t spent = 0;
    typename Store::Seen seen;
    if (run.tracing == kNoNode) {
      const std::uint64_t popped = run.search.popped();
      run.tracing = run.search.status() == Status::kSolved ? run.aim : run.search.next_open(units);
      spent = run.search.popped() - popped;
      if (run.tracing == kNoNode) return spent;
      run.to_goal = run.tracing == run.aim && run.search.status() == Status::kSolved;
      run.paths.begin_trace();
      run.traced_by = add_to_path(run.tracing, seen);
    }
    const std::uint64_t most = (units - spent) * c_;
    std::uint64_t traced = 0;
    // Locals: a look-up must not wait for memory that the one before has written.
    const NodeId here = position();
    NodeId at = run.tracing;
    auto by = run.traced_by;
    // Most steps go on straight. A branch guesses that, so that the next look-up need not wait for this one's answer.
    auto straight = SpaceType::kNoArrival;
    NodeId back = 0;
    for (; at != here && at != run.start; ++traced) {
      if (traced == most) {
        run.tracing = at;
        run.traced_by = by;
        return units;
      }
      if (by != straight) {
        straight = by;
        back = at - run.space.predecessor(at, by);
      }
      at -= back;
      by = add_to_path(at, seen);
    }
    run.paths.end_trace();
    run.place = TracedPaths::kOff;
    run.tracing = kNoNode;
    run.goal_traced = run.to_goal;
    return spent + (traced + c_ - 1) / c_;
  }
  // A state that the search knows; returns how it was reached.
  WAYMARK_ALWAYS_INLINE typename SpaceType::Arrival add_to_path(NodeId node, typename Store::Seen& seen) {
    Run& run = *run_;
    const auto& record = *run.store.find(node, seen);
    if (!run.paths.add(node, record.g)) run.path_lost = true;
    return record.arrival();
  }

  NodeId next_position() {
    Run& run = *run_;
    if (run.place == TracedPaths::kOff) {
      run.place = run.paths.find(position(), run.search.g(position()));
      if (run.place != TracedPaths::kOff && run.goal_traced) forget_search();
    }
    if (run.place != TracedPaths::kOff && run.place > 0) return run.paths.state(--run.place);
    run.place = TracedPaths::kOff;
    if (position() != run.start) return run.space.predecessor(position(), run.search.arrival(position()));
    return run.last;
  }

  // On the way to the goal the path is all that is needed.
  void forget_search() {
    note_bytes();
    run_->end_search();
    run_->store.clear();
    run_->open.clear();
    run_->paths.forget_trace();
  }

  std::uint32_t r_;
  std::uint32_t c_;
  [[no_unique_address]] typename Open::Order order_;
  PagedObject<Run> run_;
  Work before_;  // of earlier searches, on a map since edited
};

// With options that are in their ranges.
template <class SpaceType, class Open>
Result<AgentPtr> make_time_bounded_agent(const Map& map, std::uint32_t r, std::uint32_t c, typename Open::Order order) {
  if (auto fits = LearnedHeuristic::check(map.rules()); !fits) return fits.error();
  return AgentPtr(std::make_unique<TimeBoundedAgent<SpaceType, Open>>(map, r, c, order));
}

}  // namespace waymark
