#include "subgoals/path_changes.hpp"

#include <algorithm>
#include <bit>

#include "waymark/base/heap_bytes.hpp"

namespace waymark {
namespace {

void flip(Grid& grid, NodeId node) {
  const Cell at = grid.cell(node);
  grid.mutable_row(at.y)[static_cast<std::size_t>(at.x) / 64] ^= std::uint64_t{1} << (at.x % 64);
}

}  // namespace

std::uint64_t PathChanges::take_in(const Grid& grid) {
  std::uint64_t work = 1;
  if (!grid.for_each_change_since(seen_, [&](const Grid::Change& change) { work += compare(grid, change.area); })) {
    work += compare(grid, {0, 0, grid.width(), grid.height()});
  }
  seen_ = grid.epoch();
  return work;
}

std::uint64_t PathChanges::compare(const Grid& grid, Rect area) {
  std::uint64_t work = 0;
  const auto first = static_cast<std::size_t>(area.x) / 64;
  const auto last = static_cast<std::size_t>(area.x + area.width - 1) / 64;
  for (int y = area.y; y < area.y + area.height; ++y) {
    const std::span<std::uint64_t> own = after_.mutable_row(y);
    const std::uint64_t* const row = grid.row_words(y);
    for (std::size_t i = first; i <= last; ++i, ++work) {
      std::uint64_t differing = own[i] ^ row[i];
      own[i] = row[i];
      for (; differing != 0; differing &= differing - 1, ++work) {
        flips_.push_back(grid.node(static_cast<int>(i) * 64 + std::countr_zero(differing), y));
      }
    }
  }
  return work;
}

std::uint64_t PathChanges::look_back(std::uint64_t position, const MoveTable& table) {
  std::uint64_t work = 1;
  if (!before_) {
    before_ = after_;
    before_position_ = listed_begin_ = listed_end_ = end();
  }
  if (position == listed_begin_ && end() == listed_end_) return work;
  const auto flip_between = [&](std::uint64_t from, std::uint64_t to) {
    for (std::uint64_t i = from; i < to; ++i, ++work) flip(*before_, flips_[i - begin_]);
  };
  flip_between(std::min(position, before_position_), std::max(position, before_position_));
  before_position_ = listed_begin_ = position;
  listed_end_ = end();
  cells_.clear();
  const auto stride = static_cast<std::int64_t>(after_.stride());
  for (std::uint64_t i = position; i < listed_end_; ++i) {
    const NodeId node = flips_[i - begin_];
    if (before_->passable(node) == after_.passable(node)) continue;
    const Cell at = after_.cell(node);
    for (int dy = -1; dy <= 1; ++dy) {
      for (int dx = -1; dx <= 1; ++dx) {
        if (after_.contains(at.x + dx, at.y + dy)) cells_.push_back(static_cast<NodeId>(node + dy * stride + dx));
      }
    }
    work += kDirections + 1;
  }
  std::sort(cells_.begin(), cells_.end());
  cells_.erase(std::unique(cells_.begin(), cells_.end()), cells_.end());
  changed_.clear();
  for (const NodeId node : cells_) {
    const bool was = before_->passable(node);
    const bool is = after_.passable(node);
    const unsigned old_moves = was ? table.legal[before_->neighbourhood(node)] : 0;
    const unsigned new_moves = is ? table.legal[after_.neighbourhood(node)] : 0;
    if (old_moves == new_moves && was == is) continue;
    changed_.push_back({node, static_cast<std::uint8_t>(old_moves & ~new_moves),
                        static_cast<std::uint8_t>(new_moves & ~old_moves), was != is});
  }
  return work;
}

void PathChanges::forget() {
  if (flips_.empty()) return;
  if (before_) {
    for (std::uint64_t i = before_position_; i < end(); ++i) flip(*before_, flips_[i - begin_]);
    before_position_ = end();
  }
  begin_ = end();
  flips_.clear();
  changed_.clear();
  listed_begin_ = listed_end_ = begin_;
}

std::uint64_t PathChanges::heap_bytes() const {
  return after_.heap_bytes() + (before_ ? before_->heap_bytes() : 0) + heap_bytes_of(flips_, changed_, cells_);
}

}  // namespace waymark
