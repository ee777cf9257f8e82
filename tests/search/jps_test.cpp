// Jump lines that several finders share.
#include "waymark/search/jps.hpp"

#include <gtest/gtest.h>

#include <array>
#include <thread>

#include "support/allocations.hpp"
#include "support/ascii.hpp"
#include "waymark/search/a_star.hpp"

namespace waymark::search_jps_test {

struct Problem {
  NodeId start;
  NodeId goal;
};

std::vector<Problem> some_problems(const Map& map, Random& random, int count) {
  std::vector<Problem> problems;
  for (int i = 0; i < count; ++i) {
    const NodeId start = test::random_passable(random, map.grid());
    problems.push_back({start, test::random_passable(random, map.grid())});
  }
  return problems;
}

std::vector<Cost> costs_of(PathFinder& finder, const std::vector<Problem>& problems) {
  std::vector<Cost> costs;
  for (const Problem& problem : problems) {
    finder.solve(problem.start, problem.goal);
    costs.push_back(finder.cost());
  }
  return costs;
}

TEST(JumpLines, a_finder_that_shares_them_neither_makes_nor_counts_any) {
  Random random(8);
  const Map map(test::random_grid(random, 400, 300, 25));
  const JumpLines lines = *make_jump_lines(map);
  const std::vector<Problem> problems = some_problems(map, random, 30);
  const PathFinderPtr own = *make_jps(map);
  PathFinderPtr shared;
  const test::Allocations made = test::allocations_of([&] { shared = *make_jps(map, lines); });
  EXPECT_LT(made.bytes, 400u * 300u / 2);  // lines take about two bytes a cell
  EXPECT_GT(own->bytes(), shared->bytes() + 400u * 300u);
  EXPECT_EQ(costs_of(*shared, problems), costs_of(*own, problems));
}

TEST(JumpLines, after_an_edit_each_finder_makes_its_own) {
  Random random(9);
  Map map(test::random_grid(random, 120, 90, 25));
  const JumpLines lines = *make_jump_lines(map);
  const PathFinderPtr first = *make_jps(map, lines);
  const PathFinderPtr second = *make_jps(map, lines);
  for (int edit = 0; edit < 10; ++edit) {
    map.fill({random.between(0, 119), random.between(0, 89), 5, 5}, random.chance(1, 2));
    const std::vector<Problem> problems = some_problems(map, random, 10);
    const std::vector<Cost> expected = costs_of(**make_a_star(map), problems);
    EXPECT_EQ(costs_of(*first, problems), expected);
    EXPECT_EQ(costs_of(*second, problems), expected);
  }
}

TEST(JumpLines, of_another_map_or_rule_are_refused) {
  const Map map(*Grid::create(20, 20, true));
  const Map same_size(*Grid::create(20, 20, true));
  const Map hexagons(*Grid::create(20, 20, true), {.neighbours = Neighbours::kSix});
  const JumpLines lines = *make_jump_lines(map);
  EXPECT_TRUE(make_jps(map, lines));
  EXPECT_EQ(make_jps(same_size, lines).error().to_string(), "the jump lines are of another map");
  EXPECT_FALSE(make_jps(map, nullptr));
  EXPECT_FALSE(make_jps(hexagons, lines));
  EXPECT_FALSE(make_jump_lines(hexagons));
}

TEST(JumpLinesThreads, one_copy_serves_several) {
  Random random(10);
  const Map map(test::random_grid(random, 150, 120, 30));
  const JumpLines lines = *make_jump_lines(map);
  const std::vector<Problem> problems = some_problems(map, random, 40);
  std::array<std::vector<Cost>, 3> costs;
  std::vector<std::thread> threads;
  for (std::vector<Cost>& found : costs) {
    threads.emplace_back([&] { found = costs_of(**make_jps(map, lines), problems); });
  }
  for (std::thread& thread : threads) thread.join();
  const std::vector<Cost> expected = costs_of(**make_a_star(map), problems);
  for (const std::vector<Cost>& found : costs) EXPECT_EQ(found, expected);
}

}  // namespace waymark::search_jps_test
