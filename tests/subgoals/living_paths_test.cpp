// Rows of a path database on maps that are edited: healed in slices of any size, whatever is edited meanwhile, they are
// what is made of their roots afresh, run for run; and so are the bytes of a saved database.
#include "subgoals/living_paths.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "subgoals/path_row_maker.hpp"
#include "support/map_edits.hpp"
#include "support/sanitized.hpp"
#include "waymark/base/random.hpp"
#include "waymark/offline/build.hpp"
#include "waymark/offline/generate.hpp"
#include "waymark/offline/path_build.hpp"

namespace waymark::subgoals_living_paths_test {

PathDatabase build(const Map& map, std::uint32_t delta) {
  const auto build = make_path_build(map, {.delta = delta});
  Result<std::string> bytes = run_build(**build, {.threads = 1});
  Result<Container> container = Container::parse(std::move(*bytes), "test");
  return PathDatabase::open(std::move(*container), map).value();
}

// The passable cell that is nearest in moves of a king, with the least id.
NodeId plain_root(const Grid& grid, NodeId centroid) {
  if (grid.passable(centroid)) return centroid;
  const Cell at = grid.cell(centroid);
  NodeId best = kNoNode;
  int least = 1 << 30;
  for (int y = 0; y < grid.height(); ++y) {
    for (int x = 0; x < grid.width(); ++x) {
      const int moves = std::max(std::abs(x - at.x), std::abs(y - at.y));
      if (!grid.passable(x, y) || moves >= least) continue;
      least = moves;
      best = grid.node(x, y);
    }
  }
  return best;
}

// Whether all rows that say that they are right are what is made afresh.
void expect_fresh(const LivingPaths& living, const Map& map) {
  PathRowMaker maker(map);
  for (LivingPaths::Row row = 0; row < living.rows(); ++row) {
    if (!living.is_right(map, row)) continue;
    ASSERT_EQ(living.root(row), plain_root(map.grid(), living.database().centroid(row))) << "row " << row;
    std::size_t faults = 0;
    maker.make(living.root(row), [&](std::uint32_t tile, std::span<const std::uint16_t> runs) {
      const PathRuns own = living.runs(row, tile);
      bool same = own.size() == runs.size();
      for (std::size_t i = 0; same && i < runs.size(); ++i) same = own[i] == runs[i];
      faults += same ? 0 : 1;
    });
    ASSERT_EQ(faults, 0u) << "row " << row << " of root " << living.root(row);
  }
}

Grid random_grid(Random& random) {
  const int width = random.between(8, 80);
  const int height = random.between(8, 60);
  const auto kind = static_cast<MapKind>(random.below(9));
  if (random.chance(2, 3)) {
    return generate_map(kind < MapKind::kFortress ? kind : MapKind::kFortress,
                        {.width = width, .height = height, .seed = random.below(1'000'000)})
        .value();
  }
  Grid grid = Grid::create(width, height, true).value();
  const std::uint32_t blocked = random.below(35);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      if (random.chance(blocked, 100)) grid.set(x, y, false);
    }
  }
  return grid;
}

MoveRules random_rules(Random& random) {
  MoveRules rules;
  rules.neighbours = random.chance(2, 3) ? Neighbours::kEight : static_cast<Neighbours>(random.below(3));
  rules.diagonal = static_cast<DiagonalRule>(random.below(4));
  switch (random.below(4)) {
    case 0: rules.costs = kPaper14Costs; break;
    case 1: rules.costs = kUnitCosts; break;
    default: break;
  }
  return rules;
}

TEST(LivingPaths, HealedRowsAreWhatIsMadeAfresh) {
  for (int round = 0; round < test::rounds(300); ++round) {
    SCOPED_TRACE("round " + std::to_string(round));
    Random random(static_cast<std::uint64_t>(round) + 1);
    Map map(random_grid(random), random_rules(random));
    const PathDatabase database = build(map, static_cast<std::uint32_t>(random.between(6, 20)));
    if (database.rows() == 0) continue;
    const auto& living = map.derived<LivingPaths>({&database});
    for (int edit = 0; edit < 12; ++edit) {
      const NodeId centroid = database.centroid(random.below(database.rows()));
      const NodeId other = database.centroid(random.below(database.rows()));
      test::edit_anything(random, map, centroid, other);
      if (random.chance(1, 4)) test::edit_anything(random, map, centroid, other);
      const bool is_hurried = random.chance(1, 4);
      for (int slice = 0; slice < 200'000; ++slice) {
        const std::uint64_t units = random.chance(1, 2) ? 1 + random.below(40) : 1 + random.below(3000);
        if (random.chance(1, 8)) living.want(random.below(database.rows()));
        const Maintenance done = map.maintain({.units = units});
        ASSERT_LE(done.work, units);
        ASSERT_TRUE(done.work == units || done.current);
        if (done.current || (is_hurried && slice > 20)) break;
      }
      expect_fresh(living, map);
      if (HasFatalFailure()) return;
    }
    map.maintain(kUnlimited);
    ASSERT_EQ(living.epoch(), map.grid().epoch());
    for (LivingPaths::Row row = 0; row < living.rows(); ++row) ASSERT_TRUE(living.is_right(map, row));
    expect_fresh(living, map);
    if (HasFatalFailure()) return;
  }
}

}  // namespace waymark::subgoals_living_paths_test
