// The distance on an empty map to a target that may change, as LearnedValues want it (learned_heuristic.hpp).
#pragma once

#include <algorithm>
#include <cstdint>

#include "waymark/base/types.hpp"
#include "waymark/search/heuristic.hpp"
#include "waymark/space/map.hpp"

namespace waymark {

class GridEstimate {
 public:
  explicit GridEstimate(const Map& map)
      : grid_(&map.grid()), distance_(octile_distance(map.rules())), to_target_(*grid_, grid_->node(0, 0), distance_) {}

  [[nodiscard]] std::uint32_t id_bound() const { return grid_->id_bound(); }
  void set_target(NodeId target) { to_target_ = {*grid_, target, distance_}; }
  [[nodiscard]] Cost operator()(NodeId node) const { return to_target_(node); }
  // As the heuristics of whole-path searches: the part done once per expansion, and that for each successor.
  using Here = GridHeuristic<OctileDistance>::Here;
  [[nodiscard]] Here at(NodeId node) const { return to_target_.at(node); }
  [[nodiscard]] Cost of(Here here, NodeId to, std::uint8_t direction) const {
    return to_target_.of(here, to, direction);
  }
  // The learned value, or where there is none, which is 0, the estimate. Without a branch: this is cheap.
  [[nodiscard]] Cost unless(Cost learned, NodeId node) const { return std::max(learned, to_target_(node)); }
  // Whatever the target.
  [[nodiscard]] Cost between(NodeId node, NodeId target) const {
    return GridHeuristic<OctileDistance>(*grid_, target, distance_)(node);
  }
  [[nodiscard]] const OctileDistance& measure() const { return distance_; }
  [[nodiscard]] Cell cell(NodeId node) const { return grid_->cell(node); }

 private:
  const Grid* grid_;
  OctileDistance distance_;
  GridHeuristic<OctileDistance> to_target_;
};

}  // namespace waymark
