// What a unit knows of a map that it has not been told: a map of its own, which it takes to be free all over until it
// sees otherwise (the free-space assumption, chapter 6 of Anguelov's thesis). It sees the cells within so many columns
// and rows of its own, whatever stands between. What it saw it takes to stay as it was.
//
// So on a map that nobody edits, the unit's map has every way that there is: where it has none, there is none.
#pragma once

#include <cstdint>
#include <vector>

#include "waymark/base/types.hpp"
#include "waymark/space/map.hpp"

namespace waymark {

class Vision {
 public:
  // `real` is kept by reference. A move depends on cells beside it, so that with a radius from 1 on none that is legal
  // on the unit's map is not on the real one.
  Vision(const Map& real, int radius);

  // From a cell of the map: what is seen there and is not as known is set, as one edit, and what was derived from the
  // unit's map is maintained.
  void look(NodeId from);

  [[nodiscard]] const Map& known() const { return known_; }
  // Cells that were not what the unit had taken them for.
  [[nodiscard]] std::uint64_t discovered() const { return discovered_; }

 private:
  const Map* real_;
  Map known_;
  int radius_;
  std::uint64_t discovered_ = 0;
  std::vector<AreaEdit> changes_;
};

}  // namespace waymark
