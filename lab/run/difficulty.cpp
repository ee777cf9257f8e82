#include "lab/run/difficulty.hpp"

#include "waymark/search/a_star.hpp"

namespace waymark {

DifficultyFilter::DifficultyFilter(const Map& map, const DifficultyBounds& bounds)
    : bounds_(bounds), a_star_(make_a_star(map).value()) {}

bool DifficultyFilter::takes(NodeId start, NodeId goal, double length) {
  double least = bounds_.least;
  double most = bounds_.most;
  if (bounds_.mean && count_ > 0) {
    const bool is_too_hard = sum_ > *bounds_.mean * static_cast<double>(count_);
    (is_too_hard ? most : least) = *bounds_.mean;
  }
  const auto found = difficulty(start, goal, length, most);
  if (!found || *found < least || *found > most) return false;
  sum_ += *found;
  ++count_;
  return true;
}

std::optional<double> DifficultyFilter::difficulty(NodeId start, NodeId goal, double length, double most) {
  constexpr std::uint64_t kSlice = 4096;  // units
  a_star_->start(start, goal);
  Status status = a_star_->step({kSlice});
  // No edge is shorter than a step, so a path has no more edges than its length.
  while (status == Status::kInProgress && static_cast<double>(a_star_->work().expanded) <= most * length) {
    status = a_star_->step({kSlice});
  }
  if (status != Status::kSolved) return std::nullopt;
  path_.clear();
  a_star_->append_path(path_);
  return static_cast<double>(a_star_->work().expanded) / static_cast<double>(path_.size() - 1);
}

}  // namespace waymark
