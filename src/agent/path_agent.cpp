#include "waymark/agent/path_agent.hpp"

#include <algorithm>
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
      : Agent(map), finder_(std::move(finder)), path_(map.memory(), map.grid().id_bound()), replan_(options.replan) {
    handed();
  }

  [[nodiscard]] std::uint64_t plan_bound() const override { return kUnbounded; }
  [[nodiscard]] std::uint64_t smallest_plan() const override { return 1; }
  [[nodiscard]] std::uint64_t bytes() const override { return sizeof(*this) + finder_->bytes() + heap_bytes_of(path_); }
  [[nodiscard]] const PathFinder* finder() const override { return finder_.get(); }

 private:
  void begin(NodeId, NodeId, Learning learning) override {
    if (learning == Learning::kForget) finder_->forget();
    start_search();
  }
  void start_search() {
    before_ = work_;
    aim_ = goal();
    search_epoch_ = map().grid().epoch();
    finder_->start(position(), goal());
    path_.clear();
    left_ = 0;
    walked_ = 0;
    next_moves_.forget();
    next_ = 1;
  }
  void begin_again() {
    ++work_.replans;
    start_search();
  }
  void edited(std::span<const Grid::Change> changes) override {
    if (replan_ == Replan::kEvery || are_of_concern(changes)) begin_again();
  }
  bool are_of_concern(std::span<const Grid::Change> changes) {
    if (finder_->status() == Status::kInProgress && path_.empty()) {
      return concern_search(map().grid(), changes, [&](const Rect& area) { return finder_->stays_right(area); });
    }
    const bool walks = !path_.empty();
    if (walks && next_moves_.are_broken(map(), path_, next_ - 1, changes)) return true;
    return replan_ != Replan::kBroken && std::any_of(changes.begin(), changes.end(), [&](const Grid::Change& change) {
             return change.passable && !is_beside(change, position(), left_);
           });
  }
  void retargeted(NodeId /*old_goal*/) override {
    if (!serves(aim_)) begin_again();
  }

  Plan plan(const Budget& budget) override {
    Plan made{position(), 0, Status::kInProgress};
    if (knows_next()) {
      if (map().cost(position(), path_[next_]) == kInfiniteCost) begin_again();
    } else if (finder_->status() == Status::kSolved ||  // the goal was a little nearer when it set out
               (finder_->status() == Status::kStale && !path_.empty())) {
      begin_again();
    } else if (finder_->status() != Status::kInProgress) {  // stale, or there was no way before an edit
      start_search();
    }
    if (finder_->status() == Status::kStale && !knows_next()) return made;  // stands until the map is maintained
    if (finder_->status() == Status::kInProgress && wants_more()) {
      const std::uint64_t popped = finder_->popped();
      const Status status = finder_->step_for(budget, next_ + kAhead);
      work_ = before_;
      work_ += finder_->work();
      made.work = finder_->popped() - popped;
      if (status == Status::kStale && !knows_next()) return made;  // an edit made it useless; begins anew later
      if (status != Status::kSolved && status != Status::kInProgress && status != Status::kStale) {
        made.status = status;
        return made;
      }
      if (!take_path()) made.status = Status::kOutOfRoom;
      if (!knows_next()) return made;
      // The step may have planned before it was told of the last edits.
      if (search_epoch_ != map().grid().epoch() && map().cost(position(), path_[next_]) == kInfiniteCost) {
        begin_again();
        return made;
      }
    }
    if (!knows_next()) {  // no way was found; the next edit may open one
      made.status = finder_->status();
      return made;
    }
    made.next = path_[next_++];
    const Cost move = map().cost(position(), made.next);
    left_ -= move;
    walked_ += move;
    return made;
  }

  // Moves of a path known in part below which more of it is found.
  static constexpr std::size_t kAhead = 8;

  // Lent by the thread. Paths are mostly not much longer than the map's sides; for one that is, it grows.
  std::vector<NodeId>& handed() const {
    std::vector<NodeId>& cells = this_thread_workspace().get<HandedPath>().cells;
    cells.clear();
    cells.reserve(4 * static_cast<std::size_t>(map().grid().width() + map().grid().height()));
    return cells;
  }
  void prepare_workspace() const override { handed(); }
  [[nodiscard]] bool knows_next() const { return next_ < path_.size(); }
  [[nodiscard]] bool wants_more() const {
    return !knows_next() || (path_.size() < next_ + kAhead && !finder_->part().empty());
  }
  // As much as is known of it. False, and it knows of none, if the map's memory is at its cap.
  bool take_path() {
    const bool is_first = path_.empty();
    bool has_room = true;
    if (const std::span<const NodeId> part = finder_->part(); !part.empty()) {
      if (part.size() == path_.size()) return true;
      has_room = path_.append(part.subspan(path_.size()));
      next_moves_.forget();
      if (has_room) left_ = finder_->cost() - walked_;
    } else if (finder_->status() == Status::kSolved) {  // an anytime search may have a path that is not its last
      std::vector<NodeId>& cells = handed();
      finder_->append_path(cells);
      has_room = path_.append(cells);
      if (is_first) left_ = finder_->cost();
    }
    if (!has_room) path_.clear();
    return has_room;
  }

  PathFinderPtr finder_;
  Work before_;  // of earlier searches, on a map since edited
  WalkedPath path_;
  NextMoves next_moves_;
  std::size_t next_ = 1;
  Replan replan_;
  NodeId aim_ = kNoNode;            // where it leads: to the goal, or to where that was a little earlier
  Cost left_ = 0;                   // of the path; of one known in part, at least
  Cost walked_ = 0;                 // of it
  std::uint64_t search_epoch_ = 0;  // of the map when it began
};

}  // namespace

AgentPtr make_path_agent(const Map& map, PathFinderPtr finder, const PathAgentOptions& options) {
  return std::make_unique<PathAgent>(map, std::move(finder), options);
}

}  // namespace waymark
