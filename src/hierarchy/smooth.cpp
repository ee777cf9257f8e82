#include "waymark/hierarchy/smooth.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>

#include "waymark/base/assert.hpp"
#include "waymark/base/instrument.hpp"

namespace waymark {
namespace {

constexpr unsigned family_of(unsigned direction) { return (direction & 1u) + 2 * (direction >> 2u); }
// One of the two directions along a line; the other is two further on.
constexpr unsigned one_along(unsigned family) { return (family & 1u) + 4 * (family >> 1u); }

// Places on a line that are looked at and not taken.
constexpr std::uint32_t kRejectedPerUnit = 8;

// A power of two, at least twice the cells.
std::size_t slots_for(std::size_t cells) { return std::bit_ceil(2 * std::max<std::size_t>(cells, 1)); }

int sign(int value) { return (value > 0) - (value < 0); }

}  // namespace

RaySmoother::RaySmoother(const Map& map) : map_(&map) {
  const auto stride = static_cast<std::int32_t>(map.grid().stride());
  for (std::size_t d = 0; d < kDirections; ++d) offset_[d] = kDy[d] * stride + kDx[d];
}

std::size_t RaySmoother::room(std::size_t cells) {
  // A path of n cells lies in a rectangle of sides up to n: n rows, n columns, 2n - 1 diagonals each way.
  return 2 * cells + slots_for(cells) + 6 * cells + kFamilies * cells;
}

void RaySmoother::start(std::span<const NodeId> path, std::span<NodeId> buffer, const SmoothOptions& options) {
  path_ = path;
  out_ = {};
  written_ = 0;
  cost_ = 0;
  work_ = 0;
  if (buffer.size() < room(path.size())) {
    status_ = Status::kOutOfRoom;
    return;
  }
  out_ = buffer.first(path.size());
  costs_ = buffer.subspan(path.size(), path.size());
  const std::size_t slots = slots_for(path.size());
  tables_ = buffer.subspan(2 * path.size(), slots + 6 * path.size());
  slots_ = tables_.first(slots);
  links_ = buffer.subspan(2 * path.size() + tables_.size(), kFamilies * path.size());
  in_box_ = options.box != 0;
  reach_ = static_cast<int>(std::min<std::uint32_t>(options.box / 2, Grid::kMaxSide));
  comes_back_ = false;
  rejected_ = 0;
  phase_ = Phase::kClear;
  done_ = 0;
  status_ = path.empty() ? Status::kSolved : Status::kInProgress;
}

Status RaySmoother::step(const Budget& budget) {
  if (!budget.has_deadline()) return run(budget.units);
  for (std::uint64_t left = budget.units; left > 0 && status_ == Status::kInProgress && !budget.past_deadline();) {
    const std::uint64_t part = std::min(left, Budget::kPollInterval);
    run(part);
    left -= part;
  }
  return status_;
}

Status RaySmoother::run(std::uint64_t units) {
  const std::uint64_t given = units;
  while (units > 0 && status_ == Status::kInProgress) {
    switch (phase_) {
      case Phase::kClear:
        --units;
        if (clear()) phase_ = Phase::kRead;
        break;
      case Phase::kRead:
        --units;
        if (read()) phase_ = Phase::kFill;
        break;
      case Phase::kFill:
        --units;
        if (fill()) set_out();
        break;
      case Phase::kWalk:
        --units;
        look_around();
        break;
      case Phase::kRay: extend_ray(units); break;
      case Phase::kLine: try_line(units); break;
      case Phase::kSkip:
        --units;
        advance();
        break;
    }
  }
  work_ += given - units;
  return status_;
}

// The path's next cell: its cost so far, the rectangle around all, and that it is there.
bool RaySmoother::read() {
  const NodeId node = path_[done_];
  if (done_ == 0) {
    if (!map_->grid().contains(node) || !map_->grid().passable(node)) {
      status_ = Status::kStale;
      return false;
    }
    const Cell cell = map_->grid().cell(node);
    costs_[0] = 0;
    around_ = {cell.x, cell.y, 1, 1};
  } else {
    const Cost edge = map_->cost(path_[done_ - 1], node);
    if (edge == kInfiniteCost) {
      status_ = Status::kStale;
      return false;
    }
    const Cell cell = map_->grid().cell(node);
    costs_[done_] = costs_[done_ - 1] + edge;
    around_ = bounding(around_, {cell.x, cell.y, 1, 1});
  }
  std::uint32_t& last = slot(node);
  comes_back_ = comes_back_ || last != 0;
  last = static_cast<std::uint32_t>(done_) + 1;
  if (++done_ < path_.size()) return false;
  const auto width = static_cast<std::size_t>(around_.width);
  const auto height = static_cast<std::size_t>(around_.height);
  const std::array<std::size_t, kFamilies> sizes{width, height, width + height - 1, width + height - 1};
  std::size_t used = slots_.size();
  for (unsigned family = 0; family < kFamilies; ++family) {
    lines_[family] = tables_.subspan(used, sizes[family]);
    used += sizes[family];
  }
  done_ = 0;
  return true;
}

// A cell's share of the tables.
bool RaySmoother::clear() {
  const std::size_t share = tables_.size() / path_.size() + 1;
  const std::size_t first = std::min(done_ * share, tables_.size());
  const auto part = tables_.subspan(first, std::min(share, tables_.size() - first));
  std::fill(part.begin(), part.end(), 0u);
  if (++done_ < path_.size()) return false;
  done_ = 0;
  return true;
}

// Each cell into the lists of its lines, by the last index at which the path is there.
bool RaySmoother::fill() {
  const NodeId node = path_[done_];
  const auto name = static_cast<std::uint32_t>(done_) + 1;
  if (!comes_back_ || slot(node) == name) {
    const Cell cell = map_->grid().cell(node);
    for (unsigned family = 0; family < kFamilies; ++family) {
      std::uint32_t& last = last_on_line(family, cell);
      links_[kFamilies * done_ + family] = last;
      last = name;
    }
  }
  return ++done_ == path_.size();
}

void RaySmoother::set_out() {
  at_ = path_[0];
  next_ = 0;
  line_left_ = 0;
  emit(at_, 0);
  phase_ = Phase::kWalk;
  if (path_.size() == 1) status_ = Status::kSolved;
}

// From a new cell, whose rays are all to come.
void RaySmoother::look_around() {
  if (const std::uint32_t again = comes_back_ ? last_at(at_) : 0; again > next_ + 1) {
    next_ = again - 1;  // the path comes back here
    line_left_ = 0;
  }
  walked_ = 0;
  best_ = next_ + (line_left_ == 0 ? 1 : 0);  // one step along the path is no gain
  best_ray_ = kNoDirection;
  next_ray();
}

// The next line through at_, or with a box the next ray, that may find a place further along the path; if there is
// none, takes the best.
void RaySmoother::next_ray() {
  const Cell cell = map_->grid().cell(at_);
  const MoveTable& table = map_->table();
  unsigned ray = kNoDirection;
  std::uint32_t last = best_;
  for (unsigned family = 0; family < kFamilies; ++family) {
    const unsigned one = one_along(family);
    const unsigned both = 0b101u << one;
    const std::uint32_t name = last_on_line(family, cell);
    if (name <= last + 1 || (walked_ & both) == both || table.cost[one] == 0) continue;
    last = name - 1;
    ray = one;
    if (!in_box_) continue;
    // Towards that place first.
    const Cell there = map_->grid().cell(path_[last]);
    const bool ahead = sign(there.x - cell.x) == kDx[one] && sign(there.y - cell.y) == kDy[one];
    if ((walked_ & both) == 0 ? !ahead : ((walked_ >> one) & 1u) != 0) ray = one + 2;
  }
  if (ray == kNoDirection) return end_rays();
  ray_ = static_cast<std::uint8_t>(ray);
  if (in_box_) {
    walked_ = static_cast<std::uint8_t>(walked_ | (1u << ray));
    ray_at_ = at_;
    ray_steps_ = 0;
    ray_last_ = last;
    ray_most_ = static_cast<std::uint32_t>(std::min(steps_inside(cell, ray), reach_));
    phase_ = Phase::kRay;
    return;
  }
  walked_ = static_cast<std::uint8_t>(walked_ | (0b101u << ray));
  place_ = last + 1;
  free_to_ = {at_, at_};
  is_blocked_ = {false, false};
  phase_ = Phase::kLine;
}

// The places of the path on a line, the furthest along it first, until there is one to which the way is free. Beyond
// what is blocked they are only looked at.
void RaySmoother::try_line(std::uint64_t& units) {
  const MoveTable& table = map_->table();
  const unsigned family = family_of(ray_);
  while (units > 0) {
    if (place_ <= best_ + 1) return next_ray();
    const NodeId node = path_[place_ - 1];
    instrument::look();
    const std::size_t side = node > at_ ? 1 : 0;  // ids rise along every line
    const unsigned d = (offset_[ray_] > 0) == (side == 1) ? ray_ : ray_ + 2;
    if (is_free(node, side, d, units)) {
      const auto steps =
          static_cast<std::uint32_t>((static_cast<std::int32_t>(node) - static_cast<std::int32_t>(at_)) / offset_[d]);
      if (std::uint64_t{steps} * table.cost[d] <= way_to(place_ - 1)) {
        best_ = place_ - 1;
        best_ray_ = static_cast<std::uint8_t>(d);
        best_steps_ = steps;
        return next_ray();
      }
    } else if (!is_blocked_[side]) {
      return;  // it is being walked
    }
    place_ = links_[kFamilies * (place_ - 1) + family];
    if (++rejected_ % kRejectedPerUnit == 0) --units;
  }
}

// Whether the way to a place on the line is free, as far as the units reach.
bool RaySmoother::is_free(NodeId node, std::size_t side, unsigned d, std::uint64_t& units) {
  const MoveTable& table = map_->table();
  const Grid& grid = map_->grid();
  NodeId at = free_to_[side];
  while ((side == 1 ? at < node : at > node) && !is_blocked_[side]) {
    if (units == 0) break;
    if (((table.legal[grid.neighbourhood(at)] >> d) & 1u) == 0) {
      is_blocked_[side] = true;
      break;
    }
    --units;
    at += static_cast<NodeId>(offset_[d]);
  }
  free_to_[side] = at;
  return side == 1 ? at >= node : at <= node;
}

void RaySmoother::extend_ray(std::uint64_t& units) {
  const MoveTable& table = map_->table();
  const Grid& grid = map_->grid();
  NodeId at = ray_at_;
  std::uint32_t steps = ray_steps_;
  bool ends = false;
  while (units > 0 && !ends) {
    if (steps == ray_most_ || ((table.legal[grid.neighbourhood(at)] >> ray_) & 1u) == 0) {
      ends = true;
      break;
    }
    --units;
    at += static_cast<NodeId>(offset_[ray_]);
    ++steps;
    const std::uint32_t name = last_at(at);
    if (name <= best_ + 1 || std::uint64_t{steps} * table.cost[ray_] > way_to(name - 1)) continue;
    best_ = name - 1;
    best_ray_ = ray_;
    best_steps_ = steps;
    ends = best_ == ray_last_;  // nothing on this line is further along
  }
  ray_at_ = at;
  ray_steps_ = steps;
  if (ends) next_ray();
}

void RaySmoother::end_rays() {
  skip_ = 1;
  if (best_ray_ != kNoDirection) {
    next_ = best_;
    line_ = best_ray_;
    line_left_ = best_steps_;
    // On from two cells before the place, but on.
    if (best_steps_ > 3) skip_ = best_steps_ - 2;
  }
  phase_ = Phase::kSkip;
  // The end of the path, reached by cutting a loop.
  if (line_left_ == 0 && next_ + 1 == path_.size()) status_ = Status::kSolved;
}

void RaySmoother::advance() {
  if (line_left_ > 0) {
    --line_left_;
    emit(at_ + static_cast<NodeId>(offset_[line_]), map_->table().cost[line_]);
  } else {
    ++next_;
    emit(path_[next_], costs_[next_] - costs_[next_ - 1]);
  }
  if (line_left_ == 0 && next_ + 1 == path_.size()) {
    status_ = Status::kSolved;
  } else if (--skip_ == 0) {
    phase_ = Phase::kWalk;
  }
}

void RaySmoother::emit(NodeId node, Cost edge) {
  at_ = node;
  out_[written_++] = node;
  cost_ += edge;
}

std::uint32_t& RaySmoother::last_on_line(unsigned family, Cell at) const {
  const int x = at.x - around_.x;
  const int y = at.y - around_.y;
  const int line = family == family_of(kNorth)       ? x
                   : family == family_of(kEast)      ? y
                   : family == family_of(kNorthEast) ? x + y
                                                     : x - y + around_.height - 1;
  return lines_[family][static_cast<std::size_t>(line)];
}

std::uint32_t& RaySmoother::slot(NodeId node) const {
  // Cells of a path differ in their low bits or in their rows: both are spread over the high bits.
  const auto mask = static_cast<std::uint32_t>(slots_.size() - 1);
  std::uint32_t i = ((node * 0x9e3779b1u) >> 7u) & mask;
  while (slots_[i] != 0 && path_[slots_[i] - 1] != node) i = (i + 1) & mask;
  return slots_[i];
}

// 1 + the last index at which the path is at `node`, or 0.
std::uint32_t RaySmoother::last_at(NodeId node) const {
  instrument::look();
  return slot(node);
}

int RaySmoother::steps_inside(Cell at, unsigned direction) const {
  const auto along = [](int d, int place, int first, int size) {
    return d == 0 ? Grid::kMaxSide : (d > 0 ? first + size - 1 - place : place - first);
  };
  return std::min(along(kDx[direction], at.x, around_.x, around_.width),
                  along(kDy[direction], at.y, around_.y, around_.height));
}

// What the way from at_ to path_[index] costs as it is.
Cost RaySmoother::way_to(std::uint32_t index) const {
  const Cost line = line_left_ == 0 ? 0 : line_left_ * map_->table().cost[line_];
  return line + (costs_[index] - costs_[next_]);
}

SmoothedPath smooth_rays(const Map& map, std::span<const NodeId> path, std::span<NodeId> buffer,
                         const SmoothOptions& options) {
  RaySmoother smoother(map);
  smoother.start(path, buffer, options);
  const Status status = smoother.status() == Status::kInProgress ? smoother.step(kUnlimited) : smoother.status();
  const bool is_done = status == Status::kSolved;
  return {status, is_done ? smoother.path() : std::span<const NodeId>(), is_done ? smoother.cost() : kInfiniteCost,
          smoother.work()};
}

Result<Done> check_sight(const MoveRules& rules) {
  if (rules.neighbours == Neighbours::kEight && rules.diagonal != DiagonalRule::kNever) return Done{};
  return Error{ErrorCode::kUnsupported, "lines at any angle need a map of eight neighbours with diagonal moves"};
}

bool in_sight(const Map& map, NodeId from, NodeId to) {
  const Grid& grid = map.grid();
  const DiagonalRule rule = map.rules().diagonal;
  const Cell a = grid.cell(from);
  const Cell b = grid.cell(to);
  const std::int64_t dx = std::abs(b.x - a.x);
  const std::int64_t dy = std::abs(b.y - a.y);
  const int step_x = sign(b.x - a.x);
  const int step_y = sign(b.y - a.y);
  int x = a.x;
  int y = a.y;
  if (!grid.passable(x, y)) return false;
  // The line leaves column i of the way at (2i + 1) dy, row j at (2j + 1) dx, both in 2 dx dy-ths of it.
  for (std::int64_t i = 0, j = 0; i < dx || j < dy;) {
    const std::int64_t column = (2 * i + 1) * dy;
    const std::int64_t row = (2 * j + 1) * dx;
    if (column == row) {
      const bool beside = grid.passable(x + step_x, y);
      const bool below = grid.passable(x, y + step_y);
      if (rule == DiagonalRule::kBothFree && !(beside && below)) return false;
      if (rule == DiagonalRule::kOneFree && !(beside || below)) return false;
    }
    if (column <= row) {
      x += step_x;
      ++i;
    }
    if (row <= column) {
      y += step_y;
      ++j;
    }
    if (!grid.passable(x, y)) return false;
  }
  return true;
}

std::span<const NodeId> pull_string(const Map& map, std::span<const NodeId> path, std::span<NodeId> buffer) {
  WAYMARK_ASSERT(check_sight(map.rules()).ok() && buffer.size() >= path.size());
  if (path.empty()) return {};
  std::size_t kept = 0;
  buffer[kept++] = path[0];
  for (std::size_t i = 2; i < path.size(); ++i) {
    if (!in_sight(map, buffer[kept - 1], path[i])) buffer[kept++] = path[i - 1];
  }
  if (path.size() > 1) buffer[kept++] = path.back();
  return buffer.first(kept);
}

double euclidean_length(const Grid& grid, std::span<const NodeId> waypoints) {
  double length = 0;
  for (std::size_t i = 1; i < waypoints.size(); ++i) {
    const Cell a = grid.cell(waypoints[i - 1]);
    const Cell b = grid.cell(waypoints[i]);
    const double dx = b.x - a.x;
    const double dy = b.y - a.y;
    length += std::sqrt(dx * dx + dy * dy);
  }
  return length;
}

}  // namespace waymark
