#include "lab/run/problem.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "support/ascii.hpp"
#include "support/reference.hpp"
#include "waymark/offline/generate.hpp"
#include "waymark/search/a_star.hpp"

namespace waymark::lab_problem_test {

Map caves() {
  GenerateOptions options;
  options.width = 80;
  options.height = 60;
  return Map(generate_map(MapKind::kCaves, options).value());
}

bool same(const Problem& a, const Problem& b) {
  return a.index == b.index && a.start == b.start && a.goal == b.goal && a.optimal == b.optimal;
}

RandomSelection selection(std::uint64_t count, std::uint64_t seed) {
  RandomSelection result;
  result.count = count;
  result.seed = seed;
  return result;
}

TEST(RandomProblems, a_problem_does_not_depend_on_how_many_there_are) {
  const Map map = caves();
  const auto few = random_problems(map, selection(5, 3)).value();
  const auto many = random_problems(map, selection(50, 3)).value();
  ASSERT_EQ(few.size(), 5u);
  ASSERT_EQ(many.size(), 50u);
  for (std::size_t i = 0; i < few.size(); ++i) EXPECT_TRUE(same(few[i], many[i])) << i;
}

TEST(RandomProblems, another_seed_gives_other_problems) {
  const Map map = caves();
  const auto one = random_problems(map, selection(20, 1)).value();
  const auto two = random_problems(map, selection(20, 2)).value();
  int equal = 0;
  for (std::size_t i = 0; i < one.size(); ++i) equal += same(one[i], two[i]) ? 1 : 0;
  EXPECT_LT(equal, 2);
}

TEST(RandomProblems, cells_are_distinct_connected_and_spread_over_the_map) {
  const Map map = caves();
  std::set<int> rows;
  const auto problems = random_problems(map, selection(300, 1)).value();
  for (const Problem& problem : problems) {
    EXPECT_FALSE(problem.start == problem.goal);
    EXPECT_TRUE(map.connected(map.grid().node(problem.start), map.grid().node(problem.goal)));
    rows.insert(problem.start.y);
  }
  EXPECT_GT(rows.size(), 45u);
}

TEST(RandomProblems, every_passable_cell_is_drawn) {
  const Map map(test::grid_from({"..@.", "@@@.", "...."}));
  std::set<std::pair<int, int>> starts;
  const auto problems = random_problems(map, selection(400, 1)).value();
  for (const Problem& problem : problems) {
    starts.insert({problem.start.x, problem.start.y});
    EXPECT_TRUE(map.connected(map.grid().node(problem.start), map.grid().node(problem.goal)));
  }
  EXPECT_EQ(starts.size(), map.grid().passable_cells());
}

TEST(RandomProblems, costs_lie_within_the_bounds) {
  const Map map = caves();
  RandomSelection bounded = selection(40, 9);
  bounded.min_cost = 10;
  bounded.max_cost = 25.5;
  const auto problems = random_problems(map, bounded).value();
  for (const Problem& problem : problems) {
    const auto distances = test::reference_distances(map.grid(), map.rules(), problem.start.x, problem.start.y);
    const auto at = static_cast<std::size_t>(problem.goal.y * map.grid().width() + problem.goal.x);
    const double length = static_cast<double>(distances[at]) / kSqrt2Costs.cardinal;
    ASSERT_TRUE(problem.optimal.has_value());
    EXPECT_NEAR(*problem.optimal, length, 1e-4);
    EXPECT_GE(*problem.optimal, 10);
    EXPECT_LE(*problem.optimal, 25.5);
  }
}

// States that A* expands for each edge of its path, by the agents' own count.
double difficulty_of(const Map& map, const Problem& problem) {
  const PathFinderPtr a_star = make_a_star(map).value();
  EXPECT_EQ(a_star->solve(map.grid().node(problem.start), map.grid().node(problem.goal)), Status::kSolved);
  std::vector<NodeId> path;
  a_star->append_path(path);
  return static_cast<double>(a_star->work().expanded) / static_cast<double>(path.size() - 1);
}

double mean_difficulty(const Map& map, const std::vector<Problem>& problems) {
  double sum = 0;
  for (const Problem& problem : problems) sum += difficulty_of(map, problem);
  return sum / static_cast<double>(problems.size());
}

TEST(RandomProblems, difficulty_lies_within_its_bounds_and_has_the_mean_that_is_wanted) {
  const Map map = caves();
  RandomSelection as_they_come = selection(60, 4);
  as_they_come.min_cost = 8;
  const double natural = mean_difficulty(map, random_problems(map, as_they_come).value());
  for (const double share : {0.6, 1.5}) {
    RandomSelection wanted = as_they_come;
    wanted.difficulty = DifficultyBounds{1, 3 * natural, share * natural};
    const auto problems = random_problems(map, wanted).value();
    ASSERT_EQ(problems.size(), 60u);
    for (const Problem& problem : problems) {
      EXPECT_GE(difficulty_of(map, problem), 1);
      EXPECT_LE(difficulty_of(map, problem), 3 * natural);
      EXPECT_GE(*problem.optimal, 8);
    }
    EXPECT_NEAR(mean_difficulty(map, problems), share * natural, 0.05 * natural);
    // Problem i depends on those before it, not on how many there are.
    wanted.count = 7;
    const auto few = random_problems(map, wanted).value();
    for (std::size_t i = 0; i < few.size(); ++i) EXPECT_TRUE(same(few[i], problems[i])) << i;
  }
  RandomSelection impossible = as_they_come;
  impossible.difficulty = DifficultyBounds{1e6, 2e6, {}};
  EXPECT_NE(random_problems(map, impossible).error().message.find("of difficulty 1000000 to 2000000"),
            std::string::npos);
}

TEST(RandomProblems, impossible_wishes_end_with_an_error) {
  const Map map = caves();
  RandomSelection impossible = selection(1, 1);
  impossible.min_cost = 1e6;
  EXPECT_NE(random_problems(map, impossible).error().message.find("of cost 1000000 or more"), std::string::npos);
  impossible.min_cost = 0.5;
  impossible.max_cost = 0.9;
  EXPECT_FALSE(random_problems(map, impossible).ok());
  EXPECT_FALSE(random_problems(Map(test::grid_from({"@.@"})), selection(1, 1)).ok());
  EXPECT_FALSE(random_problems(Map(test::grid_from({".@."})), selection(1, 1)).ok());
  EXPECT_FALSE(random_problems(Map(test::grid_from({"@@"})), selection(1, 1)).ok());
}

ScenarioFile ten_rows() {
  ScenarioFile file{"map", 4, 2, {}, {}};
  for (int i = 0; i < 10; ++i) {
    file.rows.push_back({0, {0, 0}, {3, 1}, 3.5 + i});
    file.lines.push_back(i + 2);
  }
  return file;
}

std::vector<std::uint64_t> indices(const std::vector<Problem>& problems) {
  std::vector<std::uint64_t> result;
  for (const Problem& problem : problems) result.push_back(problem.index);
  return result;
}

TEST(ScenarioProblems, every_and_limit_choose_rows) {
  const Map map(test::grid_from({"....", "...."}));
  const auto choose = [&](std::uint64_t every, std::uint64_t limit) {
    return indices(scenario_problems(map, ten_rows(), "x.scen", {every, limit}).value());
  };
  const std::uint64_t all = ~std::uint64_t{0};
  using Indices = std::vector<std::uint64_t>;
  EXPECT_EQ(choose(1, all).size(), 10u);
  EXPECT_EQ(choose(3, all), (Indices{0, 3, 6, 9}));
  EXPECT_EQ(choose(3, 2), (Indices{0, 3}));
  EXPECT_EQ(choose(10, all), (Indices{0}));
  EXPECT_EQ(choose(all, all), (Indices{0}));
  EXPECT_TRUE(scenario_problems(map, {"map", 4, 2, {}, {}}, "x.scen").value().empty());
}

TEST(ScenarioProblems, lengths_are_taken_only_under_the_rules_they_are_for) {
  const auto optimal = [](DiagonalRule diagonal, const CostModel& costs) {
    const Map map(test::grid_from({"....", "...."}), {Neighbours::kEight, diagonal, costs});
    return scenario_problems(map, ten_rows(), "x.scen").value().front().optimal;
  };
  EXPECT_EQ(optimal(DiagonalRule::kBothFree, kSqrt2Costs), 3.5);
  EXPECT_EQ(optimal(DiagonalRule::kOneFree, kSqrt2Costs), std::nullopt);
  EXPECT_EQ(optimal(DiagonalRule::kBothFree, kPaper14Costs), std::nullopt);
}

TEST(ScenarioProblems, rows_of_another_map_are_refused_even_if_not_chosen) {
  const Map map(test::grid_from({"....", "...."}));
  ScenarioFile file = ten_rows();
  file.rows[7].goal = {9, 9};
  const Error error = scenario_problems(map, file, "x.scen", {1, 2}).error();
  EXPECT_EQ(error.line, 9);
  EXPECT_EQ(error.file, "x.scen");
}

TEST(SingleProblem, tells_what_is_wrong_with_a_cell) {
  const Map map(test::grid_from({".@.", "..."}));
  EXPECT_TRUE(single_problem(map, "m.map", {0, 0}, {2, 1}).ok());
  EXPECT_EQ(single_problem(map, "m.map", {1, 0}, {2, 1}).error().to_string(), "m.map: the start 1,0 is a blocked cell");
  EXPECT_EQ(single_problem(map, "m.map", {0, 0}, {3, -1}).error().to_string(),
            "m.map: the goal 3,-1 lies outside the map of 3x2");
}

}  // namespace waymark::lab_problem_test
