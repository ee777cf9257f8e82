// What goes by a smaller graph, on maps where it is easily led astray: into pockets, combs and spirals and out again.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/agent_problems.hpp"
#include "support/ascii.hpp"
#include "support/hard_maps.hpp"
#include "support/paths.hpp"
#include "waymark/agent/registry.hpp"
#include "waymark/search/a_star.hpp"

namespace waymark::hierarchy_hard_maps_test {

const std::vector<std::string> kSearches{"hpa",
                                         "hpa:size=3",
                                         "hpa:size=4,levels=2,smooth=rays",
                                         "hpa:size=2,levels=3",
                                         "hpa:size=5,intra=lazy,insert=dijkstra",
                                         "hpa:size=4,straight=on",
                                         "dhpa",
                                         "dhpa:size=4,smooth=box",
                                         "mm",
                                         "mm:sector=4,trim=50",
                                         "mm:sector=4,levels=2",
                                         "mm:sector=5,ahead=2,trim=15,smooth=rays"};
const std::vector<std::string> kAgents{
    "hpa:size=4,refine=part", "dhpa:size=4,refine=part", "mm:sector=4",       "mm:sector=5,levels=2,ahead=2", "dba",
    "dba:skip=0,trim=0",      "dba:skip=3,trim=0",       "dba:skip=8,trim=16"};

struct Ends {
  NodeId start;
  NodeId goal;
};

// Each hard map from either end, with the cost of a shortest path.
template <class Visit>
void for_each_hard_map(Visit&& visit) {
  for (const MoveRules& rules : test::few_rules()) {
    for (const auto& rows : test::kHardMaps) {
      const test::Drawn drawn = test::drawn(rows);
      const Map map(Grid(drawn.grid), rules);
      const NodeId start = map.grid().node(drawn.start);
      const NodeId goal = map.grid().node(drawn.goal);
      for (const Ends& ends : {Ends{start, goal}, Ends{goal, start}}) {
        const PathFinderPtr a_star = *make_a_star(map);
        const Status status = a_star->solve(ends.start, ends.goal);
        SCOPED_TRACE(rows[1]);
        ASSERT_NO_FATAL_FAILURE(visit(map, ends, status, a_star->cost()));
      }
    }
  }
}

TEST(HardMaps, searches_find_a_path_where_there_is_one) {
  for_each_hard_map([](const Map& map, const Ends& ends, Status status, Cost shortest) {
    for (const std::string& text : kSearches) {
      const PathFinderPtr finder = *parse_algorithm(text)->make(map);
      ASSERT_EQ(finder->solve(ends.start, ends.goal), status) << text;
      if (status != Status::kSolved) continue;
      std::vector<NodeId> path;
      finder->append_path(path);
      ASSERT_TRUE(test::path_is_sound(map, path, ends.start, ends.goal, finder->cost())) << text;
      ASSERT_GE(finder->cost(), shortest) << text;
    }
  });
}

TEST(HardMaps, units_arrive_where_there_is_a_path) {
  for_each_hard_map([](const Map& map, const Ends& ends, Status status, Cost shortest) {
    for (const std::string& text : kAgents) {
      const AgentPtr agent = *parse_algorithm(text)->make_agent(map);
      agent->reset(ends.start, ends.goal);
      std::vector<NodeId> path{ends.start};
      for (int step = 0; agent->status() == Status::kInProgress && step < 2'000; ++step) {
        const NodeId at = agent->step().position;
        if (at != path.back()) path.push_back(at);
      }
      ASSERT_EQ(agent->status(), status) << text;
      if (status != Status::kSolved) continue;
      const std::uint64_t cost = test::steps_cost(map, path);
      ASSERT_TRUE(test::path_is_sound(map, path, ends.start, ends.goal, cost)) << text;
      ASSERT_GE(cost, shortest) << text;
    }
  });
}

}  // namespace waymark::hierarchy_hard_maps_test
