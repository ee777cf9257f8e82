// ARA* (Likhachev, Gordon & Thrun 2003, Figure 2) and AD* (Likhachev et al. 2005, Figures 1 and 2), line by line, on
// the cells of a small map: what src/repair is compared with. Priorities are in thousandths.
#pragma once

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>

#include "support/plain_repair.hpp"

namespace waymark::test {

// OPEN is the queue of PlainRepair; its keys are pairs, the second of which parts equals.
class PlainAnytime : public PlainRepair {
 public:
  [[nodiscard]] bool waits(NodeId s) const { return incons_.contains(s); }

 protected:
  PlainAnytime(const Map& map, std::uint64_t inflation, PlainEstimate h)
      : PlainRepair(map), inflation_(inflation), h_(std::move(h)) {}

  // Moves the states of INCONS into OPEN, updates all priorities, empties CLOSED.
  template <class Moves, class KeyOf>
  void begin_pass(std::uint64_t inflation, Moves&& moves, KeyOf&& key_of) {
    inflation_ = inflation;
    std::set<NodeId> all;
    for (const auto& [s, key] : keys_) all.insert(s);
    for (const NodeId s : incons_) {
      if (moves(s)) all.insert(s);
    }
    incons_.clear();
    closed_.clear();
    keys_.clear();
    queue_.clear();
    for (const NodeId s : all) insert(s, key_of(s));
  }

  std::uint64_t inflation_;
  PlainEstimate h_;
  std::set<NodeId> closed_;
  std::set<NodeId> incons_;
};

class PlainAra : public PlainAnytime {
 public:
  PlainAra(const Map& map, NodeId start, NodeId goal, std::uint64_t inflation, PlainEstimate h)
      : PlainAnytime(map, inflation, std::move(h)), goal_(goal) {
    g_[start] = 0;
    insert(start, fvalue(start));
  }

  [[nodiscard]] bool done() const { return !(fvalue(goal_).first > top_key().first); }
  // One turn of the loop of ImprovePath.
  NodeId turn() {
    const NodeId s = top();
    remove(s);
    closed_.insert(s);
    for (const auto& [next, cost] : edges_.around(s)) {
      if (g(next) <= g(s) + cost) continue;
      g_[next] = g(s) + cost;
      if (closed_.contains(next)) {
        incons_.insert(next);
        continue;
      }
      if (in_queue(next)) remove(next);
      insert(next, fvalue(next));
    }
    return s;
  }
  void next_pass(std::uint64_t inflation) {
    begin_pass(
        inflation, [](NodeId) { return true; }, [&](NodeId s) { return fvalue(s); });
  }
  // min(inflation, g(goal) / least g + h in OPEN and INCONS), rounded up, in thousandths.
  [[nodiscard]] std::uint64_t bound() const {
    std::uint64_t least = kPlainInfinity;
    for (const auto& [s, key] : keys_) least = std::min(least, g(s) + h_(s, goal_));
    for (const NodeId s : incons_) least = std::min(least, g(s) + h_(s, goal_));
    if (least == kPlainInfinity) return 1000;
    return std::max<std::uint64_t>(1000, std::min(inflation_, (1000 * g(goal_) + least - 1) / least));
  }

 private:
  [[nodiscard]] Key fvalue(NodeId s) const {
    if (g(s) == kPlainInfinity) return {kPlainInfinity, kPlainInfinity};
    return {1000 * g(s) + inflation_ * h_(s, goal_), g(s)};
  }

  NodeId goal_;
};

class PlainAdStar : public PlainAnytime {
 public:
  PlainAdStar(const Map& map, NodeId start, NodeId goal, std::uint64_t inflation, PlainEstimate h)
      : PlainAnytime(map, inflation, std::move(h)), start_(start), goal_(goal) {
    rhs_[goal_] = 0;
    insert(goal_, key(goal_));
  }

  // The unit stands elsewhere, and edges from these cells may have changed.
  void scan(NodeId start, const std::set<NodeId>& cells) {
    start_ = start;
    edges_.read();
    for (const NodeId u : cells) update_state(u);
  }
  [[nodiscard]] bool done() const { return !(top_key() < key(start_) || rhs(start_) != g(start_)); }
  // One turn of the loop of ComputeorImprovePath.
  void turn() {
    const NodeId s = top();
    remove(s);
    if (g(s) > rhs(s)) {
      g_[s] = rhs(s);
      closed_.insert(s);
      for (const auto& [other, cost] : edges_.around(s)) update_state(other);
    } else {
      g_[s] = kPlainInfinity;
      for (const auto& [other, cost] : edges_.around(s)) update_state(other);
      update_state(s);
    }
  }
  void next_pass(std::uint64_t inflation) {
    begin_pass(
        inflation, [&](NodeId s) { return g(s) != rhs(s); }, [&](NodeId s) { return key(s); });
  }

 private:
  [[nodiscard]] Key key(NodeId s) const {
    const std::uint64_t way = std::min(g(s), rhs(s));
    if (way == kPlainInfinity) return {kPlainInfinity, kPlainInfinity};
    return {1000 * way + (g(s) > rhs(s) ? inflation_ : 1000) * h_(start_, s), way};
  }
  void update_state(NodeId s) {
    if (s != goal_) rhs_[s] = best_by_neighbours(s);
    if (in_queue(s)) remove(s);
    if (g(s) == rhs(s)) return;
    if (closed_.contains(s)) {
      incons_.insert(s);
    } else {
      insert(s, key(s));
    }
  }

  NodeId start_;
  NodeId goal_;
};

}  // namespace waymark::test
