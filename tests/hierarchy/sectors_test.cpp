// Sectors: the regions and edges of the paper, and repaired after edits the same as made afresh.
#include "waymark/hierarchy/sectors.hpp"

#include <gtest/gtest.h>

#include <array>
#include <utility>
#include <vector>

#include "support/agent_problems.hpp"
#include "support/ascii.hpp"
#include "support/plain_sectors.hpp"
#include "support/sanitized.hpp"

namespace waymark::hierarchy_sectors_test {

const MoveRules& rules_of(int round) {
  return test::few_rules()[static_cast<std::size_t>(round) % test::few_rules().size()];
}
int size_of(int round) { return std::array{16, 5, 4, 10, 32, 13, 16, 7}[static_cast<std::size_t>(round) / 5 % 8]; }

// Every region, centre and edge is that of the transcription, and so is the region of every cell.
void expect_plain(const Sectors& sectors, const Map& map) {
  const Grid& grid = map.grid();
  const test::PlainSectors plain(grid, map.rules(), sectors.options().size);
  std::vector<std::size_t> first;  // region of each sector
  std::size_t all = 0;
  for (std::uint32_t sector = 0; sector < sectors.sectors(); ++sector) {
    first.push_back(all);
    all += sectors.record(sector).regions();
  }
  ASSERT_EQ(all, plain.regions().size());
  for (std::uint32_t sector = 0; sector < sectors.sectors(); ++sector) {
    const Sectors::Record record = sectors.record(sector);
    for (std::uint32_t region = 0; region < record.regions(); ++region) {
      const test::PlainRegion& expected = plain.regions()[first[sector] + region];
      ASSERT_EQ(grid.cell(sectors.centre(grid, sector, region)), expected.centre);
      std::set<std::size_t> edges;
      std::uint16_t last = 0;
      for (const std::uint16_t word : record.edges(region)) {
        const Sectors::Edge edge = Sectors::edge_of(word);
        ASSERT_TRUE(edges.empty() || word > last);
        last = word;
        ASSERT_EQ(Sectors::word_of(edge), word);
        edges.insert(first[sectors.beside(sector, edge.direction)] + edge.to);
      }
      ASSERT_EQ(edges, expected.edges);
      for (const Cell cell : expected.cells) {
        ASSERT_EQ(sectors.sector_of(cell), sector);
        ASSERT_EQ(sectors.region_of(grid, grid.node(cell)), region);
      }
    }
  }
}

TEST(Sectors, regions_and_edges_are_those_of_the_paper) {
  Random random(1);
  for (int round = 0; round < test::rounds(400); ++round) {
    const Map map(test::random_grid(random, random.between(1, 70), random.between(1, 60), random.below(75)),
                  rules_of(round));
    const Sectors sectors(map, {.size = size_of(round)});
    ASSERT_NO_FATAL_FAILURE(expect_plain(sectors, map)) << round;
  }
}

TEST(Sectors, a_sector_is_cut_where_walls_cut_it) {
  const Map map(test::grid_from({
      "...@....",
      "...@....",
      "@@@@.@..",
      "....@...",
      "........",
      "@@@@@@@@",
      "........",
  }));
  const Sectors sectors(map, {.size = 4});
  ASSERT_EQ(sectors.sectors(), 4u);
  EXPECT_EQ(sectors.record(0).regions(), 2u);
  EXPECT_EQ(sectors.record(1).regions(), 1u);
  EXPECT_EQ(sectors.record(2).regions(), 2u);
  EXPECT_EQ(sectors.record(3).regions(), 2u);
  EXPECT_TRUE(sectors.record(0).edges(0).empty());  // walls all around
  EXPECT_EQ(map.grid().cell(sectors.centre(map.grid(), 0, 0)), (Cell{1, 0}));
  EXPECT_EQ(sectors.region_of(map.grid(), map.grid().node(0, 3)), 1u);
  // No corner is cut from (3, 3) to (4, 4) over the wall at (4, 3): down first.
  ASSERT_EQ(sectors.record(0).edges(1).size(), 1u);
  EXPECT_EQ(Sectors::edge_of(sectors.record(0).edges(1)[0]), (Sectors::Edge{kSouth, 0}));
}

TEST(Sectors, of_a_checkerboard) {
  Grid grid = *Grid::create(64, 64, false);
  for (int y = 0; y < 64; ++y) {
    for (int x = y % 2; x < 64; x += 2) grid.set(x, y, true);
  }
  const Map map(grid);
  const Sectors lonely(map, {.size = 32});
  EXPECT_EQ(lonely.record(3).regions(), 512u);
  EXPECT_TRUE(lonely.record(3).edges(511).empty());
  ASSERT_NO_FATAL_FAILURE(expect_plain(lonely, map));
  const Map open(grid, {Neighbours::kEight, DiagonalRule::kAlways, kSqrt2Costs});
  const Sectors joined(open, {.size = 32});
  EXPECT_EQ(joined.record(3).regions(), 1u);
}

void random_edit(Random& random, Map& map) {
  const bool large = random.chance(1, 12);
  map.fill({random.between(-1, map.grid().width()), random.between(-1, map.grid().height()),
            random.between(1, large ? map.grid().width() : 3), random.between(1, large ? map.grid().height() : 3)},
           random.chance(1, 2));
}

TEST(Sectors, repaired_in_slices_are_those_made_afresh) {
  Random random(2);
  int edits = 0;
  for (int round = 0; round < test::rounds(160); ++round) {
    Map map(test::random_grid(random, random.between(1, 90), random.between(1, 70), random.below(60)), rules_of(round));
    const Sectors::Options options{size_of(round),
                                   round % 4 == 0 ? Sectors::Centres::kOptimised : Sectors::Centres::kMean};
    const auto& shared = map.derived<Sectors>(options);
    const std::uint64_t most = 1 + random.below(random.chance(1, 2) ? 3'000 : 60);
    for (int slice = 0; slice < 40; ++slice) {
      for (int i = random.between(-1, 2); i > 0; --i, ++edits) random_edit(random, map);
      const std::uint64_t units = 1 + random.below(static_cast<std::uint32_t>(most));
      const Maintenance done = map.maintain({units});
      ASSERT_LE(done.work, units);
      ASSERT_EQ(done.current, shared.epoch() == map.grid().epoch());
      if (!done.current) {
        ASSERT_EQ(done.work, units);
        continue;
      }
      ASSERT_TRUE(shared.same_as(Sectors(map, options)));
    }
    map.maintain(kUnlimited);
    ASSERT_TRUE(shared.same_as(Sectors(map, options)));
  }
  EXPECT_GT(edits, test::enough(4'000));
}

TEST(Sectors, after_more_edits_than_are_logged) {
  Random random(3);
  Map map(test::random_grid(random, 70, 50, 30));
  const auto& shared = map.derived<Sectors>();
  for (std::size_t i = 0; i < Grid::kLoggedChanges + 200; ++i) {
    const Cell cell{random.between(0, 69), random.between(0, 49)};
    map.set(cell.x, cell.y, !map.grid().passable(cell.x, cell.y));
    if (i == 100) map.maintain({5});
  }
  while (!map.maintain({3}).current) {
  }
  EXPECT_TRUE(shared.same_as(Sectors(map, {})));
}

// The worst cells are those of a corner, whose sector and all around it have many regions.
TEST(Sectors, repair_of_a_cell_costs_a_hundredth_of_a_build) {
  Random random(4);
  for (const unsigned blocked : {0u, 20u, 40u, 60u}) {
    Map map(test::random_grid(random, 512, 512, blocked));
    const auto& shared = map.derived<Sectors>();
    for (int i = 0; i < 200; ++i) {
      const bool corner = i % 4 == 0;
      const Cell cell{corner ? 16 * random.between(1, 31) : random.between(0, 511),
                      corner ? 16 * random.between(1, 31) : random.between(0, 511)};
      map.set(cell.x, cell.y, !map.grid().passable(cell.x, cell.y));
      const Maintenance done = map.maintain(kUnlimited);
      ASSERT_TRUE(done.current);
      ASSERT_GT(done.work, 0u);
      ASSERT_LE(100 * done.work, shared.built()) << blocked;
    }
    EXPECT_TRUE(shared.same_as(Sectors(map, {})));
  }
}

// Of two halls joined by a door in the middle of their wall the best centres lie on its row.
TEST(Sectors, optimised_centres_make_ways_straight) {
  const Map map(test::grid_from({
      "........@.......",
      "........@.......",
      "................",
      "........@.......",
      "........@.......",
      "........@.......",
      "........@.......",
      "........@.......",
  }));
  const Sectors mean(map, {8});
  const Sectors best(map, {8, Sectors::Centres::kOptimised});
  EXPECT_EQ(map.grid().cell(mean.centre(map.grid(), 0, 0)), (Cell{3, 3}));
  const Cell left = map.grid().cell(best.centre(map.grid(), 0, 0));
  const Cell right = map.grid().cell(best.centre(map.grid(), 1, 0));
  EXPECT_EQ(best.record(0).edges(0).size(), 1u);
  EXPECT_EQ(left.y, 2);
  EXPECT_EQ(right.y, 2);
}

TEST(Sectors, take_few_bytes) {
  const Map map(*Grid::create(512, 512, true));
  const auto& shared = map.derived<Sectors>();
  EXPECT_EQ(shared.record(33).words().size(), 10u);
  EXPECT_LT(shared.bytes(), 26u * 1024u);
}

TEST(Sectors, are_not_for_hexagons) {
  EXPECT_FALSE(Sectors::check({Neighbours::kSix, DiagonalRule::kNever, kUnitCosts}).ok());
  EXPECT_TRUE(Sectors::check({}).ok());
}

}  // namespace waymark::hierarchy_sectors_test
