// The one search: budgets, slices, deadlines, overflow, graphs.
#include "waymark/search/search.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <queue>

#include "support/ascii.hpp"
#include "support/sanitized.hpp"
#include "waymark/agent/registry.hpp"
#include "waymark/search/bucket_queue.hpp"
#include "waymark/search/dijkstra.hpp"
#include "waymark/search/heuristic.hpp"
#include "waymark/search/queue.hpp"
#include "waymark/search/store.hpp"
#include "waymark/space/graph.hpp"
#include "waymark/space/grid_space.hpp"

namespace waymark::search_search_test {

const std::vector<std::string> kSearches{"dijkstra",
                                         "a-star",
                                         "a-star:queue=heap,immediate=off",
                                         "a-star:store=sparse",
                                         "weighted-a-star",
                                         "bidirectional-a-star",
                                         "lpa",
                                         "d-star-lite",
                                         "adaptive-a",
                                         "gaa",
                                         "mt-adaptive-a",
                                         "d-star",
                                         "focussed-d-star",
                                         "ara",
                                         "ad-star",
                                         "jps",
                                         "hpa",
                                         "hpa:levels=2,smooth=rays",
                                         "hpa:intra=lazy,insert=dijkstra",
                                         "dhpa:smooth=box",
                                         "mm",
                                         "mm:ahead=2,trim=15,smooth=rays",
                                         "fringe",
                                         "fringe:list=linked",
                                         "sga",
                                         "sga:variant=1",
                                         "sga:variant=3,refine=jps",
                                         "sma:limit=15000",
                                         "sma:nodes=150,limit=15000"};

TEST(Search, slices_give_the_same_answer_and_never_exceed_their_budget) {
  Random random(5);
  const Map map(test::random_grid(random, 120, 90, 30));
  for (const std::string& text : kSearches) {
    auto whole = *parse_algorithm(text)->make(map);
    auto sliced = *parse_algorithm(text)->make(map);
    for (int problem = 0; problem < 20; ++problem) {
      const NodeId start = test::random_passable(random, map.grid());
      const NodeId goal = test::random_passable(random, map.grid());
      whole->solve(start, goal);
      const std::uint64_t units = 1 + random.below(40);
      sliced->start(start, goal);
      std::uint64_t before = 0;
      int steps = 0;
      while (sliced->step({units}) == Status::kInProgress) {
        ASSERT_LE(sliced->work().expanded, before + units) << text;
        before = sliced->work().expanded;
        ASSERT_LT(++steps, 1'000'000) << text;  // visits of fringe search are many
      }
      ASSERT_LE(sliced->work().expanded, before + units) << text;
      ASSERT_EQ(sliced->status(), whole->status()) << text;
      ASSERT_EQ(sliced->cost(), whole->cost()) << text;
      ASSERT_EQ(sliced->work(), whole->work()) << text;
      std::vector<NodeId> whole_path;
      std::vector<NodeId> sliced_path;
      whole->append_path(whole_path);
      sliced->append_path(sliced_path);
      ASSERT_EQ(sliced_path, whole_path) << text;
    }
  }
}

TEST(Search, all_queues_and_stores_expand_the_same_states) {
  Random random(6);
  const Map map(test::random_grid(random, 150, 100, 25));
  for (const std::string successors : {"canonical", "all"}) {
    std::vector<PathFinderPtr> finders;
    for (const std::string rest :
         {"queue=bucket", "queue=heap", "queue=heap,immediate=off", "store=sparse", "queue=heap,store=sparse"}) {
      finders.push_back(*parse_algorithm("a-star:successors=" + successors + "," + rest)->make(map));
    }
    for (int problem = 0; problem < 30; ++problem) {
      const NodeId start = test::random_passable(random, map.grid());
      const NodeId goal = test::random_passable(random, map.grid());
      std::vector<NodeId> first_path;
      for (std::size_t i = 0; i < finders.size(); ++i) {
        std::vector<NodeId> path;
        finders[i]->solve(start, goal);
        finders[i]->append_path(path);
        if (i == 0) first_path = path;
        ASSERT_EQ(path, first_path) << successors << i;
        ASSERT_EQ(finders[i]->work(), finders[0]->work()) << successors << i;
      }
    }
  }
}

TEST(Search, a_deadline_in_the_past_does_no_work) {
  const Map map(*Grid::create(100, 100, true));
  for (const std::string& text : kSearches) {
    auto finder = *parse_algorithm(text)->make(map);
    finder->start(map.grid().node(0, 0), map.grid().node(99, 50));
    EXPECT_EQ(finder->step({1'000'000, Budget::Clock::now()}), Status::kInProgress) << text;
    EXPECT_EQ(finder->work().expanded, 0u) << text;
    EXPECT_EQ(finder->step({1'000'000, Budget::Clock::now() + std::chrono::hours(1)}), Status::kSolved) << text;
  }
}

TEST(Search, counts_expansions_and_generations) {
  const Map map(test::grid_from({".....", "@@@@@"}));
  auto finder = *parse_algorithm("a-star:successors=all")->make(map);
  finder->solve(map.grid().node(1, 0), map.grid().node(4, 0));
  EXPECT_EQ(finder->work().expanded, 3u);   // (1,0) (2,0) (3,0); the goal is not expanded
  EXPECT_EQ(finder->work().generated, 5u);  // the start, (0,0), (2,0), (3,0), (4,0)
  EXPECT_EQ(finder->work().peak_states, 5u);
  EXPECT_EQ(finder->touch(map.grid().node(0, 0)), Touch::kOpen);
  EXPECT_EQ(finder->touch(map.grid().node(2, 0)), Touch::kClosed);
  EXPECT_EQ(finder->touch(map.grid().node(0, 1)), Touch::kNone);
}

struct StraightLine {
  struct Here {};
  const std::vector<std::pair<double, double>>* places;
  NodeId goal;
  double scale;
  [[nodiscard]] Here at(NodeId) const { return {}; }
  [[nodiscard]] Cost of(Here, NodeId to, NodeId) const { return (*this)(to); }
  [[nodiscard]] Cost operator()(NodeId node) const {
    const double dx = (*places)[node].first - (*places)[goal].first;
    const double dy = (*places)[node].second - (*places)[goal].second;
    return static_cast<Cost>(std::floor(std::sqrt(dx * dx + dy * dy) * scale));
  }
};

TEST(Search, random_graphs_equal_a_plain_dijkstra) {
  Random random(8);
  for (int round = 0; round < 20; ++round) {
    constexpr double kScale = 1000;
    const std::uint32_t nodes = 50 + random.below(200);
    std::vector<std::pair<double, double>> places;
    for (std::uint32_t i = 0; i < nodes; ++i) {
      const double x = random.between(0, 1000);
      const double y = random.between(0, 1000);
      places.emplace_back(x, y);
    }
    std::vector<Graph::Edge> edges;
    for (std::uint32_t i = 0; i < nodes * 4; ++i) {
      const NodeId from = random.below(nodes);
      const NodeId to = random.below(nodes);
      const double dx = places[from].first - places[to].first;
      const double dy = places[from].second - places[to].second;
      edges.push_back({from, to, std::sqrt(dx * dx + dy * dy) * (1 + random.below(3)) + 0.001});
    }
    const Graph graph = *Graph::from_edges(nodes, edges, kScale);
    for (const bool backwards : {false, true}) {
      const GraphSpace space = backwards ? GraphSpace(graph).reversed() : GraphSpace(graph);
      // Plain Dijkstra over the edge list.
      std::vector<std::uint64_t> distance(nodes, ~std::uint64_t{0});
      const NodeId start = random.below(nodes);
      distance[start] = 0;
      for (bool changed = true; changed;) {
        changed = false;
        for (const Graph::Edge& edge : edges) {
          const NodeId from = backwards ? edge.to : edge.from;
          const NodeId to = backwards ? edge.from : edge.to;
          if (distance[from] == ~std::uint64_t{0}) continue;
          const std::uint64_t way = distance[from] + static_cast<std::uint64_t>(std::ceil(edge.cost * kScale));
          if (way < distance[to]) {
            distance[to] = way;
            changed = true;
          }
        }
      }
      DenseStore<NodeId> store;
      HeapQueue<PlainOrder> open;
      Search<GraphSpace, StraightLine, DenseStore<NodeId>, HeapQueue<PlainOrder>> search;
      for (NodeId goal = 0; goal < nodes; goal += 7) {
        const StraightLine heuristic{&places, goal, kScale};
        search.start(space, heuristic, store, open, start, goal);
        const Status status = search.step(kUnlimited);
        ASSERT_EQ(status == Status::kSolved, distance[goal] != ~std::uint64_t{0});
        ASSERT_EQ(search.g(goal), status == Status::kSolved ? distance[goal] : search.g(goal));
      }
    }
  }
}

TEST(Search, a_path_beyond_the_cost_range_is_reported_not_wrapped) {
  std::vector<Graph::Edge> edges;
  for (NodeId i = 0; i < 20; ++i) edges.push_back({i, i + 1, static_cast<double>(kMaxEdgeCost)});
  const Graph graph = *Graph::from_edges(21, edges, 1);
  const GraphSpace space(graph);
  const ZeroHeuristic zero;
  DenseStore<NodeId> store;
  HeapQueue<PlainOrder> open;
  Search<GraphSpace, ZeroHeuristic, DenseStore<NodeId>, HeapQueue<PlainOrder>> search;
  search.start(space, zero, store, open, 0, 20);
  EXPECT_EQ(search.step(kUnlimited), Status::kCostOverflow);
  search.start(space, zero, store, open, 0, 4);
  EXPECT_EQ(search.step(kUnlimited), Status::kSolved);
  EXPECT_EQ(search.g(4), 4 * kMaxEdgeCost);
}

TEST(Search, a_full_store_is_reported) {
  const Map map(*Grid::create(200, 200, true));
  const GridSpace space(map.grid(), map.table());
  SparseStore<std::uint8_t> store(3000);
  HeapQueue<PlainOrder> open;
  const ZeroHeuristic zero;
  Search<GridSpace, ZeroHeuristic, SparseStore<std::uint8_t>, HeapQueue<PlainOrder>> search;
  search.start(space, zero, store, open, map.grid().node(100, 100), map.grid().node(0, 0));
  EXPECT_EQ(search.step(kUnlimited), Status::kOutOfRoom);
  EXPECT_LE(search.work().peak_states, 4096u);
}

TEST(Search, an_expansion_may_have_more_successors_than_a_small_table_holds) {
  std::vector<Graph::Edge> edges;
  for (NodeId i = 1; i <= 5000; ++i) edges.push_back({0, i, static_cast<double>(i)});
  const Graph graph = *Graph::from_edges(5001, edges, 1);
  const GraphSpace space(graph);
  const ZeroHeuristic zero;
  SparseStore<NodeId> store;
  HeapQueue<PlainOrder> open;
  Search<GraphSpace, ZeroHeuristic, SparseStore<NodeId>, HeapQueue<PlainOrder>> search;
  search.start(space, zero, store, open, 0, 5000);
  EXPECT_EQ(search.step(kUnlimited), Status::kSolved);
  EXPECT_EQ(search.g(5000), 5000u);
  for (NodeId i = 1; i <= 5000; ++i) ASSERT_EQ(search.g(i), i);
}

// A comb on two sides: the first diagonal finds a jump point on every second row and column.
TEST(Search, jump_points_by_the_thousand_from_one_cell) {
  Grid grid = *Grid::create(1506, 1506, true);
  for (int i = 0; i < 1500; i += 2) {
    grid.set(1500, i, false);
    grid.set(i, 1500, false);
  }
  for (const DiagonalRule rule :
       {DiagonalRule::kBothFree, DiagonalRule::kOneFree, DiagonalRule::kAlways, DiagonalRule::kNever}) {
    const Map map(grid, {Neighbours::kEight, rule, kSqrt2Costs});
    auto jps = *parse_algorithm("jps")->make(map);
    auto a_star = *parse_algorithm("a-star")->make(map);
    ASSERT_EQ(jps->solve(map.grid().node(0, 0), map.grid().node(10, 1504)), Status::kSolved);
    ASSERT_EQ(a_star->solve(map.grid().node(0, 0), map.grid().node(10, 1504)), Status::kSolved);
    EXPECT_EQ(jps->cost(), a_star->cost());
  }
}

// Values that were learned: a table too large to copy, so that a search can only use it where it is.
class LearnedValues {
 public:
  LearnedValues(const Map& map, NodeId goal)
      : initial_(map.grid(), goal, octile_distance(map.rules())), learned_(map.grid().id_bound(), 0) {}
  LearnedValues(const LearnedValues&) = delete;
  LearnedValues& operator=(const LearnedValues&) = delete;

  void learn(NodeId node, Cost value) { learned_[node] = value; }
  using Here = GridHeuristic<OctileDistance>::Here;
  [[nodiscard]] Here at(NodeId node) const { return initial_.at(node); }
  [[nodiscard]] Cost of(Here here, NodeId to, std::uint8_t direction) const {
    return std::max(learned_[to], initial_.of(here, to, direction));
  }
  [[nodiscard]] Cost operator()(NodeId node) const { return std::max(learned_[node], initial_(node)); }

 private:
  GridHeuristic<OctileDistance> initial_;
  std::vector<Cost> learned_;
};

TEST(Search, uses_a_learned_heuristic_where_it_is) {
  Random random(21);
  const Map map(test::random_grid(random, 80, 60, 30));
  const GridSpace space(map.grid(), map.table());
  DenseStore<GridSpace::Arrival> store;
  BucketQueue open;
  Search<GridSpace, LearnedValues, DenseStore<GridSpace::Arrival>, BucketQueue> search;
  DistanceField field(map);
  int shorter = 0;
  for (int problem = 0; problem < 20; ++problem) {
    const NodeId start = test::random_passable(random, map.grid());
    const NodeId goal = test::random_passable(random, map.grid());
    if (!map.connected(start, goal)) continue;
    LearnedValues h(map, goal);
    search.start(space, h, store, open, start, goal);
    ASSERT_EQ(search.step(kUnlimited), Status::kSolved);
    const Cost cost = search.g(goal);
    const std::uint64_t expanded = search.work().expanded;

    ASSERT_EQ(field.compute(goal), Status::kSolved);
    for (NodeId node = 0; node < map.grid().id_bound(); ++node) {
      if (field.distance(node) != kInfiniteCost) h.learn(node, field.distance(node));
    }
    search.start(space, h, store, open, start, goal);
    ASSERT_EQ(search.step(kUnlimited), Status::kSolved);
    EXPECT_EQ(search.g(goal), cost);
    EXPECT_LE(search.work().expanded, expanded);
    shorter += search.work().expanded < expanded ? 1 : 0;
  }
  EXPECT_GT(shorter, 5);
}

// What is spent is told: pops that expand, pops of states that are done with, and the goal's.
TEST(Search, finders_tell_the_units_they_spent) {
  Random random(22);
  const Map map(test::random_grid(random, 120, 90, 35));
  bool idle_pops = false;
  for (const std::string& text : kSearches) {
    auto finder = *parse_algorithm(text)->make(map);
    for (int problem = 0; problem < 20; ++problem) {
      finder->start(test::random_passable(random, map.grid()), test::random_passable(random, map.grid()));
      EXPECT_EQ(finder->popped(), 0u) << text;
      const std::uint64_t units = 1 + random.below(40);
      for (std::uint64_t given = units; finder->step({units}) == Status::kInProgress; given += units) {
        ASSERT_EQ(finder->popped(), given) << text;
      }
      if (finder->status() != Status::kSolved) continue;
      ASSERT_LE(finder->work().expanded, finder->popped()) << text;
      idle_pops |= finder->work().expanded + 1 < finder->popped();
    }
  }
  EXPECT_TRUE(idle_pops);  // what a guess of expansions + 1 left out
}

// A serpentine of 982,800 steps: more than 32 bits of exact cost hold.
TEST(Search, every_search_reports_a_path_that_is_too_dear) {
  Grid grid = *Grid::create(1401, 1401, true);
  for (int y = 1; y < 1401; y += 2) grid.fill({y % 4 == 1 ? 0 : 1, y, 1400, 1}, false);
  const Map map(std::move(grid));
  for (std::size_t i = 0; i < std::size(kSearches); ++i) {
    const std::string& text = kSearches[i];
    if (text.starts_with("sma")) continue;  // gives up long before
    if (test::kSanitized && i % 3 != 0) continue;
    auto finder = *parse_algorithm(text)->make(map);
    EXPECT_EQ(finder->solve(map.grid().node(0, 0), map.grid().node(1400, 1400)), Status::kCostOverflow) << text;
    EXPECT_EQ(finder->cost(), kInfiniteCost) << text;
  }
}

TEST(Graph, refuses_bad_edges) {
  const auto error = [](Graph::Edge edge, double scale) {
    const auto graph = Graph::from_edges(3, std::vector<Graph::Edge>{{0, 1, 1.0}, edge}, scale);
    return graph ? std::string() : graph.error().message;
  };
  EXPECT_EQ(error({1, 3, 1}, 1), "edge 1: state 3 does not exist; the graph has 3");
  EXPECT_EQ(error({1, 2, 0}, 1), "edge 1: costs must be positive");
  EXPECT_EQ(error({1, 2, -1}, 1), "edge 1: costs must be positive");
  EXPECT_EQ(error({1, 2, std::nan("")}, 1), "edge 1: costs must be positive");
  EXPECT_NE(error({1, 2, 1e30}, 1), "");
  EXPECT_NE(error({1, 2, INFINITY}, 1), "");
  EXPECT_NE(error({1, 2, 1}, 0), "");
  EXPECT_NE(error({1, 2, 1}, std::nan("")), "");
  EXPECT_EQ(error({1, 2, 1}, 1), "");
}

}  // namespace waymark::search_search_test
