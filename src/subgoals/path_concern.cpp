#include "subgoals/path_concern.hpp"

#include <algorithm>
#include <bit>

#include "subgoals/path_choice.hpp"

namespace waymark {
namespace {

// Whether direction a comes before b in the fixed order.
bool comes_before(std::uint8_t a, std::uint8_t b) { return chosen_path_move((1u << a) | (1u << b)) == a; }

}  // namespace

PathConcern::PathConcern(const Grid& grid, const MoveTable& table, const PathRows& rows, const PathChanges& changes)
    : table_(&table), rows_(&rows), changes_(&changes), tiles_(grid.width(), grid.height()) {
  const auto stride = static_cast<std::int32_t>(grid.stride());
  for (std::size_t d = 0; d < kDirections; ++d) offset_[d] = kDy[d] * stride + kDx[d];
}

bool PathConcern::is_concerned(PathRows::Row row, NodeId root, std::uint64_t& work) {
  if (root == kNoNode) return false;
  row_ = row;
  gaining_.clear();
  for (const PathChanges::Changed& changed : changes_->changed()) {
    ++work;
    const bool was_passable = changes_->before().passable(changed.node);
    const PathRun run = run_at(changed.node);
    if (changed.flipped && was_passable) {
      if (changed.node == root || loses_a_run(changed, run, root)) return true;
      continue;
    }
    const bool has_move = changed.node != root && run.move != kNoDirection;
    if (has_move && ((changed.lost >> run.move) & 1u) != 0) return true;
    if (changed.gained == 0) continue;
    if (gaining_.size() == kMostGained) return true;
    gaining_.push_back({changed.node, changed.gained, run.move, !was_passable, kFar});
  }
  return !gaining_.empty() && (!measure(root, work) || gains());
}

// Without cells that have no move, a list of runs says where each begins; the first begins at 0 whatever its cells.
bool PathConcern::loses_a_run(const PathChanges::Changed& blocked, const PathRun& run, NodeId root) const {
  const Grid& grid = changes_->after();
  const Cell at = grid.cell(blocked.node);
  const std::uint32_t rank = PathTiles::rank_of(at);
  if (run.first != 0) return rank == run.first;
  const Cell corner = tiles_.corner(tiles_.tile_of(at));
  const auto stays = [&](std::uint32_t other) {
    const Cell offset = PathTiles::offset_at(other);
    const Cell cell{corner.x + offset.x, corner.y + offset.y};
    return grid.passable(cell.x, cell.y) && grid.node(cell) != root && changes_->before().passable(cell.x, cell.y);
  };
  return !(rank + 1 < std::min(run.end, PathTiles::kCells) && stays(rank + 1)) && !(rank > 0 && stays(rank - 1));
}

// The distances of all cells that gained moves, relative to one of them. False: not found so soon.
bool PathConcern::measure(NodeId root, std::uint64_t& work) {
  ++stamp_;
  if (stamp_ == 0) {
    places_.fill({});
    stamp_ = 1;
  }
  steps_ = 0;
  tip_ = kNoNode;
  tip_distance_ = 0;
  bool all = true;
  for (Gaining& cell : gaining_) {
    all = all && (cell.is_freed || measure_one(cell, root));
  }
  work += steps_;
  return all;
}

bool PathConcern::measure_one(Gaining& cell, NodeId root) {
  if (tip_ == kNoNode) {
    tip_ = cell.node;
    place(tip_) = {tip_, 0, stamp_, true};
    cell.distance = 0;
    return true;
  }
  way_.clear();
  NodeId at = cell.node;
  std::int32_t length = 0;
  for (;;) {
    // The way of the cell, until it meets what is known.
    if (at != kNoNode) {
      Place& here = place(at);
      if (here.stamp == stamp_) {
        if (!here.is_met) return false;  // in a circle
        cell.distance = here.distance + length;
        break;
      }
      here = {at, length, stamp_, false};
      way_.push_back(at);
      if (!go(at, length, root)) return false;
    }
    // The trunk, until it meets that way.
    if (tip_ != root) {
      if (!go(tip_, tip_distance_, root)) return false;
      const std::int32_t distance = -tip_distance_;
      Place& here = place(tip_);
      if (here.stamp == stamp_ && !here.is_met) {
        cell.distance = distance + here.distance;
        break;
      }
      if (here.stamp == stamp_) return false;  // in a circle
      here = {tip_, distance, stamp_, true};
    } else if (at == kNoNode) {
      return false;
    }
  }
  for (const NodeId node : way_) {
    Place& here = place(node);
    here.distance = cell.distance - here.distance;
    here.is_met = true;
  }
  return true;
}

bool PathConcern::go(NodeId& node, std::int32_t& length, NodeId root) {
  if (node == root) {
    node = kNoNode;
    return true;
  }
  if (++steps_ > kMostSteps) return false;
  const std::uint8_t d = run_at(node).move;
  if (d == kNoDirection || ((table_->legal[changes_->before().neighbourhood(node)] >> d) & 1u) == 0) return false;
  node = step(node, d);
  length += static_cast<std::int32_t>(table_->cost[d]);
  return true;
}

bool PathConcern::gains() {
  // Freed cells, from those around them and from each other; what else comes nearer is a gain.
  for (bool changes = true; changes;) {
    changes = false;
    for (Gaining& cell : gaining_) {
      for (unsigned moves = cell.moves; moves != 0; moves &= moves - 1) {
        const auto d = static_cast<unsigned>(std::countr_zero(moves));
        const Gaining* const other = find(step(cell.node, d));
        if (other == nullptr || other->distance == kFar) continue;
        const std::int32_t distance = other->distance + static_cast<std::int32_t>(table_->cost[d]);
        if (distance >= cell.distance) continue;
        if (!cell.is_freed) return true;
        cell.distance = distance;
        changes = true;
      }
    }
  }
  for (const Gaining& cell : gaining_) {
    if (cell.distance == kFar) continue;
    unsigned good = 0;
    for (unsigned moves = cell.moves; moves != 0; moves &= moves - 1) {
      const auto d = static_cast<unsigned>(std::countr_zero(moves));
      const Gaining* const other = find(step(cell.node, d));
      if (other == nullptr || other->distance == kFar) continue;
      if (other->distance + static_cast<std::int32_t>(table_->cost[d]) == cell.distance) good |= 1u << d;
    }
    if (good == 0) continue;
    const std::uint8_t chosen = chosen_path_move(good);
    if (cell.is_freed ? chosen != cell.old : cell.old == kNoDirection || comes_before(chosen, cell.old)) return true;
  }
  return false;
}

PathRun PathConcern::run_at(NodeId node) {
  const Cell at = changes_->after().cell(node);
  return find_run(rows_->runs(row_, tiles_.tile_of(at)), PathTiles::rank_of(at));
}

PathConcern::Place& PathConcern::place(NodeId node) {
  std::size_t at = (node * 2'654'435'761u) >> 16u;
  for (;; ++at) {
    Place& here = places_[at % kPlaces];
    if (here.stamp != stamp_ || here.node == node) return here;
  }
}

PathConcern::Gaining* PathConcern::find(NodeId node) {
  const auto at =
      std::lower_bound(gaining_.begin(), gaining_.end(), node, [](const Gaining& a, NodeId b) { return a.node < b; });
  return at != gaining_.end() && at->node == node ? &*at : nullptr;
}

}  // namespace waymark
