// The clusters and entrances of HPA* as the paper tells them, cell by cell, and the ways between transitions by plain
// shortest paths. Shares nothing with the library but Grid::passable(x, y).
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "support/reference.hpp"
#include "waymark/space/grid.hpp"
#include "waymark/space/move_table.hpp"

namespace waymark::test {

class PlainClusters {
 public:
  using Place = std::pair<int, int>;  // x, y
  using Pair = std::pair<Place, Place>;

  std::set<Pair> links;                // both ways
  std::map<Pair, std::uint64_t> ways;  // inside a cluster of `size`, where there is one

  // `ends` are inserted as nodes.
  PlainClusters(const Grid& grid, const MoveRules& rules, int size, int threshold, const std::vector<Place>& ends = {})
      : grid_(grid), rules_(rules), ends_(ends) {
    for (int x = size; x < grid.width(); x += size) {
      for (int top = 0; top < grid.height(); top += size) border({x - 1, top}, {0, 1}, {1, 0}, size, threshold);
    }
    for (int y = size; y < grid.height(); y += size) {
      for (int left = 0; left < grid.width(); left += size) border({left, y - 1}, {1, 0}, {0, 1}, size, threshold);
    }
    if (rules.neighbours == Neighbours::kEight && rules.diagonal == DiagonalRule::kAlways) diagonals(size);
    const std::set<Place> nodes = all_nodes();
    for (const Place& from : nodes) flood(from, nodes, size);
  }

  // The graph of clusters two by two, from this one.
  PlainClusters(const PlainClusters& below, int size) : grid_(below.grid_), rules_(below.rules_), ends_(below.ends_) {
    const auto cluster = [size](const Place& at) { return Place{at.first / size, at.second / size}; };
    for (const Pair& link : below.links) {
      if (cluster(link.first) != cluster(link.second)) links.insert(link);
    }
    const std::set<Place> nodes = all_nodes();
    for (const Place& from : nodes) {
      const auto known = below.distances(from, [&](const Place& at) { return cluster(at) == cluster(from); });
      for (const auto& [to, cost] : known) {
        if (nodes.contains(to)) ways[{from, to}] = cost;
      }
    }
  }

  // Over the graph, through places that are inside.
  template <class Inside>
  [[nodiscard]] std::map<Place, std::uint64_t> distances(const Place& from, Inside&& inside) const {
    std::map<Place, std::uint64_t> known{{from, 0}};
    for (bool changed = true; changed;) {
      changed = false;
      const auto relax = [&](const Pair& edge, std::uint64_t cost) {
        const auto found = known.find(edge.first);
        if (found == known.end() || !inside(edge.second)) return;
        const auto [to, fresh] = known.emplace(edge.second, found->second + cost);
        if (!fresh && to->second <= found->second + cost) return;
        to->second = found->second + cost;
        changed = true;
      };
      for (const auto& [pair, cost] : ways) relax(pair, cost);
      for (const Pair& link : links) relax(link, cost_of(link));
    }
    return known;
  }

 private:
  [[nodiscard]] std::set<Place> all_nodes() const {
    std::set<Place> nodes(ends_.begin(), ends_.end());
    for (const Pair& link : links) nodes.insert(link.first);
    return nodes;
  }
  void link(Place a, Place b) {
    links.insert({a, b});
    links.insert({b, a});
  }
  [[nodiscard]] std::uint64_t cost_of(const Pair& link) const {
    return link.first.first != link.second.first && link.first.second != link.second.second ? rules_.costs.diagonal
                                                                                            : rules_.costs.cardinal;
  }

  // Along `step` from `first`; the other side lies one `across` further.
  void border(Place first, Place step, Place across, int size, int threshold) {
    std::vector<Place> run;
    const auto finish = [&] {
      const auto transition = [&](Place at) { link(at, {at.first + across.first, at.second + across.second}); };
      if (run.empty()) return;
      if (static_cast<int>(run.size()) < threshold) {
        transition(run[(run.size() - 1) / 2]);
      } else {
        transition(run.front());
        transition(run.back());
      }
      run.clear();
    };
    for (int i = 0; i < size; ++i) {
      const Place at{first.first + i * step.first, first.second + i * step.second};
      if (grid_.passable(at.first, at.second) && grid_.passable(at.first + across.first, at.second + across.second)) {
        run.push_back(at);
      } else {
        finish();
      }
    }
    finish();
  }

  void diagonals(int size) {
    for (int y = 0; y + 1 < grid_.height(); ++y) {
      for (int x = 0; x + 1 < grid_.width(); ++x) {
        const bool crosses = (x + 1) % size == 0 || (y + 1) % size == 0;
        const bool a = grid_.passable(x, y);
        const bool b = grid_.passable(x + 1, y);
        const bool c = grid_.passable(x, y + 1);
        const bool d = grid_.passable(x + 1, y + 1);
        if (crosses && a && d && !b && !c) link({x, y}, {x + 1, y + 1});
        if (crosses && b && c && !a && !d) link({x + 1, y}, {x, y + 1});
      }
    }
  }

  void flood(const Place& from, const std::set<Place>& nodes, int size) {
    std::map<Place, std::uint64_t> known{{from, 0}};
    std::set<std::pair<std::uint64_t, Place>> open{{0, from}};
    while (!open.empty()) {
      const auto [cost, at] = *open.begin();
      open.erase(open.begin());
      if (cost > known[at]) continue;
      if (nodes.contains(at)) ways[{from, at}] = cost;
      for (const ReferenceMove& move : reference_moves(grid_, rules_, at.first, at.second)) {
        const Place to{at.first + move.dx, at.second + move.dy};
        if (to.first / size != from.first / size || to.second / size != from.second / size) continue;
        const auto [place, fresh] = known.emplace(to, cost + move.cost);
        if (!fresh && place->second <= cost + move.cost) continue;
        place->second = cost + move.cost;
        open.insert({place->second, to});
      }
    }
  }

  const Grid& grid_;
  MoveRules rules_;
  std::vector<Place> ends_;
};

}  // namespace waymark::test
