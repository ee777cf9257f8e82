#include "lab/run/run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "lab/run/optimal_length.hpp"
#include "lab/run/small_databases.hpp"
#include "lab/view/row_format.hpp"
#include "support/ascii.hpp"
#include "waymark/offline/generate.hpp"

namespace waymark::lab_run_test {

Map city(const MoveRules& rules = {}) {
  GenerateOptions options;
  options.width = 64;
  options.height = 64;
  return Map(generate_map(MapKind::kCity, options).value(), rules);
}

std::vector<Problem> problems_on(const Map& map, std::uint64_t count) {
  RandomSelection selection;
  selection.count = count;
  return random_problems(map, selection).value();
}

// What an algorithm needs, if anything.
DatabaseSet databases_for(std::string_view text, const Map& map) {
  return *build_small_database(parse_algorithm(text).value(), map,
                               {.records = 40, .depth_cap = 4, .d_max = 3, .training = 2});
}

AlgorithmChoice algorithm(std::string_view text) { return parse_algorithm(text).value(); }

// Nor what an agent holds, for it keeps pages of the problems it ran before.
std::vector<std::string> without_times(std::vector<RunRow> rows) {
  std::vector<std::string> lines;
  for (RunRow& row : rows) {
    row.mean_move_ns = 0;
    row.online_bytes = 0;
    row.p99_move_ns = row.max_move_ns = row.first_move_ns = 0;
    lines.push_back(to_json({}, row, {.paths = true, .trials = true, .database = true}));
  }
  return lines;
}

TEST(RunThreads, rows_do_not_depend_on_the_number_of_threads) {
  const Map map = city();
  const auto problems = problems_on(map, 60);
  for (const AlgorithmInfo& info : algorithms()) {
    if (info.gives_up) continue;
    const DatabaseSet databases = databases_for(info.key, map);
    const auto rows_by = [&](int threads) {
      const RunOptions options{.jobs = threads, .paths = true, .databases = databases.view()};
      return without_times(run_problems(map, algorithm(info.key), problems, options).value());
    };
    const auto one = rows_by(1);
    ASSERT_EQ(one.size(), problems.size());
    EXPECT_EQ(one, rows_by(2)) << info.key;
    EXPECT_EQ(one, rows_by(3)) << info.key;
  }
}

TEST(RunThreads, more_threads_than_problems_do_no_harm) {
  const Map map = city();
  const auto problems = problems_on(map, 2);
  EXPECT_EQ(run_problems(map, algorithm("a-star"), problems, {9, false}).value().size(), 2u);
  EXPECT_TRUE(run_problems(map, algorithm("a-star"), {}, {9, false}).value().empty());
}

TEST(RunThreads, a_sink_ends_the_run_by_false_or_by_throwing) {
  const Map map = city();
  const auto problems = problems_on(map, 50);
  for (const int jobs : {1, 3}) {
    std::vector<std::uint64_t> seen;
    const auto done = run_problems(map, algorithm("a-star"), problems, {jobs, false}, [&](RunRow&& row) {
      seen.push_back(row.problem);
      return seen.size() < 4;
    });
    EXPECT_TRUE(done.ok());
    EXPECT_EQ(seen, (std::vector<std::uint64_t>{0, 1, 2, 3}));
    EXPECT_THROW(static_cast<void>(run_problems(map, algorithm("a-star"), problems, {jobs, false},
                                                [](RunRow&&) -> bool { throw std::runtime_error("full"); })),
                 std::runtime_error);
  }
}

TEST(Run, counts_the_figures_of_a_path) {
  const Map map(test::grid_from({"....", ".@..", "...."}));
  const std::vector<Problem> problems{{7, {0, 0}, {3, 2}}};
  const RunRow row = run_problems(map, algorithm("a-star"), problems, {1, true}).value().front();
  EXPECT_EQ(row.problem, 7u);
  EXPECT_EQ(row.status, Status::kSolved);
  EXPECT_EQ(row.moves, 4u);
  EXPECT_EQ(row.path.size(), 5u);
  EXPECT_EQ(row.path.front(), (Cell{0, 0}));
  EXPECT_EQ(row.path.back(), (Cell{3, 2}));
  EXPECT_EQ(row.distinct_states, 5u);
  EXPECT_DOUBLE_EQ(*row.cost, 3 + 1.4142135623730951);
  EXPECT_EQ(*row.optimal, *row.cost);
  EXPECT_EQ(*row.suboptimality, 0);
  EXPECT_EQ(row.max_expanded_per_move, row.work.expanded);
  EXPECT_EQ(row.max_work_per_move, row.work.expanded + 2);  // the goal comes up too, and the path is taken over
  // The query's time alone, all of it on the first of the four moves.
  EXPECT_GT(row.first_move_ns, 0u);
  EXPECT_EQ(row.p99_move_ns, row.first_move_ns);
  EXPECT_EQ(row.max_move_ns, row.first_move_ns);
  EXPECT_EQ(row.mean_move_ns, static_cast<double>(row.first_move_ns) / 4);
  EXPECT_EQ(row.total_ns(), static_cast<double>(row.first_move_ns));
  EXPECT_EQ(row.fault, "");
}

TEST(Run, walking_a_path_that_is_there_takes_no_time) {
  const Map map(Grid::create(101, 1, true).value());
  const std::vector<Problem> problems{{0, {0, 0}, {100, 0}}, {1, {0, 0}, {99, 0}}};
  RunOptions options;
  options.step_times = true;
  for (const AlgorithmInfo& info : algorithms()) {
    if (!info.is_whole_path()) continue;
    const auto rows = run_problems(map, algorithm(info.key), problems, options).value();
    EXPECT_EQ(rows[0].moves, 100u);
    EXPECT_EQ(rows[0].p99_move_ns, 0u) << info.key;  // of a hundred moves the first is beyond it
    EXPECT_EQ(rows[1].moves, 99u);
    EXPECT_EQ(rows[1].p99_move_ns, rows[1].first_move_ns) << info.key;
    for (const RunRow& row : rows) {
      ASSERT_EQ(row.step_ns.size(), row.moves);
      EXPECT_EQ(std::count(row.step_ns.begin(), row.step_ns.end(), 0u), static_cast<int>(row.moves) - 1) << info.key;
      EXPECT_EQ(row.step_ns.back(), row.first_move_ns) << info.key;
    }
  }
}

TEST(Run, a_query_in_slices_takes_the_time_of_its_slices) {
  const Map map = city();
  RunOptions options;
  options.step_times = true;
  options.budget = 20;
  for (const RunRow& row : run_problems(map, algorithm("a-star"), problems_on(map, 20), options).value()) {
    ASSERT_EQ(row.status, Status::kSolved);
    const std::uint64_t standing = row.steps - row.moves;
    EXPECT_GE(standing, row.work.expanded / options.budget);
    const auto timed = std::count_if(row.step_ns.begin(), row.step_ns.end(), [](std::uint64_t ns) { return ns > 0; });
    EXPECT_LE(static_cast<std::uint64_t>(timed), standing + 1);
    EXPECT_DOUBLE_EQ(row.total_ns(), static_cast<double>(row.first_move_ns));
  }
}

TEST(Run, start_and_goal_may_be_one) {
  const Map map(test::grid_from({"..."}));
  const std::vector<Problem> problems{{0, {1, 0}, {1, 0}}};
  for (const AlgorithmInfo& info : algorithms()) {
    const DatabaseSet databases = databases_for(info.key, map);
    const RunOptions options{.paths = true, .databases = databases.view()};
    const RunRow row = run_problems(map, algorithm(info.key), problems, options).value().front();
    EXPECT_EQ(row.status, Status::kSolved) << info.key;
    EXPECT_EQ(row.moves, 0u);
    EXPECT_EQ(row.cost, 0);
    EXPECT_EQ(row.suboptimality, 0);
    EXPECT_EQ(row.path.size(), 1u);
    EXPECT_EQ(row.fault, "");
  }
}

TEST(Run, unreachable_is_an_answer) {
  const Map map(test::grid_from({".@."}));
  const std::vector<Problem> problems{{0, {0, 0}, {2, 0}}};
  const RunRow row = run_problems(map, algorithm("jps"), problems, {1, true}).value().front();
  EXPECT_EQ(row.status, Status::kUnreachable);
  EXPECT_FALSE(row.cost || row.optimal || row.suboptimality);
  EXPECT_TRUE(row.path.empty());
  EXPECT_EQ(row.fault, "");
}

TEST(Run, optimal_algorithms_have_no_suboptimality_under_any_rules) {
  for (const DiagonalRule diagonal :
       {DiagonalRule::kBothFree, DiagonalRule::kOneFree, DiagonalRule::kAlways, DiagonalRule::kNever}) {
    for (const CostModel& costs : {kSqrt2Costs, kPaper14Costs}) {
      const Map map = city({Neighbours::kEight, diagonal, costs});
      const auto problems = problems_on(map, 15);
      for (const AlgorithmInfo& info : algorithms()) {
        if (info.gives_up) continue;
        const DatabaseSet databases = databases_for(info.key, map);
        const auto rows = run_problems(map, algorithm(info.key), problems, {.databases = databases.view()}).value();
        for (const RunRow& row : rows) {
          EXPECT_EQ(row.fault, "") << info.key;
          if (info.optimal) {
            EXPECT_EQ(*row.suboptimality, 0) << info.key;
          }
        }
      }
    }
  }
}

TEST(Run, a_length_that_does_not_hold_is_a_fault) {
  const Map map(test::grid_from({"...."}));
  const std::vector<Problem> longer{{0, {0, 0}, {3, 0}, 3.5}};
  const std::vector<Problem> shorter{{0, {0, 0}, {3, 0}, 2.5}};
  const std::vector<Problem> rounded{{0, {0, 0}, {3, 0}, 3.00001}};
  EXPECT_EQ(run_problems(map, algorithm("a-star"), longer).value().front().fault,
            "the path costs 3, a shortest one 3.5");
  EXPECT_NE(run_problems(map, algorithm("weighted-a-star"), longer).value().front().fault, "");
  EXPECT_NE(run_problems(map, algorithm("a-star"), shorter).value().front().fault, "");
  EXPECT_EQ(run_problems(map, algorithm("weighted-a-star"), shorter).value().front().fault, "");
  EXPECT_EQ(run_problems(map, algorithm("a-star"), rounded).value().front().fault, "");
}

TEST(Run, an_algorithm_that_does_not_go_with_the_map_is_an_error) {
  const Map map = city();
  EXPECT_FALSE(run_problems(map, algorithm("a-star:heuristic=manhattan"), problems_on(map, 1)).ok());
}

TEST(Run, keeps_the_times_of_the_steps_if_asked) {
  const Map map(test::grid_from({"...."}));
  const std::vector<Problem> problems{{0, {0, 0}, {3, 0}}, {1, {2, 0}, {2, 0}}};
  RunOptions options;
  options.step_times = true;
  const auto rows = run_problems(map, algorithm("lrta"), problems, options).value();
  EXPECT_EQ(rows[0].steps, 3u);
  ASSERT_EQ(rows[0].step_ns.size(), 3u);
  EXPECT_TRUE(std::is_sorted(rows[0].step_ns.begin(), rows[0].step_ns.end()));
  EXPECT_EQ(rows[0].step_ns.back(), rows[0].max_move_ns);
  EXPECT_TRUE(rows[1].step_ns.empty());
  EXPECT_TRUE(run_problems(map, algorithm("lrta"), problems).value()[0].step_ns.empty());
}

TEST(Trials, keep_what_was_learned_until_nothing_is) {
  const Map map(test::grid_from({".......", ".@@@@@.", "...@...", "@@.@.@@", "......."}));
  const std::vector<Problem> problems{{0, {2, 2}, {4, 2}}, {1, {0, 0}, {6, 4}}};
  RunOptions options;
  options.trials = 1000;
  const auto rows = run_problems(map, algorithm("lrta"), problems, options).value();
  const auto first = run_problems(map, algorithm("lrta"), problems).value();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_TRUE(rows[i].trials->converged);
    EXPECT_EQ(rows[i].work.updates, 0u);
    EXPECT_EQ(rows[i].suboptimality, 0);
    EXPECT_FALSE(first[i].trials);
    EXPECT_GE(rows[i].trials->travel, *first[i].cost);
  }
  EXPECT_GT(rows[0].trials->count, 1u);

  options.trials = 1;
  const RunRow once = run_problems(map, algorithm("lrta"), problems, options).value().front();
  EXPECT_EQ(once.trials->count, 1u);
  EXPECT_FALSE(once.trials->converged);
  EXPECT_EQ(once.trials->travel, *first[0].cost);
}

TEST(Trials, of_problems_do_not_learn_from_each_other) {
  const Map map = city();
  RandomSelection selection;
  selection.count = 12;
  selection.max_cost = 15;
  auto problems = random_problems(map, selection).value();
  for (Problem& problem : problems) {
    problem.goal = problems.front().goal;
    problem.optimal.reset();
  }
  RunOptions options;
  options.trials = 3;
  const auto one = without_times(run_problems(map, algorithm("lrta"), problems, options).value());
  options.jobs = 3;
  EXPECT_EQ(one, without_times(run_problems(map, algorithm("lrta"), problems, options).value()));
}

TEST(Trials, end_where_another_would_be_the_same) {
  const Map map(test::grid_from({"...@."}));
  const std::vector<Problem> problems{{0, {0, 0}, {4, 0}}, {1, {0, 0}, {2, 0}}, {2, {1, 0}, {1, 0}}};
  RunOptions options;
  options.trials = 9;
  for (const AlgorithmInfo& info : algorithms()) {
    const DatabaseSet databases = databases_for(info.key, map);
    options.databases = databases.view();
    const auto rows = run_problems(map, algorithm(info.key), problems, options).value();
    EXPECT_EQ(rows[0].trials->count, 1u);
    EXPECT_FALSE(rows[0].trials->converged);
    EXPECT_EQ(rows[0].trials->travel, 0);
    EXPECT_TRUE(rows[2].trials->converged) << info.key;
    if (info.real_time) continue;
    EXPECT_EQ(rows[1].trials->count, 1u);
    EXPECT_TRUE(rows[1].trials->converged);
    EXPECT_EQ(rows[1].trials->travel, 2);
  }
}

TEST(PathLength, refuses_what_is_not_a_path) {
  const Map map(test::grid_from({"..", ".@", ".."}));
  const auto node = [&](int x, int y) { return map.grid().node(x, y); };
  EXPECT_EQ(path_length(map, std::vector<NodeId>{}), std::nullopt);
  EXPECT_EQ(path_length(map, std::vector<NodeId>{node(0, 0)}), 0);
  EXPECT_EQ(path_length(map, std::vector<NodeId>{node(0, 0), node(0, 1), node(0, 2)}), 2);
  EXPECT_EQ(path_length(map, std::vector<NodeId>{node(0, 0), node(0, 2)}), std::nullopt);
  EXPECT_EQ(path_length(map, std::vector<NodeId>{node(0, 0), node(0, 0)}), std::nullopt);
  EXPECT_EQ(path_length(map, std::vector<NodeId>{node(0, 1), node(1, 2)}), std::nullopt);  // cuts a corner
  EXPECT_EQ(path_length(map, std::vector<NodeId>{node(1, 1)}), std::nullopt);
}

TEST(Run, rows_have_what_the_search_tells_of_its_path) {
  const Map map(test::grid_from({
      ".......",
      ".@@@@@.",
      ".......",
  }));
  const std::vector<Problem> problems{{.start = {0, 1}, .goal = {6, 1}}};
  const auto found_by = [&](const char* text) {
    std::optional<FoundFigures> found;
    const auto done = run_problems(map, *parse_algorithm(text), problems, {}, [&](RunRow&& row) {
      EXPECT_EQ(row.status, Status::kSolved) << text;
      found = row.found;
      return true;
    });
    EXPECT_TRUE(done) << text;
    return found;
  };
  EXPECT_GE(found_by("ara")->solutions, 1u);
  EXPECT_EQ(found_by("ara")->bound, 1);
  EXPECT_LE(found_by("ad-star:w=3,until=2")->bound, 2);
  EXPECT_EQ(found_by("sma")->forgotten, 0u);
  EXPECT_GT(found_by("sma:nodes=9")->forgotten, 0u);
  EXPECT_FALSE(found_by("lrta").has_value());
}

}  // namespace waymark::lab_run_test
