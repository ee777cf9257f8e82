#include "agent/path_ending.hpp"

#include <algorithm>
#include <cstdlib>

#include "agent/workspace.hpp"
#include "subgoals/row_walk.hpp"

namespace waymark {
namespace {

// On an empty map.
Cost distance(const Map& map, NodeId from, NodeId to) {
  const Cell a = map.grid().cell(from);
  const Cell b = map.grid().cell(to);
  return octile_distance(map.rules()).distance(std::abs(a.x - b.x), std::abs(a.y - b.y));
}

}  // namespace

void PathEnding::prepare() {
  constexpr std::size_t kRoom = kMostTrail + kMostChain + 2;
  way_.reserve(kRoom);
  back_.reserve(kRoom);
  other_.reserve(kRoom);
  best_.reserve(kRoom);
}

PathEnding::Outcome PathEnding::make(const Task& task) {
  start(task);
  way_.clear();
  const Outcome outcome = join(task);
  if (outcome != Outcome::kFound) return outcome;
  if (cost_of(task.map, way_) <= shape_.least) return finish();
  if (corner_ >= kFarCorner && (way_.size() > kLong || task.goal_moves)) {
    shape_.is_rough = true;
    shape_.after_corner = static_cast<std::uint16_t>(way_.size() - 1 - corner_);
  } else {
    straighten(task);
  }
  return finish();
}

bool PathEnding::improve(const Task& task, const MovePlan& plan, const Shape& shape) {
  start(task);
  shape_.least = std::max(shape_.least, shape.least);
  if (!take_up(task, plan)) return false;
  corner_ = way_.size() - 1 - std::min<std::size_t>(shape.after_corner, way_.size() - 1);
  straighten(task);
  return finish() == Outcome::kFound;
}

bool PathEnding::shorten(const Task& task, const MovePlan& plan) {
  start(task);
  if (!take_up(task, plan)) return false;
  const Cost before = cost_of(task.map, way_);
  const Cost after = search(task, before, task.search);
  return finish() == Outcome::kFound && after < before;
}

void PathEnding::start(const Task& task) {
  steps_ = expanded_ = 0;
  corner_ = 0;
  may_improve_ = false;
  shape_ = {distance(task.map, task.from, task.goal), 0, false};
}

bool PathEnding::take_up(const Task& task, const MovePlan& plan) {
  way_.assign(1, task.from);
  for (std::uint32_t i = 0; i < plan.left(); ++i) {
    const std::uint8_t direction = plan.ahead(i);
    const unsigned legal = task.map.table().legal[task.map.grid().neighbourhood(way_.back())];
    if (((legal >> direction) & 1u) == 0) return false;  // an edit: where it breaks off it is looked at
    way_.push_back(task.map.space().step(way_.back(), direction));
  }
  steps_ += plan.left();
  return true;
}

PathEnding::Outcome PathEnding::finish() {
  way_.erase(way_.begin());
  return way_.size() < MovePlan::kMostMoves ? Outcome::kFound : Outcome::kFar;
}

void PathEnding::straighten(const Task& task) {
  cut_corner(task);
  pull(task);
  const Cost own = cost_of(task.map, way_);
  if (is_within(task, own, kGood)) return;
  const Cost best = by_own_row(task, own);
  if (is_within(task, best, kFair)) return;
  search(task, best, is_within(task, best, kPoor) ? std::min(task.search, kSmallSearch) : task.search);
}

// By the row of the unit's centroid the way may lead around the other side of an obstacle.
Cost PathEnding::by_own_row(const Task& task, Cost cost) {
  const LivingPaths::Row row = task.paths.row_for(task.map, task.from);
  if (row == task.paths.rows() || row == task.cursor.row()) return cost;
  std::swap(best_, way_);
  Task by_row = task;
  by_row.cursor.open(row);
  if (join(by_row) == Outcome::kFound) {
    cut_corner(task);
    pull(task);
    const Cost other = cost_of(task.map, way_);
    if (other < cost) return other;
  }
  std::swap(best_, way_);
  return cost;
}

Cost PathEnding::search(const Task& task, Cost cost, std::uint32_t most) {
  constexpr int kMargin = 16;
  const Cell a = task.map.grid().cell(task.from);
  const Cell b = task.map.grid().cell(task.goal);
  if (std::max(std::abs(a.x - b.x), std::abs(a.y - b.y)) > WindowSearch::kSide - 2 * kMargin) return cost;
  const auto found = find(task, task.from, task.goal, cost - cost / kNotWorth, most);
  may_improve_ = found.empty() && was_cut_off_ && most == task.search;
  if (found.empty()) return cost;
  way_.assign(1, task.from);
  way_.insert(way_.end(), found.begin(), found.end());
  return cost_of(task.map, way_);
}

std::span<const NodeId> PathEnding::find(const Task& task, NodeId from, NodeId to, Cost bound, std::uint32_t most) {
  const std::uint64_t left = task.units - std::min(task.units, units());
  most = static_cast<std::uint32_t>(std::min<std::uint64_t>(most, left));
  auto& window = this_thread_workspace().get<WindowSearch>();
  const auto found = window.find(task.map, from, to, bound, most);
  expanded_ += window.expanded();
  was_cut_off_ = window.expanded() == most;
  return found;
}

// The row's moves, until there is none, or a cell is `until`.
PathEnding::Outcome PathEnding::walk(const Task& task, NodeId from, NodeId until, std::uint32_t most,
                                     std::vector<NodeId>& cells) {
  RowCursor cursor = task.cursor;
  const NodeId root = cursor.root(task.paths);
  NodeId at = from;
  cells.assign(1, at);
  for (std::uint32_t moves = 0; at != root && at != until; ++moves) {
    if (moves == most || steps_ >= most_steps(task)) return Outcome::kFar;
    ++steps_;
    const std::uint8_t direction = cursor.move(task.map, task.paths, task.tiles, at);
    if (direction == kNoDirection) return Outcome::kBroken;
    at = task.map.space().step(at, direction);
    cells.push_back(at);
  }
  return Outcome::kFound;
}

PathEnding::Outcome PathEnding::join(const Task& task) {
  corner_ = 0;
  const Outcome there = walk(task, task.from, task.goal, task.trail, way_);
  if (there != Outcome::kFound) return there;
  // Else a row is a hint: what it costs says nothing.
  const bool is_right = task.paths.is_right(task.map, task.cursor.row());
  if (way_.back() == task.goal) {
    if (is_right) shape_.least = cost_of(task.map, way_);
    return there;
  }
  const Outcome back = walk(task, task.goal, task.from, kMostChain, back_);
  if (back != Outcome::kFound) return back;
  if (back_.back() == task.from) {
    way_.assign(back_.rbegin(), back_.rend());
    if (is_right) shape_.least = cost_of(task.map, way_);
    return Outcome::kFound;
  }
  if (is_right) {
    const Cost from_here = cost_of(task.map, way_);
    const Cost from_goal = cost_of(task.map, back_);
    shape_.least = std::max(
        {shape_.least, from_here - std::min(from_here, from_goal), from_goal - std::min(from_here, from_goal)});
  }
  // Both end at the root; what they have in common but for its first cell is left out.
  drop_common_end(way_, back_, [](NodeId node) { return node; });
  back_.pop_back();
  corner_ = way_.size() - 1;
  way_.insert(way_.end(), back_.rbegin(), back_.rend());
  return Outcome::kFound;
}

// Of legal moves.
Cost PathEnding::cost_of(const Map& map, std::span<const NodeId> cells) {
  const NodeId row = map.grid().stride();
  std::uint32_t diagonals = 0;
  for (std::size_t i = 1; i < cells.size(); ++i) {
    const NodeId apart = std::max(cells[i - 1], cells[i]) - std::min(cells[i - 1], cells[i]);
    diagonals += static_cast<std::uint32_t>(apart != 1 && apart != row);
  }
  const auto moves = static_cast<std::uint32_t>(cells.empty() ? 0 : cells.size() - 1);
  return diagonals * map.table().cost[kNorthEast] + (moves - diagonals) * map.table().cost[kNorth];
}

void PathEnding::cut_corner(const Task& task) {
  if (corner_ == 0 || corner_ + 1 == way_.size()) return;
  const std::size_t first = corner_ - std::min<std::size_t>(corner_, kCornerSide);
  const std::size_t last = std::min(corner_ + kCornerSide, way_.size() - 1);
  const Cost cost = cost_of(task.map, {way_.data() + first, last - first + 1});
  const auto found = find(task, way_[first], way_[last], cost, std::min(task.search, kCornerSearch));
  if (found.empty()) return;
  other_.assign(way_.begin(), way_.begin() + static_cast<std::ptrdiff_t>(first) + 1);
  other_.insert(other_.end(), found.begin(), found.end());
  other_.insert(other_.end(), way_.begin() + static_cast<std::ptrdiff_t>(last) + 1, way_.end());
  std::swap(way_, other_);
}

// From cell to cell as far along the way as a walk gets whose every move lowers the distance on an empty map by its
// cost: none is shorter. Then the same from the other end.
void PathEnding::pull(const Task& task) {
  const auto all = static_cast<std::uint32_t>(
      std::min<std::uint64_t>(kMostClimbed, most_steps(task) - std::min<std::uint64_t>(steps_, most_steps(task))));
  std::uint32_t left = all;
  for (std::uint32_t pass = 0; pass < 2; ++pass) {
    other_.resize(way_.size());
    NodeId* end = other_.data();
    *end++ = way_.front();
    for (std::size_t i = 0; i + 1 < way_.size();) {
      std::size_t ahead = way_.size() - 1 - i;
      bool arrived = false;
      for (; ahead > 1 && left >= ahead; ahead /= 2) {
        NodeId* to = end;
        const HillClimber::Climb climb = task.climber.climb_straight(
            way_[i], way_[i + ahead], static_cast<std::uint32_t>(ahead), [&](NodeId node) { *to++ = node; });
        left -= std::min(left, climb.steps + 1);
        arrived = climb.arrived;
        if (arrived) {
          end = to;
          break;
        }
      }
      if (!arrived) {
        ahead = 1;
        *end++ = way_[i + 1];
      }
      i += ahead;
    }
    other_.resize(static_cast<std::size_t>(end - other_.data()));
    std::swap(way_, other_);
    std::reverse(way_.begin(), way_.end());
  }
  steps_ += all - left;
}

}  // namespace waymark
