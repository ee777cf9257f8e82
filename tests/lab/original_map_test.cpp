// Maps made of others: shrunk to what they were enlarged from, with problems drawn there; the largest component alone.
#include "lab/run/original_map.hpp"

#include <gtest/gtest.h>

#include "support/ascii.hpp"
#include "waymark/offline/generate.hpp"
#include "waymark/space/map.hpp"

namespace waymark::lab_original_map_test {

Grid caves() { return generate_map(MapKind::kCaves, {48, 32, 3}).value(); }

// To the nearest neighbour, as image editors do it; the factors need not be whole.
Grid enlarged(const Grid& grid, MapSize size) {
  Grid large = Grid::create(size.width, size.height, false).value();
  for (int y = 0; y < size.height; ++y) {
    for (int x = 0; x < size.width; ++x) {
      large.set(x, y, grid.passable(x * grid.width() / size.width, y * grid.height() / size.height));
    }
  }
  return large;
}

TEST(OriginalMap, is_what_was_enlarged_and_nothing_else) {
  const Grid small = caves();
  for (const MapSize size : {MapSize{128, 85}, MapSize{96, 64}, MapSize{48, 32}}) {
    const auto found = original_map(enlarged(small, size), {48, 32});
    ASSERT_TRUE(found) << found.error().to_string();
    EXPECT_EQ(found->fingerprint(), small.fingerprint());
    EXPECT_EQ(found->epoch(), 0u);
  }
  EXPECT_NE(original_map(small, {24, 16}).error().message.find("no enlargement of one of 24x16 cells"),
            std::string::npos);
}

TEST(OriginalMap, problems_are_drawn_there_and_enlarged_with_it) {
  const Map small(caves());
  const Map large(enlarged(small.grid(), {128, 85}));
  RandomSelection selection;
  selection.count = 30;
  selection.min_cost = 10;
  selection.max_cost = 20;
  const auto drawn = random_problems(small, selection).value();
  const auto found = enlarged_problems(large, {48, 32}, selection);
  ASSERT_TRUE(found) << found.error().to_string();
  ASSERT_EQ(found->size(), drawn.size());
  const auto original = [](Cell cell) { return Cell{cell.x * 48 / 128, cell.y * 32 / 85}; };
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    const Problem& problem = (*found)[i];
    EXPECT_EQ(problem.index, drawn[i].index);
    EXPECT_EQ(original(problem.start), drawn[i].start);
    EXPECT_EQ(original(problem.goal), drawn[i].goal);
    EXPECT_FALSE(problem.optimal);
    EXPECT_TRUE(large.connected(large.grid().node(problem.start), large.grid().node(problem.goal)));
  }
  EXPECT_FALSE(enlarged_problems(small, {47, 32}, selection));
}

TEST(MainComponent, is_all_that_is_left) {
  const Grid grid = test::grid_from({
      "..@....",
      "..@..@@",
      "@@@..@.",
  });
  const Grid main = test::grid_from({
      "@@@....",
      "@@@..@@",
      "@@@..@@",
  });
  EXPECT_EQ(main_component(grid, {}).fingerprint(), main.fingerprint());
  EXPECT_EQ(main_component(main, {}).fingerprint(), main.fingerprint());
  // Which of two equal ones does not depend on names that components have.
  EXPECT_EQ(main_component(test::grid_from({"..@.."}), {}).fingerprint(), test::grid_from({"..@@@"}).fingerprint());
  const Grid blocked = test::grid_from({"@@"});
  EXPECT_EQ(main_component(blocked, {}).fingerprint(), blocked.fingerprint());
  // Under rules without diagonals two cells that touch at their corners are apart.
  MoveRules four;
  four.neighbours = Neighbours::kFour;
  EXPECT_EQ(main_component(test::grid_from({"..@", "@@."}), four).passable_cells(), 2u);
}

}  // namespace waymark::lab_original_map_test
