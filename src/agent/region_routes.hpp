// What DBA* goes by (waymark/agent/dba.hpp), derived from a map: of the regions of its sectors of 16x16 cells the paths
// between the representatives of those that touch, and for every pair of regions over which edge the way goes on.
//
// Lee & Lawrence 2013. A path is kept as few subgoals between the two representatives, each hill-climbing reachable
// from the one before. The way between two regions is the cheapest over such paths, found for all at once: a row of the
// table belongs to a goal's region and says for every other its edge; among equal ones the first.
//
// Memory: a byte for every pair of regions, up to kMostRegions of them (then there are no rows); 16 bytes an edge and 4
// a subgoal.
// Repair: an edit makes the edges of the sectors in its area and of those around them anew; until then is_consistent
// says no. If that changed anything all rows are made anew, one after the other. Meanwhile an old row is a hint: of its
// edges some may be others now, or none, and following them may lead nowhere, or round in circles.
// A unit is a state expanded, ten steps of hill-climbing, eight edges looked at, or 128 entries of a row that is taken
// over: that of a region with one edge is its neighbour's, but for these two. A sector or a row is made at once and
// paid for afterwards.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "waymark/base/types.hpp"
#include "waymark/hierarchy/sectors.hpp"
#include "waymark/hierarchy/touched_sectors.hpp"
#include "waymark/space/derived.hpp"
#include "waymark/space/map.hpp"

namespace waymark {

class RegionRoutes final : public Derived {
 public:
  static constexpr int kSector = 16;
  static constexpr std::uint32_t kMostRegions = 8192;

  struct Options {
    friend bool operator==(const Options&, const Options&) = default;
  };
  // Sectors::check(map.rules()) holds.
  RegionRoutes(const Map& map, const Options& options);
  ~RegionRoutes() override;
  [[nodiscard]] const Options& options() const { return options_; }

  // A region: the same number until an edit in its sector, or beside it.
  using Slot = std::uint32_t;
  static constexpr Slot kNoSlot = ~Slot{0};

  // Whether regions, edges and sectors fit each other, and there are rows. All below needs it. They are then those of
  // the map as it is, or as it was before edits that are not taken in yet.
  [[nodiscard]] bool is_consistent() const {
    return has_rows() && touched_.empty() && graph_epoch_ == touched_.seen() && graph_epoch_ == sectors_->epoch() &&
           sectors_->is_whole();
  }
  // Another one after every edit that changed a region or an edge, and when there are rows again.
  [[nodiscard]] std::uint32_t version() const { return version_; }
  [[nodiscard]] std::uint32_t regions() const { return regions_; }
  [[nodiscard]] bool has_rows() const { return regions_ <= kMostRegions; }

  // Of a passable cell; kNoSlot if it was freed, and nothing is known of it yet.
  [[nodiscard]] Slot slot_of(const Grid& grid, NodeId cell) const {
    const std::uint32_t sector = sectors_->sector_of(grid.cell(cell));
    return records_[sector][0] == 0 ? kNoSlot : base_[sector] + sectors_->region_of(grid, cell);
  }
  [[nodiscard]] NodeId representative(const Grid& grid, Slot slot) const {
    return sectors_->centre(grid, sector_of_[slot], slot - base_[sector_of_[slot]]);
  }

  // The sector of a cell.
  [[nodiscard]] Rect area_around(const Grid& grid, NodeId cell) const {
    return sectors_->area(sectors_->sector_of(grid.cell(cell)));
  }

  // The edge by which the way from a region goes on to another; kNoEdge if there is none, or it is not known.
  static constexpr std::uint8_t kNoEdge = 0xff;
  [[nodiscard]] std::uint8_t next(Slot from, Slot goal) const {
    const std::vector<std::uint8_t>& row = rows_[goal].next;
    return from < row.size() ? row[from] : kNoEdge;
  }
  // Whether the row of a goal is as new as the edges.
  [[nodiscard]] bool is_right(Slot goal) const { return rows_[goal].version == version_; }

  struct Leg {
    Slot to = kNoSlot;  // if there is no such edge, or region
    Cost cost = kInfiniteCost;
    std::span<const NodeId> subgoals;  // between the representatives
  };
  [[nodiscard]] Leg leg(Slot from, std::uint8_t edge) const;

  // All of it, in an order that does not depend on the edits that led here; is_consistent and every row right.
  [[nodiscard]] std::vector<std::uint32_t> canonical() const;
  [[nodiscard]] std::uint64_t bytes() const override;

 private:
  class Maker;
  // Slots are below 2^24: there are rows.
  static constexpr unsigned kEdgeBits = 8;
  struct Edge {
    Cost cost;
    std::uint32_t to_and_back;
    [[nodiscard]] Slot to() const { return to_and_back >> kEdgeBits; }
    [[nodiscard]] std::uint32_t back() const { return to_and_back & ((1u << kEdgeBits) - 1); }  // which of its edges
  };
  // Of a goal's region.
  struct Row {
    std::vector<std::uint8_t> next;  // by slot
    std::uint32_t version = 0;
  };
  // Of a sector: the number of its regions, that of its edges, and for each of these: its region and the word that
  // Sectors has of it; its cost; the end of its subgoals; then the subgoals of all.
  using Record = std::vector<std::uint32_t>;

  std::uint64_t repair(const Map& map, std::uint64_t units) override;
  [[nodiscard]] bool is_hint() const override { return true; }
  void renew_sector(const Map& map, std::uint32_t sector);
  // Room for the regions of a sector; whether their numbers are others than before.
  bool seat(std::uint32_t sector, std::uint32_t regions);
  void renew_graph();
  void seat_all_anew();
  [[nodiscard]] Slot before_dead_end(Slot slot) const;
  void renew_row(Slot goal);

  Options options_;
  const Sectors* sectors_;  // the map's
  TouchedSectors touched_;
  std::vector<Record> records_;           // by sector
  std::vector<Slot> base_;                // by sector: the first of its regions
  std::vector<std::uint16_t> seats_;      // by sector: how many it has numbers for
  std::vector<std::uint32_t> sector_of_;  // by slot
  std::uint32_t regions_ = 0;
  std::vector<Row> rows_;  // by slot

  // The graph as rows are made from it: the edges of slot i from first_[i] to first_[i + 1].
  std::vector<std::uint32_t> first_;
  std::vector<Edge> edges_;

  std::uint64_t graph_epoch_ = ~std::uint64_t{0};
  std::uint32_t version_ = 0;
  bool changed_ = false;  // a region or an edge, since the graph was made
  Slot next_row_ = 0;     // all before are right
  std::uint64_t owed_ = 0;
  std::unique_ptr<Maker> maker_;  // what making needs
};

}  // namespace waymark
