#include "waymark/subgoals/path_row_finder.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>

#include "subgoals/path_choice.hpp"
#include "subgoals/row_walk.hpp"
#include "waymark/base/heap_bytes.hpp"
#include "waymark/search/a_star.hpp"
#include "waymark/search/heuristic.hpp"

namespace waymark {
namespace {

// In deltas: the end of a way is searched from the first place that is so near the goal, by the distance on an empty
// map, and from which on the way is not longer than this.
constexpr std::uint64_t kNearDeltas = 4;
constexpr std::uint64_t kMostLeft = 8;
// At so many places before that, or fewer, it is tried to go straight to the goal.
constexpr std::size_t kMostCuts = 8;

// What a way from one cell to another costs at least.
class EmptyMapDistance {
 public:
  explicit EmptyMapDistance(const Map& map)
      : grid_(&map.grid()),
        is_hexagonal_(map.rules().neighbours == Neighbours::kSix),
        octile_(is_hexagonal_ ? OctileDistance{0, 0} : octile_distance(map.rules())),
        cardinal_(map.rules().costs.cardinal) {}
  [[nodiscard]] Cost operator()(NodeId from, NodeId to) const {
    if (is_hexagonal_) return HexHeuristic(*grid_, to, cardinal_)(from);
    return GridHeuristic<OctileDistance>(*grid_, to, octile_)(from);
  }

 private:
  const Grid* grid_;
  bool is_hexagonal_;
  OctileDistance octile_;
  Cost cardinal_;
};

// A cell of a way, and what the way costs up to it.
struct Stand {
  NodeId node;
  Cost cost;
};

// Ways from the start and from the goal along one row; joined, where both are at its root, a way from one to the other.
struct RowWay {
  LivingPaths::Row row = 0;
  std::vector<Stand> from_start;
  std::vector<Stand> from_goal;

  [[nodiscard]] Cost cost() const { return saturating_add(from_start.back().cost, from_goal.back().cost); }
  void clear() {
    from_start.clear();
    from_goal.clear();
  }
  // Leaves out what both go at their ends: it would be gone there and back.
  void join() {
    drop_common_end(from_start, from_goal, [](const Stand& stand) { return stand.node; });
  }
  // Cells, the start first.
  [[nodiscard]] std::size_t size() const { return from_start.size() + from_goal.size() - 1; }
  [[nodiscard]] NodeId operator[](std::size_t i) const {
    return i < from_start.size() ? from_start[i].node : from_goal[size() - 1 - i].node;
  }
  // What the rest costs from a cell on.
  [[nodiscard]] Cost left(std::size_t i) const {
    return i < from_start.size() ? cost() - from_start[i].cost : from_goal[size() - 1 - i].cost;
  }
  [[nodiscard]] std::size_t cells() const { return from_start.size() + from_goal.size(); }
  void append_cells(std::vector<NodeId>& cells) const {
    for (const Stand& stand : from_start) cells.push_back(stand.node);
    for (const Stand& stand : from_goal) cells.push_back(stand.node);
  }
  [[nodiscard]] std::uint64_t heap_bytes() const { return heap_bytes_of(from_start, from_goal); }
};

class PathRowFinder final : public PathFinder {
 public:
  PathRowFinder(const Map& map, const PathDatabase& database)
      : PathFinder(map),
        rows_(&map.derived<LivingPaths>({&database})),
        walk_(map, *rows_),
        least_between_(map),
        search_(make_a_star(map).value()) {}  // its estimate is admissible on every map

  [[nodiscard]] std::uint64_t bytes() const override {
    return sizeof(*this) + search_->bytes() + heap_bytes_of(ways_[0], ways_[1], touched_, cut_);
  }

 private:
  enum class End : std::uint8_t { kRows, kCut, kSearch };
  enum class Phase : std::uint8_t { kChoose, kWalk, kCut, kSearch, kDone };

  [[nodiscard]] bool goes_by_cells() const override { return false; }

  void begin(NodeId start, NodeId goal) override {
    start_ = start;
    goal_ = goal;
    work_ = {};
    units_ = 0;
    tried_ = 0;
    best_ = nullptr;
    end_ = End::kRows;
    least_ = least_between_(start, goal);
    touched_.clear();
    for (RowWay& way : ways_) way.clear();
    phase_ = Phase::kChoose;
  }

  Status run(const Budget& budget) override {
    for (std::uint64_t left = budget.units;;) {
      switch (phase_) {
        case Phase::kChoose: choose(); break;
        case Phase::kWalk:
          if (left == 0 || is_late(budget, left)) return Status::kInProgress;
          --left;
          ++units_;
          go_on();
          break;
        case Phase::kCut:
          if (left == 0 || is_late(budget, left)) return Status::kInProgress;
          --left;
          ++units_;
          cut();
          break;
        case Phase::kSearch: return search({left, budget.deadline});
        case Phase::kDone: return Status::kSolved;
      }
    }
  }
  static bool is_late(const Budget& budget, std::uint64_t left) {
    return budget.has_deadline() && left % Budget::kPollInterval == 0 && budget.past_deadline();
  }

  // The next row to follow: the goal's, then the start's. After them the end of the way.
  void choose() {
    if (tried_ == ways_.size()) return choose_end();
    const NodeId end = tried_ == 0 ? goal_ : start_;
    RowWay& way = ways_[tried_];
    way.row = rows_->row_for(map(), end);
    const bool is_again = tried_ == 1 && way.row == ways_[0].row;
    ++tried_;
    if (is_again || way.row == rows_->rows()) return;
    rows_->want(way.row);
    ++work_.database_queries;
    begin_leg(way.from_goal, goal_);
  }
  void begin_leg(std::vector<Stand>& leg, NodeId from) {
    leg.assign(1, {from, 0});
    leg_ = &leg;
    walk_.start(ways_[tried_ - 1].row, from);
    phase_ = Phase::kWalk;
  }

  // A move; or, at the root, what follows.
  void go_on() {
    RowWay& way = ways_[tried_ - 1];
    if (!walk_.at_root()) {
      if (walk_.step()) {
        leg_->push_back({walk_.node(), walk_.cost()});
      } else {
        phase_ = Phase::kChoose;
      }
      return;
    }
    if (leg_ == &way.from_goal) return begin_leg(way.from_start, start_);
    phase_ = Phase::kChoose;
    if (way.cost() > kMaxPathCost) return;
    if (rows_->is_right(map(), way.row)) {
      const auto [less, more] = std::minmax(way.from_start.back().cost, way.from_goal.back().cost);
      least_ = std::max(least_, more - less);
    }
    way.join();
    if (best_ == nullptr || way.cost() < best_->cost()) best_ = &way;
  }

  void choose_end() {
    if (best_ == nullptr) {
      work_.fell_back = 1;
      return begin_search(start_);
    }
    rows_end_ = best_->size() - 1;
    if (best_->cost() <= least_) {
      phase_ = Phase::kDone;
      return;
    }
    search_from_ = exact_from();
    rows_end_ = 0;
    diagonal_first_ = true;
    phase_ = Phase::kCut;
    begin_cut();
  }
  void begin_search(NodeId from) {
    search_->start(from, goal_);
    end_ = End::kSearch;
    phase_ = Phase::kSearch;
  }

  // From the next place at which it is to be tried.
  void begin_cut() {
    if (rows_end_ >= search_from_) {
      rows_end_ = search_from_;
      return begin_search((*best_)[rows_end_]);
    }
    cut_.assign(1, (*best_)[rows_end_]);
    cut_cost_ = 0;
  }
  // A move that brings the goal nearer by all that it costs: if all are, no way from there is shorter.
  void cut() {
    const NodeId node = cut_.back();
    const Cost here = least_between_(node, goal_);
    for (std::size_t i = 0; i < kPathMoveOrder.size(); ++i) {
      const std::uint8_t move = kPathMoveOrder[diagonal_first_ ? i : kPathMoveOrder.size() - 1 - i];
      if (((map().table().legal[map().grid().neighbourhood(node)] >> move) & 1u) == 0) continue;
      const NodeId to = map().space().step(node, move);
      const Cost cost = map().table().cost[move];
      if (least_between_(to, goal_) + cost != here) continue;
      cut_.push_back(to);
      cut_cost_ += cost;
      if (to == goal_) {
        end_ = End::kCut;
        phase_ = Phase::kDone;
      }
      return;
    }
    diagonal_first_ = !diagonal_first_;
    if (diagonal_first_) {
      rows_end_ += std::max<std::size_t>({1, rows_->database().delta() / 8, search_from_ / kMostCuts});
    }
    begin_cut();
  }

  // The first place of the best way that is near the goal, and from which on it is not long.
  [[nodiscard]] std::size_t exact_from() const {
    const std::uint64_t delta = std::uint64_t{rows_->database().delta()} * map().rules().costs.cardinal;
    std::size_t found = best_->size() - 1;
    for (std::size_t i = found; i-- > 0 && best_->left(i) <= kMostLeft * delta;) {
      if (least_between_((*best_)[i], goal_) <= kNearDeltas * delta) found = i;
    }
    return found;
  }
  Status search(const Budget& budget) {
    const Status status = search_->step(budget);
    if (status == Status::kSolved) phase_ = Phase::kDone;
    return status;
  }

  [[nodiscard]] Cost path_cost() const override {
    if (best_ == nullptr) return search_->cost();
    const Cost by_rows = best_->cost() - best_->left(rows_end_);
    switch (end_) {
      case End::kRows: break;
      case End::kCut: return by_rows + cut_cost_;
      case End::kSearch: return by_rows + search_->cost();
    }
    return by_rows;
  }
  // Its end, and then the rows before it.
  PathPiece trace(PathCursor& cursor, std::span<NodeId> room) const override {
    const PathPiece end = trace_end(cursor, room);
    if (end.cells != 0 || best_ == nullptr) return end;
    const std::size_t count = std::min(room.size(), rows_end_ - cursor.given_around);
    for (std::size_t i = 0; i < count; ++i) room[i] = (*best_)[rows_end_ - ++cursor.given_around];
    return {count, true};
  }
  PathPiece trace_end(PathCursor& cursor, std::span<NodeId> room) const {
    switch (end_) {
      case End::kRows: break;
      case End::kCut: return piece_of(cut_, cursor, room);
      case End::kSearch: return search_->next_piece(cursor, room);
    }
    return piece_of({&goal_, 1}, cursor, room);
  }
  [[nodiscard]] Work counted() const override {
    Work work = work_;
    if (end_ == End::kSearch) work += search_->work();
    work.peak_states += ways_[0].cells() + ways_[1].cells();
    return work;
  }
  [[nodiscard]] std::uint64_t pops() const override { return units_ + (end_ == End::kSearch ? search_->popped() : 0); }
  [[nodiscard]] std::uint32_t proven() const override {
    if (best_ == nullptr || (end_ != End::kRows && rows_end_ == 0)) return 1000;
    const std::uint64_t least = std::max<Cost>(least_, 1);
    const std::uint64_t times = (std::uint64_t{path_cost()} * 1000 + least - 1) / least;
    return static_cast<std::uint32_t>(std::clamp<std::uint64_t>(times, 1000, ~std::uint32_t{0}));
  }
  [[nodiscard]] Touch touched(NodeId node) const override {
    if (end_ == End::kSearch && search_->touch(node) != Touch::kNone) return search_->touch(node);
    if (touched_.empty()) {
      for (const RowWay& way : ways_) way.append_cells(touched_);
      if (end_ == End::kCut) touched_.insert(touched_.end(), cut_.begin(), cut_.end());
      std::sort(touched_.begin(), touched_.end());
    }
    return std::binary_search(touched_.begin(), touched_.end(), node) ? Touch::kClosed : Touch::kNone;
  }

  const LivingPaths* rows_;
  RowWalk walk_;
  EmptyMapDistance least_between_;
  PathFinderPtr search_;  // of the end, or of all
  std::array<RowWay, 2> ways_;
  mutable std::vector<NodeId> touched_;  // by the rows, rising; made when it is first asked for

  NodeId start_ = kNoNode;
  NodeId goal_ = kNoNode;
  Phase phase_ = Phase::kDone;
  std::size_t tried_ = 0;              // of the ways
  std::vector<Stand>* leg_ = nullptr;  // that is being walked
  const RowWay* best_ = nullptr;
  std::size_t rows_end_ = 0;  // the place on the best way at which its end, another one, begins
  End end_ = End::kRows;
  std::size_t search_from_ = 0;  // the place from which on it would be searched
  std::vector<NodeId> cut_;      // straight to the goal
  Cost cut_cost_ = 0;
  bool diagonal_first_ = true;
  Cost least_ = 0;  // what any way costs at least
  Work work_;       // without that of the search
  std::uint64_t units_ = 0;
};

}  // namespace

Result<PathFinderPtr> make_path_row_finder(const Map& map, const PathDatabase& database) {
  if (auto fits = database.check(map); !fits) return fits.error();
  return PathFinderPtr(std::make_unique<PathRowFinder>(map, database));
}

}  // namespace waymark
