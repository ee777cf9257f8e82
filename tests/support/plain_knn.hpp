// A plain transcription of kNN LRTA* of 2010, with the choices written down in the library's header, and of the
// climbing that both years have.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "support/transcription.hpp"

namespace waymark::test {

using PlainRecord = std::vector<Place>;

// What both years have: hill-climbing with a cutoff (Figure 7 of 2010).
class PlainClimber {
 public:
  PlainClimber(const Grid& grid, const MoveRules& rules) : grid_(grid), rules_(rules) {}

  // One step; nothing where no neighbour is nearer.
  [[nodiscard]] std::optional<Place> step(Place s, Place to) const {
    std::uint64_t nearest = ~std::uint64_t{0};
    using Key = std::tuple<std::uint64_t, std::int64_t, int>;
    Key best{~std::uint64_t{0}, 0, 0};
    Place next = s;
    int order = 0;
    for (const ReferenceMove& move : moves_in_order(grid_, rules_, s)) {
      const Place place{s.first + move.dx, s.second + move.dy};
      const std::uint64_t h = empty_map_distance(rules_, place, to);
      nearest = std::min(nearest, h);
      const Key key{move.cost + h, -static_cast<std::int64_t>(move.cost), order++};
      if (key < best) {
        best = key;
        next = place;
      }
    }
    if (empty_map_distance(rules_, s, to) <= nearest) return std::nullopt;
    return next;
  }
  [[nodiscard]] bool reachable(Place s, Place to, std::uint64_t cutoff) const {
    for (std::uint64_t steps = 0; s != to; ++steps) {
      if (steps == cutoff) return false;
      ++steps_;
      const auto next = step(s, to);
      if (!next) return false;
      s = *next;
    }
    return true;
  }
  // Of all checks, that included on which one got stuck.
  [[nodiscard]] std::uint64_t steps() const { return steps_; }

 private:
  mutable std::uint64_t steps_ = 0;
  const Grid& grid_;
  MoveRules rules_;
};

// Figures 1 and 8 of 2010, with the six enhancements.
class PlainKnn {
 public:
  struct Options {
    std::size_t m = 10;  // 0: all
    std::uint64_t cutoff = 250;
    bool goal_check = true;
    bool skip_start = true;
    bool skip_end = true;
    std::uint64_t quota_thousandths = 3000;
    bool climb = false;  // on legs
  };

  // `records` in the order that breaks ties.
  PlainKnn(const Grid& grid, const MoveRules& rules, std::vector<PlainRecord> records, const Options& options,
           Place start, Place goal)
      : grid_(grid),
        rules_(rules),
        climber_(grid, rules),
        records_(std::move(records)),
        options_(options),
        s_(start),
        global_goal_(goal) {
    select();
  }

  [[nodiscard]] Place position() const { return s_; }
  [[nodiscard]] bool done() const { return s_ == global_goal_; }
  [[nodiscard]] bool fell_back() const { return failures_ > 0; }
  [[nodiscard]] int queries() const { return queries_; }
  [[nodiscard]] std::uint64_t climb_steps() const { return climber_.steps(); }
  [[nodiscard]] std::uint64_t updates() const { return updates_; }

  void move() {
    if (to_global_goal_alone_ && limited_ && travelled_ >= quota_) select();
    while (!to_global_goal_alone_ && s_ == target_) next_subgoal();
    if (to_global_goal_alone_) {
      lrta(global_goal_);
    } else if (options_.climb) {
      s_ = climber_.step(s_, target_).value();
    } else {
      lrta(target_);
    }
  }

 private:
  using Table = std::map<Place, std::uint64_t>;

  [[nodiscard]] bool reachable(Place from, Place to) const { return climber_.reachable(from, to, options_.cutoff); }

  void select() {
    to_global_goal_alone_ = false;
    if (options_.goal_check && reachable(s_, global_goal_)) return go(global_goal_, nullptr, 0);
    ++queries_;
    std::vector<std::pair<std::uint64_t, std::size_t>> order;
    for (std::size_t i = 0; i < records_.size(); ++i) {
      order.emplace_back(std::max(empty_map_distance(rules_, s_, records_[i].front()),
                                  empty_map_distance(rules_, global_goal_, records_[i].back())),
                         i);
    }
    std::sort(order.begin(), order.end());
    if (options_.m != 0 && order.size() > options_.m) order.resize(options_.m);
    for (const auto& [distance, i] : order) {
      const PlainRecord& record = records_[i];
      if (!reachable(s_, record.front()) || !reachable(record.back(), global_goal_)) continue;
      const bool skip = options_.skip_start && reachable(s_, record[1]);
      return go(record[skip ? 1 : 0], &record, skip ? 1 : 0);
    }
    ++failures_;
    to_global_goal_alone_ = true;
    limited_ = failures_ == 1 && options_.quota_thousandths != 0;
    travelled_ = 0;
    quota_ = empty_map_distance(rules_, s_, global_goal_) * options_.quota_thousandths / 1000;
  }

  void next_subgoal() {
    const std::size_t last = record_->size() - 1;
    if (at_ == last) return go(global_goal_, nullptr, 0);
    if (at_ + 1 == last && options_.skip_end && reachable(s_, global_goal_)) return go(global_goal_, nullptr, 0);
    go((*record_)[at_ + 1], record_, at_ + 1);
  }

  void go(Place target, const PlainRecord* record, std::size_t at) {
    target_ = target;
    record_ = record;
    at_ = at;
  }

  // A table for each goal, as the paper says.
  void lrta(Place goal) {
    Table& table = tables_[goal];
    const auto h = [&](Place place) {
      const auto found = table.find(place);
      return found != table.end() ? found->second : empty_map_distance(rules_, place, goal);
    };
    const ReferenceMove* best = nullptr;
    const auto moves = moves_in_order(grid_, rules_, s_);
    const auto f = [&](const ReferenceMove& move) { return move.cost + h({s_.first + move.dx, s_.second + move.dy}); };
    for (const ReferenceMove& move : moves) {
      if (best == nullptr || f(move) < f(*best) || (f(move) == f(*best) && move.cost > best->cost)) best = &move;
    }
    updates_ += f(*best) > h(s_) ? 1u : 0u;
    table[s_] = std::max(h(s_), f(*best));
    travelled_ += best->cost;
    s_ = {s_.first + best->dx, s_.second + best->dy};
  }

  const Grid& grid_;
  MoveRules rules_;
  PlainClimber climber_;
  std::vector<PlainRecord> records_;
  Options options_;
  Place s_;
  Place global_goal_;
  bool to_global_goal_alone_ = false;
  bool limited_ = false;
  std::uint64_t travelled_ = 0;
  std::uint64_t quota_ = 0;
  int failures_ = 0;
  int queries_ = 0;
  Place target_;
  const PlainRecord* record_ = nullptr;
  std::size_t at_ = 0;
  std::map<Place, Table> tables_;
  std::uint64_t updates_ = 0;
};

}  // namespace waymark::test
