#include "waymark/hierarchy/cluster_level.hpp"

#include <algorithm>

#include "waymark/base/heap_bytes.hpp"

namespace waymark {

ClusterLevel::ClusterLevel(const Grid& grid, int side)
    : side_(side),
      width_(grid.width()),
      height_(grid.height()),
      columns_((grid.width() + side - 1) / side),
      rows_((grid.height() + side - 1) / side) {
  for (int y = 0; y < rows_; ++y) {
    for (int x = 0; x < columns_; ++x) {
      origins_.push_back({static_cast<std::uint16_t>(x * side), static_cast<std::uint16_t>(y * side)});
    }
  }
  const auto add = [&](int x, int y) {
    places_.push_back({static_cast<std::uint16_t>(x), static_cast<std::uint16_t>(y)});
  };
  for (int x = 0; x < side; ++x) add(x, 0);
  for (int x = 0; x < side; ++x) add(x, side - 1);
  for (int y = 1; y < side - 1; ++y) add(0, y);
  for (int y = 1; y < side - 1; ++y) add(side - 1, y);
  shift_ = static_cast<unsigned>(std::bit_width(places_.size() - 1));
  mask_ = (1u << shift_) - 1;
  words_ = (places() + 63) / 64;
  links_.assign(id_bound(), 0);
  ranks_.assign(id_bound(), 0);
  bits_.assign(std::size_t{clusters()} * words_, 0);
  counts_.assign(clusters(), 0);
  crossings_.resize(clusters());
  ways_.resize(clusters());
}

Rect ClusterLevel::area(std::uint32_t cluster) const {
  const Offset origin = origins_[cluster];
  return {origin.x, origin.y, std::min(side_, width_ - origin.x), std::min(side_, height_ - origin.y)};
}

NodeId ClusterLevel::beside(NodeId id, unsigned direction) const {
  const Offset at = places_[id & mask_];
  int x = at.x + kDx[direction];
  int y = at.y + kDy[direction];
  int other = static_cast<int>(cluster(id));
  if (x < 0) {
    x = side_ - 1;
    --other;
  } else if (x == side_) {
    x = 0;
    ++other;
  }
  if (y < 0) {
    y = side_ - 1;
    other -= columns_;
  } else if (y == side_) {
    y = 0;
    other += columns_;
  }
  return first_id(static_cast<std::uint32_t>(other)) + place(x, y);
}

NodeId ClusterLevel::node(std::uint32_t cluster, std::uint32_t rank) const {
  const std::uint64_t* words = bits_.data() + std::size_t{cluster} * words_;
  std::uint32_t place = 0;
  for (; std::popcount(*words) <= static_cast<int>(rank); place += 64) {
    rank -= static_cast<std::uint32_t>(std::popcount(*words++));
  }
  std::uint64_t bits = *words;
  for (; rank > 0; --rank) bits &= bits - 1;
  return first_id(cluster) + place + static_cast<std::uint32_t>(std::countr_zero(bits));
}

bool ClusterLevel::set_links(std::uint32_t cluster, std::span<const std::uint8_t> links) {
  const auto old = links_.begin() + static_cast<std::ptrdiff_t>(first_id(cluster));
  if (std::equal(links.begin(), links.end(), old)) return false;
  std::copy(links.begin(), links.end(), old);
  std::uint64_t* words = bits_.data() + std::size_t{cluster} * words_;
  std::fill_n(words, words_, 0);
  counts_[cluster] = 0;
  for (std::size_t place = 0; place < links.size(); ++place) {
    if (links[place] == 0) continue;
    words[place / 64] |= std::uint64_t{1} << place % 64;
    ++counts_[cluster];
  }
  // As many as there are, and no more room: most clusters get theirs once.
  std::size_t size = 0;
  for (const std::uint8_t mask : links) size += static_cast<std::size_t>(std::popcount(mask));
  std::vector<Crossing>& crossings = crossings_[cluster];
  crossings.clear();
  crossings.reserve(size);
  for_each_node(cluster, [&](NodeId id, std::uint32_t rank) {
    ranks_[id] = static_cast<std::uint16_t>(rank);
    for (unsigned mask = links_[id]; mask != 0; mask &= mask - 1) {
      const auto d = static_cast<std::uint8_t>(std::countr_zero(mask));
      crossings.push_back({id, beside(id, d), static_cast<std::uint16_t>(rank), d});
    }
  });
  return true;
}

void ClusterLevel::set_ways(std::uint32_t cluster, std::span<const Cost> ways) {
  ways_[cluster].assign(ways.begin(), ways.end());
}

void ClusterLevel::move_together() {
  std::vector<std::vector<Crossing>> crossings(clusters());
  std::vector<std::vector<Cost>> ways(clusters());
  for (std::uint32_t cluster = 0; cluster < clusters(); ++cluster) {
    crossings[cluster] = crossings_[cluster];
    ways[cluster] = ways_[cluster];
  }
  crossings_.swap(crossings);
  ways_.swap(ways);
}

bool ClusterLevel::same_as(const ClusterLevel& other) const {
  return side_ == other.side_ && links_ == other.links_ && bits_ == other.bits_ && counts_ == other.counts_ &&
         ways_ == other.ways_;
}

std::uint64_t ClusterLevel::heap_bytes() const {
  std::uint64_t sum = heap_bytes_of(origins_, places_, links_, ranks_, bits_, counts_, crossings_, ways_);
  for (const std::vector<Crossing>& crossings : crossings_) sum += heap_bytes_of(crossings);
  for (const std::vector<Cost>& ways : ways_) sum += heap_bytes_of(ways);
  return sum;
}

}  // namespace waymark
