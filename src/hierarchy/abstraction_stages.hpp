// What the builder of an abstraction does at each of its stages. Included by abstraction_builder.hpp.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "hierarchy/abstraction_builder.hpp"

namespace waymark {

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
        beside_.insert(beside_.end(), found_.begin(), found_.end());
      });
    case Stage::kEdges:
      rows_.to.reserve(rows_.first.back());
      rows_.cost.reserve(rows_.first.back());
      return each(groups_, [&](NodeId g) {
        largest_pair_ = std::max<std::uint64_t>(largest_pair_, sizes_[g]);
        work_ += rows_.first[g + 1] - rows_.first[g];
        for (std::uint64_t i = rows_.first[g]; i < rows_.first[g + 1]; ++i, beside_.pop_front()) {
          const NodeId to = beside_.front();
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
