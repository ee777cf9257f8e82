// Queries allocate nothing once they have run before.
#include <gtest/gtest.h>

#include "support/allocations.hpp"
#include "support/ascii.hpp"
#include "support/sanitized.hpp"
#include "waymark/agent/registry.hpp"

namespace waymark::search_allocation_test {

TEST(Allocations, the_counter_counts) {
  void* volatile one = nullptr;  // otherwise compilers leave out both ends of it
  void* volatile other = nullptr;
  const test::Allocations counted = test::allocations_of([&] {
    one = ::operator new(1000);
    other = ::operator new[](24);
  });
  ::operator delete(one);
  ::operator delete[](other);
  EXPECT_EQ(counted.count, 2u);
  EXPECT_EQ(counted.bytes, 1024u);
  EXPECT_EQ(counted.largest, 1000u);
}

TEST(Allocations, none_in_a_query_after_warm_up) {
  Random random(10);
  const Map map(test::random_grid(random, 300, 200, 25));
  for (const std::string text : {"dijkstra",
                                 "a-star",
                                 "a-star:queue=heap",
                                 "a-star:queue=heap,immediate=off",
                                 "a-star:store=sparse",
                                 "a-star:successors=all",
                                 "weighted-a-star",
                                 "bidirectional-a-star",
                                 "jps",
                                 "hpa",
                                 "hpa:levels=3,smooth=rays,insert=dijkstra",
                                 "hpa:intra=lazy,smooth=box",
                                 "dhpa",
                                 "mm:smooth=rays",
                                 "mm:sector=8,levels=2,ahead=2,smooth=box,box=10",
                                 "fringe",
                                 "fringe:list=linked",
                                 "ida:limit=3000",
                                 "me-ida:limit=3000",
                                 "sga",
                                 "sga:variant=1,labels=on,refine=jps",
                                 "sga:variant=3,trim=deviation",
                                 "sma:limit=5000",
                                 "sma:nodes=100,limit=5000",
                                 "lpa",
                                 "d-star-lite",
                                 "d-star",
                                 "focussed-d-star",
                                 "adaptive-a",
                                 "gaa",
                                 "mt-adaptive-a",
                                 "ara",
                                 "ad-star"}) {
    auto finder = *parse_algorithm(text)->make(map);
    std::vector<std::pair<NodeId, NodeId>> problems;
    for (int i = 0; i < (test::kSanitized ? 12 : 40); ++i) {
      const NodeId start = test::random_passable(random, map.grid());
      const NodeId goal = test::random_passable(random, map.grid());
      problems.emplace_back(start, goal);
    }
    std::vector<NodeId> path;
    const auto run = [&] {
      for (const auto& [start, goal] : problems) {
        finder->start(start, goal);
        while (finder->step({100}) == Status::kInProgress) {
        }
        path.clear();
        finder->append_path(path);
      }
    };
    run();
    EXPECT_EQ(test::allocations_of(run).count, 0u) << text;
  }
}

}  // namespace waymark::search_allocation_test
