// Records of sectors, and of groups of them, as they are put together (Sectors::Record reads them).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "waymark/hierarchy/sectors.hpp"

namespace waymark {

// An edge with its region: sorted as records hold them.
using SectorKey = std::uint32_t;
constexpr SectorKey sector_key(std::uint16_t region, Sectors::Edge edge) {
  return (SectorKey{region} << 16u) | Sectors::word_of(edge);
}
constexpr std::uint16_t region_of_key(SectorKey key) { return static_cast<std::uint16_t>(key >> 16u); }
constexpr Sectors::Edge edge_of_key(SectorKey key) {
  return Sectors::edge_of(static_cast<std::uint16_t>(key & 0xffffu));
}

// `edges` are sorted.
inline void write_record(std::span<const std::uint16_t> centres, std::span<const SectorKey> edges,
                         std::vector<std::uint16_t>& words) {
  words.clear();
  if (centres.empty()) return;
  words.push_back(static_cast<std::uint16_t>(centres.size()));
  words.insert(words.end(), centres.begin(), centres.end());
  std::size_t end = 0;
  for (std::size_t region = 0; region + 1 < centres.size(); ++region) {
    while (end < edges.size() && region_of_key(edges[end]) <= region) ++end;
    words.push_back(static_cast<std::uint16_t>(end));
  }
  for (const SectorKey edge : edges) words.push_back(static_cast<std::uint16_t>(edge & 0xffffu));
}

}  // namespace waymark
