// Makes a clique abstraction, all at once or in slices (clique_abstraction.hpp says what it is).
//
// A unit is a state or an edge looked at, or 8 entries of a table cleared. A piece that is begun is finished, which
// may take a slice over its units by the edges around one group; the slices after it do so much less.
//
// `Ground` is what the first level is made of: id_bound(), is_state(id), position(id), for_each_neighbour(id, visit).
// It must not change until the work is done.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

#include "hierarchy/abstraction_ground.hpp"
#include "waymark/base/heap_bytes.hpp"
#include "waymark/hierarchy/abstract_distance.hpp"
#include "waymark/hierarchy/clique_abstraction.hpp"

namespace waymark {

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
    allowed_ += std::min(units, ~std::uint64_t{0} - allowed_);  // there may be no limit after slices that had one
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
    return made_.heap_bytes() + beside_.size() * sizeof(NodeId) +
           heap_bytes_of(group_, sums_, positions_, sizes_, first_, next_, members_, found_) +
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
  static constexpr std::size_t kCleared = 8;      // entries for a unit

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
  std::deque<NodeId> beside_;  // of all groups: a list that grows, and is given back, in pieces
  Graph::Rows rows_;
  Cost max_edge_cost_ = 1;
  std::uint64_t cost_per_length_ = 0;
  std::uint64_t largest_pair_ = 0;

  std::size_t represented_ = 0;  // levels that have their representatives
  std::vector<NodeId> region_;
  std::vector<std::uint64_t> least_;
};

}  // namespace waymark

#include "hierarchy/abstraction_stages.hpp"
