// The minimal-memory abstraction as a search: legal paths, never shorter than the shortest, whenever there is one.
#include "waymark/hierarchy/mm.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "support/agent_problems.hpp"
#include "support/ascii.hpp"
#include "support/paths.hpp"
#include "support/sanitized.hpp"
#include "waymark/agent/registry.hpp"
#include "waymark/hierarchy/sectors.hpp"
#include "waymark/offline/generate.hpp"

namespace waymark::hierarchy_mm_test {

const std::vector<std::string> kVariants{"mm",
                                         "mm:trim=0",
                                         "mm:sector=4",
                                         "mm:sector=7,trim=50",
                                         "mm:ahead=2,trim=15",
                                         "mm:sector=5,ahead=8,trim=33",
                                         "mm:smooth=rays",
                                         "mm:sector=10,centres=optimised",
                                         "mm:sector=4,levels=2",
                                         "mm:sector=5,levels=2,ahead=2",
                                         "mm:sector=8,smooth=box,box=6"};

// Solves and checks it; the cost, or kUnreached.
void expect_sound(PathFinder& finder, const Map& map, NodeId start, NodeId goal, std::uint64_t optimal,
                  const std::string& text) {
  const Status status = finder.solve(start, goal);
  if (optimal == test::kUnreached) {
    ASSERT_EQ(status, Status::kUnreachable) << text;
    ASSERT_EQ(finder.popped(), 0u) << text;
    return;
  }
  ASSERT_EQ(status, Status::kSolved) << text;
  std::vector<NodeId> path;
  finder.append_path(path);
  ASSERT_TRUE(test::path_is_sound(map, path, start, goal, finder.cost())) << text;
  ASSERT_GE(finder.cost(), optimal) << text;
}

TEST(Mm, finds_a_way_whenever_there_is_one) {
  Random random(1);
  for (int round = 0; round < test::rounds(150); ++round) {
    const MoveRules& rules = test::few_rules()[static_cast<std::size_t>(round) % test::few_rules().size()];
    const bool lone = round % 3 == 0;
    Map any(test::random_grid(random, random.between(1, 60), random.between(1, 60), random.below(50)), rules);
    const test::Problem problem = lone
                                      ? test::random_problem(random, rules, 60)
                                      : test::Problem{Map(any.grid(), rules), test::random_passable(random, any.grid()),
                                                      test::random_passable(random, any.grid())};
    if (problem.start == kNoNode) continue;
    const Cell at = problem.map.grid().cell(problem.start);
    const Cell to = problem.map.grid().cell(problem.goal);
    const std::uint64_t optimal = test::reference_distances(
        problem.map.grid(), rules, at.x,
        at.y)[static_cast<std::size_t>(to.y) * static_cast<std::size_t>(problem.map.grid().width()) +
              static_cast<std::size_t>(to.x)];
    const std::string& text = kVariants[static_cast<std::size_t>(round) / 5 % kVariants.size()];
    const auto finder = *parse_algorithm(text)->make(problem.map);
    ASSERT_NO_FATAL_FAILURE(expect_sound(*finder, problem.map, problem.start, problem.goal, optimal, text)) << round;
  }
}

TEST(Mm, through_mazes_combs_and_pockets) {
  const std::vector<Grid> grids{
      test::grid_from({
          "....................",
          ".@@@@@@@@@@@@@@@@@@.",
          ".@................@.",
          ".@.@@@@@@@@@@@@@@.@.",
          ".@.@............@.@.",
          ".@.@.@@@@@@@@@@.@.@.",
          ".@.@.@........@.@.@.",
          ".@.@.@.@@@@@@.@.@.@.",
          ".@.@.@......@.@.@.@.",
          ".@.@.@@@@@@.@.@.@.@.",
          ".@.@........@.@.@.@.",
          ".@.@@@@@@@@@@.@.@.@.",
          ".@............@.@.@.",
          ".@@@@@@@@@@@@@@.@.@.",
          "................@.@.",
      }),
      test::grid_from({
          ".@...@...@...@...@..",
          ".@.@.@.@.@.@.@.@.@..",
          ".@.@.@.@.@.@.@.@.@..",
          ".@.@.@.@.@.@.@.@.@..",
          ".@.@.@.@.@.@.@.@.@..",
          "...@...@...@...@....",
      }),
      test::grid_from({
          "....................",
          "..@@@@@@@@@@@@@@@@..",
          "..@..............@..",
          "..@..............@..",
          "..@..............@..",
          "..@..............@..",
          ".................@..",
          "..@@@@@@@@@@@@@@@@..",
          "....................",
      }),
  };
  for (const Grid& grid : grids) {
    const Map map(grid);
    for (const std::string text : {"mm:sector=4", "mm:sector=6,ahead=2,trim=50", "mm:sector=5,smooth=rays"}) {
      const auto finder = *parse_algorithm(text)->make(map);
      const NodeId start = map.grid().node(0, 0);
      const auto distances = test::reference_distances(grid, map.rules(), 0, 0);
      for (int y = 0; y < grid.height(); ++y) {
        for (int x = 0; x < grid.width(); ++x) {
          if (!grid.passable(x, y)) continue;
          const auto place =
              static_cast<std::size_t>(y) * static_cast<std::size_t>(grid.width()) + static_cast<std::size_t>(x);
          ASSERT_NO_FATAL_FAILURE(expect_sound(*finder, map, start, map.grid().node(x, y), distances[place], text));
        }
      }
    }
  }
}

// Per cent above the shortest, on average.
double excess(const Map& map, const std::string& text) {
  Random random(5);
  const auto finder = *parse_algorithm(text)->make(map);
  const auto shortest = *parse_algorithm("jps")->make(map);
  double sum = 0;
  int problems = 0;
  while (problems < 60) {
    const NodeId start = test::random_passable(random, map.grid());
    const NodeId goal = test::random_passable(random, map.grid());
    if (start == goal || shortest->solve(start, goal) != Status::kSolved) continue;
    EXPECT_EQ(finder->solve(start, goal), Status::kSolved);
    sum += 100.0 * (static_cast<double>(finder->cost()) / static_cast<double>(shortest->cost()) - 1);
    ++problems;
  }
  return sum / problems;
}

TEST(Mm, trimming_and_smoothing_shorten_ways) {
  const Map map(*generate_map(MapKind::kCaves, {200, 200, 3}));
  const double untrimmed = excess(map, "mm:trim=0");
  const double trimmed = excess(map, "mm");
  EXPECT_LT(trimmed, untrimmed);
  EXPECT_LT(excess(map, "mm:ahead=2,trim=15"), trimmed);
  EXPECT_LT(excess(map, "mm:smooth=rays"), trimmed);
  EXPECT_LT(trimmed, 12);
}

TEST(Mm, searches_little) {
  const Map map(*generate_map(MapKind::kCaves, {256, 256, 4}));
  const auto mm = *parse_algorithm("mm")->make(map);
  const auto a_star = *parse_algorithm("a-star")->make(map);
  Random random(6);
  std::uint64_t expanded = 0;
  std::uint64_t of_a_star = 0;
  for (int i = 0; i < 40; ++i) {
    const NodeId start = test::random_passable(random, map.grid());
    const NodeId goal = test::random_passable(random, map.grid());
    if (a_star->solve(start, goal) != Status::kSolved) continue;
    of_a_star += a_star->work().expanded;
    ASSERT_EQ(mm->solve(start, goal), Status::kSolved);
    expanded += mm->work().expanded;
    EXPECT_LE(mm->work().expanded, mm->popped());
  }
  EXPECT_LT(2 * expanded, of_a_star);
  EXPECT_LT(mm->bytes(), 400'000u);  // A* keeps 8 bytes a cell
}

TEST(Mm, does_without_stale_sectors_or_says_so) {
  Random random(7);
  Map map(test::random_grid(random, 60, 50, 25));
  const auto without = *make_mm(map);
  const auto says = *make_mm(map, {.stale = WhileStale::kSay});
  const auto a_star = *parse_algorithm("a-star")->make(map);
  for (int round = 0; round < test::rounds(40); ++round) {
    map.set(random.between(0, 59), random.between(0, 49), random.chance(1, 2));
    const NodeId start = test::random_passable(random, map.grid());
    const NodeId goal = test::random_passable(random, map.grid());
    const Status status = a_star->solve(start, goal);
    const bool stale = map.derived<Sectors>({16}).epoch() != map.grid().epoch();
    ASSERT_EQ(without->solve(start, goal), status);
    ASSERT_EQ(says->solve(start, goal), stale && status == Status::kSolved ? Status::kStale : status);
    if (status == Status::kSolved) {
      std::vector<NodeId> path;
      without->append_path(path);
      ASSERT_TRUE(test::path_is_sound(map, path, start, goal, without->cost()));
      if (stale) {
        ASSERT_EQ(without->cost(), a_star->cost());
      }
    }
    map.maintain(kUnlimited);
    ASSERT_EQ(says->solve(start, goal), status);
    ASSERT_GE(says->cost(), a_star->cost());
  }
}

// A query that is begun again after every edit would never end; A* goes on.
TEST(Mm, in_slices_ends_though_the_map_is_edited_between_them) {
  Map map(*Grid::create(120, 120, true));
  const auto finder = *make_mm(map);
  const NodeId start = map.grid().node(2, 60);
  const NodeId goal = map.grid().node(117, 60);
  finder->start(start, goal);
  int slices = 0;
  for (; finder->step({4}) == Status::kInProgress && slices < 1'000; ++slices) {
    map.set(60, 0, slices % 2 == 0);
    map.maintain(kUnlimited);
    if (!finder->stays_right({60, 0, 1, 1})) finder->start(start, goal);
  }
  EXPECT_EQ(finder->status(), Status::kSolved);
  EXPECT_GT(slices, 10);
}

TEST(Mm, searches_less_over_regions_with_two_levels) {
  const Map map(*generate_map(MapKind::kCaves, {400, 400, 5}));
  Random random(8);
  std::uint64_t popped[2] = {};
  const auto one = *parse_algorithm("mm:sector=5")->make(map);
  const auto two = *parse_algorithm("mm:sector=5,levels=2")->make(map);
  for (int i = 0; i < 40; ++i) {
    const NodeId start = test::random_passable(random, map.grid());
    const NodeId goal = test::random_passable(random, map.grid());
    const Status status = one->solve(start, goal);
    ASSERT_EQ(two->solve(start, goal), status);
    popped[0] += one->popped();
    popped[1] += two->popped();
  }
  EXPECT_LT(popped[1], popped[0]);
}

TEST(Mm, refuses_what_it_is_not_for) {
  const Map hexagons(*Grid::create(9, 9, true), {Neighbours::kSix, DiagonalRule::kNever, kUnitCosts});
  EXPECT_FALSE(make_mm(hexagons));
  const Map map(*Grid::create(9, 9, true));
  EXPECT_FALSE(make_mm(map, {.sector = 3}));
  EXPECT_FALSE(make_mm(map, {.sector = 33}));
  EXPECT_FALSE(make_mm(map, {.trim = 51}));
  EXPECT_FALSE(make_mm(map, {.ahead = 0}));
  EXPECT_FALSE(parse_algorithm("mm:sector=3"));
}

}  // namespace waymark::hierarchy_mm_test
