#include "waymark/agent/path_agent.hpp"

#include <utility>
#include <vector>

#include "waymark/base/heap_bytes.hpp"

namespace waymark {
namespace {

class PathAgent final : public Agent {
 public:
  PathAgent(const Map& map, PathFinderPtr finder) : Agent(map), finder_(std::move(finder)) {}

  [[nodiscard]] std::uint64_t plan_bound() const override { return kUnbounded; }
  [[nodiscard]] std::uint64_t smallest_plan() const override { return 1; }
  [[nodiscard]] std::uint64_t bytes() const override { return sizeof(*this) + finder_->bytes() + heap_bytes_of(path_); }

 private:
  void begin(NodeId start, NodeId goal, Learning) override {
    before_ = work_;
    finder_->start(start, goal);
    path_.clear();
    next_ = 1;
  }
  void edited(std::span<const Grid::Change>) override {
    ++work_.replans;
    begin(position(), goal(), Learning::kForget);
  }
  void retargeted(NodeId) override { begin(position(), goal(), Learning::kForget); }
  Plan plan(const Budget& budget) override {
    Plan made{position(), 0, Status::kInProgress};
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
    }
    made.next = path_[next_++];
    return made;
  }

  PathFinderPtr finder_;
  Work before_;  // of earlier searches, on a map since edited
  std::vector<NodeId> path_;
  std::size_t next_ = 1;
};

}  // namespace

AgentPtr make_path_agent(const Map& map, PathFinderPtr finder) {
  return std::make_unique<PathAgent>(map, std::move(finder));
}

}  // namespace waymark
