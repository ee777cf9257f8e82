// IDA* and ME-IDA* of the library against their transcription, unit by unit.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "support/plain_ida.hpp"
#include "waymark/search/path_finder.hpp"

namespace waymark::test {

inline Place place_of(const Map& map, NodeId node) {
  const Cell cell = map.grid().cell(node);
  return {cell.x, cell.y};
}

// After each unit the counters are compared and the end of the path; after the first ones every state.
inline void compare_ida(const Map& map, PathFinder& finder, NodeId start, NodeId goal, std::uint64_t limit,
                        std::size_t table) {
  constexpr std::size_t kWholePaths = 150;
  const PlainIda plain(map.grid(), map.rules(), place_of(map, start), place_of(map, goal), limit, table);
  ASSERT_LE(plain.held(), table);
  finder.start(start, goal);
  std::uint64_t units = 0;
  for (const PlainIda::Moment& moment : plain.moments()) {
    ++units;
    const bool is_last = &moment == &plain.moments().back();
    Status expected = Status::kInProgress;
    if (is_last) expected = plain.found() ? Status::kSolved : Status::kOutOfBudget;
    ASSERT_EQ(finder.step({1}), expected) << "unit " << units;
    ASSERT_EQ(finder.popped(), units);
    ASSERT_EQ(finder.work().expanded, moment.expanded) << "unit " << units;
    ASSERT_EQ(finder.work().generated, moment.generated) << "unit " << units;
    ASSERT_EQ(finder.work().peak_states, moment.peak) << "unit " << units;
    if (!moment.path.empty()) {
      ASSERT_EQ(finder.touch(map.grid().node(moment.path.back().first, moment.path.back().second)), Touch::kClosed);
    }
    if (units > kWholePaths) continue;
    for (int y = 0; y < map.grid().height(); ++y) {
      for (int x = 0; x < map.grid().width(); ++x) {
        const bool on_path = std::find(moment.path.begin(), moment.path.end(), Place{x, y}) != moment.path.end();
        ASSERT_EQ(finder.touch(map.grid().node(x, y)), on_path ? Touch::kClosed : Touch::kNone) << "unit " << units;
      }
    }
  }
  std::vector<NodeId> path;
  finder.append_path(path);
  if (!plain.found()) {
    ASSERT_TRUE(path.empty());
    ASSERT_EQ(finder.cost(), kInfiniteCost);
    return;
  }
  std::vector<Place> places;
  for (const NodeId node : path) places.push_back(place_of(map, node));
  ASSERT_EQ(places, plain.moments().back().path);
  ASSERT_EQ(finder.cost(), plain.cost());
}

}  // namespace waymark::test
