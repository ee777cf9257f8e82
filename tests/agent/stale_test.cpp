// Agents that go by what is derived from the map, while it is edited and maintained a little at a time.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/agent_problems.hpp"
#include "support/agents.hpp"
#include "support/sanitized.hpp"
#include "waymark/agent/registry.hpp"

namespace waymark::agent_stale_test {

const std::vector<std::string> kByDerived{"jps",
                                          "jps:stale=say",
                                          "hpa",
                                          "hpa:refine=part",
                                          "hpa:size=4,levels=2,refine=part,stale=say",
                                          "dhpa:smooth=rays",
                                          "dhpa:refine=part",
                                          "mm",
                                          "dba",
                                          "dba:skip=0",
                                          "dba:skip=3,trim=0",
                                          "pra",
                                          "pra:K=2",
                                          "pra:K=4,corridor=path",
                                          "pr-lrta:level=1,d=1",
                                          "pr-lrta:level=2,d=3",
                                          "pr-lrta:level=3,d=2,gamma=0.5"};

constexpr int kFrames = 20'000;
constexpr int kFramesWithEdits = 60;

TEST(StaleData, lets_agents_walk_legally_and_arrive_while_the_map_changes) {
  for (const std::string& text : kByDerived) {
    Random random(1);
    int arrived = 0;
    int cut_off = 0;
    for (int round = 0; round < test::rounds(300); ++round) {
      const auto rules = test::agent_rules();
      test::Problem problem = test::random_problem(random, rules[static_cast<std::size_t>(round) % rules.size()], 25);
      Map& map = problem.map;
      auto made = test::make_agent(text, map);
      if (!made) continue;  // not for these rules
      Agent& agent = **made;
      const std::uint64_t maintained = random.below(3) * random.below(3'000);
      const std::uint64_t units = 1 + random.below(200);
      const bool doors = random.chance(1, 2);
      agent.reset(problem.start, problem.goal);
      for (int frame = 0; agent.status() == Status::kInProgress; ++frame) {
        ASSERT_LT(frame, kFrames) << text << " round " << round;
        if (frame < kFramesWithEdits && random.chance(1, 2)) {
          const Rect area{random.between(0, map.grid().width() - 1), random.between(0, map.grid().height() - 1),
                          doors ? 1 : random.between(1, 4), random.between(1, 4)};
          map.fill(area, random.chance(1, 2));
          const Cell goal = map.grid().cell(problem.goal);
          const Cell at = map.grid().cell(agent.position());
          map.set(goal.x, goal.y, true);
          map.set(at.x, at.y, true);
        }
        // Once the edits are over it is maintained for certain: jps:stale=say stands still until then.
        const Maintenance done = map.maintain({frame < kFramesWithEdits ? maintained : 100'000});
        ASSERT_LE(done.work, frame < kFramesWithEdits ? maintained : 100'000u);
        const NodeId from = agent.position();
        const AgentStep step = agent.step({units});
        ASSERT_LE(step.work, units) << text;
        ASSERT_TRUE(test::is_legal(map, from, step.position)) << text << " round " << round << " frame " << frame;
      }
      ASSERT_EQ(agent.status(), map.connected(agent.position(), problem.goal) ? Status::kSolved : Status::kUnreachable)
          << text;
      ++(agent.status() == Status::kSolved ? arrived : cut_off);
    }
    EXPECT_GT(arrived, test::enough(50)) << text;
  }
}

// A wall near the lower edge; what lies behind it is on nobody's way. The trip is drawn on the first call.
void wall_off(Map& map, Random& random, NodeId& start, NodeId& goal) {
  map.fill({0, 55, 60, 1}, false);
  map.fill({0, 56, 60, 4}, true);
  while (start == kNoNode || goal == kNoNode || !map.connected(start, goal) || start == goal ||
         map.grid().cell(start).y > 50 || map.grid().cell(goal).y > 50) {
    start = test::random_passable(random, map.grid());
    goal = test::random_passable(random, map.grid());
  }
}

// The cells that an agent comes to, one after the other; before the second step and each one after it `edit(frame)`.
template <class Edit>
std::vector<NodeId> walk_of(const std::string& text, Map& map, NodeId start, NodeId goal, std::uint64_t units,
                            Edit&& edit) {
  const auto agent = *test::make_agent(text, map);
  agent->reset(start, goal);
  std::vector<NodeId> walk{start};
  for (int frame = 0; agent->status() == Status::kInProgress && frame < 5'000; ++frame) {
    if (frame > 0) edit(frame);
    // To look at the edits costs a unit, so a plan may take a step more.
    const NodeId at = agent->step({units}).position;
    if (walk.back() != at) walk.push_back(at);
  }
  EXPECT_EQ(agent->status(), Status::kSolved) << text;
  return walk;
}

// Edits in a corner that nobody comes near change no move, with maintenance or without: not those of who walks to the
// end of his plan, and of the others not before the abstraction is another. Whole-path searches that go by what is
// derived, which is stale from the first edit on, are the exception: if that comes before they know their path, they
// begin again without, once, and walk as A* does.
TEST(StaleData, far_edits_do_not_disturb_a_walk) {
  int without = 0;
  for (const std::string& text : kByDerived) {
    if (text.ends_with("stale=say")) continue;  // says so
    const bool may_do_without =
        text == "jps" || text.starts_with("hpa") || text.starts_with("dhpa") || text.starts_with("mm");
    Random random(2);
    for (int round = 0; round < test::rounds(20); ++round) {
      const Grid grid = test::random_grid(random, 60, 60, 20);
      NodeId start = kNoNode;
      NodeId goal = kNoNode;
      const auto walk_on = [&](const std::string& algorithm, bool edited) {
        Map map(grid);
        wall_off(map, random, start, goal);
        return walk_of(algorithm, map, start, goal, 20, [&](int frame) {
          if (edited) map.set(30 + frame % 3, 58, frame % 2 == 0);
        });
      };
      const std::vector<NodeId> undisturbed = walk_on(text, false);
      const std::vector<NodeId> disturbed = walk_on(text, true);
      if (may_do_without && disturbed != undisturbed) {
        ++without;
        ASSERT_EQ(disturbed, walk_on("a-star", false)) << text << " round " << round;
      } else {
        ASSERT_EQ(disturbed, undisturbed) << text << " round " << round;
      }
    }
  }
  EXPECT_GT(without, test::enough(20));
}

// The same where the map is maintained, and an edit now and then is not every plan's end: then nobody goes without what
// is derived, and the walk is that of the map without edits, up to a plan later.
TEST(StaleData, far_edits_now_and_then_change_no_walk_on_a_map_that_is_maintained) {
  for (const std::string& text : kByDerived) {
    // Agents of their own, which go on by what is derived as it is at each step: for them no such walk is promised.
    // And dba with so few units walks by its fallback, which has one unit less to search with where edits are looked
    // at.
    if (text.starts_with("pr") || text.starts_with("dba")) continue;
    Random random(4);
    for (int round = 0; round < test::rounds(10); ++round) {
      std::vector<std::vector<NodeId>> walks;
      std::array<int, 2> frames{};
      const Grid grid = test::random_grid(random, 60, 60, 20);
      NodeId start = kNoNode;
      NodeId goal = kNoNode;
      for (const bool edited : {false, true}) {
        Map map(grid);
        wall_off(map, random, start, goal);
        const auto agent = *test::make_agent(text, map);
        agent->reset(start, goal);
        std::vector<NodeId> walk;
        for (int& frame = frames[edited ? 1 : 0]; agent->status() == Status::kInProgress && frame < 5'000; ++frame) {
          if (edited && frame % 40 == 1) map.set(30, 58, frame % 80 != 1);
          map.maintain({20'000});
          const NodeId at = agent->step({20}).position;
          if (walk.empty() || walk.back() != at) walk.push_back(at);
        }
        ASSERT_EQ(agent->status(), Status::kSolved) << text;
        walks.push_back(std::move(walk));
      }
      ASSERT_EQ(walks[0], walks[1]) << text << " round " << round;
      ASSERT_LE(frames[1], frames[0] + 40) << text << " round " << round;
    }
  }
}

// And with an edit in every frame: whole-path searches that go by what is derived begin again twice at the most before
// they do without, so that the walk is theirs or that of A*, and begins no later than after three plans.
TEST(StaleData, far_edits_in_every_frame_change_no_walk_on_a_map_that_is_maintained_or_make_it_that_of_a_star) {
  for (const std::string& text : kByDerived) {
    if (text.starts_with("pr") || text.starts_with("dba") || text.ends_with("stale=say")) continue;
    Random random(5);
    for (int round = 0; round < test::rounds(6); ++round) {
      const Grid grid = test::random_grid(random, 60, 60, 20);
      NodeId start = kNoNode;
      NodeId goal = kNoNode;
      const auto walk_on = [&](const std::string& algorithm, bool edited) {
        Map map(grid);
        wall_off(map, random, start, goal);
        return walk_of(algorithm, map, start, goal, 20, [&](int frame) {
          if (edited) map.set(30, 58, frame % 2 == 0);
          map.maintain({20'000});
        });
      };
      const std::vector<NodeId> undisturbed = walk_on(text, false);
      const std::vector<NodeId> disturbed = walk_on(text, true);
      if (disturbed != undisturbed) {
        ASSERT_EQ(disturbed, walk_on("a-star", false)) << text << " round " << round;
      }
    }
  }
}

// What dba knows of its way outlasts edits that give other regions, far away, other edges and other numbers.
TEST(StaleData, far_edits_leave_dba_on_its_record) {
  for (const std::string text : {"dba", "dba:skip=0", "dba:skip=3,trim=0"}) {
    Random random(4);
    for (int round = 0; round < test::rounds(8); ++round) {
      const Grid grid = test::random_grid(random, 60, 60, 36);
      NodeId start = kNoNode;
      NodeId goal = kNoNode;
      const auto walk_on = [&](int frames_per_edit) {
        Map map(grid);
        wall_off(map, random, start, goal);
        const std::uint64_t units = (*test::make_agent(text, map))->bound();
        return walk_of(text, map, start, goal, units, [&](int frame) {
          // Parts the strip behind the wall in two.
          if (frames_per_edit != 0 && frame % frames_per_edit == 0) map.fill({30, 56, 1, 4}, frame % 2 == 0);
          map.maintain({20'000});
        });
      };
      const std::vector<NodeId> undisturbed = walk_on(0);
      ASSERT_EQ(walk_on(7), undisturbed) << text << " round " << round;
      ASSERT_EQ(walk_on(1), undisturbed) << text << " round " << round;
    }
  }
}

// With a budget that a plan takes many frames of, an edit in each, and maintenance in each.
TEST(StaleData, far_edits_in_every_frame_do_not_keep_a_plan_from_being_made) {
  for (const std::string& text : kByDerived) {
    Random random(3);
    for (int round = 0; round < test::rounds(10); ++round) {
      std::array<int, 2> frames{};
      Map map(test::random_grid(random, 60, 60, 20));
      map.fill({0, 55, 60, 1}, false);  // what lies behind is no way
      map.fill({0, 56, 60, 4}, true);
      map.fill({0, 10, 60, 1}, true);
      for (const bool edited : {false, true}) {
        const auto agent = *test::make_agent(text, map);
        agent->reset(map.grid().node(0, 10), map.grid().node(59, 10));
        while (agent->status() == Status::kInProgress) {
          const int frame = frames[edited ? 1 : 0]++;
          ASSERT_LT(frame, 5'000) << text;
          if (edited) map.set(30, 58, frame % 2 != 0);
          map.maintain({text.ends_with("stale=say") ? 5'000u : 2'000u});
          agent->step({5});
        }
        ASSERT_EQ(agent->status(), Status::kSolved) << text;
      }
      EXPECT_LE(frames[1], 3 * frames[0] + 400) << text;
    }
  }
}

}  // namespace waymark::agent_stale_test
