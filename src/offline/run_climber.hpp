// Hill-climbing as HillClimber does it, a whole straight run at a time: for builders, who climb a map that stays as it
// is many thousand times.
//
// While the preferred move (hill_climb.hpp) is legal the climb goes straight until the other coordinate is right, so a
// run is found by counting set bits along a row, a column or a diagonal. Half a byte a cell. With costs where diagonal
// moves are not preferred it is HillClimber.
#pragma once

#include <cstdint>

#include "subgoals/hill_climb.hpp"
#include "waymark/base/types.hpp"
#include "waymark/search/bit_lines.hpp"
#include "waymark/space/map.hpp"

namespace waymark {

class RunClimber {
 public:
  // Of the map as it is now: it must not be edited while this is used.
  explicit RunClimber(const Map& map);

  // As HillClimber::climb without a cutoff.
  [[nodiscard]] HillClimber::Climb climb(NodeId from, NodeId to) const;
  [[nodiscard]] bool reachable(NodeId from, NodeId to) const { return climb(from, to).arrived; }

  [[nodiscard]] std::uint64_t heap_bytes() const { return heap_bytes_of(rows_, columns_, falling_, rising_); }

 private:
  // How many moves with these signs, at most `most`, are legal one after the other.
  [[nodiscard]] int run(Cell at, int dx, int dy, int most) const;

  const Map* map_;
  HillClimber climber_;
  bool has_runs_;
  BitLines rows_;     // line y, place x: passable
  BitLines columns_;  // line x, place y: passable
  BitLines falling_;  // line (x - y) mod (width + 1), place y: the move to the south-east is legal
  BitLines rising_;   // line (x + y) mod (width + 1), place y: the move to the south-west is legal
};

}  // namespace waymark
