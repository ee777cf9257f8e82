// Cheapest paths on a graph whose costs change (Graph::set_cost): searches that remember, and repair what they know.
//
// The same algorithms as on maps, with the same charge, where a changed edge counts as two cells: LPA* (lpa.hpp) and
// ARA* (ara.hpp) for the same start and goal; D* Lite (d_star_lite.hpp), AD* (ad_star.hpp), D* (d_star.hpp) and
// Focussed D* (focussed_d_star.hpp) for the same goal from anywhere; and those that learn, Adaptive A* (adaptive_a.hpp)
// for the same goal, MT-Adaptive A* (mt_adaptive_a.hpp) and GAA* (gaa.hpp) for one that moves. Memory: pages of its
// own, kept from query to query. Complete and optimal; ARA* and AD* once their bound is 1.
//
// What is learned of a graph begins as the landmarks' estimate, or as 0. It is wrong where an edge became cheaper than
// it allows, and only there: then Adaptive A* and MT-Adaptive A* forget it, and GAA* corrects it. A goal that moves
// lowers all h by that of the new goal, and little is left of what was learned above an estimate that is weak.
//
// The way left is estimated by landmarks (search/landmarks.hpp), or as 0: no more is known of a graph, and without them
// Focussed D* has no focus, and ARA* and AD* nothing to inflate. Every change of a cost is held against the landmarks,
// for a unit. From the first one on that made an edge cheaper than they allow, and where more costs were set since
// they were made, or since the last step, than the graph remembers, the estimate is 0, a new tree is begun, and what
// was learned is forgotten: estimates_by_landmarks() tells.
//
// Threads: a finder is one thread's; finders of any number of threads may be on one graph while nobody sets a cost.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "waymark/base/budget.hpp"
#include "waymark/base/result.hpp"
#include "waymark/base/status.hpp"
#include "waymark/base/types.hpp"
#include "waymark/base/unit_memory.hpp"
#include "waymark/base/work.hpp"
#include "waymark/repair/ad_star.hpp"
#include "waymark/repair/ara.hpp"
#include "waymark/search/landmarks.hpp"
#include "waymark/space/graph.hpp"

namespace waymark {

class GraphFinder {
 public:
  virtual ~GraphFinder() = default;
  GraphFinder(const GraphFinder&) = delete;
  GraphFinder& operator=(const GraphFinder&) = delete;

  // Begins a query. status() is kInProgress then, or kBadId where one of the two is no state of the graph. Costs may be
  // set between queries and during one: its answer is right for those that were set before the last step.
  void start(NodeId start, NodeId goal);
  // Goes on within the budget. kInProgress means: call again.
  Status step(const Budget& budget) {
    if (status_ == Status::kInProgress) status_ = run(budget);
    return status_;
  }
  // The whole query at once.
  Status solve(NodeId from, NodeId to) {
    start(from, to);
    return step(kUnlimited);
  }

  [[nodiscard]] Status status() const { return status_; }
  // After kSolved, or sooner with ARA* and AD*, which go on to find a better one.
  [[nodiscard]] bool has_path() const { return status_ == Status::kSolved || solutions() != 0; }
  // Then: the path's cost in the graph's units, and its states from start to goal, both included, appended.
  [[nodiscard]] Cost cost() const { return has_path() ? path_cost() : kInfiniteCost; }
  void append_path(std::vector<NodeId>& path) const {
    if (has_path()) write_path(path);
  }
  // How many paths ARA* or AD* has found in this query; others leave it at 0.
  [[nodiscard]] std::uint32_t solutions() const { return status_ != Status::kBadId ? found() : 0; }
  // How many times the cost of the cheapest path that of the last is at most, proven by the search itself; 0: there is
  // none.
  [[nodiscard]] double bound() const { return has_path() ? proven() / 1000.0 : 0; }
  [[nodiscard]] virtual bool estimates_by_landmarks() const = 0;
  // Of this query.
  [[nodiscard]] virtual Work work() const = 0;
  [[nodiscard]] virtual std::uint64_t spent() const = 0;  // units
  // What it holds in memory: itself and all that it owns.
  [[nodiscard]] virtual std::uint64_t bytes() const = 0;
  // Forgets what it knows of earlier queries, in constant time.
  virtual void forget() = 0;
  // Where its pages are; with a cap (set_cap) the answer may be kOutOfRoom.
  [[nodiscard]] UnitMemory& memory() { return memory_; }

 protected:
  explicit GraphFinder(const Graph& graph) : graph_(&graph) {}
  [[nodiscard]] const Graph& graph() const { return *graph_; }

 private:
  virtual void begin(NodeId start, NodeId goal) = 0;
  virtual Status run(const Budget& budget) = 0;
  [[nodiscard]] virtual Cost path_cost() const = 0;
  virtual void write_path(std::vector<NodeId>& path) const = 0;
  [[nodiscard]] virtual std::uint32_t found() const = 0;
  [[nodiscard]] virtual std::uint32_t proven() const = 0;  // in thousandths

  const Graph* graph_;
  UnitMemory memory_;
  Status status_ = Status::kBadId;
};

using GraphFinderPtr = std::unique_ptr<GraphFinder>;

// The graph and the landmarks, which are the graph's, outlive them, and stay where they are.
GraphFinderPtr make_graph_lpa(const Graph& graph, const Landmarks* landmarks = nullptr);
GraphFinderPtr make_graph_d_star_lite(const Graph& graph, const Landmarks* landmarks = nullptr);
GraphFinderPtr make_graph_d_star(const Graph& graph);
GraphFinderPtr make_graph_focussed_d_star(const Graph& graph, const Landmarks* landmarks = nullptr);
GraphFinderPtr make_graph_adaptive_a(const Graph& graph, const Landmarks* landmarks = nullptr);
GraphFinderPtr make_graph_mt_adaptive_a(const Graph& graph, const Landmarks* landmarks = nullptr);
GraphFinderPtr make_graph_gaa(const Graph& graph, const Landmarks* landmarks = nullptr);
Result<GraphFinderPtr> make_graph_ara(const Graph& graph, const AraOptions& options = {},
                                      const Landmarks* landmarks = nullptr);
Result<GraphFinderPtr> make_graph_ad_star(const Graph& graph, const AdStarOptions& options = {},
                                          const Landmarks* landmarks = nullptr);

}  // namespace waymark
