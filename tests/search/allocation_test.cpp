// Queries allocate nothing once they have run before: this program's `new` counts.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "support/ascii.hpp"
#include "waymark/agent/registry.hpp"

namespace {
std::atomic<std::uint64_t> g_allocations{0};

void* counted(std::size_t size) {
  ++g_allocations;
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}
}  // namespace

void* operator new(std::size_t size) { return counted(size); }
void* operator new[](std::size_t size) { return counted(size); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++g_allocations;
  return std::malloc(size == 0 ? 1 : size);
}
void* operator new[](std::size_t size, const std::nothrow_t& nothrow) noexcept { return operator new(size, nothrow); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }

namespace waymark {
namespace {

TEST(Allocations, the_counter_counts) {
  const std::uint64_t before = g_allocations;
  delete new std::vector<int>(10);
  EXPECT_GE(g_allocations, before + 2);
}

TEST(Allocations, none_in_a_query_after_warm_up) {
  Random random(10);
  const Map map(test::random_grid(random, 300, 200, 25));
  for (const std::string text :
       {"dijkstra", "a-star", "a-star:queue=heap", "a-star:queue=heap,immediate=off", "a-star:store=sparse",
        "a-star:successors=all", "weighted-a-star", "bidirectional-a-star", "jps"}) {
    auto finder = *parse_algorithm(text)->make(map);
    std::vector<std::pair<NodeId, NodeId>> problems;
    for (int i = 0; i < 40; ++i) {
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
    const std::uint64_t before = g_allocations;
    run();
    EXPECT_EQ(g_allocations, before) << text;
  }
}

}  // namespace
}  // namespace waymark
