// Lookahead pathology: degrees, and the figures of each mode computed again the long way round.
#include "lab/experiments/pathology.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "agent/learned_heuristic.hpp"
#include "lab/experiments/pathology_rows.hpp"
#include "lab/run/optimal_length.hpp"
#include "lab/run/problem.hpp"
#include "lab/run/run.hpp"
#include "support/agent_problems.hpp"
#include "support/ascii.hpp"
#include "support/sanitized.hpp"
#include "support/shared_maps.hpp"
#include "waymark/agent/lrts.hpp"
#include "waymark/agent/registry.hpp"
#include "waymark/io/map_file.hpp"

namespace waymark::lab_pathology_test {

using test::random_problem;
using Place = test::Problem;  // waymark::Problem is the lab's
using Mode = PathologyMode;

constexpr std::uint32_t kDMax = 6;

// The distance to the goal by an A* search: shares nothing with the field of distances under test.
class TrueDistances {
 public:
  TrueDistances(const Map& map, NodeId goal) : goal_(goal), lengths_(map, Reference::kAStar) {}
  Cost operator()(NodeId node) {
    if (node == goal_) return 0;
    const auto [place, is_new] = known_.emplace(node, 0);
    if (is_new) place->second = lengths_.find(node, goal_)->cost;
    return place->second;
  }
  bool optimal(const Map& map, NodeId from, NodeId to) {
    const Cell a = map.grid().cell(from);
    const Cell b = map.grid().cell(to);
    const auto& costs = map.rules().costs;
    return (a.x != b.x && a.y != b.y ? costs.diagonal : costs.cardinal) + (*this)(to) == (*this)(from);
  }

 private:
  NodeId goal_;
  OptimalLengths lengths_;
  std::map<NodeId, Cost> known_;
};

std::string lrts_text(Mode mode, std::uint32_t d) {
  std::string text = "lrts:d=" + std::to_string(d);
  if (mode == Mode::kUniformLearning) text += ",learning=uniform";
  if (mode == Mode::kEveryMove) text += ",search=every-move";
  if (mode != Mode::kEveryMove && mode != Mode::kOnPolicyPathMax) text += ",pathmax=off";
  return text;
}

NodeId first_step(const Map& map, NodeId s, NodeId goal, std::uint32_t d) {
  const AgentPtr agent = *parse_algorithm(lrts_text(Mode::kOnPolicy, d))->make_agent(map);
  agent->reset(s, goal);
  return agent->step().position;
}

std::vector<NodeId> walk_of(Agent& agent, const Map& map, NodeId start, NodeId goal) {
  Walk result;
  RunOptions options;
  options.max_moves = 1'000'000;
  walk(agent, map, start, goal, options, result);
  EXPECT_EQ(result.status, Status::kSolved);
  return result.positions;
}

// What a search from s with depth d generates.
struct PlainArea {
  std::set<NodeId> states;
  double looks = 1;
};
PlainArea plain_area(const Map& map, NodeId s, NodeId goal, std::uint32_t d) {
  PlainArea area;
  area.states.insert(s);
  std::set<NodeId> last{s};
  for (std::uint32_t ply = 0; ply < d; ++ply) {
    std::set<NodeId> next;
    for (const NodeId node : last) {
      if (node == goal) continue;
      const Cell cell = map.grid().cell(node);
      for (const auto& move : test::reference_moves(map.grid(), map.rules(), cell.x, cell.y)) {
        ++area.looks;
        const NodeId to = map.grid().node(cell.x + move.dx, cell.y + move.dy);
        if (area.states.count(to) == 0) next.insert(to);
      }
    }
    area.states.insert(next.begin(), next.end());
    last = next;
  }
  area.states.erase(s);
  return area;
}

// Definition 8 the long way: what the states within d moves had learned just before each search.
struct PlainVolume {
  double sum = 0;
  double states = 0;
  double looks = 0;
};
PlainVolume plain_volume(const Map& map, Agent& agent, NodeId start, NodeId goal, std::uint32_t d) {
  LearnedHeuristic initial(map);
  initial.set_goal(goal, false);
  PlainVolume volume;
  agent.reset(start, goal);
  while (agent.status() != Status::kSolved) {
    const PlainArea area = plain_area(map, agent.position(), goal, d);
    double sum = 0;
    for (const NodeId node : area.states) sum += agent.heuristic(node) - initial(node);
    if (agent.step().expanded == 0) continue;
    volume.sum += sum;
    volume.states += static_cast<double>(area.states.size());
    volume.looks += area.looks;
  }
  return volume;
}

TEST(Pathology, degree_counts_increases) {
  EXPECT_EQ(pathology_degree({}), 0u);
  EXPECT_EQ(pathology_degree(std::vector<double>{3}), 0u);
  EXPECT_EQ(pathology_degree(std::vector<double>{5, 4, 4, 1}), 0u);
  EXPECT_EQ(pathology_degree(std::vector<double>{1, 2, 2, 3, 2, 2.5}), 3u);
}

TEST(Pathology, degree_heeds_the_tolerance) {
  const std::vector<double> errors{0.1, 0.108, 0.1, 0.11, 0, 0.001};
  EXPECT_EQ(pathology_degree(errors), 3u);
  EXPECT_EQ(pathology_degree(errors, 1.09), 2u);
  EXPECT_EQ(pathology_degree(errors, 1.2), 1u);  // from nothing every increase counts
  const std::vector<double> doubled{1, 2};
  EXPECT_EQ(pathology_degree(doubled, 2), 0u);  // more than the factor, not the factor itself
}

TEST(Pathology, on_policy_figures_are_those_of_the_walks) {
  Random random(1);
  std::uint64_t suboptimal_walks = 0;
  double volume_met = 0;
  for (int round = 0; round < 60; ++round) {
    const Place place = random_problem(random, test::few_rules()[static_cast<std::size_t>(round) % 5], 16);
    const Map& map = place.map;
    TrueDistances distances(map, place.goal);
    for (const Mode mode :
         {Mode::kOnPolicy, Mode::kInitialError, Mode::kUniformLearning, Mode::kEveryMove, Mode::kOnPolicyPathMax}) {
      double all_moves = 0;
      const PathologyFigures figures = measure_pathology(map, place.start, place.goal, mode, kDMax, random);
      ASSERT_EQ(figures.length.size(), kDMax);
      ASSERT_EQ(figures.states, 0u);
      for (std::uint32_t d = 1; d <= kDMax; ++d) {
        SCOPED_TRACE(lrts_text(mode, d));
        const AgentPtr agent = *parse_algorithm(lrts_text(mode, d))->make_agent(map);
        const std::vector<NodeId> walked = walk_of(*agent, map, place.start, place.goal);
        ASSERT_EQ(figures.length[d - 1], path_length(map, walked));
        const auto moves = static_cast<double>(walked.size() - 1);
        all_moves += moves;
        ASSERT_DOUBLE_EQ(figures.generated[d - 1], static_cast<double>(agent->work().generated) / moves);
        double suboptimal = 0;
        for (std::size_t i = 0; i + 1 < walked.size(); ++i) {
          const NodeId to = mode == Mode::kInitialError ? first_step(map, walked[i], place.goal, d) : walked[i + 1];
          if (!distances.optimal(map, walked[i], to)) ++suboptimal;
        }
        ASSERT_DOUBLE_EQ(figures.error[d - 1], suboptimal / moves);
        if (suboptimal > 0) ++suboptimal_walks;
        const PlainVolume volume = plain_volume(map, *agent, place.start, place.goal, d);
        ASSERT_DOUBLE_EQ(figures.volume[d - 1], volume.sum / volume.states / map.rules().costs.cardinal);
        ASSERT_DOUBLE_EQ(figures.looks[d - 1], volume.looks / moves);
        volume_met += figures.volume[d - 1];
      }
      ASSERT_NEAR(figures.moves, all_moves / kDMax, 1e-9);
      if (mode != Mode::kOnPolicy) continue;
      ASSERT_EQ(moves_on_policy(map, place.start, place.goal, kDMax), static_cast<std::uint64_t>(all_moves));
    }
  }
  EXPECT_GT(suboptimal_walks, 100u);
  EXPECT_GT(volume_met, 10);
}

// The tests above know path-max by the agent's own word; it matters at all only if walks differ.
TEST(Pathology, path_max_changes_walks) {
  Random random(10);
  int differ = 0;
  for (int round = 0; round < 60; ++round) {
    const Place place = random_problem(random, {}, 16);
    const auto lengths = [&](Mode mode) {
      return measure_pathology(place.map, place.start, place.goal, mode, kDMax, random).length;
    };
    const auto without = lengths(Mode::kOnPolicy);
    const auto with = lengths(Mode::kOnPolicyPathMax);
    if (without != with) ++differ;
  }
  EXPECT_GT(differ, 3);
}

// Off policy the move at depth d is the first step of an agent that has learned nothing; all of them, state by state.
TEST(Pathology, off_policy_figures_are_those_of_fresh_agents) {
  Random random(2);
  std::uint64_t pathological_states = 0;
  for (int round = 0; round < 60; ++round) {
    const Place place = random_problem(random, test::few_rules()[static_cast<std::size_t>(round) % 5], 16);
    const Map& map = place.map;
    TrueDistances distances(map, place.goal);
    std::vector<double> suboptimal(kDMax);
    std::vector<double> generated(kDMax);
    std::vector<double> looks(kDMax);
    std::uint64_t states = 0;
    std::uint64_t pathological = 0;
    for (NodeId s = 0; s < map.grid().id_bound(); ++s) {
      if (s == place.goal || !map.grid().passable(s) || !map.connected(s, place.goal)) continue;
      ++states;
      bool was_optimal = false;
      bool worse = false;
      for (std::uint32_t d = 1; d <= kDMax; ++d) {
        const bool optimal = distances.optimal(map, s, first_step(map, s, place.goal, d));
        worse |= was_optimal && !optimal;
        was_optimal = optimal;
        if (!optimal) ++suboptimal[d - 1];
        const PlainArea area = plain_area(map, s, place.goal, d);
        generated[d - 1] += static_cast<double>(area.states.size());
        looks[d - 1] += area.looks;
      }
      if (worse) ++pathological;
    }
    const PathologyFigures figures =
        measure_pathology(map, place.start, place.goal, Mode::kOffPolicyAll, kDMax, random);
    ASSERT_EQ(figures.states, states);
    ASSERT_EQ(figures.pathological, pathological);
    ASSERT_TRUE(figures.length.empty());
    for (std::uint32_t d = 1; d <= kDMax; ++d) {
      ASSERT_DOUBLE_EQ(figures.error[d - 1], suboptimal[d - 1] / static_cast<double>(states)) << d;
      ASSERT_DOUBLE_EQ(figures.generated[d - 1], generated[d - 1] / static_cast<double>(states)) << d;
      ASSERT_DOUBLE_EQ(figures.looks[d - 1], looks[d - 1] / static_cast<double>(states)) << d;
      ASSERT_EQ(figures.volume[d - 1], 0);
    }
    pathological_states += pathological;
  }
  EXPECT_GT(pathological_states, 40u);
}

TEST(Pathology, counts_states_once_and_looks_every_time) {
  const Map map(test::grid_from({"..", ".."}));
  Random random(3);
  const NodeId start = map.grid().node(0, 0);
  const NodeId goal = map.grid().node(1, 1);
  const auto figures = measure_pathology(map, start, goal, Mode::kOnPolicy, 3, random);
  EXPECT_EQ(figures.looks, (std::vector<double>{4, 10, 10}));  // 1 + 3, and 3 from each of two that are not the goal
  EXPECT_EQ(figures.generated, (std::vector<double>{3, 3, 3}));
}

TEST(Pathology, visited_states_are_those_of_all_walks_each_once) {
  Random random(4);
  for (int round = 0; round < 60; ++round) {
    const Place place = random_problem(random, {}, 16);
    TrueDistances distances(place.map, place.goal);
    std::set<NodeId> visited;
    for (std::uint32_t d = 1; d <= kDMax; ++d) {
      const AgentPtr agent = *parse_algorithm(lrts_text(Mode::kOnPolicy, d))->make_agent(place.map);
      const std::vector<NodeId> walked = walk_of(*agent, place.map, place.start, place.goal);
      visited.insert(walked.begin(), walked.end() - 1);
    }
    const auto figures = measure_pathology(place.map, place.start, place.goal, Mode::kOffPolicyVisited, kDMax, random);
    ASSERT_EQ(figures.states, visited.size());
    for (std::uint32_t d = 1; d <= kDMax; ++d) {
      double suboptimal = 0;
      for (const NodeId s : visited) {
        if (!distances.optimal(place.map, s, first_step(place.map, s, place.goal, d))) ++suboptimal;
      }
      ASSERT_DOUBLE_EQ(figures.error[d - 1], suboptimal / static_cast<double>(visited.size())) << d;
    }
  }
}

TEST(Pathology, samples_differ_by_seed_and_are_all_states_where_there_are_no_more) {
  Random maps(5);
  const Map map(test::random_grid(maps, 30, 30, 25));
  const NodeId goal = map.grid().node(15, 15);
  NodeId start = goal;
  while (start == goal || !map.connected(start, goal)) start = test::random_passable(maps, map.grid());
  const auto sample = [&](std::uint64_t seed, std::uint32_t count) {
    Random random(seed);
    return measure_pathology(map, start, goal, Mode::kOffPolicySample, kDMax, random, count);
  };
  Random random(1);
  const auto all = measure_pathology(map, start, goal, Mode::kOffPolicyAll, kDMax, random);
  ASSERT_GT(all.states, 400u);
  EXPECT_EQ(sample(1, 20).states, 20u);
  EXPECT_EQ(sample(1, 20).generated, sample(1, 20).generated);
  EXPECT_NE(sample(1, 20).generated, sample(2, 20).generated);
  EXPECT_EQ(sample(1, 100'000).states, all.states);
  EXPECT_EQ(sample(1, 100'000).error, all.error);
  EXPECT_EQ(sample(1, 100'000).pathological, all.pathological);
}

TEST(Pathology, only_samples_draw_random_numbers) {
  Random maps(6);
  const Place place = random_problem(maps, {}, 12);
  for (const Mode mode : {Mode::kOnPolicy, Mode::kInitialError, Mode::kUniformLearning, Mode::kEveryMove,
                          Mode::kOnPolicyPathMax, Mode::kOffPolicyAll, Mode::kOffPolicyVisited}) {
    Random used(9);
    Random untouched(9);
    const auto first = measure_pathology(place.map, place.start, place.goal, mode, kDMax, used);
    EXPECT_EQ(used.next(), untouched.next());
    const auto again = measure_pathology(place.map, place.start, place.goal, mode, kDMax, used);
    EXPECT_EQ(first.length, again.length);
    EXPECT_EQ(first.error, again.error);
    EXPECT_EQ(first.volume, again.volume);
  }
}

TEST(PathologyDepthStudy, walks_are_those_of_the_problems) {
  Random random(7);
  for (int round = 0; round < 20; ++round) {
    const Place place = random_problem(random, test::few_rules()[static_cast<std::size_t>(round) % 5], 12);
    const DepthStudy study(place.map, place.goal, kDMax);
    for (std::size_t i = 0; i < study.starts().size(); ++i) {
      const NodeId start = study.starts()[i];
      const auto figures = measure_pathology(place.map, start, place.goal, Mode::kOnPolicy, kDMax, random);
      for (std::uint32_t d = 1; d <= kDMax; ++d) {
        const DepthStudy::Walk expected{figures.length[d - 1], figures.generated[d - 1], figures.looks[d - 1]};
        ASSERT_EQ(study.walk(i, d), expected);
      }
      const auto best = std::min_element(figures.length.begin(), figures.length.end()) - figures.length.begin();
      ASSERT_EQ(study.best_depth(i), static_cast<std::uint32_t>(best) + 1);
    }
  }
}

TEST(PathologyDepthStudy, one_depth_for_all_states_is_a_fixed_depth) {
  Random random(8);
  for (int round = 0; round < 20; ++round) {
    const Place place = random_problem(random, {}, 14);
    const DepthStudy study(place.map, place.goal, kDMax);
    for (std::uint8_t d = 1; d <= kDMax; ++d) {
      const std::vector<std::uint8_t> depths(place.map.grid().id_bound(), d);
      const auto walks = study.walks_by(depths);
      ASSERT_EQ(walks.size(), study.starts().size());
      for (std::size_t i = 0; i < walks.size(); ++i) ASSERT_EQ(walks[i], study.walk(i, d));
    }
  }
}

TEST(PathologyDepthStudy, a_region_has_the_depth_of_its_representative) {
  Random random(9);
  std::set<int> depths_seen;
  for (int round = 0; round < 10; ++round) {
    const Place place = random_problem(random, {}, 20);
    const DepthStudy study(place.map, place.goal, kDMax);
    const CliqueAbstraction abstraction(place.map);
    const auto own = study.depths(abstraction, 0);
    ASSERT_EQ(own[place.goal], 1);
    for (std::size_t i = 0; i < study.starts().size(); ++i) ASSERT_EQ(own[study.starts()[i]], study.best_depth(i));
    for (int level = 1; level <= abstraction.levels(); ++level) {
      const auto depths = study.depths(abstraction, level);
      for (NodeId node = 0; node < place.map.grid().id_bound(); ++node) {
        if (own[node] == 0) {
          ASSERT_EQ(depths[node], 0);
          continue;
        }
        ASSERT_EQ(depths[node], own[abstraction.representative(abstraction.region(node, level), level)]);
        depths_seen.insert(depths[node]);
      }
    }
    // One state for the whole component: one depth for all.
    const auto top = study.depths(abstraction, abstraction.levels());
    const auto walks = study.walks_by(top);
    for (std::size_t i = 0; i < walks.size(); ++i) ASSERT_EQ(walks[i], study.walk(i, top[place.goal]));
  }
  EXPECT_GT(depths_seen.size(), 2u);
}

// A corridor in which depths differ: the agent searches as deep as the state it stands on says, not as the start did.
TEST(PathologyDepthStudy, each_search_looks_up_its_own_depth) {
  const Map map(test::grid_from({".........."}));
  const NodeId goal = map.grid().node(9, 0);
  const DepthStudy study(map, goal, 4);
  std::vector<std::uint8_t> depths(map.grid().id_bound(), 1);
  depths[map.grid().node(0, 0)] = 3;  // then it stands on 3
  depths[map.grid().node(3, 0)] = 4;
  const auto walks = study.walks_by(depths);
  ASSERT_EQ(study.starts().front(), map.grid().node(0, 0));
  EXPECT_EQ(walks.front().length, 9);
  EXPECT_DOUBLE_EQ(walks.front().generated, (3 + (4 + 3) + 2 + 2) / 9.0);
}

TEST(PathologyLrts, refuses_what_may_never_arrive) {
  EXPECT_FALSE(parse_algorithm("lrts:pathmax=off,search=every-move")->make_agent(Map(test::grid_from({"..."}))));
}

TEST(PathologyLrts, refuses_depths_that_do_not_fit) {
  const Map map(test::grid_from({"..."}));
  std::vector<std::uint8_t> depths(map.grid().id_bound(), 3);
  LrtsOptions options;
  options.d = 3;
  options.depths = depths;
  EXPECT_TRUE(make_lrts(map, options));
  options.d = 2;
  EXPECT_FALSE(make_lrts(map, options));
  options.d = 3;
  options.depths = std::span<const std::uint8_t>(depths).first(1);
  EXPECT_FALSE(make_lrts(map, options));
}

// By its number of states this is one of the maps measured in 2006. What was found holds on it: learning and plans of d
// moves are pathological, a search on every move and no learning are less so.
TEST(Pathology, falls_where_it_was_published_to_fall) {
  WAYMARK_NEED_SHARED_MAPS();
  if (test::kSanitized) GTEST_SKIP() << "a matter of numbers; the tests above pass the same lines";
  const std::string file = test::shared_maps() + "/bgmaps/AR0701SR.map";
  const auto loaded = read_map(file);
  ASSERT_TRUE(loaded);
  const Map map(loaded->grid);
  EXPECT_EQ(map.grid().passable_cells(), 16'142u);
  RandomSelection selection;
  selection.count = 30;
  selection.min_cost = 1;
  selection.max_cost = 100;
  const auto problems = *random_problems(map, selection);
  PathologySample sample;
  sample.add(map, problems);
  const auto pathological = [&](Mode mode) {
    Random random(1);
    std::size_t count = 0;
    for (const Problem& problem : problems) {
      const auto figures = measure_pathology(map, map.grid().node(problem.start), map.grid().node(problem.goal), mode,
                                             10, random, sample.size());
      if (pathology_degree(figures.error, 1.09) > 0) ++count;
    }
    return count;
  };
  const std::size_t on_policy = pathological(Mode::kOnPolicy);
  EXPECT_GT(on_policy, problems.size() / 2);
  EXPECT_LT(pathological(Mode::kInitialError), on_policy);
  EXPECT_LT(pathological(Mode::kEveryMove), on_policy);
  EXPECT_LT(pathological(Mode::kOffPolicySample), on_policy);
  EXPECT_LT(pathological(Mode::kOffPolicyVisited), on_policy);
}

}  // namespace waymark::lab_pathology_test
