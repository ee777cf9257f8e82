// Adaptive A* (Koenig & Likhachev 2006), MT-Adaptive A* (Koenig, Likhachev & Sun 2007) and GAA* (Sun, Koenig & Yeoh
// 2008) as they are explained before they are made lazy: after every search, move of the goal and edit all h are put
// right at once. What src/repair/adaptive_values.hpp is compared with.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "support/plain_repair.hpp"
#include "waymark/space/map.hpp"

namespace waymark::test {

class PlainAdaptive {
 public:
  PlainAdaptive(const Map& map, NodeId goal, PlainEstimate estimate)
      : edges_(map), goal_(goal), estimate_(std::move(estimate)) {
    for (int y = 0; y < map.grid().height(); ++y) {
      for (int x = 0; x < map.grid().width(); ++x) cells_.insert(map.grid().node(x, y));
    }
    for (const NodeId s : cells_) h_[s] = estimate_(s, goal_);
  }

  [[nodiscard]] std::uint64_t h(NodeId s) const { return h_.at(s); }
  // Of the path found last, or kPlainInfinity.
  [[nodiscard]] std::uint64_t cost() const { return cost_; }

  // A*; those it expanded, in order. Of equal f the larger g first (the smaller h), then the lower id.
  std::vector<NodeId> search(NodeId start) {
    std::map<NodeId, std::uint64_t> g{{start, 0}};
    const auto g_of = [&](NodeId s) { return g.contains(s) ? g.at(s) : kPlainInfinity; };
    std::set<std::tuple<std::uint64_t, std::uint64_t, NodeId>> open{{h(start), h(start), start}};
    std::vector<NodeId> closed;
    while (!open.empty() && g_of(goal_) > std::get<0>(*open.begin())) {
      const NodeId s = std::get<2>(*open.begin());
      open.erase(open.begin());
      closed.push_back(s);
      for (const auto& [to, cost] : edges_.around(s)) {
        const std::uint64_t way = g.at(s) + cost;
        if (g_of(to) <= way) continue;
        if (g.contains(to)) open.erase({g.at(to) + h(to), h(to), to});
        g[to] = way;
        open.insert({way + h(to), h(to), to});
      }
    }
    cost_ = g_of(goal_);
    if (cost_ != kPlainInfinity) {
      for (const NodeId s : closed) h_[s] = cost_ - g.at(s);
    }
    return closed;
  }

  void move_goal(NodeId goal) {
    const std::uint64_t fall = h(goal);
    for (auto& [s, value] : h_) value = std::max(estimate_(s, goal), value > fall ? value - fall : 0);
    goal_ = goal;
  }

  // Reads the map again. The consistency procedure; the states that it took out of its queue, in order.
  std::vector<NodeId> edited() {
    std::vector<NodeId> taken;
    std::set<std::pair<std::uint64_t, NodeId>> open;
    const auto lower = [&](NodeId s, std::uint64_t to) {
      if (s == goal_ || h(s) <= to) return;
      open.erase({h(s), s});
      h_[s] = to;
      open.insert({to, s});
    };
    for (const PlainEdges::Changed& edge : edges_.read(cells_)) {
      if (edge.now < edge.before) lower(edge.from, edge.now + h(edge.to));
    }
    while (!open.empty()) {
      const NodeId to = open.begin()->second;
      open.erase(open.begin());
      taken.push_back(to);
      for (const auto& [from, cost] : edges_.around(to)) lower(from, cost + h(to));
    }
    return taken;
  }

 private:
  PlainEdges edges_;
  NodeId goal_;
  PlainEstimate estimate_;
  std::set<NodeId> cells_;
  std::map<NodeId, std::uint64_t> h_;
  std::uint64_t cost_ = kPlainInfinity;
};

}  // namespace waymark::test
