// Plain transcriptions of Prioritized LRTA* and LRTS, with the choices written down in the library's headers. Values of
// f are in thousandths of a cost unit.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "support/reference.hpp"
#include "support/transcription.hpp"

namespace waymark::test {

// What all of them share.
class PlainLearner : public PlainAgent {
 public:
  using PlainAgent::PlainAgent;

 protected:
  struct Neighbour {
    Place place;
    std::uint64_t cost;
    int order;
  };
  [[nodiscard]] std::vector<Neighbour> neighbours(Place of) const {
    constexpr int kOrder[8][2] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}, {1, -1}, {1, 1}, {-1, 1}, {-1, -1}};
    std::vector<Neighbour> all;
    for (const ReferenceMove& move : moves_in_order(grid_, rules_, of)) {
      int order = 0;
      while (kOrder[order][0] != move.dx || kOrder[order][1] != move.dy) ++order;
      all.push_back({{of.first + move.dx, of.second + move.dy}, move.cost, order});
    }
    return all;
  }
  void raise(Place place, std::uint64_t f) {
    const std::uint64_t value = f / 1000 + (f % 1000 != 0 ? 1 : 0);
    if (value > h(place)) learned_[place] = value;
  }

  // A way to a state, with all its places from the first move on.
  struct Way {
    std::uint64_t g = 0;
    std::uint64_t f = 0;
    int first = -1;
    std::vector<Place> places;
  };
  using Ways = std::map<Place, Way>;
  [[nodiscard]] Way longer(const Way& way, const Neighbour& next, std::uint64_t gamma) const {
    Way result = way;
    result.g += next.cost;
    result.f = std::max(path_max_ ? way.f : 0, gamma * result.g + 1000 * h(next.place));
    if (way.first < 0) result.first = next.order;
    result.places.push_back(next.place);
    return result;
  }
  bool path_max_ = true;
  static const Way& best_of(const Ways& frontier) {
    const auto key = [](const auto& item) {
      const auto& [place, way] = item;
      return std::tuple(way.f, -static_cast<std::int64_t>(way.g), way.first, place.second, place.first);
    };
    const auto* best = &*frontier.begin();
    for (const auto& item : frontier) {
      if (key(item) < key(*best)) best = &item;
    }
    return best->second;
  }

  // All states up to d moves away; the frontier are those first reached with d moves, and the goal.
  struct Area {
    std::set<Place> inner;
    Ways frontier;
    std::uint64_t expansions = 0;
    std::uint64_t units = 0;  // what it is charged
  };
  [[nodiscard]] Area look_ahead(int d, std::uint64_t gamma) const {
    Area area;
    Ways ways{{s_, {}}};
    std::map<Place, int> level{{s_, 0}};
    std::vector<Place> changed{s_};
    for (int ply = 1; ply <= d; ++ply) {
      const Ways before = ways;
      area.expansions += changed.size();
      std::vector<Place> now;
      for (const Place& from : changed) {
        for (const Neighbour& next : neighbours(from)) {
          const Way way = longer(before.at(from), next, gamma);
          if (ways.count(next.place) != 0 && ways[next.place].g <= way.g) continue;
          level.emplace(next.place, ply);
          ways[next.place] = way;
          if (next.place != goal_ && std::find(now.begin(), now.end(), next.place) == now.end()) {
            now.push_back(next.place);
          }
        }
      }
      changed = now;
    }
    for (const auto& [place, way] : ways) {
      if (place == goal_ || level[place] == d) {
        area.frontier[place] = way;
      } else {
        area.inner.insert(place);
      }
    }
    area.units = area.expansions;
    return area;
  }

  // A* with path-max from here, with as many expansions as d plies make on an empty map. A state to which there is a
  // cheaper way is expanded again. Of the frontier only the best, which it goes to by the cheapest ways known.
  [[nodiscard]] Area look_best_first(int d) const {
    using Key = std::tuple<std::uint64_t, std::int64_t, int, int>;
    const auto key = [](Place place, const Way& way) {
      return Key{way.f, -static_cast<std::int64_t>(way.g), place.second, place.first};
    };
    Area area;
    Ways open{{s_, {}}};
    std::map<Place, std::tuple<std::uint64_t, Place, int>> ways_to{{s_, {0, s_, -1}}};  // g, from where, by which move
    const auto first_of = [&] {
      return *std::min_element(open.begin(), open.end(), [&](const auto& a, const auto& b) {
        return key(a.first, a.second) < key(b.first, b.second);
      });
    };
    for (int left = (2 * d - 1) * (2 * d - 1); left > 0; --left) {
      const auto [place, way] = first_of();
      ++area.units;  // for the goal too
      if (place == goal_) break;
      ++area.expansions;
      open.erase(place);
      area.inner.insert(place);
      for (const Neighbour& next : neighbours(place)) {
        const Way further = longer(way, next, 1000);
        if (ways_to.count(next.place) != 0 && std::get<0>(ways_to[next.place]) <= further.g) continue;
        ways_to[next.place] = {further.g, place, next.order};
        area.inner.erase(next.place);
        open[next.place] = further;
      }
    }
    auto [place, way] = first_of();
    way.places.clear();
    for (Place at = place; at != s_; at = std::get<1>(ways_to[at])) {
      way.places.insert(way.places.begin(), at);
      way.first = std::get<2>(ways_to[at]);
    }
    area.units += way.places.size();
    area.frontier[place] = way;
    return area;
  }
  [[nodiscard]] Area look(int d, bool best_first) const {
    return best_first ? look_best_first(d) : look_ahead(d, 1000);
  }
};

class PlainPLrta : public PlainLearner {
 public:
  PlainPLrta(const Grid& grid, const MoveRules& rules, Place start, Place goal, std::size_t n)
      : PlainLearner(grid, rules, start, goal), n_(n) {}

  void move() {
    work_ = 0;
    update(s_);
    bool raised = false;
    for (std::size_t i = 0; i < n_ && !queue_.empty(); ++i) {
      const auto best = std::min_element(queue_.begin(), queue_.end());
      const Place place{best->x, best->y};
      queue_.erase(best);
      raised |= update(place);
    }
    if (raised) ++work_;  // a second look around
    s_ = std::get<3>(best(s_));
  }

 private:
  struct Entry {
    std::uint64_t delta;
    int y;
    int x;
    friend bool operator<(const Entry& a, const Entry& b) {
      return a.delta != b.delta ? a.delta > b.delta : std::tie(a.y, a.x) < std::tie(b.y, b.x);
    }
  };
  using Choice = std::tuple<std::uint64_t, std::int64_t, int, Place>;
  [[nodiscard]] Choice best(Place of) const {
    std::vector<Choice> all;
    for (const Neighbour& next : neighbours(of)) {
      all.emplace_back(next.cost + h(next.place), -static_cast<std::int64_t>(next.cost), next.order, next.place);
    }
    return *std::min_element(all.begin(), all.end());
  }
  // Whether h rose.
  bool update(Place place) {
    const std::uint64_t f = std::get<0>(best(place));
    ++work_;
    if (f <= h(place)) return false;
    ++work_;
    const std::uint64_t delta = f - h(place);
    learned_[place] = f;
    for (const Neighbour& next : neighbours(place)) add_to_queue(next.place, delta);
    return true;
  }
  void add_to_queue(Place place, std::uint64_t delta) {
    if (place == goal_) return;
    for (const Entry& entry : queue_) {
      if (Place{entry.x, entry.y} == place) return;
    }
    if (queue_.size() == n_) {
      const auto worst = std::max_element(queue_.begin(), queue_.end());
      if (worst->delta >= delta) return;
      queue_.erase(worst);
    }
    queue_.push_back({delta, place.second, place.first});
  }

  std::size_t n_;
  std::vector<Entry> queue_;
};

class PlainLrts : public PlainLearner {
 public:
  struct Options {
    int d;
    std::uint64_t gamma;                 // in thousandths
    std::optional<std::uint64_t> quota;  // T in cost units
    bool uniform;
    bool every_move;
    bool path_max = true;
  };
  PlainLrts(const Grid& grid, const MoveRules& rules, Place start, Place goal, const Options& options)
      : PlainLearner(grid, rules, start, goal), options_(options) {
    path_max_ = options.path_max;
  }

  void move() {
    work_ = 1;
    if (to_walk_.empty()) plan();
    s_ = to_walk_.front();
    to_walk_.erase(to_walk_.begin());
  }

 private:
  void plan() {
    const Area area = look_ahead(options_.d, options_.gamma);
    const Way& best = best_of(area.frontier);
    const std::uint64_t before = h(s_);
    work_ = area.expansions + 1;
    if (options_.uniform) {
      work_ += area.inner.size() + area.frontier.size();
      update_inner(area);
    }
    raise(s_, best.f);
    u_ += h(s_) - before;
    if (options_.quota && u_ > *options_.quota) {
      u_ = *options_.quota;
      if (!walked_.empty()) {
        to_walk_ = walked_.back();
        walked_.pop_back();
        return;
      }
    }
    to_walk_ = best.places;
    work_ += to_walk_.size();
    if (options_.every_move) to_walk_.resize(1);
    std::vector<Place> back(to_walk_.rbegin() + 1, to_walk_.rend());
    back.push_back(s_);
    walked_.push_back(back);
  }

  // Bellman-Ford, until nothing changes.
  void update_inner(const Area& area) {
    std::map<Place, std::uint64_t> value;
    for (const auto& [place, way] : area.frontier) value[place] = 1000 * h(place);
    for (bool again = true; again;) {
      again = false;
      for (const Place& place : area.inner) {
        for (const Neighbour& next : neighbours(place)) {
          if (value.count(next.place) == 0) continue;
          const std::uint64_t through = value[next.place] + options_.gamma * next.cost;
          if (value.count(place) != 0 && value[place] <= through) continue;
          value[place] = through;
          again = true;
        }
      }
    }
    for (const Place& place : area.inner) raise(place, value.at(place));
  }

  Options options_;
  std::uint64_t u_ = 0;
  std::vector<Place> to_walk_;
  std::vector<std::vector<Place>> walked_;  // for each plan the way back to where it was made
};

}  // namespace waymark::test
