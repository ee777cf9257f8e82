// A pattern database: for each pair of regions where to head for, or how far to look ahead, or both. What D LRTA* and
// its kin are controlled by.
//
// Bulitko, Lustrek, Schaeffer, Bjornsson & Sigmundarson 2008 (JAIR 32), sections 5.2 and 6. Regions are the states of
// one level of the clique abstraction. The states that optimal paths enter next after they left a region are few, so a
// region has a short list of these exits, and a pair is the number of an exit in one byte or two. Which exit of a path
// that leaves its region more than once is stored, or what in its place, the header of the file tells.
//
// Memory: the file. Two bytes per cell of the map, one or two per pair of regions, four to six per exit.
// Threads: it never changes once opened, so any number may share it.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "waymark/base/result.hpp"
#include "waymark/base/types.hpp"
#include "waymark/space/map.hpp"
#include "waymark/subgoals/container.hpp"

namespace waymark {

enum class PatternContent : std::uint8_t {
  kGoal = 0,   // subgoals
  kDepth = 1,  // depths with respect to the global goal
  kBoth = 2,   // subgoals, and depths with respect to them
};

// Which state is the subgoal of a path: that where it first enters another region, as published; where it leaves the
// start region for good; or the representative of the region that it enters first, the state closest to its centroid,
// with which section 6 compares the first.
enum class PatternExit : std::uint8_t { kFirst = 0, kLast = 1, kCentroid = 2 };

class PatternDatabase {
 public:
  static constexpr std::uint32_t kMaxRegions = 65'535;
  static constexpr std::uint32_t kMaxLevel = 64;
  static constexpr std::uint32_t kMaxDepthCap = 3000;
  // The region of a blocked cell in the file.
  static constexpr std::uint16_t kNoRegion = 0xffff;

  // Fails if the container is not a pattern database of this map, or holds anything that a look-up could stumble over.
  static Result<PatternDatabase> open(Container container, const Map& map);

  // Whether it can be asked for the cells of `map`: one as large as that it was opened for. Which cells are passable
  // may have changed since.
  [[nodiscard]] bool fits(const Map& map) const {
    return region_of_.size() == map.grid().id_bound() && cells_ == cells_of(map);
  }

  // Of the regions.
  [[nodiscard]] std::uint32_t level() const { return level_; }
  // What subgoals are states of: 0 = the grid, otherwise the abstraction's graph of this level.
  [[nodiscard]] std::uint32_t base() const { return base_; }
  // Ids of subgoals are below this.
  [[nodiscard]] std::uint32_t base_states() const { return base_states_; }
  // A builder writes 0 where there are no depths.
  [[nodiscard]] std::uint32_t depth_cap() const { return depth_cap_; }
  [[nodiscard]] PatternContent content() const { return content_; }
  // Of its subgoals. A file that does not tell was written before there was a choice: kLast.
  [[nodiscard]] PatternExit exit() const { return exit_; }
  [[nodiscard]] bool has_subgoals() const { return content_ != PatternContent::kDepth; }
  [[nodiscard]] bool has_depths() const { return content_ != PatternContent::kGoal; }
  [[nodiscard]] std::uint32_t regions() const { return regions_; }
  // The largest depth stored; 0 if there are none.
  [[nodiscard]] std::uint32_t largest_depth() const { return largest_depth_; }

  // Of a ground state; kNoNode if the cell was blocked when the database was built.
  [[nodiscard]] NodeId region(NodeId ground) const {
    const std::uint16_t region = region_of_[ground];
    return region != kNoRegion ? region : kNoNode;
  }
  // Where to head for; kNoNode if there is no way, the two are the same region, or the database has no subgoals.
  [[nodiscard]] NodeId subgoal(NodeId from, NodeId to) const {
    const std::uint32_t exit = has_subgoals() ? pair(from, to) : 0;
    return exit != 0 ? exits_[first_exit_[from] + exit - 1] : kNoNode;
  }
  // With respect to the subgoal or the global goal; 0 where there is none.
  [[nodiscard]] std::uint32_t depth(NodeId from, NodeId to) const {
    if (!has_depths()) return 0;
    const std::uint32_t value = pair(from, to);
    if (content_ == PatternContent::kDepth || value == 0) return value;
    return exit_depth(first_exit_[from] + value - 1);
  }

  // The exits of a region are numbered from first_exit(region) to first_exit(region + 1) - 1.
  [[nodiscard]] std::uint32_t first_exit(NodeId region) const { return first_exit_[region]; }
  [[nodiscard]] NodeId exit_state(std::uint32_t exit) const { return exits_[exit]; }
  [[nodiscard]] std::uint32_t exits() const { return static_cast<std::uint32_t>(exits_.size()); }

  // As the papers count: a record is a pair of distinct regions and stores three states; each cell of the map stores
  // the state that stands for its region.
  [[nodiscard]] std::uint64_t records() const { return std::uint64_t{regions_} * (std::uint64_t{regions_} - 1); }
  [[nodiscard]] std::uint64_t states_stored() const { return 3 * records() + cells_; }
  [[nodiscard]] std::uint64_t bytes() const { return container_.size(); }
  [[nodiscard]] const Container& container() const { return container_; }
  [[nodiscard]] const std::string& file() const { return container_.file(); }
  // An error about this file.
  [[nodiscard]] Error bad(std::string message) const { return container_.bad(std::move(message)); }

 private:
  explicit PatternDatabase(Container container) : container_(std::move(container)) {}
  static std::uint64_t cells_of(const Map& map) {
    return static_cast<std::uint64_t>(map.grid().width()) * static_cast<std::uint64_t>(map.grid().height());
  }
  Result<Done> read_parameters();
  Result<Done> read_regions(const Map& map);
  Result<Done> read_exits(const Map& map);
  Result<Done> read_pairs();

  [[nodiscard]] std::uint32_t pair(NodeId from, NodeId to) const {
    const std::uint64_t at = std::uint64_t{from} * regions_ + to;
    return wide_pairs_ ? pairs_16_[at] : pairs_8_[at];
  }
  [[nodiscard]] std::uint32_t exit_depth(std::uint32_t exit) const {
    return wide_depths_ ? depths_16_[exit] : depths_8_[exit];
  }

  Container container_;
  std::uint64_t cells_ = 0;
  std::uint32_t level_ = 0;
  std::uint32_t base_ = 0;
  std::uint32_t base_states_ = 0;
  std::uint32_t depth_cap_ = 0;
  std::uint32_t regions_ = 0;
  std::uint32_t largest_depth_ = 0;
  PatternContent content_ = PatternContent::kGoal;
  PatternExit exit_ = PatternExit::kLast;
  bool wide_pairs_ = false;
  bool wide_depths_ = false;
  NumberView<std::uint16_t> region_of_;
  NumberView<std::uint32_t> first_exit_;
  NumberView<std::uint32_t> exits_;
  NumberView<std::uint8_t> depths_8_;
  NumberView<std::uint16_t> depths_16_;
  NumberView<std::uint8_t> pairs_8_;
  NumberView<std::uint16_t> pairs_16_;
};

}  // namespace waymark
