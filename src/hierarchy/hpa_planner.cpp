#include "hierarchy/hpa_planner.hpp"

#include <algorithm>

#include "search/concern_search.hpp"
#include "search/grid_path_finder.hpp"
#include "search/run_counted.hpp"
#include "waymark/base/heap_bytes.hpp"
#include "waymark/hierarchy/corridor.hpp"

namespace waymark {
namespace {

// Steps of a table for a unit.
constexpr std::uint64_t kTableStepsPerUnit = 8;

}  // namespace

HpaPlanner::HpaPlanner(const Map& map, const MapClusters::Options& clusters, HpaInsertion insertion, bool straight)
    : map_(&map),
      clusters_(&map.derived<MapClusters>(clusters)),
      insertion_(insertion),
      straight_first_(straight && has_open_ways(map.rules().costs)),
      distance_(octile_distance(map.rules())),
      open_way_(map.table()),
      area_(map, clusters.size),
      top_open_(static_cast<Cost>(clusters.size << (clusters.levels - 1)) * distance_.diagonal) {
  if (clusters.ways == ClusterWays::kNone) lazy_.emplace(*clusters_);
  for (int level = 1; level <= clusters_->levels(); ++level) {
    levels_.emplace_back(clusters_->level(level), map.table(), lazy_ ? &*lazy_ : nullptr);
  }
}

void HpaPlanner::start(NodeId start, NodeId goal) {
  ends_ = {start, goal};
  epoch_ = map_->grid().epoch();
  phase_ = Phase::kInsert;
  status_ = Status::kInProgress;
  level_ = which_ = next_ = 0;
  rank_ = 0;
  searching_ = finding_ = false;
  owed_ = 0;
  cost_ = kInfiniteCost;
  route_.clear();
  path_.clear();
  work_ = {};
  peak_above_ = peak_below_ = popped_ = 0;
  for (Upper& level : levels_) {
    level.space.set_end(0, {});
    level.space.set_end(1, {});
    level.space.set_direct(kInfiniteCost);
  }
}

Status HpaPlanner::step(const Budget& budget, std::size_t enough) {
  left_ = budget.units;
  deadline_ = budget.deadline;
  if (epoch_ != map_->grid().epoch()) notice_edits();
  while (left_ > 0 && status_ == Status::kInProgress && path_.size() < enough &&
         !(budget.has_deadline() && budget.past_deadline())) {
    if (const std::uint64_t paid = std::min(left_, owed_); paid > 0) {
      owed_ -= paid;
      charge(paid);
      continue;
    }
    switch (phase_) {
      case Phase::kInsert: insert(); break;
      case Phase::kSearch: search(); break;
      case Phase::kUnfold: unfold(); break;
      case Phase::kRefine: refine(); break;
    }
  }
  return status_;
}

// The clusters are not what they were; the cells are as they are.
void HpaPlanner::notice_edits() {
  if (status_ == Status::kInProgress && phase_ != Phase::kRefine) status_ = Status::kStale;
  const auto is_touched = [&](NodeId node) {
    return InWindow{&map_->grid(), area_.area()}(node) &&
           area_search_.g(area_.id(map_->grid().cell(node))) != kInfiniteCost;
  };
  if (searching_ && edited_near(map_->grid(), epoch_, is_touched)) searching_ = false;
  epoch_ = map_->grid().epoch();
}

void HpaPlanner::charge(std::uint64_t units) {
  left_ -= units;
  popped_ += units;
}

template <class Searched>
bool HpaPlanner::run(Searched& search) {
  const std::uint64_t popped = popped_;
  const Status found = run_counted(search, {left_, deadline_}, work_, popped_);
  left_ -= popped_ - popped;
  return found != Status::kInProgress;
}

void HpaPlanner::insert() {
  const std::size_t level = level_;
  if (level == 0) {
    insert_on_ground();
  } else {
    insert_above();
  }
}

void HpaPlanner::insert_on_ground() {
  const Cell from = map_->grid().cell(ends_[which_]);
  const Cell other = map_->grid().cell(ends_[1 - which_]);
  const std::uint32_t cluster = graph(0).cluster_of(from);
  // The way between the ends is found from the first of them.
  const bool looks_for_other = which_ == 0 && graph(0).cluster_of(other) == cluster;
  const std::uint32_t nodes = graph(0).nodes(cluster);
  std::vector<Cost>& ways = levels_[0].ways[which_];
  if (rank_ == 0 && !searching_) {
    ways.assign(nodes, kInfiniteCost);
    area_.set_area(graph(0).area(cluster));
  }
  if (keeps_steps() && rank_ < nodes) {
    const Cost straight = walk_straight(from, graph(0).cell(graph(0).node(cluster, rank_)));
    ways[rank_] = straight != kInfiniteCost ? straight : follow(cluster, rank_, from, false);
    ++rank_;
    return charge(1);
  }
  if (insertion_ == HpaInsertion::kDijkstra && !keeps_steps()) {
    if (!searching_) area_flood_.start(area_, zero_, area_store_, area_open_, area_.id(from), kNoNode);
    searching_ = true;
    if (!run(area_flood_)) return;
    peak_below_ = std::max(peak_below_, area_flood_.work().peak_states);
    graph(0).for_each_node(
        cluster, [&](NodeId id, std::uint32_t rank) { ways[rank] = area_flood_.g(area_.id(graph(0).cell(id))); });
    return end_inserted(looks_for_other ? area_flood_.g(area_.id(other)) : kInfiniteCost);
  }
  if (rank_ == nodes && !looks_for_other) return end_inserted(kInfiniteCost);
  if (!searching_) {
    const Cell to = rank_ < nodes ? graph(0).cell(graph(0).node(cluster, rank_)) : other;
    if (const Cost way = walk_straight(from, to); way != kInfiniteCost) {
      charge(1);
      if (rank_ == nodes) return end_inserted(way);
      ways[rank_++] = way;
      return;
    }
    begin_way(from, to);
  }
  if (!run(area_search_)) return;
  searching_ = false;
  peak_below_ = std::max(peak_below_, area_search_.work().peak_states);
  const Cost way = area_search_.status() == Status::kSolved ? area_search_.g(way_to_) : kInfiniteCost;
  if (rank_ == nodes) return end_inserted(way);
  ways[rank_++] = way;
}

void HpaPlanner::insert_above() {
  const Cell from = map_->grid().cell(ends_[which_]);
  const Space& below = levels_[level_ - 1].space;
  const ClusterLevel& own = graph(level_);
  const std::uint32_t cluster = own.cluster_of(from);
  if (!searching_) {
    levels_[level_ - 1].space.narrow_to(own.area(cluster));
    flood_.start(below, zero_, store_, open_, below.end(which_), kNoNode);
    searching_ = true;
  }
  if (!run(flood_)) return;
  peak_above_ = std::max(peak_above_, flood_.work().peak_states);
  std::vector<Cost>& ways = levels_[level_].ways[which_];
  ways.assign(own.nodes(cluster), kInfiniteCost);
  own.for_each_node(cluster,
                    [&](NodeId id, std::uint32_t rank) { ways[rank] = flood_.g(below.level().id(own.cell(id))); });
  end_inserted(flood_.g(below.end(1 - which_)));
}

void HpaPlanner::end_inserted(Cost direct) {
  const Cell cell = map_->grid().cell(ends_[which_]);
  Upper& own = levels_[level_];
  own.space.set_end(which_, {cell, own.space.level().cluster_of(cell), own.ways[which_]});
  if (which_ == 0) own.space.set_direct(direct);
  searching_ = false;
  rank_ = 0;
  which_ = 1 - which_;
  if (which_ != 0 || ++level_ <= top()) return;
  level_ = top();
  own.space.widen();
  heuristic_.emplace(own.space, cell, distance_);
  top_space_.emplace(own.space, map_->table(), store_);
  top_search_.start(*top_space_, *heuristic_, store_, top_open_, own.space.end(0), own.space.end(1));
  phase_ = Phase::kSearch;
}

// Before a state is expanded whose ways are not known they are found.
bool HpaPlanner::run_lazily() {
  const Space& space = levels_[0].space;
  while (left_ > 0) {
    if (finding_) {
      if (!run(area_flood_)) return false;
      finding_ = false;
      peak_below_ = std::max(peak_below_, area_flood_.work().peak_states);
      const std::uint32_t cluster = graph(0).cluster(way_from_);
      const std::span<Cost> row = lazy_->new_row(cluster, graph(0).rank(way_from_));
      graph(0).for_each_node(
          cluster, [&](NodeId id, std::uint32_t rank) { row[rank] = area_flood_.g(area_.id(graph(0).cell(id))); });
      continue;
    }
    const std::uint64_t popped = top_search_.popped();
    const NodeId node = top_search_.next_open(left_);
    charge(top_search_.popped() - popped);
    if (node == kNoNode) {
      if (left_ == 0) return false;
    } else if (!space.is_end(node) && !lazy_->knows(graph(0).cluster(node), graph(0).rank(node))) {
      way_from_ = node;
      area_.set_area(graph(0).area(graph(0).cluster(node)));
      area_flood_.start(area_, zero_, area_store_, area_open_, area_.id(graph(0).cell(node)), kNoNode);
      finding_ = true;
      continue;
    }
    const std::uint64_t rest = left_ - std::min<std::uint64_t>(left_, 1);
    left_ -= rest;
    const bool over = run(top_search_);
    left_ += rest;
    if (over) return true;
  }
  return false;
}

void HpaPlanner::search() {
  if (!(lazy_ ? run_lazily() : run(top_search_))) return;
  peak_above_ = std::max(peak_above_, top_search_.work().peak_states);
  status_ = top_search_.status();
  if (status_ != Status::kSolved) return;
  status_ = Status::kInProgress;
  const NodeId goal = levels_[top()].space.end(1);
  cost_ = top_search_.g(goal);
  append_way(top_search_, goal, route_);
  begin_level();
}

// There is a route of level_.
void HpaPlanner::begin_level() {
  next_ = 0;
  searching_ = false;
  if (level_ > 0) {
    phase_ = Phase::kUnfold;
    unfolded_.assign(1, levels_[level_ - 1].space.end(0));
    return;
  }
  phase_ = Phase::kRefine;
  std::size_t cells = 0;
  for (const NodeId id : route_) {
    const NodeId node = map_->grid().node(levels_[0].space.cell(id));
    if (cells == 0 || route_[cells - 1] != node) route_[cells++] = node;
  }
  route_.resize(cells);
  path_.push_back(route_[0]);
  if (cells == 1) status_ = Status::kSolved;
}

void HpaPlanner::unfold() {
  const Space& own = levels_[level_].space;
  Space& below = levels_[level_ - 1].space;
  const NodeId from = route_[next_];
  const NodeId to = route_[next_ + 1];
  const auto lower = [&](NodeId id) {
    return own.is_end(id) ? below.end(id == own.end(0) ? 0 : 1) : below.level().id(own.cell(id));
  };
  const std::uint32_t cluster = own.level().cluster_of(own.cell(from));
  if (!searching_ && cluster != own.level().cluster_of(own.cell(to))) {  // a link
    unfolded_.push_back(lower(to));
    charge(1);
  } else {
    if (!searching_) {
      below.narrow_to(own.level().area(cluster));
      heuristic_.emplace(below, own.cell(to), distance_);
      search_.start(below, *heuristic_, store_, open_, lower(from), lower(to));
      searching_ = true;
    }
    if (!run(search_)) return;
    searching_ = false;
    peak_above_ = std::max(peak_above_, search_.work().peak_states);
    unfolded_.pop_back();  // which the way begins with
    append_way(search_, lower(to), unfolded_);
  }
  if (++next_ + 1 < route_.size()) return;
  route_.swap(unfolded_);
  --level_;
  begin_level();
}

void HpaPlanner::begin_way(Cell from, Cell to) {
  way_to_ = area_.id(to);
  area_heuristic_.emplace(area_, way_to_, distance_);
  area_search_.start(area_, *area_heuristic_, area_store_, area_open_, area_.id(from), way_to_);
  searching_ = true;
}

void HpaPlanner::refine() {
  const Grid& grid = map_->grid();
  const NodeId from = route_[next_];
  const NodeId to = route_[next_ + 1];
  const std::uint32_t cluster = graph(0).cluster_of(grid.cell(from));
  if (!searching_) {
    charge(1);
    if (cluster != graph(0).cluster_of(grid.cell(to))) {  // a link
      if (map_->cost(from, to) == kInfiniteCost) {
        status_ = Status::kStale;
        return;
      }
      path_.push_back(to);
      return end_way();
    }
    if (walk_straight(grid.cell(from), grid.cell(to)) != kInfiniteCost) {
      path_.insert(path_.end(), straight_.begin(), straight_.end());
      return end_way();
    }
    if (keeps_steps() && is_current() && follow_table(cluster, grid.cell(from), grid.cell(to))) return end_way();
    area_.set_area(graph(0).area(cluster));
    begin_way(grid.cell(from), grid.cell(to));
  }
  if (left_ == 0 || !run(area_search_)) return;
  searching_ = false;
  peak_below_ = std::max(peak_below_, area_search_.work().peak_states);
  if (area_search_.status() != Status::kSolved) {
    status_ = Status::kStale;
    return;
  }
  path_.pop_back();  // which the way begins with
  const std::size_t first = path_.size();
  append_way(area_search_, way_to_, path_);
  for (std::size_t i = first; i < path_.size(); ++i) path_[i] = area_.node(path_[i]);
  end_way();
}

void HpaPlanner::end_way() {
  if (++next_ + 1 == route_.size()) status_ = Status::kSolved;
}

// What it costs, if the walk by diagonal steps and then by straight ones is free: then no way is shorter. Its cells but
// the first are in straight_.
Cost HpaPlanner::walk_straight(Cell from, Cell to) {
  straight_.clear();
  if (!straight_first_) return kInfiniteCost;
  const GridSpace& space = map_->space();
  const MoveTable& table = map_->table();
  NodeId at = map_->grid().node(from);
  Cell left{to.x - from.x, to.y - from.y};
  Cost cost = 0;
  for (std::uint8_t d = open_way_.step(left.x, left.y); d != kNoDirection; d = open_way_.step(left.x, left.y)) {
    if (((table.legal[map_->grid().neighbourhood(at)] >> d) & 1u) == 0) {
      cost = kInfiniteCost;
      break;
    }
    at = space.step(at, d);
    cost += table.cost[d];
    left = {left.x - kDx[d], left.y - kDy[d]};
    straight_.push_back(at);
  }
  owed_ += straight_.size() / kTableStepsPerUnit;
  return cost;
}

// Whether one of the two is a node.
bool HpaPlanner::follow_table(std::uint32_t cluster, Cell from, Cell to) {
  const auto is_node = [&](Cell cell) { return graph(0).is_on_rim(cell) && graph(0).links(graph(0).id(cell)) != 0; };
  if (is_node(to)) {
    (void)follow(cluster, graph(0).rank(graph(0).id(to)), from, true);
    return true;
  }
  if (!is_node(from)) return false;
  path_.pop_back();  // which the way back ends with
  const auto first = static_cast<std::ptrdiff_t>(path_.size());
  path_.push_back(map_->grid().node(to));
  (void)follow(cluster, graph(0).rank(graph(0).id(from)), to, true);
  std::reverse(path_.begin() + first, path_.end());
  return true;
}

// What the way from a cell to a node costs; kInfiniteCost where there is none. Appends its cells but the first if they
// are to be kept.
Cost HpaPlanner::follow(std::uint32_t cluster, std::uint32_t rank, Cell from, bool keep) {
  const Rect area = graph(0).area(cluster);
  const GridSpace& space = map_->space();
  NodeId at = map_->grid().node(from);
  Cell offset{from.x - area.x, from.y - area.y};
  const Cell node = graph(0).cell(graph(0).node(cluster, rank));
  Cost cost = 0;
  std::uint64_t steps = 0;
  for (;; ++steps) {
    const std::uint8_t d = clusters_->next_step(cluster, rank, offset);
    if (d == kNoDirection) break;
    cost += map_->table().cost[d];
    offset = {offset.x + kDx[d], offset.y + kDy[d]};
    at = space.step(at, d);
    if (keep) path_.push_back(at);
  }
  owed_ += steps / kTableStepsPerUnit;
  return at == map_->grid().node(node) ? cost : kInfiniteCost;
}

Work HpaPlanner::work() const {
  Work work = work_;
  work.peak_states = peak_above_ + peak_below_;
  return work;
}

Touch HpaPlanner::touch(NodeId node) const {
  if (!map_->grid().contains(node)) return Touch::kNone;
  const Cell cell = map_->grid().cell(node);
  if (top() > 0 || phase_ == Phase::kInsert || !graph(0).is_on_rim(cell)) return Touch::kNone;
  return touch_of(top_search_, graph(0).id(cell));
}

std::uint64_t HpaPlanner::heap_bytes() const {
  std::uint64_t sum =
      heap_bytes_of(levels_, area_store_, area_open_, store_, open_, top_open_, route_, unfolded_, straight_, path_);
  for (const Upper& level : levels_) sum += heap_bytes_of(level.ways[0], level.ways[1]);
  return sum + (lazy_ ? heap_bytes_of(*lazy_) : 0);
}

}  // namespace waymark
