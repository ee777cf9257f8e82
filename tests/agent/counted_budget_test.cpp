// Budgets checked by a counter that no agent controls.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "support/agent_problems.hpp"
#include "support/agents.hpp"
#include "support/map_edits.hpp"
#include "support/sanitized.hpp"
#include "waymark/base/instrument.hpp"
#include "waymark/offline/generate.hpp"

namespace waymark::agent_counted_budget_test {

using instrument::Counts;
using instrument::counts_of;

std::uint64_t most_units(const Agent& agent) { return agent.bound() == Agent::kUnbounded ? 500 : agent.bound(); }

struct Seen {
  Counts counts;
  std::uint64_t units;
  bool edited;
};

TEST(CountedBudget, explore) {
  for (const std::string& text : test::all_agents()) {
    Random random(31);
    std::vector<Seen> seen;
    for (int round = 0; round < 12; ++round) {
      const MoveRules& rules = test::few_rules()[static_cast<std::size_t>(round) % test::few_rules().size()];
      test::Problem problem = test::random_problem(random, rules, round % 2 == 0 ? 16 : 48);
      Map& map = problem.map;
      const auto made = test::make_agent(text, map);
      if (!made) continue;
      Agent& agent = **made;
      const std::uint64_t least = agent.smallest_budget();
      const std::uint64_t most = most_units(agent);
      agent.reset(problem.start, problem.goal);
      bool edited = false;
      for (int step = 0; step < 300; ++step) {
        if (random.chance(1, 4)) {
          int count = 1;
          if (random.chance(1, 10)) count = random.chance(1, 10) ? 1200 : random.between(5, 60);
          for (int i = 0; i < count; ++i) test::edit_anything(random, map, agent.position(), agent.goal());
          edited = true;
        }
        if (random.chance(1, 8)) agent.retarget(test::random_passable(random, map.grid()));
        if (random.chance(1, 8)) {
          const Cell goal = map.grid().cell(agent.goal());
          const Cell next{goal.x + random.between(-1, 1), goal.y + random.between(-1, 1)};
          if (map.grid().contains(next.x, next.y)) agent.retarget(map.grid().node(next));
        }
        if (random.chance(1, 8)) map.maintain({random.below(2000)});
        if (agent.status() == Status::kSolved) {
          agent.reset(agent.position(), test::random_passable(random, map.grid()));
          continue;
        }
        std::uint64_t units = least + random.below(static_cast<std::uint32_t>(most - least + 1));
        if (random.chance(1, 3)) units = least;
        AgentStep done{};
        const Counts counts = counts_of([&] { done = agent.step({units}); });
        if (done.work == 0 && !edited) {
        }
        seen.push_back({counts, done.work, edited});
        edited = false;
      }
    }
    double looks = 0;
    double writes = 0;
    std::uint64_t edited_most = 0;
    std::uint64_t zero = 0;
    Seen worst{};
    for (const Seen& s : seen) {
      const auto over = [](std::uint64_t n) { return static_cast<double>(n > 16 ? n - 16 : 0); };
      if (s.edited) {
        const std::uint64_t all = s.counts.looks + s.counts.writes;
        edited_most = std::max(edited_most, all - std::min(all, 40 * s.units));
        continue;
      }
      if (s.units == 0) {
        zero = std::max(zero, s.counts.looks + s.counts.writes);
        continue;
      }
      const double u = static_cast<double>(s.units);
      looks = std::max(looks, over(s.counts.looks) / u);
      if (over(s.counts.writes) / u > writes) {
        writes = over(s.counts.writes) / u;
        worst = s;
      }
    }
    std::printf("%-60s looks/unit %6.1f writes/unit %6.1f  edited-40u %5lu  zero %4lu  worst w %lu for %lu units\n",
                text.c_str(), looks, writes, edited_most, zero, worst.counts.writes, worst.units);
  }
}

}  // namespace waymark::agent_counted_budget_test
