// Finds the trips most like a given one: a 4-d tree over (start, end) pairs, stored as an array and nothing else. The
// middle entry of a range divides it, by the start's x, the start's y, the end's x and the end's y in turn; what is not
// larger lies before it, what is not smaller after it.
//
// Bulitko, Bjornsson & Lawrence 2010 (JAIR 39), section 6.2, fifth enhancement (Moore 1991). How unlike two trips are
// is the larger of the distances, on an empty map, between their starts and between their ends.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "waymark/base/types.hpp"
#include "waymark/search/heuristic.hpp"
#include "waymark/space/direction.hpp"

namespace waymark {

struct Trip {
  std::array<std::int16_t, 4> at;  // x and y of the start, x and y of the end
  friend bool operator==(const Trip&, const Trip&) = default;
};
inline Trip trip_between(Cell start, Cell end) {
  return {{static_cast<std::int16_t>(start.x), static_cast<std::int16_t>(start.y), static_cast<std::int16_t>(end.x),
           static_cast<std::int16_t>(end.y)}};
}

// How unlike: 0 for the same trip.
Cost unlikeness(const OctileDistance& distance, const Trip& a, const Trip& b);

// The order of a tree over `trips`: which trip lies at each place of the array. Trips that are equal in what divides
// them are in the order of their numbers, so the order is the same on every machine.
std::vector<std::uint32_t> trip_order(std::span<const Trip> trips);

// A view of trips in the order of trip_order.
class TripIndex {
 public:
  struct Found {
    Cost unlikeness;
    std::uint32_t place;  // in the array
    friend bool operator<(const Found& a, const Found& b) {
      return a.unlikeness != b.unlikeness ? a.unlikeness < b.unlikeness : a.place < b.place;
    }
  };

  explicit TripIndex(std::span<const Trip> ordered) : trips_(ordered) {}

  // The trips most like `trip`, as many as `nearest` has room for, the most like first; ties by place. Returns how many
  // were found, and adds to `looked_at` how many trips it compared.
  std::size_t find(const OctileDistance& distance, const Trip& trip, std::span<Found> nearest,
                   std::uint64_t& looked_at) const;

 private:
  std::span<const Trip> trips_;
};

}  // namespace waymark
