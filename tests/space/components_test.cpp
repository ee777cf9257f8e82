#include "waymark/space/components.hpp"

#include <gtest/gtest.h>

#include <map>
#include <queue>
#include <vector>

#include "support/ascii.hpp"
#include "support/reference.hpp"
#include "support/sanitized.hpp"
#include "waymark/space/map.hpp"

namespace waymark::space_components_test {

// A flood fill that shares no code with the labels.
std::vector<int> flood_labels(const Grid& grid, const MoveRules& rules) {
  const auto index = [&](int x, int y) { return static_cast<std::size_t>(y * grid.width() + x); };
  std::vector<int> labels(static_cast<std::size_t>(grid.width() * grid.height()), -1);
  int next = 0;
  for (int y = 0; y < grid.height(); ++y) {
    for (int x = 0; x < grid.width(); ++x) {
      if (!grid.passable(x, y) || labels[index(x, y)] >= 0) continue;
      std::queue<Cell> open;
      open.push({x, y});
      labels[index(x, y)] = next;
      while (!open.empty()) {
        const Cell at = open.front();
        open.pop();
        for (const test::ReferenceMove& move : test::reference_moves(grid, rules, at.x, at.y)) {
          int& label = labels[index(at.x + move.dx, at.y + move.dy)];
          if (label >= 0) continue;
          label = next;
          open.push({at.x + move.dx, at.y + move.dy});
        }
      }
      ++next;
    }
  }
  return labels;
}

// The same partition, whatever the numbers.
void expect_same_components(const Map& map, const std::string& where) {
  const Grid& grid = map.grid();
  const std::vector<int> expected = flood_labels(grid, map.rules());
  std::map<int, std::uint32_t> to_label;
  std::map<std::uint32_t, int> from_label;
  std::map<std::uint32_t, std::uint64_t> sizes;
  for (int y = 0; y < grid.height(); ++y) {
    for (int x = 0; x < grid.width(); ++x) {
      const int flood = expected[static_cast<std::size_t>(y * grid.width() + x)];
      const std::uint32_t label = map.components().label(grid, grid.node(x, y));
      if (flood < 0) {
        ASSERT_EQ(label, Components::kNone) << where;
        continue;
      }
      ASSERT_LT(label, map.components().count()) << where;
      ASSERT_EQ(to_label.emplace(flood, label).first->second, label) << where << " at " << x << "," << y;
      ASSERT_EQ(from_label.emplace(label, flood).first->second, flood) << where << " at " << x << "," << y;
      ++sizes[label];
    }
  }
  ASSERT_EQ(map.components().count(), to_label.size()) << where;
  const std::vector<std::uint64_t> counted = map.components().sizes(grid);
  for (const auto& [label, size] : sizes) ASSERT_EQ(counted[label], size) << where;
}

TEST(Components, corners_join_only_where_the_rule_says_so) {
  const std::vector<std::string_view> art{
      "..@@",
      "..@@",
      "@@..",
      "@@..",
  };
  EXPECT_EQ(Components(test::grid_from(art), {Neighbours::kEight, DiagonalRule::kBothFree}).count(), 2u);
  EXPECT_EQ(Components(test::grid_from(art), {Neighbours::kEight, DiagonalRule::kOneFree}).count(), 2u);
  EXPECT_EQ(Components(test::grid_from(art), {Neighbours::kEight, DiagonalRule::kAlways}).count(), 1u);
  EXPECT_EQ(Components(test::grid_from(art), {Neighbours::kSix, DiagonalRule::kNever}).count(), 2u);
}

TEST(Components, equal_a_flood_fill_on_random_grids_of_every_rule) {
  Random random(11);
  for (const MoveRules& rules : test::all_rules()) {
    for (int round = 0; round < test::rounds(12); ++round) {
      const int width = random.between(1, 200);
      const int height = random.between(1, 150);
      const Map map(test::random_grid(random, width, height, static_cast<unsigned>(random.between(20, 70))), rules);
      expect_same_components(map, std::to_string(width) + "x" + std::to_string(height));
      if (HasFatalFailure()) return;
    }
  }
}

TEST(Components, stay_current_under_single_cell_edits) {
  Random random(5);
  for (const MoveRules& rules : test::all_rules()) {
    if (!(rules.costs == kUnitCosts)) continue;  // costs do not matter here
    Map map(test::random_grid(random, 140, 70, 45), rules);
    for (int edit = 0; edit < test::rounds(400); ++edit) {
      // Half of them on tile borders, where the joins are.
      const int x = random.chance(1, 2) ? random.between(0, 139) : 62 + random.between(0, 3);
      const int y = random.chance(1, 2) ? random.between(0, 69) : 62 + random.between(0, 3);
      map.set(x, y, !map.grid().passable(x, y));
      expect_same_components(map, "edit " + std::to_string(edit));
      if (HasFatalFailure()) return;
    }
  }
}

TEST(Components, stay_current_under_rectangle_edits) {
  Random random(6);
  for (const MoveRules& rules : {MoveRules{}, MoveRules{Neighbours::kEight, DiagonalRule::kAlways}}) {
    Map map(test::random_grid(random, 200, 130, 40), rules);
    for (int edit = 0; edit < test::rounds(100); ++edit) {
      map.fill({random.between(-10, 199), random.between(-10, 129), random.between(1, 80), random.between(1, 80)},
               random.chance(1, 2));
      if (edit % 3 == 0) map.set(random.between(0, 199), random.between(0, 129), random.chance(1, 2));
      expect_same_components(map, "edit " + std::to_string(edit));
      if (HasFatalFailure()) return;
    }
  }
}

TEST(Components, take_in_edits_that_fell_out_of_the_log) {
  Random random(8);
  Grid grid = test::random_grid(random, 100, 100, 45);
  const MoveRules rules;
  Components components(grid, rules);
  for (int i = 0; i < 5000; ++i) grid.set(random.between(0, 99), random.between(0, 99), random.chance(1, 2));
  components.update(grid);
  EXPECT_EQ(components.count(), Components(grid, rules).count());
}

}  // namespace waymark::space_components_test
