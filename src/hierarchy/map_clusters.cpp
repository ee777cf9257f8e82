#include "waymark/hierarchy/map_clusters.hpp"

#include <algorithm>

#include "hierarchy/cluster_making.hpp"
#include "waymark/base/heap_bytes.hpp"

namespace waymark {

class MapClusters::Making : public ClusterMaking {
 public:
  using ClusterMaking::ClusterMaking;
};

Result<Done> MapClusters::check(const MoveRules& rules) {
  if (rules.neighbours == Neighbours::kSix) {
    return Error{ErrorCode::kUnsupported, "clusters are for maps of squares, with 4 or 8 neighbours, not for hexagons"};
  }
  return Done{};
}

MapClusters::MapClusters(const Map& map, const Options& options) : Derived(map.grid().epoch()), options_(options) {
  for (int level = 0; level < options.levels; ++level) levels_.emplace_back(map.grid(), options.size << level);
  versions_.assign(levels_[0].clusters(), 0);
  if (options.ways == ClusterWays::kSteps) steps_.resize(levels_[0].clusters());
  making_ = std::make_unique<Making>(map, options_, levels_, versions_, steps_);
  std::uint64_t units = ~std::uint64_t{0};
  making_->run(map, units);
  for (ClusterLevel& level : levels_) level.move_together();
}

MapClusters::~MapClusters() = default;

std::uint64_t MapClusters::repair(const Map& map, std::uint64_t units) {
  std::uint64_t left = units;
  making_->take_in(map.grid());
  if (making_->run(map, left)) set_epoch(making_->seen());
  return units - left;
}

bool MapClusters::same_as(const MapClusters& other) const {
  return std::equal(levels_.begin(), levels_.end(), other.levels_.begin(), other.levels_.end(),
                    [](const ClusterLevel& a, const ClusterLevel& b) { return a.same_as(b); }) &&
         steps_ == other.steps_;
}

std::uint64_t MapClusters::bytes() const {
  std::uint64_t sum = sizeof(*this) + sizeof(Making) + heap_bytes_of(levels_, versions_, steps_, *making_);
  for (const ClusterLevel& level : levels_) sum += heap_bytes_of(level);
  for (const std::vector<std::uint8_t>& steps : steps_) sum += heap_bytes_of(steps);
  return sum;
}

}  // namespace waymark
