// Smoothing the paths of whole-path searches, and what that gives.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "waymark/base/types.hpp"
#include "waymark/space/map.hpp"

namespace waymark {

enum class SmoothingKind : std::uint8_t {
  kRays,   // unlimited
  kBox,    // rays in a box
  kSight,  // waypoints
};

struct Smoothing {
  SmoothingKind kind = SmoothingKind::kRays;
  std::uint32_t box = 20;  // of kBox: hierarchy/smooth.hpp
};

struct SmoothingFigures {
  // In cardinal steps. Of kSight the length of straight lines, which may be below that of a shortest path.
  double cost = 0;
  std::optional<double> suboptimality = {};  // percent; not of kSight
  std::uint64_t ns = 0;                      // processor time
  std::vector<Cell> path = {};               // cells, or waypoints; if asked for
};

// One thread's means.
class PathSmoothing {
 public:
  // check_sight(map.rules()) holds for kSight.
  PathSmoothing(const Map& map, const Smoothing& smoothing) : map_(&map), smoothing_(smoothing) {}

  // Of a legal path of so many cardinal steps. `fault` tells what does not hold of the result; it is left alone if all
  // is well.
  SmoothingFigures smooth(std::span<const NodeId> path, double cost, bool keep_path, std::string& fault);

 private:
  const Map* map_;
  Smoothing smoothing_;
  std::vector<NodeId> buffer_;
};

}  // namespace waymark
