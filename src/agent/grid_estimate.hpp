// The distance on an empty map to a target that may change, as LearnedValues want it (learned_heuristic.hpp).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "waymark/base/inline.hpp"
#include "waymark/base/types.hpp"
#include "waymark/search/heuristic.hpp"
#include "waymark/space/map.hpp"

namespace waymark {

class GridEstimate {
 public:
  explicit GridEstimate(const Map& map) : to_target_(map.grid(), map.grid().node(0, 0), octile_distance(map.rules())) {}

  [[nodiscard]] std::uint32_t id_bound() const { return to_target_.grid().id_bound(); }
  // From a cell to the one below it.
  [[nodiscard]] std::uint32_t stride() const { return to_target_.grid().stride(); }
  void set_target(NodeId target) { to_target_ = {to_target_.grid(), target, measure()}; }
  [[nodiscard]] Cost operator()(NodeId node) const { return to_target_(node); }
  // As the heuristics of whole-path searches: the part done once per expansion, and that for each successor.
  using Here = GridHeuristic<OctileDistance>::Here;
  [[nodiscard]] Here at(NodeId node) const { return to_target_.at(node); }
  [[nodiscard]] Cost of(Here here, NodeId to, std::uint8_t direction) const {
    return to_target_.of(here, to, direction);
  }
  // Of all neighbours of a cell, with what they have in common done once.
  class Around {
   public:
    WAYMARK_ALWAYS_INLINE Around(const OctileDistance& measure, Here here)
        : columns_{part(measure, here.dx - 1), part(measure, here.dx), part(measure, here.dx + 1)},
          rows_{part(measure, here.dy - 1), part(measure, here.dy), part(measure, here.dy + 1)} {}
    [[nodiscard]] WAYMARK_ALWAYS_INLINE Cost of(std::uint8_t direction) const {
      const int column = kDx[direction] + 1;
      const int row = kDy[direction] + 1;
      return OctileDistance::distance(columns_[static_cast<std::size_t>(column)], rows_[static_cast<std::size_t>(row)]);
    }

   private:
    static OctileDistance::Parts part(const OctileDistance& measure, int d) { return measure.parts(std::abs(d)); }
    std::array<OctileDistance::Parts, 3> columns_;
    std::array<OctileDistance::Parts, 3> rows_;
  };
  [[nodiscard]] Around around(Here here) const { return {measure(), here}; }
  // The learned value, or where there is none, which is 0, the estimate. Without a branch: this is cheap.
  [[nodiscard]] WAYMARK_ALWAYS_INLINE Cost unless(Cost learned, Here here) const {
    return std::max(learned, to_target_.of(here));
  }
  // Whatever the target.
  [[nodiscard]] Cost between(NodeId node, NodeId target) const {
    return GridHeuristic<OctileDistance>(to_target_.grid(), target, measure())(node);
  }
  [[nodiscard]] const OctileDistance& measure() const { return to_target_.measure(); }
  [[nodiscard]] Cell cell(NodeId node) const { return to_target_.grid().cell(node); }

 private:
  GridHeuristic<OctileDistance> to_target_;
};

}  // namespace waymark
