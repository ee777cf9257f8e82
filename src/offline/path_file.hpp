// Puts a path database together of rows that come in any order. A tile keeps each different list of runs once from the
// first on, so that no more is in memory than will be in the file.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "offline/path_row_maker.hpp"
#include "subgoals/path_tiles.hpp"
#include "waymark/base/result.hpp"
#include "waymark/base/types.hpp"
#include "waymark/offline/build.hpp"
#include "waymark/space/map.hpp"

namespace waymark {

class ContainerWriter;

// The different lists of runs of one tile, numbered as they come.
class PathBlocks {
 public:
  // The number of this list.
  std::uint16_t add(std::string_view runs);
  [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(ends_.size()); }
  [[nodiscard]] std::string_view runs(std::uint32_t block) const {
    const std::uint32_t begin = block == 0 ? 0 : ends_[block - 1];
    return std::string_view(runs_).substr(begin, ends_[block] - begin);
  }
  [[nodiscard]] std::uint64_t bytes() const { return runs_.size(); }

 private:
  void grow();
  // Where in slots_ a list is, or would be.
  [[nodiscard]] std::size_t slot_of(std::string_view runs) const;

  std::string runs_;
  std::vector<std::uint32_t> ends_;   // in bytes
  std::vector<std::uint16_t> slots_;  // 1 + a number, by hash; a power of two, at most half full
};

// All that rows depend on, in one line that begins with `what`.
std::string path_identity(std::string_view what, const Map& map, std::uint32_t delta, std::span<const NodeId> centroids,
                          bool chosen);

// A row as an item of a build: for each tile in order a number of 16 bits, how many runs it has, and these; then, if
// they are wanted, its distances.
std::string path_item(PathRowMaker& maker, NodeId centroid, bool distances = false);

// Makes rows as items of a build.
class PathItems final : public ItemMaker {
 public:
  // Both must outlive it.
  PathItems(const Map& map, std::span<const NodeId> centroids, bool distances)
      : maker_(map), centroids_(centroids), distances_(distances) {}
  std::string make(std::uint64_t row) override { return path_item(maker_, centroids_[row], distances_); }

 private:
  PathRowMaker maker_;
  std::span<const NodeId> centroids_;
  bool distances_;
};

class PathFile {
 public:
  // `chosen`: the centroids are those that the builder chooses for this delta. `distances`: rows have them.
  PathFile(const Map& map, std::uint32_t delta, std::vector<NodeId> centroids, bool chosen, bool distances = false);

  // A row as its item.
  void add(std::uint64_t row, std::string_view item);
  // Of the rows so far: bytes of all different lists of runs, with what the file says of each.
  [[nodiscard]] std::uint64_t block_bytes() const;
  // The file's bytes; no more may be asked of this object. Fails if a row is missing or was none.
  Result<std::string> finish();

 private:
  void add_nearest(ContainerWriter& writer) const;
  // Numbers the blocks of each tile in the order in which rows have them.
  Result<Done> add_blocks(ContainerWriter& writer);
  [[nodiscard]] std::string row_checks(std::string_view entries) const;

  const Map* map_;
  PathTiles tiles_;
  std::uint32_t delta_;
  bool chosen_;
  std::vector<NodeId> centroids_;
  std::vector<PathBlocks> blocks_;      // by tile
  std::vector<std::uint16_t> entries_;  // by row and tile
  std::string distances_;               // as in the file
  std::vector<bool> has_;               // the row
  bool broken_ = false;
};

}  // namespace waymark
