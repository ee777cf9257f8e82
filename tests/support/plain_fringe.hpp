// A plain transcription of the pseudocode of fringe search (Bjornsson, Enzenberger, Holte & Schaeffer 2005), a visit of
// its list at a time. What it leaves open is as in the library's header: children(n) from left to right are the moves
// N, E, S, W, NE, SE, SW, NW.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <list>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "support/natural_distance.hpp"

namespace waymark::test {

class PlainFringe {
 public:
  PlainFringe(const Grid& grid, const MoveRules& rules, Place start, Place goal)
      : grid_(grid), rules_(rules), goal_(goal), fringe_{start}, flimit_(natural_distance(rules, start, goal)) {
    cache_[start] = {0, std::nullopt};
    node_ = fringe_.begin();
  }

  [[nodiscard]] bool found() const { return found_; }
  [[nodiscard]] bool in_fringe(Place place) const {
    return std::find(fringe_.begin(), fringe_.end(), place) != fringe_.end();
  }
  [[nodiscard]] bool in_cache(Place place) const { return cache_.count(place) != 0; }
  [[nodiscard]] std::uint64_t g(Place place) const { return cache_.at(place).first; }
  [[nodiscard]] std::uint64_t expanded() const { return expanded_; }
  [[nodiscard]] std::uint64_t inserted() const { return inserted_; }
  [[nodiscard]] std::uint64_t moved() const { return moved_; }
  [[nodiscard]] std::size_t cached() const { return cache_.size(); }
  [[nodiscard]] std::vector<Place> path() const {
    std::vector<Place> reversed;
    for (std::optional<Place> place = goal_; place; place = cache_.at(*place).second) reversed.push_back(*place);
    return {reversed.rbegin(), reversed.rend()};
  }

  // One turn of "for n in F, from left to right". False if F is empty.
  bool visit() {
    if (node_ == fringe_.end()) {
      if (fringe_.empty()) return false;
      flimit_ = *fmin_;
      fmin_.reset();
      node_ = fringe_.begin();
    }
    const Place n = *node_;
    const std::uint64_t g = cache_.at(n).first;
    const std::uint64_t f = g + natural_distance(rules_, n, goal_);
    if (f > flimit_) {
      fmin_ = fmin_ ? std::min(*fmin_, f) : f;
      ++node_;
      return true;
    }
    if (n == goal_) {
      found_ = true;
      return true;
    }
    ++expanded_;
    const std::vector<ReferenceMove> children = moves_in_order(grid_, rules_, n);
    for (auto child = children.rbegin(); child != children.rend(); ++child) {
      const Place s{n.first + child->dx, n.second + child->dy};
      const std::uint64_t g_s = g + child->cost;
      if (cache_.count(s) != 0 && g_s >= cache_.at(s).first) continue;
      const auto other = std::find(fringe_.begin(), fringe_.end(), s);
      if (other != fringe_.end()) {
        fringe_.erase(other);
        ++moved_;
      }
      fringe_.insert(std::next(node_), s);
      cache_[s] = {g_s, n};
      ++inserted_;
    }
    node_ = fringe_.erase(node_);
    return true;
  }

 private:
  const Grid& grid_;
  MoveRules rules_;
  Place goal_;
  std::list<Place> fringe_;
  std::list<Place>::iterator node_;
  std::map<Place, std::pair<std::uint64_t, std::optional<Place>>> cache_;  // g and parent
  std::uint64_t flimit_;
  std::optional<std::uint64_t> fmin_;
  std::uint64_t expanded_ = 0;
  std::uint64_t inserted_ = 1;
  std::uint64_t moved_ = 0;
  bool found_ = false;
};

}  // namespace waymark::test
