// Builds case bases: draws trips, finds an optimal path for each and keeps what the agents need of it.
//
// Bulitko, Bjornsson & Lawrence 2010 (JAIR 39), Figures 5 and 6; Bulitko & Bjornsson 2009 (AIIDE), Figure 4.
// Deviations
//   1. Paths are found by jump point search, or by A* where its costs are not for that. Of several optimal paths it may
//      be another than the paper's A* would find.
//   2. A trip is drawn again while its ends are not connected or less than two moves apart, but at most kMaxDraws
//   times;
//      then one fixed trip of the map is taken. So a build ends on every map.
//   3. (2009) Where the whole path is hill-climbing reachable, the subgoal is the goal; the pseudocode would store
//      nothing, the text says "the farthest state".
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "waymark/base/random.hpp"
#include "waymark/base/result.hpp"
#include "waymark/offline/build.hpp"
#include "waymark/space/map.hpp"

namespace waymark {

using NodePair = std::pair<NodeId, NodeId>;  // start and goal

enum class CasePaper : std::uint8_t { k2010, k2009 };

struct CaseBuildOptions {
  std::uint64_t records = 1000;  // 0 to CaseBase::kMaxRecords
  std::uint64_t seed = 1;
  CasePaper paper = CasePaper::k2010;
  bool fragments = false;                // whether each record stands for all its fragments too; k2010 only
  std::span<const NodePair> pairs = {};  // if not empty: the trips, in place of `records` drawn ones
};

// Keeps a reference to the map, which must not be edited meanwhile. Fails on hexagonal maps, on one without any two
// connected cells that are more than a move apart (unless `records` is 0), and on pairs that are not connected or the
// same cell.
Result<std::unique_ptr<ItemBuild>> make_case_build(const Map& map, const CaseBuildOptions& options);

// The trips of a database with a seed.
class TripDraw {
 public:
  static constexpr int kMaxDraws = 10'000;

  // Keeps a reference to the map. Fails where no trip can be drawn.
  static Result<TripDraw> make(const Map& map, std::uint64_t seed);

  // The trip of record i, in the order they are drawn.
  [[nodiscard]] NodePair trip(std::uint64_t i) const;

 private:
  TripDraw(const Map& map, std::uint64_t seed);
  // Uniform over the passable cells.
  [[nodiscard]] NodeId cell(Random& random) const;
  [[nodiscard]] bool within_a_move(NodeId a, NodeId b) const;
  // The first trip of two moves on the map, in the order of ids.
  [[nodiscard]] std::optional<NodePair> first_trip() const;

  const Map* map_;
  std::uint64_t seed_;
  std::vector<std::uint32_t> before_row_;  // passable cells above each row, and of all
  NodePair fixed_{kNoNode, kNoNode};
};

}  // namespace waymark
