// A plain transcription of TBA* (Bjornsson, Bulitko & Sturtevant 2009, Algorithm 1), with the choices written down in
// the library's header: how a slice is divided, and what an agent does at the end of its path.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "support/transcription.hpp"

namespace waymark::test {

class PlainTba {
 public:
  // f = g + h * w_thousandths / 1000; with a weight a closed state stays closed.
  PlainTba(const Grid& grid, const MoveRules& rules, Place start, Place goal, std::uint64_t slice,
           std::uint64_t trace_ratio, std::uint64_t w_thousandths = 1000)
      : grid_(grid),
        rules_(rules),
        start_(start),
        goal_(goal),
        slice_(slice),
        ratio_(trace_ratio),
        weight_(w_thousandths),
        loc_(start),
        loc_last_(start) {
    g_[start] = 0;
    push(start);
  }

  [[nodiscard]] Place position() const { return loc_; }
  [[nodiscard]] bool done() const { return loc_ == goal_; }
  [[nodiscard]] std::uint64_t expanded() const { return expanded_; }

  // Units of the last move, as the header of the agent charges them.
  [[nodiscard]] std::uint64_t work() const { return work_; }

  void move() {
    // Planning.
    std::uint64_t left = slice_;
    const std::uint64_t kept = std::max<std::uint64_t>(left / 20, 1);
    left = a_star(left - kept) + kept;
    if (!solution_traced_) left = trace_back(left);
    work_ = slice_ - a_star(left);
    // Execution.
    const auto here = std::find(path_follow_.begin(), path_follow_.end(), loc_);
    const bool at_end = here == path_follow_.begin();  // paths lie from their end back
    Place next = loc_last_;
    if (here != path_follow_.end() && !at_end) {
      next = *(here - 1);
    } else if (loc_ != start_) {
      next = parent_.at(loc_);
    }
    loc_last_ = loc_;
    loc_ = next;
  }

 private:
  // f, then higher g, then y and x.
  using Entry = std::tuple<std::uint64_t, std::int64_t, int, int>;

  void push(Place place) {
    const std::uint64_t f = g_.at(place) * 1000 + empty_map_distance(rules_, place, goal_) * weight_;
    open_.insert({f, -static_cast<std::int64_t>(g_.at(place)), place.second, place.first});
  }
  [[nodiscard]] Place best() const { return {std::get<3>(*open_.begin()), std::get<2>(*open_.begin())}; }

  // Returns the units left.
  std::uint64_t a_star(std::uint64_t units) {
    for (; units > 0 && !solution_found_; --units) {
      const Place s = best();
      open_.erase(open_.begin());
      if (closed_.count(s) != 0) continue;
      closed_.insert(s);
      if (s == goal_) {
        solution_found_ = true;
        continue;
      }
      ++expanded_;
      for (const ReferenceMove& move : moves_in_order(grid_, rules_, s)) {
        const Place to{s.first + move.dx, s.second + move.dy};
        const std::uint64_t g = g_.at(s) + move.cost;
        if (closed_.count(to) != 0 || (g_.count(to) != 0 && g_.at(to) <= g)) continue;
        g_[to] = g;
        parent_[to] = s;
        push(to);
      }
    }
    return units;
  }

  std::uint64_t trace_back(std::uint64_t units) {
    if (done_trace_) {
      if (solution_found_) {
        path_new_ = {goal_};
      } else {
        while (closed_.count(best()) != 0) {
          if (units == 0) return 0;
          open_.erase(open_.begin());
          --units;
        }
        path_new_ = {best()};
      }
      to_goal_ = solution_found_;
      done_trace_ = false;
    }
    std::uint64_t traced = 0;
    while (path_new_.back() != loc_ && path_new_.back() != start_) {
      if (traced == units * ratio_) return 0;
      path_new_.push_back(parent_.at(path_new_.back()));
      ++traced;
    }
    done_trace_ = true;
    path_follow_ = path_new_;
    solution_traced_ = to_goal_;
    return units - (traced + ratio_ - 1) / ratio_;
  }

  const Grid& grid_;
  MoveRules rules_;
  Place start_;
  Place goal_;
  std::uint64_t slice_;
  std::uint64_t ratio_;
  std::uint64_t weight_;
  Place loc_;
  Place loc_last_;
  std::multiset<Entry> open_;
  std::set<Place> closed_;
  std::map<Place, std::uint64_t> g_;
  std::map<Place, Place> parent_;
  std::vector<Place> path_new_;
  std::vector<Place> path_follow_;
  std::uint64_t expanded_ = 0;
  std::uint64_t work_ = 0;
  bool solution_found_ = false;
  bool solution_traced_ = false;
  bool done_trace_ = true;
  bool to_goal_ = false;
};

}  // namespace waymark::test
