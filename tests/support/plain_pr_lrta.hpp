// PR LRTA* as its headers describe it, with maps and sets. It shares with the library the grid and the
// abstraction, which has tests of its own.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

#include "support/plain_pra.hpp"
#include "waymark/subgoals/pattern_database.hpp"

namespace waymark::test {

// What is taken from a pattern database.
struct PlainControl {
  const PatternDatabase* database = nullptr;
  bool depths = false;
  bool subgoals = false;
  const PatternDatabase* depths_to_goal = nullptr;  // for states visited again
  bool held = false;                                // a target, until it is reached
  bool region_ties = false;
  bool goal_region = false;
  bool cells = false;  // are watched, not abstract states
};

class PlainPrLrta {
 public:
  PlainPrLrta(const Map& map, const CliqueAbstraction& abstraction, int level, int d, std::uint64_t gamma_thousandths,
              NodeId start, NodeId goal, PlainControl control = {}, bool to_representative = false)
      : map_(map),
        abstraction_(abstraction),
        level_(std::min(level, abstraction.levels())),
        d_(d),
        gamma_(gamma_thousandths),
        initial_(map, abstraction, level_),
        s_(start),
        goal_(goal),
        control_(control),
        to_representative_(to_representative) {}

  [[nodiscard]] bool done() const { return s_ == goal_; }
  [[nodiscard]] std::uint64_t h(NodeId region) const { return h(region, region_of(goal_)); }
  // Of the table for this target.
  [[nodiscard]] std::uint64_t h(NodeId region, NodeId target) const {
    const auto found = learned_.find({target, region});
    return found != learned_.end() ? found->second : initial_(region, target);
  }
  // Of the last round.
  [[nodiscard]] std::uint64_t work() const { return work_; }
  [[nodiscard]] std::uint64_t expanded() const { return expanded_; }
  // On any round.
  [[nodiscard]] bool fell_back() const { return fell_back_; }

  // The states walked to in one round.
  std::vector<NodeId> round() {
    work_ = 0;
    expanded_ = 0;
    const NodeId here = region_of(s_);
    const NodeId next = here == region_of(goal_) ? here : choose(here);
    std::vector<NodeId> path = refine(here, next);
    left_.insert(s_);
    left_.insert(path.begin(), path.end() - 1);
    s_ = path.back();
    return path;
  }

 private:
  [[nodiscard]] NodeId region_of(NodeId ground) const { return abstraction_.region(ground, level_); }

  // Line 3: the state to head for and the depth.
  std::pair<NodeId, int> look_up(NodeId here) {
    std::pair<NodeId, int> global{region_of(goal_), d_};
    near_.clear();
    if (control_.database == nullptr) return global;
    ++work_;
    const std::pair<NodeId, int> aim = control_.subgoals ? subgoal(here, global) : global;
    const bool again = control_.cells ? left_.count(s_) != 0 : !visited_.insert(here).second;
    if (control_.subgoals && again) {
      fell_back_ = true;
      near_.clear();
      if (const PatternDatabase* depths = control_.depths_to_goal) {
        const auto depth = static_cast<int>(depths->depth(depths->region(s_), depths->region(goal_)));
        if (depth > 0) global.second = depth;
      } else if (control_.depths) {
        global.second = static_cast<int>(control_.database->depth_cap());
      }
      return global;
    }
    if (control_.subgoals) return aim;
    const auto depth = stored_depth();
    return {global.first, depth > 0 ? depth : d_};
  }
  [[nodiscard]] int stored_depth() const {
    const PatternDatabase& database = *control_.database;
    return control_.depths ? static_cast<int>(database.depth(database.region(s_), database.region(goal_))) : 0;
  }
  [[nodiscard]] NodeId wide_region(NodeId state) const {
    return control_.database->region(abstraction_.representative(state, level_));
  }

  // And which regions of the database are no detour from it: none where nobody asks.
  std::pair<NodeId, int> subgoal(NodeId here, std::pair<NodeId, int> global) {
    const NodeId from = control_.database->region(s_);
    const NodeId to = control_.database->region(goal_);
    trail_.push_back(from);
    if (held_.has_value() && held_->first != here) {
      near_ = {from, held_->first == global.first ? to : wide_region(held_->first)};
      return *held_;
    }
    held_.reset();
    const NodeId target = control_.database->subgoal(from, to);
    std::pair<NodeId, int> aim = global;
    if (from == to) {
      near_ = {to};
    } else if (target == kNoNode || target == here) {
      return global;
    } else {
      near_ = {from, wide_region(target)};
      if (control_.goal_region && wide_region(target) == to && came_from(to)) return global;
      const int depth = stored_depth();
      aim = {target, depth > 0 ? depth : d_};
    }
    if (control_.held) held_ = aim;
    return aim;
  }
  // Whether the region before the present one was this.
  [[nodiscard]] bool came_from(NodeId region) const {
    const auto other = std::find_if(trail_.rbegin(), trail_.rend(), [&](NodeId each) { return each != trail_.back(); });
    return other != trail_.rend() && *other == region;
  }
  [[nodiscard]] bool strays(NodeId first) const {
    return control_.region_ties && !near_.empty() && near_.count(wide_region(first)) == 0;
  }

  // Lines 4 to 6 of JAIR 2008, Figure 1, on the abstract graph.
  NodeId choose(NodeId here) {
    struct Way {
      std::uint64_t g;
      std::uint64_t f;
      NodeId first;
    };
    const auto [goal, depth] = look_up(here);
    std::map<NodeId, Way> best{{here, {0, 0, kNoNode}}};
    std::map<NodeId, int> first_ply{{here, 0}};
    std::vector<NodeId> changed{here};
    for (int ply = 1; ply <= depth; ++ply) {
      const std::map<NodeId, Way> before = best;
      std::vector<NodeId> now;
      expanded_ += changed.size();
      for (const NodeId from : changed) {
        const Way& way = before.at(from);
        for (const auto& [to, cost] : plain_edges(map_, abstraction_, level_, from)) {
          const std::uint64_t g = way.g + cost;
          if (best.count(to) != 0 && best.at(to).g <= g) continue;
          first_ply.insert({to, ply});
          best[to] = {g, std::max(way.f, gamma_ * g + 1000 * h(to, goal)), way.first != kNoNode ? way.first : to};
          if (to != goal && std::find(now.begin(), now.end(), to) == now.end()) now.push_back(to);
        }
      }
      changed = now;
    }
    using Key = std::tuple<std::uint64_t, bool, std::int64_t, NodeId, NodeId>;  // f, strays, -g, first state, state
    std::set<Key> frontier;
    for (const auto& [state, ply] : first_ply) {
      if (ply != depth && state != goal) continue;
      const Way& way = best.at(state);
      frontier.insert({way.f, strays(way.first), -static_cast<std::int64_t>(way.g), way.first, state});
    }
    learned_[{goal, here}] = std::max(h(here, goal), (std::get<0>(*frontier.begin()) + 999) / 1000);
    work_ += expanded_ + 1;
    return std::get<3>(*frontier.begin());
  }

  // A* in the two regions, to the goal, to where the next region is entered or to its representative.
  std::vector<NodeId> refine(NodeId here, NodeId next) {
    const bool to_goal = next == region_of(goal_);
    const NodeId target = to_goal ? goal_ : abstraction_.representative(next, level_);
    const bool to_target = to_goal || to_representative_;
    const PlainAbstractDistance octile(map_, abstraction_, 0);
    std::map<NodeId, std::uint64_t> g{{s_, 0}};
    std::map<NodeId, NodeId> parent;
    std::set<NodeId> closed;
    std::set<std::tuple<std::uint64_t, std::uint64_t, NodeId>> open{{octile(s_, target), octile(s_, target), s_}};
    NodeId end = kNoNode;
    while (end == kNoNode) {
      const NodeId state = std::get<2>(*open.begin());
      if (!to_target && closed.count(state) == 0 && region_of(state) == next) {  // seen on top, not popped
        end = state;
        break;
      }
      open.erase(open.begin());
      ++work_;
      if (to_target && state == target) {
        end = state;
        break;
      }
      if (!closed.insert(state).second) continue;
      ++expanded_;
      for (const auto& [to, cost] : plain_edges(map_, abstraction_, 0, state)) {
        if (region_of(to) != here && region_of(to) != next) continue;
        const std::uint64_t reached = g[state] + cost;
        if (g.count(to) != 0 && g[to] <= reached) continue;
        g[to] = reached;
        parent[to] = state;
        open.insert({reached + octile(to, target), octile(to, target), to});
      }
    }
    std::vector<NodeId> path;
    for (NodeId state = end; state != s_; state = parent.at(state)) path.insert(path.begin(), state);
    return path;
  }

  const Map& map_;
  const CliqueAbstraction& abstraction_;
  int level_;
  int d_;
  std::uint64_t gamma_;
  PlainAbstractDistance initial_;
  NodeId s_;
  NodeId goal_;
  PlainControl control_;
  bool to_representative_;
  std::set<NodeId> visited_;
  std::set<NodeId> left_;
  std::set<NodeId> near_;
  std::vector<NodeId> trail_;  // the database's regions, a round each
  std::optional<std::pair<NodeId, int>> held_;
  std::map<std::pair<NodeId, NodeId>, std::uint64_t> learned_;  // by target and state
  std::uint64_t work_ = 0;
  std::uint64_t expanded_ = 0;
  bool fell_back_ = false;
};

}  // namespace waymark::test
