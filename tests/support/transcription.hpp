// The papers' pseudocode, written down as plainly as it is printed. Shares nothing with the library but the map's
// cells; slow on purpose.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "support/reference.hpp"
#include "waymark/space/grid.hpp"
#include "waymark/space/move_table.hpp"

namespace waymark::test {

using Place = std::pair<int, int>;  // x, y

// N, E, S, W, NE, SE, SW, NW
inline std::vector<ReferenceMove> moves_in_order(const Grid& grid, const MoveRules& rules, Place at) {
  constexpr int kOrder[8][2] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}, {1, -1}, {1, 1}, {-1, 1}, {-1, -1}};
  const std::vector<ReferenceMove> all = reference_moves(grid, rules, at.first, at.second);
  std::vector<ReferenceMove> sorted;
  for (const auto& order : kOrder) {
    for (const ReferenceMove& move : all) {
      if (move.dx == order[0] && move.dy == order[1]) sorted.push_back(move);
    }
  }
  return sorted;
}

inline std::uint64_t empty_map_distance(const MoveRules& rules, Place a, Place b) {
  const auto dx = static_cast<std::uint64_t>(std::abs(a.first - b.first));
  const auto dy = static_cast<std::uint64_t>(std::abs(a.second - b.second));
  if (rules.neighbours == Neighbours::kFour || rules.diagonal == DiagonalRule::kNever)
    return (dx + dy) * rules.costs.cardinal;
  const std::uint64_t diagonals = std::min(dx, dy);
  return diagonals * rules.costs.diagonal + (std::max(dx, dy) - diagonals) * rules.costs.cardinal;
}

// What every transcription of an agent has: its place, what it learned, and what its last move cost.
class PlainAgent {
 public:
  PlainAgent(const Grid& grid, const MoveRules& rules, Place start, Place goal)
      : grid_(grid), rules_(rules), s_(start), goal_(goal) {}

  [[nodiscard]] Place position() const { return s_; }
  [[nodiscard]] bool done() const { return s_ == goal_; }
  [[nodiscard]] std::uint64_t h(Place place) const {
    const auto found = learned_.find(place);
    return found != learned_.end() ? found->second : empty_map_distance(rules_, place, goal_);
  }
  // Units of the last move, as the header of the agent charges them.
  [[nodiscard]] std::uint64_t work() const { return work_; }

 protected:
  const Grid& grid_;
  MoveRules rules_;
  Place s_;
  Place goal_;
  std::map<Place, std::uint64_t> learned_;
  std::uint64_t work_ = 0;
};

// LRTA* and RTA*, Figure 1 of JAIR 2008 with the choices written down in the library's headers.
class PlainLrta : public PlainAgent {
 public:
  PlainLrta(const Grid& grid, const MoveRules& rules, Place start, Place goal, int d, bool second_best)
      : PlainAgent(grid, rules, start, goal), d_(d), second_best_(second_best) {}

  void move() {
    work_ = 1;  // the update
    // Line 4: the cheapest way to every state with at most k moves, for k = 1 to d.
    struct Way {
      std::uint64_t g;
      std::uint64_t f;
      int first;  // index of the first move in the order of ties
    };
    std::map<Place, Way> best{{s_, {0, 0, -1}}};
    std::map<Place, int> first_ply{{s_, 0}};
    std::vector<Place> changed{s_};  // in the order in which they were found
    std::vector<Place> last_ply;
    for (int ply = 1; ply <= d_; ++ply) {
      const std::map<Place, Way> before = best;
      std::vector<Place> now;
      work_ += changed.size();
      for (const Place& from : changed) {
        const Way& way = before.at(from);
        for (const ReferenceMove& move : moves_in_order(grid_, rules_, from)) {
          const Place to{from.first + move.dx, from.second + move.dy};
          const std::uint64_t g = way.g + move.cost;
          if (best.count(to) != 0 && best.at(to).g <= g) continue;
          if (first_ply.count(to) == 0) {
            first_ply[to] = ply;
            if (ply == d_) last_ply.push_back(to);
          }
          best[to] = {g, std::max(way.f, g + h(to)), way.first >= 0 ? way.first : order_of(move)};
          if (to != goal_ && std::find(now.begin(), now.end(), to) == now.end()) now.push_back(to);
        }
      }
      changed = now;
    }
    if (best.count(goal_) != 0 && first_ply[goal_] != d_) last_ply.push_back(goal_);

    // Line 5.
    using Key = std::tuple<std::uint64_t, std::int64_t, int, int, int>;  // f, -g, first move, y, x
    std::vector<Key> frontier;
    for (const Place& place : last_ply) {
      const Way& way = best.at(place);
      frontier.emplace_back(way.f, -static_cast<std::int64_t>(way.g), way.first, place.second, place.first);
    }
    const Key chosen = *std::min_element(frontier.begin(), frontier.end());

    // Line 6.
    std::uint64_t value = std::get<0>(chosen);
    if (second_best_) {
      constexpr std::uint64_t kInfinity = (std::uint64_t{1} << 30u) - 1;
      value = kInfinity;
      bool other_move = false;
      for (const Key& key : frontier) {
        if (std::get<2>(key) == std::get<2>(chosen)) continue;
        other_move = true;
        value = std::min(value, std::get<0>(key));
      }
      if (!other_move && moves_in_order(grid_, rules_, s_).size() > 1) value = std::get<0>(chosen);
    }
    learned_[s_] = std::max(h(s_), value);

    // Line 7.
    constexpr int kOrder[8][2] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}, {1, -1}, {1, 1}, {-1, 1}, {-1, -1}};
    s_.first += kOrder[std::get<2>(chosen)][0];
    s_.second += kOrder[std::get<2>(chosen)][1];
  }

 private:
  static int order_of(const ReferenceMove& move) {
    constexpr int kOrder[8][2] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}, {1, -1}, {1, 1}, {-1, 1}, {-1, -1}};
    for (int i = 0; i < 8; ++i) {
      if (kOrder[i][0] == move.dx && kOrder[i][1] == move.dy) return i;
    }
    return -1;
  }

  int d_;
  bool second_best_;
};

}  // namespace waymark::test
