// A path taken a few cells at a time is the path, however few those are.
#include "waymark/search/path_piece.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <deque>
#include <string>
#include <vector>

#include "support/agent_problems.hpp"
#include "support/ascii.hpp"
#include "support/sanitized.hpp"
#include "waymark/agent/registry.hpp"
#include "waymark/base/random.hpp"

namespace waymark::search_path_piece_test {

std::vector<NodeId> taken(const PathFinder& finder, std::size_t room_size) {
  std::deque<NodeId> path;
  PathCursor cursor;
  std::vector<NodeId> room(room_size);
  for (PathPiece piece = finder.next_piece(cursor, room); piece.cells != 0; piece = finder.next_piece(cursor, room)) {
    EXPECT_LE(piece.cells, room_size);
    for (std::size_t i = 0; i < piece.cells; ++i) piece.in_front ? path.push_front(room[i]) : path.push_back(room[i]);
  }
  return {path.begin(), path.end()};
}

TEST(PathPiece, together_they_are_the_path_of_every_search) {
  std::size_t paths = 0;
  for (const AlgorithmInfo& info : algorithms()) {
    const auto choice = parse_algorithm(info.key);
    ASSERT_TRUE(choice);
    Random random(41);
    for (int round = 0; round < test::rounds(20); ++round) {
      const test::Problem problem = test::random_problem(random, {}, 40);
      const auto finder = choice->make(problem.map);
      if (!finder) break;  // not a search for whole paths
      if ((*finder)->solve(problem.start, problem.goal) != Status::kSolved) continue;
      ++paths;
      std::vector<NodeId> path{kNoNode};
      (*finder)->append_path(path);
      ASSERT_EQ(path.front(), kNoNode);
      path.erase(path.begin());
      ASSERT_EQ(path.front(), problem.start) << info.key;
      ASSERT_EQ(path.back(), problem.goal) << info.key;
      Cost cost = 0;
      for (std::size_t i = 1; i < path.size(); ++i) cost += problem.map.cost(path[i - 1], path[i]);
      ASSERT_EQ(cost, (*finder)->cost()) << info.key;
      for (const std::size_t room : {1u, 2u, 7u, 64u})
        ASSERT_EQ(taken(**finder, room), path) << info.key << ", " << room;
    }
  }
  EXPECT_GT(paths, test::enough(300u));
}

TEST(PathPiece, there_is_none_without_a_path) {
  const Map map(test::grid_from({".@."}));
  const auto finder = parse_algorithm("a-star")->make(map);
  ASSERT_TRUE(finder);
  EXPECT_TRUE(taken(**finder, 8).empty());
  EXPECT_EQ((*finder)->solve(map.grid().node(0, 0), map.grid().node(2, 0)), Status::kUnreachable);
  EXPECT_TRUE(taken(**finder, 8).empty());
}

}  // namespace waymark::search_path_piece_test
