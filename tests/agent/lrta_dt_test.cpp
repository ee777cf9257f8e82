#include "waymark/agent/lrta_dt.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "agent/depth_features.hpp"
#include "agent/ply_lookahead.hpp"
#include "support/agent_problems.hpp"
#include "support/agents.hpp"
#include "support/allocations.hpp"
#include "support/sanitized.hpp"
#include "support/trees.hpp"
#include "waymark/agent/registry.hpp"

namespace waymark::agent_lrta_dt_test {

test::Place place_of(const Map& map, NodeId node) {
  const Cell cell = map.grid().cell(node);
  return {cell.x, cell.y};
}

AgentPtr agent_with(const Map& map, const DepthTree& tree) {
  Databases databases;
  databases.tree = &tree;
  return *parse_algorithm("lrta-dt-g")->make_agent(map, Agent::kUnbounded, databases);
}

const test::PlainTree kAlwaysDeep{-1, 0, 6, {}};

TEST(LrtaDt, moves_learns_and_charges_as_the_paper_and_the_header_say) {
  Random random(1);
  for (const MoveRules& rules : test::agent_rules()) {
    for (int round = 0; round < 25; ++round) {
      const test::Problem problem = test::random_problem(random, rules, 16);
      const int history = random.chance(1, 2) ? 60 : random.between(1, 8);
      const int presearch = random.between(1, 3);
      const bool best_first = random.chance(1, 3);
      const test::PlainTree plain_tree = test::random_plain_tree(random, 5, 4);
      const DepthTree tree =
          test::depth_tree(plain_tree, {5, static_cast<std::uint32_t>(history), static_cast<std::uint32_t>(presearch),
                                        best_first ? LookaheadShape::kBestFirst : LookaheadShape::kPlies});
      const AgentPtr agent = agent_with(problem.map, tree);
      agent->reset(problem.start, problem.goal);
      test::PlainLrtaDt plain(problem.map.grid(), rules, place_of(problem.map, problem.start),
                              place_of(problem.map, problem.goal), plain_tree, history, presearch, best_first);
      std::uint64_t at_cap = 0;
      for (int move = 0; move < 250 && !plain.done(); ++move) {
        const NodeId left = agent->position();
        const test::Place left_place = plain.position();
        plain.move();
        const AgentStep step = agent->step();
        ASSERT_EQ(place_of(problem.map, step.position), plain.position()) << "move " << move;
        ASSERT_EQ(agent->heuristic(left), plain.h(left_place)) << "move " << move;
        ASSERT_EQ(step.work, plain.work()) << "move " << move;
        ASSERT_LE(step.work, agent->bound());
        if (plain.asked_for() == 5) ++at_cap;
        ASSERT_EQ(agent->work().at_cap, at_cap) << "move " << move;
      }
      ASSERT_EQ(agent->status() == Status::kSolved, plain.done());
    }
  }
}

// With either shape, and with a pre-search that is as deep as some of the looks best first.
TEST(LrtaDt, arrives_whatever_the_tree_says) {
  Random random(3);
  for (int round = 0; round < test::rounds(300); ++round) {
    const MoveRules& rules = test::few_rules()[static_cast<std::size_t>(round) % test::few_rules().size()];
    const test::Problem problem = test::random_problem(random, rules, 40);
    const auto presearch = static_cast<std::uint32_t>(random.between(1, 3));
    const auto shape = round % 3 == 0 ? LookaheadShape::kPlies : LookaheadShape::kBestFirst;
    test::PlainTree plain_tree{-1, 0, random.between(2, 5), {}};
    if (random.chance(1, 2)) plain_tree = test::random_plain_tree(random, 5, 4);
    const DepthTree tree = test::depth_tree(plain_tree, {5, 60, presearch, shape});
    const AgentPtr agent = agent_with(problem.map, tree);
    agent->reset(problem.start, problem.goal);
    for (int step = 0; step < 100'000 && agent->status() == Status::kInProgress; ++step) agent->step();
    ASSERT_EQ(agent->status(), Status::kSolved) << "round " << round;
  }
}

// All eleven, against the whole walk read again on every move.
TEST(DepthFeatures, are_those_of_the_walked_history) {
  Random random(2);
  std::array<std::set<std::int64_t>, kDepthFeatures> seen;
  for (const MoveRules& rules : test::few_rules()) {
    for (int round = 0; round < 30; ++round) {
      const test::Problem problem = test::random_problem(random, rules, 20);
      const int history = random.chance(1, 3) ? 60 : random.between(1, 20);
      const int presearch = random.between(1, 3);
      test::PlainLrtaDt plain(problem.map.grid(), rules, place_of(problem.map, problem.start),
                              place_of(problem.map, problem.goal), {}, history, presearch);
      LearnedHeuristic h(problem.map);
      h.set_goal(problem.goal, false);
      PlyLookahead lookahead(problem.map, static_cast<std::uint32_t>(presearch), 1000);
      DepthFeatures features(problem.map, static_cast<std::uint32_t>(history), static_cast<std::uint32_t>(presearch));
      features.begin();
      Work work;
      NodeId s = problem.start;
      for (int move = 0; move < 200 && s != problem.goal; ++move) {
        lookahead.run(s, problem.goal, h);
        const FrontierState best = *std::min_element(lookahead.frontier().begin(), lookahead.frontier().end());
        const DepthFeatureValues values = features.of(s, h, lookahead.frontier(), best);
        const std::vector<std::int64_t> wanted = plain.features();
        for (std::size_t f = 0; f < kDepthFeatures; ++f) {
          ASSERT_EQ(values[f], wanted[f]) << "f" << f + 1 << " at move " << move;
          seen[f].insert(values[f]);
        }
        const Cost before = h(s);
        h.raise(s, static_cast<Cost>(best.f / 1000), work);
        features.moved(s, best.first_move, h(s) - before);
        s = lookahead.step(s, best.first_move);
        plain.move();
      }
    }
  }
  for (std::size_t f = 0; f < kDepthFeatures; ++f) EXPECT_GT(seen[f].size(), 1u) << "f" << f + 1;
}

TEST(DepthFeatures, stay_within_their_type_whatever_is_learned) {
  const Map map(*Grid::create(20, 20, true), {Neighbours::kEight, DiagonalRule::kBothFree, kUnitCosts});
  const NodeId goal = map.grid().node(19, 19);
  LearnedHeuristic h(map);
  h.set_goal(goal, false);
  DepthFeatures features(map, 1000, 1);
  PlyLookahead lookahead(map, 1, 1000);
  for (int i = 0; i < 2000; ++i) features.moved(map.grid().node(i % 20, 0), kEast, kMaxHeuristic);
  const NodeId s = map.grid().node(18, 18);
  Work work;
  h.raise(s, kMaxHeuristic, work);
  lookahead.run(s, goal, h);
  const FrontierState best = *std::min_element(lookahead.frontier().begin(), lookahead.frontier().end());
  const DepthFeatureValues values = features.of(s, h, lookahead.frontier(), best);
  EXPECT_EQ(values[2], 20);
  EXPECT_EQ(values[3], 2147483647);
  EXPECT_EQ(values[8], DepthFeatures::kMaxRatio);
}

// A tree of one leaf is LRTA* of that depth, but for the charge.
TEST(LrtaDt, is_lrta_if_the_tree_always_says_the_same) {
  Random random(3);
  for (std::size_t round = 0; round < 100; ++round) {
    const test::Problem problem = test::random_problem(random, test::few_rules()[round % 5], 20);
    const int d = random.between(1, 6);
    const DepthTree tree = test::depth_tree({-1, 0, d, {}}, {6, 60, 1});
    const AgentPtr agent = agent_with(problem.map, tree);
    const AgentPtr lrta = *parse_algorithm("lrta:d=" + std::to_string(d))->make_agent(problem.map);
    agent->reset(problem.start, problem.goal);
    lrta->reset(problem.start, problem.goal);
    while (agent->status() == Status::kInProgress) ASSERT_EQ(agent->step().position, lrta->step().position);
    EXPECT_EQ(agent->work().update_volume, lrta->work().update_volume);
  }
}

TEST(LrtaDt, arrives_with_any_tree_and_any_budget_and_never_spends_more) {
  Random random(4);
  const std::vector<MoveRules> rules = test::agent_rules();
  for (int round = 0; round < 3000; ++round) {
    const test::Problem problem =
        test::random_problem(random, rules[static_cast<std::size_t>(round) % rules.size()], 18);
    const DepthTree tree = test::random_tree(random, random.between(3, 8), 5, random.chance(1, 2) ? 60 : 3,
                                             static_cast<std::uint32_t>(random.between(1, 3)));
    const AgentPtr agent = agent_with(problem.map, tree);
    agent->reset(problem.start, problem.goal);
    const std::uint64_t least = agent->smallest_budget();
    const bool always_least = random.chance(1, 4);
    NodeId at = problem.start;
    for (int step = 0; agent->status() == Status::kInProgress; ++step) {
      ASSERT_LT(step, 100'000);
      const std::uint64_t budget =
          always_least ? least : least + random.below(static_cast<std::uint32_t>(agent->bound() - least + 1));
      const Work before = agent->work();
      const AgentStep done = agent->step({budget});
      ASSERT_LE(done.work, budget);
      ASSERT_EQ(done.expanded, agent->work().expanded - before.expanded);
      ASSERT_GE(done.work, done.expanded + agent->work().updates - before.updates);
      ASSERT_TRUE(test::is_legal(problem.map, at, done.position));
      at = done.position;
    }
    ASSERT_EQ(agent->status(), Status::kSolved);
  }
}

TEST(LrtaDt, goes_on_when_the_map_is_edited_under_it) {
  Random random(5);
  for (std::size_t round = 0; round < 300; ++round) {
    test::Problem problem = test::random_problem(random, test::few_rules()[round % 5], 20);
    const DepthTree tree = test::random_tree(random, 6);
    const AgentPtr agent = agent_with(problem.map, tree);
    agent->reset(problem.start, problem.goal);
    for (int step = 0; agent->status() == Status::kInProgress; ++step) {
      ASSERT_LT(step, 100'000);
      const NodeId at = agent->position();
      if (step < 60 && random.chance(1, 4)) {
        const int x = random.between(0, problem.map.grid().width() - 1);
        const int y = random.between(0, problem.map.grid().height() - 1);
        if (problem.map.grid().node(x, y) != at) problem.map.set(x, y, random.chance(1, 2));
      }
      const AgentStep done = agent->step();
      ASSERT_TRUE(test::is_legal(problem.map, at, done.position));
    }
    ASSERT_TRUE(agent->status() == Status::kSolved || !problem.map.connected(agent->position(), problem.goal));
  }
}

TEST(LrtaDt, takes_pages_in_a_step_and_nothing_on_a_walk_done_before) {
  Random random(6);
  const Map map(test::random_grid(random, 200, 200, 30));
  const DepthTree tree = test::depth_tree(kAlwaysDeep, {6, 60, 1});
  const AgentPtr agent = agent_with(map, tree);
  NodeId start = kNoNode;
  NodeId goal = kNoNode;
  do {
    start = test::random_passable(random, map.grid());
    goal = test::random_passable(random, map.grid());
  } while (!map.connected(start, goal) || map.grid().cell(start).x > 50 || map.grid().cell(goal).x < 150);
  for (int trial = 0; trial < 2; ++trial) {
    agent->reset(start, goal);
    while (agent->status() == Status::kInProgress) {
      const test::Allocations made = test::allocations_of([&] { agent->step(); });
      ASSERT_LE(made.largest, 16u * 1024);
      ASSERT_LE(made.count, trial == 0 ? 8u : 0u);
    }
  }
}

TEST(LrtaDt, needs_a_tree_and_a_grid_without_hexagons) {
  const Map map(*Grid::create(5, 5, true));
  const auto missing = parse_algorithm("lrta-dt-g")->make_agent(map);
  ASSERT_FALSE(missing);
  EXPECT_NE(missing.error().message.find("Databases::tree"), std::string::npos);
  const DepthTree tree = test::depth_tree(kAlwaysDeep, {6, 60, 1});
  EXPECT_FALSE(
      make_lrta_dt(Map(*Grid::create(5, 5, true), {Neighbours::kSix, DiagonalRule::kNever, kUnitCosts}), tree));
}

}  // namespace waymark::agent_lrta_dt_test
