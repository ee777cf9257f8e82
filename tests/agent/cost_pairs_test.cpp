// Every agent walks maps of any pair of costs: legal moves, budgets held, arrival.
#include <gtest/gtest.h>

#include <algorithm>

#include "support/agent_problems.hpp"
#include "support/agents.hpp"
#include "support/sanitized.hpp"

namespace waymark::agent_cost_pairs_test {

TEST(CostPairs, every_agent_arrives_within_its_budgets) {
  Random random(15);
  const std::vector<std::string> agents = test::all_agents();
  int refused = 0;
  int walked = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(test::rounds(40)) * agents.size(); ++i) {
    const std::string& text = agents[i % agents.size()];
    MoveRules rules{Neighbours::kEight, static_cast<DiagonalRule>(random.below(4)), test::random_costs(random)};
    const test::Problem problem = test::random_problem(random, rules, 18);
    if (!test::goes_with(text, problem.map)) continue;
    const auto made = test::make_agent(text, problem.map);
    const std::string told =
        text + " at " + std::to_string(rules.costs.cardinal) + " and " + std::to_string(rules.costs.diagonal);
    if (!made) {  // jump points, and heuristics that are not for these rules
      ASSERT_FALSE(parse_algorithm(text)->info->real_time) << told << ": " << made.error().to_string();
      ++refused;
      continue;
    }
    Agent& agent = **made;
    // Where the cheapest move is a hundredth of the one that the way needs, what is learned rises by hundredths of it.
    const Cost ratio =
        std::max(rules.costs.cardinal, rules.costs.diagonal) / std::min(rules.costs.cardinal, rules.costs.diagonal);
    const std::uint64_t most_steps = 100'000 + std::uint64_t{5'000} * ratio;
    agent.reset(problem.start, problem.goal);
    for (std::uint64_t step = 0; agent.status() == Status::kInProgress; ++step) {
      ASSERT_LT(step, most_steps) << told << " does not arrive";
      const NodeId from = agent.position();
      const std::uint64_t least = agent.smallest_budget();
      const std::uint64_t most = agent.bound() == Agent::kUnbounded ? 1'000 : agent.bound();
      const std::uint64_t units = least + random.below(static_cast<std::uint32_t>(most - least + 1));
      ASSERT_LE(agent.step({units}).work, units) << told;
      ASSERT_TRUE(agent.position() == from || problem.map.cost(from, agent.position()) != kInfiniteCost) << told;
    }
    ASSERT_EQ(agent.status(), Status::kSolved) << told;
    ++walked;
  }
  EXPECT_GT(walked, 10 * refused);
}

}  // namespace waymark::agent_cost_pairs_test
