// Databases with damage of every kind: refused, or harmless to whoever walks by them.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string_view>
#include <vector>

#include "lab/run/small_databases.hpp"
#include "support/agent_problems.hpp"
#include "support/ascii.hpp"
#include "support/corrupted.hpp"
#include "waymark/agent/registry.hpp"
#include "waymark/io/database_file.hpp"
#include "waymark/offline/case_build.hpp"
#include "waymark/offline/verify_cases.hpp"
#include "waymark/offline/verify_paths.hpp"
#include "waymark/offline/verify_patterns.hpp"

namespace waymark::io_database_corruption_test {

constexpr int kRawRounds = 60'000;
constexpr int kSignedRounds = 36'000;
constexpr int kGenerations = 60;
constexpr int kTreeRounds = 4'000;
constexpr int kPathRounds = 6'000;

// A wall with gaps, an island, a dead end of one cell.
Map sample_map() {
  return Map(test::grid_from({
      "............",  //
      ".@@@@.@@@@..",  //
      ".@......@...",  //
      ".@.@@@@.@.@.",  //
      ".@.@..@.@.@.",  //
      ".@.@@@@.@.@.",  //
      ".@......@.@.",  //
      ".@@.@@@@@.@.",  //
      "............",
  }));
}

struct Sample {
  std::string bytes;
  std::vector<std::string_view> algorithms;  // that use it
};

std::vector<Sample> samples(const Map& map) {
  SmallDatabaseOptions options{.records = 10, .level = 2, .depth_cap = 5, .d_max = 4, .training = 3};
  std::vector<Sample> all;
  all.push_back({*small_database(DatabaseKind::kCases, map, options),
                 {"knn-lrta", "knn-lrta:M=0,index=scan,quota=0", "knn-lrta:M=2,cutoff=3,goal_check=off,skip_start=off",
                  "knn-lrta:fallback=da-rtaa,quota=1", "knn-lrta:fallback=tb-wa,cutoff=4"}});
  const CaseBuildOptions fragments{.records = 10, .fragments = true};
  all.push_back({*run_build(**make_case_build(map, fragments), {}), {"knn-lrta", "knn-lrta:M=0"}});
  all.push_back({*small_database(DatabaseKind::kCases2009, map, options), {"knn-lrta-2009", "knn-lrta-2009:m=3,d=1"}});
  all.push_back(
      {*small_database(DatabaseKind::kPatterns, map, options),
       {"d-lrta", "d-lrta:d=3,reentrance=off", "lrta-pdb-pdb", "lrta-pdb-pdb:reentrance=off", "d-lrta:fallback=da-rtaa",
        "lrta-pdb-pdb:fallback=tb-wa", "d-lrta:subgoal=held", "d-lrta:ties=region,goal_region=on"}});
  options.base = 1;
  all.push_back({*small_database(DatabaseKind::kPatterns, map, options),
                 {"pr-lrta:depth=pdb,goal=pdb", "pr-lrta:goal=pdb,d=2", "d-lrta"}});
  all.push_back({*small_database(DatabaseKind::kDepths, map, options), {"pr-lrta:depth=pdb"}});
  options.base = 0;
  all.push_back({*small_database(DatabaseKind::kDepths, map, options), {"lrta-pdb-g"}});
  options.level = 0;
  all.push_back({*small_database(DatabaseKind::kPatterns, map, options), {"d-lrta", "lrta-pdb-pdb"}});
  options.delta = 4;
  all.push_back({*small_database(DatabaseKind::kPaths, map, options), {"paths"}});
  return all;
}

// Walks one problem and counts it; if the algorithm does not take the database, that is an answer too.
void expect_harmless(Random& random, const Map& map, std::string_view text, const Databases& databases, int& walks) {
  const auto made = parse_algorithm(text)->make_agent(map, Agent::kUnbounded, databases);
  if (!made) return;
  Agent& agent = **made;
  NodeId start = kNoNode;
  NodeId goal = kNoNode;
  do {
    start = test::random_passable(random, map.grid());
    goal = test::random_passable(random, map.grid());
  } while (!map.connected(start, goal));
  agent.reset(start, goal);
  for (int step = 0; agent.status() == Status::kInProgress; ++step) {
    ASSERT_LT(step, 100'000) << text << " does not arrive";
    const NodeId from = agent.position();
    const AgentStep made_step = agent.step();
    ASSERT_LE(made_step.work, agent.bound()) << text;
    ASSERT_TRUE(test::is_legal(map, from, made_step.position)) << text;
  }
  ASSERT_EQ(agent.status(), Status::kSolved) << text;
  ASSERT_EQ(agent.position(), goal) << text;
  ++walks;
}

TEST(DatabaseCorruption, damaged_bytes_are_refused) {
  const Map map = sample_map();
  const std::vector<Sample> all = samples(map);
  Random random(1);
  for (int round = 0; round < kRawRounds; ++round) {
    const Sample& sample = all[static_cast<std::size_t>(round) % all.size()];
    DatabaseSet set;
    const auto added = set.add_bytes(test::damaged(random, sample.bytes), "x.db", map);
    ASSERT_FALSE(added) << "round " << round;
    test::expect_proper(added.error());
  }
}

void expect_verify_answers(const Databases& databases, const Map& map) {
  const auto answer = [](const Result<Done>& verified) {
    if (!verified) test::expect_proper(verified.error());
  };
  if (databases.cases != nullptr) answer(verify_cases(*databases.cases, map));
  if (databases.cases_2009 != nullptr) answer(verify_cases(*databases.cases_2009, map));
  if (databases.patterns != nullptr) answer(verify_patterns(*databases.patterns, map));
  if (databases.depths != nullptr) answer(verify_patterns(*databases.depths, map));
  if (databases.paths != nullptr) answer(verify_paths(*databases.paths, map));
}

// Every look-up there is stays within the file.
void expect_look_ups(const PathDatabase& paths, const Map& map) {
  for (int y = 0; y < map.grid().height(); ++y) {
    for (int x = 0; x < map.grid().width(); ++x) {
      ASSERT_LE(paths.row_for({x, y}), paths.rows());
      for (PathDatabase::Row row = 0; row < paths.rows(); ++row) ASSERT_LE(paths.move(row, {x, y}), kNoDirection);
    }
  }
}

TEST(DatabaseCorruption, forged_contents_with_right_checksums_are_refused_or_harmless) {
  const Map map = sample_map();
  const std::vector<Sample> all = samples(map);
  Random random(2);
  int opened = 0;
  std::map<std::string_view, int> walks;  // by algorithm
  std::string current;                    // what was opened is forged further, so that less and less of it is true
  for (int round = 0; round < kSignedRounds; ++round) {
    SCOPED_TRACE(round);
    const Sample& sample = all[static_cast<std::size_t>(round / kGenerations) % all.size()];
    if (round % kGenerations == 0) current = sample.bytes;
    const std::string next = test::changed_and_signed(random, map, current);
    DatabaseSet set;
    if (const auto added = set.add_bytes(next, "x.db", map); !added) {
      test::expect_proper(added.error());
      continue;
    }
    ++opened;
    current = next;
    for (const std::string_view text : sample.algorithms) {
      ASSERT_NO_FATAL_FAILURE(expect_harmless(random, map, text, set.view(), walks[text]));
      ASSERT_NO_FATAL_FAILURE(expect_harmless(random, map, text, set.view(), walks[text]));
    }
    expect_verify_answers(set.view(), map);
    if (set.view().paths == nullptr) continue;
    ASSERT_NO_FATAL_FAILURE(expect_look_ups(*set.view().paths, map));
  }
  EXPECT_GT(opened, kSignedRounds / 5);
  for (const auto& [text, count] : walks) EXPECT_GT(count, 400) << text;
}

// The header and the small tables are checked when it is opened; the rest may hold anything.
TEST(DatabaseCorruption, damaged_paths_that_are_checked_on_first_use_are_refused_or_harmless) {
  const Map map = sample_map();
  const std::string bytes = *small_database(DatabaseKind::kPaths, map, {.delta = 4});
  Random random(4);
  int opened = 0;
  int damaged_parts = 0;
  for (int round = 0; round < kPathRounds; ++round) {
    const bool is_forged = random.chance(1, 2);
    const auto owner = std::make_shared<const std::string>(is_forged ? test::changed_and_signed(random, map, bytes)
                                                                     : test::damaged(random, bytes));
    auto container = Container::view(*owner, owner, "x.db", SectionChecks::kDeferred);
    if (!container) continue;
    const auto paths = PathDatabase::open(*std::move(container), map);
    if (!paths) {
      test::expect_proper(paths.error());
      continue;
    }
    ++opened;
    ASSERT_NO_FATAL_FAILURE(expect_look_ups(*paths, map));
    if (paths->damaged() > 0) ++damaged_parts;
    ASSERT_TRUE(is_forged || paths->damaged() > 0) << "round " << round;
  }
  EXPECT_GT(opened, kPathRounds / 5);
  EXPECT_GT(damaged_parts, kPathRounds / 10);
}

// The text of a tree has no checksum: another number in it is another tree.
TEST(DatabaseCorruption, damaged_trees_are_refused_or_harmless) {
  const Map map = sample_map();
  const std::string bytes =
      *small_database(DatabaseKind::kTree, Map(*Grid::create(40, 40, true)), {.d_max = 4, .training = 20});
  Random random(3);
  int walks = 0;
  for (int round = 0; round < kTreeRounds; ++round) {
    DatabaseSet set;
    if (const auto added = set.add_bytes(test::damaged(random, bytes), "x.db", map); !added) {
      test::expect_proper(added.error());
      continue;
    }
    ASSERT_NO_FATAL_FAILURE(expect_harmless(random, map, "lrta-dt-g", set.view(), walks));
  }
  EXPECT_GT(walks, 100);
}

}  // namespace waymark::io_database_corruption_test
