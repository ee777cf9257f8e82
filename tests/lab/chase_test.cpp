#include "lab/run/chase.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "lab/run/run.hpp"
#include "lab/run/small_databases.hpp"
#include "lab/view/row_format.hpp"
#include "support/agent_problems.hpp"
#include "support/ascii.hpp"
#include "support/map_edits.hpp"
#include "support/plain_map.hpp"
#include "support/sanitized.hpp"
#include "waymark/base/random.hpp"
#include "waymark/offline/generate.hpp"
#include "waymark/offline/generate_edits.hpp"

namespace waymark::lab_chase_test {

AlgorithmChoice algorithm(std::string_view text) { return parse_algorithm(text).value(); }

ChaseRule rule(std::string_view text) { return parse_chase(text).value(); }

TEST(Chase, is_a_rule_and_a_speed) {
  EXPECT_EQ(rule("walk").kind, ChaseKind::kWalk);
  EXPECT_EQ(rule("flee").kind, ChaseKind::kFlee);
  EXPECT_EQ(rule("wander").kind, ChaseKind::kWander);
  EXPECT_EQ(rule("walk").speed, ChaseRule{}.speed);
  EXPECT_EQ(rule("flee:0.8").speed, 800u);
  EXPECT_EQ(rule("walk:0.125").speed, 125u);
  EXPECT_EQ(rule("walk:0").speed, 0u);
  EXPECT_EQ(rule("walk:10").speed, 10'000u);
  for (const char* text :
       {"", "run", "walk:", "flee:x", "flee:-1", "flee:10.001", "flee:0.1234", "walk:1:2", "Walk:1"}) {
    ASSERT_FALSE(parse_chase(text)) << text;
    EXPECT_NE(parse_chase(text).error().message.find("not '" + std::string(text) + "'"), std::string::npos);
  }
}

TEST(Chase, one_that_flees_takes_the_farthest_neighbour_and_stands_where_none_is_farther) {
  const Map map(test::grid_from({".......", ".@@@@@.", "......."}));
  const Grid& grid = map.grid();
  const auto after = [&](Cell from, Cell hunter, int moves) {
    MovingGoal goal(map, {ChaseKind::kFlee, 1000}, grid.node(hunter), grid.node(from));
    for (int i = 0; i < moves; ++i) goal.move(grid.node(hunter));
    return grid.cell(goal.position());
  };
  EXPECT_EQ(after({3, 0}, {0, 0}, 1), (Cell{4, 0}));
  EXPECT_EQ(after({3, 0}, {6, 0}, 1), (Cell{2, 0}));
  EXPECT_EQ(after({3, 0}, {0, 0}, 3), (Cell{6, 0}));
  EXPECT_EQ(after({3, 0}, {0, 0}, 5), (Cell{6, 2}));  // round the corner, then no farther
  EXPECT_EQ(after({3, 0}, {0, 0}, 50), (Cell{6, 2}));
  EXPECT_EQ(after({6, 0}, {0, 2}, 50), (Cell{6, 0}));  // in a corner from the first
  const Map open(*Grid::create(9, 9, true));
  // Both neighbours are as far: the first in the order of moves.
  MovingGoal tie(open, {ChaseKind::kFlee, 1000}, open.grid().node(4, 4), open.grid().node(4, 8));
  tie.move(open.grid().node(4, 4));
  EXPECT_EQ(open.grid().cell(tie.position()), (Cell{5, 8}));
}

TEST(Chase, a_goal_makes_so_many_moves_for_each_step) {
  const Map map(*Grid::create(2'000, 1, true));
  for (const std::uint32_t speed : {0u, 1u, 300u, 500u, 999u, 1'000u, 1'500u}) {
    MovingGoal goal(map, {ChaseKind::kFlee, speed}, map.grid().node(0, 0), map.grid().node(10, 0));
    for (std::uint64_t step = 1; step <= 1'000; ++step) {
      goal.move(map.grid().node(0, 0));
      ASSERT_EQ(goal.moves(), step * speed / 1'000) << speed;
    }
  }
}

TEST(Chase, one_that_walks_is_not_disturbed_by_who_hunts_it_and_moves_legally_under_edits) {
  Random random(5);
  std::uint64_t moved = 0;
  for (int round = 0; round < test::rounds(100); ++round) {
    const MoveRules& rules = test::few_rules()[static_cast<std::size_t>(round) % test::few_rules().size()];
    test::Problem problem = test::random_problem(random, rules, 20);
    Map& map = problem.map;
    const ChaseKind kind = round % 2 == 0 ? ChaseKind::kWalk : ChaseKind::kWander;
    MovingGoal one(map, {kind, 1000}, problem.start, problem.goal);
    MovingGoal same(map, {kind, 1000}, problem.start, problem.goal);
    for (int step = 0; step < 100; ++step) {
      if (random.chance(1, 4)) test::edit_anything(random, map, one.position(), problem.start);
      const NodeId before = one.position();
      one.move(kNoNode);
      same.move(kNoNode);
      ASSERT_EQ(one.position(), same.position());
      ASSERT_TRUE(test::is_legal(map, before, one.position()));
      ASSERT_TRUE(before == one.position() || map.grid().passable(before));
    }
    moved += one.moves();
  }
  EXPECT_GT(moved, test::enough<std::uint64_t>(1'000));
}

TEST(Chase, one_that_walks_goes_to_and_fro_on_its_way) {
  Map map(test::grid_from({"..........", "@@@@@@.@@@", "..........", ".........."}));
  const Grid& grid = map.grid();
  const GoalWalk way{{9, 0}, {0, 2}};
  MovingGoal goal(map, {ChaseKind::kWalk, 1000, way}, grid.node(0, 0), grid.node(5, 0));
  const auto after = [&](int moves) {
    for (int i = 0; i < moves; ++i) goal.move(kNoNode);
    return grid.cell(goal.position());
  };
  EXPECT_EQ(after(4), way.from);
  const int through_door = 3 + 2 + 6;
  EXPECT_EQ(after(through_door), way.to);
  EXPECT_EQ(after(through_door), way.from);
  map.set(6, 1, false);  // no way to the other end, and it is on this one
  EXPECT_EQ(after(5), way.from);
  map.set(6, 1, true);
  EXPECT_EQ(after(through_door), way.to);
  // Without a way of its own: to where the unit set out, and back.
  MovingGoal alone(map, {ChaseKind::kWalk, 1000}, grid.node(0, 3), grid.node(3, 3));
  for (const int x : {2, 1, 0, 1, 2, 3, 2}) {
    alone.move(kNoNode);
    EXPECT_EQ(grid.cell(alone.position()), (Cell{x, 3}));
  }
}

TEST(Chase, the_way_of_a_goal_is_that_of_the_next_problem_however_many_are_run) {
  const Map map(generate_map(MapKind::kRooms, {32, 32, 4}).value());
  const std::vector<Problem> all = random_problems(map, {.count = 4}).value();
  for (const std::uint64_t count : {1u, 3u}) {
    const std::vector<Problem> chases = random_chases(map, {.count = count}).value();
    ASSERT_EQ(chases.size(), count);
    for (std::size_t i = 0; i < count; ++i) {
      EXPECT_EQ(chases[i].goal, all[i].goal);
      EXPECT_EQ(chases[i].goal_walk->from, all[i + 1].start);
      EXPECT_EQ(chases[i].goal_walk->to, all[i + 1].goal);
    }
  }
  ScenarioFile file;
  file.map_name = "x.map";
  file.map_width = 32;
  file.map_height = 32;
  for (const Problem& problem : all) {
    file.rows.push_back({0, problem.start, problem.goal, 0});
  }
  const std::vector<Problem> rows = scenario_problems(map, file, "x.scen", {.every = 3}).value();
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].goal_walk->to, all[1].goal);
  EXPECT_EQ(rows[1].goal_walk->to, all[0].goal);
  // The row of a run walks it: after so many steps the goal is where that way leads.
  const std::vector<Problem> one = random_chases(map, {.count = 1, .min_cost = 20}).value();
  const RunRow row = run_problems(map, algorithm("a-star"), one,
                                  {.paths = true, .max_moves = 4'000, .budget = 1, .chase = rule("walk:1")})
                         .value()
                         .front();
  MovingGoal goal(map, {ChaseKind::kWalk, 1000, one[0].goal_walk}, map.grid().node(one[0].start),
                  map.grid().node(one[0].goal));
  for (std::size_t i = 1; i + 1 < row.goal_path.size(); ++i) {
    goal.move(map.grid().node(row.path[i]));
    ASSERT_EQ(row.goal_path[i], map.grid().cell(goal.position()));
  }
}

RunRow run_one(const Map& map, std::string_view text, Cell start, Cell goal, RunOptions options) {
  options.paths = true;
  const std::vector<Problem> problems{{0, start, goal}};
  return run_problems(map, algorithm(text), problems, options).value().front();
}

TEST(Chase, ends_where_the_two_are_on_one_cell) {
  const Map map(*Grid::create(30, 1, true));
  // It runs from 10 at half the unit's speed: after 2n steps the unit has walked 2n cells and the goal n.
  const RunRow row = run_one(map, "a-star", {0, 0}, {10, 0}, {.chase = rule("flee:0.5")});
  EXPECT_EQ(row.status, Status::kSolved);
  EXPECT_EQ(row.moves, 18u);
  EXPECT_EQ(row.steps, 18u);
  EXPECT_EQ(row.cost, 18.0);
  EXPECT_EQ(row.living->goal_moves, 8u);
  EXPECT_EQ(row.optimal, std::nullopt);
  EXPECT_EQ(row.suboptimality, std::nullopt);
  EXPECT_EQ(row.goal_path.front(), (Cell{10, 0}));
  EXPECT_EQ(row.goal_path.back(), row.path.back());
  EXPECT_EQ(row.fault, "");
  // As fast as the unit: never, where there is room.
  const RunRow never = run_one(map, "a-star", {0, 0}, {5, 0}, {.max_moves = 20, .chase = rule("flee:1")});
  EXPECT_EQ(never.status, Status::kOutOfBudget);
  EXPECT_EQ(never.path.size(), 21u);
  EXPECT_EQ(never.cost, std::nullopt);
}

TEST(Chase, a_goal_that_stands_is_reached_as_without_a_chase) {
  Random random(9);
  for (const AlgorithmInfo& info : algorithms()) {
    if (info.gives_up || info.database != DatabaseKind::kNone) continue;
    for (int round = 0; round < test::rounds(10); ++round) {
      const test::Problem problem = test::random_problem(random, {}, 20);
      const Cell start = problem.map.grid().cell(problem.start);
      const Cell goal = problem.map.grid().cell(problem.goal);
      const RunRow still = run_one(problem.map, info.key, start, goal, {.chase = rule("walk:0")});
      const RunRow plain = run_one(problem.map, info.key, start, goal, {});
      ASSERT_EQ(still.cost, plain.cost) << info.key;
      ASSERT_EQ(still.moves, plain.moves) << info.key;
      ASSERT_EQ(still.work.expanded, plain.work.expanded) << info.key;
    }
  }
}

void check_row(const RunRow& row, const Grid& grid, const EditScript& edits) {
  test::PlainMap plain(grid);
  ASSERT_EQ(row.path.size(), row.steps + 1);
  ASSERT_EQ(row.goal_path.size(), row.path.size());
  std::size_t next = 0;
  std::uint64_t goal_moves = 0;
  for (std::size_t step = 1; step < row.path.size(); ++step) {
    for (; next < edits.edits.size() && edits.edits[next].step <= step; ++next) {
      plain.edit(edits.edits[next].area, edits.edits[next].passable);
    }
    for (const std::vector<Cell>* path : {&row.path, &row.goal_path}) {
      const Cell from = (*path)[step - 1];
      const Cell to = (*path)[step];
      ASSERT_TRUE(from == to || plain.legal(from, to)) << "step " << step;
      if (path == &row.goal_path) goal_moves += from != to ? 1u : 0u;
    }
    ASSERT_EQ(row.path[step] == row.goal_path[step], step + 1 == row.path.size() && row.status == Status::kSolved);
  }
  EXPECT_EQ(row.living->goal_moves, goal_moves);
  EXPECT_EQ(row.fault, "");
}

// Every algorithm of the registry, with and without edits.
TEST(Chase, every_move_is_legal_and_a_slower_goal_is_caught) {
  std::uint64_t caught = 0;
  std::uint64_t all = 0;
  for (const AlgorithmInfo& info : algorithms()) {
    if (info.gives_up) continue;
    Random random(21);
    for (int round = 0; round < test::rounds(10); ++round) {
      const Map map(
          generate_map(kMapKinds[static_cast<std::size_t>(round) % kMapKinds.size()].kind, {24, 20, random.next()})
              .value());
      const DatabaseSet databases =
          build_small_database(algorithm(info.key), map, {.records = 20, .depth_cap = 4, .d_max = 3, .training = 2})
              .value();
      const bool edited = round % 2 == 1;
      const EditScript edits =
          edited ? generate_edits(map.grid(), {.count = 40, .seed = random.next(), .steps = 60}).value() : EditScript{};
      RandomSelection selection;
      selection.count = 3;
      selection.seed = random.next();
      const std::vector<Problem> problems = random_problems(map, selection).value();
      RunOptions options{.paths = true, .databases = databases.view()};
      if (edited) options.edits = &edits;
      options.chase = rule(round % 3 == 0 ? "flee:0.5" : "walk:0.4");
      for (const RunRow& row : run_problems(map, algorithm(info.key), problems, options).value()) {
        SCOPED_TRACE(std::string(info.key) + ", round " + std::to_string(round));
        check_row(row, map.grid(), edits);
        if (HasFailure()) return;
        ++all;
        caught += row.status == Status::kSolved ? 1u : 0u;
        if (info.is_whole_path() && !edited) {
          EXPECT_EQ(row.status, Status::kSolved);
        }
      }
    }
  }
  EXPECT_GT(caught * 100, all * 95) << caught << " of " << all;
}

TEST(ChaseThreads, rows_do_not_depend_on_the_number_of_threads) {
  const Map map(generate_map(MapKind::kRooms, {32, 32, 4}).value());
  RandomSelection selection;
  selection.count = 20;
  const std::vector<Problem> problems = random_problems(map, selection).value();
  for (const char* text : {"jps", "lss-lrta"}) {
    const auto rows_by = [&](int jobs) {
      std::vector<std::string> lines;
      RunOptions options{.jobs = jobs, .paths = true, .chase = rule("walk:0.7")};
      for (RunRow& row : run_problems(map, algorithm(text), problems, options).value()) {
        row.mean_move_ns = 0;
        row.p99_move_ns = row.max_move_ns = row.first_move_ns = 0;
        lines.push_back(to_json({}, row, {.paths = true, .living = true, .chase = true}));
      }
      return lines;
    };
    EXPECT_EQ(rows_by(1), rows_by(3)) << text;
  }
}

}  // namespace waymark::lab_chase_test
