// What the tests of agents with a case base share.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "support/agent_problems.hpp"
#include "support/agents.hpp"
#include "support/case_bases.hpp"
#include "support/plain_knn.hpp"
#include "waymark/agent/agent.hpp"

namespace waymark::test {

inline constexpr int kMaxSteps = 200'000;

inline Place place_of(const Map& map, NodeId node) {
  const Cell cell = map.grid().cell(node);
  return {cell.x, cell.y};
}

inline std::vector<PlainRecord> plain_records(const Map& map, const CaseBase& cases) {
  std::vector<PlainRecord> records(cases.records());
  for (std::uint32_t i = 0; i < cases.records(); ++i) {
    const CaseBase::Record record = cases.record(i);
    for (std::uint32_t j = 0; j < record.size(); ++j) records[i].push_back(place_of(map, record[j]));
  }
  return records;
}

inline CaseBase random_cases(Random& random, const Map& map, std::uint64_t most, CasePaper paper = CasePaper::k2010) {
  const std::uint64_t records = random.below(static_cast<std::uint32_t>(most) + 1);
  const std::uint64_t seed = random.next();
  const bool fragments = paper == CasePaper::k2010 && random.chance(1, 8);
  auto cases = build_cases(map, {.records = records, .seed = seed, .paper = paper, .fragments = fragments});
  if (!cases) cases = build_cases(map, {.records = 0, .paper = paper});  // no trip of two moves on this map
  return *std::move(cases);
}

inline MoveRules random_rules(Random& random) {
  static const std::vector<MoveRules> kRules = agent_rules();
  return kRules[random.below(static_cast<std::uint32_t>(kRules.size()))];
}

// Walks until solved; every step legal and within its budget and bound.
inline std::vector<NodeId> walk(const Map& map, Agent& agent, NodeId start, NodeId goal, std::uint64_t budget) {
  std::vector<NodeId> way{start};
  agent.reset(start, goal);
  for (int step = 0; step < kMaxSteps && agent.status() == Status::kInProgress; ++step) {
    const AgentStep made = agent.step({budget});
    EXPECT_LE(made.work, std::min(budget, agent.bound()));
    EXPECT_TRUE(is_legal(map, way.back(), made.position));
    EXPECT_TRUE(made.work > 0 || made.position != way.back());
    if (made.position != way.back()) way.push_back(made.position);
  }
  EXPECT_EQ(agent.status(), Status::kSolved);
  EXPECT_EQ(way.back(), goal);
  return way;
}

// The same while cells around the walking agent change, for some steps; solved, or cut off by an edit.
inline void walk_under_edits(Random& random, Map& map, Agent& agent, NodeId start, NodeId goal) {
  const std::uint64_t budget = random.chance(1, 2) ? Agent::kUnbounded : agent.smallest_budget();
  agent.reset(start, goal);
  NodeId at = start;
  for (int step = 0; agent.status() == Status::kInProgress; ++step) {
    ASSERT_LT(step, kMaxSteps);
    if (step < 60 && random.chance(1, 4)) {
      const Cell here = map.grid().cell(at);
      const int x = random.between(0, map.grid().width() - 1);
      const int y = random.between(0, map.grid().height() - 1);
      if (x != here.x || y != here.y) map.set(x, y, random.chance(1, 2));
    }
    const AgentStep made = agent.step({budget});
    ASSERT_TRUE(is_legal(map, at, made.position));
    at = made.position;
  }
  ASSERT_EQ(agent.status() == Status::kUnreachable, !map.connected(at, goal));
  ASSERT_TRUE(agent.status() == Status::kUnreachable || at == goal);
}

}  // namespace waymark::test
