#include "waymark/agent/path_agent.hpp"

#include <span>
#include <utility>
#include <vector>

#include "agent/path_after_edits.hpp"
#include "waymark/base/heap_bytes.hpp"

namespace waymark {
namespace {

class PathAgent final : public Agent {
 public:
  PathAgent(const Map& map, PathFinderPtr finder) : Agent(map), finder_(std::move(finder)) {}

  [[nodiscard]] std::uint64_t bound() const override { return kUnbounded; }
  [[nodiscard]] std::uint64_t smallest_budget() const override { return 1; }
  [[nodiscard]] std::uint64_t bytes() const override { return sizeof(*this) + finder_->bytes() + heap_bytes_of(path_); }

 private:
  void begin(NodeId start, NodeId goal, Learning) override {
    before_ = work_;
    finder_->start(start, goal);
    path_.clear();
    next_ = 1;
  }
  // A search that has not been near goes on, and so does a walk along a path that is not broken, though a freed cell
  // may have made a shorter one.
  void edited(std::uint64_t epoch) override {
    bool again = false;
    if (finder_->status() == Status::kInProgress) {
      const bool known = map().grid().for_each_change_since(
          epoch, [&](const Grid::Change& change) { again = again || !finder_->stays_right(change.area); });
      again = again || !known;
    } else if (finder_->status() == Status::kSolved) {
      again = broken_since(map(), std::span(path_).subspan(next_ - 1), epoch);
    } else {
      again = true;
    }
    if (again) begin(position(), goal(), Learning::kForget);
  }
  Plan plan(const Budget& budget) override {
    Plan made{position(), 0, Status::kInProgress};
    const bool on_old_path = finder_->status() == Status::kSolved && path_epoch_ != map().grid().epoch();
    if (finder_->status() == Status::kStale || (on_old_path && map().cost(position(), path_[next_]) == kInfiniteCost)) {
      begin(position(), goal(), Learning::kForget);
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
      path_epoch_ = map().grid().epoch();
    }
    made.next = path_[next_++];
    return made;
  }

  PathFinderPtr finder_;
  Work before_;  // of earlier searches, on a map since edited
  std::vector<NodeId> path_;
  std::size_t next_ = 1;
  std::uint64_t path_epoch_ = 0;  // of the map when the path was found
};

}  // namespace

AgentPtr make_path_agent(const Map& map, PathFinderPtr finder) {
  return std::make_unique<PathAgent>(map, std::move(finder));
}

}  // namespace waymark
