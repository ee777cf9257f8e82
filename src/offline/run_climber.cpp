#include "offline/run_climber.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>

namespace waymark {
namespace {

constexpr int kScanned = 57;  // bits of a line at once

int ones_forwards(const BitLines& lines, std::int64_t address, int most) {
  for (int count = 0; count < most; count += kScanned) {
    const int here = std::countr_one(lines.forwards(address + count));
    if (here < kScanned) return std::min(count + here, most);
  }
  return most;
}

int ones_backwards(const BitLines& lines, std::int64_t address, int most) {
  for (int count = 0; count < most; count += kScanned) {
    const int here = std::countl_one(lines.backwards(address - count));
    if (here < kScanned) return std::min(count + here, most);
  }
  return most;
}

// The cells from which a diagonal move to the row below, to the side of `dx`, is legal.
BitLines diagonal_moves(const Grid& grid, DiagonalRule rule, int dx) {
  BitLines moves(grid.height(), grid.width());
  const auto beside = [dx](const std::uint64_t* words) {
    return dx > 0 ? (words[0] >> 1u) | (words[1] << 63u) : (words[0] << 1u) | (words[-1] >> 63u);
  };
  for (int y = 0; y < grid.height(); ++y) {
    std::uint64_t* line = moves.line(y);
    for (std::size_t i = 0; i < grid.words_per_row(); ++i) {
      const std::uint64_t* here = grid.row_words(y) + i;
      const std::uint64_t* below = grid.row_words(y + 1) + i;
      std::uint64_t legal = *here & beside(below);
      if (rule == DiagonalRule::kBothFree) legal &= beside(here) & *below;
      if (rule == DiagonalRule::kOneFree) legal &= beside(here) | *below;
      line[i] = legal;
    }
  }
  return moves;
}

BitLines passable_rows(const Grid& grid) {
  BitLines rows(grid.height(), grid.width());
  for (int y = 0; y < grid.height(); ++y) {
    std::copy_n(grid.row_words(y), grid.words_per_row(), rows.line(y));
  }
  return rows;
}

int modulo(int value, int divisor) {
  const int rest = value % divisor;
  return rest < 0 ? rest + divisor : rest;
}

int sign(int value) { return (value > 0) - (value < 0); }

}  // namespace

RunClimber::RunClimber(const Map& map) : map_(&map), climber_(map), has_runs_(climber_.prefers_diagonals()) {
  if (!has_runs_) return;
  const Grid& grid = map.grid();
  rows_ = passable_rows(grid);
  columns_ = rows_.regrouped(grid.width(), 0);
  falling_ = diagonal_moves(grid, map.rules().diagonal, 1).regrouped(grid.width() + 1, 1);
  rising_ = diagonal_moves(grid, map.rules().diagonal, -1).regrouped(grid.width() + 1, -1);
}

int RunClimber::run(Cell at, int dx, int dy, int most) const {
  const int diagonals = map_->grid().width() + 1;
  if (dy == 0) {
    const std::int64_t next = rows_.at(at.y, at.x + dx);
    return dx > 0 ? ones_forwards(rows_, next, most) : ones_backwards(rows_, next, most);
  }
  if (dx == 0) {
    const std::int64_t next = columns_.at(at.x, at.y + dy);
    return dy > 0 ? ones_forwards(columns_, next, most) : ones_backwards(columns_, next, most);
  }
  const BitLines& lines = dx == dy ? falling_ : rising_;
  const int line = modulo(dx == dy ? at.x - at.y : at.x + at.y, diagonals);
  // A move to the row above is that of the cell it leads to, walked back.
  return dy > 0 ? ones_forwards(lines, lines.at(line, at.y), most)
                : ones_backwards(lines, lines.at(line, at.y - 1), most);
}

HillClimber::Climb RunClimber::climb(NodeId from, NodeId to) const {
  if (!has_runs_) return climber_.climb(from, to);
  const Grid& grid = map_->grid();
  Cell at = grid.cell(from);
  const Cell goal = grid.cell(to);
  std::uint32_t steps = 0;
  while (at != goal) {
    const int dx = sign(goal.x - at.x);
    const int dy = sign(goal.y - at.y);
    const int across = std::abs(goal.x - at.x);
    const int down = std::abs(goal.y - at.y);
    const int most = dx == 0 || dy == 0 ? std::max(across, down) : std::min(across, down);
    int count = run(at, dx, dy, most);
    int step_x = dx;
    int step_y = dy;
    if (count == 0) {
      const std::uint8_t direction = climber_.best_direction(grid.node(at), at, goal);
      if (direction == kNoDirection) return {false, steps};
      count = 1;
      step_x = kDx[direction];
      step_y = kDy[direction];
    }
    at = {at.x + count * step_x, at.y + count * step_y};
    steps += static_cast<std::uint32_t>(count);
  }
  return {true, steps};
}

}  // namespace waymark
