// The minimal-memory abstraction of a map, derived from it: the map is cut into square sectors, a sector into regions
// of cells that are connected inside it, and regions of neighbouring sectors are joined where a move leads from one to
// the other. A region is one state, at its centre: the cell nearest to the mean of its cells, or a better one.
//
// Sturtevant 2007, Memory-Efficient Abstractions for Pathfinding; section 7.4 of Anguelov's thesis (2011).
//
// Stored as the paper does: of a region its centre as a place in the sector, of an edge the direction of the
// neighbouring sector and the region's number there. Neither which region a cell belongs to, which is found by filling
// it, nor what an edge costs, which is the straight distance of the two centres. Deviations
//   1. Two bytes a centre and an edge, not one: a sector may have more than 32 regions. Of all regions but a sector's
//      last two more say where its edges end.
//   2. Optimised centres are those of least detours, where the paper counts the states that searches between them
//      expand. Each goes by the means of the regions that it touches over its sector's sides, not by their optimised
//      centres, so that it depends on those alone; and not by regions over a corner, whose ways would be of four
//      sectors: that would make an edit touch nine sectors, not five.
// Memory: for a sector four bytes and, if it has free cells, two; with one region and eight edges 24 bytes in all.
//
// Repair: an edit makes the sectors of its area anew, and the edges of their neighbours that lead there. A unit is a
// row of a sector's bits, a cell of its border or a word of its record looked at, or a state expanded; a sector is made
// at once and paid for afterwards. So a slice is longer than its units by the work for one sector at most, and the next
// ones are shorter. Stale it is not to be used: between two parts of a repair records do not fit each other.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "waymark/base/result.hpp"
#include "waymark/base/types.hpp"
#include "waymark/hierarchy/touched_sectors.hpp"
#include "waymark/space/derived.hpp"
#include "waymark/space/map.hpp"

namespace waymark {

class Sectors final : public Derived {
 public:
  static constexpr int kSmallest = 4;
  static constexpr int kLargest = 32;

  enum class Centres : std::uint8_t {
    kMean,       // the cell nearest to the mean, of several the first
    kOptimised,  // that from which the ways to the means over its sides are least longer than straight ones, all
                 // together
  };
  struct Options {
    int size = 16;  // cells a side, kSmallest to kLargest
    Centres centres = Centres::kMean;
    friend bool operator==(const Options&, const Options&) = default;
  };

  // Fails on hexagons.
  static Result<Done> check(const MoveRules& rules);
  // `map` passes the check.
  Sectors(const Map& map, const Options& options);
  [[nodiscard]] const Options& options() const { return options_; }

  // Numbered row by row.
  [[nodiscard]] int across() const { return touched_.across(); }
  [[nodiscard]] int down() const { return touched_.down(); }
  [[nodiscard]] std::uint32_t sectors() const { return touched_.sectors(); }
  [[nodiscard]] std::uint32_t sector_of(Cell cell) const {
    return static_cast<std::uint32_t>(cell.y / options_.size * across() + cell.x / options_.size);
  }
  // Its cells; those at the map's right and lower border may be smaller.
  [[nodiscard]] Rect area(std::uint32_t sector) const;
  // The sector beside, of a Direction in which there is one.
  [[nodiscard]] std::uint32_t beside(std::uint32_t sector, unsigned direction) const {
    return static_cast<std::uint32_t>(static_cast<int>(sector) + kDy[direction] * across() + kDx[direction]);
  }

  // An edge of a region: to region `to` of the sector beside it in `direction`.
  struct Edge {
    std::uint8_t direction;
    std::uint16_t to;
    friend bool operator==(const Edge&, const Edge&) = default;
  };
  static constexpr Edge edge_of(std::uint16_t word) {
    return {static_cast<std::uint8_t>(word >> kRegionBits), static_cast<std::uint16_t>(word & kRegionMask)};
  }
  static constexpr std::uint16_t word_of(Edge edge) {
    return static_cast<std::uint16_t>((edge.direction << kRegionBits) | edge.to);
  }

  // What is stored of a sector: the number of its regions, their centres, where the edges of all but the last end, and
  // the edges of all. Nothing if all is blocked.
  class Record {
   public:
    explicit Record(std::span<const std::uint16_t> words) : words_(words) {}
    [[nodiscard]] std::uint32_t regions() const { return words_.empty() ? 0 : words_[0]; }
    // y * size + x, in the sector.
    [[nodiscard]] std::uint16_t centre(std::uint32_t region) const { return words_[1 + region]; }
    // Words of edge_of, by direction, then by region.
    [[nodiscard]] std::span<const std::uint16_t> edges(std::uint32_t region) const {
      const std::size_t n = words_[0];
      const std::size_t begin = region == 0 ? 0 : words_[n + region];
      const std::size_t end = region + 1 == n ? words_.size() - 2 * n : words_[n + 1 + region];
      return words_.subspan(2 * n + begin, end - begin);
    }
    [[nodiscard]] std::span<const std::uint16_t> words() const { return words_; }

   private:
    std::span<const std::uint16_t> words_;
  };
  [[nodiscard]] Record record(std::uint32_t sector) const {
    const Shelf& shelf = shelves_[sector / kShelf];
    const std::size_t place = sector % kShelf;
    return Record(std::span(shelf.words).subspan(shelf.first[place], shelf.first[place + 1] - shelf.first[place]));
  }

  // The region of a passable cell, in its sector. Fills it where there are several: less than 100 rows of bits looked
  // at but in a sector that is a maze.
  [[nodiscard]] std::uint32_t region_of(const Grid& grid, NodeId cell) const;
  // The cell of a region's centre.
  [[nodiscard]] NodeId centre(const Grid& grid, std::uint32_t sector, std::uint32_t region) const {
    const int place = record(sector).centre(region);
    const auto at = static_cast<int>(sector);
    return grid.node(at % across() * options_.size + place % options_.size,
                     at / across() * options_.size + place / options_.size);
  }

  // All that is stored is the same.
  [[nodiscard]] bool same_as(const Sectors& other) const;
  // Not while a repair is half done. All that is read from it, by whomever, needs that.
  [[nodiscard]] bool is_whole() const { return touched_.seen() == epoch(); }
  // Units that making it took.
  [[nodiscard]] std::uint64_t built() const { return built_; }
  [[nodiscard]] std::uint64_t bytes() const override;

 private:
  static constexpr unsigned kRegionBits = 13;
  static constexpr unsigned kRegionMask = (1u << kRegionBits) - 1;
  // Records lie together by so many: where one grows only these are moved.
  static constexpr std::size_t kShelf = 16;
  struct Shelf {
    std::array<std::uint16_t, kShelf + 1> first{};  // of record i: first[i] to first[i + 1]
    std::vector<std::uint16_t> words;
    friend bool operator==(const Shelf&, const Shelf&) = default;
  };
  class Maker;

  std::uint64_t repair(const Map& map, std::uint64_t units) override;
  [[nodiscard]] bool is_hint() const override { return false; }
  // Makes a sector anew; how many units that took.
  std::uint64_t renew(const Map& map, std::uint32_t sector);
  void put(std::uint32_t sector, std::span<const std::uint16_t> words);

  Options options_;
  bool diagonals_;  // connect cells by themselves
  int width_;       // of the map
  int height_;
  std::vector<Shelf> shelves_;
  std::uint64_t built_ = 0;

  TouchedSectors touched_;
  std::uint64_t owed_ = 0;  // units for what is done already
};

}  // namespace waymark
