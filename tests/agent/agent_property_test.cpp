// What every agent must hold on maps of every kind: budgets on every step, arrival, and what it may learn.
#include <gtest/gtest.h>

#include <algorithm>

#include "lab/run/large_maps.hpp"
#include "lab/run/run.hpp"
#include "support/agent_claims.hpp"
#include "support/agent_problems.hpp"
#include "support/agents.hpp"
#include "support/ascii.hpp"
#include "support/sanitized.hpp"
#include "support/shared_maps.hpp"
#include "waymark/io/map_file.hpp"
#include "waymark/io/scenario_file.hpp"
#include "waymark/offline/generate.hpp"

namespace waymark::agent_agent_property_test {

using test::Claim;
using test::kClaims;
using test::moves_are_equal;
using test::random_problem;
using Place = test::Problem;  // waymark::Problem is the lab's

const MoveRules& random_rules(Random& random) {
  static const std::vector<MoveRules> kRules = test::agent_rules();
  return kRules[random.below(static_cast<std::uint32_t>(kRules.size()))];
}

std::string_view agent_key(std::string_view text) { return text.substr(0, text.find(':')); }

// Units a step; whole-path searches have no bound.
std::uint64_t most_to_spend(const Agent& agent) { return agent.bound() == Agent::kUnbounded ? 1'000 : agent.bound(); }

// Thousands of maps, three agents on each, another budget on every step.
TEST(AgentProperties, no_step_costs_more_than_its_budget_and_all_work_is_charged) {
  Random random(11);
  const std::vector<std::string> agents = test::all_agents();
  std::size_t next = 0;
  std::uint64_t steps = 0;
  for (int round = 0; round < test::rounds(10'000); ++round) {
    const Place place = random_problem(random, random_rules(random), 20);
    for (int i = 0; i < 3; ++i) {
      const std::string& text = agents[next++ % agents.size()];
      const auto choice = *parse_algorithm(text);
      const auto made = test::make_agent(text, place.map);
      if (!made && !choice.info->real_time) continue;  // a search that is not for these rules
      ASSERT_TRUE(made) << text;
      Agent& agent = **made;
      agent.reset(place.start, place.goal);
      const std::uint64_t least = agent.smallest_budget();
      const std::uint64_t most = most_to_spend(agent);
      ASSERT_LE(least, most) << text;
      const bool always_least = random.chance(1, 4);
      for (int step = 0; agent.status() == Status::kInProgress; ++step, ++steps) {
        ASSERT_LT(step, 200'000) << text << " does not arrive";
        const std::uint64_t budget =
            always_least ? least : least + random.below(static_cast<std::uint32_t>(most - least + 1));
        const Work before = agent.work();
        const AgentStep done = agent.step({budget});
        const Work& after = agent.work();
        ASSERT_LE(done.work, budget) << text;
        ASSERT_EQ(done.expanded, after.expanded - before.expanded) << text;
        ASSERT_GE(done.work, done.expanded + after.updates - before.updates) << text;
      }
      if (choice.info->gives_up && agent.status() == Status::kOutOfBudget) continue;
      ASSERT_EQ(agent.status(), Status::kSolved) << text;
    }
  }
  EXPECT_GT(steps, test::enough(500'000u));
}

TEST(AgentProperties, arrive_in_mazes_and_rooms) {
  Random random(12);
  for (const MapKind kind : {MapKind::kMaze, MapKind::kRooms}) {
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
      const int side = 8 + 2 * static_cast<int>(seed);
      const Map map(*generate_map(kind, {side, side, seed}));
      const NodeId start = test::random_passable(random, map.grid());
      const NodeId goal = test::random_passable(random, map.grid());
      for (const std::string& text : test::all_agents()) {
        const auto agent = *test::make_agent(text, map);
        agent->reset(start, goal);
        for (int step = 0; agent->status() == Status::kInProgress; ++step) {
          ASSERT_LT(step, 1'000'000) << text;
          agent->step();
        }
        ASSERT_EQ(agent->status(), Status::kSolved) << text;
      }
    }
  }
}

// These leave a depression for good if they can: in a maze they may come to see all of it before they turn back.
bool wanders_off(std::string_view text) {
  constexpr std::string_view kKeys[] = {"rta", "da-lrta", "da-lss-lrta", "da-rtaa", "wb-lss-lrta"};
  return std::find(std::begin(kKeys), std::end(kKeys), agent_key(text)) != std::end(kKeys) ||
         text.find("fallback=da-rtaa") != text.npos;
}

// Within the default move limit.
TEST(AgentProperties, solve_short_problems_of_the_public_maps) {
  WAYMARK_NEED_SHARED_MAPS();
  constexpr double kShort = 40;
  constexpr std::size_t kMaps = test::kSanitized ? 1 : 4;      // of a set
  constexpr std::size_t kProblems = test::kSanitized ? 2 : 5;  // a map
  Walk walked;
  std::size_t solved = 0;
  for (const std::string set : {"sc1", "bg512", "wc3maps512", "dao", "street", "rooms", "mazes", "random"}) {
    if (test::kSanitized && set != "dao" && set != "rooms") continue;
    const auto files = map_files(test::shared_maps() + "/" + set);
    if (!files) continue;
    for (std::size_t part = 0; part < kMaps; ++part) {
      const std::string& file = (*files)[part * files->size() / kMaps];
      const Map map(read_map(file)->grid);
      ScenarioFile scenarios = *read_scenarios(file + ".scen");
      std::erase_if(scenarios.rows, [](const Scenario& row) { return row.optimal > kShort; });
      for (const std::string& text : test::real_time_agents()) {
        if (test::takes_long_to_build(test::database_of(text))) continue;
        if ((text.starts_with("dba") || text == "auto") && part > 0)
          continue;  // its table takes up to a second and a half
        const auto agent = *test::make_agent(text, map);
        for (std::size_t i = 0; i < std::min(kProblems, scenarios.rows.size()); ++i) {
          const Scenario& row = scenarios.rows[(2 * i + 1) * scenarios.rows.size() / (2 * kProblems)];
          walk(*agent, map, map.grid().node(row.start), map.grid().node(row.goal), {}, walked);
          if (set == "mazes" && wanders_off(text) && walked.status == Status::kOutOfBudget) continue;
          EXPECT_EQ(walked.status, Status::kSolved)
              << text << " on " << file << " from " << row.start.x << "," << row.start.y << " to " << row.goal.x << ","
              << row.goal.y << ", " << row.optimal << " away";
          ++solved;
        }
      }
    }
  }
  EXPECT_GT(solved, 0u);
}

// One trial with a random budget on each step, or with all the agent can use; `look` is called every few steps and at
// the end.
template <class Look>
void walk_and_look(Random& random, const Place& place, Agent& agent, const std::string& text, Look&& look) {
  const bool full = random.chance(1, 2);
  const auto spread = static_cast<std::uint32_t>(most_to_spend(agent) - agent.smallest_budget() + 1);
  agent.reset(place.start, place.goal, Learning::kKeep);
  for (int step = 0; agent.status() == Status::kInProgress; ++step) {
    ASSERT_LT(step, 200'000) << text;
    agent.step({full ? Agent::kUnbounded : agent.smallest_budget() + random.below(spread)});
    if (step % 7 == 0 || agent.status() != Status::kInProgress) look();
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(AgentProperties, learned_values_never_fall) {
  Random random(13);
  for (int round = 0; round < test::rounds(300); ++round) {
    const Place place = random_problem(random, random_rules(random), 12);
    const Grid& grid = place.map.grid();
    for (const std::string& text : test::real_time_agents()) {
      const auto agent = *test::make_agent(text, place.map);
      std::vector<Cost> before(grid.id_bound(), 0);
      for (int trial = 0; trial < 3; ++trial) {
        if (trial > 0 && agent_key(text) == "rta") break;  // its values are of no use on another trial
        ASSERT_NO_FATAL_FAILURE(walk_and_look(random, place, *agent, text, [&] {
          for (int y = 0; y < grid.height(); ++y) {
            for (int x = 0; x < grid.width(); ++x) {
              const NodeId node = grid.node(x, y);
              const Cost now = agent->heuristic(node);
              ASSERT_GE(now, before[node]) << text;
              before[node] = now;
            }
          }
        }));
      }
    }
  }
}

TEST(AgentProperties, learned_values_are_admissible_and_consistent_where_the_header_says_so) {
  Random random(14);
  for (int round = 0; round < test::rounds(800); ++round) {
    const Place place = random_problem(random, random_rules(random), 12);
    const Grid& grid = place.map.grid();
    const MoveRules& rules = place.map.rules();
    const Cell goal = grid.cell(place.goal);
    const auto distances = test::reference_distances(grid, rules, goal.x, goal.y);
    for (const Claim& claim : kClaims) {
      if (claim.equal_moves && !moves_are_equal(rules)) continue;
      const auto agent = *test::make_agent(claim.text, place.map);
      for (int trial = 0; trial < 3; ++trial) {
        ASSERT_NO_FATAL_FAILURE(walk_and_look(random, place, *agent, claim.text, [&] {
          for (int y = 0; y < grid.height(); ++y) {
            for (int x = 0; x < grid.width(); ++x) {
              const std::uint64_t way = distances[static_cast<std::size_t>(y * grid.width() + x)];
              if (way == test::kUnreached) continue;
              const std::uint64_t h = agent->heuristic(grid.node(x, y));
              ASSERT_LE(1000 * h, way * claim.w_thousandths) << claim.text;
              if (!claim.consistent) continue;
              for (const test::ReferenceMove& move : test::reference_moves(grid, rules, x, y)) {
                ASSERT_LE(h, move.cost + agent->heuristic(grid.node(x + move.dx, y + move.dy))) << claim.text;
              }
            }
          }
        }));
      }
    }
  }
}

// Every real-time row is in the list above or is known to claim nothing.
TEST(AgentProperties, every_agent_that_learns_has_its_claim_checked) {
  constexpr std::string_view kWithoutClaim[] = {"rta",           "tba", "tb-wa", "pr-lrta",
                                                "knn-lrta-2009", "dba", "paths", "auto"};
  for (const AlgorithmInfo& info : algorithms()) {
    if (!info.real_time) continue;
    const bool claimed = std::any_of(std::begin(kClaims), std::end(kClaims), [&](const Claim& claim) {
      return parse_algorithm(claim.text)->info->key == info.key;
    });
    const bool exempt =
        std::find(std::begin(kWithoutClaim), std::end(kWithoutClaim), info.key) != std::end(kWithoutClaim);
    EXPECT_NE(claimed, exempt) << info.key;
  }
}

// Trials that keep what they learned, until one learns nothing.
TEST(AgentProperties, repeated_trials_converge_to_the_shortest_path_where_the_header_says_so) {
  Random random(15);
  for (int round = 0; round < test::rounds(300); ++round) {
    const MoveRules& rules = random_rules(random);
    const Place place = random_problem(random, rules, 12);
    const Grid& grid = place.map.grid();
    const Cell from = grid.cell(place.start);
    const Cell goal = grid.cell(place.goal);
    const std::uint64_t optimal = test::reference_distances(
        grid, rules, goal.x, goal.y)[static_cast<std::size_t>(from.y * grid.width() + from.x)];
    for (const char* text : {"lrta", "lrta:d=3", "lrta:g_max=3", "p-lrta", "lss-lrta:N=1", "lss-lrta:N=10"}) {
      if (std::string_view(text) == "lrta:d=3" && !moves_are_equal(rules)) continue;
      const auto agent = *test::make_agent(text, place.map);
      std::uint64_t cost = 0;
      int trial = 0;
      do {
        ASSERT_LT(++trial, 3'000) << text;
        agent->reset(place.start, place.goal, Learning::kKeep);
        cost = 0;
        for (Cell at = from; agent->status() == Status::kInProgress;) {
          const Cell next = grid.cell(agent->step().position);
          cost += at.x != next.x && at.y != next.y ? rules.costs.diagonal : rules.costs.cardinal;
          at = next;
        }
      } while (agent->work().updates != 0);
      EXPECT_EQ(cost, optimal) << text;
    }
  }
}

}  // namespace waymark::agent_agent_property_test
