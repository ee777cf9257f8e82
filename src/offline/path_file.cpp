#include "offline/path_file.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <span>
#include <utility>

#include "base/hash.hpp"
#include "offline/centroids.hpp"
#include "offline/container_writer.hpp"
#include "subgoals/path_checksums.hpp"
#include "waymark/subgoals/path_database.hpp"

namespace waymark {
namespace {

constexpr std::uint16_t kNoRow = 0xffff;
constexpr std::uint16_t kNoBlock = 0xffff;
static_assert(PathDatabase::kMaxRows <= kNoRow && PathDatabase::kMaxRows <= kNoBlock);

constexpr std::size_t kRunBytes = sizeof(std::uint16_t);

// Of nothing that is kept, and so a short one: all rows come through rank 0.
std::uint64_t hash_of(std::string_view runs) {
  constexpr std::uint64_t kFactor = 0x9e3779b97f4a7c15ull;
  std::uint64_t state = runs.size() * kFactor;
  for (; !runs.empty(); runs.remove_prefix(std::min(runs.size(), sizeof(state)))) {
    std::uint64_t word = 0;
    std::memcpy(&word, runs.data(), std::min(runs.size(), sizeof(word)));
    state = (state ^ word) * kFactor;
    state ^= state >> 32u;
  }
  return state;
}

}  // namespace

std::size_t PathBlocks::slot_of(std::string_view runs) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = hash_of(runs) & mask;
  while (slots_[slot] != 0 && this->runs(slots_[slot] - 1u) != runs) slot = (slot + 1) & mask;
  return slot;
}

void PathBlocks::grow() {
  slots_.assign(std::max<std::size_t>(4, slots_.size() * 2), 0);
  for (std::uint32_t block = 0; block < count(); ++block) {
    slots_[slot_of(runs(block))] = static_cast<std::uint16_t>(block + 1);
  }
}

std::uint16_t PathBlocks::add(std::string_view runs) {
  if (std::size_t{count()} * 2 >= slots_.size()) grow();
  std::uint16_t& slot = slots_[slot_of(runs)];
  if (slot == 0) {
    runs_ += runs;
    ends_.push_back(static_cast<std::uint32_t>(runs_.size()));
    slot = static_cast<std::uint16_t>(count());
  }
  return static_cast<std::uint16_t>(slot - 1);
}

std::string path_identity(std::string_view what, const Map& map, std::uint32_t delta, std::span<const NodeId> centroids,
                          bool chosen) {
  const MoveRules& rules = map.rules();
  Hash64 all;
  for (const NodeId centroid : centroids) all.add(centroid);
  std::string text(what);
  for (const std::uint64_t number :
       {map.grid().fingerprint(), static_cast<std::uint64_t>(rules.neighbours),
        static_cast<std::uint64_t>(rules.diagonal), std::uint64_t{rules.costs.cardinal},
        std::uint64_t{rules.costs.diagonal}, std::uint64_t{delta}, std::uint64_t{chosen ? 1u : 0u}, all.value()}) {
    text += " " + std::to_string(number);
  }
  return text;
}

std::string path_item(PathRowMaker& maker, NodeId centroid, bool distances) {
  std::string item;
  maker.make(centroid, [&item](std::uint32_t /*tile*/, std::span<const std::uint16_t> runs) {
    append_number(item, static_cast<std::uint16_t>(runs.size()));
    append_numbers(item, runs);
  });
  if (distances) maker.append_distances(item);
  return item;
}

PathFile::PathFile(const Map& map, std::uint32_t delta, std::vector<NodeId> centroids, bool chosen, bool distances)
    : map_(&map),
      tiles_(map.grid().width(), map.grid().height()),
      delta_(delta),
      chosen_(chosen),
      centroids_(std::move(centroids)),
      blocks_(tiles_.count()),
      entries_(centroids_.size() * tiles_.count()),
      distances_(distances ? centroids_.size() * PathDatabase::distance_bytes(tiles_.count()) : 0, '\0'),
      has_(centroids_.size()) {}

void PathFile::add(std::uint64_t row, std::string_view item) {
  if (row >= has_.size()) {
    broken_ = true;
    return;
  }
  std::uint16_t* const entries = entries_.data() + row * tiles_.count();
  for (std::uint32_t tile = 0; tile < tiles_.count(); ++tile) {
    const std::size_t bytes = item.size() < kRunBytes ? 0 : NumberView<std::uint16_t>(item)[0] * kRunBytes;
    if (item.size() < kRunBytes + bytes) {
      broken_ = true;
      return;
    }
    entries[tile] = blocks_[tile].add(item.substr(kRunBytes, bytes));
    item.remove_prefix(kRunBytes + bytes);
  }
  const std::size_t bytes = distances_.empty() ? 0 : PathDatabase::distance_bytes(tiles_.count());
  broken_ = broken_ || item.size() != bytes;
  if (item.size() == bytes) distances_.replace(row * bytes, bytes, item);
  has_[row] = true;
}

std::uint64_t PathFile::block_bytes() const {
  std::uint64_t sum = 0;
  for (const PathBlocks& blocks : blocks_) sum += blocks.bytes() + blocks.count() * sizeof(std::uint32_t);
  return sum;
}

Result<std::string> PathFile::finish() {
  if (broken_ || std::find(has_.begin(), has_.end(), false) != has_.end()) {
    return Error{ErrorCode::kBadFormat, "the items are not those of this build"};
  }
  std::string nodes;
  for (const NodeId centroid : centroids_) append_number(nodes, centroid);
  ContainerWriter writer(DatabaseKind::kPaths, *map_);
  writer.parameter("delta", delta_)
      .parameter("rows", centroids_.size())
      .parameter("chosen", chosen_ ? 1 : 0)
      .parameter("cells", map_->grid().passable_cells())
      .section("centroids", std::move(nodes));
  add_nearest(writer);
  if (auto added = add_blocks(writer); !added) return added.error();
  if (!distances_.empty()) writer.section("distances", std::move(distances_));
  return writer.bytes();
}

Result<Done> PathFile::add_blocks(ContainerWriter& writer) {
  std::uint64_t runs_size = 0;
  std::uint64_t count = 0;
  for (const PathBlocks& blocks : blocks_) {
    runs_size += blocks.bytes();
    count += blocks.count();
  }
  if (std::max(runs_size / kRunBytes, count) > std::numeric_limits<std::uint32_t>::max()) {
    return Error{ErrorCode::kTooLarge,
                 "the database would have " + std::to_string(runs_size / kRunBytes) + " runs; choose a greater delta"};
  }
  std::string runs;
  runs.reserve(runs_size);
  std::string tile_blocks;
  std::string block_ends;
  std::string tile_checks;
  append_number(tile_blocks, std::uint32_t{0});
  append_number(block_ends, std::uint32_t{0});
  std::vector<std::uint16_t> numbers;  // the last ones of this tile's blocks
  for (std::uint32_t tile = 0; tile < tiles_.count(); ++tile) {
    const PathBlocks& blocks = blocks_[tile];
    const std::size_t first_end = block_ends.size() - sizeof(std::uint32_t);
    const std::size_t first_run = runs.size();
    numbers.assign(blocks.count(), kNoBlock);
    std::uint16_t next = 0;
    for (std::size_t row = 0; row < centroids_.size(); ++row) {
      std::uint16_t& entry = entries_[row * tiles_.count() + tile];
      if (numbers[entry] == kNoBlock) {
        numbers[entry] = next++;
        runs += blocks.runs(entry);
        append_number(block_ends, static_cast<std::uint32_t>(runs.size() / kRunBytes));
      }
      entry = numbers[entry];
    }
    append_number(tile_blocks, static_cast<std::uint32_t>(block_ends.size() / sizeof(std::uint32_t) - 1));
    append_number(tile_checks, path_tile_checksum(std::string_view(block_ends).substr(first_end),
                                                  std::string_view(runs).substr(first_run)));
    blocks_[tile] = {};
  }
  std::string entries;
  append_numbers<std::uint16_t>(entries, entries_);
  entries_ = {};
  std::string checks = row_checks(entries);
  writer.section("tile_blocks", std::move(tile_blocks))
      .section("block_ends", std::move(block_ends))
      .section("runs", std::move(runs))
      .section("entries", std::move(entries))
      .section("row_checks", std::move(checks))
      .section("tile_checks", std::move(tile_checks));
  return Done{};
}

std::string PathFile::row_checks(std::string_view entries) const {
  const std::size_t bytes = std::size_t{tiles_.count()} * sizeof(std::uint16_t);
  std::string checks;
  for (std::size_t row = 0; row < centroids_.size(); ++row) {
    append_number(checks, path_row_checksum(entries.substr(row * bytes, bytes)));
  }
  return checks;
}

void PathFile::add_nearest(ContainerWriter& writer) const {
  const Grid& grid = map_->grid();
  const std::vector<std::uint16_t> nearest = nearest_centroids(*map_, centroids_, kNoRow);
  std::string firsts;
  std::string ranks;
  std::string rows;
  append_number(firsts, std::uint32_t{0});
  for (std::uint32_t tile = 0; tile < tiles_.count(); ++tile) {
    const Cell corner = tiles_.corner(tile);
    std::uint16_t last = kNoRow;
    for (std::uint32_t rank = 0; rank < PathTiles::kCells; ++rank) {
      const Cell offset = PathTiles::offset_at(rank);
      const int x = corner.x + offset.x;
      const int y = corner.y + offset.y;
      const std::uint16_t row = grid.contains(x, y) ? nearest[grid.node(x, y)] : kNoRow;
      if (row == kNoRow || row == last) continue;
      append_number(ranks, static_cast<std::uint16_t>(last == kNoRow ? 0 : rank));
      append_number(rows, row);
      last = row;
    }
    append_number(firsts, static_cast<std::uint32_t>(rows.size() / sizeof(std::uint16_t)));
  }
  writer.section("nearest_firsts", std::move(firsts))
      .section("nearest_ranks", std::move(ranks))
      .section("nearest_rows", std::move(rows));
}

}  // namespace waymark
