// A plain transcription of IDA* (Korf 1985, as a recursion) and of ME-IDA* (Reinefeld & Marsland
// 1994), with the choices written down in the library's headers: a state beyond the limit is cut off before it is
// looked at whether it is the goal, no move leads back to the parent, and what the table keeps.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "support/natural_distance.hpp"

namespace waymark::test {

class PlainIda {
 public:
  // After a unit of work.
  struct Moment {
    std::vector<Place> path;
    std::uint64_t expanded;
    std::uint64_t generated;
    std::uint64_t peak;  // states of the path and of the table, at most so far
  };

  // `table`: entries, a power of two; 0: IDA*. `limit`: expansions.
  PlainIda(const Grid& grid, const MoveRules& rules, Place start, Place goal, std::uint64_t limit,
           std::size_t table = 0)
      : grid_(grid), rules_(rules), goal_(goal), limit_(limit), table_(table) {
    for (std::optional<std::uint64_t> next = h(start); next && !found_ && !out_of_budget_;) {
      threshold_ = *next;
      next_.reset();
      depth_first_search(start, 0);
      next = next_;
    }
  }

  [[nodiscard]] bool found() const { return found_; }
  [[nodiscard]] bool out_of_budget() const { return out_of_budget_; }
  [[nodiscard]] std::uint64_t cost() const { return cost_; }
  [[nodiscard]] std::size_t held() const { return held_; }
  [[nodiscard]] const std::vector<Moment>& moments() const { return moments_; }

 private:
  struct Entry {
    Place place;
    std::uint64_t g;
    std::uint64_t threshold;
    std::size_t depth;
  };

  [[nodiscard]] std::uint64_t h(Place place) const { return natural_distance(rules_, place, goal_); }

  void note() {
    peak_ = std::max<std::uint64_t>(peak_, path_.size() + held_);
    moments_.push_back({path_, expanded_, generated_, peak_});
  }

  void depth_first_search(Place n, std::uint64_t g) {
    if (g + h(n) > threshold_) {
      next_ = next_ ? std::min(*next_, g + h(n)) : g + h(n);
      return;
    }
    if (!is_worth_while(n, g)) return;
    if (n != goal_ && expanded_ == limit_) {
      out_of_budget_ = true;
      moments_.push_back({path_, expanded_, generated_, peak_});
      return;
    }
    path_.push_back(n);
    if (n == goal_) {
      found_ = true;
      cost_ = g;
      note();
      return;
    }
    ++expanded_;
    std::vector<std::pair<Place, std::uint64_t>> successors;
    for (const ReferenceMove& move : moves_in_order(grid_, rules_, n)) {
      const Place s{n.first + move.dx, n.second + move.dy};
      if (path_.size() > 1 && s == path_[path_.size() - 2]) continue;
      successors.emplace_back(s, g + move.cost);
      generated_ += g + move.cost + h(s) <= threshold_ ? 1u : 0u;
    }
    note();
    for (const auto& [s, g_s] : successors) {
      depth_first_search(s, g_s);
      if (found_ || out_of_budget_) return;
    }
    path_.pop_back();
    note();
  }

  bool is_worth_while(Place n, std::uint64_t g) {
    if (table_.empty()) return true;
    std::optional<Entry>& entry = table_[slot(n)];
    if (entry && entry->place == n) {
      if (entry->g < g || (entry->g == g && entry->threshold == threshold_)) return false;
    } else if (entry && entry->depth <= path_.size()) {
      return true;
    }
    if (!entry) ++held_;
    entry = Entry{n, g, threshold_, path_.size()};
    return true;
  }

  // The first bits of the golden ratio times the id.
  [[nodiscard]] std::size_t slot(Place place) const {
    std::size_t size = 1;
    unsigned bits = 0;
    for (; size < table_.size(); size *= 2) ++bits;
    if (bits == 0) return 0;
    return static_cast<std::size_t>(grid_.node(place.first, place.second) * 0x9e3779b97f4a7c15ull >> (64u - bits));
  }

  const Grid& grid_;
  MoveRules rules_;
  Place goal_;
  std::uint64_t limit_;
  std::vector<std::optional<Entry>> table_;
  std::vector<Place> path_;
  std::vector<Moment> moments_;
  std::uint64_t threshold_ = 0;
  std::optional<std::uint64_t> next_;
  std::uint64_t expanded_ = 0;
  std::uint64_t generated_ = 1;
  std::uint64_t peak_ = 0;
  std::uint64_t cost_ = 0;
  std::size_t held_ = 0;
  bool found_ = false;
  bool out_of_budget_ = false;
};

}  // namespace waymark::test
