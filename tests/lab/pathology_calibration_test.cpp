// How many random states a problem of the pathology study has, and the tolerance of its degrees: both found in the run.
#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "lab/experiments/measure.hpp"
#include "lab/experiments/pathology.hpp"
#include "lab/experiments/pathology_rows.hpp"
#include "lab/run/problem.hpp"
#include "support/agent_problems.hpp"
#include "support/reference.hpp"

namespace waymark::lab_pathology_calibration_test {

using Place = test::Problem;  // waymark::Problem is the lab's
using Mode = PathologyMode;

constexpr std::uint32_t kDMax = 6;

TEST(PathologyCalibration, as_many_random_states_as_visited_are_drawn_for_each_problem) {
  Random random(11);
  int other_error = 0;
  for (int round = 0; round < 20; ++round) {
    const Place place = test::random_problem(random, {}, 16);
    const auto figures = [&](Mode mode, std::uint32_t sample = 1) {
      Random own(static_cast<std::uint64_t>(round));
      return measure_pathology(place.map, place.start, place.goal, mode, kDMax, own, sample);
    };
    const auto visited = figures(Mode::kOffPolicyVisited);
    const auto paired = figures(Mode::kOffPolicyPaired);
    ASSERT_EQ(paired.states, visited.states);
    ASSERT_EQ(paired.error, figures(Mode::kOffPolicySample, static_cast<std::uint32_t>(visited.states)).error);
    if (paired.error != visited.error) ++other_error;
  }
  EXPECT_GT(other_error, 5);
}

TEST(PathologyCalibration, the_sample_is_as_large_as_a_walk_over_all_maps) {
  Random random(12);
  PathologySample sample;
  EXPECT_EQ(sample.size(), 1u);
  std::uint64_t moves = 0;
  std::uint64_t walks = 0;
  for (int round = 0; round < 3; ++round) {
    const Map map(test::random_grid(random, 24, 24, 25));
    const auto problems = random_problems(map, {4, static_cast<std::uint64_t>(round)}).value();
    sample.add(map, problems);
    for (const Problem& problem : problems) {
      moves += moves_on_policy(map, map.grid().node(problem.start), map.grid().node(problem.goal), kStudyDepth);
      walks += kStudyDepth;
    }
  }
  EXPECT_NEAR(sample.size(), static_cast<double>(moves) / static_cast<double>(walks), 0.5);
}

// Of five problems, of which the third never is: errors that rise by 10, 20, 30 and 40 %, and none that does not.
TEST(PathologyCalibration, the_tolerance_is_the_least_that_leaves_few_enough_problems) {
  const auto tolerance = [](double below) {
    ExperimentSpec spec;
    Configuration drawn;
    drawn.name = "drawn";
    Configuration counted;
    counted.name = "counted";
    counted.tolerance_rule = ToleranceRule{"drawn", below};
    spec.configurations = {drawn, counted};
    std::vector<ResultRow> rows(2);
    for (std::size_t i = 0; i < 2; ++i) {
      rows[i].configuration = spec.configurations[i].name;
      rows[i].samples["error d=1"] = {0.1, 0.1, 0.1, 0.1, 0.1};
      rows[i].samples["error d=2"] = {0.1101, 0.1201, 0.1, 0.1301, 0.1401};
    }
    const Measures measures(spec, rows);
    const auto found = measures.tolerance(spec.configurations[1]);
    if (found) {
      EXPECT_EQ(measures.find(spec.configurations[1], "tolerance")->estimate().value, *found);
      EXPECT_LT(measures.find(spec.configurations[1], "pathological")->estimate().value, below);
    }
    return found;
  };
  EXPECT_EQ(tolerance(81), 1.0);
  EXPECT_EQ(tolerance(80), 1.11);
  EXPECT_EQ(tolerance(60), 1.21);
  EXPECT_EQ(tolerance(25), 1.31);
  EXPECT_EQ(tolerance(20), 1.41);
  EXPECT_EQ(tolerance(0), std::nullopt);  // none is fewer than none
}

}  // namespace waymark::lab_pathology_calibration_test
