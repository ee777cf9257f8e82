#include "waymark/subgoals/trip_index.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "support/sanitized.hpp"
#include "waymark/base/random.hpp"

namespace waymark::subgoals_trip_index_test {

std::vector<Trip> random_trips(Random& random, std::size_t count, int side) {
  std::vector<Trip> trips(count);
  for (Trip& trip : trips) {
    for (std::int16_t& at : trip.at) at = static_cast<std::int16_t>(random.between(0, side - 1));
  }
  return trips;
}

std::vector<Trip> in_order(const std::vector<Trip>& trips, const std::vector<std::uint32_t>& order) {
  std::vector<Trip> ordered;
  ordered.reserve(trips.size());
  for (const std::uint32_t number : order) ordered.push_back(trips[number]);
  return ordered;
}

std::vector<FoundTrip> by_linear_scan(const std::vector<Trip>& trips, const OctileDistance& metric, const Trip& trip,
                                      std::size_t most, TripMeasure measure) {
  std::vector<FoundTrip> found;
  found.reserve(trips.size());
  for (std::uint32_t place = 0; place < trips.size(); ++place) {
    found.push_back({trip_distance(metric, trip, trips[place], measure), place});
  }
  most = std::min(most, found.size());
  std::partial_sort(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(most), found.end());
  found.resize(most);
  return found;
}

constexpr OctileDistance kMetrics[] = {{2378, 3363}, {5, 7}, {1, 1}, {1, 2}};

// A million queries, many with ties: small maps, few or many trips.
TEST(TripIndex, finds_what_a_linear_scan_finds) {
  Random random(1);
  std::uint64_t looked_at = 0;
  std::uint64_t all = 0;
  for (int round = 0; round < test::rounds(5000); ++round) {
    const auto count = static_cast<std::size_t>(random.between(0, round % 10 == 0 ? 200 : 30));
    const int side = random.chance(1, 2) ? random.between(1, 12) : 2000;
    const std::vector<Trip> trips = random_trips(random, count, side);
    const std::vector<std::uint32_t> order = trip_order(trips);
    ASSERT_EQ(std::set<std::uint32_t>(order.begin(), order.end()).size(), count);
    const std::vector<Trip> ordered = in_order(trips, order);
    ASSERT_TRUE(is_trip_tree(ordered));
    TripQuery query;
    for (int i = 0; i < 200; ++i) {
      const OctileDistance& metric = kMetrics[random.below(4)];
      const Trip trip = random_trips(random, 1, side)[0];
      std::array<FoundTrip, 12> room{};
      const std::span<FoundTrip> nearest(room.data(), static_cast<std::size_t>(random.between(0, 12)));
      const auto expected = by_linear_scan(ordered, metric, trip, nearest.size(), TripMeasure::kLarger);
      query.start(ordered, metric, trip, nearest);
      ASSERT_TRUE(query.advance(count));
      looked_at += query.compared();
      all += count;
      for (const FoundTrip& each : expected) {
        ASSERT_FALSE(query.empty());
        const FoundTrip found = query.take();
        ASSERT_EQ(found.place, each.place);
        ASSERT_EQ(found.distance, each.distance);
      }
      ASSERT_TRUE(query.empty());
    }
  }
  EXPECT_LT(looked_at, all);
}

TEST(TripIndex, finds_the_same_in_pieces_by_tree_and_by_scan_and_with_room_for_all) {
  Random random(3);
  TripQuery query;
  std::vector<FoundTrip> room(200);
  for (int round = 0; round < test::rounds(20'000); ++round) {
    const auto count = static_cast<std::size_t>(random.between(0, 120));
    const int side = random.chance(1, 2) ? random.between(1, 12) : 2000;
    const std::vector<Trip> trips = random_trips(random, count, side);
    const std::vector<Trip> ordered = in_order(trips, trip_order(trips));
    const OctileDistance& metric = kMetrics[random.below(4)];
    const Trip trip = random_trips(random, 1, side)[0];
    const auto most = static_cast<std::size_t>(random.between(0, random.chance(1, 2) ? 12 : 200));
    const TripSearch search = random.chance(1, 2) ? TripSearch::kTree : TripSearch::kScan;
    const TripMeasure measure = random.chance(1, 2) ? TripMeasure::kLarger : TripMeasure::kSum;
    query.start(ordered, metric, trip, std::span(room.data(), most), search, measure);
    for (bool done = false; !done;) {
      const std::uint64_t before = query.compared();
      const std::uint64_t piece = random.below(20);
      done = query.advance(piece);
      ASSERT_LE(query.compared() - before, piece);
      ASSERT_TRUE(done || query.compared() - before == piece);
    }
    ASSERT_LE(query.compared(), count);
    for (const FoundTrip& expected : by_linear_scan(ordered, metric, trip, most, measure)) {
      ASSERT_FALSE(query.empty());
      const FoundTrip found = query.take();
      ASSERT_EQ(found.place, expected.place);
      ASSERT_EQ(found.distance, expected.distance);
    }
    ASSERT_TRUE(query.empty());
  }
}

TEST(TripIndex, knows_an_order_that_is_no_tree) {
  Random random(4);
  int wrong = 0;
  for (int round = 0; round < 2000; ++round) {
    const std::vector<Trip> trips = random_trips(random, 20, 100);
    std::vector<Trip> ordered = in_order(trips, trip_order(trips));
    std::swap(ordered[random.below(20)], ordered[random.below(20)]);
    if (is_trip_tree(ordered)) continue;
    ++wrong;
  }
  EXPECT_GT(wrong, 1500);
}

TEST(TripIndex, looks_at_few_of_many_trips) {
  Random random(2);
  const std::vector<Trip> trips = random_trips(random, 60'000, 3000);
  const std::vector<Trip> ordered = in_order(trips, trip_order(trips));
  std::uint64_t looked_at = 0;
  std::array<FoundTrip, 10> nearest{};
  TripQuery query;
  for (int i = 0; i < 1000; ++i) {
    query.start(ordered, {2378, 3363}, random_trips(random, 1, 3000)[0], nearest);
    ASSERT_TRUE(query.advance(ordered.size()));
    looked_at += query.compared();
  }
  EXPECT_LT(looked_at / 1000, 3'000u);
}

}  // namespace waymark::subgoals_trip_index_test
