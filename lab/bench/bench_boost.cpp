// Our A* against Boost.Graph's on the same grids: a compressed sparse row graph with the same integer costs and the
// same heuristic, stopped at the goal by an exception from its visitor, as Boost's own example does.
#include <fmt/format.h>

#include <boost/graph/astar_search.hpp>
#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <cstdlib>
#include <memory>

#include "lab/bench/bench.hpp"
#include "waymark/agent/registry.hpp"
#include "waymark/space/grid_space.hpp"

namespace waymark {
namespace {

using Vertex = std::size_t;
using BoostGraph = boost::compressed_sparse_row_graph<boost::directedS, boost::no_property,
                                                      boost::property<boost::edge_weight_t, Cost>>;

struct GoalReached {};

class StopAtGoal : public boost::default_astar_visitor {
 public:
  StopAtGoal(Vertex goal, std::uint64_t& expanded) : goal_(goal), expanded_(&expanded) {}
  template <class G>
  void examine_vertex(Vertex vertex, const G&) {
    if (vertex == goal_) throw GoalReached();
    ++*expanded_;
  }

 private:
  Vertex goal_;
  std::uint64_t* expanded_;
};

class Octile : public boost::astar_heuristic<BoostGraph, Cost> {
 public:
  Octile(const std::vector<Cell>& cells, Cell goal) : cells_(cells.data()), goal_(goal) {}
  Cost operator()(Vertex vertex) {
    const auto dx = static_cast<Cost>(std::abs(cells_[vertex].x - goal_.x));
    const auto dy = static_cast<Cost>(std::abs(cells_[vertex].y - goal_.y));
    return kSqrt2Costs.cardinal * std::max(dx, dy) + (kSqrt2Costs.diagonal - kSqrt2Costs.cardinal) * std::min(dx, dy);
  }

 private:
  const Cell* cells_;
  Cell goal_;
};

// Only passable cells are vertices, numbered as they come.
class BoostSide {
 public:
  explicit BoostSide(const Map& map) : vertex_of_(map.grid().id_bound(), 0) {
    const Grid& grid = map.grid();
    std::vector<NodeId> nodes;
    for (int y = 0; y < grid.height(); ++y) {
      for (int x = 0; x < grid.width(); ++x) {
        if (!grid.passable(x, y)) continue;
        vertex_of_[grid.node(x, y)] = static_cast<std::uint32_t>(cells_.size());
        nodes.push_back(grid.node(x, y));
        cells_.push_back({x, y});
      }
    }
    const GridSpace space(grid, map.table());
    std::vector<std::pair<Vertex, Vertex>> edges;
    std::vector<Cost> costs;
    for (Vertex vertex = 0; vertex < nodes.size(); ++vertex) {
      space.for_each_edge(nodes[vertex], [&](NodeId to, Cost cost) {
        edges.emplace_back(vertex, vertex_of_[to]);
        costs.push_back(cost);
      });
    }
    graph_ =
        std::make_unique<BoostGraph>(boost::edges_are_sorted, edges.begin(), edges.end(), costs.begin(), cells_.size());
    predecessor_.resize(cells_.size());
    distance_.resize(cells_.size());
    rank_.resize(cells_.size());
    colour_.resize(cells_.size());
  }

  Cost solve(const BenchProblem& problem, std::uint64_t& expanded) {
    const Vertex start = vertex_of_[problem.start];
    const Vertex goal = vertex_of_[problem.goal];
    try {
      boost::astar_search(*graph_, start, Octile(cells_, cells_[goal]),
                          boost::predecessor_map(predecessor_.data())
                              .distance_map(distance_.data())
                              .rank_map(rank_.data())
                              .color_map(colour_.data())
                              .weight_map(boost::get(boost::edge_weight, *graph_))
                              .visitor(StopAtGoal(goal, expanded)));
    } catch (const GoalReached&) {
      path_.clear();
      for (Vertex at = goal; at != start; at = predecessor_[at]) path_.push_back(at);
      return distance_[goal];
    }
    return kInfiniteCost;
  }

 private:
  std::vector<std::uint32_t> vertex_of_;
  std::vector<Cell> cells_;
  std::unique_ptr<BoostGraph> graph_;
  std::vector<Vertex> predecessor_;
  std::vector<Cost> distance_;
  std::vector<Cost> rank_;
  std::vector<boost::default_color_type> colour_;
  std::vector<Vertex> path_;
};

}  // namespace

Result<bool> bench_boost(const BenchOptions& given) {
  const BenchOptions options = given.with_problems(given.maps.empty() ? 200 : 600);
  constexpr double kBar = 2.5;
  bool holds = true;
  for (const std::string& set : bench_sets(options, {"bg512", "dao", "sc1"})) {
    std::vector<SideTimes> times(2, SideTimes(options.rounds));
    double queries = 0;
    std::uint64_t ours_expanded = 0;
    std::uint64_t boost_expanded = 0;
    std::uint64_t different = 0;
    auto done = for_each_case(options, set, [&](const BenchCase& bench_case) -> Result<Done> {
      auto made = parse_algorithm("a-star")->make(bench_case.map);
      if (!made) return made.error();
      PathFinder& finder = **made;
      BoostSide boost_side(bench_case.map);
      std::vector<NodeId> path;
      std::uint64_t ignored = 0;
      const std::vector<std::function<void()>> runs{[&] {
                                                      for (const BenchProblem& problem : bench_case.problems) {
                                                        finder.solve(problem.start, problem.goal);
                                                        path.clear();
                                                        finder.append_path(path);
                                                      }
                                                    },
                                                    [&] {
                                                      for (const BenchProblem& problem : bench_case.problems) {
                                                        boost_side.solve(problem, ignored);
                                                      }
                                                    }};
      measure_in_turn(runs, times, options.rounds);
      for (const BenchProblem& problem : bench_case.problems) {
        finder.solve(problem.start, problem.goal);
        ours_expanded += finder.work().expanded;
        if (boost_side.solve(problem, boost_expanded) != finder.cost()) ++different;
      }
      queries += static_cast<double>(bench_case.problems.size());
      return Done{};
    });
    if (!done) return done.error();
    fmt::print("{}: {} queries, {} rounds in turn, median (range); {} costs differ\n", set, queries, options.rounds,
               different);
    fmt::print("  {:<20} {:>32} a query, {:>9.0f} expansions\n", "a-star", per_item(times[0], queries),
               static_cast<double>(ours_expanded) / queries);
    fmt::print("  {:<20} {:>32} a query, {:>9.0f} expansions\n", "boost::astar_search", per_item(times[1], queries),
               static_cast<double>(boost_expanded) / queries);
    holds &= print_at_least("a-star is faster than Boost by", times[1].median() / times[0].median(), kBar,
                            machine_during(times));
    holds &= different == 0;
  }
  return holds;
}

}  // namespace waymark
