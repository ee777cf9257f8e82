// What DBA* goes by: paths between representatives that hill-climbing can follow, the cheapest way between all regions,
// and after edits the same as made afresh.
#include "agent/region_routes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "subgoals/hill_climb.hpp"
#include "support/agent_problems.hpp"
#include "support/plain_sectors.hpp"
#include "support/reference.hpp"
#include "support/sanitized.hpp"

namespace waymark::agent_region_routes_test {

using Slot = RegionRoutes::Slot;

const MoveRules& rules_of(int round) {
  return test::few_rules()[static_cast<std::size_t>(round) % test::few_rules().size()];
}

// Legs join the regions of the transcription, are walked by hill-climbing, and their costs are those of ways; next
// steps lead over the cheapest of all ways, by Floyd's algorithm.
void expect_right(const RegionRoutes& routes, const Map& map) {
  const Grid& grid = map.grid();
  const test::PlainSectors plain(grid, map.rules(), RegionRoutes::kSector);
  const HillClimber climber(map);
  const std::size_t n = plain.regions().size();
  ASSERT_EQ(routes.regions(), n);
  std::vector<Slot> slots;
  for (const test::PlainRegion& region : plain.regions())
    slots.push_back(routes.slot_of(grid, grid.node(region.centre)));
  std::vector<std::vector<std::uint64_t>> way(n, std::vector<std::uint64_t>(n, test::kUnreached / 4));
  for (std::size_t i = 0; i < n; ++i) {
    way[i][i] = 0;
    const Cell from = plain.regions()[i].centre;
    ASSERT_EQ(routes.representative(grid, slots[i]), grid.node(from));
    const auto distances = test::reference_distances(grid, map.rules(), from.x, from.y);
    std::size_t edges = 0;
    for (std::uint8_t e = 0; routes.leg(slots[i], e).to != RegionRoutes::kNoSlot; ++e, ++edges) {
      const RegionRoutes::Leg leg = routes.leg(slots[i], e);
      const auto j = static_cast<std::size_t>(std::find(slots.begin(), slots.end(), leg.to) - slots.begin());
      ASSERT_LT(j, n);
      ASSERT_TRUE(plain.regions()[i].edges.contains(j));
      NodeId at = grid.node(from);
      for (const NodeId subgoal : leg.subgoals) {
        ASSERT_TRUE(climber.reachable(at, subgoal));
        at = subgoal;
      }
      ASSERT_TRUE(climber.reachable(at, routes.representative(grid, leg.to)));
      const Cell to = plain.regions()[j].centre;
      ASSERT_GE(leg.cost, distances[static_cast<std::size_t>(to.y) * static_cast<std::size_t>(grid.width()) +
                                    static_cast<std::size_t>(to.x)]);
      ASSERT_LT(leg.cost, kMaxPathCost);
      way[i][j] = leg.cost;
    }
    ASSERT_EQ(edges, plain.regions()[i].edges.size());
  }
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < i; ++j) ASSERT_EQ(way[i][j], way[j][i]);
  }
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        way[i][j] = std::min(way[i][j], way[i][k] + way[k][j]);
      }
    }
  }
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      const std::uint8_t edge = routes.next(slots[i], slots[j]);
      if (i == j || way[i][j] >= test::kUnreached / 4) {
        ASSERT_EQ(edge, RegionRoutes::kNoEdge);
        continue;
      }
      const RegionRoutes::Leg leg = routes.leg(slots[i], edge);
      const auto next = static_cast<std::size_t>(std::find(slots.begin(), slots.end(), leg.to) - slots.begin());
      ASSERT_EQ(leg.cost + way[next][j], way[i][j]);
    }
  }
}

TEST(RegionRoutes, lead_over_the_cheapest_ways) {
  Random random(1);
  for (int round = 0; round < test::rounds(40); ++round) {
    const Map map(test::random_grid(random, random.between(1, 60), random.between(1, 50), random.below(60)),
                  rules_of(round));
    ASSERT_NO_FATAL_FAILURE(expect_right(map.derived<RegionRoutes>(), map)) << round;
  }
}

void random_edit(Random& random, Map& map) {
  const bool large = random.chance(1, 15);
  map.fill({random.between(-1, map.grid().width()), random.between(-1, map.grid().height()),
            random.between(1, large ? map.grid().width() : 3), random.between(1, large ? map.grid().height() : 3)},
           random.chance(1, 2));
}

TEST(RegionRoutes, repaired_in_slices_are_those_made_afresh) {
  Random random(2);
  int edits = 0;
  int compared = 0;
  for (int round = 0; round < test::rounds(60); ++round) {
    Map map(test::random_grid(random, random.between(1, 80), random.between(1, 60), random.below(55)), rules_of(round));
    const auto& shared = map.derived<RegionRoutes>();
    const std::uint64_t most = 1 + random.below(random.chance(1, 2) ? 20'000 : 200);
    for (int slice = 0; slice < 50; ++slice) {
      for (int i = random.between(-1, 3); i > 0; --i, ++edits) random_edit(random, map);
      const std::uint64_t units = 1 + random.below(static_cast<std::uint32_t>(most));
      const Maintenance done = map.maintain({units});
      ASSERT_LE(done.work, units);
      if (!done.current) {
        ASSERT_EQ(done.work, units);
        continue;
      }
      ASSERT_TRUE(shared.is_consistent());
      if (slice % 4 != 0) continue;
      ++compared;
      ASSERT_EQ(shared.canonical(), Map(map.grid(), map.rules()).derived<RegionRoutes>().canonical());
    }
    map.maintain(kUnlimited);
    ASSERT_EQ(shared.canonical(), Map(map.grid(), map.rules()).derived<RegionRoutes>().canonical());
    if (round % 10 == 0) {
      ASSERT_NO_FATAL_FAILURE(expect_right(shared, map));
    }
  }
  EXPECT_GT(edits, test::enough(2'000));
  EXPECT_GT(compared, test::enough(100));
}

TEST(RegionRoutes, an_edit_that_changes_no_edge_leaves_the_rows) {
  Map map(*Grid::create(96, 96, true));
  const auto& routes = map.derived<RegionRoutes>();
  const std::uint32_t version = routes.version();
  map.set(1, 5, false);  // far from every path between representatives, and the mean stays where it is
  map.set(14, 10, false);
  map.maintain(kUnlimited);
  EXPECT_EQ(routes.version(), version);
  map.fill({0, 40, 90, 1}, false);
  const Maintenance some = map.maintain({200});
  EXPECT_FALSE(some.current);
  map.maintain(kUnlimited);
  EXPECT_EQ(routes.version(), version + 1);
}

TEST(RegionRoutes, are_not_to_be_used_while_the_sectors_are_half_repaired) {
  Map map(*Grid::create(96, 96, true));
  const auto& routes = map.derived<RegionRoutes>();
  map.fill({0, 40, 96, 1}, false);
  EXPECT_TRUE(routes.is_consistent());  // as before the edit
  map.maintain({1});
  EXPECT_FALSE(routes.is_consistent());
  map.maintain(kUnlimited);
  EXPECT_TRUE(routes.is_consistent());
}

TEST(RegionRoutes, made_on_a_map_whose_sectors_are_stale) {
  Random random(3);
  Map map(test::random_grid(random, 70, 50, 20));
  map.derived<Sectors>({RegionRoutes::kSector});
  map.fill({20, 10, 30, 2}, false);
  const auto& routes = map.derived<RegionRoutes>();
  EXPECT_FALSE(routes.is_consistent());
  while (!map.maintain({100}).current) {
  }
  EXPECT_EQ(routes.canonical(), Map(map.grid()).derived<RegionRoutes>().canonical());
}

TEST(RegionRoutes, have_no_rows_on_maps_of_too_many_regions) {
  Grid grid = *Grid::create(160, 160, false);
  for (int y = 0; y < 160; ++y) {
    for (int x = y % 2; x < 160; x += 2) grid.set(x, y, true);
  }
  Map map(grid);
  const auto& routes = map.derived<RegionRoutes>();
  EXPECT_EQ(routes.regions(), 12'800u);
  EXPECT_FALSE(routes.is_consistent());
  EXPECT_LT(routes.bytes(), 4'000'000u);
  map.fill({0, 0, 160, 160}, true);
  map.maintain(kUnlimited);
  EXPECT_TRUE(routes.is_consistent());
  EXPECT_EQ(routes.canonical(), Map(map.grid()).derived<RegionRoutes>().canonical());
}

}  // namespace waymark::agent_region_routes_test
