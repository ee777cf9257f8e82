#include "waymark/offline/path_build.hpp"

#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/hash.hpp"
#include "offline/centroids.hpp"
#include "offline/container_writer.hpp"
#include "subgoals/path_row_maker.hpp"
#include "subgoals/path_tiles.hpp"
#include "waymark/subgoals/path_database.hpp"

namespace waymark {
namespace {

constexpr std::uint16_t kNoRow = 0xffff;
static_assert(PathDatabase::kMaxRows <= kNoRow);

// An item is a row: for each tile in order a number of 16 bits, how many runs it has, and these.
class RowItems final : public ItemMaker {
 public:
  RowItems(const Map& map, const std::vector<NodeId>& centroids) : maker_(map), centroids_(&centroids) {}
  std::string make(std::uint64_t item) override {
    std::string bytes;
    maker_.make((*centroids_)[item], [&bytes](std::uint32_t /*tile*/, std::span<const std::uint16_t> runs) {
      append_number(bytes, static_cast<std::uint16_t>(runs.size()));
      for (const std::uint16_t run : runs) append_number(bytes, run);
    });
    return bytes;
  }

 private:
  PathRowMaker maker_;
  const std::vector<NodeId>* centroids_;
};

// The sections of the file, tile by tile.
class Sections {
 public:
  explicit Sections(std::size_t rows, std::uint32_t tiles)
      : rows_(rows), tiles_(tiles), entries_(rows * tiles * 2, '\0') {
    append_number(tile_blocks, std::uint32_t{0});
    append_number(block_ends, std::uint32_t{0});
  }

  // The runs of this tile of all rows, in order.
  void add_tile(std::uint32_t tile, const std::vector<std::string_view>& blocks) {
    known_.clear();
    for (std::size_t row = 0; row < rows_; ++row) {
      const auto [entry, is_new] = known_.try_emplace(blocks[row], static_cast<std::uint16_t>(known_.size()));
      if (is_new) {
        runs += blocks[row];
        append_number(block_ends, static_cast<std::uint32_t>(runs.size() / 2));
        ++blocks_;
      }
      const std::size_t at = (row * tiles_ + tile) * 2;
      entries_[at] = static_cast<char>(entry->second & 0xffu);
      entries_[at + 1] = static_cast<char>(entry->second >> 8u);
    }
    append_number(tile_blocks, blocks_);
  }
  [[nodiscard]] std::string take_entries() { return std::move(entries_); }

  std::string tile_blocks;
  std::string block_ends;
  std::string runs;

 private:
  std::size_t rows_;
  std::size_t tiles_;
  std::string entries_;
  std::unordered_map<std::string_view, std::uint16_t> known_;
  std::uint32_t blocks_ = 0;
};

class PathBuild final : public ItemBuild {
 public:
  PathBuild(const Map& map, std::uint32_t delta, std::vector<NodeId> centroids)
      : map_(&map), delta_(delta), centroids_(std::move(centroids)) {}

  [[nodiscard]] std::string identity() const override {
    const MoveRules& rules = map_->rules();
    Hash64 chosen;
    for (const NodeId centroid : centroids_) chosen.add(centroid);
    std::string text = "paths";
    for (const std::uint64_t number : {map_->grid().fingerprint(), static_cast<std::uint64_t>(rules.neighbours),
                                       static_cast<std::uint64_t>(rules.diagonal), std::uint64_t{rules.costs.cardinal},
                                       std::uint64_t{rules.costs.diagonal}, std::uint64_t{delta_}, chosen.value()}) {
      text += " " + std::to_string(number);
    }
    return text;
  }
  [[nodiscard]] std::uint64_t items() const override { return centroids_.size(); }
  [[nodiscard]] std::unique_ptr<ItemMaker> maker() const override {
    return std::make_unique<RowItems>(*map_, centroids_);
  }

  [[nodiscard]] Result<std::string> assemble(std::span<const std::string> items) const override {
    const PathTiles tiles(map_->grid().width(), map_->grid().height());
    if (items.size() != centroids_.size()) return broken();
    std::vector<std::string_view> rest(items.begin(), items.end());
    std::vector<std::string_view> blocks(items.size());
    Sections sections(items.size(), tiles.count());
    for (std::uint32_t tile = 0; tile < tiles.count(); ++tile) {
      for (std::size_t row = 0; row < rest.size(); ++row) {
        if (rest[row].size() < 2) return broken();
        const std::size_t bytes = NumberView<std::uint16_t>(rest[row])[0] * sizeof(std::uint16_t);
        if (rest[row].size() - 2 < bytes) return broken();
        blocks[row] = rest[row].substr(2, bytes);
        rest[row].remove_prefix(2 + bytes);
      }
      sections.add_tile(tile, blocks);
    }
    std::string nodes;
    for (const NodeId centroid : centroids_) append_number(nodes, centroid);
    ContainerWriter writer(DatabaseKind::kPaths, *map_);
    writer.parameter("delta", delta_).parameter("rows", centroids_.size()).section("centroids", std::move(nodes));
    add_nearest(tiles, writer);
    writer.section("tile_blocks", std::move(sections.tile_blocks))
        .section("block_ends", std::move(sections.block_ends))
        .section("runs", std::move(sections.runs))
        .section("entries", sections.take_entries());
    return writer.bytes();
  }

 private:
  static Error broken() { return {ErrorCode::kBadFormat, "the items are not those of this build"}; }

  void add_nearest(const PathTiles& tiles, ContainerWriter& writer) const {
    const Grid& grid = map_->grid();
    const std::vector<std::uint16_t> nearest = nearest_centroids(*map_, centroids_, kNoRow);
    std::string firsts;
    std::string ranks;
    std::string rows;
    append_number(firsts, std::uint32_t{0});
    for (std::uint32_t tile = 0; tile < tiles.count(); ++tile) {
      const Cell corner = tiles.corner(tile);
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
      append_number(firsts, static_cast<std::uint32_t>(rows.size() / 2));
    }
    writer.section("nearest_firsts", std::move(firsts))
        .section("nearest_ranks", std::move(ranks))
        .section("nearest_rows", std::move(rows));
  }

  const Map* map_;
  std::uint32_t delta_;
  std::vector<NodeId> centroids_;
};

}  // namespace

Result<std::unique_ptr<ItemBuild>> make_path_build(const Map& map, const PathBuildOptions& options) {
  if (options.delta < PathDatabase::kLeastDelta || options.delta > PathDatabase::kMaxDelta) {
    return Error{ErrorCode::kOutOfRange, "delta must be " + std::to_string(PathDatabase::kLeastDelta) + " to " +
                                             std::to_string(PathDatabase::kMaxDelta)};
  }
  std::vector<NodeId> centroids(options.centroids.begin(), options.centroids.end());
  for (const NodeId centroid : centroids) {
    if (!map.grid().contains(centroid) || !map.grid().passable(centroid)) {
      return Error{ErrorCode::kOutOfRange, "centroid " + std::to_string(centroid) + " is no passable cell"};
    }
  }
  if (centroids.empty()) centroids = choose_centroids(map, options.delta);
  if (centroids.size() > PathDatabase::kMaxRows) {
    return Error{ErrorCode::kTooLarge, "the database would have " + std::to_string(centroids.size()) +
                                           " rows, more than " + std::to_string(PathDatabase::kMaxRows) +
                                           "; choose a greater delta"};
  }
  return std::unique_ptr<ItemBuild>(std::make_unique<PathBuild>(map, options.delta, std::move(centroids)));
}

}  // namespace waymark
