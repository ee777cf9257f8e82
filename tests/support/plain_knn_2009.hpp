// A plain transcription of kNN LRTA* of 2009, with the choices written down in the library's header.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "support/plain_knn.hpp"

namespace waymark::test {

// Figure 7 of 2009. Records are start, subgoal, goal.
class PlainKnn2009 {
 public:
  struct Options {
    std::uint64_t m = 25;
    int d = 3;
    std::size_t k = 1;
    bool climb = false;  // on legs, while it comes nearer
  };

  PlainKnn2009(const Grid& grid, const MoveRules& rules, std::vector<PlainRecord> records, const Options& options,
               Place start, Place goal)
      : grid_(grid),
        rules_(rules),
        climber_(grid, rules),
        records_(std::move(records)),
        options_(options),
        s_(start),
        goal_(goal) {}

  [[nodiscard]] Place position() const { return s_; }
  [[nodiscard]] bool done() const { return s_ == goal_; }
  [[nodiscard]] bool exhausted() const { return exhausted_; }
  [[nodiscard]] std::size_t subgoals() const { return taboo_.size(); }

  [[nodiscard]] std::uint64_t climb_steps() const { return climber_.steps(); }
  [[nodiscard]] int combined() const { return combined_; }
  [[nodiscard]] int climbed() const { return climbed_; }

  void move() {
    while (!target_ || s_ == *target_) {
      target_ = subgoal();
      lrta_.reset();
    }
    if (options_.climb && !lrta_) {
      if (const auto next = climber_.step(s_, *target_)) {
        ++climbed_;
        s_ = *next;
        return;
      }
    }
    if (!lrta_) lrta_.emplace(grid_, rules_, s_, *target_, options_.d, false);
    lrta_->move();
    s_ = lrta_->position();
  }

 private:
  Place subgoal() {
    if (climber_.reachable(s_, goal_, options_.m)) return goal_;
    std::vector<std::pair<std::uint64_t, std::size_t>> order;
    for (std::size_t i = 0; i < records_.size(); ++i) {
      order.emplace_back(
          empty_map_distance(rules_, s_, records_[i][0]) + empty_map_distance(rules_, goal_, records_[i][2]), i);
    }
    std::sort(order.begin(), order.end());
    std::vector<std::pair<std::uint64_t, Place>> chosen;  // weight and subgoal
    for (const auto& [distance, i] : order) {
      const PlainRecord& record = records_[i];
      if (std::find(taboo_.begin(), taboo_.end(), record[1]) != taboo_.end()) continue;
      if (!is_connected(record[1])) continue;
      if (!climber_.reachable(s_, record[0], options_.m) || !climber_.reachable(goal_, record[2], options_.m)) continue;
      chosen.emplace_back((std::uint64_t{1} << 20u) / (1 + distance / rules_.costs.cardinal), record[1]);
      if (chosen.size() == options_.k) break;
    }
    if (chosen.empty()) {
      exhausted_ = true;
      return goal_;
    }
    taboo_.push_back(chosen.front().second);
    if (options_.k == 1) return chosen.front().second;
    const Place mean = mean_of(chosen);
    using Key = std::tuple<int, int, int>;
    std::optional<Key> nearest;  // to the mean
    for (int dy = -8; dy <= 8; ++dy) {
      for (int dx = -8; dx <= 8; ++dx) {
        if (!is_connected({mean.first + dx, mean.second + dy})) continue;
        const Key key{dx * dx + dy * dy, dy, dx};
        if (!nearest || key < *nearest) nearest = key;
      }
    }
    if (!nearest) return chosen.front().second;
    const Place found{mean.first + std::get<2>(*nearest), mean.second + std::get<1>(*nearest)};
    if (found == s_) return chosen.front().second;
    combined_ += found != chosen.front().second ? 1 : 0;
    return found;
  }

  static Place mean_of(const std::vector<std::pair<std::uint64_t, Place>>& chosen) {
    double weights = 0;
    double x = 0;
    double y = 0;
    for (const auto& [weight, place] : chosen) {
      weights += static_cast<double>(weight);
      x += static_cast<double>(weight) * place.first;
      y += static_cast<double>(weight) * place.second;
    }
    return {static_cast<int>(std::floor(x / weights + 0.5)), static_cast<int>(std::floor(y / weights + 0.5))};
  }

  // With where the agent stands.
  [[nodiscard]] bool is_connected(Place to) {
    if (!grid_.passable(to.first, to.second)) return false;
    if (connected_.empty()) {
      std::vector<Place> open{s_};
      connected_.insert(s_);
      while (!open.empty()) {
        const Place at = open.back();
        open.pop_back();
        for (const ReferenceMove& move : moves_in_order(grid_, rules_, at)) {
          const Place next{at.first + move.dx, at.second + move.dy};
          if (connected_.insert(next).second) open.push_back(next);
        }
      }
    }
    return connected_.contains(to);
  }

  const Grid& grid_;
  MoveRules rules_;
  PlainClimber climber_;
  std::vector<PlainRecord> records_;
  Options options_;
  Place s_;
  Place goal_;
  std::optional<Place> target_;
  std::set<Place> connected_;
  int combined_ = 0;
  int climbed_ = 0;
  std::vector<Place> taboo_;
  bool exhausted_ = false;
  std::optional<PlainLrta> lrta_;
};

}  // namespace waymark::test
