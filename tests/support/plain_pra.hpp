// PRA* as its header describes it, with maps and sets. It shares with the library the grid and the abstraction, which
// has tests of its own.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

#include "support/transcription.hpp"
#include "waymark/hierarchy/clique_abstraction.hpp"
#include "waymark/space/map.hpp"

namespace waymark::test {

// Largest whole number whose square is not larger, bit by bit.
inline std::uint64_t plain_square_root(std::uint64_t square) {
  std::uint64_t root = 0;
  for (std::uint64_t bit = std::uint64_t{1} << 31u; bit != 0; bit /= 2) {
    if ((root + bit) * (root + bit) <= square) root += bit;
  }
  return root;
}

inline std::uint64_t plain_fine_distance(Position a, Position b) {
  const std::int64_t dx = a.x - b.x;
  const std::int64_t dy = a.y - b.y;
  return plain_square_root(static_cast<std::uint64_t>(dx * dx + dy * dy) * 256);
}

using PlainAbstractEdges = std::vector<std::pair<NodeId, std::uint64_t>>;

// A state's edges on any level.
inline PlainAbstractEdges plain_edges(const Map& map, const CliqueAbstraction& abstraction, int level, NodeId state) {
  PlainAbstractEdges edges;
  if (level == 0) {
    const Cell cell = map.grid().cell(state);
    for (const ReferenceMove& move : moves_in_order(map.grid(), map.rules(), {cell.x, cell.y})) {
      edges.emplace_back(map.grid().node(cell.x + move.dx, cell.y + move.dy), move.cost);
    }
    return edges;
  }
  const Graph::Rows& rows = abstraction.graph(level).forward();
  for (std::uint64_t i = rows.first[state]; i < rows.first[state + 1]; ++i) {
    edges.emplace_back(rows.to[i], rows.cost[i]);
  }
  return edges;
}

// The cost of the way between two states at least: by the cheapest cost per length of the level.
class PlainAbstractDistance {
 public:
  PlainAbstractDistance(const Map& map, const CliqueAbstraction& abstraction, int level)
      : map_(map), abstraction_(abstraction), level_(level) {
    for (NodeId s = 0; level > 0 && s < abstraction.states(level); ++s) {
      for (const auto& [to, cost] : plain_edges(map, abstraction, level, s)) {
        const std::uint64_t length =
            plain_fine_distance(abstraction.position(s, level), abstraction.position(to, level)) + 1;
        scale_ = edges_++ == 0 ? (cost << 32u) / length : std::min(scale_, (cost << 32u) / length);
      }
    }
  }
  // To a position that need not be a state's.
  [[nodiscard]] std::uint64_t to_position(NodeId a, Position b) const {
    if (level_ > 0) return (plain_fine_distance(abstraction_.position(a, level_), b) * scale_) >> 32u;
    const Cell cell = map_.grid().cell(a);  // on a map 256 times as fine
    return empty_map_distance(map_.rules(), {cell.x * 256, cell.y * 256}, {b.x, b.y}) / 256;
  }
  [[nodiscard]] std::uint64_t operator()(NodeId a, NodeId b) const {
    if (level_ == 0) {
      const Cell from = map_.grid().cell(a);
      const Cell to = map_.grid().cell(b);
      return empty_map_distance(map_.rules(), {from.x, from.y}, {to.x, to.y});
    }
    return (plain_fine_distance(abstraction_.position(a, level_), abstraction_.position(b, level_)) * scale_) >> 32u;
  }

 private:
  const Map& map_;
  const CliqueAbstraction& abstraction_;
  int level_;
  std::uint64_t scale_ = 0;
  std::uint64_t edges_ = 0;
};

struct PlainPath {
  std::vector<NodeId> states;
  std::uint64_t expanded = 0;
};

// A* among the states that are `inside`: lower f, then higher g, then lower id. h is the distance to `towards`.
inline PlainPath plain_corridor_a_star(const Map& map, const CliqueAbstraction& abstraction, int level, NodeId start,
                                       Position towards, const std::function<bool(NodeId)>& is_goal,
                                       const std::function<bool(NodeId)>& inside) {
  const PlainAbstractDistance distance(map, abstraction, level);
  const auto h = [&](NodeId state) { return distance.to_position(state, towards); };
  std::map<NodeId, std::uint64_t> g{{start, 0}};
  std::map<NodeId, NodeId> parent;
  std::set<std::tuple<std::uint64_t, std::uint64_t, NodeId>> open{{h(start), h(start), start}};
  PlainPath path;
  NodeId goal = start;
  while (!open.empty()) {
    const NodeId state = std::get<2>(*open.begin());
    open.erase(open.begin());
    goal = state;
    if (is_goal(state)) break;
    ++path.expanded;
    for (const auto& [to, cost] : plain_edges(map, abstraction, level, state)) {
      const std::uint64_t reached = g[state] + cost;
      if (!inside(to) || (g.count(to) != 0 && g[to] <= reached)) continue;
      if (g.count(to) != 0) open.erase({g[to] + h(to), h(to), to});
      g[to] = reached;
      parent[to] = state;
      open.insert({reached + h(to), h(to), to});
    }
  }
  for (NodeId state = goal; state != start; state = parent.at(state)) path.states.insert(path.states.begin(), state);
  path.states.insert(path.states.begin(), start);
  return path;
}

// K = 0: the whole path.
inline PlainPath plain_pra(const Map& map, const CliqueAbstraction& abstraction, NodeId start, NodeId goal,
                           std::size_t k, bool wide, bool half = false) {
  int shared = 0;
  while (abstraction.region(start, shared) != abstraction.region(goal, shared)) ++shared;
  // No coarser than this.
  const auto large = [&](int level) {
    return level <= abstraction.levels() &&
           std::sqrt(4.0 * abstraction.states(0)) <= static_cast<double>(abstraction.states(level));
  };
  int first = shared / 2;
  while (!half && first > 0 && !large(first + 1)) --first;
  const auto position = [&](NodeId ground, int level) {
    const Cell cell = map.grid().cell(ground);
    return level == 0 ? Position{cell.x * 256, cell.y * 256}
                      : abstraction.position(abstraction.region(ground, level), level);
  };
  std::optional<Position> cut_off;
  NodeId tail = kNoNode;
  std::set<NodeId> corridor;  // of the level above
  std::uint64_t expanded = 0;
  for (int level = first;; --level) {
    const auto inside = [&](NodeId s) { return level == first || corridor.count(abstraction.parent(s, level)) != 0; };
    const auto is_goal = [&](NodeId s) {
      return tail != kNoNode ? abstraction.parent(s, level) == tail : s == abstraction.region(goal, level);
    };
    PlainPath path = plain_corridor_a_star(map, abstraction, level, abstraction.region(start, level),
                                           cut_off ? *cut_off : position(goal, level), is_goal, inside);
    path.expanded += expanded;
    if (level == 0) return path;
    expanded = path.expanded;
    if (k != 0 && path.states.size() > k + 1) {
      cut_off = abstraction.position(path.states[k + 1], level);
      tail = path.states[k];
      path.states.resize(k + 1);
    } else if (tail != kNoNode) {
      tail = path.states.back();
    }
    corridor.clear();
    for (const NodeId state : path.states) {
      corridor.insert(state);
      if (!wide) continue;
      for (const auto& [to, cost] : plain_edges(map, abstraction, level, state)) corridor.insert(to);
    }
  }
}

}  // namespace waymark::test
