#include "lab/experiments/pathology.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

#include "agent/ply_lookahead.hpp"
#include "lab/experiments/lrts_walk.hpp"
#include "offline/optimal_depth.hpp"
#include "waymark/search/heuristic.hpp"
#include "waymark/search/one_to_all.hpp"
#include "waymark/space/grid_space.hpp"

namespace waymark {
namespace {

double share(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

// Which moves are optimal, and which of them a lookahead with the initial heuristic chooses.
class Judge {
 public:
  Judge(const Map& map, NodeId goal, std::uint32_t d_max)
      : space_(map.grid(), map.table()),
        goal_(goal),
        d_max_(d_max),
        h_(map.grid(), goal, octile_distance(map.rules())),
        distances_(space_, map.rules().costs.cardinal),
        lookahead_(space_),
        generated_(d_max),
        looks_(d_max),
        choices_(space_.id_bound(), kUnknown) {
    distances_.compute(goal);
  }

  [[nodiscard]] bool optimal(NodeId from, NodeId to) const {
    bool found = false;
    space_.for_each_edge(from, [&](NodeId next, Cost edge) {
      found |= next == to && edge + distances_.distance(next) == distances_.distance(from);
    });
    return found;
  }

  // Bit d - 1: whether the move that a lookahead of depth d chooses at `s`, which is not the goal, is optimal.
  std::uint64_t choices(NodeId s) {
    if (choices_[s] == kUnknown) choices_[s] = look(s);
    return choices_[s];
  }

  // States generated in all the lookaheads so far, by depth; each state is looked at from once.
  [[nodiscard]] const std::vector<std::uint64_t>& generated() const { return generated_; }
  // As LookaheadArea counts them.
  [[nodiscard]] const std::vector<std::uint64_t>& looks() const { return looks_; }

  // Those that can reach the goal, but for the goal.
  [[nodiscard]] std::vector<NodeId> states() const {
    std::vector<NodeId> all;
    for (NodeId node = 0; node < space_.id_bound(); ++node) {
      if (node != goal_ && distances_.distance(node) != kInfiniteCost) all.push_back(node);
    }
    return all;
  }

 private:
  static constexpr std::uint64_t kUnknown = ~std::uint64_t{0};
  static_assert(PlyLookahead::kMaxDepth < 64);

  [[nodiscard]] std::uint32_t successors(NodeId node) const {
    const unsigned around = space_.grid().neighbourhood(node);
    return static_cast<std::uint32_t>(std::popcount(static_cast<unsigned>(space_.table().legal[around])));
  }

  std::uint64_t look(NodeId s) {
    std::uint64_t optimal = 0;  // bit i: move i of s
    std::uint32_t number = 0;
    space_.for_each_edge(s, [&](NodeId to, Cost edge) {
      if (edge + distances_.distance(to) == distances_.distance(s)) optimal |= std::uint64_t{1} << number;
      ++number;
    });
    std::uint64_t result = 0;
    std::uint64_t looks = 1 + number;
    lookahead_.start(s, goal_);
    for (std::uint32_t d = 1; d <= d_max_; ++d) {
      lookahead_.grow(h_);
      const auto frontier = lookahead_.frontier();
      const FrontierState best = *std::min_element(frontier.begin(), frontier.end());
      result |= ((optimal >> best.first_move) & 1u) << (d - 1);
      generated_[d - 1] += lookahead_.touched() - 1;
      looks_[d - 1] += looks;
      for (const FrontierState& state : frontier) {
        if (state.node != goal_) looks += successors(state.node);
      }
    }
    return result;
  }

  GridSpace space_;
  NodeId goal_;
  std::uint32_t d_max_;
  GridHeuristic<OctileDistance> h_;
  OneToAll<GridSpace> distances_;
  GrowingLookahead<GridSpace> lookahead_;
  std::vector<std::uint64_t> generated_;
  std::vector<std::uint64_t> looks_;
  std::vector<std::uint64_t> choices_;
};

// Definition 8 for one walk: by how much the states that its searches generate had been raised before.
class UpdatesMet {
 public:
  UpdatesMet(const Map& map, const Agent& agent, NodeId goal, const LrtsOptions& options)
      : agent_(&agent),
        options_(options),
        initial_(map.grid(), goal, octile_distance(map.rules())),
        area_(map, goal),
        rises_(map.grid().id_bound()) {}

  // After the step on which the agent searched from `s`: what it learned then was not met yet.
  void search(NodeId s) {
    area_.search(s, options_.d);
    const auto states = area_.states();
    for (const NodeId state : states.subspan(1)) sum_ += rises_[state];
    generated_ += states.size() - 1;
    const std::size_t learners = options_.learning == LrtsLearning::kUniform ? states.size() : 1;
    for (const NodeId state : states.first(learners)) rises_[state] = agent_->heuristic(state) - initial_(state);
  }

  // In cost units per state.
  [[nodiscard]] double mean() const {
    WAYMARK_ASSERT(generated_ == agent_->work().generated);
    return share(sum_, generated_);
  }
  [[nodiscard]] std::uint64_t looks() const { return area_.looks(); }

 private:
  const Agent* agent_;
  LrtsOptions options_;
  GridHeuristic<OctileDistance> initial_;
  LookaheadArea area_;
  std::vector<Cost> rises_;  // by id: learned so far
  std::uint64_t sum_ = 0;
  std::uint64_t generated_ = 0;
};

LrtsOptions options_for(PathologyMode mode, std::uint32_t d) {
  LrtsOptions options;
  options.d = d;
  options.path_max = PathMax::kOff;
  if (mode == PathologyMode::kUniformLearning) options.learning = LrtsLearning::kUniform;
  if (mode == PathologyMode::kOnPolicyPathMax) options.path_max = PathMax::kOn;
  if (mode == PathologyMode::kEveryMove) {
    options.search = LrtsSearch::kEveryMove;
    options.path_max = PathMax::kOn;
  }
  return options;
}

PathologyFigures on_policy(const Map& map, NodeId start, NodeId goal, PathologyMode mode, std::uint32_t d_max,
                           Judge& judge) {
  PathologyFigures figures;
  std::vector<NodeId> positions;
  for (std::uint32_t d = 1; d <= d_max; ++d) {
    const LrtsOptions options = options_for(mode, d);
    const AgentPtr agent = *make_lrts(map, options);
    UpdatesMet updates(map, *agent, goal, options);
    std::uint64_t suboptimal = 0;
    walk_to(*agent, start, goal, positions, [&](NodeId from, const AgentStep& step) {
      if (step.expanded > 0) updates.search(from);
      const bool optimal = mode == PathologyMode::kInitialError ? ((judge.choices(from) >> (d - 1)) & 1u) != 0
                                                                : judge.optimal(from, step.position);
      if (!optimal) ++suboptimal;
    });
    const std::uint64_t moves = positions.size() - 1;
    figures.length.push_back(path_length(map, positions).value());
    figures.error.push_back(share(suboptimal, moves));
    figures.generated.push_back(share(agent->work().generated, moves));
    figures.looks.push_back(share(updates.looks(), moves));
    figures.volume.push_back(updates.mean() / map.rules().costs.cardinal);
    figures.moves += static_cast<double>(moves) / d_max;
  }
  return figures;
}

// The states are all different.
PathologyFigures off_policy(std::span<const NodeId> states, std::uint32_t d_max, Judge& judge) {
  PathologyFigures figures;
  std::vector<std::uint64_t> suboptimal(d_max);
  for (const NodeId state : states) {
    const std::uint64_t choices = judge.choices(state);
    for (std::uint32_t d = 1; d <= d_max; ++d) suboptimal[d - 1] += ((choices >> (d - 1)) & 1u) ^ 1u;
    const std::uint64_t but_the_last = ((std::uint64_t{1} << d_max) - 1) >> 1u;
    if ((choices & ~(choices >> 1u) & but_the_last) != 0) ++figures.pathological;
  }
  figures.states = states.size();
  for (std::uint32_t d = 1; d <= d_max; ++d) {
    figures.error.push_back(share(suboptimal[d - 1], states.size()));
    figures.generated.push_back(share(judge.generated()[d - 1], states.size()));
    figures.looks.push_back(share(judge.looks()[d - 1], states.size()));
  }
  figures.volume.assign(d_max, 0);
  return figures;
}

// In order, each as often as a walk acts there: those of all depths.
std::vector<NodeId> states_acted_in(const Map& map, NodeId start, NodeId goal, std::uint32_t d_max) {
  std::vector<NodeId> all;
  std::vector<NodeId> positions;
  for (std::uint32_t d = 1; d <= d_max; ++d) {
    const AgentPtr agent = *make_lrts(map, options_for(PathologyMode::kOnPolicy, d));
    walk_to(*agent, start, goal, positions, [](NodeId, const AgentStep&) {});
    all.insert(all.end(), positions.begin(), positions.end() - 1);
  }
  return all;
}

std::vector<NodeId> visited_states(const Map& map, NodeId start, NodeId goal, std::uint32_t d_max) {
  std::vector<NodeId> all = states_acted_in(map, start, goal, d_max);
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

// The first `count` of a shuffle.
void draw(std::vector<NodeId>& states, std::size_t count, Random& random) {
  count = std::min(count, states.size());
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t other = i + random.below(static_cast<std::uint32_t>(states.size() - i));
    std::swap(states[i], states[other]);
  }
  states.resize(count);
}

}  // namespace

PathologyFigures measure_pathology(const Map& map, NodeId start, NodeId goal, PathologyMode mode, std::uint32_t d_max,
                                   Random& random, std::uint32_t sample) {
  WAYMARK_ASSERT(map.connected(start, goal) && start != goal);
  WAYMARK_ASSERT(d_max >= 1 && d_max <= PlyLookahead::kMaxDepth && sample >= 1);
  Judge judge(map, goal, d_max);
  switch (mode) {
    case PathologyMode::kOffPolicyAll: return off_policy(judge.states(), d_max, judge);
    case PathologyMode::kOffPolicySample: {
      std::vector<NodeId> states = judge.states();
      draw(states, sample, random);
      return off_policy(states, d_max, judge);
    }
    case PathologyMode::kOffPolicyPaired: {
      std::vector<NodeId> states = judge.states();
      draw(states, visited_states(map, start, goal, d_max).size(), random);
      return off_policy(states, d_max, judge);
    }
    case PathologyMode::kOffPolicyVisited: return off_policy(visited_states(map, start, goal, d_max), d_max, judge);
    default: return on_policy(map, start, goal, mode, d_max, judge);
  }
}

std::uint64_t moves_on_policy(const Map& map, NodeId start, NodeId goal, std::uint32_t d_max) {
  return states_acted_in(map, start, goal, d_max).size();
}

std::vector<std::uint8_t> optimal_depths(const Map& map, NodeId goal, std::uint32_t d_max) {
  WAYMARK_ASSERT(d_max >= 1 && d_max <= PlyLookahead::kMaxDepth);
  Judge judge(map, goal, d_max);
  std::vector<std::uint8_t> depths(map.grid().id_bound(), 0);
  for (const NodeId state : judge.states()) {
    const auto first = static_cast<std::uint32_t>(std::countr_zero(judge.choices(state)));
    depths[state] = static_cast<std::uint8_t>(std::min(first + 1, d_max));
  }
  return depths;
}

std::uint32_t pathology_degree(std::span<const double> by_depth, double tolerance) {
  std::uint32_t degree = 0;
  for (std::size_t i = 1; i < by_depth.size(); ++i) {
    if (by_depth[i] > tolerance * by_depth[i - 1]) ++degree;
  }
  return degree;
}

}  // namespace waymark
