#include "waymark/subgoals/trip_index.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "waymark/base/random.hpp"

namespace waymark {
namespace {

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

// Half a million queries, many with ties: small maps, few or many trips.
TEST(TripIndex, finds_what_a_linear_scan_finds) {
  Random random(1);
  const OctileDistance metrics[] = {{2378, 3363}, {5, 7}, {1, 1}, {1, 2}};
  std::uint64_t looked_at = 0;
  std::uint64_t all = 0;
  for (int round = 0; round < 2500; ++round) {
    const auto count = static_cast<std::size_t>(random.between(0, 120));
    const int side = random.chance(1, 2) ? random.between(1, 12) : 2000;
    const std::vector<Trip> trips = random_trips(random, count, side);
    const std::vector<std::uint32_t> order = trip_order(trips);
    ASSERT_EQ(std::set<std::uint32_t>(order.begin(), order.end()).size(), count);
    const std::vector<Trip> ordered = in_order(trips, order);
    const TripIndex index{ordered};
    for (int query = 0; query < 200; ++query) {
      const OctileDistance& metric = metrics[random.below(4)];
      const Trip trip = random_trips(random, 1, side)[0];
      std::vector<TripIndex::Found> expected;
      for (std::uint32_t place = 0; place < count; ++place) {
        expected.push_back({unlikeness(metric, trip, ordered[place]), place});
      }
      std::sort(expected.begin(), expected.end());
      std::array<TripIndex::Found, 12> room{};
      const std::span<TripIndex::Found> nearest(room.data(), static_cast<std::size_t>(random.between(0, 12)));
      expected.resize(std::min(expected.size(), nearest.size()));
      const std::size_t found = index.find(metric, trip, nearest, looked_at);
      all += count;
      ASSERT_EQ(found, expected.size());
      for (std::size_t i = 0; i < found; ++i) {
        ASSERT_EQ(nearest[i].place, expected[i].place);
        ASSERT_EQ(nearest[i].unlikeness, expected[i].unlikeness);
      }
    }
  }
  EXPECT_LT(looked_at, all);
}

TEST(TripIndex, looks_at_few_of_many_trips) {
  Random random(2);
  const std::vector<Trip> trips = random_trips(random, 60'000, 3000);
  const std::vector<Trip> ordered = in_order(trips, trip_order(trips));
  const TripIndex index{ordered};
  std::uint64_t looked_at = 0;
  std::array<TripIndex::Found, 10> nearest{};
  for (int query = 0; query < 1000; ++query) {
    ASSERT_EQ(index.find({2378, 3363}, random_trips(random, 1, 3000)[0], nearest, looked_at), 10u);
  }
  EXPECT_LT(looked_at / 1000, 3'000u);
}

}  // namespace
}  // namespace waymark
