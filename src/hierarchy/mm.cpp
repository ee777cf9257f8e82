#include "waymark/hierarchy/mm.hpp"

#include <algorithm>
#include <memory>
#include <vector>

#include "hierarchy/mm_parameters.hpp"
#include "hierarchy/mm_planner.hpp"
#include "search/search_without.hpp"
#include "waymark/base/assert.hpp"
#include "waymark/base/heap_bytes.hpp"
#include "waymark/hierarchy/smooth.hpp"

namespace waymark {
namespace {

class MmFinder final : public PathFinder {
 public:
  MmFinder(const Map& map, const MmOptions& options)
      : PathFinder(map), options_(options), planner_(map, options), smoother_(map) {}
  [[nodiscard]] std::uint64_t bytes() const override {
    return sizeof(*this) + heap_bytes_of(planner_, smoothed_, without_);
  }

 private:
  static constexpr std::uint64_t kSmoothedPerUnit = 10;

  [[nodiscard]] bool is_stale() const override {
    return options_.stale == StaleSectors::kSay && !planner_.is_current();
  }
  [[nodiscard]] bool goes_by_cells() const override { return without_.in_use(); }

  void begin(NodeId start, NodeId goal) override {
    smoothing_ = false;
    smoothing_units_ = 0;
    if (!without_.begin(map(), start, goal, planner_.is_current())) planner_.start(start, goal);
  }
  Status run(const Budget& budget) override {
    return without_.note(without_.in_use() ? without_->step(budget) : plan(budget));
  }
  Status plan(const Budget& budget) {
    std::uint64_t left = budget.units;
    if (!smoothing_) {
      const std::uint64_t before = planner_.popped();
      const Status status = planner_.step(budget);
      WAYMARK_ASSERT(status != Status::kStale);  // the map is not edited meanwhile
      if (status != Status::kSolved || options_.smooth == MmSmoothing::kOff) return status;
      left -= planner_.popped() - before;
      smoothing_ = true;
      smoothed_.resize(std::max(smoothed_.size(), RaySmoother::room(planner_.path().size())));
      smoother_.start(planner_.path(), smoothed_,
                      {options_.smooth == MmSmoothing::kBox ? options_.box : std::uint32_t{0}});
    }
    const std::uint64_t before = smoother_.work();
    constexpr std::uint64_t kAll = ~std::uint64_t{0};
    const Status status =
        smoother_.step({left > kAll / kSmoothedPerUnit ? kAll : left * kSmoothedPerUnit, budget.deadline});
    smoothing_units_ += (smoother_.work() - before + kSmoothedPerUnit - 1) / kSmoothedPerUnit;
    return status;
  }

  [[nodiscard]] Cost path_cost() const override {
    if (without_.in_use()) return without_->cost();
    return smoothing_ ? smoother_.cost() : planner_.cost();
  }
  void write_path(std::vector<NodeId>& path) const override {
    if (without_.in_use()) return without_->append_path(path);
    const std::span<const NodeId> cells = smoothing_ ? smoother_.path() : planner_.path();
    path.insert(path.end(), cells.begin(), cells.end());
  }
  [[nodiscard]] Work counted() const override { return without_.in_use() ? without_->work() : planner_.work(); }
  [[nodiscard]] std::uint64_t pops() const override {
    return without_.in_use() ? without_->popped() : planner_.popped() + smoothing_units_;
  }
  [[nodiscard]] Touch touched(NodeId node) const override {
    if (without_.in_use()) return without_->touch(node);
    if (!planner_.is_open(node)) return Touch::kNone;
    return planner_.is_closed(node) ? Touch::kClosed : Touch::kOpen;
  }

  MmOptions options_;
  MmPlanner planner_;
  RaySmoother smoother_;
  std::vector<NodeId> smoothed_;  // what the smoother writes into
  bool smoothing_ = false;        // the path is refined
  std::uint64_t smoothing_units_ = 0;
  SearchWithout without_;
};

}  // namespace

Result<PathFinderPtr> make_mm(const Map& map, const MmOptions& options) {
  if (auto fits = Sectors::check(map.rules()); !fits) return fits.error();
  if (auto good = check_options(options, kMmParameters); !good) return good.error();
  return PathFinderPtr(std::make_unique<MmFinder>(map, options));
}

}  // namespace waymark
