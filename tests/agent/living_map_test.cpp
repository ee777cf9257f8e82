// Agents on a map that changes: edits that do not concern them, doors, cells blocked under them, goals that move.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "support/agent_claims.hpp"
#include "support/agent_problems.hpp"
#include "support/agents.hpp"
#include "support/map_edits.hpp"
#include "support/reference.hpp"
#include "support/sanitized.hpp"
#include "waymark/offline/generate.hpp"
#include "waymark/space/grid_space.hpp"

namespace waymark::agent_living_map_test {

// For agents without a bound.
std::uint64_t most_units(const Agent& agent) { return agent.bound() == Agent::kUnbounded ? 1'000 : agent.bound(); }

// Of the running test: an agent that fails is left at once, and the next one is tried.
int failures() { return testing::UnitTest::GetInstance()->current_test_info()->result()->total_part_count(); }

// A step, and what holds of every step on every map.
AgentStep checked_step(Agent& agent, const Map& map, std::uint64_t units, const std::string& text) {
  const NodeId from = agent.position();
  const AgentStep made = agent.step({units});
  EXPECT_LE(made.work, std::min(units, agent.bound())) << text;
  EXPECT_EQ(made.position, agent.position()) << text;
  EXPECT_TRUE(made.position == from || map.cost(from, made.position) != kInfiniteCost) << text;
  return made;
}

struct Trip {
  NodeId from;
  NodeId to;
};

// Units that walk to and fro in the left half of a map, while a cell on the far right is toggled.
class FarEdits {
 public:
  static constexpr int kSide = 128;
  static constexpr int kUnits = 6;
  static constexpr int kFrames = 600;

  FarEdits() : grid_(*generate_map(MapKind::kCaves, {.width = kSide, .height = kSide, .seed = 5})) {
    Random random(3);
    const auto cell_on_the_left = [&] {
      for (;;) {
        const NodeId node = test::random_passable(random, grid_);
        if (grid_.cell(node).x < kSide / 2) return node;
      }
    };
    for (int i = 0; i < kUnits; ++i) trips_.push_back({cell_on_the_left(), cell_on_the_left()});
    // In the middle of free cells, so that no way is cut.
    for (int x = kSide - 3; far_.x == 0; --x) {
      for (int y = 2; y < kSide - 2; ++y) {
        bool free = true;
        for (int dy = -1; dy <= 1; ++dy) {
          for (int dx = -1; dx <= 1; ++dx) free = free && grid_.passable(x + dx, y + dy);
        }
        if (free) far_ = {x, y};
      }
    }
  }

  // How often all units arrive; on arrival they turn round.
  [[nodiscard]] int arrivals(const std::string& text, int frames_per_edit) const {
    Map map(Grid(grid_), {});
    std::vector<test::OwnedAgent> units;
    std::vector<Trip> trips = trips_;
    for (const Trip& trip : trips_) {
      units.push_back(*test::make_agent(text, map));
      units.back()->reset(trip.from, trip.to);
    }
    int arrived = 0;
    for (int frame = 1; frame <= kFrames; ++frame) {
      if (frames_per_edit != 0 && frame % frames_per_edit == 0) {
        map.set(far_.x, far_.y, !map.grid().passable(far_.x, far_.y));
      }
      for (std::size_t i = 0; i < units.size(); ++i) {
        Agent& unit = *units[i];
        checked_step(unit, map, most_units(unit), text);
        if (unit.status() != Status::kSolved) continue;
        ++arrived;
        std::swap(trips[i].from, trips[i].to);
        unit.reset(trips[i].from, trips[i].to);
      }
    }
    return arrived;
  }

 private:
  Grid grid_;
  std::vector<Trip> trips_;
  Cell far_{};
};

TEST(LivingMap, edits_far_from_all_ways_disturb_nobody) {
  const FarEdits scene;
  for (const std::string& text : test::all_agents()) {
    // One looks at the whole map, so that no edit is far from it; the others say that all disturb them.
    if (text == "dijkstra" || text.ends_with("replan=every")) continue;
    const int undisturbed = scene.arrivals(text, 0);
    if (!text.starts_with("lrts")) {  // with a small quota it goes back more than it goes on
      EXPECT_GT(undisturbed, 0) << text;
    }
    for (const int frames_per_edit : {1, 10}) {
      if (test::kSanitized && frames_per_edit > 1) continue;
      EXPECT_GE(100 * scene.arrivals(text, frames_per_edit), 95 * undisturbed)
          << text << ", of " << undisturbed << ", edits every " << frames_per_edit;
    }
  }
}

// The answer that the map asks for.
Status expected_status(const Map& map, NodeId position, NodeId goal) {
  if (!map.grid().passable(position)) return Status::kBlocked;
  if (position == goal) return Status::kSolved;
  return map.connected(position, goal) ? Status::kInProgress : Status::kUnreachable;
}

TEST(LivingMap, any_edit_leaves_moves_legal_budgets_kept_and_the_goal_in_reach) {
  constexpr int kStepsWithEdits = 60;
  constexpr int kMostSteps = 100'000;
  for (const std::string& text : test::all_agents()) {
    Random random(7);
    int waited = 0;
    const int failed = failures();
    for (int round = 0; round < (test::kSanitized ? 12 : 60) && failures() == failed; ++round) {
      const MoveRules& rules = test::few_rules()[static_cast<std::size_t>(round) % test::few_rules().size()];
      test::Problem problem = test::random_problem(random, rules, 14);
      Map& map = problem.map;
      const auto made = test::make_agent(text, map);
      if (!made) continue;  // a search that is not for these rules
      Agent& agent = **made;
      const std::uint64_t least = agent.smallest_budget();
      const std::uint64_t most = most_units(agent);
      agent.reset(problem.start, problem.goal);
      for (int step = 0; agent.status() != Status::kSolved; ++step) {
        ASSERT_LT(step, kMostSteps) << text << " round " << round;
        if (step < kStepsWithEdits && random.chance(1, 3))
          test::edit_anything(random, map, agent.position(), problem.goal);
        // In the end all doors are open again.
        if (step == kStepsWithEdits) map.fill({0, 0, map.grid().width(), map.grid().height()}, true);
        const NodeId from = agent.position();
        const Status expected = expected_status(map, from, problem.goal);
        const std::uint64_t units = least + random.below(static_cast<std::uint32_t>(most - least + 1));
        const AgentStep step_made = checked_step(agent, map, units, text);
        if (expected == Status::kUnreachable || expected == Status::kBlocked) {
          ++waited;
          ASSERT_EQ(step_made.status, expected) << text << " round " << round << " step " << step;
          ASSERT_EQ(step_made.position, from) << text;
          ASSERT_EQ(step_made.work, 0u) << text;
        } else {
          ASSERT_TRUE(step_made.status == Status::kInProgress || step_made.status == Status::kSolved)
              << text << " round " << round << " step " << step << ": " << to_string(step_made.status);
        }
      }
      ASSERT_EQ(agent.position(), problem.goal) << text;
    }
    // Of the fewer rounds under a sanitizer some agents have none in which they are cut off.
    if (failures() == failed && !test::kSanitized) {
      EXPECT_GT(waited, 0) << text;
    }
  }
}

// With the smallest budget an agent that looked at edits on one step plans on the next, whatever was edited meanwhile.
TEST(LivingMap, edits_on_every_step_and_the_smallest_budgets_leave_moves_legal) {
  for (const std::string& text : test::all_agents()) {
    Random random(13);
    const int failed = failures();
    for (int round = 0; round < test::rounds(40) && failures() == failed; ++round) {
      const MoveRules& rules = test::few_rules()[static_cast<std::size_t>(round) % test::few_rules().size()];
      test::Problem problem = test::random_problem(random, rules, 14);
      Map& map = problem.map;
      const auto made = test::make_agent(text, map);
      if (!made) continue;  // a search that is not for these rules
      Agent& agent = **made;
      agent.reset(problem.start, problem.goal);
      for (int step = 0; step < 120 && failures() == failed; ++step) {
        test::edit_anything(random, map, agent.position(), agent.goal());
        if (random.chance(1, 10)) agent.retarget(test::random_passable(random, map.grid()));
        if (random.chance(1, 10)) map.maintain({random.below(500)});
        const std::uint64_t units = agent.smallest_budget() + (random.chance(1, 8) ? random.below(30) : 0);
        checked_step(agent, map, units, text);
      }
    }
  }
}

TEST(LivingMap, learned_values_stay_admissible_after_edits_of_any_kind_and_moves_of_the_goal) {
  for (const test::Claim& claim : test::kClaims) {
    Random random(11);
    const int failed = failures();
    for (int round = 0; round < test::rounds(40) && failures() == failed; ++round) {
      const MoveRules& rules = test::few_rules()[static_cast<std::size_t>(round) % test::few_rules().size()];
      if (claim.equal_moves && !test::moves_are_equal(rules)) continue;
      test::Problem problem = test::random_problem(random, rules, 10);
      Map& map = problem.map;
      const auto agent = *test::make_agent(claim.text, map);
      agent->reset(problem.start, problem.goal);
      for (int step = 0; step < 40; ++step) {
        if (random.chance(1, 4)) test::edit_anything(random, map, agent->position(), agent->goal());
        if (random.chance(1, 4)) {
          const Cell goal = map.grid().cell(agent->goal());
          const Cell next{goal.x + random.between(-1, 1), goal.y + random.between(-1, 1)};
          if (map.grid().contains(next.x, next.y)) agent->retarget(map.grid().node(next));
        }
        if (random.chance(3, 4)) agent->step();
        const Cell goal = map.grid().cell(agent->goal());
        if (!map.grid().passable(goal.x, goal.y)) continue;
        const auto distances = test::reference_distances(map.grid(), rules, goal.x, goal.y);
        for (int y = 0; y < map.grid().height(); ++y) {
          for (int x = 0; x < map.grid().width(); ++x) {
            const std::uint64_t way = distances[static_cast<std::size_t>(y * map.grid().width() + x)];
            if (way == test::kUnreached) continue;
            const std::uint64_t h = agent->heuristic(map.grid().node(x, y));
            ASSERT_LE(1000 * h, way * claim.w_thousandths)
                << claim.text << " at " << x << "," << y << " round " << round << " step " << step;
          }
        }
      }
    }
  }
}

TEST(LivingMap, what_was_learned_is_forgotten_only_where_a_freed_cell_may_make_it_wrong) {
  // The unit learns in the pocket on the left; the cell freed at the far right can shorten no way from there.
  Map map(test::grid_from({
      "..........@.............",
      ".@@@@@@@@.@.............",
      ".......@@.@.........@...",
      ".......@@...............",
      ".@@@@@@@@.@.............",
      "..........@.............",
  }));
  const NodeId start = map.grid().node(6, 2);
  const NodeId goal = map.grid().node(9, 3);
  for (const std::string text : {"lrta", "lrta:d=3", "lss-lrta:N=9", "rtaa:N=9", "p-lrta", "lrts:d=2"}) {
    const auto agent = *test::make_agent(text, map);
    agent->reset(start, goal);
    for (int step = 0; step < 20 && agent->status() == Status::kInProgress; ++step) agent->step();
    const Cost learned = agent->heuristic(start);
    ASSERT_GT(learned, agent->heuristic(map.grid().node(8, 0))) << text;
    map.set(20, 2, true);
    if (agent->status() == Status::kInProgress) agent->step();
    EXPECT_GE(agent->heuristic(start), learned) << text;
    // A hole in the wall beside it makes the way short.
    map.fill({7, 2, 2, 2}, true);
    EXPECT_LE(agent->heuristic(start), 4 * map.rules().costs.diagonal) << text;
    map.fill({7, 2, 2, 2}, false);
    map.set(20, 2, false);
  }
}

TEST(LivingMap, a_goal_that_moves_is_caught_when_it_stops_and_costs_no_fresh_start_each_time) {
  for (const std::string& text : test::all_agents()) {
    if (text.find("pathmax=off,T") != std::string::npos) continue;  // may walk in circles wherever the goal is
    Random random(19);
    std::uint64_t moved = 0;
    std::uint64_t replans = 0;
    const int failed = failures();
    for (int round = 0; round < test::rounds(20) && failures() == failed; ++round) {
      test::Problem problem = test::random_problem(random, {}, 40);
      const Map& map = problem.map;
      const auto made = *test::make_agent(text, map);
      Agent& agent = *made;
      agent.reset(problem.start, problem.goal);
      for (int step = 0; agent.status() != Status::kSolved; ++step) {
        ASSERT_LT(step, 100'000) << text;
        checked_step(agent, map, most_units(agent), text);
        // When the agent has nearly caught it, the goal stops: from there every plan is short.
        const Cell at = map.grid().cell(agent.position());
        const Cell there = map.grid().cell(agent.goal());
        if (step >= 30 || std::max(std::abs(at.x - there.x), std::abs(at.y - there.y)) < 10) continue;
        std::vector<NodeId> next;
        GridSpace(map.grid(), map.table()).for_each_edge(agent.goal(), [&](NodeId to, Cost) { next.push_back(to); });
        const NodeId goal = next[random.below(static_cast<std::uint32_t>(next.size()))];
        ASSERT_EQ(agent.retarget(goal), expected_status(map, agent.position(), goal)) << text;
        ASSERT_EQ(agent.goal(), goal) << text;
        ++moved;
      }
      ASSERT_EQ(agent.position(), agent.goal()) << text;
      replans += agent.work().replans;
    }
    if (failures() == failed) {
      EXPECT_LT(2 * replans, moved) << text;
    }
  }
}

TEST(LivingMap, no_cell_of_the_map_is_no_goal_to_turn_to) {
  const Map map(*Grid::create(5, 5, true));
  for (const std::string& text : test::all_agents()) {
    const auto agent = *test::make_agent(text, map);
    EXPECT_EQ(agent->retarget(map.grid().node(1, 1)), Status::kBadId) << text;  // no problem yet
    agent->reset(map.grid().node(0, 0), map.grid().node(4, 4));
    EXPECT_EQ(agent->retarget(map.grid().id_bound()), Status::kBadId) << text;
    EXPECT_EQ(agent->goal(), map.grid().node(4, 4)) << text;
    EXPECT_EQ(agent->status(), Status::kInProgress) << text;
    EXPECT_EQ(agent->retarget(map.grid().node(0, 0)), Status::kSolved) << text;
    EXPECT_EQ(agent->retarget(map.grid().node(2, 0)), Status::kInProgress) << text;
  }
}

}  // namespace waymark::agent_living_map_test
