// D* (Stentz 1994, Optimal and Efficient Path Planning for Partially-Known Environments) and Focussed D* (Stentz 1995,
// The Focussed D* Algorithm for Real-Time Replanning), line by line, on the cells of a small map: what
// src/repair/d_star_search.hpp is compared with. What is not the papers' is what the headers call deviations.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "support/plain_repair.hpp"
#include "support/reference.hpp"
#include "waymark/space/direction.hpp"
#include "waymark/space/map.hpp"

namespace waymark::test {

enum class PlainTag { kNew, kOpen, kClosed };

// What the two have in common: t, h, k, b and c. OPEN is ordered by the Key of a state, then its id.
template <class Key>
class PlainStentz {
 public:
  [[nodiscard]] PlainTag t(NodeId X) const { return value(t_, X, PlainTag::kNew); }
  [[nodiscard]] std::uint64_t h(NodeId X) const { return value(h_, X, kPlainInfinity); }
  [[nodiscard]] std::uint64_t k(NodeId X) const { return value(k_, X, kPlainInfinity); }
  [[nodiscard]] NodeId b(NodeId X) const { return value(b_, X, kNoNode); }

 protected:
  explicit PlainStentz(const Map& map) : map_(&map) {
    for (int y = 0; y < map.grid().height(); ++y) {
      for (int x = 0; x < map.grid().width(); ++x) read_costs(map.grid().node(x, y));
    }
  }

  template <class Value>
  static Value value(const std::map<NodeId, Value>& values, NodeId X, Value none) {
    const auto found = values.find(X);
    return found != values.end() ? found->second : none;
  }
  static std::uint64_t plus(std::uint64_t a, std::uint64_t b) {
    return a == kPlainInfinity || b == kPlainInfinity ? kPlainInfinity : a + b;
  }
  // All moves go both ways at the same cost.
  [[nodiscard]] std::uint64_t c(NodeId X, NodeId Y) const { return c_.at({X, Y}); }
  // In the order of moves, also those that no move leads to now.
  [[nodiscard]] std::vector<NodeId> neighbours(NodeId X) const {
    std::vector<NodeId> all;
    const Cell at = map_->grid().cell(X);
    for (std::size_t d = 0; d < kDirections; ++d) {
      const Cell to{at.x + kDx[d], at.y + kDy[d]};
      if (map_->grid().contains(to.x, to.y)) all.push_back(map_->grid().node(to));
    }
    return all;
  }
  void read_costs(NodeId X) {
    for (const NodeId Y : neighbours(X)) c_[{X, Y}] = kPlainInfinity;
    if (!map_->grid().passable(X)) return;
    const Cell at = map_->grid().cell(X);
    for (const ReferenceMove& move : reference_moves(map_->grid(), map_->rules(), at.x, at.y)) {
      c_[{X, map_->grid().node(at.x + move.dx, at.y + move.dy)}] = move.cost;
    }
  }

  void put(NodeId X, Key key) {
    t_[X] = PlainTag::kOpen;
    key_[X] = key;
    open_.insert({key, X});
  }
  void remove(NodeId X) {
    open_.erase({key_.at(X), X});
    t_[X] = PlainTag::kClosed;
  }

  const Map* map_;
  std::map<NodeId, PlainTag> t_;
  std::map<NodeId, std::uint64_t> h_;
  std::map<NodeId, std::uint64_t> k_;
  std::map<NodeId, NodeId> b_;
  std::map<std::pair<NodeId, NodeId>, std::uint64_t> c_;
  std::map<NodeId, Key> key_;
  std::set<std::pair<Key, NodeId>> open_;
};

class PlainDStar : public PlainStentz<std::uint64_t> {
 public:
  PlainDStar(const Map& map, NodeId robot, NodeId goal) : PlainStentz(map), robot_(robot) { insert(goal, 0); }

  void move(NodeId robot) { robot_ = robot; }
  // MODIFY-COST of all arcs from these cells.
  void scan(const std::set<NodeId>& cells) {
    for (const NodeId X : cells) {
      read_costs(X);
      if (t(X) == PlainTag::kClosed) insert(X, h(X));
    }
  }
  [[nodiscard]] bool done() const { return open_.empty() || open_.begin()->first >= h(robot_); }
  void turn() { process_state(); }

 private:
  void insert(NodeId X, std::uint64_t h_new) {
    std::uint64_t k_new = h_new;
    if (t(X) == PlainTag::kOpen) k_new = std::min(k(X), h_new);
    if (t(X) == PlainTag::kClosed) k_new = std::min(h(X), h_new);
    if (k_new == kPlainInfinity) return;  // deviation 2
    if (t(X) == PlainTag::kOpen) remove(X);
    k_[X] = k_new;
    h_[X] = h_new;
    put(X, k_new);
  }
  void process_state() {
    const auto [k_old, X] = *open_.begin();
    remove(X);
    if (k_old < h(X)) {
      for (const NodeId Y : neighbours(X)) {
        if (h(Y) <= k_old && h(X) > plus(h(Y), c(Y, X))) {
          b_[X] = Y;
          h_[X] = plus(h(Y), c(Y, X));
        }
      }
    }
    if (k_old == h(X)) {
      for (const NodeId Y : neighbours(X)) {
        const std::uint64_t over_x = plus(h(X), c(X, Y));
        if (t(Y) == PlainTag::kNew || (b(Y) == X && h(Y) != over_x) || (b(Y) != X && h(Y) > over_x)) {
          b_[Y] = X;
          insert(Y, over_x);
        }
      }
    } else {
      for (const NodeId Y : neighbours(X)) {
        const std::uint64_t over_x = plus(h(X), c(X, Y));
        if (t(Y) == PlainTag::kNew || (b(Y) == X && h(Y) != over_x)) {
          b_[Y] = X;
          insert(Y, over_x);
        } else if (b(Y) != X && h(Y) > over_x) {
          insert(X, h(X));
        } else if (b(Y) != X && h(X) > plus(h(Y), c(Y, X)) && t(Y) == PlainTag::kClosed && h(Y) > k_old) {
          insert(Y, h(Y));
        }
      }
    }
  }

  NodeId robot_;
};

// How an entry of OPEN is known to be of an earlier place of the robot: by the place, as published, or by how often the
// robot had moved (deviation 7).
enum class PlainStale { kByPlace, kByMove };

class PlainFocussedDStar : public PlainStentz<std::tuple<std::uint64_t, std::uint64_t, std::uint64_t>> {
 public:
  PlainFocussedDStar(const Map& map, NodeId robot, NodeId goal, PlainEstimate gval,
                     PlainStale stale = PlainStale::kByMove)
      : PlainStentz(map), r_robot_(robot), r_curr_(robot), gval_(std::move(gval)), stale_(stale) {
    insert(goal, 0);
  }

  void move(NodeId robot) { r_robot_ = robot; }
  // The part of MOVE-ROBOT where the map is found to be another than expected.
  void scan(const std::set<NodeId>& cells) {
    if (!cells.empty()) focus();
    for (const NodeId X : cells) {
      read_costs(X);
      if (t(X) == PlainTag::kClosed) insert(X, h(X));
    }
  }
  [[nodiscard]] bool done() const {
    if (open_.empty()) return true;
    const NodeId X = open_.begin()->second;
    return !is_stale(X) && !(val(X) < cost(r_robot_));
  }
  // A turn of the loop of MIN-STATE, or PROCESS-STATE.
  void turn() {
    focus();  // deviation 8
    const NodeId X = open_.begin()->second;
    if (is_stale(X)) {
      const std::uint64_t h_new = h(X);
      h_[X] = k(X);
      remove(X);
      insert(X, h_new);
    } else {
      process_state(X);
    }
  }

 private:
  using Val = std::pair<std::uint64_t, std::uint64_t>;

  void focus() {
    if (r_curr_ == r_robot_) return;
    d_curr_ += gval_(r_robot_, r_curr_) + 1;
    r_curr_ = r_robot_;
    ++moves_;
  }
  [[nodiscard]] bool is_stale(NodeId X) const {
    return stale_ == PlainStale::kByPlace ? place_of_.at(X) != r_curr_ : move_of_.at(X) != moves_;
  }
  [[nodiscard]] Val val(NodeId X) const { return {std::get<1>(key_.at(X)), std::get<2>(key_.at(X))}; }
  [[nodiscard]] Val cost(NodeId X) const { return {plus(h(X), gval_(X, r_curr_)), h(X)}; }
  void insert(NodeId X, std::uint64_t h_new) {
    std::uint64_t k_new = h_new;
    if (t(X) == PlainTag::kOpen) k_new = std::min(k(X), h_new);
    if (t(X) == PlainTag::kClosed) k_new = std::min(h(X), h_new);
    if (k_new == kPlainInfinity) return;  // deviation 2
    if (t(X) == PlainTag::kOpen) remove(X);
    k_[X] = k_new;
    h_[X] = h_new;
    place_of_[X] = r_curr_;
    move_of_[X] = moves_;
    const std::uint64_t f = k_new + gval_(X, r_curr_);
    put(X, {f + d_curr_, f, k_new});
  }
  void process_state(NodeId X) {
    const Val val_x = val(X);
    const std::uint64_t k_val = k(X);
    remove(X);
    if (k_val < h(X)) {
      for (const NodeId Y : neighbours(X)) {
        if (t(Y) != PlainTag::kNew && cost(Y) <= val_x && h(X) > plus(h(Y), c(Y, X))) {
          b_[X] = Y;
          h_[X] = plus(h(Y), c(Y, X));
        }
      }
    }
    if (k_val == h(X)) {
      for (const NodeId Y : neighbours(X)) {
        const std::uint64_t over_x = plus(h(X), c(X, Y));
        if (t(Y) == PlainTag::kNew || (b(Y) == X && h(Y) != over_x) || (b(Y) != X && h(Y) > over_x)) {
          b_[Y] = X;
          insert(Y, over_x);
        }
      }
    } else {
      for (const NodeId Y : neighbours(X)) {
        const std::uint64_t over_x = plus(h(X), c(X, Y));
        if (t(Y) == PlainTag::kNew || (b(Y) == X && h(Y) != over_x)) {
          b_[Y] = X;
          insert(Y, over_x);
        } else if (b(Y) != X && h(Y) > over_x && t(X) == PlainTag::kClosed) {
          insert(X, h(X));
        } else if (b(Y) != X && h(X) > plus(h(Y), c(Y, X)) && t(Y) == PlainTag::kClosed && val_x < cost(Y)) {
          insert(Y, h(Y));
        }
      }
    }
  }

  NodeId r_robot_;
  NodeId r_curr_;
  std::uint64_t d_curr_ = 0;
  std::uint64_t moves_ = 0;  // of r_curr
  std::map<NodeId, NodeId> place_of_;
  std::map<NodeId, std::uint64_t> move_of_;
  PlainEstimate gval_;
  PlainStale stale_;
};

}  // namespace waymark::test
