#include "subgoals/path_repair.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

#include "subgoals/path_choice.hpp"
#include "waymark/base/heap_bytes.hpp"

namespace waymark {
namespace {

constexpr std::array<std::uint8_t, kDirections> kBack{kSouth,     kWest,      kNorth,     kEast,
                                                      kSouthWest, kNorthWest, kNorthEast, kSouthEast};
constexpr std::uint64_t kTileUnits = PathTiles::kCells / 16;

}  // namespace

PathRepair::PathRepair(const Grid& grid, const MoveTable& table, const PathRows& rows, const PathChanges& changes)
    : table_(&table),
      rows_(&rows),
      changes_(&changes),
      tiles_(grid.width(), grid.height()),
      groups_(tiles_),
      queue_(std::min(table.rules.costs.cardinal, table.rules.costs.diagonal),
             *std::max_element(table.cost.begin(), table.cost.end())),
      states_(grid.id_bound()),
      moves_(std::size_t{tiles_.count()} * PathTiles::kCells),
      decoded_(tiles_.count()),
      soiled_(tiles_.count()) {
  const auto stride = static_cast<std::int32_t>(grid.stride());
  for (std::size_t d = 0; d < kDirections; ++d) offset_[d] = kDy[d] * stride + kDx[d];
  const std::uint64_t dearest = *std::max_element(table.cost.begin(), table.cost.end());
  const bool may_be_too_far = dearest * grid.id_bound() > kMaxPathCost;
  nearly_too_far_ = may_be_too_far ? kMaxPathCost - static_cast<Cost>(dearest) * PathTiles::kCells : kInfiniteCost;
}

void PathRepair::begin(const Job& job) {
  job_ = job;
  if (++generation_ == std::uint32_t{1} << (32 - kFlags)) {
    states_.clear();
    decoded_.clear();
    soiled_.clear();
    generation_ = 1;
  }
  queue_.clear();
  walk_.clear();
  cells_.clear();
  listed_.clear();
  updates_.clear();
  dirty_.clear();
  results_.clear();
  lost_ = 0;
  next_ = 0;
  phase_ = Phase::kFind;
  if (!job.anew) {
    if (job.root == kNoNode) phase_ = Phase::kDone;
    return;
  }
  dirty_.resize(tiles_.count());
  std::iota(dirty_.begin(), dirty_.end(), 0u);
  phase_ = Phase::kSpread;
  if (job.root != kNoNode) {
    change(job.root, state(job.root), 0);
    queue_.add(0, job.root);
  }
}

std::uint64_t PathRepair::go_on() {
  work_ = 0;
  while (work_ < kPiece && phase_ != Phase::kDone) {
    if (!walk_.empty()) {
      walk();
      continue;
    }
    bool more = false;
    switch (phase_) {
      case Phase::kFind: more = find(); break;
      case Phase::kLose: more = lose(); break;
      case Phase::kSeed: more = seed(); break;
      case Phase::kSpread: more = spread(); break;
      case Phase::kList: more = list(); break;
      case Phase::kChoose: more = choose(); break;
      case Phase::kWrite: more = write(); break;
      case Phase::kEncode: more = encode(); break;
      case Phase::kDone: break;
    }
    ++work_;
    if (more) continue;
    phase_ = static_cast<Phase>(static_cast<int>(phase_) + 1);
    next_ = 0;
    if (phase_ == Phase::kSeed) lost_ = cells_.size();
    if (phase_ == Phase::kEncode) std::sort(dirty_.begin(), dirty_.end());
  }
  return work_;
}

std::vector<PathRows::Tile> PathRepair::take_tiles() { return std::move(results_); }

// Cells whose move is gone.
bool PathRepair::find() {
  if (next_ == changes_->changed().size()) return false;
  const PathChanges::Changed& changed = changes_->changed()[next_];
  State& own = state(changed.node);
  own.mark |= kOther;
  list(changed.node);
  if (changed.node != job_.root && changes_->before().passable(changed.node)) {
    const std::uint8_t gone = move(changed.node);
    if (gone != kNoDirection && ((changed.lost >> gone) & 1u) != 0) {
      if (!know(changed.node)) return true;
      if (own.before != kInfiniteCost) {
        own.mark |= kTried;
        queue_.add(own.before, changed.node);
      }
    }
  }
  ++next_;
  return true;
}

bool PathRepair::lose() {
  PathQueue::Entry front;
  if (!queue_.front(front)) return false;
  const NodeId node = front.node;
  State& own = state(node);
  const bool is_passable = changes_->after().passable(node);
  const unsigned before = moves_before(node);
  for (unsigned moves = is_passable ? before & moves_after(node) : 0; moves != 0; moves &= moves - 1) {
    const auto d = static_cast<unsigned>(std::countr_zero(moves));
    const NodeId to = step(node, d);
    ++work_;
    if (!know(to)) return true;
    const State& other = states_[to];
    if ((other.mark & kChanged) == 0 && way(other.before, table_->cost[d]) == own.before) {
      list(node);
      queue_.pop();
      return true;
    }
  }
  queue_.pop();
  own.mark |= kChanged;
  own.after = kInfiniteCost;
  cells_.push_back(node);
  list(node);
  for (unsigned moves = before; moves != 0; moves &= moves - 1) {
    const auto d = static_cast<unsigned>(std::countr_zero(moves));
    const NodeId child = step(node, d);
    ++work_;
    if (child == job_.root || move(child) != kBack[d]) continue;
    State& other = state(child);
    if ((other.mark & kTried) != 0) continue;
    if ((other.mark & kKnown) == 0) {
      other.before = way(own.before, table_->cost[d]);
      other.mark |= kKnown;
    }
    other.mark |= kTried;
    if (other.before != kInfiniteCost) queue_.push(other.before, child);
  }
  return true;
}

// The least ways into what was lost, and over what was gained.
bool PathRepair::seed() {
  const auto changed = changes_->changed();
  if (next_ == lost_ + changed.size()) return false;
  const bool is_lost = next_ < lost_;
  const NodeId node = is_lost ? cells_[next_] : changed[next_ - lost_].node;
  unsigned moves = 0;
  if (is_lost) {
    moves = changes_->after().passable(node) ? moves_after(node) : 0;
  } else {
    moves = changed[next_ - lost_].gained;
    if (moves != 0 && !know(node)) return true;
  }
  State& own = state(node);
  Cost best = kInfiniteCost;
  for (; moves != 0; moves &= moves - 1) {
    const auto d = static_cast<unsigned>(std::countr_zero(moves));
    const NodeId to = step(node, d);
    ++work_;
    if (!know(to)) return true;
    best = std::min(best, way(value(states_[to]), table_->cost[d]));
  }
  if (best < value(own)) {
    change(node, own, best);
    queue_.add(best, node);
  }
  ++next_;
  return true;
}

bool PathRepair::spread() {
  PathQueue::Entry front;
  if (!queue_.front(front)) return false;
  const auto [node, distance] = front;
  if (state(node).after == distance) {
    for (unsigned moves = moves_after(node); moves != 0; moves &= moves - 1) {
      const auto d = static_cast<unsigned>(std::countr_zero(moves));
      const NodeId to = step(node, d);
      ++work_;
      if (!know(to)) return true;
      State& other = states_[to];
      const Cost cost = way(distance, table_->cost[d]);
      if (cost >= value(other)) continue;
      change(to, other, cost);
      queue_.push(cost, to);
    }
  }
  queue_.pop();
  return true;
}

bool PathRepair::list() {
  if (next_ == cells_.size()) return false;
  if (job_.anew) {
    listed_.swap(cells_);
    return false;
  }
  const NodeId node = cells_[next_++];
  list(node);
  if (!changes_->after().passable(node)) return true;
  for (unsigned moves = moves_after(node); moves != 0; moves &= moves - 1) {
    ++work_;
    list(step(node, static_cast<unsigned>(std::countr_zero(moves))));
  }
  return true;
}

bool PathRepair::choose() {
  if (next_ == listed_.size()) return false;
  const NodeId node = listed_[next_];
  State& own = state(node);
  const bool is_changed = (own.mark & kChanged) != 0;
  const std::uint32_t place = place_of(node);
  if (is_changed && (own.before == kInfiniteCost) != (own.after == kInfiniteCost)) soil(place / PathTiles::kCells);
  const bool has_move = !is_changed || own.after != kInfiniteCost;
  if (has_move && node != job_.root && changes_->after().passable(node)) {
    bool waits = false;
    const std::uint8_t chosen = is_changed ? choose_of_all(node, waits) : choose_of_few(node, moves_[place], waits);
    if (waits) return true;
    if (job_.anew) {
      moves_[place] = chosen;
    } else if (chosen != moves_[place]) {
      updates_.push_back({place, chosen});
    }
  }
  ++next_;
  return true;
}

std::uint8_t PathRepair::choose_of_all(NodeId node, bool& waits) {
  const unsigned moves = moves_after(node);
  for (const std::uint8_t d : kPathMoveOrder) {
    if (((moves >> d) & 1u) == 0) continue;
    if (is_good(node, d, waits)) return d;
    if (waits) break;
  }
  return kNoDirection;
}

// Of a cell that is as far as it was: moves before its own were not good, and are not now, but for those that it gained
// and those that lead to a cell that changed.
std::uint8_t PathRepair::choose_of_few(NodeId node, std::uint8_t old, bool& waits) {
  const PathChanges::Changed other = (states_[node].mark & kOther) != 0 ? changed_at(node) : PathChanges::Changed{};
  const unsigned moves = moves_after(node);
  bool is_behind = ((moves >> old) & 1u) == 0;
  for (const std::uint8_t d : kPathMoveOrder) {
    if (((moves >> d) & 1u) == 0) continue;
    const bool is_new = is_behind || ((other.gained >> d) & 1u) != 0 || (state(step(node, d)).mark & kChanged) != 0;
    is_behind |= d == old;
    if (!is_new && d == old) return d;
    if (is_new && is_good(node, d, waits)) return d;
    if (waits) break;
  }
  return old;
}

bool PathRepair::is_good(NodeId node, std::uint8_t direction, bool& waits) {
  ++work_;
  const NodeId to = step(node, direction);
  if (!know(node) || !know(to)) {
    waits = true;
    return false;
  }
  const Cost distance = value(states_[node]);
  return distance != kInfiniteCost && way(value(states_[to]), table_->cost[direction]) == distance;
}

PathChanges::Changed PathRepair::changed_at(NodeId node) const {
  const auto changed = changes_->changed();
  return *std::lower_bound(changed.begin(), changed.end(), node,
                           [](const PathChanges::Changed& a, NodeId b) { return a.node < b; });
}

bool PathRepair::write() {
  if (next_ == updates_.size()) return false;
  const Update& update = updates_[next_++];
  moves_[update.place] = update.move;
  soil(update.place / PathTiles::kCells);
  return true;
}

bool PathRepair::encode() {
  if (next_ == dirty_.size()) return false;
  const std::uint32_t tile = dirty_[next_];
  if (decoded_[tile] != generation_) decode(tile);
  if (!know_tile(tile)) return true;
  PathRunRoom room;
  const auto runs = encode_runs([this](std::uint32_t rank) { return tile_moves_[rank]; }, room);
  PathRows::Tile made{tile, {runs.begin(), runs.end()}};
  work_ += kTileUnits;
  if (!same_runs(made.view(), rows_->runs(job_.row, tile))) results_.push_back(std::move(made));
  ++next_;
  return true;
}

bool PathRepair::know(NodeId node) {
  State& own = state(node);
  if ((own.mark & kKnown) != 0) return true;
  if (!changes_->before().passable(node)) {
    own.mark |= kKnown;
    return true;
  }
  Leg leg{node, 0};
  NodeId next = kNoNode;
  if (resolve(node, leg, next)) return true;
  own.mark |= kOnWalk;
  walk_.push_back(leg);
  states_[next].mark |= kOnWalk;
  walk_.push_back({next, 0});
  return false;
}

void PathRepair::walk() {
  for (NodeId next = kNoNode; !resolve(walk_.back().node, walk_.back(), next);) {
    states_[next].mark |= kOnWalk;
    walk_.push_back({next, 0});
    if (work_ >= kPiece) return;
  }
  Cost distance = states_[walk_.back().node].before;
  walk_.pop_back();
  while (!walk_.empty() && work_ < kPiece) {
    distance = way(distance, walk_.back().cost);
    State& own = states_[walk_.back().node];
    own.before = distance;
    own.mark |= kKnown;
    walk_.pop_back();
    ++work_;
  }
}

bool PathRepair::resolve(NodeId node, Leg& leg, NodeId& next) {
  ++work_;
  State& own = states_[node];
  const auto set = [&](Cost cost) {
    own.before = cost;
    own.mark |= kKnown;
    return true;
  };
  if (node == job_.root) return set(0);
  const std::uint8_t d = move(node);
  if (d == kNoDirection) return set(kInfiniteCost);
  next = step(node, d);
  // From a passable cell each cardinal move to another is legal.
  const bool is_legal = is_diagonal(d) ? ((moves_before(node) >> d) & 1u) != 0 : changes_->before().passable(next);
  if (!is_legal) return set(kInfiniteCost);
  leg.cost = table_->cost[d];
  const State& other = state(next);
  if ((other.mark & kKnown) != 0) return set(way(other.before, leg.cost));
  if ((other.mark & kOnWalk) != 0) return set(kInfiniteCost);  // in a circle
  return false;
}

void PathRepair::change(NodeId node, State& own, Cost cost) {
  own.after = cost;
  if ((own.mark & kChanged) == 0) {
    own.mark |= kChanged;
    cells_.push_back(node);
  }
}

void PathRepair::list(NodeId node) {
  State& own = state(node);
  if ((own.mark & kListed) != 0) return;
  own.mark |= kListed;
  listed_.push_back(node);
}

std::uint32_t PathRepair::place_of(NodeId node) {
  const Cell at = changes_->after().cell(node);
  const std::uint32_t tile = tiles_.tile_of(at);
  if (decoded_[tile] != generation_) decode(tile);
  return tile * PathTiles::kCells + PathTiles::rank_of(at);
}

void PathRepair::decode(std::uint32_t tile) {
  decoded_[tile] = generation_;
  work_ += kTileUnits / 4;
  std::uint8_t* const moves = &moves_[std::size_t{tile} * PathTiles::kCells];
  if (job_.anew) {
    std::fill_n(moves, PathTiles::kCells, kNoDirection);
    return;
  }
  decode_runs(rows_->runs(job_.row, tile), {moves, PathTiles::kCells});
}

void PathRepair::soil(std::uint32_t tile) {
  if (job_.anew || soiled_[tile] == generation_) return;
  soiled_[tile] = generation_;
  dirty_.push_back(tile);
}

bool PathRepair::know_tile(std::uint32_t tile) {
  const PathGroups::Tile& groups = groups_.tile(changes_->after(), changes_->end(), tile, work_);
  for (const NodeId cell : groups.cells) {
    ++work_;
    if (!know(cell)) return false;
  }
  work_ += kTileUnits;
  const Grid& grid = changes_->after();
  const std::uint8_t* const moves = &moves_[std::size_t{tile} * PathTiles::kCells];
  const Cell corner = tiles_.corner(tile);
  for (std::uint32_t rank = 0; rank < PathTiles::kCells; ++rank) {
    const std::uint16_t group = groups.group[rank];
    tile_moves_[rank] = kNoDirection;
    if (group == PathGroups::kNone) continue;
    Cost distance = value(states_[groups.cells[group]]);
    if (distance > nearly_too_far_) {
      const Cell offset = PathTiles::offset_at(rank);
      const NodeId node = grid.node(corner.x + offset.x, corner.y + offset.y);
      if (!know(node)) return false;
      distance = value(states_[node]);
    }
    if (distance != kInfiniteCost) tile_moves_[rank] = moves[rank];
  }
  if (job_.root != kNoNode) {
    const Cell root = grid.cell(job_.root);
    if (tiles_.tile_of(root) == tile) tile_moves_[PathTiles::rank_of(root)] = kNoDirection;
  }
  return true;
}

std::uint64_t PathRepair::heap_bytes() const {
  return heap_bytes_of(states_, moves_, decoded_, soiled_) +
         heap_bytes_of(walk_, queue_, cells_, listed_, updates_, dirty_, results_) + groups_.heap_bytes();
}

}  // namespace waymark
