#include "waymark/offline/case_coverage.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/hash.hpp"
#include "subgoals/hill_climb.hpp"
#include "support/ascii.hpp"
#include "support/case_bases.hpp"
#include "waymark/agent/knn_lrta.hpp"
#include "waymark/offline/generate.hpp"

namespace waymark::offline_case_coverage_test {

Map generated(MapKind kind, int side) { return Map(*generate_map(kind, {side, side, 5})); }

CaseCoverage coverage_of(const Map& map, std::uint64_t records, CasePaper paper = CasePaper::k2010) {
  const auto cases = test::build_cases(map, {.records = records, .paper = paper});
  return measure_coverage(*cases, map).value();
}

// Figure 8 without an agent: the goal within reach, or one of the ten nearest records with both ends within reach.
bool is_served(const CaseBase& cases, const Map& map, NodeId start, NodeId goal) {
  const KnnLrtaOptions options;
  const HillClimber climber(map);
  if (climber.reachable(start, goal, options.cutoff)) return true;
  const Grid& grid = map.grid();
  const Trip trip = trip_between(grid.cell(start), grid.cell(goal));
  std::vector<FoundTrip> order;
  for (std::uint32_t i = 0; i < cases.records(); ++i) {
    order.push_back({trip_distance(octile_distance(map.rules()), trip, cases.trips()[i]), i});
  }
  std::sort(order.begin(), order.end());
  if (order.size() > options.m) order.resize(options.m);
  return std::any_of(order.begin(), order.end(), [&](const FoundTrip& found) {
    const CaseBase::Record record = cases.record(found.place);
    return climber.reachable(start, record.front(), options.cutoff) &&
           climber.reachable(record.back(), goal, options.cutoff);
  });
}

TEST(CaseCoverage, counts_the_problems_for_which_a_record_serves) {
  const Map map = generated(MapKind::kCaves, 160);
  const auto cases = test::build_cases(map, {.records = 300});
  const CaseCoverage coverage = measure_coverage(*cases, map, 250).value();
  const TripDraw draw = *TripDraw::make(map, Hash64().add("coverage").value());
  std::uint64_t served = 0;
  for (std::uint64_t i = 0; i < 250; ++i) {
    const auto [start, goal] = draw.trip(i);
    if (is_served(*cases, map, start, goal)) ++served;
  }
  EXPECT_EQ(coverage.problems, 250u);
  EXPECT_EQ(coverage.served, served);
  EXPECT_GT(served, 20u);
  EXPECT_LT(served, 230u);
}

TEST(CaseCoverage, is_the_same_every_time_and_rises_with_the_records) {
  const Map map = generated(MapKind::kCaves, 200);
  double before = 0;
  for (const std::uint64_t records : {30u, 300u, 3000u}) {
    const CaseCoverage coverage = coverage_of(map, records);
    const CaseCoverage again = coverage_of(map, records);
    EXPECT_EQ(coverage.served, again.served);
    EXPECT_EQ(coverage.records_wanted, again.records_wanted);
    EXPECT_GT(coverage.share(), before);
    before = coverage.share();
  }
}

// Few records are asked how many would do; so many are built, and do. A quarter of them does not.
TEST(CaseCoverage, tells_how_many_records_would_serve) {
  for (const MapKind kind : {MapKind::kCaves, MapKind::kRooms, MapKind::kRts}) {
    for (const CasePaper paper : {CasePaper::k2010, CasePaper::k2009}) {
      const Map map = generated(kind, 128);
      const CaseCoverage few = coverage_of(map, 50, paper);
      if (few.share() >= CaseCoverage::kTarget) continue;
      ASSERT_GT(few.records_wanted, 50u);
      ASSERT_LE(few.records_wanted, 100'000u);
      EXPECT_GE(coverage_of(map, few.records_wanted, paper).share(), 0.85) << few.records_wanted;
      EXPECT_LT(coverage_of(map, few.records_wanted / 4, paper).share(), 0.9) << few.records_wanted;
    }
  }
}

TEST(CaseCoverage, of_a_small_base_on_a_large_map_is_low) {
  const Map map = generated(MapKind::kCaves, 1024);
  const CaseCoverage coverage = coverage_of(map, 20);
  EXPECT_TRUE(coverage.is_low());
  EXPECT_GT(coverage.records_wanted, 10'000u);
}

TEST(CaseCoverage, bears_empty_bases_and_maps_without_a_trip) {
  const Map map = generated(MapKind::kCaves, 200);
  const CaseCoverage empty = coverage_of(map, 0);
  EXPECT_EQ(empty.problems, 400u);
  EXPECT_TRUE(empty.is_low());
  EXPECT_GT(empty.records_wanted, 100u);
  const Map two(test::grid_from({".."}));
  const CaseCoverage none = coverage_of(two, 0);
  EXPECT_EQ(none.problems, 0u);
  EXPECT_FALSE(none.is_low());
  const Map open(*Grid::create(40, 40, true));
  EXPECT_EQ(coverage_of(open, 0).served, 400u);  // every goal is within reach
}

}  // namespace waymark::offline_case_coverage_test
