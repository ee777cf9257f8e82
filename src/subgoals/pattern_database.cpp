#include "waymark/subgoals/pattern_database.hpp"

#include <algorithm>

namespace waymark {

Result<Done> PatternDatabase::read_parameters() {
  const auto level = container_.parameter("level", 0, kMaxLevel);
  if (!level) return level.error();
  const auto base = container_.parameter("base", 0, *level);
  if (!base) return base.error();
  const auto base_states = container_.parameter("base_states", 1, kNoNode);
  if (!base_states) return base_states.error();
  const auto content = container_.parameter("content", 0, 2);
  if (!content) return content.error();
  content_ = static_cast<PatternContent>(*content);
  if (has_subgoals() && container_.has_parameter("exit")) {
    const auto exit = container_.parameter("exit", 0, 2);
    if (!exit) return exit.error();
    exit_ = static_cast<PatternExit>(*exit);
  }
  const auto depth_cap = container_.parameter("depth_cap", has_depths() ? 1 : 0, kMaxDepthCap);
  if (!depth_cap) return depth_cap.error();
  const auto regions = container_.parameter("regions", 1, kMaxRegions);
  if (!regions) return regions.error();
  const auto width = container_.parameter("pair_bytes", 1, 2);
  if (!width) return width.error();
  level_ = static_cast<std::uint32_t>(*level);
  base_ = static_cast<std::uint32_t>(*base);
  base_states_ = static_cast<std::uint32_t>(*base_states);
  depth_cap_ = static_cast<std::uint32_t>(*depth_cap);
  regions_ = static_cast<std::uint32_t>(*regions);
  wide_pairs_ = *width == 2;
  wide_depths_ = depth_cap_ > 255;
  return Done{};
}

Result<Done> PatternDatabase::read_regions(const Map& map) {
  const Grid& grid = map.grid();
  cells_ = cells_of(map);
  const auto section = container_.section("regions", std::uint64_t{grid.id_bound()} * 2);
  if (!section) return section.error();
  region_of_ = NumberView<std::uint16_t>(*section);
  for (NodeId node = 0; node < grid.id_bound(); ++node) {
    const std::uint16_t region = region_of_[node];
    if (grid.passable(node) ? region >= regions_ : region != kNoRegion) {
      return bad("state " + std::to_string(node) + " is of region " + std::to_string(region) + "; expected " +
                 (grid.passable(node) ? "one below " + std::to_string(regions_) : "none, for it is blocked"));
    }
  }
  return Done{};
}

Result<Done> PatternDatabase::read_exits(const Map& map) {
  if (!has_subgoals()) return Done{};
  const auto firsts = container_.section("exit_firsts", (std::uint64_t{regions_} + 1) * 4);
  if (!firsts) return firsts.error();
  first_exit_ = NumberView<std::uint32_t>(*firsts);
  const auto states = container_.section("exits", std::uint64_t{first_exit_[regions_]} * 4);
  if (!states) return states.error();
  exits_ = NumberView<std::uint32_t>(*states);
  bool in_order = first_exit_[0] == 0;
  for (NodeId region = 0; region < regions_; ++region) in_order &= first_exit_[region] <= first_exit_[region + 1];
  if (!in_order) return bad("section exit_firsts does not rise from 0");
  for (NodeId region = 0; region < regions_; ++region) {
    for (std::uint32_t exit = first_exit_[region]; exit < first_exit_[region + 1]; ++exit) {
      const NodeId state = exits_[exit];
      if (state >= base_states_ || (base_ == 0 && !map.grid().passable(state))) {
        return bad("exit " + std::to_string(exit) + ", state " + std::to_string(state) + ", is no passable state");
      }
      if (base_ == 0 && region_of_[state] == region) {
        return bad("exit " + std::to_string(exit) + ", state " + std::to_string(state) + ", lies in region " +
                   std::to_string(region) + " that it should lead out of");
      }
    }
  }
  if (content_ != PatternContent::kBoth) return Done{};
  const auto depths = container_.section("exit_depths", std::uint64_t{exits()} * (wide_depths_ ? 2 : 1));
  if (!depths) return depths.error();
  depths_8_ = NumberView<std::uint8_t>(*depths);
  depths_16_ = NumberView<std::uint16_t>(*depths);
  for (std::uint32_t exit = 0; exit < exits(); ++exit) {
    const std::uint32_t depth = exit_depth(exit);
    if (depth < 1 || depth > depth_cap_) {
      return bad("exit " + std::to_string(exit) + " has depth " + std::to_string(depth) + "; expected 1 to " +
                 std::to_string(depth_cap_));
    }
    largest_depth_ = std::max(largest_depth_, depth);
  }
  return Done{};
}

Result<Done> PatternDatabase::read_pairs() {
  const auto section = container_.section("pairs", std::uint64_t{regions_} * regions_ * (wide_pairs_ ? 2 : 1));
  if (!section) return section.error();
  pairs_8_ = NumberView<std::uint8_t>(*section);
  pairs_16_ = NumberView<std::uint16_t>(*section);
  for (NodeId from = 0; from < regions_; ++from) {
    const std::uint32_t most = has_subgoals() ? first_exit_[from + 1] - first_exit_[from] : depth_cap_;
    std::uint32_t largest = 0;
    for (NodeId to = 0; to < regions_; ++to) largest = std::max(largest, pair(from, to));
    if (largest > most) {
      return bad("a pair of region " + std::to_string(from) + " is " + std::to_string(largest) + "; expected at most " +
                 std::to_string(most));
    }
    if (pair(from, from) != 0) return bad("region " + std::to_string(from) + " is paired with itself");
    if (!has_subgoals()) largest_depth_ = std::max(largest_depth_, largest);
  }
  return Done{};
}

Result<PatternDatabase> PatternDatabase::open(Container container, const Map& map) {
  if (const auto fits = container.check(DatabaseKind::kPatterns, map); !fits) return fits.error();
  PatternDatabase database(std::move(container));
  if (const auto read = database.read_parameters(); !read) return read.error();
  if (database.base_ == 0 && database.base_states_ != map.grid().id_bound()) {
    return database.bad("base_states is " + std::to_string(database.base_states_) + "; the map has " +
                        std::to_string(map.grid().id_bound()));
  }
  if (const auto read = database.read_regions(map); !read) return read.error();
  if (const auto read = database.read_exits(map); !read) return read.error();
  if (const auto read = database.read_pairs(); !read) return read.error();
  return database;
}

}  // namespace waymark
