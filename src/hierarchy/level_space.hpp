// The abstract graph of a ClusterLevel as a space to search, whole or as far as it lies in a rectangle, with the two
// ends of a query inserted.
//
// Two ways inside a cluster one after the other are never better than the one between their ends, which the table has:
// so after a way only links are followed. Costs stay those of the whole graph.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "waymark/base/instrument.hpp"
#include "waymark/hierarchy/cluster_level.hpp"
#include "waymark/search/heuristic.hpp"
#include "waymark/space/concepts.hpp"
#include "waymark/space/move_table.hpp"

namespace waymark {

// A start or goal of a query, on a level: as a node of its cluster.
struct LevelEnd {
  Cell cell{};
  std::uint32_t cluster = kNoNode;  // none
  std::span<const Cost> ways;       // to the cluster's nodes, by rank
};

// What a table of ways says if the level keeps them. (Ways may be found when they are first needed.)
struct KeptWays {
  const ClusterLevel* level;
  [[nodiscard]] const Cost* operator()(std::uint32_t cluster, std::uint32_t rank) const {
    return level->ways(cluster, rank);
  }
};

template <class Ways>
class LevelSpace {
 public:
  using Arrival = NodeId;  // the state before
  static constexpr Arrival kNoArrival = kNoNode;

  LevelSpace(const ClusterLevel& level, const MoveTable& table, Ways ways)
      : level_(&level), table_(&table), ways_(ways) {}

  // Links out of `area` are left out; it is made of whole clusters.
  void narrow_to(const Rect& area) {
    area_ = area;
    narrow_ = true;
  }
  void widen() { narrow_ = false; }
  void set_end(std::size_t which, const LevelEnd& end) { ends_[which] = end; }
  void set_direct(Cost cost) { direct_ = cost; }  // between the two ends, if they are in one cluster

  [[nodiscard]] const ClusterLevel& level() const { return *level_; }
  [[nodiscard]] const LevelEnd& at_end(std::size_t which) const { return ends_[which]; }
  [[nodiscard]] Cost direct() const { return direct_; }
  [[nodiscard]] const Cost* ways(std::uint32_t cluster, std::uint32_t rank) const { return ways_(cluster, rank); }
  [[nodiscard]] NodeId end(std::size_t which) const { return level_->id_bound() + static_cast<NodeId>(which); }
  [[nodiscard]] bool is_end(NodeId id) const { return id >= level_->id_bound(); }
  [[nodiscard]] Cell cell(NodeId id) const {
    return is_end(id) ? ends_[id - level_->id_bound()].cell : level_->cell(id);
  }

  [[nodiscard]] std::uint32_t id_bound() const { return level_->id_bound() + 2; }
  [[nodiscard]] Cost max_edge_cost() const { return kMaxEdgeCost; }
  [[nodiscard]] static NodeId predecessor(NodeId, Arrival arrival) { return arrival; }

  // Whether a node that was reached so is left by ways, too.
  [[nodiscard]] bool follows_ways(NodeId id, Arrival arrival) const {
    return arrival == kNoArrival || (!is_end(arrival) && level_->cluster(arrival) != level_->cluster(id));
  }

  template <class Visit>
  void for_each_successor(NodeId id, Arrival arrival, Visit&& visit) const {
    if (is_end(id)) {
      if (arrival == kNoArrival) visit_from_end(id, visit);
      return;
    }
    if (follows_ways(id, arrival)) visit_ways(id, level_->cluster(id), visit);
    for (unsigned links = level_->links(id); links != 0; links &= links - 1) {
      const auto d = static_cast<unsigned>(std::countr_zero(links));
      const NodeId to = level_->beside(id, d);
      instrument::look();
      if (!narrow_ || is_inside(level_->cell(to))) visit(to, table_->cost[d], id);
    }
  }
  template <class Visit>
  void for_each_edge(NodeId id, Visit&& visit) const {
    for_each_successor(id, kNoArrival, [&](NodeId to, Cost edge, Arrival) { visit(to, edge); });
  }

 private:
  [[nodiscard]] bool is_inside(Cell cell) const {
    return cell.x >= area_.x && cell.x < area_.x + area_.width && cell.y >= area_.y && cell.y < area_.y + area_.height;
  }
  template <class Visit>
  void visit_ways(NodeId id, std::uint32_t cluster, Visit&& visit) const {
    const std::uint32_t own = level_->rank(id);
    const Cost* const row = ways_(cluster, own);
    level_->for_each_node(cluster, [&](NodeId to, std::uint32_t rank) {
      instrument::look();
      if (row[rank] != kInfiniteCost && rank != own) visit(to, row[rank], id);
    });
    for (std::size_t which = 0; which < ends_.size(); ++which) {
      const LevelEnd& other = ends_[which];
      if (other.cluster == cluster && other.ways[own] != kInfiniteCost) visit(end(which), other.ways[own], id);
    }
  }
  template <class Visit>
  void visit_from_end(NodeId id, Visit&& visit) const {
    const std::size_t which = id - level_->id_bound();
    const LevelEnd& from = ends_[which];
    level_->for_each_node(from.cluster, [&](NodeId to, std::uint32_t rank) {
      instrument::look();
      if (from.ways[rank] != kInfiniteCost) visit(to, from.ways[rank], id);
    });
    if (ends_[0].cluster == ends_[1].cluster && direct_ != kInfiniteCost) visit(end(1 - which), direct_, id);
  }

  const ClusterLevel* level_;
  const MoveTable* table_;
  Ways ways_;
  std::array<LevelEnd, 2> ends_;
  Cost direct_ = kInfiniteCost;
  Rect area_{};
  bool narrow_ = false;
};
static_assert(Space<LevelSpace<KeptWays>>);

// The same graph, whole, for a search from one end to the other that has half of the nodes on its open list: those by
// which a cluster is entered. Nodes by which it is left are written to the store when the cluster is entered, as done
// with, and the links behind them are followed at once. The costs found are the same: a node that is left no cheaper
// than it was before, or entered no cheaper than it was left, leads to nothing new.
template <class Ways, class Store>
class CrossingSpace {
 public:
  using Arrival = NodeId;  // the state before
  static constexpr Arrival kNoArrival = kNoNode;

  // `store` is that of the search.
  CrossingSpace(const LevelSpace<Ways>& whole, const MoveTable& table, Store& store)
      : whole_(&whole), table_(&table), store_(&store) {}

  [[nodiscard]] std::uint32_t id_bound() const { return whole_->id_bound(); }
  [[nodiscard]] Cost max_edge_cost() const { return kMaxEdgeCost; }
  [[nodiscard]] static NodeId predecessor(NodeId, Arrival arrival) { return arrival; }

  template <class Visit>
  void for_each_successor(NodeId id, Arrival arrival, Visit&& visit) const {
    const ClusterLevel& level = whole_->level();
    if (!whole_->is_end(id)) {
      const std::uint32_t cluster = level.cluster(id);
      const std::uint32_t own = level.rank(id);
      cross(id, arrival, cluster, whole_->ways(cluster, own), visit);
      const LevelEnd& goal = whole_->at_end(1);
      if (goal.cluster == cluster && goal.ways[own] != kInfiniteCost) visit(whole_->end(1), goal.ways[own], id);
    } else if (arrival == kNoArrival) {
      const LevelEnd& start = whole_->at_end(0);
      cross(id, arrival, start.cluster, start.ways.data(), visit);
      const Cost direct = whole_->direct();
      if (start.cluster == whole_->at_end(1).cluster && direct != kInfiniteCost) visit(whole_->end(1), direct, id);
    }
  }
  template <class Visit>
  void for_each_edge(NodeId id, Visit&& visit) const {
    for_each_successor(id, kNoArrival, [&](NodeId to, Cost edge, Arrival) { visit(to, edge); });
  }

 private:
  template <class Visit>
  void cross(NodeId id, NodeId arrival, std::uint32_t cluster, const Cost* row, Visit&& visit) const {
    const Cost g = store_->at(id).g;
    std::uint32_t last = kNoNode;
    bool is_better = true;
    for (const ClusterLevel::Crossing& crossing : whole_->level().crossings(cluster)) {
      instrument::look();
      const Cost way = row[crossing.rank];
      if (way == kInfiniteCost || crossing.to == arrival) continue;
      if (crossing.rank != last) {
        last = crossing.rank;
        is_better = crossing.from == id || leave(crossing.from, g + way, id);
      }
      if (is_better) visit(crossing.to, way + table_->cost[crossing.direction], crossing.from);
    }
  }
  bool leave(NodeId node, Cost g, NodeId entered_by) const {
    auto [record, fresh] = store_->touch(node);
    if (!fresh && record.g <= g) return false;
    store_->write(record, fresh, g, entered_by);
    record.close();
    return true;
  }

  const LevelSpace<Ways>* whole_;
  const MoveTable* table_;
  Store* store_;
};

// The distance on an empty map to a cell.
template <class Ways>
class LevelHeuristic {
 public:
  struct Here {};
  LevelHeuristic(const LevelSpace<Ways>& space, Cell goal, const OctileDistance& distance)
      : space_(&space), goal_(goal), distance_(distance) {}
  [[nodiscard]] Here at(NodeId) const { return {}; }
  [[nodiscard]] Cost of(Here, NodeId to, NodeId) const { return (*this)(to); }
  [[nodiscard]] Cost operator()(NodeId id) const {
    const Cell cell = space_->cell(id);
    return distance_.distance(std::abs(cell.x - goal_.x), std::abs(cell.y - goal_.y));
  }

 private:
  const LevelSpace<Ways>* space_;
  Cell goal_;
  OctileDistance distance_;
};

}  // namespace waymark
