// The second level over sectors: states are what regions connect inside a group; repaired it is as made afresh.
#include "hierarchy/sector_groups.hpp"

#include <gtest/gtest.h>

#include <set>
#include <utility>
#include <vector>

#include "support/agent_problems.hpp"
#include "support/ascii.hpp"
#include "support/plain_sectors.hpp"
#include "support/sanitized.hpp"

namespace waymark::hierarchy_sector_groups_test {

const MoveRules& rules_of(int round) {
  return test::few_rules()[static_cast<std::size_t>(round) % test::few_rules().size()];
}

// By the transcription's regions: connected inside a group, and edges between groups.
void expect_plain(const SectorGroups& groups, const Map& map) {
  const Grid& grid = map.grid();
  const test::PlainSectors plain(grid, map.rules(), groups.options().size);
  const auto& regions = plain.regions();
  std::vector<std::uint32_t> group(regions.size());
  for (std::size_t i = 0; i < regions.size(); ++i) group[i] = groups.group_of(regions[i].centre);
  std::vector<std::size_t> root(regions.size());
  for (std::size_t i = 0; i < regions.size(); ++i) root[i] = i;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < regions.size(); ++i) {
      for (const std::size_t j : regions[i].edges) {
        if (group[i] != group[j] || root[j] <= root[i]) continue;
        root[j] = root[i];
        changed = true;
      }
    }
  }
  std::vector<NodeId> state(regions.size());
  for (std::size_t i = 0; i < regions.size(); ++i) {
    state[i] = groups.centre(grid, group[i], groups.state_of(grid, grid.node(regions[i].centre)));
  }
  const GroupSpace space(map, groups);
  std::vector<std::set<NodeId>> expected(regions.size());
  for (std::size_t i = 0; i < regions.size(); ++i) {
    for (std::size_t j = 0; j < regions.size(); ++j) {
      ASSERT_EQ(root[i] == root[j], state[i] == state[j]);
      if (group[i] != group[j] && regions[i].edges.contains(j)) expected[root[i]].insert(state[j]);
    }
  }
  for (std::size_t i = 0; i < regions.size(); ++i) {
    std::set<NodeId> edges;
    space.for_each_edge(state[i], [&](NodeId to, Cost) { edges.insert(to); });
    ASSERT_EQ(edges, expected[root[i]]);
  }
}

TEST(SectorGroups, are_what_regions_connect) {
  Random random(1);
  for (int round = 0; round < test::rounds(60); ++round) {
    const Map map(test::random_grid(random, random.between(1, 60), random.between(1, 60), random.below(60)),
                  rules_of(round));
    ASSERT_NO_FATAL_FAILURE(expect_plain(map.derived<SectorGroups>({4 + round % 4}), map)) << round;
  }
}

TEST(SectorGroups, repaired_in_slices_are_those_made_afresh) {
  Random random(2);
  int edits = 0;
  for (int round = 0; round < test::rounds(60); ++round) {
    Map map(test::random_grid(random, random.between(1, 90), random.between(1, 90), random.below(60)), rules_of(round));
    const Sectors::Options options{4 + round % 5,
                                   round % 3 == 0 ? Sectors::Centres::kOptimised : Sectors::Centres::kMean};
    const auto& shared = map.derived<SectorGroups>(options);
    for (int slice = 0; slice < 30; ++slice) {
      for (int i = random.between(0, 3); i > 0; --i, ++edits) {
        map.fill({random.between(-1, map.grid().width()), random.between(-1, map.grid().height()), random.between(1, 3),
                  random.between(1, 9)},
                 random.chance(1, 2));
      }
      const std::uint64_t units = 1 + random.below(6'000);
      const Maintenance done = map.maintain({units});
      ASSERT_LE(done.work, units);
      if (!done.current) continue;
      ASSERT_EQ(shared.epoch(), map.grid().epoch());
      if (slice % 3 != 0) continue;
      const Map fresh(map.grid(), map.rules());
      ASSERT_TRUE(shared.same_as(fresh.derived<SectorGroups>(options)));
    }
    map.maintain(kUnlimited);
    const Map fresh(map.grid(), map.rules());
    ASSERT_TRUE(shared.same_as(fresh.derived<SectorGroups>(options)));
  }
  EXPECT_GT(edits, test::enough(2'500));
}

// All that mm goes by, by counted units against those of making everything anew. With optimised centres nearly all of
// it is the five sectors of 1,024 that see the cell, which may be dearer than others.
TEST(SectorGroups, repair_of_a_cell_costs_a_hundredth_of_a_build) {
  Random random(4);
  for (const Sectors::Centres centres : {Sectors::Centres::kMean, Sectors::Centres::kOptimised}) {
    const bool mean = centres == Sectors::Centres::kMean;
    for (const unsigned blocked : {0u, 20u, 40u}) {
      if (!mean && blocked == 20) continue;  // dear
      Map map(test::random_grid(random, 512, 512, blocked));
      const Sectors::Options options{16, centres};
      map.derived<SectorGroups>(options);
      // More edits than are logged: everything is made anew.
      for (std::size_t i = 0; i < Grid::kLoggedChanges + 10; ++i) map.set(300, 300, i % 2 == 0);
      const std::uint64_t build = map.maintain(kUnlimited).work;
      for (int i = 0; i < (mean ? 40 : 8); ++i) {
        // The worst cells are those of a corner.
        const int step = i % 4 == 0 ? 16 : (i % 4 == 1 ? 64 : 1);
        const Cell cell{step * random.between(1, 512 / step - 1), step * random.between(1, 512 / step - 1)};
        map.set(cell.x, cell.y, !map.grid().passable(cell.x, cell.y));
        const Maintenance done = map.maintain(kUnlimited);
        ASSERT_TRUE(done.current);
        ASSERT_LE(100 * done.work, build) << blocked << " " << cell.x << "," << cell.y;
      }
      EXPECT_TRUE(map.derived<SectorGroups>(options).same_as(SectorGroups(map, options)));
    }
  }
}

}  // namespace waymark::hierarchy_sector_groups_test
