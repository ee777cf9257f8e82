// Every whole-path search against a Dijkstra that shares no code with the library: costs, paths, unreachable goals.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/ascii.hpp"
#include "support/paths.hpp"
#include "support/reference.hpp"
#include "support/sanitized.hpp"
#include "support/shrink.hpp"
#include "waymark/agent/registry.hpp"
#include "waymark/search/a_star.hpp"
#include "waymark/search/dijkstra.hpp"

namespace waymark::search_optimality_test {

const std::vector<std::string>& optimal_searches() {
  static const std::vector<std::string> kSearches{"dijkstra",
                                                  "a-star",
                                                  "a-star:successors=all",
                                                  "a-star:queue=heap",
                                                  "a-star:queue=heap,immediate=off",
                                                  "a-star:store=sparse",
                                                  "a-star:heuristic=euclidean",
                                                  "a-star:heuristic=zero,successors=all",
                                                  "a-star:heuristic=octile",
                                                  "a-star:heuristic=manhattan",
                                                  "weighted-a-star:w=1",
                                                  "bidirectional-a-star",
                                                  "lpa",
                                                  "d-star-lite",
                                                  "adaptive-a",
                                                  "gaa",
                                                  "mt-adaptive-a",
                                                  "d-star",
                                                  "focussed-d-star",
                                                  "ara",
                                                  "ad-star:w=2",
                                                  "jps",
                                                  "fringe",
                                                  "fringe:list=linked"};
  return kSearches;
}

std::uint64_t at(const std::vector<std::uint64_t>& distances, const Grid& grid, NodeId node) {
  const Cell cell = grid.cell(node);
  return distances[static_cast<std::size_t>(cell.y * grid.width() + cell.x)];
}

// What is wrong with a search's answer; empty if nothing.
std::string fault(const Map& map, PathFinder& finder, NodeId start, NodeId goal, std::uint64_t expected) {
  const Status status = finder.solve(start, goal);
  std::vector<NodeId> path;
  finder.append_path(path);
  if (expected == test::kUnreached) {
    return status == Status::kUnreachable && path.empty() && finder.cost() == kInfiniteCost ? ""
                                                                                            : "found a path to nowhere";
  }
  if (status != Status::kSolved) return "found no path";
  if (finder.cost() != expected) {
    return "costs " + std::to_string(finder.cost()) + " instead of " + std::to_string(expected);
  }
  const auto sound = test::path_is_sound(map, path, start, goal, expected);
  return sound ? "" : sound.message();
}

// The same problem, as small as it still fails, drawn.
std::string smallest_failure(const Map& map, const std::string& text, NodeId start, NodeId goal) {
  const MoveRules rules = map.rules();
  const auto small =
      test::shrink({map.grid(), map.grid().cell(start), map.grid().cell(goal)}, [&](const auto& problem) {
        const Map candidate(problem.grid, rules);
        auto finder = *parse_algorithm(text)->make(candidate);
        const auto distances = test::reference_distances(problem.grid, rules, problem.start.x, problem.start.y);
        const NodeId to = problem.grid.node(problem.goal);
        return !fault(candidate, *finder, problem.grid.node(problem.start), to, at(distances, problem.grid, to))
                    .empty();
      });
  return draw(small);
}

void check_problems(const Map& map, Random& random, int sources, int goals) {
  std::vector<std::pair<std::string, PathFinderPtr>> finders;
  for (const std::string& text : optimal_searches()) {
    auto finder = parse_algorithm(text)->make(map);
    if (finder)
      finders.emplace_back(text, std::move(*finder));  // some combinations are refused; registry_test says which
  }
  for (int s = 0; s < sources; ++s) {
    const NodeId start = test::random_passable(random, map.grid());
    if (start == kNoNode) return;
    const Cell cell = map.grid().cell(start);
    const auto distances = test::reference_distances(map.grid(), map.rules(), cell.x, cell.y);
    for (int g = 0; g < goals; ++g) {
      const NodeId goal = test::random_passable(random, map.grid());
      const std::uint64_t expected = at(distances, map.grid(), goal);
      for (auto& [text, finder] : finders) {
        const std::string wrong = fault(map, *finder, start, goal, expected);
        ASSERT_EQ(wrong, "") << text << smallest_failure(map, text, start, goal);
      }
    }
  }
}

TEST(Optimality, all_searches_equal_dijkstra_on_small_random_maps_of_every_rule) {
  Random random(2024);
  for (const MoveRules& rules : test::all_rules()) {
    for (int round = 0; round < test::rounds(200); ++round) {
      const int width = random.between(1, 14);
      const int height = random.between(1, 14);
      const Map map(test::random_grid(random, width, height, static_cast<unsigned>(random.between(0, 60))), rules);
      check_problems(map, random, 2, 4);
      if (HasFatalFailure()) return;
    }
  }
}

TEST(Optimality, all_searches_equal_dijkstra_on_wide_maps_across_word_borders) {
  Random random(77);
  for (const MoveRules& rules : test::all_rules()) {
    for (int round = 0; round < test::rounds(3); ++round) {
      const int width = random.between(60, 200);
      const int height = random.between(60, 140);
      const Map map(test::random_grid(random, width, height, static_cast<unsigned>(random.between(0, 35))), rules);
      check_problems(map, random, 2, 5);
      if (HasFatalFailure()) return;
    }
  }
}

// Long straight walls and rooms make long jumps, which noise does not.
TEST(Optimality, all_searches_equal_dijkstra_on_maps_of_blocks) {
  Random random(4711);
  for (const MoveRules& rules : test::all_rules()) {
    for (int round = 0; round < test::rounds(3); ++round) {
      Grid grid = *Grid::create(random.between(100, 260), random.between(100, 200), true);
      for (int block = 0; block < 60; ++block) {
        const Rect area{random.between(0, grid.width() - 1), random.between(0, grid.height() - 1),
                        random.between(1, 40), random.between(1, 12)};
        grid.fill(random.chance(1, 2) ? area : Rect{area.x, area.y, area.height, area.width}, random.chance(1, 4));
      }
      const Map map(std::move(grid), rules);
      check_problems(map, random, 2, test::kSanitized ? 3 : 6);
      if (HasFatalFailure()) return;
    }
  }
}

// Every kind of pair under every rule; jps takes those between one and two.
TEST(Optimality, all_searches_equal_dijkstra_for_any_pair_of_costs) {
  Random random(14);
  for (int round = 0; round < test::rounds(600); ++round) {
    for (MoveRules rules : test::all_rules()) {
      if (!(rules.costs == kUnitCosts)) continue;  // each rule once
      rules.costs = test::random_costs(random);
      const int width = random.between(1, 14);
      const int height = random.between(1, 14);
      const Map map(test::random_grid(random, width, height, static_cast<unsigned>(random.between(0, 50))), rules);
      ASSERT_TRUE(make_a_star(map));
      check_problems(map, random, 1, 3);
      if (HasFatalFailure()) {
        ADD_FAILURE() << "costs " << rules.costs.cardinal << " and " << rules.costs.diagonal;
        return;
      }
    }
  }
}

TEST(Optimality, start_equals_goal) {
  const Map map(test::grid_from({"...", ".@.", "..."}));
  for (const std::string& text : optimal_searches()) {
    auto made = parse_algorithm(text)->make(map);
    if (!made) continue;
    PathFinder& finder = **made;
    EXPECT_EQ(finder.solve(map.grid().node(0, 1), map.grid().node(0, 1)), Status::kSolved) << text;
    EXPECT_EQ(finder.cost(), 0u) << text;
    std::vector<NodeId> path;
    finder.append_path(path);
    EXPECT_EQ(path, std::vector<NodeId>{map.grid().node(0, 1)}) << text;
  }
}

TEST(Optimality, blocked_ends_are_unreachable) {
  const Map map(test::grid_from({"..", "@."}));
  for (const std::string& text : optimal_searches()) {
    auto made = parse_algorithm(text)->make(map);
    if (!made) continue;
    EXPECT_EQ((*made)->solve(map.grid().node(0, 0), map.grid().node(0, 1)), Status::kUnreachable) << text;
    EXPECT_EQ((*made)->solve(map.grid().node(0, 1), map.grid().node(0, 0)), Status::kUnreachable) << text;
    EXPECT_EQ((*made)->work(), Work{}) << text;
    EXPECT_EQ((*made)->solve(map.grid().node(0, 0), map.grid().node(1, 1)), Status::kSolved) << text;
  }
}

TEST(Optimality, searches_follow_edits_of_the_map) {
  Random random(31);
  Map map(test::random_grid(random, 90, 80, 25));
  std::vector<std::pair<std::string, PathFinderPtr>> finders;
  for (const std::string& text : optimal_searches()) {
    auto finder = parse_algorithm(text)->make(map);
    if (finder) finders.emplace_back(text, std::move(*finder));
  }
  for (int edit = 0; edit < 60; ++edit) {
    map.fill({random.between(0, 89), random.between(0, 79), random.between(1, 8), random.between(1, 8)},
             random.chance(1, 2));
    const NodeId start = test::random_passable(random, map.grid());
    const NodeId goal = test::random_passable(random, map.grid());
    const Cell cell = map.grid().cell(start);
    const std::uint64_t expected =
        at(test::reference_distances(map.grid(), map.rules(), cell.x, cell.y), map.grid(), goal);
    for (auto& [text, finder] : finders) {
      const Status status = finder->solve(start, goal);
      ASSERT_EQ(status == Status::kSolved, expected != test::kUnreached) << text;
      ASSERT_EQ(finder->cost(), status == Status::kSolved ? expected : kInfiniteCost) << text;
    }
  }
}

// Its room is enough for every path of these maps.
TEST(Sma, equals_dijkstra_where_it_does_not_give_up) {
  Random random(26);
  int solved = 0;
  int gave_up = 0;
  for (const MoveRules& rules : test::all_rules()) {
    for (int round = 0; round < test::rounds(200); ++round) {
      const Map map(test::random_grid(random, random.between(1, 24), random.between(1, 24),
                                      static_cast<unsigned>(random.between(0, 45))),
                    rules);
      const NodeId start = test::random_passable(random, map.grid());
      const NodeId goal = test::random_passable(random, map.grid());
      if (start == kNoNode || !map.connected(start, goal)) continue;
      const Cell cell = map.grid().cell(start);
      const auto distances = test::reference_distances(map.grid(), rules, cell.x, cell.y);
      for (const char* text :
           {"sma:successors=canonical,limit=20000", "sma:successors=canonical,nodes=600,limit=20000"}) {
        const auto finder = *parse_algorithm(text)->make(map);
        if (finder->solve(start, goal) == Status::kOutOfBudget) {
          ++gave_up;
          continue;
        }
        ASSERT_EQ(fault(map, *finder, start, goal, at(distances, map.grid(), goal)), "") << text;
        ++solved;
      }
    }
  }
  EXPECT_GT(solved, test::enough(3000));
  EXPECT_LT(10 * gave_up, solved);
}

TEST(WeightedAStar, never_exceeds_its_bound) {
  Random random(9);
  for (const MoveRules& rules : test::all_rules()) {
    for (int round = 0; round < test::rounds(10); ++round) {
      const Map map(test::random_grid(random, 60, 60, static_cast<unsigned>(random.between(5, 40))), rules);
      for (const auto& [text, bound] :
           {std::pair{"weighted-a-star:w=1.5", 1.5}, std::pair{"weighted-a-star:w=5", 5.0},
            std::pair{"weighted-a-star:w=1,gamma=0.2", 5.0}, std::pair{"weighted-a-star:w=2,gamma=0.5", 4.0}}) {
        auto finder = *parse_algorithm(text)->make(map);
        const NodeId start = test::random_passable(random, map.grid());
        const Cell cell = map.grid().cell(start);
        const auto distances = test::reference_distances(map.grid(), map.rules(), cell.x, cell.y);
        const NodeId goal = test::random_passable(random, map.grid());
        const std::uint64_t optimal = at(distances, map.grid(), goal);
        if (finder->solve(start, goal) != Status::kSolved) {
          ASSERT_EQ(optimal, test::kUnreached);
          continue;
        }
        std::vector<NodeId> path;
        finder->append_path(path);
        ASSERT_TRUE(test::path_is_sound(map, path, start, goal, finder->cost()));
        ASSERT_LE(finder->cost(), bound * static_cast<double>(optimal)) << text;
      }
    }
  }
}

TEST(DistanceField, equals_dijkstra_everywhere) {
  Random random(12);
  for (const MoveRules& rules : test::all_rules()) {
    const Map map(test::random_grid(random, 80, 70, 30), rules);
    DistanceField field(map);
    for (int round = 0; round < 3; ++round) {
      const NodeId source = test::random_passable(random, map.grid());
      ASSERT_EQ(field.compute(source), Status::kSolved);
      const Cell cell = map.grid().cell(source);
      const auto distances = test::reference_distances(map.grid(), map.rules(), cell.x, cell.y);
      for (int y = 0; y < 70; ++y) {
        for (int x = 0; x < 80; ++x) {
          const std::uint64_t expected = distances[static_cast<std::size_t>(y * 80 + x)];
          const Cost distance = field.distance(map.grid().node(x, y));
          ASSERT_EQ(distance == kInfiniteCost ? test::kUnreached : distance, expected);
        }
      }
    }
  }
}

}  // namespace waymark::search_optimality_test
