// Cheapest paths on a graph whose costs change (Graph::set_cost): searches that remember, and repair what they know.
//
// The same algorithms as on maps, with the same charge, where a changed edge counts as two cells: LPA* (lpa.hpp) for
// the same start and goal, D* Lite (d_star_lite.hpp) and D* (d_star.hpp) for the same goal from anywhere. The way left
// is estimated as 0, for no more is known of a graph. Memory: pages of its own, kept from query to query. Complete and
// optimal.
//
// Threads: a finder is one thread's; finders of any number of threads may be on one graph while nobody sets a cost.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "waymark/base/budget.hpp"
#include "waymark/base/status.hpp"
#include "waymark/base/types.hpp"
#include "waymark/base/unit_memory.hpp"
#include "waymark/base/work.hpp"
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
  // After kSolved: the path's cost in the graph's units, and its states from start to goal, both included, appended.
  [[nodiscard]] Cost cost() const { return status_ == Status::kSolved ? path_cost() : kInfiniteCost; }
  void append_path(std::vector<NodeId>& path) const {
    if (status_ == Status::kSolved) write_path(path);
  }
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

  const Graph* graph_;
  UnitMemory memory_;
  Status status_ = Status::kBadId;
};

using GraphFinderPtr = std::unique_ptr<GraphFinder>;

// The graph outlives them, and stays where it is.
GraphFinderPtr make_graph_lpa(const Graph& graph);
GraphFinderPtr make_graph_d_star_lite(const Graph& graph);
GraphFinderPtr make_graph_d_star(const Graph& graph);

}  // namespace waymark
