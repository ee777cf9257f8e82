// HPA* and DHPA*: legal paths that cost what the paper's graph says, found whenever there is one.
#include "waymark/hierarchy/hpa.hpp"

#include <gtest/gtest.h>

#include <array>

#include "support/agent_problems.hpp"
#include "support/allocations.hpp"
#include "support/ascii.hpp"
#include "support/paths.hpp"
#include "support/plain_clusters.hpp"
#include "support/sanitized.hpp"
#include "waymark/agent/path_agent.hpp"
#include "waymark/hierarchy/dhpa.hpp"
#include "waymark/hierarchy/map_clusters.hpp"
#include "waymark/search/a_star.hpp"

namespace waymark::hierarchy_hpa_test {

struct Answer {
  Status status;
  Cost cost;
  std::vector<NodeId> path;
  friend bool operator==(const Answer&, const Answer&) = default;
};

Answer answer(PathFinder& finder, NodeId start, NodeId goal, std::uint64_t slice = kUnlimited.units) {
  finder.start(start, goal);
  std::uint64_t before = 0;
  while (finder.step({slice}) == Status::kInProgress) {
    EXPECT_LE(finder.popped(), before + slice);
    before = finder.popped();
  }
  EXPECT_LE(finder.popped() - before, slice);
  Answer found{finder.status(), finder.cost(), {}};
  finder.append_path(found.path);
  return found;
}

HpaOptions random_options(Random& random) {
  HpaOptions options{.size = 2 + random.below(11), .threshold = 1 + random.below(9), .levels = 1 + random.below(3)};
  if (options.levels == 1 && random.chance(1, 2)) options.ways = HpaWays::kLazy;
  if (random.chance(1, 2)) options.insertion = HpaInsertion::kDijkstra;
  return options;
}

// What the plain graph of so many levels says.
std::uint64_t plain_cost(const Map& map, const HpaOptions& options, NodeId start, NodeId goal) {
  const auto place = [&](NodeId node) {
    return test::PlainClusters::Place{map.grid().cell(node).x, map.grid().cell(node).y};
  };
  const int size = static_cast<int>(options.size);
  test::PlainClusters plain(map.grid(), map.rules(), size, static_cast<int>(options.threshold),
                            {place(start), place(goal)});
  const auto everywhere = [](const auto&) { return true; };
  if (options.levels == 1) return plain.distances(place(start), everywhere).at(place(goal));
  const test::PlainClusters second(plain, 2 * size);
  if (options.levels == 2) return second.distances(place(start), everywhere).at(place(goal));
  return test::PlainClusters(second, 4 * size).distances(place(start), everywhere).at(place(goal));
}

TEST(Hpa, paths_are_legal_and_cost_what_the_graph_of_the_paper_says) {
  Random random(1);
  int solved = 0;
  for (int round = 0; round < test::rounds(90); ++round) {
    const auto& rules = test::few_rules();
    const Map map(test::random_grid(random, random.between(2, 40), random.between(2, 28), random.below(45)),
                  rules[static_cast<std::size_t>(round) % rules.size()]);
    const HpaOptions options = random_options(random);
    const PathFinderPtr hpa = *make_hpa(map, options);
    const PathFinderPtr dhpa = *make_dhpa(map, {.size = options.size, .threshold = options.threshold});
    HpaOptions smooth = options;
    smooth.smoothing = random.chance(1, 2) ? RaySmoothing::kRays : RaySmoothing::kBox;
    const PathFinderPtr smoothed = *make_hpa(map, smooth);
    const PathFinderPtr a_star = *make_a_star(map);
    for (int i = 0; i < 12; ++i) {
      const NodeId start = test::random_passable(random, map.grid());
      const NodeId goal = test::random_passable(random, map.grid());
      if (start == kNoNode) continue;
      const Answer best = answer(*a_star, start, goal);
      const Answer found = answer(*hpa, start, goal);
      const Answer by_steps = answer(*dhpa, start, goal);
      const Answer straight = answer(*smoothed, start, goal, 1 + random.below(50));
      ASSERT_EQ(found.status, best.status) << round;
      ASSERT_EQ(by_steps.status, best.status) << round;
      if (best.status != Status::kSolved) continue;
      ++solved;
      ASSERT_TRUE(test::path_is_sound(map, found.path, start, goal, found.cost)) << round;
      ASSERT_TRUE(test::path_is_sound(map, by_steps.path, start, goal, by_steps.cost)) << round;
      ASSERT_TRUE(test::path_is_sound(map, straight.path, start, goal, straight.cost)) << round;
      ASSERT_GE(straight.cost, best.cost);
      ASSERT_LE(straight.cost, found.cost);
      if (i % 4 != 0) continue;
      ASSERT_EQ(found.cost, plain_cost(map, options, start, goal)) << round;
      HpaOptions one = options;
      one.levels = 1;
      ASSERT_EQ(by_steps.cost, plain_cost(map, one, start, goal)) << round;
    }
  }
  EXPECT_GT(solved, test::enough(400));
}

TEST(Hpa, slices_give_the_same_answer) {
  Random random(2);
  for (int round = 0; round < test::rounds(30); ++round) {
    const Map map(test::random_grid(random, 60, 40, random.below(40)));
    HpaOptions options = random_options(random);
    if (random.chance(1, 2)) options.smoothing = RaySmoothing::kRays;
    const PathFinderPtr whole = *make_hpa(map, options);
    const PathFinderPtr sliced = *make_hpa(map, options);
    const PathFinderPtr whole_steps = *make_dhpa(map);
    const PathFinderPtr sliced_steps = *make_dhpa(map);
    for (int i = 0; i < 10; ++i) {
      const NodeId start = test::random_passable(random, map.grid());
      const NodeId goal = test::random_passable(random, map.grid());
      const std::uint64_t slice = 1 + random.below(60);
      ASSERT_EQ(answer(*sliced, start, goal, slice), answer(*whole, start, goal)) << round;
      ASSERT_EQ(sliced->work(), whole->work());
      ASSERT_EQ(sliced->popped(), whole->popped());
      ASSERT_EQ(answer(*sliced_steps, start, goal, slice), answer(*whole_steps, start, goal)) << round;
    }
  }
}

// Ways found lazily, inserted by either search: the same paths.
TEST(Hpa, how_ways_are_found_does_not_show) {
  Random random(3);
  Map map(test::random_grid(random, 70, 60, 25));
  const PathFinderPtr eager = *make_hpa(map);
  const PathFinderPtr lazy = *make_hpa(map, {.ways = HpaWays::kLazy});
  const PathFinderPtr dijkstra = *make_hpa(map, {.insertion = HpaInsertion::kDijkstra});
  for (int round = 0; round < test::rounds(60); ++round) {
    map.fill({random.between(0, 69), random.between(0, 59), 3, 2}, random.chance(1, 2));
    map.maintain(kUnlimited);
    const NodeId start = test::random_passable(random, map.grid());
    const NodeId goal = test::random_passable(random, map.grid());
    const Answer expected = answer(*eager, start, goal);
    ASSERT_EQ(answer(*lazy, start, goal), expected) << round;
    ASSERT_EQ(answer(*dijkstra, start, goal), expected) << round;
  }
}

// A maze of one cell wide corridors: one long way, through every cluster several times.
TEST(Hpa, finds_its_way_through_mazes_and_combs) {
  Grid comb = *Grid::create(61, 40, true);
  for (int x = 1; x < 61; x += 2) comb.fill({x, x % 4 == 1 ? 0 : 1, 1, 39}, false);
  for (const MoveRules& rules : test::few_rules()) {
    const Map map(comb, rules);
    const NodeId start = map.grid().node(0, 0);
    const NodeId goal = map.grid().node(60, 0);
    const Cost best = answer(**make_a_star(map), start, goal).cost;
    for (const std::uint32_t levels : {1u, 2u, 3u}) {
      const Answer found = answer(**make_hpa(map, {.levels = levels}), start, goal);
      ASSERT_TRUE(test::path_is_sound(map, found.path, start, goal, found.cost));
      EXPECT_GE(found.cost, best);
    }
    const Answer found = answer(**make_dhpa(map), start, goal);
    ASSERT_TRUE(test::path_is_sound(map, found.path, start, goal, found.cost));
  }
}

// With diagonals always allowed, a staircase of cells that touch at corners only.
TEST(Hpa, crosses_borders_at_corners) {
  Grid stairs = *Grid::create(30, 30, false);
  for (int i = 0; i < 30; ++i) stairs.set(i, i, true);
  const Map map(stairs, {.diagonal = DiagonalRule::kAlways});
  for (const std::uint32_t size : {2u, 3u, 10u}) {
    const Answer found = answer(**make_hpa(map, {.size = size}), map.grid().node(0, 0), map.grid().node(29, 29));
    EXPECT_EQ(found.cost, 29 * kSqrt2Costs.diagonal);
  }
}

// In parts an agent walks the same path, and sets out sooner.
TEST(Hpa, a_path_in_parts_is_walked_as_soon_as_its_first_part_is_known) {
  Random random(7);
  const Map map(test::random_grid(random, 150, 100, 20));
  int sooner = 0;
  for (int round = 0; round < test::rounds(30); ++round) {
    const NodeId start = test::random_passable(random, map.grid());
    const NodeId goal = test::random_passable(random, map.grid());
    if (start == goal || !map.connected(start, goal)) continue;
    const HpaOptions parts{.levels = 1 + random.below(3), .refinement = Refinement::kPart};
    HpaOptions whole = parts;
    whole.refinement = Refinement::kWhole;
    const std::uint64_t units = 1 + random.below(30);
    std::array<std::vector<NodeId>, 2> walks;
    std::array<int, 2> first{};
    for (const std::size_t i : {std::size_t{0}, std::size_t{1}}) {
      const AgentPtr agent = make_path_agent(map, *make_hpa(map, i == 0 ? whole : parts));
      agent->reset(start, goal);
      while (agent->status() == Status::kInProgress) {
        const NodeId from = agent->position();
        const AgentStep step = agent->step({units});
        ASSERT_LE(step.work, units);
        if (step.position != from) walks[i].push_back(step.position);
        first[i] += walks[i].empty() ? 1 : 0;
      }
      ASSERT_EQ(agent->status(), Status::kSolved);
      ASSERT_EQ(agent->work().replans, 0u);
    }
    ASSERT_EQ(walks[0], walks[1]);
    ASSERT_LE(first[1], first[0]);
    sooner += first[1] < first[0] ? 1 : 0;
  }
  EXPECT_GT(sooner, test::enough(15));
}

TEST(Hpa, stale_clusters_are_not_used) {
  Random random(5);
  Map map(test::random_grid(random, 80, 60, 20));
  const PathFinderPtr without = *make_hpa(map);
  const PathFinderPtr says = *make_dhpa(map, {.stale = WhileStale::kSay});
  const PathFinderPtr a_star = *make_a_star(map);
  for (int edit = 0; edit < 20; ++edit) {
    map.fill({random.between(0, 79), random.between(0, 59), 4, 4}, random.chance(1, 2));
    const NodeId start = test::random_passable(random, map.grid());
    const NodeId goal = test::random_passable(random, map.grid());
    const Answer best = answer(*a_star, start, goal);
    if (map.derived<MapClusters>().epoch() != map.grid().epoch()) {
      ASSERT_EQ(answer(*without, start, goal), best);
      ASSERT_EQ(says->solve(start, goal), best.status == Status::kSolved ? Status::kStale : best.status);
    }
    map.maintain(kUnlimited);
    ASSERT_EQ(answer(*without, start, goal).status, best.status);
    ASSERT_EQ(answer(*says, start, goal).status, best.status);
  }
}

TEST(Hpa, unreachable_is_known_without_a_search) {
  Map map(*Grid::create(50, 50, true));
  map.fill({25, 0, 1, 50}, false);
  const PathFinderPtr hpa = *make_hpa(map);
  hpa->start(map.grid().node(0, 0), map.grid().node(49, 49));
  EXPECT_EQ(hpa->status(), Status::kUnreachable);
  EXPECT_EQ(hpa->popped(), 0u);
}

TEST(Hpa, refuses_what_it_is_not_for) {
  const Map hexagons(*Grid::create(20, 20, true), {.neighbours = Neighbours::kSix});
  EXPECT_FALSE(make_hpa(hexagons));
  EXPECT_FALSE(make_dhpa(hexagons));
  EXPECT_EQ(hexagons.derived_bytes(), 0u);
  const Map map(*Grid::create(20, 20, true));
  EXPECT_FALSE(make_hpa(map, {.size = 1}));
  EXPECT_FALSE(make_hpa(map, {.size = 65}));
  EXPECT_FALSE(make_hpa(map, {.levels = 4}));
  EXPECT_FALSE(make_hpa(map, {.threshold = 0}));
  EXPECT_FALSE(make_hpa(map, {.levels = 2, .ways = HpaWays::kLazy}));
  EXPECT_FALSE(make_dhpa(map, {.box = 1}));
  EXPECT_FALSE(make_dhpa(map, {.smoothing = RaySmoothing::kRays, .refinement = Refinement::kPart}));
}

TEST(Hpa, finders_on_a_map_share_its_clusters) {
  Random random(6);
  const Map map(test::random_grid(random, 200, 200, 20));
  const PathFinderPtr first = *make_hpa(map);
  const std::uint64_t bytes = map.derived_bytes();
  EXPECT_EQ(bytes, map.derived<MapClusters>().bytes());
  PathFinderPtr second;
  const test::Allocations made =
      test::allocations_of([&] { second = *make_hpa(map, {.smoothing = RaySmoothing::kRays}); });
  EXPECT_EQ(map.derived_bytes(), bytes);
  EXPECT_LT(made.bytes, bytes / 4);
}

}  // namespace waymark::hierarchy_hpa_test
