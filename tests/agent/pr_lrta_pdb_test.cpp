#include "waymark/agent/pr_lrta_pdb.hpp"

#include <gtest/gtest.h>

#include "base/thousandths.hpp"
#include "support/agent_problems.hpp"
#include "support/agents.hpp"
#include "support/allocations.hpp"
#include "support/built_patterns.hpp"
#include "support/plain_pr_lrta.hpp"

namespace waymark::agent_pr_lrta_pdb_test {

struct Variant {
  PatternDepth depth;
  PatternGoal goal;
  PatternContent content;
};
constexpr std::array<Variant, 3> kVariants{{
    {PatternDepth::kDatabase, PatternGoal::kGlobal, PatternContent::kDepth},
    {PatternDepth::kFixed, PatternGoal::kDatabase, PatternContent::kGoal},
    {PatternDepth::kDatabase, PatternGoal::kDatabase, PatternContent::kBoth},
}};

const MoveRules& rules_of(int round) {
  static const std::vector<MoveRules> kRules = test::agent_rules();
  return kRules[static_cast<std::size_t>(round) % kRules.size()];
}

PatternBuildOptions random_build(Random& random, PatternContent content) {
  const std::uint32_t base = 1 + random.below(2);
  return {base + 1 + random.below(2), base, 1 + random.below(8), content};  // of first exits
}

TEST(PrLrtaPdb, moves_learns_and_spends_as_a_plain_transcription_does) {
  Random random(1);
  int compared = 0;
  int fell_back = 0;
  for (int round = 0; round < 1'200; ++round) {
    const test::Problem problem = test::random_problem(random, rules_of(round), 30);
    const Variant& variant = kVariants[static_cast<std::size_t>(round) / 3 % kVariants.size()];
    PatternBuildOptions build = random_build(random, variant.content);
    if (variant.goal == PatternGoal::kDatabase) build.exit = static_cast<PatternExit>(random.below(3));
    const auto database = test::build_patterns(problem.map, build);
    if (!database) continue;
    const auto abstraction = std::make_shared<const CliqueAbstraction>(problem.map);
    const bool goals = variant.goal == PatternGoal::kDatabase;
    // For states visited again, deeper than the cap of the other.
    PatternBuildOptions second = build;
    second.content = PatternContent::kDepth;
    second.depth_cap = 100;
    const auto depths = goals && random.chance(1, 2) ? test::build_patterns(problem.map, second) : std::nullopt;
    const bool held = random.chance(1, 3);
    const bool region_ties = random.chance(1, 3);
    const bool goal_region = random.chance(1, 3);
    const bool cells = random.chance(1, 3);
    const PrLrtaPdbOptions options{variant.depth,
                                   variant.goal,
                                   1 + random.below(4),
                                   random.chance(1, 2) ? 1.0 : 0.6,
                                   build.exit,
                                   depths ? &*depths : nullptr,
                                   random.chance(1, 3) ? PrLrtaRefine::kRepresentative : PrLrtaRefine::kEntry,
                                   held ? PatternSubgoal::kHeld : PatternSubgoal::kRegion,
                                   region_ties ? PatternTies::kRegion : PatternTies::kPlain,
                                   goal_region,
                                   cells ? PrLrtaDetector::kCells : PrLrtaDetector::kRegions};
    const AgentPtr agent = *make_pr_lrta_pdb(problem.map, *database, options);
    agent->reset(problem.start, problem.goal);
    test::PlainPrLrta plain(problem.map, *abstraction, static_cast<int>(build.base), static_cast<int>(options.d),
                            thousandths_of(options.gamma), problem.start, problem.goal,
                            {&*database, variant.depth == PatternDepth::kDatabase, goals, options.depths_to_goal, held,
                             region_ties, goal_region, cells},
                            options.refine == PrLrtaRefine::kRepresentative);
    while (!plain.done()) {
      const Work before = agent->work();
      std::uint64_t spent = 0;
      for (const NodeId expected : plain.round()) {
        const NodeId from = agent->position();
        while (agent->position() == from) spent += agent->step().work;
        ASSERT_EQ(agent->position(), expected);
      }
      ASSERT_EQ(spent, plain.work());
      ASSERT_EQ(agent->work().expanded - before.expanded, plain.expanded());
    }
    ASSERT_EQ(agent->status(), Status::kSolved);
    ASSERT_EQ(agent->work().fell_back, plain.fell_back() ? 1u : 0u);
    ++compared;
    fell_back += plain.fell_back() ? 1 : 0;
  }
  EXPECT_GT(compared, 300);
  EXPECT_GT(fell_back, 30);
}

TEST(PrLrtaPdb, arrives_by_the_same_way_with_any_budget) {
  Random random(2);
  for (int round = 0; round < 60; ++round) {
    const test::Problem problem = test::random_problem(random, rules_of(round), 14);
    const Variant& variant = kVariants[static_cast<std::size_t>(round) % kVariants.size()];
    const auto database = test::build_patterns(problem.map, random_build(random, variant.content));
    if (!database) continue;
    const AgentPtr agent = *make_pr_lrta_pdb(problem.map, *database, {variant.depth, variant.goal, 2, 1.0});
    std::vector<NodeId> expected;
    for (std::uint64_t budget = agent->bound() + 1; budget > 0; --budget) {
      agent->reset(problem.start, problem.goal);
      std::vector<NodeId> walked{problem.start};
      while (agent->status() == Status::kInProgress) {
        const AgentStep made = agent->step({budget});
        ASSERT_LE(made.work, std::min(budget, agent->bound()));
        if (made.position != walked.back()) walked.push_back(made.position);
      }
      if (expected.empty()) expected = walked;
      ASSERT_EQ(walked, expected);
    }
  }
}

// Cells are blocked and freed under the walking agent: the database is then of another map.
TEST(PrLrtaPdb, arrives_whatever_happens_to_the_map) {
  Random random(3);
  int arrived = 0;
  for (int round = 0; round < 1'000; ++round) {
    test::Problem problem = test::random_problem(random, rules_of(round), 20);
    Map& map = problem.map;
    const Variant& variant = kVariants[static_cast<std::size_t>(round) % kVariants.size()];
    const auto database = test::build_patterns(map, random_build(random, variant.content));
    if (!database) continue;
    const AgentPtr agent = *make_pr_lrta_pdb(map, *database, {variant.depth, variant.goal, 2, 1.0});
    const bool edits = random.chance(1, 2);
    agent->reset(problem.start, problem.goal, Learning::kKeep);
    for (int step = 0; agent->status() == Status::kInProgress; ++step) {
      ASSERT_LT(step, 100'000);
      const NodeId from = agent->position();
      const Cell cell{random.between(0, map.grid().width() - 1), random.between(0, map.grid().height() - 1)};
      const NodeId node = map.grid().node(cell);
      if (edits && step < 20 && node != from && node != problem.goal) {
        map.set(cell.x, cell.y, !map.grid().passable(cell.x, cell.y));
      }
      const AgentStep made = agent->step({1 + random.below(static_cast<std::uint32_t>(agent->bound()))});
      ASSERT_TRUE(map.grid().passable(made.position));
      ASSERT_TRUE(test::is_legal(map, from, made.position));
    }
    ASSERT_EQ(agent->status(), map.connected(agent->position(), problem.goal) ? Status::kSolved : Status::kUnreachable);
    arrived += agent->status() == Status::kSolved ? 1 : 0;
  }
  EXPECT_GT(arrived, 300);
}

// A database whose exits and depths are all wrong, for its pairs were mixed up: bytes of another map of the same size
// would be refused.
TEST(PrLrtaPdb, arrives_with_a_database_that_lies) {
  Random random(4);
  int walked = 0;
  for (int round = 0; round < 500; ++round) {
    const test::Problem problem = test::random_problem(random, rules_of(round), 20);
    const Variant& variant = kVariants[static_cast<std::size_t>(round) % kVariants.size()];
    const auto build = make_pattern_build(problem.map, random_build(random, variant.content));
    if (!build) continue;
    const auto maker = (*build)->maker();
    std::vector<std::string> items;
    for (std::uint64_t item = 0; item < (*build)->items(); ++item) {
      std::string bytes = maker->make(item);
      const std::size_t pairs = bytes.size() - (*build)->items() * 2;
      for (std::uint64_t to = (*build)->items() - 1; to > 0; --to) {
        const std::uint64_t other = random.below(static_cast<std::uint32_t>(to) + 1);
        if (to == item || other == item) continue;  // a region is not paired with itself
        std::swap(bytes[pairs + to * 2], bytes[pairs + other * 2]);
        std::swap(bytes[pairs + to * 2 + 1], bytes[pairs + other * 2 + 1]);
      }
      items.push_back(std::move(bytes));
    }
    auto database = PatternDatabase::open(*Container::parse(*(*build)->assemble(items), "mixed"), problem.map);
    ASSERT_TRUE(database) << database.error().message;
    const AgentPtr agent = *make_pr_lrta_pdb(problem.map, *database, {variant.depth, variant.goal, 1, 1.0});
    for (int trial = 0; trial < 2; ++trial) {
      agent->reset(problem.start, problem.goal, Learning::kKeep);
      for (int step = 0; agent->status() == Status::kInProgress; ++step) {
        ASSERT_LT(step, 100'000);
        agent->step();
      }
      ASSERT_EQ(agent->status(), Status::kSolved);
    }
    ++walked;
  }
  EXPECT_GT(walked, 200);
}

TEST(PrLrtaPdb, allocates_nothing_on_a_walk_done_before) {
  Random random(5);
  const Map map(test::random_grid(random, 60, 60, 15));
  const auto database = test::build_patterns(map, {4, 2, 10, PatternContent::kBoth});
  ASSERT_TRUE(database);
  const AgentPtr agent = *make_pr_lrta_pdb(map, *database);
  NodeId start = kNoNode;
  NodeId goal = kNoNode;
  do {
    start = test::random_passable(random, map.grid());
    goal = test::random_passable(random, map.grid());
  } while (!map.connected(start, goal) || map.grid().cell(start).x > 10 || map.grid().cell(goal).x < 50);
  const auto walk = [&] {
    agent->reset(start, goal);
    while (agent->status() == Status::kInProgress) agent->step();
  };
  walk();
  EXPECT_EQ(test::allocations_of(walk).count, 0u);
}

TEST(PrLrtaPdb, refuses_a_database_without_what_it_needs) {
  const Map map(*Grid::create(40, 40, true));
  const auto on_the_grid = test::build_patterns(map, {3, 0, 5, PatternContent::kBoth});
  const auto goals = test::build_patterns(map, {3, 2, 5, PatternContent::kGoal});
  const auto depths = test::build_patterns(map, {3, 2, 5, PatternContent::kDepth});
  ASSERT_TRUE(on_the_grid && goals && depths);
  EXPECT_FALSE(make_pr_lrta_pdb(map, *on_the_grid));
  EXPECT_FALSE(make_pr_lrta_pdb(map, *goals));
  EXPECT_FALSE(make_pr_lrta_pdb(map, *depths));
  EXPECT_FALSE(make_pr_lrta_pdb(map, *goals, {PatternDepth::kFixed, PatternGoal::kGlobal, 1, 1.0}));
  EXPECT_TRUE(make_pr_lrta_pdb(map, *goals, {PatternDepth::kFixed, PatternGoal::kDatabase, 1, 1.0}));
  EXPECT_TRUE(make_pr_lrta_pdb(map, *depths, {PatternDepth::kDatabase, PatternGoal::kGlobal, 1, 1.0}));
  const auto last = test::build_patterns(map, {3, 2, 5, PatternContent::kGoal, PatternExit::kLast});
  ASSERT_TRUE(last);
  EXPECT_FALSE(make_pr_lrta_pdb(map, *last, {PatternDepth::kFixed, PatternGoal::kDatabase, 1, 1.0}));
  EXPECT_TRUE(make_pr_lrta_pdb(map, *last, {PatternDepth::kFixed, PatternGoal::kDatabase, 1, 1.0, PatternExit::kLast}));
  const auto with_second = [&](const PatternDatabase& second) {
    return make_pr_lrta_pdb(map, *goals,
                            {PatternDepth::kFixed, PatternGoal::kDatabase, 1, 1.0, PatternExit::kFirst, &second})
        .ok();
  };
  const auto of_another_base = test::build_patterns(map, {3, 1, 5, PatternContent::kDepth});
  ASSERT_TRUE(of_another_base);
  EXPECT_TRUE(with_second(*depths));
  EXPECT_FALSE(with_second(*goals));
  EXPECT_FALSE(with_second(*of_another_base));
  const Map other(*Grid::create(30, 40, true));
  EXPECT_FALSE(make_pr_lrta_pdb(other, *goals, {PatternDepth::kFixed, PatternGoal::kDatabase, 1, 1.0}));
}

}  // namespace waymark::agent_pr_lrta_pdb_test
