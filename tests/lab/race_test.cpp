#include "lab/race/race.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "lab/run/small_databases.hpp"
#include "lab/view/html.hpp"
#include "lab/view/scatter_plot.hpp"
#include "lab/view/trace.hpp"
#include "support/ascii.hpp"
#include "waymark/base/random.hpp"

namespace waymark::lab_race_test {

std::vector<std::string> names_in(std::string_view text) {
  std::vector<std::string> names;
  for (const AlgorithmChoice& algorithm : parse_algorithms(text).value()) names.push_back(algorithm.to_string());
  return names;
}

TEST(ParseAlgorithms, commas_stand_between_algorithms_and_between_parameters) {
  using Names = std::vector<std::string>;
  EXPECT_EQ(names_in("a-star"), (Names{"a-star"}));
  EXPECT_EQ(names_in("a-star,rta"), (Names{"a-star", "rta"}));
  EXPECT_EQ(names_in("a-star,lrta:d=3,gamma=0.5,rta"), (Names{"a-star", "lrta:d=3,gamma=0.5", "rta"}));
  EXPECT_EQ(names_in("lrta:gamma=0.5,d=3,lrta:d=3,lrta"), (Names{"lrta:d=3,gamma=0.5", "lrta:d=3", "lrta"}));
}

TEST(ParseAlgorithms, refuses_what_is_no_list_of_algorithms) {
  const auto message = [](std::string_view text) {
    const auto result = parse_algorithms(text);
    return result.ok() ? "accepted" : result.error().message;
  };
  EXPECT_NE(message("").find("there is no algorithm ''"), std::string::npos);
  EXPECT_NE(message("a-star,,rta").find("there is no algorithm ''"), std::string::npos);
  EXPECT_NE(message("a-star,rta:d=2,gamma=1").find("rta has no parameter 'gamma'"), std::string::npos);
  EXPECT_NE(message("a-star,lrtaa:d=3").find("did you mean lrta?"), std::string::npos);
  EXPECT_NE(message("d=3").find("follows no algorithm"), std::string::npos);
  EXPECT_NE(message("lrta,d=3").find("follows no algorithm"), std::string::npos);
  EXPECT_NE(message("lrta,rta,lrta:d=1").find("twice"), std::string::npos);  // d=1 is the default
}

TEST(TimeHistogram, ranks_are_within_its_promise) {
  TimeHistogram histogram;
  EXPECT_EQ(histogram.rank(99), 0u);
  EXPECT_EQ(histogram.mean(), 0);
  Random random(1);
  std::vector<std::uint64_t> values{0, 1, 127, 128, ~std::uint64_t{0} >> 1u, ~std::uint64_t{0}};
  for (int i = 0; i < 2000; ++i)
    values.push_back((std::uint64_t{random.next()} << 32u | random.next()) >>
                     static_cast<unsigned>(random.between(0, 63)));
  for (const std::uint64_t value : values) histogram.add(value);
  std::sort(values.begin(), values.end());
  EXPECT_EQ(histogram.count(), values.size());
  EXPECT_EQ(histogram.max(), values.back());
  for (const unsigned percent : {0u, 1u, 25u, 50u, 99u, 100u}) {
    const std::size_t rank = std::max<std::size_t>((values.size() * percent + 99) / 100, 1);
    const std::uint64_t exact = values[rank - 1];
    EXPECT_GE(histogram.rank(percent), exact) << percent;
    EXPECT_LE(histogram.rank(percent) - exact, exact / 64) << percent;
  }
}

TEST(ParetoFront, is_what_nothing_beats) {
  using Points = std::vector<std::pair<double, double>>;
  EXPECT_EQ(pareto_front({}), std::vector<bool>{});
  EXPECT_EQ(pareto_front(Points{{1, 5}, {2, 5}, {2, 3}, {4, 0}, {4, 0}, {5, 0}}),
            (std::vector<bool>{true, false, true, true, true, false}));
}

TEST(ScatterPlot, of_nothing_or_zeros_is_still_a_drawing) {
  EXPECT_NE(scatter_plot("t", "x", "y", {}).find("</svg>"), std::string::npos);
  const std::string plot =
      scatter_plot("<t>", "x", "y", {{"a", 0, 0}, {"<b>", 1, 0, true}, {"c", 1e9, 1e7, true, true}});
  EXPECT_EQ(plot.find("nan"), std::string::npos);
  EXPECT_EQ(plot.find("inf"), std::string::npos);
  EXPECT_EQ(plot.find("<b>"), std::string::npos);
  EXPECT_EQ(plot.find("<t>"), std::string::npos);
  EXPECT_NE(plot.find("on partial"), std::string::npos);
  EXPECT_NE(plot.find("<code>&lt;b&gt;</code>"), std::string::npos);
}

// A dead end between start and goal: an agent that learns state by state scrubs in it.
class RaceTest : public ::testing::Test {
 protected:
  Race run(std::string_view algorithms, std::vector<Problem> problems, const RunOptions& options = {}) {
    return run_race(map_, "<m>", parse_algorithms(algorithms).value(), std::move(problems), options,
                    [this](const AlgorithmChoice&, const RunRow&, std::uint64_t done, std::uint64_t total) {
                      done_ = done;
                      total_ = total;
                    })
        .value();
  }

  Map map_{test::grid_from({
      "............",  //
      ".@@@@@@@@@..",  //
      ".........@..",  //
      ".@@@@@@@@@.@",  //
      "..........@."   //
  })};
  Problem trap_{0, {0, 2}, {10, 2}};
  std::uint64_t done_ = 0;
  std::uint64_t total_ = 0;
};

TEST_F(RaceTest, sums_up_what_the_rows_say) {
  const std::vector<Problem> problems{trap_, {1, {0, 0}, {11, 0}}};
  const Race race = run("a-star,lrta", problems);
  EXPECT_EQ(done_, 4u);
  EXPECT_EQ(total_, 4u);
  EXPECT_TRUE(race.faults.empty());
  ASSERT_EQ(race.entries.size(), 2u);
  for (const RaceEntry& entry : race.entries) {
    const auto rows = run_problems(map_, entry.algorithm, problems).value();
    const double moves = static_cast<double>(rows[0].moves + rows[1].moves);
    EXPECT_EQ(entry.problems, 2u);
    EXPECT_EQ(entry.solved, 2u);
    EXPECT_EQ(entry.time.count(), rows[0].moves + rows[1].moves);
    EXPECT_DOUBLE_EQ(entry.expanded_per_move,
                     static_cast<double>(rows[0].work.expanded + rows[1].work.expanded) / moves);
    EXPECT_EQ(entry.max_expanded_per_move, std::max(rows[0].max_expanded_per_move, rows[1].max_expanded_per_move));
    EXPECT_EQ(entry.peak_states, std::max(rows[0].work.peak_states, rows[1].work.peak_states));
    EXPECT_DOUBLE_EQ(entry.suboptimality.mean, (*rows[0].suboptimality + *rows[1].suboptimality) / 2);
    EXPECT_DOUBLE_EQ(entry.visits_per_state, (rows[0].visits_per_state() + rows[1].visits_per_state()) / 2);
  }
  EXPECT_EQ(race.entries[0].visits_per_state, 1);
  EXPECT_GT(race.entries[1].visits_per_state, 1);
}

TEST_F(RaceTest, the_front_is_of_those_that_solved_all) {
  const Race race = run("a-star,dijkstra,lrta", {trap_});
  EXPECT_TRUE(race.entries[0].on_front);
  EXPECT_FALSE(race.entries[1].on_front);  // expands more than A* for the same way
  EXPECT_TRUE(race.entries[2].on_front);   // plans least

  RunOptions options;
  options.max_moves = 15;
  const Race short_race = run("a-star,lrta", {trap_, {1, {0, 0}, {2, 0}}}, options);
  EXPECT_EQ(short_race.entries[1].out_of_budget, 1u);
  EXPECT_EQ(short_race.entries[1].solved, 1u);
  EXPECT_FALSE(short_race.entries[1].on_front);
  EXPECT_NE(short_race.table.find("50.0 %"), std::string::npos);
  EXPECT_NE(short_race.table.find("solved problems only"), std::string::npos);
  EXPECT_NE(short_race.page.find("off partial"), std::string::npos);
}

TEST_F(RaceTest, the_page_shows_every_walk_and_needs_no_network) {
  const Race race = run("a-star,lrta:d=2,gamma=0.5", {trap_});
  EXPECT_NE(race.page.find("<code>lrta:d=2,gamma=0.5</code>"), std::string::npos);
  EXPECT_NE(race.page.find("States touched and path of a-star"), std::string::npos);
  EXPECT_NE(race.page.find("How often lrta:d=2,gamma=0.5 stood on each cell"), std::string::npos);
  EXPECT_EQ(race.page.find("<m>"), std::string::npos);
  EXPECT_EQ(race.page.find("http"), std::string::npos);
  EXPECT_NE(race.page.find(to_css(visit_colour(128))), std::string::npos);
}

TEST_F(RaceTest, shows_a_long_problem_with_a_path) {
  const Race race = run("a-star", {{0, {0, 0}, {1, 0}}, {1, {0, 0}, {11, 4}}, trap_, {3, {0, 0}, {2, 0}}});
  EXPECT_NE(race.page.find("from 0,2 to 10,2"), std::string::npos);
  EXPECT_NE(race.table.find("75.0 %"), std::string::npos);
  EXPECT_NE(race.table.find("One of the problems has no path"), std::string::npos);
  EXPECT_TRUE(race.entries[0].on_front);
}

TEST_F(RaceTest, problems_without_moves_or_paths_do_no_harm) {
  for (const Problem& problem : {Problem{0, {0, 0}, {0, 0}}, Problem{0, {0, 0}, {11, 4}}}) {
    const Race race = run("a-star,lrta", {problem});
    for (const std::string& text : {race.table, race.page}) {
      EXPECT_EQ(text.find("nan"), std::string::npos);
      EXPECT_EQ(text.find(">inf"), std::string::npos);
    }
  }
}

TEST_F(RaceTest, after_a_goal_that_moves_tells_when_it_was_caught) {
  RunOptions options;
  options.chase = ChaseRule{ChaseKind::kWalk, 400};
  const std::vector<Problem> problems{trap_, {1, {0, 0}, {11, 0}}};
  const Race race = run("a-star,tba", problems, options);
  EXPECT_TRUE(race.faults.empty());
  for (const RaceEntry& entry : race.entries) {
    const auto rows = run_problems(map_, entry.algorithm, problems, options).value();
    ASSERT_EQ(entry.solved, 2u);
    EXPECT_EQ(entry.suboptimality.count, 0u);
    EXPECT_DOUBLE_EQ(entry.steps.mean, static_cast<double>(rows[0].steps + rows[1].steps) / 2);
    EXPECT_DOUBLE_EQ(entry.walked.mean, (*rows[0].cost + *rows[1].cost) / 2);
    EXPECT_EQ(entry.living->goal_moves, *rows[0].living->goal_moves + *rows[1].living->goal_moves);
  }
  for (const char* part : {"While the goal moved:", "Until the goal was caught:", "Solved is: caught."}) {
    EXPECT_NE(race.table.find(part), std::string::npos) << race.table;
  }
  EXPECT_NE(race.page.find("walked until the goal was caught, mean"), std::string::npos);
  EXPECT_EQ(race.page.find("nan"), std::string::npos);
}

TEST_F(RaceTest, on_a_map_that_is_not_known_tells_what_was_discovered) {
  RunOptions options;
  options.vision = 1;
  const Race race = run("a-star,lrta", {trap_}, options);
  EXPECT_TRUE(race.faults.empty());
  for (const RaceEntry& entry : race.entries) {
    const auto rows = run_problems(map_, entry.algorithm, std::vector{trap_}, options).value();
    EXPECT_EQ(entry.living->discovered, rows.front().living->discovered);
    EXPECT_GT(entry.suboptimality.mean, 0);
  }
  for (const char* part : {"While the map was explored:", "discovered", "Shortest is meant of the map as it is"}) {
    EXPECT_NE(race.table.find(part), std::string::npos) << race.table;
  }
  EXPECT_NE(race.page.find("at most 1 cells away"), std::string::npos);
}

TEST_F(RaceTest, with_databases_the_memory_is_shown) {
  const DatabaseSet databases = *build_small_databases(map_, {.records = 3, .depth_cap = 3, .d_max = 3, .training = 2});
  RunOptions options;
  options.databases = databases.view();
  const std::vector<Problem> problems{trap_, {1, {0, 0}, {11, 0}}};
  const Race race = run("tba,knn-lrta,knn-lrta-2009,d-lrta,lrta-pdb-pdb,lrta-dt-g", problems, options);
  EXPECT_TRUE(race.faults.empty());
  ASSERT_EQ(race.entries.size(), 6u);
  EXPECT_FALSE(race.entries[0].database);
  EXPECT_FALSE(race.entries[0].break_even);
  for (std::size_t i = 1; i < race.entries.size(); ++i) {
    const RaceEntry& entry = race.entries[i];
    const auto figures = database_figures(entry.algorithm, databases.view(), map_);
    EXPECT_EQ(entry.solved, 2u) << entry.algorithm.to_string();
    ASSERT_TRUE(entry.database && figures) << entry.algorithm.to_string();
    EXPECT_EQ(entry.database->bytes, figures->bytes);
    EXPECT_LE(entry.fell_back, 2u);
    const auto expected = break_even(figures->states, entry.online_states, race.entries[0].online_states);
    EXPECT_EQ(entry.break_even, expected) << entry.algorithm.to_string();
  }
  // Where somebody makes reachability checks their steps are told.
  EXPECT_GT(race.entries[1].climb_steps_per_move, 0);
  EXPECT_EQ(race.entries[3].climb_steps_per_move, 0);
  EXPECT_NE(race.table.find("climbed/move"), std::string::npos) << race.table;
  EXPECT_NE(race.page.find("climb steps per move"), std::string::npos);
  EXPECT_EQ(run("tba,lrta", problems, options).table.find("climbed/move"), std::string::npos);
  for (const char* heading : {"on-line KB", "database KB", "file KB", "break-even", "fell back"}) {
    EXPECT_NE(race.table.find(heading), std::string::npos) << race.table;
  }
  EXPECT_EQ(run("tba,lrta", problems, options).table.find("break-even"), std::string::npos);
}

TEST_F(RaceTest, without_the_database_that_it_needs_an_algorithm_is_refused_before_anything_runs) {
  bool ran = false;
  const auto refused = run_race(map_, "m", parse_algorithms("a-star,knn-lrta").value(), {trap_}, {},
                                [&](const auto&, const auto&, std::uint64_t, std::uint64_t) { ran = true; });
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().message.find("knn-lrta needs a database of kind knn"), std::string::npos)
      << refused.error().message;
  EXPECT_FALSE(ran);
}

TEST_F(RaceTest, rows_come_one_by_one_with_their_algorithm) {
  std::vector<std::string> seen;
  const auto race = run_race(map_, "m", parse_algorithms("a-star,lrta:d=2").value(), {trap_, trap_}, {},
                             [&](const AlgorithmChoice& algorithm, const RunRow& row, std::uint64_t done, auto) {
                               EXPECT_EQ(done, seen.size() + 1);
                               EXPECT_EQ(row.status, Status::kSolved);
                               seen.push_back(algorithm.to_string());
                             });
  ASSERT_TRUE(race.ok());
  EXPECT_EQ(seen, (std::vector<std::string>{"a-star", "a-star", "lrta:d=2", "lrta:d=2"}));
}

TEST_F(RaceTest, an_algorithm_that_cannot_be_made_is_an_error_before_anything_runs) {
  const auto algorithms = parse_algorithms("a-star,a-star:heuristic=manhattan").value();
  bool ran = false;
  EXPECT_FALSE(
      run_race(map_, "m", algorithms, {trap_}, {}, [&](const auto&, const auto&, std::uint64_t, std::uint64_t) {
        ran = true;
      }).ok());
  EXPECT_FALSE(ran);
}

}  // namespace waymark::lab_race_test
