// The abstraction that belongs to a map: made anew in slices it is that of the map, and meanwhile the old one serves.
#include "waymark/hierarchy/map_abstraction.hpp"

#include <gtest/gtest.h>

#include <array>
#include <thread>

#include "hierarchy/abstraction_builder.hpp"
#include "support/agents.hpp"
#include "support/ascii.hpp"
#include "support/sanitized.hpp"
#include "waymark/agent/pr_lrta.hpp"
#include "waymark/agent/pra.hpp"

namespace waymark::hierarchy_map_abstraction_test {

void expect_same(const CliqueAbstraction& a, const CliqueAbstraction& b) {
  ASSERT_EQ(a.levels(), b.levels());
  ASSERT_EQ(a.id_bound(), b.id_bound());
  ASSERT_EQ(a.epoch(), b.epoch());
  ASSERT_EQ(a.states(0), b.states(0));
  for (int level = 1; level <= a.levels(); ++level) {
    const auto same = [](auto x, auto y) { return std::equal(x.begin(), x.end(), y.begin(), y.end()); };
    ASSERT_TRUE(same(a.parents(level - 1), b.parents(level - 1)));
    ASSERT_TRUE(same(a.positions(level), b.positions(level)));
    ASSERT_EQ(a.graph(level).forward().first, b.graph(level).forward().first);
    ASSERT_EQ(a.graph(level).forward().to, b.graph(level).forward().to);
    ASSERT_EQ(a.graph(level).forward().cost, b.graph(level).forward().cost);
    ASSERT_EQ(a.graph(level).max_edge_cost(), b.graph(level).max_edge_cost());
    ASSERT_EQ(a.cost_per_length(level), b.cost_per_length(level));
    ASSERT_EQ(a.largest_pair(level), b.largest_pair(level));
    for (NodeId state = 0; state < a.states(level); ++state) {
      ASSERT_EQ(a.representative(state, level), b.representative(state, level));
      ASSERT_EQ(a.size(state, level), b.size(state, level));
    }
  }
}

void expect_current(const MapAbstraction& shared, const Map& map) {
  const CliqueAbstraction fresh(map, shared.options().levels);
  ASSERT_NO_FATAL_FAILURE(expect_same(shared.get(), fresh));
  const std::span<const NodeId> regions = shared.highest_regions();
  const bool kept = shared.options().levels != CliqueAbstraction::kAllLevels && fresh.levels() > 0;
  ASSERT_EQ(std::vector<NodeId>(regions.begin(), regions.end()),
            kept ? fresh.regions(fresh.levels()) : std::vector<NodeId>{});
}

void random_edit(Random& random, Map& map) {
  const bool large = random.chance(1, 5);
  map.fill({random.between(-1, map.grid().width()), random.between(-1, map.grid().height()),
            random.between(1, large ? map.grid().width() : 3), random.between(1, large ? map.grid().height() : 3)},
           random.chance(1, 2));
}

TEST(MapAbstraction, made_anew_in_slices_is_that_of_the_map_as_it_was) {
  Random random(1);
  int versions = 0;
  for (int round = 0; round < test::rounds(250); ++round) {
    const auto rules = test::agent_rules();
    Map map(test::random_grid(random, random.between(1, 90), random.between(1, 60), random.below(60)),
            rules[static_cast<std::size_t>(round) % rules.size()]);
    const int levels = std::array{CliqueAbstraction::kAllLevels, 1, 2, 4}[static_cast<std::size_t>(round) / 2 % 4];
    const auto& shared = map.derived<MapAbstraction>({.levels = levels});
    ASSERT_NO_FATAL_FAILURE(expect_current(shared, map));
    const std::uint64_t most = 10 + random.below(20'000);
    // With edits in between: what is made is stale by then, but whole.
    for (int slice = 0; slice < 60; ++slice) {
      if (random.chance(1, 3)) random_edit(random, map);
      const std::uint64_t before = shared.version();
      const std::uint64_t epoch = shared.epoch();
      const NodeId* parents = shared.get().levels() > 0 ? shared.get().parents(0).data() : nullptr;
      const std::uint64_t units = random.below(static_cast<std::uint32_t>(most)) + 1;
      const Maintenance done = map.maintain({units});
      ASSERT_LE(done.work, units);
      ASSERT_EQ(done.current, shared.epoch() == map.grid().epoch());
      if (!done.current) {
        ASSERT_EQ(done.work, units);
      }
      if (shared.version() == before) {  // then nothing of it was touched
        ASSERT_EQ(shared.epoch(), epoch);
        ASSERT_EQ(shared.get().levels() > 0 ? shared.get().parents(0).data() : nullptr, parents);
      } else {
        ASSERT_EQ(shared.get().epoch(), shared.epoch());
        ++versions;
      }
      if (done.current) {
        ASSERT_NO_FATAL_FAILURE(expect_current(shared, map));
      }
    }
    while (!map.maintain({most}).current) {
    }
    ASSERT_NO_FATAL_FAILURE(expect_current(shared, map));
  }
  EXPECT_GT(versions, test::enough(1'000));
}

TEST(MapAbstraction, is_finished_though_the_map_is_edited_in_every_frame) {
  Map map(*Grid::create(100, 100, true));
  const auto& shared = map.derived<MapAbstraction>();
  for (int frame = 0; frame < 1'000; ++frame) {
    map.set(frame % 7, frame % 3, frame % 2 == 0);
    map.maintain({5'000});
  }
  EXPECT_GT(shared.version(), 5u);
}

TEST(MapAbstraction, after_more_edits_than_are_logged) {
  Random random(3);
  Map map(test::random_grid(random, 70, 50, 30));
  const auto& shared = map.derived<MapAbstraction>();
  for (std::size_t i = 0; i < Grid::kLoggedChanges + 200; ++i) {
    const Cell cell{random.between(0, 69), random.between(0, 49)};
    map.set(cell.x, cell.y, !map.grid().passable(cell.x, cell.y));
    if (i == 100) map.maintain({5});
  }
  while (!map.maintain({3}).current) {
  }
  expect_current(shared, map);
}

// A map's ground that counts what is looked at.
struct Counts {
  std::uint64_t states = 0;
  std::uint64_t edges = 0;
};
class CountingGround {
 public:
  CountingGround(const Map& map, Counts& counts) : ground_(map.grid(), map.table()), counts_(&counts) {}
  [[nodiscard]] NodeId id_bound() const { return ground_.id_bound(); }
  [[nodiscard]] bool is_state(NodeId node) const {
    ++counts_->states;
    return ground_.is_state(node);
  }
  [[nodiscard]] Position position(NodeId node) const {
    ++counts_->states;
    return ground_.position(node);
  }
  template <class Visit>
  void for_each_neighbour(NodeId node, Visit&& visit) const {
    ground_.for_each_neighbour(node, [&](NodeId to) {
      ++counts_->edges;
      visit(to);
    });
  }

 private:
  GridGround ground_;
  Counts* counts_;
};

// What a piece may take beyond its units: the edges around a group of cells and those around them.
constexpr std::uint64_t kMostOver = 8 + 8 * 8 * 3;

TEST(MapAbstraction, a_slice_looks_at_no_more_than_its_units_allow) {
  Random random(4);
  for (int round = 0; round < 20; ++round) {
    const Map map(test::random_grid(random, 60, 40, random.below(40)));
    Counts counts;
    AbstractionBuilder<CountingGround> builder(CountingGround(map, counts), 10, CliqueAbstraction::kAllLevels, 0);
    std::uint64_t given = 0;
    std::uint64_t slices = 0;
    while (!builder.done()) {
      const std::uint64_t units = 1 + random.below(500);
      ASSERT_LE(builder.step(units), units);
      given += units;
      ++slices;
      ASSERT_LE(counts.states, given + kMostOver);
      ASSERT_LE(counts.edges, given + kMostOver);
    }
    const std::uint64_t looked_at = counts.states + counts.edges;
    EXPECT_GT(looked_at, 20'000u);
    EXPECT_GT(slices, 100u);
    expect_same(builder.take(), [&] {
      Counts again;
      AbstractionBuilder<CountingGround> whole(CountingGround(map, again), 10, CliqueAbstraction::kAllLevels, 0);
      whole.step(std::uint64_t{1} << 60u);
      EXPECT_EQ(again.states + again.edges, looked_at);
      return whole.take();
    }());
  }
}

TEST(MapAbstractionThreads, ask_for_one_copy_at_once_and_walk_by_it) {
  Random random(5);
  Map map(test::random_grid(random, 60, 40, 20));
  map.fill({0, 19, 60, 2}, true);
  const NodeId start = map.grid().node(0, 19);
  const NodeId goal = map.grid().node(59, 20);
  for (const bool stale : {false, true}) {
    if (stale) map.fill({30, 18, 1, 2}, false);
    std::array<std::vector<NodeId>, 3> walks;
    std::vector<std::thread> threads;
    for (std::vector<NodeId>& walk : walks) {
      threads.emplace_back([&] {
        for (const AgentPtr& agent : {*make_pra(map), *make_pr_lrta(map, {.level = 2})}) {
          agent->reset(start, goal);
          while (agent->status() == Status::kInProgress) walk.push_back(agent->step({50}).position);
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(walks[0], walks[1]);
    EXPECT_EQ(walks[0], walks[2]);
    EXPECT_EQ(walks[0].back(), goal);
  }
  EXPECT_EQ(map.derived<MapAbstraction>().version(), 1u);
}

}  // namespace waymark::hierarchy_map_abstraction_test
