// Jump lines: one copy for all finders of a map, stale after an edit, right again once maintained.
#include "waymark/search/jps.hpp"

#include <gtest/gtest.h>

#include <array>
#include <thread>
#include <utility>

#include "support/agent_problems.hpp"
#include "support/allocations.hpp"
#include "support/ascii.hpp"
#include "support/sanitized.hpp"
#include "waymark/agent/registry.hpp"
#include "waymark/search/a_star.hpp"
#include "waymark/search/jump_lines.hpp"

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

TEST(JumpLines, are_made_by_the_first_finder_and_belong_to_the_map) {
  Random random(8);
  const Map map(test::random_grid(random, 400, 300, 25));
  EXPECT_EQ(map.derived_bytes(), 0u);
  const std::vector<Problem> problems = some_problems(map, random, 30);
  const PathFinderPtr first = *make_jps(map);
  EXPECT_EQ(map.derived_bytes(), map.derived<JumpLines>().bytes());
  EXPECT_GT(map.derived_bytes(), 400u * 300u * 2);
  PathFinderPtr second;
  const test::Allocations made = test::allocations_of([&] { second = *make_jps(map); });
  EXPECT_LT(made.bytes, 400u * 300u / 2);
  EXPECT_LT(first->bytes(), 400u * 300u / 2);
  EXPECT_EQ(costs_of(*first, problems), costs_of(*second, problems));
}

TEST(JumpLines, stale_are_not_used) {
  Random random(9);
  Map map(test::random_grid(random, 120, 90, 25));
  const PathFinderPtr without = *make_jps(map);
  const PathFinderPtr says = *make_jps(map, {WhileStale::kSay});
  const std::uint64_t lines = map.derived<JumpLines>().bytes();
  for (int edit = 0; edit < 10; ++edit) {
    map.fill({random.between(0, 119), random.between(0, 89), 5, 5}, random.chance(1, 2));
    const std::vector<Problem> problems = some_problems(map, random, 10);
    const PathFinderPtr a_star = *make_a_star(map);
    const std::vector<Cost> expected = costs_of(*a_star, problems);
    const bool stale = map.derived<JumpLines>().epoch() != map.grid().epoch();
    if (stale) {
      for (std::size_t i = 0; i < problems.size(); ++i) {
        without->solve(problems[i].start, problems[i].goal);
        EXPECT_EQ(without->cost(), expected[i]);
        a_star->solve(problems[i].start, problems[i].goal);
        EXPECT_EQ(without->work(), a_star->work());
        const Status said = says->solve(problems[i].start, problems[i].goal);
        EXPECT_EQ(said, expected[i] == kInfiniteCost ? Status::kUnreachable : Status::kStale);
        EXPECT_EQ(says->cost(), kInfiniteCost);
      }
    }
    EXPECT_TRUE(map.maintain(kUnlimited).current);
    EXPECT_EQ(map.derived<JumpLines>().epoch(), map.grid().epoch());
    EXPECT_EQ(costs_of(*without, problems), expected);
    EXPECT_EQ(costs_of(*says, problems), expected);
    EXPECT_EQ(without->work(), says->work());
  }
  EXPECT_LT(map.derived<JumpLines>().bytes(), lines + 100'000);
  EXPECT_EQ(to_string(Status::kStale), "stale");
}

TEST(JumpLines, the_registry_knows_both_answers) {
  Map map(*Grid::create(20, 20, true));
  const PathFinderPtr says = *parse_algorithm("jps:stale=say")->make(map);
  const PathFinderPtr without = *parse_algorithm("jps:stale=a-star")->make(map);
  map.set(7, 7, false);
  EXPECT_EQ(says->solve(map.grid().node(0, 0), map.grid().node(19, 19)), Status::kStale);
  EXPECT_EQ(without->solve(map.grid().node(0, 0), map.grid().node(19, 19)), Status::kSolved);
}

TEST(JumpLines, are_refused_where_turning_is_free) {
  const Map hexagons(*Grid::create(20, 20, true), {.neighbours = Neighbours::kSix});
  EXPECT_FALSE(make_jps(hexagons));
  EXPECT_EQ(hexagons.derived_bytes(), 0u);
  const Map even(*Grid::create(20, 20, true), {.costs = kUnitCosts});
  EXPECT_FALSE(make_jps(even));
}

// The bound that the header states, from starts that may go in all directions.
std::uint64_t successors_of(const Map& map, NodeId start, NodeId goal) {
  const PathFinderPtr finder = *make_jps(map);
  finder->start(start, goal);
  finder->step({1});
  const std::uint64_t generated = finder->work().generated;  // the start too; none where there is no way
  return generated == 0 ? 0 : generated - 1;
}
std::uint64_t most_successors(const Map& map) {
  return 2 * static_cast<std::uint64_t>(map.grid().width() + map.grid().height()) + 4;
}

TEST(JumpSuccessors, are_about_as_many_as_lines_where_teeth_end_every_second_one) {
  for (const DiagonalRule rule : {DiagonalRule::kBothFree, DiagonalRule::kOneFree}) {
    constexpr int kSide = 81;
    Grid grid = *Grid::create(kSide, kSide, true);
    for (int i = 5; i < kSide - 5; i += 2) {
      for (const Cell tooth : {Cell{2, i}, Cell{kSide - 3, i}, Cell{i, 2}, Cell{i, kSide - 3}}) {
        grid.set(tooth.x, tooth.y, false);
      }
    }
    const Map map(std::move(grid), {.diagonal = rule});
    const std::uint64_t found = successors_of(map, map.grid().node(40, 40), map.grid().node(0, 0));
    EXPECT_GT(found, 2u * (kSide - 15));
    EXPECT_LE(found, most_successors(map));
  }
}

TEST(JumpSuccessors, are_never_more_than_the_header_says) {
  Random random(11);
  for (int round = 0; round < test::rounds(400); ++round) {
    const MoveRules& rules = test::few_rules()[static_cast<std::size_t>(round) % test::few_rules().size()];
    if (!JumpLines::check(rules)) continue;
    const int width = random.between(1, 40);
    const int height = random.between(1, 40);
    const Map map(test::random_grid(random, width, height, random.below(21)), rules);
    for (const Problem& problem : some_problems(map, random, 5)) {
      EXPECT_LE(successors_of(map, problem.start, problem.goal), most_successors(map));
    }
  }
}

TEST(JumpLinesThreads, ask_for_one_copy_at_once_and_read_it) {
  Random random(10);
  const Map map(test::random_grid(random, 150, 120, 30));
  const std::vector<Problem> problems = some_problems(map, random, 40);
  std::array<std::vector<Cost>, 3> costs;
  std::array<const JumpLines*, 3> lines{};
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < costs.size(); ++i) {
    threads.emplace_back([&, i] {
      costs[i] = costs_of(**make_jps(map), problems);
      lines[i] = &map.derived<JumpLines>();
    });
  }
  for (std::thread& thread : threads) thread.join();
  const std::vector<Cost> expected = costs_of(**make_a_star(map), problems);
  for (const std::vector<Cost>& found : costs) EXPECT_EQ(found, expected);
  EXPECT_EQ(lines[0], lines[1]);
  EXPECT_EQ(lines[0], lines[2]);
}

}  // namespace waymark::search_jps_test
