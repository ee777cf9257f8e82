#include "waymark/subgoals/row_distances.hpp"

#include <algorithm>

#include "subgoals/living_paths.hpp"
#include "subgoals/row_walk.hpp"
#include "waymark/base/assert.hpp"

namespace waymark {
namespace {

// What the way to the place costs from a cell, of some cells: a table with few places for each.
class RowMarks {
 public:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  static constexpr std::uint32_t kSettled = kNone - 1;

  explicit RowMarks(std::span<RowMark> marks) : marks_(marks) {
    std::fill(marks.begin(), marks.end(), RowMark{0, 0, 0});
  }

  // nullptr if it is not there.
  [[nodiscard]] const RowMark* find(NodeId node) const {
    for (std::size_t i = 0; i < kPlaces && i < marks_.size(); ++i) {
      const RowMark& mark = marks_[place(node, i)];
      if (mark.node == node) return &mark;
      if (mark.node == kFree) return nullptr;
    }
    return nullptr;
  }
  // Of the cells of a way of many units every eighth or so is marked: the same for all of them.
  static bool is_chosen(NodeId node) { return hash(node) >> 61u == 0; }
  // The place, or `before` if there is no room.
  std::uint32_t add(NodeId node, Cost cost, std::uint32_t before) {
    for (std::size_t i = 0; i < kPlaces && i < marks_.size(); ++i) {
      RowMark& mark = marks_[place(node, i)];
      if (mark.node != kFree) continue;
      mark = {node, cost, before};
      return static_cast<std::uint32_t>(&mark - marks_.data());
    }
    return before;
  }
  // Of the marks of one way, which so far tell what it cost up to them: all of it costs `cost`.
  void settle(std::uint32_t last, Cost cost) {
    while (last != kNone) {
      RowMark& mark = marks_[last];
      mark.cost = cost == kInfiniteCost ? kInfiniteCost : cost - mark.cost;
      last = mark.before;
      mark.before = kSettled;
    }
  }
  [[nodiscard]] static bool is_settled(const RowMark& mark) { return mark.before == kSettled; }

 private:
  static constexpr NodeId kFree = 0;  // no cell has this id
  static constexpr std::size_t kPlaces = 8;

  static std::uint64_t hash(NodeId node) { return std::uint64_t{node} * 0x9e3779b97f4a7c15u; }
  [[nodiscard]] std::size_t place(NodeId node, std::size_t i) const {
    return static_cast<std::size_t>(((hash(node) >> 32u) * 5 + i) % marks_.size());
  }

  std::span<RowMark> marks_;
};

class WaysOfUnits {
 public:
  WaysOfUnits(const Map& map, const LivingPaths& rows, std::span<RowMark> marks)
      : map_(&map), rows_(&rows), walk_(map, rows), marks_(marks) {}

  // False if there is no row that leads from there.
  bool start(NodeId to) {
    row_ = rows_->row_for(*map_, to);
    if (row_ == rows_->rows()) return false;
    rows_->want(row_);
    walk_.start(row_, to);
    for (;;) {
      marks_.add(walk_.node(), walk_.cost(), RowMarks::kSettled);
      if (walk_.at_root()) break;
      ++moves_;
      if (!walk_.step()) return false;
    }
    root_cost_ = walk_.cost();
    return true;
  }
  // What the way from a cell costs.
  Cost cost(NodeId from) {
    std::uint32_t last = RowMarks::kNone;
    Cost rest = kInfiniteCost;
    for (walk_.start(row_, from);;) {
      if (const RowMark* const mark = marks_.find(walk_.node())) {
        if (RowMarks::is_settled(*mark)) rest = mark->cost;  // else the walk made it itself, and goes round
        break;
      }
      if (walk_.at_root()) {
        rest = root_cost_;
        break;
      }
      if (RowMarks::is_chosen(walk_.node())) last = marks_.add(walk_.node(), walk_.cost(), last);
      ++moves_;
      if (!walk_.step()) break;
    }
    const Cost all = saturating_add(walk_.cost(), rest);
    marks_.settle(last, all);
    return all;
  }
  [[nodiscard]] std::uint64_t moves() const { return moves_; }

 private:
  const Map* map_;
  const LivingPaths* rows_;
  RowWalk walk_;
  RowMarks marks_;
  LivingPaths::Row row_ = 0;
  Cost root_cost_ = 0;
  std::uint64_t moves_ = 0;
};

}  // namespace

Result<RowDistances> distances_by_row(const Map& map, const PathDatabase& database, NodeId to,
                                      std::span<const NodeId> units, std::span<Cost> costs, std::span<RowMark> marks) {
  if (auto fits = database.check(map); !fits) return fits.error();
  WAYMARK_ASSERT(costs.size() >= units.size());
  RowDistances result;
  std::fill(costs.begin(), costs.end(), kInfiniteCost);
  if (!map.grid().contains(to) || !map.grid().passable(to)) return result;
  WaysOfUnits ways(map, map.derived<LivingPaths>({&database}), marks);
  const bool leads = ways.start(to);
  for (std::size_t i = 0; i < units.size(); ++i) {
    if (units[i] == to) {
      costs[i] = 0;
    } else if (leads && map.connected(units[i], to)) {
      costs[i] = ways.cost(units[i]);
    }
    if (costs[i] == kInfiniteCost) continue;
    ++result.found;
    if (result.nearest == ~std::size_t{0} || costs[i] < costs[result.nearest]) result.nearest = i;
  }
  result.moves = ways.moves();
  return result;
}

std::optional<DistanceEstimate> estimated_distance(const Map& map, const PathDatabase& database, NodeId from,
                                                   NodeId to) {
  if (!database.has_distances() || !database.check(map) || !map.connected(from, to)) return std::nullopt;
  const auto& rows = map.derived<LivingPaths>({&database});
  const Cell start = map.grid().cell(from);
  const Cell end = map.grid().cell(to);
  const LivingPaths::Row row = database.row_for(end);
  if (!rows.is_as_built(map) || row == rows.rows() || !map.connected(rows.root(row), to)) return std::nullopt;
  if (from == to) return DistanceEstimate{0, 0};
  const auto there = database.distances(row, start);
  const auto back = database.distances(row, end);
  if (!there || !back) return std::nullopt;
  const auto beyond = [](Cost a, Cost b) { return a > b ? a - b : 0; };
  const Cost most = saturating_add(there->most, back->most);
  const Cost least = std::max(beyond(there->least, back->most), beyond(back->least, there->most));
  return DistanceEstimate{std::min(least, most), most};
}

}  // namespace waymark
