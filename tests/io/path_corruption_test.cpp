// Path databases of several tiles with damage of every kind: refused, or harmless to all who walk and search by them,
// and to what heals them while the map is edited. Checked when they are opened or on first use; with distances,
// without, and as a game saved them when they had healed. More than 100,000 corruptions, in slices.
#include <gtest/gtest.h>

#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "support/agent_problems.hpp"
#include "support/ascii.hpp"
#include "support/corrupted.hpp"
#include "support/map_edits.hpp"
#include "support/path_databases.hpp"
#include "support/paths.hpp"
#include "support/sanitized.hpp"
#include "waymark/agent/paths.hpp"
#include "waymark/offline/generate.hpp"
#include "waymark/offline/save_paths.hpp"
#include "waymark/subgoals/path_row_finder.hpp"
#include "waymark/subgoals/row_distances.hpp"

namespace waymark::io_path_corruption_test {

constexpr int kSlices = 20;
constexpr int kDamagedOfSlice = 4'000;
constexpr int kSignedOfSlice = 1'000;
constexpr int kDeferredOfSlice = 250;
constexpr int kGenerations = 20;

struct Sample {
  Grid grid;
  std::string bytes;
};

// Of 3x2 tiles: with distances; without; as it was healed after edits and saved.
const std::vector<Sample>& samples() {
  static const std::vector<Sample> all = [] {
    const Grid grid = *generate_map(MapKind::kRooms, {72, 40, 4});
    std::vector<Sample> made;
    for (const bool distances : {true, false}) {
      made.push_back({grid, test::path_bytes(Map(Grid(grid)), {.delta = 16, .distances = distances})});
    }
    Map map((Grid(grid)));
    const PathDatabase database = *test::open_paths(made.front().bytes, map);
    const AgentPtr unit = *make_paths(map, database);  // from here on rows heal
    Random random(5);
    for (int edit = 0; edit < 5; ++edit) test::edit_anything(random, map, map.grid().node(3, 3), database.centroid(0));
    while (!map.maintain(kUnlimited).current) {
    }
    std::string saved = *save_paths(map, database);
    made.push_back({map.grid(), std::move(saved)});
    return made;
  }();
  return all;
}
const Sample& sample_of(int round) { return samples()[static_cast<std::size_t>(round) % samples().size()]; }

Result<PathDatabase> opened_as(SectionChecks checks, std::string bytes, const Map& map) {
  const auto owner = std::make_shared<const std::string>(std::move(bytes));
  auto container = Container::view(*owner, owner, "x.db", checks);
  if (!container) return container.error();
  return PathDatabase::open(*std::move(container), map);
}

NodeId any_cell(Random& random, const Map& map) { return test::random_passable(random, map.grid()); }

void expect_look_ups(Random& random, const PathDatabase& paths, const Map& map) {
  for (int i = 0; i < 40; ++i) {
    const Cell cell = map.grid().cell(any_cell(random, map));
    ASSERT_LE(paths.row_for(cell), paths.rows());
    ASSERT_LE(paths.move(random.below(paths.rows() + 1), cell), kNoDirection);
    const auto estimate = estimated_distance(map, paths, map.grid().node(cell), any_cell(random, map));
    ASSERT_TRUE(!estimate || estimate->least <= estimate->most);
  }
}

void expect_walk(Random& random, const PathDatabase& paths, const Map& map) {
  const AgentPtr agent = *make_paths(map, paths, {.r = random.below(100)});
  const NodeId start = any_cell(random, map);
  const NodeId goal = any_cell(random, map);
  agent->reset(start, goal);
  for (int step = 0; agent->status() == Status::kInProgress; ++step) {
    ASSERT_LT(step, 50'000) << "does not arrive";
    const NodeId from = agent->position();
    const AgentStep made = agent->step();
    ASSERT_LE(made.work, agent->bound());
    ASSERT_TRUE(test::is_legal(map, from, made.position));
  }
  ASSERT_EQ(agent->status(), map.connected(start, goal) ? Status::kSolved : Status::kUnreachable);
}

void expect_searches(Random& random, const PathDatabase& paths, const Map& map) {
  const PathFinderPtr finder = *make_path_row_finder(map, paths);
  const NodeId start = any_cell(random, map);
  const NodeId goal = any_cell(random, map);
  const bool connected = map.connected(start, goal);
  ASSERT_EQ(finder->solve(start, goal), connected ? Status::kSolved : Status::kUnreachable);
  if (connected) {
    std::vector<NodeId> path;
    finder->append_path(path);
    ASSERT_TRUE(test::path_is_sound(map, path, start, goal, finder->cost()));
  }
  std::vector<NodeId> units;
  for (int i = 0; i < 8; ++i) units.push_back(any_cell(random, map));
  std::vector<Cost> costs(units.size());
  std::vector<RowMark> marks(64);
  ASSERT_TRUE(distances_by_row(map, paths, goal, units, costs, marks));
  for (std::size_t i = 0; i < units.size(); ++i) {
    ASSERT_TRUE(costs[i] == kInfiniteCost || map.connected(units[i], goal));
  }
}

// Nothing of it need be true: it is walked, searched, healed after edits, and saved.
void expect_harmless(Random& random, const PathDatabase& paths, Map& map) {
  ASSERT_NO_FATAL_FAILURE(expect_look_ups(random, paths, map));
  ASSERT_NO_FATAL_FAILURE(expect_walk(random, paths, map));
  for (int edit = 0; edit < 2; ++edit) {
    test::edit_anything(random, map, any_cell(random, map), paths.rows() > 0 ? paths.centroid(0) : 0);
    if (map.grid().passable_cells() == 0) map.set(3, 3, true);
    for (int slice = 0; slice < 3; ++slice) {
      const std::uint64_t units = random.below(2'000);
      ASSERT_LE(map.maintain({.units = units}).work, units);
    }
    ASSERT_NO_FATAL_FAILURE(expect_walk(random, paths, map));
  }
  ASSERT_TRUE(map.maintain(kUnlimited).current);
  ASSERT_NO_FATAL_FAILURE(expect_walk(random, paths, map));
  ASSERT_NO_FATAL_FAILURE(expect_searches(random, paths, map));
  const Result<std::string> saved = save_paths(map, paths);
  if (saved.ok()) {
    ASSERT_TRUE(test::open_paths(*saved, map).ok());
  }
}

class PathCorruption : public ::testing::TestWithParam<int> {};

TEST_P(PathCorruption, damaged_bytes_are_refused) {
  std::vector<std::unique_ptr<Map>> maps;
  for (const Sample& sample : samples()) maps.push_back(std::make_unique<Map>(Grid(sample.grid)));
  Random random(static_cast<std::uint64_t>(GetParam()) + 1);
  for (int round = 0; round < test::rounds(kDamagedOfSlice); ++round) {
    const Map& map = *maps[static_cast<std::size_t>(round) % maps.size()];
    const auto opened = test::open_paths(test::damaged(random, sample_of(round).bytes), map);
    ASSERT_FALSE(opened) << "round " << round;
  }
}

// What is not looked at when it is opened is checked when it is used: a row or a tile that is damaged has no moves.
TEST_P(PathCorruption, damaged_bytes_are_harmless_where_they_are_checked_on_first_use) {
  Random random(static_cast<std::uint64_t>(GetParam()) + 2'000);
  int opened = 0;
  int found = 0;
  for (int round = 0; round < test::rounds(kDeferredOfSlice); ++round) {
    SCOPED_TRACE(round);
    const Sample& sample = sample_of(round);
    Map map((Grid(sample.grid)));
    const auto paths = opened_as(SectionChecks::kDeferred, test::damaged(random, sample.bytes), map);
    if (!paths) {
      test::expect_proper(paths.error());
      continue;
    }
    ++opened;
    ASSERT_NO_FATAL_FAILURE(expect_harmless(random, *paths, map));
    if (paths->damaged() > 0) ++found;
  }
  EXPECT_GT(opened, test::enough(kDeferredOfSlice / 5));  // of a tenth of the rounds chance leaves fewer
  EXPECT_GT(found, opened * 9 / 10);
}

TEST_P(PathCorruption, forged_contents_with_right_checksums_are_refused_or_harmless) {
  Random random(static_cast<std::uint64_t>(GetParam()) + 1'000);
  int opened = 0;
  std::string current;  // what was opened is forged further, so that less and less of it is true
  for (int round = 0; round < test::rounds(kSignedOfSlice); ++round) {
    SCOPED_TRACE(round);
    const Sample& sample = sample_of(round / kGenerations);
    if (round % kGenerations == 0) current = sample.bytes;
    Map map((Grid(sample.grid)));
    const std::string next = test::changed_and_signed(random, map, current);
    const SectionChecks checks = random.chance(1, 2) ? SectionChecks::kAtOpen : SectionChecks::kDeferred;
    const auto paths = opened_as(checks, next, map);
    if (!paths) {
      test::expect_proper(paths.error());
      continue;
    }
    ++opened;
    current = next;
    ASSERT_NO_FATAL_FAILURE(expect_harmless(random, *paths, map));
  }
  EXPECT_GT(opened, test::rounds(kSignedOfSlice) / 5);
}

INSTANTIATE_TEST_SUITE_P(Slices, PathCorruption, ::testing::Range(0, kSlices));

}  // namespace waymark::io_path_corruption_test
