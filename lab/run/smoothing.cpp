#include "lab/run/smoothing.hpp"

#include <algorithm>

#include "lab/run/optimal_length.hpp"
#include "lab/run/processor_time.hpp"
#include "waymark/hierarchy/smooth.hpp"

namespace waymark {

SmoothingFigures PathSmoothing::smooth(std::span<const NodeId> path, double cost, bool keep_path, std::string& fault) {
  const bool is_sight = smoothing_.kind == SmoothingKind::kSight;
  buffer_.resize(std::max(buffer_.size(), RaySmoother::room(path.size())));
  SmoothingFigures figures;
  std::span<const NodeId> found;
  const std::uint64_t began = processor_ns();
  if (is_sight) {
    found = pull_string(*map_, path, buffer_);
  } else {
    found =
        smooth_rays(*map_, path, buffer_, {.box = smoothing_.kind == SmoothingKind::kBox ? smoothing_.box : 0}).cells;
  }
  figures.ns = processor_ns() - began;

  std::optional<double> length;
  if (is_sight) {
    bool is_free = true;
    for (std::size_t i = 1; i < found.size(); ++i) is_free = is_free && in_sight(*map_, found[i - 1], found[i]);
    if (is_free) length = euclidean_length(map_->grid(), found);
    cost = euclidean_length(map_->grid(), path);
  } else {
    length = path_length(*map_, found);
  }
  if (!length || found.front() != path.front() || found.back() != path.back()) {
    fault = "the smoothed path is not one of legal moves from start to goal";
  } else if (*length > cost * (1 + 1e-9)) {
    fault = "the smoothed path is longer";
  }
  figures.cost = length.value_or(cost);
  if (keep_path) {
    for (const NodeId node : found) figures.path.push_back(map_->grid().cell(node));
  }
  return figures;
}

}  // namespace waymark
