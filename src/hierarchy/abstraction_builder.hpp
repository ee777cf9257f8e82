// Makes a clique abstraction, all at once or in slices (clique_abstraction.hpp says what it is).
//
// A unit is a state or an edge looked at, or 64 entries of a table cleared. A piece that is begun is finished, which
// may take a slice over its units by the edges around one group; the slices after it do so much less.
//
// `Ground` is what the first level is made of: id_bound(), is_state(id), position(id), for_each_neighbour(id, visit).
// It must not change until the work is done.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "waymark/base/heap_bytes.hpp"
#include "waymark/hierarchy/abstract_distance.hpp"
#include "waymark/hierarchy/clique_abstraction.hpp"
#include "waymark/space/grid_space.hpp"

namespace waymark {

// The cells of a grid.
class GridGround {
 public:
  GridGround(const Grid& grid, const MoveTable& table) : grid_(&grid), space_(grid, table) {}
  [[nodiscard]] NodeId id_bound() const { return space_.id_bound(); }
  [[nodiscard]] bool is_state(NodeId node) const { return grid_->passable(node); }
  [[nodiscard]] Position position(NodeId node) const {
    const Cell cell = space_.cell(node);
    return {cell.x * Position::kUnit, cell.y * Position::kUnit};
  }
  template <class Visit>
  void for_each_neighbour(NodeId node, Visit&& visit) const {
    space_.for_each_edge(node, [&](NodeId to, Cost) { visit(to); });
  }

 private:
  const Grid* grid_;
  GridSpace space_;
};

// The states of a graph, which may be the level below.
class RowsGround {
 public:
  RowsGround(const Graph::Rows& rows, std::span<const Position> positions) : rows_(&rows), positions_(positions) {}
  [[nodiscard]] NodeId id_bound() const { return static_cast<NodeId>(positions_.size()); }
  [[nodiscard]] bool is_state(NodeId) const { return true; }
  [[nodiscard]] Position position(NodeId node) const { return positions_[node]; }
  template <class Visit>
  void for_each_neighbour(NodeId node, Visit&& visit) const {
    for (std::uint64_t i = rows_->first[node]; i < rows_->first[node + 1]; ++i) visit(rows_->to[i]);
  }

 private:
  const Graph::Rows* rows_;
  std::span<const Position> positions_;
};

template <class Ground>
class AbstractionBuilder {
 public:
  // `unit`: see CliqueAbstraction::over.
  AbstractionBuilder(Ground ground, Cost unit, int most_levels, std::uint64_t epoch)
      : ground_(std::move(ground)), unit_(unit), most_levels_(most_levels) {
    made_.id_bound_ = ground_.id_bound();
    made_.epoch_ = epoch;
    if (most_levels_ == 0) stage_ = Stage::kCountStates;
  }

  // Goes on for at most `units`, and says how many it spent: fewer only if it is done.
  std::uint64_t step(std::uint64_t units) {
    allowed_ += units;
    while (work_ < allowed_ && stage_ != Stage::kDone) {
      const bool over =
          levels().empty() ? run(ground_) : run(RowsGround(levels().back().graph.forward(), levels().back().positions));
      if (!over) break;
      next_stage();
    }
    return stage_ == Stage::kDone && work_ < allowed_ ? units - std::min(units, allowed_ - work_) : units;
  }
  [[nodiscard]] bool done() const { return stage_ == Stage::kDone; }
  // Once done: the abstraction, and by ground id the regions of its highest level.
  CliqueAbstraction take() { return std::move(made_); }
  std::vector<NodeId> take_regions() { return std::move(region_); }

  [[nodiscard]] std::uint64_t heap_bytes() const {
    return made_.heap_bytes() + heap_bytes_of(group_, sums_, positions_, sizes_, first_, next_, members_, found_) +
           heap_bytes_of(rows_.first, rows_.to, rows_.cost, region_, least_);
  }

 private:
  // In this order for each level, from kClearRegions on once for all. Without levels only the first.
  enum class Stage : std::uint8_t {
    kCountStates,
    kClearGroups,
    kGroup,
    kLeaves,
    kClearSums,
    kSum,
    kMeans,
    kClearFirst,
    kCount,
    kPrefix,
    kClearMembers,
    kPlace,
    kCountEdges,
    kEdges,
    kClearRegions,
    kClearRepresentatives,
    kClearLeast,
    kRepresent,
    kDone,
  };
  using Level = CliqueAbstraction::Level;
  struct Sum {
    std::int64_t x = 0;
    std::int64_t y = 0;
    std::int64_t count = 0;
    std::uint32_t size = 0;
  };
  static constexpr std::size_t kCandidates = 64;  // more are not looked at
  static constexpr std::size_t kCleared = 64;     // entries for a unit

  [[nodiscard]] std::vector<Level>& levels() { return made_.levels_; }
  [[nodiscard]] const std::vector<Level>& levels() const { return made_.levels_; }

  // Calls visit(i) for i from where it was left to `end`. Whether it got there.
  template <class Visit>
  bool each(std::uint64_t end, Visit&& visit) {
    std::uint64_t i = cursor_;
    for (; i < end && work_ < allowed_; ++i) {
      ++work_;
      visit(static_cast<NodeId>(i));
    }
    cursor_ = i;
    return i == end;
  }
  // Fills `items`, which was empty. Whether it is full.
  template <class T>
  bool clear(std::vector<T>& items, std::size_t count, const T& value) {
    items.reserve(count);
    for (; items.size() < count && work_ < allowed_; ++work_) {
      items.resize(std::min(count, items.size() + kCleared), value);
    }
    return items.size() == count;
  }
  template <class Below, class Visit>
  void for_each_neighbour(const Below& below, NodeId state, Visit&& visit) {
    below.for_each_neighbour(state, [&](NodeId to) {
      ++work_;
      visit(to);
    });
  }

  // kNoNode if there is none, or more than one.
  template <class Below>
  NodeId only_neighbour(const Below& below, NodeId s) {
    NodeId only = kNoNode;
    int count = 0;
    for_each_neighbour(below, s, [&](NodeId to) {
      only = to;
      ++count;
    });
    return count == 1 ? only : kNoNode;
  }
  // Whether it joins its only neighbour's group.
  template <class Below>
  bool is_leaf(const Below& below, NodeId s) {
    const NodeId only = only_neighbour(below, s);
    return only != kNoNode && only_neighbour(below, only) == kNoNode;
  }
  template <class Below>
  void make_group(const Below& below, NodeId s);
  // The groups beside `g`, in found_.
  template <class Below>
  void find_beside(const Below& below, NodeId g) {
    found_.clear();
    for (std::uint32_t i = first_[g]; i < first_[g + 1]; ++i) {
      for_each_neighbour(below, members_[i], [&](NodeId to) {
        if (group_[to] != g) found_.push_back(group_[to]);
      });
    }
    std::sort(found_.begin(), found_.end());
    found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
  }

  // Rounded; at least 1. Sixteen times finer than positions before it is rounded.
  [[nodiscard]] Cost edge_cost(std::uint64_t distance) const {
    constexpr std::uint64_t kScale = std::uint64_t{16} * Position::kUnit;
    return std::max<Cost>(1, static_cast<Cost>((distance * unit_ + kScale / 2) / kScale));
  }

  template <class Below>
  bool run(const Below& below);
  void next_stage();
  void end_level();

  Ground ground_;
  Cost unit_;
  int most_levels_;
  CliqueAbstraction made_;

  Stage stage_ = Stage::kClearGroups;
  std::uint64_t cursor_ = 0;   // in the stage
  std::uint64_t work_ = 0;     // done so far
  std::uint64_t allowed_ = 0;  // so far

  // Of the level in the making.
  std::vector<NodeId> group_;
  NodeId groups_ = 0;
  NodeId states_ = 0;  // below
  std::vector<Sum> sums_;
  std::vector<Position> positions_;
  std::vector<std::uint32_t> sizes_;
  std::vector<std::uint32_t> first_;  // members of group g: first_[g] to first_[g + 1]
  std::vector<std::uint32_t> next_;
  std::vector<NodeId> members_;
  std::vector<NodeId> found_;
  Graph::Rows rows_;
  Cost max_edge_cost_ = 1;
  std::uint64_t cost_per_length_ = 0;
  std::uint64_t largest_pair_ = 0;

  std::size_t represented_ = 0;  // levels that have their representatives
  std::vector<NodeId> region_;
  std::vector<std::uint64_t> least_;
};

template <class Ground>
template <class Below>
void AbstractionBuilder<Ground>::make_group(const Below& below, NodeId s) {
  std::array<NodeId, kCandidates> candidates{};
  std::size_t count = 0;
  for_each_neighbour(below, s, [&](NodeId to) {
    if (group_[to] != kNoNode || count == kCandidates || is_leaf(below, to)) return;
    candidates[count++] = to;
  });
  std::sort(candidates.begin(), candidates.begin() + static_cast<std::ptrdiff_t>(count));
  // Which later candidates each one has for neighbours.
  std::array<std::uint64_t, kCandidates> later{};
  for (std::size_t i = 0; i < count; ++i) {
    for_each_neighbour(below, candidates[i], [&](NodeId to) {
      for (std::size_t j = i + 1; j < count; ++j) {
        if (candidates[j] == to) later[i] |= std::uint64_t{1} << j;
      }
    });
  }
  std::array<std::size_t, 3> chosen{};
  std::size_t size = 0;
  const auto choose = [&](std::size_t members, std::size_t i, std::size_t j, std::size_t k) {
    if (members <= size) return;
    size = members;
    chosen = {i, j, k};
  };
  for (std::size_t i = 0; i < count && size < 3; ++i) {
    choose(1, i, 0, 0);
    for (std::uint64_t second = later[i]; second != 0 && size < 3; second &= second - 1) {
      const auto j = static_cast<std::size_t>(std::countr_zero(second));
      choose(2, i, j, 0);
      const std::uint64_t third = later[i] & later[j];
      if (third != 0) choose(3, i, j, static_cast<std::size_t>(std::countr_zero(third)));
    }
  }
  group_[s] = groups_;
  for (std::size_t i = 0; i < size; ++i) group_[candidates[chosen[i]]] = groups_;
  ++groups_;
}

// Goes on with the stage; whether it is over. `below` is not used by the stages that follow the last level.
template <class Ground>
template <class Below>
bool AbstractionBuilder<Ground>::run(const Below& below) {
  const NodeId bound = below.id_bound();
  switch (stage_) {
    case Stage::kCountStates:
      return each(bound, [&](NodeId s) { made_.ground_states_ += below.is_state(s) ? 1u : 0u; });
    case Stage::kClearGroups: return clear(group_, bound, kNoNode);
    case Stage::kGroup:
      return each(bound, [&](NodeId s) {
        if (!below.is_state(s)) return;
        ++states_;
        if (group_[s] == kNoNode && !is_leaf(below, s)) make_group(below, s);
      });
    case Stage::kLeaves:
      return each(bound, [&](NodeId s) {
        if (below.is_state(s) && group_[s] == kNoNode) group_[s] = group_[only_neighbour(below, s)];
      });
    case Stage::kClearSums: return clear(sums_, groups_, Sum{});
    case Stage::kSum:
      return each(bound, [&](NodeId s) {
        if (group_[s] == kNoNode) return;
        Sum& sum = sums_[group_[s]];
        const Position position = below.position(s);
        sum.x += position.x;
        sum.y += position.y;
        ++sum.count;
        sum.size += levels().empty() ? 1 : levels().back().sizes[s];
      });
    case Stage::kMeans:  // rounded down
      positions_.reserve(groups_);
      sizes_.reserve(groups_);
      return each(groups_, [&](NodeId g) {
        const Sum& sum = sums_[g];
        positions_.push_back(
            {static_cast<std::int32_t>(sum.x / sum.count), static_cast<std::int32_t>(sum.y / sum.count)});
        sizes_.push_back(sum.size);
      });
    case Stage::kClearFirst: return clear(first_, std::size_t{groups_} + 1, std::uint32_t{0});
    case Stage::kCount:
      return each(bound, [&](NodeId s) {
        if (group_[s] != kNoNode) ++first_[group_[s] + 1];
      });
    case Stage::kPrefix:
      next_.reserve(groups_);
      return each(groups_, [&](NodeId g) {
        next_.push_back(first_[g]);
        first_[g + 1] += first_[g];
      });
    case Stage::kClearMembers: return clear(members_, states_, NodeId{0});
    case Stage::kPlace:
      return each(bound, [&](NodeId s) {
        if (group_[s] != kNoNode) members_[next_[group_[s]]++] = s;
      });
    case Stage::kCountEdges:
      rows_.first.reserve(std::size_t{groups_} + 1);
      return each(groups_, [&](NodeId g) {
        find_beside(below, g);
        rows_.first.push_back(rows_.first.back() + found_.size());
      });
    case Stage::kEdges:
      rows_.to.reserve(rows_.first.back());
      rows_.cost.reserve(rows_.first.back());
      return each(groups_, [&](NodeId g) {
        find_beside(below, g);
        largest_pair_ = std::max<std::uint64_t>(largest_pair_, sizes_[g]);
        for (const NodeId to : found_) {
          const std::uint64_t distance = fine_distance(positions_[g], positions_[to]);
          const Cost cost = edge_cost(distance);
          const std::uint64_t per_length = AbstractDistance::cost_per_length(cost, distance);
          cost_per_length_ = rows_.to.empty() ? per_length : std::min(cost_per_length_, per_length);
          max_edge_cost_ = std::max(max_edge_cost_, cost);
          largest_pair_ = std::max<std::uint64_t>(largest_pair_, std::uint64_t{sizes_[g]} + sizes_[to]);
          rows_.to.push_back(to);
          rows_.cost.push_back(cost);
        }
      });
    case Stage::kClearRegions: return clear(region_, ground_.id_bound(), kNoNode);
    case Stage::kClearRepresentatives:
      return clear(levels()[represented_].representatives, levels()[represented_].positions.size(), kNoNode);
    case Stage::kClearLeast: return clear(least_, levels()[represented_].positions.size(), std::uint64_t{0});
    case Stage::kRepresent: {
      Level& level = levels()[represented_];
      return each(ground_.id_bound(), [&](NodeId s) {
        const NodeId below_it = represented_ == 0 ? s : region_[s];
        if (below_it == kNoNode) return;
        const NodeId state = region_[s] = level.parents[below_it];
        if (state == kNoNode) return;
        const std::uint64_t distance = squared_distance(ground_.position(s), level.positions[state]);
        if (level.representatives[state] != kNoNode && distance >= least_[state]) return;
        least_[state] = distance;
        level.representatives[state] = s;
      });
    }
    case Stage::kDone: break;
  }
  return true;
}

template <class Ground>
void AbstractionBuilder<Ground>::next_stage() {
  cursor_ = 0;
  if (stage_ == Stage::kCountStates || (stage_ == Stage::kLeaves && groups_ == 0)) {
    stage_ = Stage::kDone;  // nothing to make, or nothing to make it from
  } else if (stage_ == Stage::kEdges) {
    end_level();
    const bool more = made_.levels() < most_levels_ && levels().back().graph.edges() > 0;
    stage_ = more ? Stage::kClearGroups : Stage::kClearRegions;
  } else if (stage_ == Stage::kRepresent) {
    least_.clear();
    stage_ = ++represented_ < levels().size() ? Stage::kClearRepresentatives : Stage::kDone;
  } else {
    stage_ = static_cast<Stage>(static_cast<int>(stage_) + 1);
  }
}

template <class Ground>
void AbstractionBuilder<Ground>::end_level() {
  if (levels().empty()) made_.ground_states_ = states_;
  levels().push_back({std::move(group_),
                      Graph::symmetric(std::move(rows_), max_edge_cost_),
                      std::move(positions_),
                      {},
                      std::move(sizes_),
                      cost_per_length_,
                      largest_pair_});
  group_ = {};
  positions_ = {};
  sizes_ = {};
  rows_ = {};
  sums_.clear();
  first_.clear();
  next_.clear();
  members_.clear();
  groups_ = 0;
  states_ = 0;
  max_edge_cost_ = 1;
  cost_per_length_ = 0;
  largest_pair_ = 0;
}

}  // namespace waymark
