// A second level over the regions of sectors, derived from a map: groups of 4x4 sectors, the regions of a group that
// are connected inside it as one state, at the centre of one of them. For large maps, on which the search over regions
// is long.
//
// Sturtevant & Geisberger 2010, A Comparison of High-Level Approaches for Speeding Up Pathfinding, as section 7.4 of
// Anguelov's thesis (2011) tells it. Stored as sectors are (waymark/hierarchy/sectors.hpp): of a state its centre, a
// region of the group, and its edges; and of each region its state.
// Memory: 100 bytes a group, 34 for the places of its sectors, and two for each region, state and edge.
//
// Repair, from the sectors as repaired: an edit gives the regions of the groups that a touched sector is in their
// states anew. Edges follow, of these groups, and of those beside one whose states are others now. A unit is a region
// or an edge looked at; a group is made at once and paid for afterwards. Stale it is not to be used.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hierarchy/centre_space.hpp"
#include "waymark/base/types.hpp"
#include "waymark/hierarchy/sectors.hpp"
#include "waymark/hierarchy/touched_sectors.hpp"
#include "waymark/space/concepts.hpp"
#include "waymark/space/derived.hpp"
#include "waymark/space/map.hpp"

namespace waymark {

class SectorGroups final : public Derived {
 public:
  static constexpr int kSide = 4;  // sectors

  using Options = Sectors::Options;  // of the sectors
  SectorGroups(const Map& map, const Options& options);
  [[nodiscard]] const Options& options() const { return sectors_->options(); }

  [[nodiscard]] std::uint32_t groups() const { return touched_.sectors(); }
  [[nodiscard]] std::uint32_t group_of(Cell cell) const {
    const int side = kSide * options().size;
    return static_cast<std::uint32_t>(cell.y / side * touched_.across() + cell.x / side);
  }
  [[nodiscard]] std::uint32_t beside(std::uint32_t group, unsigned direction) const {
    return static_cast<std::uint32_t>(static_cast<int>(group) + kDy[direction] * touched_.across() + kDx[direction]);
  }
  // Of its states: a centre is the place of a sector in the group, and a region there.
  [[nodiscard]] Sectors::Record record(std::uint32_t group) const { return Sectors::Record(records_[group]); }
  // The cell of a state's centre.
  [[nodiscard]] NodeId centre(const Grid& grid, std::uint32_t group, std::uint32_t state) const;

  // The state of a region, given by its centre.
  [[nodiscard]] std::uint32_t state_of(const Grid& grid, NodeId region) const;

  [[nodiscard]] bool same_as(const SectorGroups& other) const { return records_ == other.records_; }
  [[nodiscard]] std::uint64_t bytes() const override;

 private:
  static constexpr unsigned kRegionBits = 9;  // of a sector
  static_assert(Sectors::kLargest * Sectors::kLargest / 2 <= 1 << kRegionBits);

  // Which states the regions of a group belong to.
  struct Labels {
    std::vector<std::uint16_t> first;    // by sector of the group: its first region
    std::vector<std::uint16_t> state;    // by region
    std::vector<std::uint16_t> centres;  // by state
    friend bool operator==(const Labels&, const Labels&) = default;
  };
  // Of a group: its sectors across and down, and the first of them.
  struct Extent {
    int across;
    int down;
    std::uint32_t first;
  };
  [[nodiscard]] Extent extent(std::uint32_t group) const;
  [[nodiscard]] std::uint32_t sector_at(const Extent& extent, std::uint32_t place) const {
    const auto across = static_cast<std::uint32_t>(extent.across);
    return extent.first + place / across * static_cast<std::uint32_t>(sectors_->across()) + place % across;
  }
  // The group of a sector, and its place there.
  struct Seat {
    std::uint32_t group;
    std::uint32_t place;
  };
  [[nodiscard]] Seat seat_of(std::uint32_t sector) const;

  std::uint64_t repair(const Map& map, std::uint64_t units) override;
  // After the sectors it is made from, which must not be used while they are stale.
  [[nodiscard]] bool is_hint() const override { return true; }
  // Each returns its work.
  std::uint64_t label(const Grid& grid, std::uint32_t group);
  std::uint64_t link(std::uint32_t group);
  [[nodiscard]] std::uint8_t way_to(std::uint32_t group, std::uint32_t other) const;

  const Sectors* sectors_;   // the map's
  TouchedSectors touched_;   // groups, whose regions are to be given their states
  TouchedSectors unlinked_;  // groups, whose edges are to be made when that is done
  std::vector<Labels> labels_;
  std::vector<std::uint16_t> queue_;  // of members
  std::vector<std::vector<std::uint16_t>> records_;
  std::uint64_t owed_ = 0;
};

// Its states as a space to search (centre_space.hpp).
struct GroupLevel {
  const SectorGroups* derived;

  [[nodiscard]] int side() const { return SectorGroups::kSide * derived->options().size; }
  [[nodiscard]] std::uint32_t square(Cell cell) const { return derived->group_of(cell); }
  [[nodiscard]] std::uint32_t number(const Grid& grid, std::uint32_t group, NodeId node) const {
    std::uint32_t state = 0;
    while (derived->centre(grid, group, state) != node) ++state;
    return state;
  }
};
class GroupSpace : public CentreSpace<GroupLevel> {
 public:
  GroupSpace(const Map& map, const SectorGroups& groups) : CentreSpace(map, {&groups}) {}
};

static_assert(Space<GroupSpace>);

}  // namespace waymark
