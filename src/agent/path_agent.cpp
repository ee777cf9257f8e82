#include "waymark/agent/path_agent.hpp"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "agent/path_after_edits.hpp"
#include "waymark/base/heap_bytes.hpp"

namespace waymark {
namespace {

class PathAgent final : public Agent {
 public:
  PathAgent(const Map& map, PathFinderPtr finder, const PathAgentOptions& options)
      : Agent(map), finder_(std::move(finder)), replan_(options.replan) {}

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
    if (finder_->status() == Status::kInProgress) {
      return concern_search(map().grid(), changes, [&](const Rect& area) { return finder_->stays_right(area); });
    }
    const bool walks = finder_->status() == Status::kSolved;
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
    const bool on_path = finder_->status() == Status::kSolved;
    if (on_path && (position() == aim_ || map().cost(position(), path_[next_]) == kInfiniteCost)) {
      begin_again();
    } else if (!on_path && finder_->status() != Status::kInProgress) {  // stale, or there was no way before an edit
      start_search();
    }
    if (finder_->status() == Status::kStale) return made;  // stands still until the map is maintained
    if (finder_->status() == Status::kInProgress) {
      const std::uint64_t popped = finder_->popped();
      const Status status = finder_->step(budget);
      work_ = before_;
      work_ += finder_->work();
      made.work = finder_->popped() - popped;
      if (status == Status::kInProgress) return made;
      if (status != Status::kSolved) {
        made.status = status;
        return made;
      }
      finder_->append_path(path_);
      left_ = finder_->cost();
      // The step may have planned before it was told of the last edits.
      if (search_epoch_ != map().grid().epoch() && map().cost(position(), path_[next_]) == kInfiniteCost) {
        begin_again();
        return made;
      }
    }
    if (finder_->status() != Status::kSolved) {  // no way was found; the next edit may open one
      made.status = finder_->status();
      return made;
    }
    made.next = path_[next_++];
    left_ -= map().cost(position(), made.next);
    return made;
  }

  PathFinderPtr finder_;
  Work before_;  // of earlier searches, on a map since edited
  std::vector<NodeId> path_;
  NextMoves next_moves_;
  std::size_t next_ = 1;
  Replan replan_;
  NodeId aim_ = kNoNode;            // where it leads: to the goal, or to where that was a little earlier
  Cost left_ = 0;                   // of the path
  std::uint64_t search_epoch_ = 0;  // of the map when it began
};

}  // namespace

AgentPtr make_path_agent(const Map& map, PathFinderPtr finder, const PathAgentOptions& options) {
  return std::make_unique<PathAgent>(map, std::move(finder), options);
}

}  // namespace waymark
