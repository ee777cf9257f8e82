// The abstract graphs of clusters: those that the paper's rules give, and after edits those that would be made anew.
#include "waymark/hierarchy/map_clusters.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "support/agent_problems.hpp"
#include "support/ascii.hpp"
#include "support/plain_clusters.hpp"
#include "support/sanitized.hpp"

namespace waymark::hierarchy_map_clusters_test {

using test::PlainClusters;

void expect_equal(const ClusterLevel& level, const PlainClusters& plain) {
  std::set<PlainClusters::Pair> links;
  std::map<PlainClusters::Pair, std::uint64_t> ways;
  const auto place = [](Cell cell) { return PlainClusters::Place{cell.x, cell.y}; };
  for (std::uint32_t cluster = 0; cluster < level.clusters(); ++cluster) {
    level.for_each_node(cluster, [&](NodeId from, std::uint32_t rank) {
      ASSERT_EQ(level.cluster(from), cluster);
      ASSERT_EQ(level.rank(from), rank);
      ASSERT_EQ(level.id(level.cell(from)), from);
      ASSERT_TRUE(level.is_on_rim(level.cell(from)));
      for (unsigned d = 0; d < kDirections; ++d) {
        if (((level.links(from) >> d) & 1u) == 0) continue;
        const Cell to = level.cell(level.beside(from, d));
        ASSERT_EQ(to, (Cell{level.cell(from).x + kDx[d], level.cell(from).y + kDy[d]}));
        links.insert({place(level.cell(from)), place(to)});
      }
      level.for_each_node(cluster, [&](NodeId to, std::uint32_t other) {
        const Cost cost = level.ways(cluster, rank)[other];
        if (cost != kInfiniteCost) ways[{place(level.cell(from)), place(level.cell(to))}] = cost;
      });
    });
  }
  ASSERT_EQ(links, plain.links);
  ASSERT_EQ(ways, plain.ways);
}

MapClusters::Options random_options(Random& random) {
  MapClusters::Options options{.size = random.between(2, 12), .threshold = random.between(1, 9)};
  options.levels = random.between(1, 3);
  if (options.levels == 1) options.ways = static_cast<ClusterWays>(random.between(0, 2));
  return options;
}

TEST(MapClusters, are_those_of_the_paper) {
  Random random(1);
  for (int round = 0; round < test::rounds(60); ++round) {
    const auto& rules = test::few_rules();
    const Map map(test::random_grid(random, random.between(1, 45), random.between(1, 30), random.below(60)),
                  rules[static_cast<std::size_t>(round) % rules.size()]);
    MapClusters::Options options = random_options(random);
    options.ways = ClusterWays::kCosts;
    const MapClusters clusters(map, options);
    PlainClusters plain(map.grid(), map.rules(), options.size, options.threshold);
    ASSERT_NO_FATAL_FAILURE(expect_equal(clusters.level(1), plain)) << round;
    if (options.levels < 2) continue;
    const PlainClusters second(plain, options.size * 2);
    ASSERT_NO_FATAL_FAILURE(expect_equal(clusters.level(2), second)) << round;
    if (options.levels < 3) continue;
    ASSERT_NO_FATAL_FAILURE(expect_equal(clusters.level(3), PlainClusters(second, options.size * 4))) << round;
  }
}

// Of odd costs too, where a diagonal may be cheaper than a straight step or dearer than two.
TEST(MapClusters, have_the_shortest_ways_whatever_moves_cost) {
  Random random(2);
  for (int round = 0; round < test::rounds(40); ++round) {
    const MoveRules rules{Neighbours::kEight, static_cast<DiagonalRule>(random.below(4)), test::random_costs(random)};
    const Map map(test::random_grid(random, 25, 20, round % 2 == 0 ? 0 : random.below(50)), rules);
    const MapClusters clusters(map, {.size = random.between(3, 11)});
    ASSERT_NO_FATAL_FAILURE(
        expect_equal(clusters.level(1), PlainClusters(map.grid(), rules, clusters.options().size, 6)));
  }
}

TEST(MapClusters, a_drawn_map) {
  // Four clusters of 8x8, of which the last two columns and rows are cut. Between the upper ones: five rows, one
  // transition in the middle; one row; between the left ones seven columns: two transitions.
  const Map map(test::grid_from({"............",  //
                                 "............",  //
                                 "............",  //
                                 "............",  //
                                 "............",  //
                                 ".......@....",  //
                                 "............",  //
                                 ".......@@@@@",  //
                                 ".......@...."}));
  const MapClusters clusters(map, {.size = 8});
  const ClusterLevel& level = clusters.level(1);
  ASSERT_EQ(level.columns(), 2);
  ASSERT_EQ(level.rows(), 2);
  std::string nodes;
  for (std::uint32_t cluster = 0; cluster < 4; ++cluster) {
    level.for_each_node(cluster, [&](NodeId id, std::uint32_t) {
      nodes += std::to_string(level.cell(id).x) + "," + std::to_string(level.cell(id).y) + " ";
    });
    nodes += "| ";
  }
  EXPECT_EQ(nodes, "0,7 6,7 7,2 7,6 | 8,2 8,6 | 0,8 6,8 | | ");
}

// Walking by the steps costs what the way costs.
void expect_steps_lead_home(const Map& map, const MapClusters& clusters) {
  const ClusterLevel& level = clusters.level(1);
  for (std::uint32_t cluster = 0; cluster < level.clusters(); ++cluster) {
    const Rect area = level.area(cluster);
    level.for_each_node(cluster, [&](NodeId to, std::uint32_t rank) {
      level.for_each_node(cluster, [&](NodeId from, std::uint32_t other) {
        Cell at = level.cell(from);
        Cost cost = 0;
        for (int steps = 0;; ++steps) {
          ASSERT_LT(steps, 200);
          const std::uint8_t d = clusters.next_step(cluster, rank, {at.x - area.x, at.y - area.y});
          if (d == kNoDirection) break;
          const Cell next{at.x + kDx[d], at.y + kDy[d]};
          const Cost move = map.cost(map.grid().node(at), map.grid().node(next));
          ASSERT_NE(move, kInfiniteCost);
          cost += move;
          at = next;
        }
        const Cost way = level.ways(cluster, other)[rank];
        ASSERT_EQ(at == level.cell(to), way != kInfiniteCost);
        if (way != kInfiniteCost) {
          ASSERT_EQ(cost, way);
        }
      });
    });
  }
}

TEST(MapClusters, steps_lead_to_each_node_by_the_shortest_way) {
  Random random(3);
  for (int round = 0; round < test::rounds(40); ++round) {
    const MoveRules rules{Neighbours::kEight, static_cast<DiagonalRule>(random.below(4)), test::random_costs(random)};
    const Map map(test::random_grid(random, 33, 21, round % 3 == 0 ? 0 : random.below(50)), rules);
    const MapClusters clusters(map, {.size = random.between(3, 11), .ways = ClusterWays::kSteps});
    ASSERT_NO_FATAL_FAILURE(expect_steps_lead_home(map, clusters)) << round;
  }
}

void random_edit(Random& random, Map& map) {
  const bool large = random.chance(1, 10);
  map.fill({random.between(-1, map.grid().width()), random.between(-1, map.grid().height()),
            random.between(1, large ? map.grid().width() : 3), random.between(1, large ? map.grid().height() : 3)},
           random.chance(1, 2));
}

TEST(MapClusterRepair, makes_clusters_that_equal_fresh_ones) {
  Random random(4);
  int edits = 0;
  for (int round = 0; round < test::rounds(250); ++round) {
    const auto& rules = test::few_rules();
    Map map(test::random_grid(random, random.between(1, 60), random.between(1, 40), random.below(50)),
            rules[static_cast<std::size_t>(round) % rules.size()]);
    const MapClusters::Options options = random_options(random);
    const auto& clusters = map.derived<MapClusters>(options);
    for (int i = 0; i < 8; ++i) {
      for (int more = random.between(1, 4); more > 0; --more, ++edits) random_edit(random, map);
      ASSERT_TRUE(map.maintain(kUnlimited).current);
      ASSERT_EQ(clusters.epoch(), map.grid().epoch());
      ASSERT_TRUE(clusters.same_as(MapClusters(map, options))) << "round " << round << " edit " << i;
    }
  }
  EXPECT_GT(edits, test::enough(3'500));
}

// With the steps of DHPA*, which random_options seldom asks for.
TEST(MapClusterRepair, makes_steps_that_equal_fresh_ones) {
  Random random(8);
  int edits = 0;
  for (int round = 0; round < test::rounds(130); ++round) {
    const auto& rules = test::few_rules();
    Map map(test::random_grid(random, random.between(1, 40), random.between(1, 30), random.below(50)),
            rules[static_cast<std::size_t>(round) % rules.size()]);
    const MapClusters::Options options{
        .size = random.between(2, 12), .threshold = random.between(1, 9), .ways = ClusterWays::kSteps};
    const auto& clusters = map.derived<MapClusters>(options);
    for (int i = 0; i < 8; ++i) {
      for (int more = random.between(1, 4); more > 0; --more, ++edits) random_edit(random, map);
      if (random.chance(1, 2)) map.maintain({random.below(2'000)});
      ASSERT_TRUE(map.maintain(kUnlimited).current);
      ASSERT_TRUE(clusters.same_as(MapClusters(map, options))) << "round " << round << " edit " << i;
    }
  }
  EXPECT_GT(edits, test::enough(2'000));
}

TEST(MapClusterRepair, in_slices_with_edits_in_between_ends_the_same) {
  Random random(5);
  int unfinished = 0;
  for (int round = 0; round < test::rounds(150); ++round) {
    const auto& rules = test::few_rules();
    Map map(test::random_grid(random, random.between(1, 60), random.between(1, 40), random.below(50)),
            rules[static_cast<std::size_t>(round) % rules.size()]);
    const MapClusters::Options options = random_options(random);
    const auto& clusters = map.derived<MapClusters>(options);
    const std::uint64_t most = 1 + random.below(round % 2 == 0 ? 60 : 3'000);
    for (int i = 0; i < 30; ++i) {
      if (random.chance(1, 2)) random_edit(random, map);
      const std::uint64_t units = random.below(static_cast<std::uint32_t>(most) + 1);
      const Maintenance done = map.maintain({units});
      ASSERT_LE(done.work, units);
      ASSERT_EQ(done.current, clusters.epoch() == map.grid().epoch());
      if (!done.current) {
        ASSERT_EQ(done.work, units);
        ++unfinished;
      } else if (i % 5 == 0) {
        ASSERT_TRUE(clusters.same_as(MapClusters(map, options))) << round;
      }
    }
    int slices = 0;
    while (!map.maintain({most}).current) ASSERT_LT(++slices, 1'000'000);
    ASSERT_TRUE(clusters.same_as(MapClusters(map, options))) << round;
  }
  EXPECT_GT(unfinished, test::enough(1'000));
}

TEST(MapClusterRepair, after_more_edits_than_are_logged) {
  Random random(6);
  for (const int levels : {1, 3}) {
    Map map(test::random_grid(random, 70, 50, 30));
    const auto& clusters = map.derived<MapClusters>({.levels = levels});
    for (std::size_t i = 0; i < Grid::kLoggedChanges + 200; ++i) {
      const Cell cell{random.between(0, 69), random.between(0, 49)};
      map.set(cell.x, cell.y, !map.grid().passable(cell.x, cell.y));
      if (i == 100) map.maintain({5});
    }
    while (!map.maintain({1000}).current) {
    }
    EXPECT_TRUE(clusters.same_as(MapClusters(map, clusters.options())));
  }
}

// By counted units, against those of making everything anew.
TEST(MapClusterRepair, of_one_cell_costs_a_hundredth_of_a_build_at_most) {
  Random random(7);
  const Grid open = test::random_grid(random, 512, 512, 15);
  const Grid crowded = test::random_grid(random, 512, 512, 40);
  const std::vector<std::pair<const Grid*, MapClusters::Options>> cases{{&open, {}},
                                                                        {&open, {.levels = 2}},
                                                                        {&open, {.levels = 3}},
                                                                        {&open, {.ways = ClusterWays::kSteps}},
                                                                        {&crowded, {}},
                                                                        {&crowded, {.levels = 3}},
                                                                        {&crowded, {.ways = ClusterWays::kSteps}}};
  for (const auto& [grid, options] : cases) {
    Map map(*grid);
    map.derived<MapClusters>(options);
    // More edits than are logged: everything is made anew.
    for (std::size_t i = 0; i < Grid::kLoggedChanges + 10; ++i) map.set(300, 300, i % 2 == 0);
    Maintenance done = map.maintain(kUnlimited);
    const std::uint64_t build = done.work;
    for (int i = 0; i < 30; ++i) {
      // The worst cells are those of a corner, which lie beside three other clusters.
      const int step = i % 5 == 0 ? options.size : 1;
      const Cell cell{step * random.between(1, 511 / step), step * random.between(1, 511 / step)};
      map.set(cell.x, cell.y, !map.grid().passable(cell.x, cell.y));
      done = map.maintain(kUnlimited);
      ASSERT_TRUE(done.current);
      ASSERT_LE(done.work * 100, build) << options.levels << " levels, cell " << cell.x << "," << cell.y;
    }
  }
}

TEST(MapClusters, are_refused_on_hexagons) {
  EXPECT_FALSE(MapClusters::check({.neighbours = Neighbours::kSix}));
  EXPECT_TRUE(MapClusters::check({}));
}

}  // namespace waymark::hierarchy_map_clusters_test
