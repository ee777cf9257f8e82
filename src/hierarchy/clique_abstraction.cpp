#include "waymark/hierarchy/clique_abstraction.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <string>
#include <utility>

#include "waymark/hierarchy/abstract_distance.hpp"
#include "waymark/space/grid_space.hpp"

namespace waymark {

static_assert(kMaxMoveCost <= CliqueAbstraction::kDearestUnit);  // a map's unit is its straight step

namespace {

// What a level is made of: a map, or rows of edges, which may be the level below.
class MapGround {
 public:
  explicit MapGround(const Map& map) : map_(&map), space_(map.grid(), map.table()) {}
  [[nodiscard]] NodeId id_bound() const { return space_.id_bound(); }
  [[nodiscard]] bool is_state(NodeId node) const { return map_->grid().passable(node); }
  [[nodiscard]] Position position(NodeId node) const {
    const Cell cell = space_.cell(node);
    return {cell.x * Position::kUnit, cell.y * Position::kUnit};
  }
  template <class Visit>
  void for_each_neighbour(NodeId node, Visit&& visit) const {
    space_.for_each_edge(node, [&](NodeId to, Cost) { visit(to); });
  }

 private:
  const Map* map_;
  GridSpace space_;
};

class RowsBelow {
 public:
  RowsBelow(const Graph::Rows& rows, std::span<const Position> positions) : rows_(&rows), positions_(positions) {}
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

// Puts every state into a group.
template <class Below>
class Grouping {
 public:
  explicit Grouping(const Below& below) : below_(below), group_(below.id_bound(), kNoNode) {
    for (NodeId s = 0; s < below.id_bound(); ++s) {
      if (!below.is_state(s) || group_[s] != kNoNode) continue;
      const NodeId only = only_neighbour(s);
      if (only != kNoNode && only_neighbour(only) == kNoNode) continue;  // joins its neighbour's group below
      make_group(s);
    }
    for (NodeId s = 0; s < below.id_bound(); ++s) {
      if (below.is_state(s) && group_[s] == kNoNode) group_[s] = group_[only_neighbour(s)];
    }
  }

  [[nodiscard]] NodeId groups() const { return groups_; }
  std::vector<NodeId> take() { return std::move(group_); }

 private:
  // More candidates than this are not looked at.
  static constexpr std::size_t kCandidates = 64;

  // kNoNode if there is none, or more than one.
  [[nodiscard]] NodeId only_neighbour(NodeId s) const {
    NodeId only = kNoNode;
    int count = 0;
    below_.for_each_neighbour(s, [&](NodeId to) {
      only = to;
      ++count;
    });
    return count == 1 ? only : kNoNode;
  }

  void make_group(NodeId s) {
    std::array<NodeId, kCandidates> candidates{};
    std::size_t count = 0;
    below_.for_each_neighbour(s, [&](NodeId to) {
      if (group_[to] != kNoNode || count == kCandidates) return;
      const NodeId only = only_neighbour(to);
      if (only != kNoNode && only_neighbour(only) == kNoNode) return;
      candidates[count++] = to;
    });
    std::sort(candidates.begin(), candidates.begin() + static_cast<std::ptrdiff_t>(count));
    // Which later candidates each one has for neighbours.
    std::array<std::uint64_t, kCandidates> later{};
    for (std::size_t i = 0; i < count; ++i) {
      below_.for_each_neighbour(candidates[i], [&](NodeId to) {
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

  const Below& below_;
  std::vector<NodeId> group_;
  NodeId groups_ = 0;
};

// Rounded; at least 1. Sixteen times finer than positions before it is rounded.
Cost edge_cost(Position a, Position b, Cost cardinal) {
  constexpr std::uint64_t kScale = std::uint64_t{16} * Position::kUnit;
  const std::uint64_t distance = fine_distance(a, b);
  return std::max<Cost>(1, static_cast<Cost>((distance * cardinal + kScale / 2) / kScale));
}

// Means of the members' positions, rounded down.
template <class Below>
std::vector<Position> mean_positions(const Below& below, const std::vector<NodeId>& group, NodeId groups) {
  struct Sum {
    std::int64_t x = 0;
    std::int64_t y = 0;
    std::int64_t count = 0;
  };
  std::vector<Sum> sums(groups);
  for (NodeId s = 0; s < below.id_bound(); ++s) {
    if (group[s] == kNoNode) continue;
    Sum& sum = sums[group[s]];
    const Position position = below.position(s);
    sum.x += position.x;
    sum.y += position.y;
    ++sum.count;
  }
  std::vector<Position> means;
  means.reserve(groups);
  for (const Sum& sum : sums) {
    means.push_back({static_cast<std::int32_t>(sum.x / sum.count), static_cast<std::int32_t>(sum.y / sum.count)});
  }
  return means;
}

template <class Below>
Graph::Rows join_groups(const Below& below, const std::vector<NodeId>& group, const std::vector<Position>& positions,
                        Cost cardinal) {
  // Members side by side, so that each group's neighbours are found together.
  std::vector<std::uint32_t> first(positions.size() + 1, 0);
  for (const NodeId g : group) {
    if (g != kNoNode) ++first[g + 1];
  }
  for (std::size_t i = 1; i < first.size(); ++i) first[i] += first[i - 1];
  std::vector<NodeId> members(first.back());
  std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
  for (NodeId s = 0; s < below.id_bound(); ++s) {
    if (group[s] != kNoNode) members[next[group[s]]++] = s;
  }
  Graph::Rows rows;
  rows.first.reserve(positions.size() + 1);
  std::vector<NodeId> found;
  for (NodeId g = 0; g < positions.size(); ++g) {
    found.clear();
    for (std::uint32_t i = first[g]; i < first[g + 1]; ++i) {
      below.for_each_neighbour(members[i], [&](NodeId to) {
        if (group[to] != g) found.push_back(group[to]);
      });
    }
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    for (const NodeId to : found) {
      rows.to.push_back(to);
      rows.cost.push_back(edge_cost(positions[g], positions[to], cardinal));
    }
    rows.first.push_back(rows.to.size());
  }
  return rows;
}

}  // namespace

CliqueAbstraction::CliqueAbstraction(const Map& map, int most_levels)
    : ground_states_(static_cast<std::uint32_t>(map.grid().passable_cells())),
      id_bound_(map.grid().id_bound()),
      epoch_(map.grid().epoch()) {
  make_levels(MapGround(map), map.rules().costs.cardinal, most_levels);
}

Result<CliqueAbstraction> CliqueAbstraction::over_rows(const Graph::Rows& rows, std::span<const Position> positions,
                                                       Cost unit, int most_levels) {
  const auto unfit = [](std::string message) { return Error{ErrorCode::kOutOfRange, std::move(message)}; };
  if (positions.size() != rows.first.size() - 1) {
    return unfit(std::to_string(positions.size()) + " positions for " + std::to_string(rows.first.size() - 1) +
                 " states");
  }
  if (unit < 1 || unit > kDearestUnit) return unfit("the unit must be 1 to " + std::to_string(kDearestUnit));
  const RowsBelow ground(rows, positions);
  const auto out_of_range = [](std::int32_t place) { return place < 0 || place > kFarthest; };
  const auto row = [&](std::size_t place) { return rows.to.begin() + static_cast<std::ptrdiff_t>(rows.first[place]); };
  for (NodeId node = 0; node < ground.id_bound(); ++node) {
    if (out_of_range(positions[node].x) || out_of_range(positions[node].y)) {
      return unfit("the position of state " + std::to_string(node) + " is not within 0 to " +
                   std::to_string(kFarthest));
    }
    for (std::uint64_t i = rows.first[node]; i < rows.first[node + 1]; ++i) {
      if (std::binary_search(row(rows.to[i]), row(rows.to[i] + 1), node)) continue;
      return unfit("the step from state " + std::to_string(node) + " to " + std::to_string(rows.to[i]) +
                   " cannot be walked back");
    }
  }
  CliqueAbstraction abstraction;
  abstraction.ground_states_ = ground.id_bound();
  abstraction.id_bound_ = ground.id_bound();
  abstraction.make_levels(ground, unit, most_levels);
  return abstraction;
}

template <class Ground>
void CliqueAbstraction::make_levels(const Ground& ground, Cost unit, int most_levels) {
  const auto add_level = [&](const auto& below) {
    Grouping grouping(below);
    std::vector<NodeId> parents = grouping.take();
    std::vector<Position> positions = mean_positions(below, parents, grouping.groups());
    Graph graph = Graph::symmetric(join_groups(below, parents, positions, unit));
    levels_.push_back({std::move(parents), std::move(graph), std::move(positions), {}, {}});
  };
  while (levels() < most_levels && (levels_.empty() ? ground_states_ > 0 : levels_.back().graph.edges() > 0)) {
    if (levels_.empty()) {
      add_level(ground);
    } else {
      add_level(RowsBelow(levels_.back().graph.forward(), levels_.back().positions));
    }
  }
  choose_representatives(ground);
}

template <class Ground>
void CliqueAbstraction::choose_representatives(const Ground& ground) {
  std::vector<NodeId> region;
  for (Level& level : levels_) {
    if (region.empty()) {
      region = level.parents;
    } else {
      for (NodeId& state : region) {
        if (state != kNoNode) state = level.parents[state];
      }
    }
    level.representatives.assign(level.positions.size(), kNoNode);
    level.sizes.assign(level.positions.size(), 0);
    std::vector<std::uint64_t> least(level.positions.size());
    for (NodeId s = 0; s < region.size(); ++s) {
      const NodeId state = region[s];
      if (state == kNoNode) continue;
      const std::uint64_t distance = squared_distance(ground.position(s), level.positions[state]);
      if (level.sizes[state]++ != 0 && distance >= least[state]) continue;
      least[state] = distance;
      level.representatives[state] = s;
    }
  }
}

std::uint32_t CliqueAbstraction::states(int level) const {
  return level == 0 ? ground_states_ : at(level).graph.nodes();
}

NodeId CliqueAbstraction::region(NodeId ground, int level) const {
  if (level < 0 || level > levels()) return kNoNode;
  NodeId state = ground;
  for (int l = 0; l < level && state != kNoNode; ++l) state = parent(state, l);
  return state;
}

std::vector<NodeId> CliqueAbstraction::regions(int level) const {
  if (level < 1 || level > levels()) return {};
  std::vector<NodeId> region = levels_.front().parents;
  for (int l = 1; l < level; ++l) {
    const std::span<const NodeId> above = parents(l);
    for (NodeId& state : region) {
      if (state != kNoNode) state = above[state];
    }
  }
  return region;
}

std::uint64_t CliqueAbstraction::heap_bytes() const {
  std::uint64_t sum = heap_bytes_of(levels_);
  for (const Level& level : levels_) {
    sum += heap_bytes_of(level.parents, level.graph, level.positions, level.representatives, level.sizes);
  }
  return sum;
}

}  // namespace waymark
