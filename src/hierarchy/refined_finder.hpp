// A planner that refines its path from the start (HpaPlanner, MmPlanner) as a whole-path search: refined to its end,
// and smoothed if that is wanted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "search/derived_finder.hpp"
#include "waymark/base/heap_bytes.hpp"
#include "waymark/hierarchy/smooth.hpp"
#include "waymark/search/path_finder.hpp"

namespace waymark {

// None for kOff.
inline std::optional<SmoothOptions> smooth_options(RaySmoothing smoothing, std::uint32_t box) {
  if (smoothing == RaySmoothing::kOff) return std::nullopt;
  return SmoothOptions{.box = smoothing == RaySmoothing::kBox ? box : 0};
}

template <class Planner>
class RefinedFinder final : public DerivedFinder {
 public:
  // `arguments` of the planner follow the map. `smooth`: how, if at all.
  template <class... Arguments>
  RefinedFinder(const Map& map, std::optional<SmoothOptions> smooth, Refinement refinement, WhileStale stale,
                const Arguments&... arguments)
      : DerivedFinder(map, stale),
        planner_(map, arguments...),
        smooth_(smooth),
        in_parts_(refinement == Refinement::kPart),
        smoother_(map) {}
  [[nodiscard]] std::uint64_t bytes() const override {
    return sizeof(*this) + heap_bytes_of(planner_, buffer_) + bytes_without();
  }

 private:
  [[nodiscard]] bool is_current() const override { return planner_.is_current(); }
  void begin_with(NodeId start, NodeId goal) override {
    planner_.start(start, goal);
    smoothing_ = false;
  }
  Status run_with(const Budget& budget, std::size_t cells) override {
    if (planner_.status() == Status::kInProgress) {
      const std::uint64_t before = planner_.popped();
      const Status found = planner_.step(budget, in_parts_ ? cells : kWholePath);
      if (found != Status::kSolved || !smooth_) return found;
      if (buffer_.size() < RaySmoother::room(planner_.path().size())) {
        buffer_.resize(RaySmoother::room(planner_.path().size()));
      }
      smoother_.start(planner_.path(), buffer_, *smooth_);
      smoothing_ = true;
      return smoother_.step({budget.units - (planner_.popped() - before), budget.deadline});
    }
    return smoother_.step(budget);
  }
  [[nodiscard]] std::span<const NodeId> part_with() const override {
    return in_parts_ && planner_.has_route() ? std::span<const NodeId>(planner_.path()) : std::span<const NodeId>{};
  }
  [[nodiscard]] Cost cost_with() const override { return smoothing_ ? smoother_.cost() : planner_.cost(); }
  PathPiece trace_with(PathCursor& cursor, std::span<NodeId> room) const override {
    return smoothing_ ? piece_of(smoother_.path(), cursor, room) : piece_of(planner_.path(), cursor, room);
  }
  [[nodiscard]] Work counted_with() const override { return planner_.work(); }
  [[nodiscard]] std::uint64_t pops_with() const override {
    return planner_.popped() + (smoothing_ ? smoother_.work() : 0);
  }
  [[nodiscard]] Touch touched_with(NodeId node) const override { return planner_.touch(node); }

  Planner planner_;
  std::optional<SmoothOptions> smooth_;
  bool in_parts_;
  RaySmoother smoother_;
  std::vector<NodeId> buffer_;
  bool smoothing_ = false;
};

}  // namespace waymark
