// Finds the trips nearest to a given one: a 4-d tree over (start, end) pairs, stored as an array and nothing else. The
// middle entry of a range divides it, by the start's x, the start's y, the end's x and the end's y in turn; what is not
// larger lies before it, what is not smaller after it.
//
// Bulitko, Bjornsson & Lawrence 2010 (JAIR 39), section 6.2, fifth enhancement (Moore 1991). The distance of two trips
// is the larger of the distances, on an empty map, between their starts and between their ends.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "waymark/base/types.hpp"
#include "waymark/search/heuristic.hpp"
#include "waymark/space/cell.hpp"

namespace waymark {

// Trips compared for the price of a work unit.
inline constexpr std::uint64_t kTripsPerUnit = 10;

struct Trip {
  std::array<std::int16_t, 4> at;  // x and y of the start, x and y of the end
  friend bool operator==(const Trip&, const Trip&) = default;
};
inline Trip trip_between(Cell start, Cell end) {
  return {{static_cast<std::int16_t>(start.x), static_cast<std::int16_t>(start.y), static_cast<std::int16_t>(end.x),
           static_cast<std::int16_t>(end.y)}};
}

// The distance of two trips: 0 for the same trip.
enum class TripMeasure : std::uint8_t {
  kLarger,  // of the two distances (2010)
  kSum,     // of the two (kNN LRTA* 2009)
};
Cost trip_distance(const OctileDistance& distance, const Trip& a, const Trip& b,
                   TripMeasure measure = TripMeasure::kLarger);

// The order of a tree over `trips`: which trip lies at each place of the array. Trips that are equal in what divides
// them are in the order of their numbers, so the order is the same on every machine.
std::vector<std::uint32_t> trip_order(std::span<const Trip> trips);

// Whether `trips` are in the order of a tree: if not, a query would miss some. Time for each trip, no memory.
bool is_trip_tree(std::span<const Trip> trips);

// A trip of an array.
struct FoundTrip {
  Cost distance;
  std::uint32_t place;  // in the array
  friend bool operator<(const FoundTrip& a, const FoundTrip& b) {
    return a.distance != b.distance ? a.distance < b.distance : a.place < b.place;
  }
};

enum class TripSearch : std::uint8_t {
  kTree,  // leaves out what cannot be among the nearest
  kScan,  // compares all
};

// One search for the trips nearest to a given one, that can be spread over any number of calls. Ties by place.
// Allocates nothing.
class TripQuery {
 public:
  // Begins. `ordered` is in the order of trip_order. Finds as many trips as `room` has places; both stay where they are
  // until the last is taken.
  void start(std::span<const Trip> ordered, const OctileDistance& distance, const Trip& trip, std::span<FoundTrip> room,
             TripSearch search = TripSearch::kTree, TripMeasure measure = TripMeasure::kLarger);

  // Compares at most `most` more trips. True once all is done.
  bool advance(std::uint64_t most);

  // Since the start.
  [[nodiscard]] std::uint64_t compared() const { return compared_; }

  // Once all is done: the nearest of those not taken yet. Constant time, but where there is room for all trips: there
  // the logarithm of their number.
  [[nodiscard]] bool empty() const { return taken_ == found_; }
  FoundTrip take();

  // Once all were taken: whether there may be more than there was room for. If so, begins again for those that come
  // after the last that was taken.
  bool go_on();

 private:
  static constexpr std::size_t kDimensions = 4;
  struct Range {
    std::uint32_t first;
    std::uint32_t last;
    std::uint32_t dimension;
    std::array<std::int32_t, kDimensions> outside;  // how far, in each dimension, the trip lies outside of its box
  };

  void offer(std::uint32_t place);
  void push(const Range& range) {
    if (range.first != range.last) stack_[depth_++] = range;
  }

  std::span<const Trip> trips_;
  OctileDistance distance_{};
  Trip trip_{};
  std::span<FoundTrip> room_;
  bool keeps_all_ = false;   // room_ is a heap then, else in order
  std::uint32_t next_ = 0;   // of a scan
  std::uint32_t depth_ = 0;  // of the stack
  std::size_t found_ = 0;
  std::size_t taken_ = 0;
  std::uint64_t compared_ = 0;
  bool goes_on_ = false;
  FoundTrip last_{};  // then: only what comes after it
  TripSearch search_ = TripSearch::kTree;
  TripMeasure measure_ = TripMeasure::kLarger;
  std::array<Range, 36> stack_;  // one range for each halving of 2^32 trips, and a few
};

}  // namespace waymark
