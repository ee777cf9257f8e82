// Thousands of sequences of edits under a unit that goes by a path database: every move is legal, every goal that can
// be reached is, and what is healed is what would be built afresh.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "offline/container_writer.hpp"
#include "subgoals/living_paths.hpp"
#include "support/agent_problems.hpp"
#include "support/ascii.hpp"
#include "support/map_edits.hpp"
#include "support/path_databases.hpp"
#include "support/sanitized.hpp"
#include "waymark/agent/paths.hpp"
#include "waymark/offline/save_paths.hpp"

namespace waymark::agent_paths_healing_test {

constexpr int kSlices = 10;
constexpr int kSequencesOfSlice = 400;

// The saved file is that of a build with the roots of the rows.
void expect_fresh(const Map& map, const PathDatabase& database) {
  const auto& living = map.derived<LivingPaths>({&database});
  std::vector<NodeId> roots;
  for (LivingPaths::Row row = 0; row < living.rows(); ++row) {
    ASSERT_TRUE(living.is_right(map, row));
    roots.push_back(living.root(row));
  }
  if (roots.empty() || std::find(roots.begin(), roots.end(), kNoNode) != roots.end()) return;
  const Result<std::string> saved = save_paths(map, database);
  ASSERT_TRUE(saved.ok()) << saved.error().to_string();
  const std::uint32_t delta = test::open_paths(*saved, map)->delta();
  ASSERT_EQ(*saved, test::path_bytes(map, {.delta = delta, .centroids = roots}));
}

class PathsHealing : public ::testing::TestWithParam<int> {};

TEST_P(PathsHealing, every_move_is_legal_every_goal_is_reached_and_healed_is_fresh) {
  Random random(static_cast<std::uint64_t>(GetParam()) + 1);
  int arrived = 0;
  for (int round = 0; round < test::rounds(kSequencesOfSlice); ++round) {
    SCOPED_TRACE(round);
    const MoveRules& rules = test::few_rules()[random.below(static_cast<std::uint32_t>(test::few_rules().size()))];
    test::Problem problem = test::random_problem(random, rules, 40);
    Map& map = problem.map;
    const PathDatabase database =
        test::path_database(map, {.delta = static_cast<std::uint32_t>(random.between(4, 16))});
    const AgentPtr agent = *make_paths(map, database, {.r = random.below(100)});
    agent->reset(problem.start, problem.goal);
    for (int edit = random.between(1, 12); edit > 0; --edit) {
      test::edit_anything(random, map, agent->position(), problem.goal);
      for (int frame = random.between(0, 8); frame > 0; --frame) {
        if (random.chance(1, 2)) map.maintain({random.below(random.chance(1, 3) ? 3'000 : 100)});
        const NodeId from = agent->position();
        ASSERT_TRUE(test::is_legal(map, from, agent->step().position) || !map.grid().passable(from));
      }
    }
    // The edits are over. Nobody heals yet, or it is done at once.
    if (random.chance(1, 2)) map.maintain(kUnlimited);
    agent->step();
    const bool can_arrive = map.connected(agent->position(), problem.goal);
    for (int step = 0; step < 20'000 && agent->status() == Status::kInProgress; ++step) {
      const NodeId from = agent->position();
      ASSERT_TRUE(test::is_legal(map, from, agent->step().position));
    }
    ASSERT_EQ(agent->status() == Status::kSolved, can_arrive);
    arrived += can_arrive ? 1 : 0;
    map.maintain(kUnlimited);
    ASSERT_NO_FATAL_FAILURE(expect_fresh(map, database));
  }
  EXPECT_GT(arrived, test::rounds(kSequencesOfSlice) / 4);
}

INSTANTIATE_TEST_SUITE_P(Slices, PathsHealing, ::testing::Range(0, kSlices));

}  // namespace waymark::agent_paths_healing_test
