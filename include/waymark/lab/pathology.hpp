// Lookahead pathology: how often a deeper search of LRTS makes worse moves or longer walks, and what a depth chosen
// per problem, state or region would give.
//
// Lustrek & Bulitko 2006, Lookahead Pathology in Real-Time Path-Finding (definitions 1 to 9, Tables 1 to 10, Figures 1
// to 4).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "waymark/base/random.hpp"
#include "waymark/base/types.hpp"
#include "waymark/hierarchy/clique_abstraction.hpp"
#include "waymark/space/map.hpp"

namespace waymark {

enum class PathologyMode : std::uint8_t {
  kOnPolicy,          // LRTS walks, searching when it reaches the end of its plan; Tables 1, 3 and 8
  kInitialError,      // the same walk; the error is that of the moves the initial heuristic would choose; Table 5
  kUniformLearning,   // all states inside the lookahead learn; Table 6
  kEveryMove,         // a search each move; Table 7
  kOffPolicyAll,      // every state of the component, nothing learned; Table 3 and the share of pathological states
  kOffPolicySample,   // 188 states drawn at random; Table 2
  kOffPolicyVisited,  // off-policy in the states that the on-policy walk of that depth visited; Table 4
};

// Of one problem, by depth; index 0 is d = 1.
struct PathologyFigures {
  std::vector<double> length;      // of the walk, in cardinal steps; empty off policy
  std::vector<double> error;       // share of suboptimal moves, 0 to 1
  std::vector<double> generated;   // states per move
  std::vector<double> volume;      // of updates met per state generated, in cardinal steps
  std::uint64_t states = 0;        // off policy: states looked at
  std::uint64_t pathological = 0;  // off policy: of them, those where a depth moves optimally and the next does not
};

PathologyFigures measure_pathology(const Map& map, NodeId start, NodeId goal, PathologyMode mode, std::uint32_t d_max,
                                   Random& random);

// Definitions 3, 6 and 9: increases from one depth to the next by more than the factor t.
std::uint32_t pathology_degree(std::span<const double> by_depth, double tolerance = 1);

// Walks of LRTS from every state of the goal's component, for each depth: Table 9 and Figure 3.
class DepthStudy {
 public:
  DepthStudy(const Map& map, NodeId goal, std::uint32_t d_max);

  [[nodiscard]] std::span<const NodeId> starts() const { return starts_; }
  // By start (index into starts()) and depth from 1.
  [[nodiscard]] double length(std::size_t start, std::uint32_t d) const;
  [[nodiscard]] double generated(std::size_t start, std::uint32_t d) const;  // per move
  // The depth of the shortest walk, of those the least.
  [[nodiscard]] std::uint32_t best_depth(std::size_t start) const;

  struct Walk {
    double length;
    double generated;  // per move
  };
  // Table 10: LRTS that looks up the depth of each search for the region it stands in: the best depth of that region's
  // representative. Level 0: of the state itself.
  [[nodiscard]] Walk walk_by_region(const CliqueAbstraction& abstraction, int level, std::size_t start) const;

 private:
  const Map* map_;
  NodeId goal_;
  std::uint32_t d_max_;
  std::vector<NodeId> starts_;
  std::vector<Walk> walks_;  // by start, then depth
};

}  // namespace waymark
