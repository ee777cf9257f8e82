#include "waymark/agent/path_agent.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "agent/path_after_edits.hpp"
#include "agent/walked_path.hpp"
#include "search/concern_search.hpp"
#include "waymark/base/heap_bytes.hpp"

namespace waymark {
namespace {

class PathAgent final : public Agent {
 public:
  PathAgent(const Map& map, PathFinderPtr finder, const PathAgentOptions& options)
      : Agent(map),
        finder_(std::move(finder)),
        paths_{WalkedPath(map.memory(), map.grid().id_bound()), WalkedPath(map.memory(), map.grid().id_bound())},
        replan_(options.replan) {}

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
    const bool leads_on = path().empty() || is_old_;
    if (is_handed_ || (leads_on && finder_->status() == Status::kInProgress)) {
      const bool near =
          concern_search(map().grid(), changes, [&](const Rect& area) { return finder_->stays_right(area); });
      if (near || leads_on) return near;
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
    if (!is_handed_ && finder_->status() == Status::kInProgress && wants_more()) {
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
      choose_path();
    }
    if (!take_path(budget, made.work)) made.status = Status::kOutOfRoom;
    if (!knows_next()) {
      const bool is_to_come = finder_->status() == Status::kInProgress || is_handed_ || has_part();
      if (is_to_come || made.status == Status::kOutOfRoom) return made;
      // No way was found; the next edit may open one.
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
  // Of a path, for the unit that pays for taking them: two looks each, as many as an expansion has.
  static constexpr std::size_t kCellsPerUnit = 8;
  static constexpr std::uint64_t kUnitsAtOnce = 17;

  // If there is none under way that leads on from here.
  void choose_search() {
    if (is_old_) {
      if (at() != origin_ && !can_walk()) begin_again();
    } else if (knows_next()) {
      if (!can_walk()) begin_again();
    } else if (is_handed_ || (has_part() && finder_->status() == Status::kSolved)) {
      return;                                           // a path is to come
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
    drop_handed();
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
  [[nodiscard]] WalkedPath& handed() { return paths_[1 - walks_]; }
  [[nodiscard]] std::size_t at() const { return next_ - 1; }
  [[nodiscard]] bool knows_next() const { return next_ < path().size(); }
  [[nodiscard]] bool can_walk() const {
    return knows_next() && map().cost(path()[at()], path()[next_]) != kInfiniteCost;
  }
  [[nodiscard]] bool wants_more() const {
    return is_old_ || improves_ || !knows_next() || (path().size() < next_ + kAhead && !finder_->part().empty());
  }

  // Whether to take what the search has found.
  void choose_path() {
    if (!finder_->part().empty()) {
      if (is_old_) begin_taking();
      return;
    }
    if (!finder_->has_path()) return;
    const bool is_over = finder_->status() == Status::kSolved;
    const bool is_of_use = improves_ ? finder_->solutions() != tried_ : !can_walk();
    if (is_over || is_of_use) begin_taking();
  }
  // As another path, beside the one that it walks, which serves meanwhile as far as to where the search began.
  void begin_taking() {
    tried_ = finder_->solutions();
    if (!improves_ && !can_walk()) drop_path();
    cursor_ = {};
    cost_ = 0;
    stage_ = Stage::kCells;
    is_handed_ = !(path().empty() && !finder_->part().empty());  // a part is walked as soon as there is some of it
    if (improves_) meet();
  }
  // As many cells as the units that are left pay for. False, and it knows of no path, at the cap of the memory.
  bool take_path(const Budget& budget, std::uint64_t& spent) {
    for (std::uint64_t polled = 0; spent < budget.units && (is_handed_ || has_part()); ++spent, ++polled) {
      if (budget.has_deadline() && polled % Budget::kPollInterval == 0 && budget.past_deadline()) break;
      std::size_t cells = kCellsPerUnit;
      bool has_room = true;
      // With a deadline unit by unit, so that it is polled as often as everywhere.
      const bool is_long = budget.units - spent >= kUnitsAtOnce && !budget.has_deadline();
      if (is_long && can_take_many()) has_room = take_many(spent, cells);
      if (has_room && (is_handed_ ? take_some(cells) : take_part())) continue;
      ++spent;
      drop_path();
      return false;
    }
    return true;
  }
  // More of a path known in part, behind what it walks.
  [[nodiscard]] bool has_part() const {
    return !is_handed_ && !is_old_ && finder_->part().size() > path().size() - origin_;
  }
  bool take_part() {
    next_moves_.forget();
    left_ = saturating_add(lead_, finder_->cost()) - walked_;
    const std::span<const NodeId> rest = finder_->part().subspan(path().size() - origin_);
    const std::span<const NodeId> some = rest.first(std::min(rest.size(), kCellsPerUnit));
    return std::all_of(some.begin(), some.end(), [this](NodeId cell) { return path().push_back(cell); });
  }

  // A long piece of a path, where nothing else is to be done with its cells: the same cells for the same units. `left`
  // is what the last of them still pays for; the whole ones before it are added to `spent`.
  [[nodiscard]] bool can_take_many() const { return is_handed_ && stage_ == Stage::kCells && !improves_; }
  bool take_many(std::uint64_t& spent, std::size_t& left) {
    std::array<NodeId, (kUnitsAtOnce - 1) * kCellsPerUnit> room;
    const PathPiece piece = next_piece(room);
    const std::span<const NodeId> cells = std::span(room).first(piece.cells);
    spent += piece.cells / kCellsPerUnit;
    left -= piece.cells % kCellsPerUnit;
    if (piece.in_front) return handed().push_front(cells);
    return std::all_of(cells.begin(), cells.end(), [this](NodeId cell) { return handed().push_back(cell); });
  }
  // What is left of a unit's share of the path that comes.
  bool take_some(std::size_t left) {
    while (left != 0 && is_handed_) {
      switch (stage_) {
        case Stage::kCells: {
          std::array<NodeId, kCellsPerUnit> room;
          const PathPiece piece = next_piece(std::span(room).first(left));
          if (piece.cells == 0) end_cells();
          for (std::size_t i = 0; i < piece.cells; ++i) {
            if (!(improves_ ? take_better(room[i], piece.in_front) : push(room[i], piece.in_front))) return false;
          }
          left -= piece.cells;
          break;
        }
        case Stage::kLead:
          if (lead_end_ == lead_begin_) {
            walk_handed();
          } else if (!take_lead()) {
            return false;
          }
          --left;
          break;
        case Stage::kFollow:
          follow();
          --left;
          break;
      }
    }
    return true;
  }
  PathPiece next_piece(std::span<NodeId> room) {
    const std::span<const NodeId> part = finder_->part();
    return part.empty() ? finder_->next_piece(cursor_, room) : piece_of(part, cursor_, room);
  }
  bool push(NodeId cell, bool in_front) { return in_front ? handed().push_front(cell) : handed().push_back(cell); }
  void end_cells() {
    stage_ = improves_ ? Stage::kFollow : Stage::kLead;
    if (improves_) return;
    lead_begin_ = is_old_ ? at() : 0;
    lead_end_ = is_old_ ? origin_ : 0;
    walked_then_ = is_old_ ? walked_ : 0;
  }
  // The way to where the search began, if the unit is not there yet, from its end on.
  bool take_lead() {
    --lead_end_;
    cost_ = saturating_add(cost_, map().cost(path()[lead_end_], path()[lead_end_ + 1]));
    return handed().push_front(path()[lead_end_]);
  }
  void walk_handed() {
    const std::size_t begin = lead_begin_;
    const Cost walked = is_old_ ? walked_ - walked_then_ : 0;
    lead_ = cost_;
    next_ = at() - begin + 1;
    origin_ = is_old_ ? origin_ - begin : 0;
    ahead_ = 0;
    walked_ = walked;
    left_ = saturating_add(lead_, finder_->cost()) - walked;
    is_old_ = false;
    improves_ = finder_->part().empty() && finder_->status() != Status::kSolved;
    change_over();
  }
  void change_over() {
    path().clear();
    walks_ = 1 - walks_;
    is_handed_ = false;
    next_moves_.forget();
  }

  // Of an anytime search that went on, its new path from here on. None of these tells its path from both ends.
  void meet() {
    lead_begin_ = at();
    walked_then_ = walked_;
    followed_ = 0;
    meeting_ = position();
    has_met_ = false;
  }
  bool take_better(NodeId cell, bool in_front) {
    const bool meets = !has_met_ && cell == meeting_;
    const bool is_wanted = in_front ? !has_met_ : has_met_ || meets;
    if (is_wanted && !handed().empty()) cost_ = saturating_add(cost_, map().cost(last_, cell));
    last_ = cell;
    has_met_ = has_met_ || meets;
    return !is_wanted || push(cell, in_front);
  }
  // The unit walked on meanwhile: whether the new path goes where it went.
  void follow() {
    const bool is_over = finder_->status() == Status::kSolved;
    const std::size_t at_then = lead_begin_;
    if (!has_met_ || (followed_ != 0 && handed()[followed_] != path()[at_then + followed_])) {
      drop_handed();
      improves_ = !is_over;
      if (is_over && finder_->cost() < walked_ + left_) start_search_ahead();
    } else if (at_then + followed_ != at()) {
      ++followed_;
    } else {
      improves_ = !is_over;
      const Cost left = cost_ - (walked_ - walked_then_);
      if (left >= left_) return drop_handed();
      next_ = followed_ + 1;
      left_ = left;
      lead_ = 0;
      origin_ = ahead_ = 0;
      change_over();
    }
  }

  void drop_handed() {
    handed().clear();
    is_handed_ = false;
  }
  void drop_path() {
    path().clear();
    drop_handed();
    is_old_ = improves_ = false;
    origin_ = ahead_ = 0;
    next_ = 1;
    left_ = lead_ = walked_ = 0;
    next_moves_.forget();
  }

  PathFinderPtr finder_;
  Work before_;  // of earlier searches, on a map since edited
  std::array<WalkedPath, 2> paths_;
  std::size_t walks_ = 0;  // the one that it walks; the other is what is_handed_ over
  NextMoves next_moves_;
  std::size_t next_ = 1;     // it stands on the cell before
  std::size_t origin_ = 0;   // where the search began: path()[origin_]
  std::size_t ahead_ = 0;    // moves from where it stood then, if so many were looked at
  std::size_t checked_ = 0;  // an old path was legal up to here when it was looked at
  bool is_old_ = false;      // the path leads to where the search under way began, and on as it did before
  bool improves_ = false;    // it walks a path that an anytime search is to find a better one than
  std::uint32_t tried_ = 0;  // the last solution of that search that was looked at

  // Of a path on its way from the search.
  enum class Stage : std::uint8_t {
    kCells,   // the search's
    kLead,    // those before, of the path that the unit walks
    kFollow,  // compares it with what the unit walked meanwhile, if it replaces a legal path
  };
  bool is_handed_ = false;
  Stage stage_ = Stage::kCells;
  bool has_met_ = false;  // the path that replaces a legal one passes by
  PathCursor cursor_;
  NodeId last_ = kNoNode;       // cell taken
  NodeId meeting_ = kNoNode;    // where the unit stood when it came,
  std::size_t lead_begin_ = 0;  // on its path. Or where the lead begins
  std::size_t lead_end_ = 0;    // and ends: before what is taken of it
  std::size_t followed_ = 0;    // moves
  Cost cost_ = 0;               // of the lead, or from the meeting to the goal
  Cost walked_then_ = 0;        // where the lead began, or at the meeting

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
