// When a whole-path search that walks as an agent plans again.
#include "waymark/agent/path_agent.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "support/agent_problems.hpp"
#include "support/ascii.hpp"
#include "support/reference.hpp"
#include "support/sanitized.hpp"
#include "waymark/agent/registry.hpp"
#include "waymark/base/random.hpp"
#include "waymark/search/a_star.hpp"

namespace waymark::agent_path_agent_test {

constexpr std::array<const char*, 3> kPolicies{"broken", "shortcut", "every"};

AgentPtr agent_of(const std::string& key, const char* policy, const Map& map) {
  return parse_algorithm(key + ":replan=" + policy)->make_agent(map).value();
}

// Three steps, an edit, and the rest of the way: plans after the first, and what was walked.
struct Outcome {
  std::uint64_t replans = 0;
  Cost walked = 0;
};
Outcome walk_with_one_edit(const char* policy, const std::vector<std::string_view>& rows, Cell from, Cell to, Rect area,
                           bool passable) {
  Map map(test::grid_from(rows));
  const AgentPtr agent = agent_of("a-star", policy, map);
  agent->reset(map.grid().node(from), map.grid().node(to));
  Outcome outcome;
  for (int step = 0; agent->status() == Status::kInProgress; ++step) {
    if (step == 3) map.fill(area, passable);
    const NodeId before = agent->position();
    agent->step();
    if (agent->position() != before) outcome.walked += map.cost(before, agent->position());
  }
  EXPECT_EQ(agent->status(), Status::kSolved);
  outcome.replans = agent->work().replans;
  return outcome;
}

TEST(PathAgent, plans_again_when_its_policy_says) {
  const std::vector<std::string_view> rows{"..........", "@@@@@@@@@.", "..........",
                                           ".@@@@@@@@@", "..........", ".........."};
  const auto run = [&](const char* policy, Rect area, bool passable) {
    return walk_with_one_edit(policy, rows, {0, 0}, {9, 4}, area, passable);
  };
  const auto replans = [&](Rect area, bool passable) {
    return std::array{run("broken", area, passable).replans, run("shortcut", area, passable).replans,
                      run("every", area, passable).replans};
  };
  using Replans = std::array<std::uint64_t, 3>;
  EXPECT_EQ(replans({4, 1, 1, 1}, true), (Replans{0, 1, 1}));  // a shorter way
  EXPECT_EQ(replans({0, 1, 1, 1}, true), (Replans{0, 1, 1}));  // one that might be: it lies behind, but the way is long
  EXPECT_EQ(replans({1, 0, 1, 1}, false), (Replans{0, 0, 1}));  // behind it
  EXPECT_EQ(replans({5, 4, 1, 1}, false), (Replans{1, 1, 1}));  // on its path
  EXPECT_EQ(replans({4, 1, 1, 1}, false), (Replans{0, 0, 0}));  // is a wall already: no edit
  const Outcome broken = run("broken", {4, 1, 1, 1}, true);
  EXPECT_EQ(run("every", {4, 1, 1, 1}, true).walked, run("shortcut", {4, 1, 1, 1}, true).walked);
  EXPECT_LT(run("shortcut", {4, 1, 1, 1}, true).walked, broken.walked);
  EXPECT_EQ(broken.walked, run("broken", {4, 1, 1, 1}, false).walked);  // as if nothing had opened
}

TEST(PathAgent, takes_the_policy_as_an_option_and_as_a_parameter) {
  Map map(test::grid_from({".....", ".....", "....."}));
  for (const Replan replan : {Replan::kBroken, Replan::kShortcut, Replan::kEvery}) {
    const AgentPtr agent = make_path_agent(map, make_a_star(map).value(), {.replan = replan});
    agent->reset(map.grid().node(0, 0), map.grid().node(4, 0));
    agent->step();
    map.set(2, 2, !map.grid().passable(2, 2));
    agent->step();
    EXPECT_EQ(agent->work().replans, replan == Replan::kEvery ? 1u : 0u);
  }
  for (const AlgorithmInfo& info : algorithms()) {
    if (!info.is_whole_path()) continue;
    for (const char* policy : kPolicies) {
      const auto choice = parse_algorithm(std::string(info.key) + ":replan=" + policy);
      ASSERT_TRUE(choice) << info.key;
      EXPECT_TRUE(choice->make(map)) << info.key;  // means nothing to a search that nobody walks
      EXPECT_TRUE(choice->make_agent(map)) << info.key;
    }
  }
  EXPECT_EQ(parse_algorithm("jps:replan=shortcut")->to_string(), "jps");
  EXPECT_EQ(parse_algorithm("jps:stale=say,replan=every")->to_string(), "jps:stale=say,replan=every");
}

// Blocks or frees a few cells, but not where the unit or the goal is, and not so that there is no way.
void edit(Random& random, Map& map, NodeId unit, NodeId goal) {
  const Grid& grid = map.grid();
  const Rect area{random.between(0, grid.width() - 1), random.between(0, grid.height() - 1), random.between(1, 3),
                  random.between(1, 3)};
  const auto covers = [&](NodeId node) {
    const Cell cell = grid.cell(node);
    return cell.x >= area.x && cell.x < area.x + area.width && cell.y >= area.y && cell.y < area.y + area.height;
  };
  if (covers(unit) || covers(goal)) return;
  map.fill(area, random.chance(1, 2));
  if (!map.connected(unit, goal)) map.fill(area, true);
}

struct Totals {
  std::uint64_t replans = 0;
  std::uint64_t edits = 0;
  std::uint64_t detours = 0;  // moves that no shortest way of their time begins with
};

// Every move is legal on the map of its time.
Totals walk_on_changing_map(const std::string& key, const char* policy, const MoveRules& rules, std::uint64_t seed,
                            std::uint64_t most_edits) {
  Totals totals;
  Random random(seed);
  test::Problem problem = test::random_problem(random, rules, 16);
  Map& map = problem.map;
  const auto made = parse_algorithm(key + ":replan=" + policy)->make_agent(map);
  if (!made) return totals;  // a search that is not for these rules
  Agent& agent = **made;
  agent.reset(problem.start, problem.goal);
  for (int step = 0; agent.status() == Status::kInProgress; ++step) {
    EXPECT_LT(step, 10'000) << key << " " << policy;
    if (step > 0 && totals.edits < most_edits && random.chance(1, 2)) {
      const std::uint64_t epoch = map.grid().epoch();
      edit(random, map, agent.position(), problem.goal);
      totals.edits += map.grid().epoch() != epoch ? 1u : 0u;
    }
    const NodeId from = agent.position();
    const NodeId to = agent.step().position;
    EXPECT_NE(from, to) << key << " " << policy;
    EXPECT_TRUE(test::is_legal(map, from, to)) << key << " " << policy << " step " << step;
    const Cell goal = map.grid().cell(problem.goal);
    const auto left = test::reference_distances(map.grid(), rules, goal.x, goal.y);
    const auto left_from = [&](NodeId node) {
      const Cell cell = map.grid().cell(node);
      return left[static_cast<std::size_t>(cell.y * map.grid().width() + cell.x)];
    };
    totals.detours += left_from(from) != left_from(to) + map.cost(from, to) ? 1u : 0u;
    if (testing::Test::HasFailure()) return totals;
  }
  EXPECT_EQ(agent.status(), Status::kSolved) << key << " " << policy;
  totals.replans = agent.work().replans;
  return totals;
}

// Those whose searches come to an end on any map here.
std::vector<std::string> whole_path_searches() {
  std::vector<std::string> keys;
  for (const AlgorithmInfo& info : algorithms()) {
    if (info.is_whole_path() && !info.gives_up) keys.emplace_back(info.key);
  }
  return keys;
}

// One step; the unit makes a legal move or stays.
bool moves(Agent& agent, const Map& map, const Budget& budget) {
  const NodeId from = agent.position();
  const AgentStep step = agent.step(budget);
  EXPECT_LE(step.work, budget.units);
  EXPECT_TRUE(step.position == from || test::is_legal(map, from, step.position));
  return step.position != from;
}

TEST(PathAgent, walks_on_while_it_plans_after_edits_that_leave_its_path_legal) {
  for (const std::string& key : whole_path_searches()) {
    for (const char* policy : kPolicies) {
      Map map(*Grid::create(60, 40, true));
      const AgentPtr agent = agent_of(key, policy, map);
      agent->reset(map.grid().node(0, 5), map.grid().node(59, 5));
      while (agent->status() == Status::kInProgress && !moves(*agent, map, {7})) {
      }
      // Of a path known in part the end may be there before another is known, if each edit begins a search.
      if (!agent->finder()->part().empty() && policy == std::string("every")) continue;
      for (int step = 0; agent->status() == Status::kInProgress; ++step) {
        map.set(step % 60, 39, !map.grid().passable(step % 60, 39));  // off any way to the goal
        const Cell at = map.grid().cell(agent->position());
        ASSERT_TRUE(moves(*agent, map, {7})) << key << " " << policy << ", at " << at.x << "," << at.y;
      }
      EXPECT_EQ(agent->status(), Status::kSolved);
    }
  }
}

TEST(PathAgent, walks_up_to_where_its_path_is_broken_and_then_finds_another) {
  for (const std::string& key : whole_path_searches()) {
    Map map(*Grid::create(60, 40, true));
    const AgentPtr agent = agent_of(key, "broken", map);
    agent->reset(map.grid().node(0, 20), map.grid().node(59, 20));
    while (agent->status() == Status::kInProgress && !moves(*agent, map, {9})) {
    }
    map.fill({30, 1, 1, 39}, false);
    int stood = 0;
    for (int step = 0; agent->status() == Status::kInProgress; ++step) {
      ASSERT_LT(step, 20'000) << key;
      const Cell at = map.grid().cell(agent->position());
      if (!moves(*agent, map, {9})) ++stood;
      // Beside the wall, or nearly: some paths are drawn to it aslant.
      if (stood == 1) {
        EXPECT_GE(at.x, 20) << key;
      }
    }
    EXPECT_EQ(agent->status(), Status::kSolved) << key;
  }
}

TEST(PathAgent, follows_a_goal_that_moves_without_standing) {
  for (const std::string key : {"a-star", "jps", "lpa", "d-star-lite", "mt-adaptive-a", "ara", "ad-star"}) {
    Map map(*Grid::create(80, 40, true));
    const AgentPtr agent = agent_of(key, "shortcut", map);
    agent->reset(map.grid().node(0, 5), map.grid().node(79, 5));
    while (agent->status() == Status::kInProgress && !moves(*agent, map, {20})) {
    }
    for (int step = 0; step < 30; ++step) {
      agent->retarget(map.grid().node(79, 5 + step));
      ASSERT_TRUE(moves(*agent, map, {20})) << key << ", step " << step;
    }
  }
}

TEST(PathAgent, arrives_by_legal_moves_whatever_its_budget_and_the_edits) {
  Random random(11);
  std::vector<MoveRules> rules = test::rules_with_hexagons();
  const std::vector<std::string> keys = whole_path_searches();
  for (int round = 0; round < test::rounds(40); ++round) {
    for (const std::string& key : keys) {
      test::Problem problem = test::random_problem(random, rules[static_cast<std::size_t>(round) % rules.size()], 24);
      Map& map = problem.map;
      const auto made = parse_algorithm(key + ":replan=" + kPolicies[random.below(3)])->make_agent(map);
      if (!made) continue;  // a search that is not for these rules
      Agent& agent = **made;
      agent.reset(problem.start, problem.goal);
      const std::uint64_t units = 2 + random.below(60);
      for (int step = 0; agent.status() == Status::kInProgress; ++step) {
        ASSERT_LT(step, 20'000) << key;
        if (step < 100 && random.chance(1, 3)) edit(random, map, agent.position(), problem.goal);
        moves(agent, map, {units});
      }
      ASSERT_EQ(agent.status(), Status::kSolved) << key << ", round " << round;
    }
  }
}

// An anytime search is walked as soon as it has a path, and on by a better one where that passes by.
// A path is handed over by the unit, too: who has the units to find it stands until it is.
TEST(PathAgent, takes_no_more_of_a_path_on_a_step_than_its_units_pay_for) {
  constexpr std::uint64_t kCellsPerUnit = 8;
  Map map(test::grid_from({"..............................", "@@@@@@@@@@@@@@@@@@@@@@@@@@@@@.",
                           "..............................", ".@@@@@@@@@@@@@@@@@@@@@@@@@@@@@",
                           ".............................."}));
  const NodeId start = map.grid().node(0, 0);
  const NodeId goal = map.grid().node(29, 4);
  for (const std::string key :
       {"a-star", "bidirectional-a-star", "jps", "fringe", "ida", "sma", "lpa", "d-star-lite", "adaptive-a", "sga",
        "hpa", "hpa:refine=part,smooth=off,straight=off", "ara", "ad-star"}) {
    const auto choice = parse_algorithm(key);
    ASSERT_TRUE(choice) << key;
    const AgentPtr at_once = choice->make_agent(map).value();
    at_once->reset(start, goal);
    const std::uint64_t whole = at_once->step().work;
    ASSERT_NE(at_once->position(), start) << key;
    const std::uint64_t popped = at_once->finder()->popped();
    std::vector<NodeId> path;
    at_once->finder()->append_path(path);
    EXPECT_GE(whole, popped + path.size() / kCellsPerUnit) << key;
    EXPECT_LE(whole, popped + path.size() / kCellsPerUnit + 2) << key;

    const AgentPtr agent = choice->make_agent(map).value();
    agent->reset(start, goal);
    std::uint64_t steps = 0;
    for (; agent->position() == start && steps < 2 * whole; ++steps) EXPECT_LE(agent->step({1}).work, 1u) << key;
    if (!key.starts_with("ar") && !key.starts_with("ad-") && !key.ends_with("off")) {  // these set out before
      EXPECT_GE(steps, whole - 1) << key;
    }
    while (at_once->status() == Status::kInProgress) at_once->step();
    while (agent->status() == Status::kInProgress) agent->step({1});
    EXPECT_EQ(agent->status(), Status::kSolved) << key;
    EXPECT_EQ(agent->work().expanded, at_once->work().expanded) << key;
  }
}

TEST(PathAgent, sets_out_with_the_first_path_of_an_anytime_search) {
  Random random(12);
  for (const std::string key : {"ara", "ad-star"}) {
    int early = 0;
    std::uint64_t first_paths = 0;
    std::uint64_t walked_in_all = 0;
    for (int round = 0; round < 60; ++round) {
      const test::Problem problem = test::random_problem(random, {}, 40);
      const Map& map = problem.map;
      const AgentPtr agent = *parse_algorithm(key)->make_agent(map);
      agent->reset(problem.start, problem.goal);
      const Budget budget{4 + random.below(20)};
      Cost first = 0;
      Cost walked = 0;
      for (int step = 0; agent->status() == Status::kInProgress; ++step) {
        ASSERT_LT(step, 20'000) << key;
        const NodeId from = agent->position();
        const bool has_moved = moves(*agent, map, budget);
        if (first == 0 && has_moved) {
          first = agent->finder()->cost();
          early += agent->finder()->status() == Status::kInProgress ? 1 : 0;
        }
        ASSERT_EQ(has_moved, first != 0) << key << ", round " << round;
        if (has_moved) walked += map.cost(from, agent->position());
      }
      ASSERT_EQ(agent->status(), Status::kSolved);
      EXPECT_LE(walked, first) << key << ", round " << round;
      first_paths += first;
      walked_in_all += walked;
    }
    EXPECT_GT(early, 20) << key;
    EXPECT_LT(walked_in_all, first_paths) << key;
  }
}

TEST(PathAgent, walks_a_shortest_way_of_the_map_as_it_is_unless_it_waits_for_a_break) {
  std::vector<MoveRules> rules = test::few_rules();
  rules.push_back({Neighbours::kSix, DiagonalRule::kNever, kUnitCosts});
  for (const std::string key : {"a-star", "jps", "bidirectional-a-star", "lpa", "d-star-lite"}) {
    std::array<Totals, 3> sums{};
    for (int round = 0; round < test::rounds(300); ++round) {
      for (std::size_t i = 0; i < kPolicies.size(); ++i) {
        const Totals one =
            walk_on_changing_map(key, kPolicies[i], rules[static_cast<std::size_t>(round) % rules.size()],
                                 static_cast<std::uint64_t>(round), 1'000);
        if (HasFailure()) return;
        sums[i].replans += one.replans;
        sums[i].detours += one.detours;
        if (i > 0) {
          EXPECT_EQ(one.detours, 0u) << key << " " << kPolicies[i] << ", round " << round;
        }
        if (i == 2) {
          EXPECT_EQ(one.replans, one.edits) << key << ", round " << round;
        }
      }
    }
    EXPECT_GE(sums[0].detours, test::enough<std::uint64_t>(6)) << key;
    EXPECT_LT(sums[0].replans, sums[1].replans) << key;
    EXPECT_LT(sums[1].replans, sums[2].replans) << key;
  }
}

TEST(PathAgent, one_who_plans_again_later_does_so_less_often) {
  // After one edit, until which they walked alike.
  std::array<std::uint64_t, 3> sums{};
  for (int round = 0; round < test::rounds(600); ++round) {
    const MoveRules& rules = test::few_rules()[static_cast<std::size_t>(round) % test::few_rules().size()];
    std::array<std::uint64_t, 3> replans{};
    for (std::size_t i = 0; i < kPolicies.size(); ++i) {
      replans[i] = walk_on_changing_map("a-star", kPolicies[i], rules, static_cast<std::uint64_t>(round), 1).replans;
      sums[i] += replans[i];
    }
    ASSERT_LE(replans[0], replans[1]) << round;
    ASSERT_LE(replans[1], replans[2]) << round;
  }
  EXPECT_GT(sums[0], test::enough<std::uint64_t>(20));
  EXPECT_GT(sums[1], sums[0]);
  EXPECT_GT(sums[2], sums[1]);
}

TEST(PathAgent, a_break_far_ahead_is_found_when_it_comes_near) {
  constexpr int kLength = 700;
  for (const int far : {100, 250, 400, 600}) {
    Map map(*Grid::create(kLength, 3, true));
    const AgentPtr agent = agent_of("a-star", "broken", map);
    agent->reset(map.grid().node(0, 1), map.grid().node(kLength - 1, 1));
    for (int step = 0; agent->status() == Status::kInProgress; ++step) {
      if (step == 10) map.set(far, 1, false);
      if (step == 200) map.set(0, 0, false);
      const NodeId from = agent->position();
      ASSERT_TRUE(test::is_legal(map, from, agent->step().position)) << far;
      if (step == 10) {
        EXPECT_EQ(agent->work().replans, far <= 250 ? 1u : 0u) << far;
      }
    }
    EXPECT_EQ(agent->status(), Status::kSolved);
    EXPECT_EQ(agent->work().replans, 1u) << far;
  }
}

}  // namespace waymark::agent_path_agent_test
