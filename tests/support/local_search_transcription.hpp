// LSS-LRTA*, RTAA*, their depression-avoiding forms and weighted updates, written down as plainly as the papers print
// them. Shares nothing with the library but the map's cells; slow on purpose.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "support/transcription.hpp"

namespace waymark::test {

class PlainLocalSearch : public PlainAgent {
 public:
  struct Variant {
    int n = 1;
    bool to_frontier = false;
    bool subtract = false;  // RTAA*'s update
    bool avoid_depressions = false;
    std::uint64_t w_thousandths = 1000;
    bool start_alone = false;  // learns, and h need not be consistent
  };

  PlainLocalSearch(const Grid& grid, const MoveRules& rules, Place start, Place goal, const Variant& variant)
      : PlainAgent(grid, rules, start, goal), variant_(variant) {}

  void move() {
    work_ = 0;
    if (way_.empty()) search();
    s_ = way_.back();
    way_.pop_back();
    if (!variant_.to_frontier) way_.clear();
  }

 private:
  using Key = std::tuple<std::uint64_t, std::int64_t, int, int>;  // f, -g, y, x

  void search() {
    std::map<Place, std::uint64_t> g{{s_, 0}};
    std::map<Place, Place> parent;
    std::set<Place> open{s_};
    std::set<Place> closed;
    std::map<Place, std::uint64_t> least_f;  // with path-max, by the way that g is of
    const auto f = [&](Place p) {
      const auto least = least_f.find(p);
      return std::max(g.at(p) + h(p), least == least_f.end() ? 0 : least->second);
    };
    const auto key = [&](Place p) { return Key{f(p), -static_cast<std::int64_t>(g.at(p)), p.second, p.first}; };
    const auto first_of = [&](const std::set<Place>& places) {
      return *std::min_element(places.begin(), places.end(), [&](Place a, Place b) { return key(a) < key(b); });
    };
    for (int expansions = 0; expansions < variant_.n; ++expansions) {
      const Place u = first_of(open);
      ++work_;  // for the goal too
      if (u == goal_) break;
      open.erase(u);
      closed.insert(u);
      for (const ReferenceMove& move : moves_in_order(grid_, rules_, u)) {
        const Place v{u.first + move.dx, u.second + move.dy};
        if (closed.count(v) != 0 && !variant_.start_alone) continue;
        if (g.count(v) != 0 && g.at(v) <= g.at(u) + move.cost) continue;
        if (variant_.start_alone) least_f[v] = u == s_ ? 0 : f(u);
        closed.erase(v);
        g[v] = g.at(u) + move.cost;
        parent[v] = u;
        open.insert(v);
      }
    }
    const Place best = first_of(open);
    Place target = best;
    if (variant_.avoid_depressions) {
      const bool raised = best != goal_ && h(best) != empty_map_distance(rules_, best, goal_);
      work_ += raised ? open.size() : 1;
    }
    if (variant_.avoid_depressions && best != goal_) {
      // Extract-Best-State: takes states from Open by f until one was never raised.
      std::set<Place> left = open;
      std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
      while (!left.empty() && least > 0) {
        const Place place = first_of(left);
        left.erase(place);
        const std::uint64_t raised = h(place) - empty_map_distance(rules_, place, goal_);
        if (raised < least) {
          target = place;
          least = raised;
        }
      }
    }
    work_ += variant_.start_alone ? 1 : (variant_.subtract ? 1 : 2) * closed.size();
    const std::uint64_t best_f = f(best);
    if (variant_.start_alone) {
      learned_[s_] = std::max(h(s_), best_f);
    } else if (variant_.subtract) {
      for (const Place& place : closed) learned_[place] = std::max(h(place), best_f - g.at(place));
    } else {
      learn_by_dijkstra(open, closed);
    }
    for (Place place = target; place != s_; place = parent.at(place)) way_.push_back(place);
    work_ += way_.size();
  }

  // h of the closed states is infinite at first; then the open list is emptied in the order of h.
  void learn_by_dijkstra(std::set<Place> open, std::set<Place> closed) {
    std::map<Place, std::uint64_t> value;
    for (const Place& place : open) value[place] = h(place);
    while (!closed.empty()) {
      const Place u =
          *std::min_element(open.begin(), open.end(), [&](Place a, Place b) { return value.at(a) < value.at(b); });
      open.erase(u);
      if (closed.erase(u) != 0) learned_[u] = std::max(h(u), value.at(u));
      for (const ReferenceMove& move : moves_in_order(grid_, rules_, u)) {
        const Place from{u.first + move.dx, u.second + move.dy};
        if (closed.count(from) == 0) continue;
        const std::uint64_t through = value.at(u) + move.cost * variant_.w_thousandths / 1000;
        if (value.count(from) != 0 && value.at(from) <= through) continue;
        value[from] = through;
        open.insert(from);
      }
    }
  }

  Variant variant_;
  std::vector<Place> way_;  // the next one last
};

}  // namespace waymark::test
