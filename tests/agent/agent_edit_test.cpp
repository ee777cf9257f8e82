// Edits of the map while agents walk on it.
#include <gtest/gtest.h>

#include <algorithm>

#include "support/agent_claims.hpp"
#include "support/agent_problems.hpp"
#include "support/agents.hpp"
#include "support/reference.hpp"
#include "support/sanitized.hpp"

namespace waymark::agent_agent_edit_test {

constexpr int kStepsWithEdits = 40;
constexpr int kMaxSteps = 100'000;
constexpr std::uint64_t kMostUnits = 1'000;  // a step, for agents without a bound

// Of the running test: an agent that fails is left at once, and the next one is tried.
int failures() { return testing::UnitTest::GetInstance()->current_test_info()->result()->total_part_count(); }

// Blocks or frees one cell, often near `near`, never `near` itself or the goal. Of the free cells picked half stay
// free, so that walks are not cut off too soon.
void edit(Random& random, Map& map, NodeId near, NodeId goal) {
  const Grid& grid = map.grid();
  Cell cell{random.between(0, grid.width() - 1), random.between(0, grid.height() - 1)};
  if (random.chance(1, 2)) {
    const Cell at = grid.cell(near);
    cell.x = std::clamp(at.x + random.between(-2, 2), 0, grid.width() - 1);
    cell.y = std::clamp(at.y + random.between(-2, 2), 0, grid.height() - 1);
  }
  const NodeId node = grid.node(cell);
  if (node == near || node == goal) return;
  const bool passable = grid.passable(cell.x, cell.y);
  if (!passable || random.chance(1, 2)) map.set(cell.x, cell.y, !passable);
}

// One trial on a map that changes every few of its first steps. `look` is called after every step but one that answers
// that the goal cannot be reached.
template <class Look>
void walk_on_changing_map(Random& random, test::Problem& problem, Agent& agent, const std::string& text, Look&& look) {
  Map& map = problem.map;
  const std::uint64_t least = agent.smallest_budget();
  const std::uint64_t most = agent.bound() == Agent::kUnbounded ? kMostUnits : agent.bound();
  const bool full = random.chance(1, 2);
  const int failures_before = failures();
  agent.reset(problem.start, problem.goal, Learning::kKeep);
  for (int step = 0; agent.status() == Status::kInProgress; ++step) {
    ASSERT_LT(step, kMaxSteps) << text << " neither arrives nor gives up";
    if (step < kStepsWithEdits && random.chance(1, 2)) edit(random, map, agent.position(), problem.goal);
    const NodeId from = agent.position();
    const std::uint64_t budget = full ? most : least + random.below(static_cast<std::uint32_t>(most - least + 1));
    const AgentStep made = agent.step({budget});
    ASSERT_LE(made.work, std::min(budget, agent.bound())) << text << " step " << step;
    ASSERT_EQ(made.position, agent.position()) << text << " step " << step;
    ASSERT_TRUE(map.grid().passable(made.position)) << text << " stands on a blocked cell, step " << step;
    ASSERT_TRUE(test::is_legal(map, from, made.position)) << text << " step " << step;
    if (made.status == Status::kUnreachable) {
      ASSERT_EQ(made.work, 0u) << text;
      ASSERT_EQ(made.position, from) << text;
      break;
    }
    look();
    if (failures() != failures_before) return;
  }
  const bool connected = map.connected(agent.position(), problem.goal);
  ASSERT_EQ(agent.status(), connected ? Status::kSolved : Status::kUnreachable) << text;
  if (connected) {
    ASSERT_EQ(agent.position(), problem.goal) << text;
  }
}

TEST(EditsDuringAWalk, are_seen_by_every_agent_on_the_very_next_step) {
  for (const std::string& text : test::all_agents()) {
    Random random(1);
    int arrived = 0;
    int cut_off = 0;
    const int failures_before = failures();
    const auto walk = [&](const MoveRules& rules) {
      test::Problem problem = test::random_problem(random, rules, 11);
      const auto choice = *parse_algorithm(text);
      const auto made = test::make_agent(text, problem.map);
      if (!made && !choice.info->real_time) return;  // a search that is not for these rules
      ASSERT_TRUE(made) << text;
      ASSERT_NO_FATAL_FAILURE(walk_on_changing_map(random, problem, **made, text, [] {}));
      ++((*made)->status() == Status::kSolved ? arrived : cut_off);
    };
    for (int round = 0; round < (test::kSanitized ? 60 : 300) && failures() == failures_before; ++round) {
      walk(test::few_rules()[static_cast<std::size_t>(round) % test::few_rules().size()]);
    }
    if (failures() != failures_before) continue;
    EXPECT_GT(arrived, test::enough(50)) << text;
    EXPECT_GT(cut_off, test::enough(5)) << text;
  }
}

TEST(EditsDuringAWalk, that_wall_off_the_goal_are_answered_on_the_very_next_step_without_work) {
  for (const std::string& text : test::all_agents()) {
    for (int steps = 0; steps <= 8; ++steps) {
      Map map(*Grid::create(20, 7, true));
      const auto agent = *test::make_agent(text, map);
      agent->reset(map.grid().node(0, 3), map.grid().node(19, 3));
      for (int step = 0; step < steps; ++step) agent->step();
      ASSERT_EQ(agent->status(), Status::kInProgress) << text;
      const NodeId at = agent->position();
      const Work before = agent->work();
      map.fill({17, 0, 1, 7}, false);
      for (int again = 0; again < 2; ++again) {
        const AgentStep made = agent->step();
        EXPECT_EQ(made.status, Status::kUnreachable) << text << " after " << steps;
        EXPECT_EQ(made.position, at) << text << " after " << steps;
        EXPECT_EQ(made.work, 0u) << text << " after " << steps;
        EXPECT_EQ(made.expanded, 0u) << text << " after " << steps;
        EXPECT_EQ(agent->work(), before) << text << " after " << steps;
      }
      EXPECT_EQ(agent->status(), Status::kUnreachable) << text;
    }
  }
}

void expect_claim_holds(const Agent& agent, const test::Problem& problem, const test::Claim& claim) {
  const Grid& grid = problem.map.grid();
  const MoveRules& rules = problem.map.rules();
  const Cell goal = grid.cell(problem.goal);
  const auto distances = test::reference_distances(grid, rules, goal.x, goal.y);
  for (int y = 0; y < grid.height(); ++y) {
    for (int x = 0; x < grid.width(); ++x) {
      const std::uint64_t way = distances[static_cast<std::size_t>(y * grid.width() + x)];
      if (way == test::kUnreached) continue;
      const std::uint64_t h = agent.heuristic(grid.node(x, y));
      ASSERT_LE(1000 * h, way * claim.w_thousandths) << claim.text << " at " << x << "," << y;
      if (!claim.consistent) continue;
      for (const test::ReferenceMove& move : test::reference_moves(grid, rules, x, y)) {
        ASSERT_LE(h, move.cost + agent.heuristic(grid.node(x + move.dx, y + move.dy))) << claim.text;
      }
    }
  }
}

// Trials that keep what they learned, with edits on the way and between them: a freed cell can make ways shorter.
TEST(EditsDuringAWalk, leave_the_learned_values_admissible_where_the_header_says_so) {
  for (const test::Claim& claim : test::kClaims) {
    Random random(2);
    const auto walk = [&](const MoveRules& rules) {
      test::Problem problem = test::random_problem(random, rules, 10);
      const Cell start = problem.map.grid().cell(problem.start);
      const auto agent = *test::make_agent(claim.text, problem.map);
      for (int trial = 0; trial < 3; ++trial) {
        ASSERT_NO_FATAL_FAILURE(walk_on_changing_map(random, problem, *agent, claim.text,
                                                     [&] { expect_claim_holds(*agent, problem, claim); }));
        for (int edits = random.between(0, 3); edits > 0; --edits) {
          edit(random, problem.map, problem.start, problem.goal);
        }
        problem.map.set(start.x, start.y, true);
      }
    };
    const int failures_before = failures();
    for (int round = 0; round < test::rounds(100) && failures() == failures_before; ++round) {
      const MoveRules& rules = test::few_rules()[static_cast<std::size_t>(round) % test::few_rules().size()];
      if (claim.equal_moves && !test::moves_are_equal(rules)) continue;
      walk(rules);
    }
  }
}

}  // namespace waymark::agent_agent_edit_test
