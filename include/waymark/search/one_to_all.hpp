// The distance from one state to all others, and an optimal path to each, for those that need thousands of such fields:
// a distance and an arrival per state and a few arrays of open states, nothing else.
//
// Open states lie in buckets of distances as wide as the cheapest edge (Denardo & Fox 1979): no state of the nearest
// bucket can make another one in it nearer, so its states are expanded in any order. A grid has four buckets. Where
// edges differ too much for that, buckets are wider and a state found nearer within its bucket is expanded again.
//
// Threads: one's own.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "waymark/base/types.hpp"
#include "waymark/space/concepts.hpp"

namespace waymark {

template <Space S>
class OneToAll {
 public:
  // `cheapest_edge` is at least 1.
  OneToAll(S space, Cost cheapest_edge) : space_(std::move(space)) {
    shift_ = static_cast<unsigned>(std::bit_width(cheapest_edge)) - 1;
    const Cost dearest = space_.max_edge_cost();
    while ((dearest >> shift_) + 2 > kMostBuckets) ++shift_;
    buckets_.resize(std::bit_ceil((dearest >> shift_) + 2));
  }

  // States farther than kMaxPathCost count as not reachable, and from what is no state none is. (Flattened: with a call
  // per expansion it takes 1.4 times as long.)
  [[gnu::flatten]] void compute(NodeId source) {
    distances_.assign(space_.id_bound(), kInfiniteCost);
    arrivals_.resize(space_.id_bound());
    if (!is_state(space_, source)) return;
    // Copies on the stack, for an arrival can be a byte, and a byte written might otherwise be one of these.
    const S space = space_;
    Cost* const distances = distances_.data();
    Arrival* const arrivals = arrivals_.data();
    std::vector<Entry>* const buckets = buckets_.data();
    const unsigned shift = shift_;
    distances[source] = 0;
    arrivals[source] = S::kNoArrival;
    buckets_[0].push_back({source, 0});
    std::uint64_t open = 1;
    const std::size_t mask = buckets_.size() - 1;
    for (std::size_t current = 0; open != 0; ++current) {
      std::vector<Entry>& bucket = buckets[current & mask];
      for (std::size_t i = 0; i < bucket.size(); ++i) {
        const Entry entry = bucket[i];
        if (distances[entry.node] != entry.distance) continue;
        space.for_each_successor(entry.node, arrivals[entry.node], [&](NodeId to, Cost edge, Arrival arrival) {
          const Cost distance = entry.distance + edge;
          if (distance >= distances[to] || distance > kMaxPathCost) return;
          distances[to] = distance;
          arrivals[to] = arrival;
          buckets[(distance >> shift) & mask].push_back({to, distance});
          ++open;
        });
      }
      open -= bucket.size();
      bucket.clear();
    }
  }

  // kInfiniteCost where there is no path.
  [[nodiscard]] Cost distance(NodeId node) const { return node < distances_.size() ? distances_[node] : kInfiniteCost; }
  // By state, as far as the last source was one of the space's.
  [[nodiscard]] std::span<const Cost> distances() const { return distances_; }
  // The state before `node`, which was reached and is not the source, on an optimal path: the one found first. It
  // depends on the space and the source alone.
  [[nodiscard]] NodeId before(NodeId node) const { return space_.predecessor(node, arrivals_[node]); }

 private:
  using Arrival = typename S::Arrival;
  struct Entry {
    NodeId node;
    Cost distance;
  };
  static constexpr Cost kMostBuckets = 1u << 12u;

  S space_;
  unsigned shift_;
  std::vector<Cost> distances_;
  std::vector<Arrival> arrivals_;            // of the states reached
  std::vector<std::vector<Entry>> buckets_;  // a ring; a bucket's distances lie within 2^shift_ of each other
};

}  // namespace waymark
