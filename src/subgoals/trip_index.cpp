#include "waymark/subgoals/trip_index.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <numeric>

#include "waymark/base/assert.hpp"
#include "waymark/base/instrument.hpp"

namespace waymark {
namespace {

constexpr std::size_t kDimensions = 4;

Cost combined(TripMeasure measure, Cost of_starts, Cost of_ends) {
  return measure == TripMeasure::kLarger ? std::max(of_starts, of_ends) : of_starts + of_ends;
}

// For a heap with the nearest on top.
bool later(const FoundTrip& a, const FoundTrip& b) { return b < a; }

std::size_t middle_of(std::size_t first, std::size_t last) { return first + (last - first) / 2; }

void put_in_order(std::span<const Trip> trips, std::vector<std::uint32_t>& order, std::size_t first, std::size_t last,
                  std::size_t dimension) {
  if (last - first < 2) return;
  const auto place = [&](std::size_t at) { return order.begin() + static_cast<std::ptrdiff_t>(at); };
  const std::size_t middle = middle_of(first, last);
  std::nth_element(place(first), place(middle), place(last), [&](std::uint32_t a, std::uint32_t b) {
    const std::int16_t at_a = trips[a].at[dimension];
    const std::int16_t at_b = trips[b].at[dimension];
    return at_a != at_b ? at_a < at_b : a < b;
  });
  put_in_order(trips, order, first, middle, (dimension + 1) % kDimensions);
  put_in_order(trips, order, middle + 1, last, (dimension + 1) % kDimensions);
}

// Whether the trips of a range lie in its box (both ends included) and are divided by their middle.
bool is_tree(std::span<const Trip> trips, std::size_t first, std::size_t last, std::size_t dimension, Trip low,
             Trip high) {
  if (first == last) return true;
  const std::size_t middle = middle_of(first, last);
  const Trip& trip = trips[middle];
  for (std::size_t i = 0; i < kDimensions; ++i) {
    if (trip.at[i] < low.at[i] || trip.at[i] > high.at[i]) return false;
  }
  Trip below = high;
  Trip above = low;
  below.at[dimension] = trip.at[dimension];
  above.at[dimension] = trip.at[dimension];
  const std::size_t next = (dimension + 1) % kDimensions;
  return is_tree(trips, first, middle, next, low, below) && is_tree(trips, middle + 1, last, next, above, high);
}

}  // namespace

Cost trip_distance(const OctileDistance& distance, const Trip& a, const Trip& b, TripMeasure measure) {
  const auto apart = [&](std::size_t dimension) { return std::abs(a.at[dimension] - b.at[dimension]); };
  return combined(measure, distance.distance(apart(0), apart(1)), distance.distance(apart(2), apart(3)));
}

std::vector<std::uint32_t> trip_order(std::span<const Trip> trips) {
  std::vector<std::uint32_t> order(trips.size());
  std::iota(order.begin(), order.end(), 0u);
  put_in_order(trips, order, 0, order.size(), 0);
  return order;
}

bool is_trip_tree(std::span<const Trip> trips) {
  constexpr std::int16_t kLow = std::numeric_limits<std::int16_t>::min();
  constexpr std::int16_t kHigh = std::numeric_limits<std::int16_t>::max();
  return is_tree(trips, 0, trips.size(), 0, {{kLow, kLow, kLow, kLow}}, {{kHigh, kHigh, kHigh, kHigh}});
}

void TripQuery::start(std::span<const Trip> ordered, const OctileDistance& distance, const Trip& trip,
                      std::span<FoundTrip> room, TripSearch search, TripMeasure measure) {
  trips_ = ordered;
  distance_ = distance;
  trip_ = trip;
  room_ = room;
  keeps_all_ = room.size() >= ordered.size();
  search_ = search;
  measure_ = measure;
  next_ = 0;
  depth_ = 0;
  found_ = 0;
  taken_ = 0;
  compared_ = 0;
  goes_on_ = false;
  const auto count = static_cast<std::uint32_t>(room.empty() ? 0 : ordered.size());
  if (search == TripSearch::kTree) {
    push({0, count, 0, {}});
  } else if (count == 0) {
    trips_ = {};
  }
}

bool TripQuery::advance(std::uint64_t most) {
  const std::uint64_t end = compared_ + std::min(most, ~std::uint64_t{0} - compared_);
  if (search_ == TripSearch::kScan) {
    for (; next_ != trips_.size() && compared_ != end; ++next_) offer(next_);
    return next_ == trips_.size();
  }
  while (depth_ != 0) {
    const Range range = stack_[depth_ - 1];
    const Cost least = combined(measure_, distance_.distance(range.outside[0], range.outside[1]),
                                distance_.distance(range.outside[2], range.outside[3]));
    // Ties count: one of a lower place would come before what was found.
    if (found_ == room_.size() && !keeps_all_ && least > room_[found_ - 1].distance) {
      --depth_;
      continue;
    }
    if (compared_ == end) return false;
    --depth_;
    const auto middle = static_cast<std::uint32_t>(middle_of(range.first, range.last));
    offer(middle);
    const std::uint32_t dimension = range.dimension;
    const std::int32_t beyond = trip_.at[dimension] - trips_[middle].at[dimension];
    Range before{range.first, middle, (dimension + 1) % static_cast<std::uint32_t>(kDimensions), range.outside};
    Range after{middle + 1, range.last, before.dimension, range.outside};
    Range& farther = beyond <= 0 ? after : before;
    farther.outside[dimension] = std::max(range.outside[dimension], std::abs(beyond));
    push(farther);
    push(beyond <= 0 ? before : after);
  }
  return true;
}

void TripQuery::offer(std::uint32_t place) {
  ++compared_;
  instrument::look();
  const FoundTrip candidate{trip_distance(distance_, trip_, trips_[place], measure_), place};
  if (goes_on_ && !(last_ < candidate)) return;
  if (keeps_all_) {
    room_[found_++] = candidate;
    std::push_heap(room_.begin(), room_.begin() + static_cast<std::ptrdiff_t>(found_), later);
    return;
  }
  if (found_ == room_.size()) {
    if (!(candidate < room_[found_ - 1])) return;
    --found_;
  }
  std::size_t at = found_++;
  for (; at > 0 && candidate < room_[at - 1]; --at) room_[at] = room_[at - 1];
  room_[at] = candidate;
}

bool TripQuery::go_on() {
  if (keeps_all_ || found_ < room_.size() || found_ == 0) return false;
  last_ = room_[found_ - 1];
  goes_on_ = true;
  next_ = 0;
  found_ = 0;
  taken_ = 0;
  if (search_ == TripSearch::kTree) push({0, static_cast<std::uint32_t>(trips_.size()), 0, {}});
  return true;
}

FoundTrip TripQuery::take() {
  WAYMARK_DEBUG_ASSERT(!empty());
  if (!keeps_all_) return room_[taken_++];
  std::pop_heap(room_.begin(), room_.begin() + static_cast<std::ptrdiff_t>(found_), later);
  return room_[--found_];
}

}  // namespace waymark
