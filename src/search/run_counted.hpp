// A search goes on as part of a larger one that has its own counts.
#pragma once

#include <cstdint>

#include "waymark/base/budget.hpp"
#include "waymark/base/status.hpp"
#include "waymark/base/work.hpp"

namespace waymark {

// For at most budget.units pops; what it expands and generates is added to `work`, its pops to `popped`. A search that
// was begun since has counted its start, which is added with its first pop.
template <class Searched>
Status run_counted(Searched& search, const Budget& budget, Work& work, std::uint64_t& popped) {
  const Work before = search.work();
  const std::uint64_t popped_before = search.popped();
  const Status found = search.step(budget);
  work.expanded += search.work().expanded - before.expanded;
  work.generated += search.work().generated - (popped_before == 0 ? 0 : before.generated);
  popped += search.popped() - popped_before;
  return found;
}

}  // namespace waymark
