#include "hierarchy/cluster_making.hpp"

#include <algorithm>
#include <cstdlib>

#include "hierarchy/cluster_links.hpp"
#include "hierarchy/open_way.hpp"
#include "space/pending_areas.hpp"
#include "waymark/base/heap_bytes.hpp"

namespace waymark {
namespace {

constexpr int kSides = 4;

// Of a pop, which looks at the cells around or at all nodes of a cluster.
constexpr std::uint64_t price_of_pop(std::size_t level) { return level == 0 ? 1 : 4; }

}  // namespace

ClusterMaking::ClusterMaking(const Map& map, const MapClusters::Options& options, std::vector<ClusterLevel>& levels,
                             std::vector<std::uint32_t>& versions, std::vector<std::vector<std::uint8_t>>& steps)
    : map_(&map),
      options_(&options),
      graphs_(&levels),
      versions_(&versions),
      all_steps_(&steps),
      has_diagonal_links_(map.rules().neighbours == Neighbours::kEight &&
                          map.rules().diagonal == DiagonalRule::kAlways),
      distance_(octile_distance(map.rules())),
      distance_is_exact_(has_open_ways(map.rules().costs)),
      seen_(map.grid().epoch()),
      area_(map, options.size) {
  levels_.resize(levels.size());
  uppers_.reserve(levels.size() - 1);
  for (std::size_t level = 0; level < levels.size(); ++level) {
    levels_[level].flags.assign(levels[level].clusters(), 0);
    if (level > 0) uppers_.emplace_back(levels[level - 1], map.table());
  }
  for (std::uint32_t cluster = levels[0].clusters(); cluster > 0; --cluster) mark(0, cluster - 1, kWays);
}

void ClusterMaking::mark(std::size_t level, std::uint32_t cluster, std::uint8_t flags) {
  Level& all = levels_[level];
  std::uint8_t& own = all.flags[cluster];
  if (own == 0) all.queue.push_back(cluster);
  own = static_cast<std::uint8_t>(own | kQueued | flags);
  if (all.phase == Phase::kIdle || all.cluster != cluster) return;
  own = static_cast<std::uint8_t>(own | all.wanted);
  all.phase = Phase::kIdle;
}

void ClusterMaking::take_in(const Grid& grid) {
  if (!take_in_areas(grid, seen_, pending_, kMostPending)) marking_ = false;
}

bool ClusterMaking::run(const Map& map, std::uint64_t& units) {
  map_ = &map;
  left_ = units > ~saved_ ? units : units + saved_;
  for (;;) {
    std::size_t level = 0;
    while (level < levels_.size() && levels_[level].phase == Phase::kIdle && levels_[level].queue.empty()) ++level;
    const bool marks = !pending_.empty();
    if (!marks && level == levels_.size()) {
      units = std::min(units, left_);
      saved_ = 0;
      return true;
    }
    if (!(marks ? mark_edited() : make_next(level))) break;
  }
  saved_ = left_;
  units = 0;
  return false;
}

bool ClusterMaking::spend(std::uint64_t units) {
  if (left_ < units) return false;
  left_ -= units;
  return true;
}

// A cluster of the first pending area, which includes those it lies beside.
bool ClusterMaking::mark_edited() {
  if (!spend(1)) return false;
  const ClusterLevel& graph = (*graphs_)[0];
  const Rect& area = pending_.front();
  const int left = std::max(area.x - 1, 0) / graph.side();
  const int top = std::max(area.y - 1, 0) / graph.side();
  const int right = std::min((area.x + area.width) / graph.side(), graph.columns() - 1);
  const int bottom = std::min((area.y + area.height) / graph.side(), graph.rows() - 1);
  if (!marking_) {
    mark_x_ = left;
    mark_y_ = top;
    marking_ = true;
  }
  const auto cluster = static_cast<std::uint32_t>(mark_y_ * graph.columns() + mark_x_);
  const Rect own = graph.area(cluster);
  const bool is_inside = own.x < area.x + area.width && area.x < own.x + own.width && own.y < area.y + area.height &&
                         area.y < own.y + own.height;
  mark(0, cluster, is_inside ? kWays : 0);
  if (++mark_x_ <= right) return true;
  mark_x_ = left;
  if (++mark_y_ <= bottom) return true;
  pending_.erase(pending_.begin());
  marking_ = false;
  return true;
}

bool ClusterMaking::make_next(std::size_t level) {
  Level& own = levels_[level];
  if (own.phase != Phase::kIdle) return advance(level);
  if (!spend(1)) return false;
  own.cluster = own.queue.back();
  own.queue.pop_back();
  own.wanted = own.flags[own.cluster];
  own.flags[own.cluster] = 0;
  own.phase = Phase::kSides;
  own.next = 0;
  own.links.assign((*graphs_)[level].places(), 0);
  return true;
}

bool ClusterMaking::advance(std::size_t level) {
  switch (levels_[level].phase) {
    case Phase::kIdle: break;
    case Phase::kSides: return level == 0 ? find_links(level) : gather_links(level);
    case Phase::kIsOpen: return look_whether_open();
    case Phase::kOpenWays: return write_open_ways();
    case Phase::kFlood: return flood(level);
  }
  return true;
}

bool ClusterMaking::find_links(std::size_t level) {
  Level& own = levels_[level];
  const ClusterLevel& graph = (*graphs_)[level];
  if (!spend(static_cast<std::uint64_t>(graph.side()) * (has_diagonal_links_ ? 3 : 2))) return false;
  const auto side = static_cast<Direction>(own.next);
  add_links(*map_, graph, own.cluster, side, options_->threshold, own.links);
  if (has_diagonal_links_) add_diagonal_links(*map_, graph, own.cluster, side, own.links);
  if (++own.next == kSides) finish_links(level);
  return true;
}

// From one of the clusters below.
bool ClusterMaking::gather_links(std::size_t level) {
  Level& own = levels_[level];
  const ClusterLevel& graph = (*graphs_)[level];
  const ClusterLevel& below = (*graphs_)[level - 1];
  const int column = static_cast<int>(own.cluster) % graph.columns() * 2 + static_cast<int>(own.next % 2);
  const int row = static_cast<int>(own.cluster) / graph.columns() * 2 + static_cast<int>(own.next / 2);
  if (column < below.columns() && row < below.rows()) {
    const auto part = static_cast<std::uint32_t>(row * below.columns() + column);
    if (!spend(below.nodes(part))) return false;
    below.for_each_node(part, [&](NodeId id, std::uint32_t) {
      for (unsigned links = below.links(id); links != 0; links &= links - 1) {
        const auto d = static_cast<unsigned>(std::countr_zero(links));
        if (graph.cluster_of(below.cell(below.beside(id, d))) == own.cluster) continue;
        std::uint8_t& mask = own.links[graph.id(below.cell(id)) - graph.first_id(own.cluster)];
        mask = static_cast<std::uint8_t>(mask | (1u << d));
      }
    });
  }
  if (++own.next == kSides) finish_links(level);
  return true;
}

void ClusterMaking::finish_links(std::size_t level) {
  Level& own = levels_[level];
  if ((*graphs_)[level].set_links(own.cluster, own.links) || level > 0) own.wanted |= kWays;
  if ((own.wanted & kWays) == 0) {
    own.phase = Phase::kIdle;
  } else {
    begin_ways(level);
  }
}

void ClusterMaking::begin_ways(std::size_t level) {
  Level& own = levels_[level];
  const std::uint64_t nodes = (*graphs_)[level].nodes(own.cluster);
  own.next = 0;
  own.flooding = false;
  if (level == 0 && options_->ways == ClusterWays::kNone) return finish(level);
  own.ways.assign(nodes * nodes, kInfiniteCost);
  if (level == 0 && options_->ways == ClusterWays::kSteps) {
    const auto side = static_cast<std::uint64_t>(options_->size);
    steps_.assign(nodes * side * side, kNoDirection);
  }
  if (nodes == 0) return finish(level);
  own.phase = level == 0 && distance_is_exact_ ? Phase::kIsOpen : Phase::kFlood;
  if (level == 0) area_.set_area((*graphs_)[0].area(own.cluster));
}

void ClusterMaking::finish(std::size_t level) {
  Level& own = levels_[level];
  own.phase = Phase::kIdle;
  if (level > 0 || options_->ways != ClusterWays::kNone) (*graphs_)[level].set_ways(own.cluster, own.ways);
  if (level == 0) {
    ++(*versions_)[own.cluster];
    if (options_->ways == ClusterWays::kSteps) (*all_steps_)[own.cluster].assign(steps_.begin(), steps_.end());
  }
  if (level + 1 == levels_.size()) return;
  const ClusterLevel& graph = (*graphs_)[level];
  const ClusterLevel& above = (*graphs_)[level + 1];
  const auto columns = static_cast<std::uint32_t>(graph.columns());
  mark(level + 1, own.cluster / columns / 2 * static_cast<std::uint32_t>(above.columns()) + own.cluster % columns / 2,
       0);
}

bool ClusterMaking::look_whether_open() {
  Level& own = levels_[0];
  const Rect& area = area_.area();
  if (!spend(1)) return false;
  const int y = area.y + static_cast<int>(own.next);
  for (int x = area.x; x < area.x + area.width; ++x) {
    if (map_->grid().passable(x, y)) continue;
    own.phase = Phase::kFlood;
    own.next = 0;
    return true;
  }
  if (++own.next < static_cast<std::uint32_t>(area.height)) return true;
  own.phase = Phase::kOpenWays;
  own.next = 0;
  return true;
}

// Without obstacles the distance is the way.
bool ClusterMaking::write_open_ways() {
  Level& own = levels_[0];
  const ClusterLevel& graph = (*graphs_)[0];
  const std::uint32_t nodes = graph.nodes(own.cluster);
  if (!spend(nodes)) return false;
  const Cell from = graph.cell(graph.node(own.cluster, own.next));
  graph.for_each_node(own.cluster, [&](NodeId id, std::uint32_t rank) {
    const Cell to = graph.cell(id);
    own.ways[own.next * nodes + rank] = distance_.distance(std::abs(to.x - from.x), std::abs(to.y - from.y));
  });
  if (options_->ways == ClusterWays::kSteps) write_open_steps(own.next, from);
  if (++own.next == nodes) finish(0);
  return true;
}

void ClusterMaking::write_open_steps(std::uint32_t rank, Cell node) {
  const Rect& area = area_.area();
  const auto side = static_cast<std::uint32_t>(options_->size);
  const OpenWay way(map_->table());
  for (int y = 0; y < area.height; ++y) {
    for (int x = 0; x < area.width; ++x) {
      steps_[(rank * side + static_cast<std::uint32_t>(y)) * side + static_cast<std::uint32_t>(x)] =
          way.step(node.x - area.x - x, node.y - area.y - y);
    }
  }
}

// Ways are the same in both directions, so with the others known the last node needs no flood; steps are not.
bool ClusterMaking::flood(std::size_t level) {
  Level& own = levels_[level];
  const std::uint32_t nodes = (*graphs_)[level].nodes(own.cluster);
  if (!own.flooding) {
    if (!spend(1)) return false;
    const bool keeps_steps = level == 0 && options_->ways == ClusterWays::kSteps;
    if (own.next == nodes - 1 && !keeps_steps) {
      own.ways[std::size_t{nodes} * nodes - 1] = 0;
      finish(level);
      return true;
    }
    start_flood(level);
    own.flooding = true;
    return true;
  }
  if (step_flood(level)) {
    if (!spend(nodes)) return false;
    read_flood(level);
    own.flooding = false;
    if (++own.next == nodes) finish(level);
    return true;
  }
  return left_ >= price_of_pop(level);
}

void ClusterMaking::start_flood(std::size_t level) {
  const Level& own = levels_[level];
  const ClusterLevel& graph = (*graphs_)[level];
  const Cell from = graph.cell(graph.node(own.cluster, own.next));
  if (level == 0) {
    area_flood_.start(area_, zero_, area_store_, open_, area_.id(from), kNoNode);
    return;
  }
  Upper& upper = uppers_[level - 1];
  upper.space.narrow_to(graph.area(own.cluster));
  upper.flood.start(upper.space, zero_, upper.store, upper.open, upper.space.level().id(from), kNoNode);
}

// Whether it is over.
bool ClusterMaking::step_flood(std::size_t level) {
  const auto step = [&](auto& flood) {
    const std::uint64_t before = flood.popped();
    const bool done = flood.step({left_ / price_of_pop(level)}) != Status::kInProgress;
    left_ -= (flood.popped() - before) * price_of_pop(level);
    return done;
  };
  return level == 0 ? step(area_flood_) : step(uppers_[level - 1].flood);
}

void ClusterMaking::read_flood(std::size_t level) {
  Level& own = levels_[level];
  const ClusterLevel& graph = (*graphs_)[level];
  const std::size_t nodes = graph.nodes(own.cluster);
  graph.for_each_node(own.cluster, [&](NodeId id, std::uint32_t rank) {
    const Cell to = graph.cell(id);
    const Cost cost =
        level == 0 ? area_flood_.g(area_.id(to)) : uppers_[level - 1].flood.g(uppers_[level - 1].space.level().id(to));
    own.ways[own.next * nodes + rank] = cost;
    own.ways[rank * nodes + own.next] = cost;
  });
  if (level > 0 || options_->ways != ClusterWays::kSteps) return;
  const Rect& area = area_.area();
  const auto side = static_cast<std::uint32_t>(options_->size);
  for (int y = 0; y < area.height; ++y) {
    for (int x = 0; x < area.width; ++x) {
      const std::uint8_t by = area_flood_.arrival(area_.id({area.x + x, area.y + y}));
      if (by == kNoDirection) continue;
      steps_[(own.next * side + static_cast<std::uint32_t>(y)) * side + static_cast<std::uint32_t>(x)] = opposite(by);
    }
  }
}

std::uint64_t ClusterMaking::heap_bytes() const {
  std::uint64_t sum = heap_bytes_of(pending_, levels_, steps_, area_store_, open_, uppers_);
  for (const Level& level : levels_) sum += heap_bytes_of(level.flags, level.queue, level.links, level.ways);
  for (const Upper& upper : uppers_) sum += heap_bytes_of(upper.store, upper.open);
  return sum;
}

}  // namespace waymark
