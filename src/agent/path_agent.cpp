#include "waymark/agent/path_agent.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>
#include <vector>

#include "agent/path_after_edits.hpp"
#include "agent/workspace.hpp"
#include "base/paged_table.hpp"
#include "search/concern_search.hpp"
#include "waymark/base/heap_bytes.hpp"

namespace waymark {
namespace {

// From the start of the search on, in pages of the map's memory. Who goes along it looks up a page at a time.
class WalkedPath {
 public:
  // A path has at most `id_bound` states.
  WalkedPath(UnitMemory& memory, std::uint32_t id_bound) : cells_(memory, id_bound) {}

  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] NodeId operator[](std::size_t i) const {
    if (i / kPage != page_) {
      page_ = i / kPage;
      read_ = cells_.find_page(static_cast<NodeId>(i));
    }
    return read_[i % kPage];
  }
  // False, and part of it may be there, at the cap of the memory.
  [[nodiscard]] bool append(std::span<const NodeId> cells) {
    for (const NodeId cell : cells) {
      if (size_ % kPage == 0) written_ = cells_.at(static_cast<NodeId>(size_));
      if (written_ == nullptr) return false;
      written_[size_++ % kPage] = cell;
    }
    return true;
  }
  // Gives its pages back.
  void clear() {
    cells_.clear();
    size_ = 0;
    page_ = kNoPage;
  }
  [[nodiscard]] std::uint64_t heap_bytes() const { return cells_.heap_bytes(); }

 private:
  static constexpr std::size_t kPage = PagedTable<NodeId>::kPage;
  static constexpr std::size_t kNoPage = ~std::size_t{0};

  PagedTable<NodeId> cells_;
  std::size_t size_ = 0;
  NodeId* written_ = nullptr;           // the page that it ends in
  mutable std::size_t page_ = kNoPage;  // the one looked up last
  mutable const NodeId* read_ = nullptr;
};

class PathAgent final : public Agent {
 public:
  PathAgent(const Map& map, PathFinderPtr finder, const PathAgentOptions& options)
      : Agent(map),
        finder_(std::move(finder)),
        paths_{WalkedPath(map.memory(), map.grid().id_bound()), WalkedPath(map.memory(), map.grid().id_bound())},
        replan_(options.replan) {
    handed();
  }

  [[nodiscard]] std::uint64_t plan_bound() const override { return kUnbounded; }
  [[nodiscard]] std::uint64_t smallest_plan() const override { return 1; }
  [[nodiscard]] std::uint64_t bytes() const override {
    return sizeof(*this) + finder_->bytes() + heap_bytes_of(paths_[0], paths_[1]);
  }
  [[nodiscard]] const PathFinder* finder() const override { return finder_.get(); }

 private:
  void begin(NodeId, NodeId, Learning learning) override {
    if (learning == Learning::kForget) finder_->forget();
    drop_path();
    start_search();
  }
  void edited(std::span<const Grid::Change> changes) override {
    if (replan_ == Replan::kEvery || are_of_concern(changes)) begin_again();
  }
  bool are_of_concern(std::span<const Grid::Change> changes) {
    if (finder_->status() == Status::kInProgress && (path().empty() || is_old_)) {
      return concern_search(map().grid(), changes, [&](const Rect& area) { return finder_->stays_right(area); });
    }
    const bool walks = !path().empty();
    if (walks && next_moves_.are_broken(map(), path(), at(), changes)) return true;
    return replan_ != Replan::kBroken && std::any_of(changes.begin(), changes.end(), [&](const Grid::Change& change) {
             return change.passable && !is_beside(change, position(), left_);
           });
  }
  void retargeted(NodeId /*old_goal*/) override {
    if (!serves(aim_)) begin_again();
  }

  Plan plan(const Budget& budget) override {
    Plan made{position(), 0, Status::kInProgress};
    choose_search();
    if (is_old_) look_ahead();
    if (finder_->status() == Status::kStale && !knows_next()) return made;  // stands until the map is maintained
    if (finder_->status() == Status::kInProgress && wants_more()) {
      const std::uint64_t popped = finder_->popped();
      const Status status = finder_->step_for(budget, next_ + kAhead > origin_ ? next_ + kAhead - origin_ : 1);
      work_ = before_;
      work_ += finder_->work();
      made.work = finder_->popped() - popped;
      if ((is_old_ || improves_) && status != Status::kSolved && status != Status::kInProgress) {
        if (improves_ || at() != origin_) {  // an edit may have cut off from the goal where it began
          start_search_here();
          return made;
        }
        drop_path();
      }
      if (status == Status::kStale && !knows_next()) return made;  // an edit made it useless; begins anew later
      if (status != Status::kSolved && status != Status::kInProgress && status != Status::kStale) {
        made.status = status;
        return made;
      }
      if (!take_path()) made.status = Status::kOutOfRoom;
      if (!knows_next()) return made;
    }
    if (!knows_next()) {  // no way was found; the next edit may open one
      made.status = finder_->status();
      return made;
    }
    if (!can_walk()) {
      // The step may have planned before it was told of the last edits.
      if (!is_old_) begin_again();
      return made;
    }
    made.next = path()[next_];
    const Cost move = map().cost(position(), made.next);
    left_ -= move;
    walked_ += move;
    ++next_;
    if (is_old_ && at() > origin_) start_search_ahead();
    return made;
  }

  // Moves of a path known in part below which more of it is found. The fewest that a search begins ahead of a unit
  // that walks.
  static constexpr std::size_t kAhead = 8;

  // If there is none under way that leads on from here.
  void choose_search() {
    if (is_old_) {
      if (at() != origin_ && !can_walk()) begin_again();
    } else if (knows_next()) {
      if (!can_walk()) begin_again();
    } else if (finder_->status() == Status::kSolved ||  // the goal was a little nearer when it set out
               (finder_->status() == Status::kStale && !path().empty())) {
      begin_again();
    } else if (finder_->status() != Status::kInProgress) {  // stale, or there was no way before an edit
      start_search();
    }
  }
  void begin_again() {
    ++work_.replans;
    can_walk() ? start_search() : start_search_here();
  }
  // Of a unit that has walked by where the search before this one begins.
  void start_search_ahead() {
    ahead_ = std::max(kAhead, 2 * ahead_);
    start_search();
  }
  void start_search() {
    before_ = work_;
    aim_ = goal();
    improves_ = false;
    checked_ = is_old_ ? std::max(checked_, at()) : at();
    is_old_ = !path().empty();
    origin_ = is_old_ ? std::min(at() + ahead_, checked_) : 0;
    finder_->start(is_old_ ? path()[origin_] : position(), goal());
    if (finder_->status() == Status::kInProgress) return;
    if (origin_ != (is_old_ ? at() : 0)) return start_search_here();
    drop_path();
  }
  void start_search_here() {
    ahead_ = 0;
    start_search();
  }
  // Along an old path, faster than it walks: no search begins further ahead than the path was found to be legal.
  void look_ahead() {
    constexpr int kMovesAStep = 4;
    for (int i = 0; i < kMovesAStep && checked_ + 1 < path().size(); ++i, ++checked_) {
      if (map().cost(path()[checked_], path()[checked_ + 1]) == kInfiniteCost) return;
    }
  }

  [[nodiscard]] WalkedPath& path() { return paths_[walks_]; }
  [[nodiscard]] const WalkedPath& path() const { return paths_[walks_]; }
  [[nodiscard]] std::size_t at() const { return next_ - 1; }
  [[nodiscard]] bool knows_next() const { return next_ < path().size(); }
  [[nodiscard]] bool can_walk() const {
    return knows_next() && map().cost(path()[at()], path()[next_]) != kInfiniteCost;
  }
  [[nodiscard]] bool wants_more() const {
    return is_old_ || improves_ || !knows_next() || (path().size() < next_ + kAhead && !finder_->part().empty());
  }

  // As much as is known of it. False, and it knows of none, if the map's memory is at its cap.
  bool take_path() {
    if (const std::span<const NodeId> part = finder_->part(); !part.empty()) return take_part(part);
    if (!finder_->has_path()) return true;
    const bool is_over = finder_->status() == Status::kSolved;
    const bool is_of_use = improves_ ? finder_->solutions() != tried_ : !can_walk();
    if (!is_over && !is_of_use) return true;
    const bool improved = std::exchange(improves_, !is_over);
    tried_ = finder_->solutions();
    if (improved) return take_if_better(is_over);
    return replace_path(found(), finder_->cost());
  }
  bool take_part(std::span<const NodeId> part) {
    if (is_old_) return replace_path(part, finder_->cost());
    const std::size_t known = path().size() - origin_;
    if (part.size() == known) return true;
    next_moves_.forget();
    left_ = saturating_add(lead_, finder_->cost()) - walked_;
    return append(part.subspan(known));
  }
  // Of an anytime search that went on: its new path, from here on.
  bool take_if_better(bool is_over) {
    const std::span<const NodeId> cells = found();
    const auto here = std::find(cells.begin(), cells.end(), position());
    if (here == cells.end()) {
      if (is_over && finder_->cost() < walked_ + left_) start_search_ahead();
      return true;
    }
    const std::span<const NodeId> rest = cells.subspan(static_cast<std::size_t>(here - cells.begin()));
    Cost cost = 0;
    for (std::size_t i = 1; i < rest.size(); ++i) cost = saturating_add(cost, map().cost(rest[i - 1], rest[i]));
    if (cost >= left_) return true;
    const Cost walked = walked_;
    const bool has_room = replace_path(rest, cost);
    walked_ = walked;
    return has_room;
  }
  // The way to where the search begins, if the unit is not there yet, and then `cells`.
  bool replace_path(std::span<const NodeId> cells, Cost cost) {
    WalkedPath& old = path();
    const std::size_t end = is_old_ ? origin_ : at();
    bool has_room = true;
    lead_ = 0;
    if (at() < end) walks_ = 1 - walks_;
    for (std::size_t i = at(); i < end && has_room; ++i) {
      const NodeId cell = old[i];
      has_room = path().append({&cell, 1});
      lead_ = saturating_add(lead_, map().cost(cell, old[i + 1]));
    }
    old.clear();
    origin_ = end - at();
    next_ = 1;
    ahead_ = 0;
    walked_ = 0;
    left_ = saturating_add(lead_, cost);
    is_old_ = false;
    next_moves_.forget();
    if (has_room) return append(cells);
    drop_path();
    return false;
  }
  bool append(std::span<const NodeId> cells) {
    if (path().append(cells)) return true;
    drop_path();
    return false;
  }
  void drop_path() {
    path().clear();
    is_old_ = improves_ = false;
    origin_ = ahead_ = 0;
    next_ = 1;
    left_ = lead_ = walked_ = 0;
    next_moves_.forget();
  }

  // The finder's path, lent by the thread. Paths are mostly not much longer than the map's sides; for one that is, it
  // grows.
  std::span<const NodeId> found() const {
    std::vector<NodeId>& cells = handed();
    finder_->append_path(cells);
    return cells;
  }
  std::vector<NodeId>& handed() const {
    std::vector<NodeId>& cells = this_thread_workspace().get<HandedPath>().cells;
    cells.clear();
    cells.reserve(4 * static_cast<std::size_t>(map().grid().width() + map().grid().height()));
    return cells;
  }
  void prepare_workspace() const override { handed(); }

  PathFinderPtr finder_;
  Work before_;  // of earlier searches, on a map since edited
  std::array<WalkedPath, 2> paths_;
  std::size_t walks_ = 0;  // the one that it walks; the other is empty
  NextMoves next_moves_;
  std::size_t next_ = 1;     // it stands on the cell before
  std::size_t origin_ = 0;   // where the search began: path()[origin_]
  std::size_t ahead_ = 0;    // moves from where it stood then, if so many were looked at
  std::size_t checked_ = 0;  // an old path was legal up to here when it was looked at
  bool is_old_ = false;      // the path leads to where the search under way began, and on as it did before
  bool improves_ = false;    // it walks a path that an anytime search is to find a better one than
  std::uint32_t tried_ = 0;  // the last solution of that search that was looked at
  Replan replan_;
  NodeId aim_ = kNoNode;  // where it leads: to the goal, or to where that was a little earlier
  Cost left_ = 0;         // of the path; of one known in part, at least
  Cost lead_ = 0;         // of it, to where the search began, when the path was taken
  Cost walked_ = 0;       // of it
};

}  // namespace

AgentPtr make_path_agent(const Map& map, PathFinderPtr finder, const PathAgentOptions& options) {
  return std::make_unique<PathAgent>(map, std::move(finder), options);
}

}  // namespace waymark
