// The tests' own tools.
#include <gtest/gtest.h>

#include "support/ascii.hpp"
#include "support/shrink.hpp"

namespace waymark::test {
namespace {

TEST(Shrink, keeps_only_what_makes_a_problem_fail) {
  Random random(1);
  Grid grid = random_grid(random, 90, 70, 40);
  grid.set(40, 30, true);
  grid.set(45, 30, true);
  grid.set(42, 30, false);
  // "Fails" where a blocked cell lies right between start and goal in their row.
  const auto fails = [](const GridProblem& problem) {
    if (problem.start.y != problem.goal.y) return false;
    for (int x = problem.start.x + 1; x < problem.goal.x; ++x) {
      if (!problem.grid.passable(x, problem.start.y)) return true;
    }
    return false;
  };
  const GridProblem small = shrink({grid, {40, 30}, {45, 30}}, fails);
  EXPECT_TRUE(fails(small));
  EXPECT_EQ(small.grid.width(), 6);
  EXPECT_EQ(small.grid.height(), 1);
  EXPECT_EQ(small.grid.passable_cells(), 5u) << draw(small);
}

}  // namespace
}  // namespace waymark::test
