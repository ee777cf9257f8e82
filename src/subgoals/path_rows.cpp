#include "subgoals/path_rows.hpp"

#include <algorithm>
#include <utility>

#include "waymark/base/heap_bytes.hpp"

namespace waymark {

bool same_runs(PathRuns a, PathRuns b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] != b[i]) return false;
  }
  return true;
}

PathRows::PathRows(const PathDatabase& database) : database_(&database), own_(database.rows()) {}

PathRuns PathRows::Own::find(std::uint32_t tile) const {
  const auto at =
      std::lower_bound(tiles.begin(), tiles.end(), tile, [](const Tile& a, std::uint32_t b) { return a.tile < b; });
  return at->view();
}

void PathRows::replace(Row row, std::vector<Tile>&& tiles) {
  if (tiles.empty()) return;
  std::unique_ptr<Own>& own = own_[row];
  if (own == nullptr) {
    own = std::make_unique<Own>();
    own->bits.resize(std::size_t{database_->tiles() + 63} / 64);
  }
  std::vector<Tile> merged;
  merged.reserve(own->tiles.size() + tiles.size());
  auto old = own->tiles.begin();
  for (Tile& tile : tiles) {
    for (; old != own->tiles.end() && old->tile < tile.tile; ++old) merged.push_back(std::move(*old));
    if (old != own->tiles.end() && old->tile == tile.tile) ++old;
    std::uint64_t& word = own->bits[tile.tile / 64];
    const std::uint64_t bit = std::uint64_t{1} << (tile.tile % 64);
    if (same_runs(tile.view(), database_->runs(row, tile.tile))) {
      word &= ~bit;
    } else {
      word |= bit;
      merged.push_back(std::move(tile));
    }
  }
  for (; old != own->tiles.end(); ++old) merged.push_back(std::move(*old));
  own->tiles = std::move(merged);
  if (own->tiles.empty()) own = nullptr;
}

std::uint64_t PathRows::heap_bytes() const {
  std::uint64_t sum = own_.capacity() * sizeof(own_[0]);
  for (const auto& own : own_) {
    if (own == nullptr) continue;
    sum += sizeof(*own) + heap_bytes_of(own->bits, own->tiles);
    for (const Tile& tile : own->tiles) sum += heap_bytes_of(tile.runs);
  }
  return sum;
}

}  // namespace waymark
