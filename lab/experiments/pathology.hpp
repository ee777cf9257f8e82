// Lookahead pathology: how often a deeper search of LRTS makes worse moves or longer walks, and what a depth chosen
// per problem, state or region would give.
//
// Lustrek & Bulitko 2006, Lookahead Pathology in Real-Time Path-Finding (definitions 1 to 9, Tables 1 to 10, Figures 1
// to 4). The agent is LRTS of lrts.hpp with gamma = 1, no quota and no path-max; maps are of 4 or 8 neighbours.
//
// An action is optimal if its cost and the true distance from where it leads add up to the true distance, in whole
// cost units.
// Deviations
//   1. Ties are those of lrts.hpp; the paper names no order. A search on every move has path-max: without it the agent
//      may never arrive. (With path-max throughout, walks of LRTS are much shorter at great depths than published.)
//      What path-max alone does is told by kOnPolicyPathMax.
//   2. The states visited on policy (Table 4) are those of the walks of all depths together, each state once: the paper
//      measures all depths in the same states and does not say whose walk they are of.
//   3. Two counts of what a search generates: `generated` counts each state once and s not at all, as all agents here
//      do; `looks` counts s and each successor of each state inside, however often a state is seen. The published
//      figures must be of the second kind: at d = 2 they have 29 a move, and there are 24 states around s for two
//      moves.
//   4. Nobody acts on the goal: it is neither a start nor a state off policy.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "waymark/base/random.hpp"
#include "waymark/base/types.hpp"
#include "waymark/hierarchy/clique_abstraction.hpp"
#include "waymark/space/map.hpp"

namespace waymark {

// Off policy nothing is learned, and the start does not matter. Tables 3 to 7 count with a tolerance.
enum class PathologyMode : std::uint8_t {
  kOnPolicy,          // LRTS walks, searching when it reaches the end of its plan; Tables 1, 3 and 8, Figures 1 and 2
  kInitialError,      // the same walk; the error is that of the moves the initial heuristic would choose; Table 5
  kUniformLearning,   // all states inside the lookahead learn; Table 6, Figure 1
  kEveryMove,         // a search each move; Table 7, Figure 2
  kOnPolicyPathMax,   // the walk of kOnPolicy with path-max, as kEveryMove has it
  kOffPolicyAll,      // every state of the goal's component: the share of pathological states, 3.9 % in the text
  kOffPolicySample,   // as many states as are told, drawn at random, all different; Tables 2 and 3, Figure 2
  kOffPolicyVisited,  // in the states that on-policy walks visited; Table 4
  kOffPolicyPaired,   // in as many, drawn at random as kOffPolicySample does
};

// Of one problem, by depth; index 0 is d = 1.
struct PathologyFigures {
  std::vector<double> length;      // of the walk, in cardinal steps; empty off policy
  std::vector<double> error;       // share of suboptimal moves among all moves, 0 to 1
  std::vector<double> generated;   // states per move, each once a search
  std::vector<double> looks;       // the same with those seen again; Table 8, Figure 2
  std::vector<double> volume;      // of updates met per state generated, in cardinal steps; 0 off policy
  double moves = 0;                // of a walk, mean over the depths; 0 off policy
  std::uint64_t states = 0;        // off policy: states looked at
  std::uint64_t pathological = 0;  // off policy: of them, those where a depth moves optimally and the next does not
};

// Start and goal are connected and lie apart; d_max is 1 to 50. Only the modes that draw states use `random`, and only
// kOffPolicySample heeds `sample`: at most so many states, from 1.
PathologyFigures measure_pathology(const Map& map, NodeId start, NodeId goal, PathologyMode mode, std::uint32_t d_max,
                                   Random& random, std::uint32_t sample = 1);

// Moves of the walks of kOnPolicy, all depths together: the states that walks act in, each as often as they do. That is
// what the paper calls states visited, of which its sample has 188 a problem: at some 1.15 of length a move they make
// the mean length of its Table 8, 210.
std::uint64_t moves_on_policy(const Map& map, NodeId start, NodeId goal, std::uint32_t d_max);

// Definitions 3, 6 and 9: increases from one depth to the next by more than the factor t.
std::uint32_t pathology_degree(std::span<const double> by_depth, double tolerance = 1);

// By id: the least depth at which the first move towards the goal is optimal, d_max if none up to there is; 0 for the
// goal and what cannot reach it. Figures 2 and 3 of Bulitko et al. 2008 (JAIR 32).
std::vector<std::uint8_t> optimal_depths(const Map& map, NodeId goal, std::uint32_t d_max);

// Walks of LRTS from every other state of the goal's component, for each depth: Table 9 and Figure 3.
class DepthStudy {
 public:
  // d_max is 1 to 50. The map must outlive this.
  DepthStudy(const Map& map, NodeId goal, std::uint32_t d_max);

  struct Walk {
    double length;     // in cardinal steps
    double generated;  // per move, as above
    double looks;
    friend bool operator==(const Walk&, const Walk&) = default;
  };

  // Rising.
  [[nodiscard]] std::span<const NodeId> starts() const { return starts_; }
  // By start (index into starts()) and depth from 1.
  [[nodiscard]] const Walk& walk(std::size_t start, std::uint32_t d) const { return walks_[start * d_max_ + d - 1]; }
  // The depth of the shortest walk, of those the least.
  [[nodiscard]] std::uint32_t best_depth(std::size_t start) const;

  // By id: the best depth of the state that represents the region; level 0: of the state itself. 1 for the goal, 0 for
  // what cannot reach it. Figures 3 and 4.
  [[nodiscard]] std::vector<std::uint8_t> depths(const CliqueAbstraction& abstraction, int level) const;
  // Table 10, by start: walks of LRTS that looks up the depth of each search in `depths`, none of them above d_max.
  [[nodiscard]] std::vector<Walk> walks_by(std::span<const std::uint8_t> depths) const;

 private:
  const Map* map_;
  NodeId goal_;
  std::uint32_t d_max_;
  std::vector<NodeId> starts_;
  std::vector<Walk> walks_;  // by start, then depth
};

}  // namespace waymark
