#include "waymark/subgoals/trip_index.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace waymark {
namespace {

constexpr std::size_t kDimensions = 4;

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

// One query: a walk over the tree with the least that the trips of a range can be unlike.
class Query {
 public:
  Query(std::span<const Trip> trips, const OctileDistance& distance, const Trip& trip,
        std::span<TripIndex::Found> nearest)
      : trips_(trips), distance_(distance), trip_(trip), nearest_(nearest) {}

  // `outside`: how far, in each dimension, the trip lies outside of the range's box.
  void visit(std::size_t first, std::size_t last, std::size_t dimension, std::array<int, kDimensions> outside) {
    if (first == last) return;
    const Cost least = std::max(distance_.distance(outside[0], outside[1]), distance_.distance(outside[2], outside[3]));
    // Ties count: one of a lower place would come before what was found.
    if (found_ == nearest_.size() && least > nearest_[found_ - 1].unlikeness) return;
    const std::size_t middle = middle_of(first, last);
    offer(middle);
    const int beyond = trip_.at[dimension] - trips_[middle].at[dimension];
    const std::size_t next = (dimension + 1) % kDimensions;
    std::array<int, kDimensions> farther = outside;
    farther[dimension] = std::max(outside[dimension], std::abs(beyond));
    if (beyond <= 0) {
      visit(first, middle, next, outside);
      visit(middle + 1, last, next, farther);
    } else {
      visit(middle + 1, last, next, outside);
      visit(first, middle, next, farther);
    }
  }

  [[nodiscard]] std::size_t found() const { return found_; }
  [[nodiscard]] std::uint64_t looked_at() const { return looked_at_; }

 private:
  void offer(std::size_t place) {
    ++looked_at_;
    const TripIndex::Found candidate{unlikeness(distance_, trip_, trips_[place]), static_cast<std::uint32_t>(place)};
    if (found_ == nearest_.size()) {
      if (!(candidate < nearest_[found_ - 1])) return;
      --found_;
    }
    std::size_t at = found_++;
    for (; at > 0 && candidate < nearest_[at - 1]; --at) nearest_[at] = nearest_[at - 1];
    nearest_[at] = candidate;
  }

  std::span<const Trip> trips_;
  OctileDistance distance_;
  Trip trip_;
  std::span<TripIndex::Found> nearest_;
  std::size_t found_ = 0;
  std::uint64_t looked_at_ = 0;
};

}  // namespace

Cost unlikeness(const OctileDistance& distance, const Trip& a, const Trip& b) {
  const auto apart = [&](std::size_t dimension) { return std::abs(a.at[dimension] - b.at[dimension]); };
  return std::max(distance.distance(apart(0), apart(1)), distance.distance(apart(2), apart(3)));
}

std::vector<std::uint32_t> trip_order(std::span<const Trip> trips) {
  std::vector<std::uint32_t> order(trips.size());
  std::iota(order.begin(), order.end(), 0u);
  put_in_order(trips, order, 0, order.size(), 0);
  return order;
}

std::size_t TripIndex::find(const OctileDistance& distance, const Trip& trip, std::span<Found> nearest,
                            std::uint64_t& looked_at) const {
  if (nearest.empty()) return 0;
  Query query(trips_, distance, trip, nearest);
  query.visit(0, trips_.size(), 0, {});
  looked_at += query.looked_at();
  return query.found();
}

}  // namespace waymark
