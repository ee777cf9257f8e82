#include "waymark/space/components.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <queue>
#include <unordered_map>
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

// The same partition as that of a flood fill, whatever the labels.
void expect_same_components(const Map& map, const std::string& where) {
  const Grid& grid = map.grid();
  const std::vector<int> expected = flood_labels(grid, map.rules());
  std::map<int, Components::Label> to_label;
  std::map<Components::Label, int> from_label;
  std::map<Components::Label, std::uint64_t> sizes;
  for (int y = 0; y < grid.height(); ++y) {
    for (int x = 0; x < grid.width(); ++x) {
      const int flood = expected[static_cast<std::size_t>(y * grid.width() + x)];
      const Components::Label label = map.components().label(grid, grid.node(x, y));
      if (flood < 0) {
        ASSERT_EQ(label, Components::kNone) << where;
        continue;
      }
      ASSERT_EQ(to_label.emplace(flood, label).first->second, label) << where << " at " << x << "," << y;
      ASSERT_EQ(from_label.emplace(label, flood).first->second, flood) << where << " at " << x << "," << y;
      ++sizes[label];
    }
  }
  ASSERT_EQ(map.components().count(), to_label.size()) << where;
  std::vector<std::uint64_t> largest_first;
  for (const auto& [label, size] : sizes) largest_first.push_back(size);
  std::sort(largest_first.begin(), largest_first.end(), std::greater<>());
  ASSERT_EQ(map.components().sizes(grid), largest_first) << where;
}

// Cheaper: the same labels as fresh components, which the other tests compare with a flood fill.
void expect_as_fresh(const Map& map, Random& random, const std::string& where) {
  const Grid& grid = map.grid();
  const Components fresh(grid, map.rules());
  ASSERT_EQ(map.components().count(), fresh.count()) << where;
  for (int y = 0; y < grid.height(); ++y) {
    for (int x = 0; x < grid.width(); ++x) {
      if (x % 64 != 0 && grid.passable(x, y) == grid.passable(x - 1, y)) continue;  // of the run of the cell before
      const NodeId node = grid.node(x, y);
      ASSERT_EQ(map.components().label(grid, node), fresh.label(grid, node)) << where << " at " << x << "," << y;
    }
  }
  for (int i = 0; i < 50; ++i) {
    const NodeId a = grid.node(random.between(0, grid.width() - 1), random.between(0, grid.height() - 1));
    const NodeId b = grid.node(random.between(0, grid.width() - 1), random.between(0, grid.height() - 1));
    const bool same = grid.passable(a) && map.components().label(grid, a) == map.components().label(grid, b);
    ASSERT_EQ(map.connected(a, b), same) << where;
  }
}

// Every kind of neighbours and diagonals once: costs do not matter here.
std::vector<MoveRules> rules_of_every_kind() {
  std::vector<MoveRules> kinds;
  for (const MoveRules& rules : test::all_rules()) {
    if (rules.costs == kUnitCosts) kinds.push_back(rules);
  }
  return kinds;
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
  for (const MoveRules& rules : rules_of_every_kind()) {
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

Rect random_area(Random& random, const Grid& grid) {
  const int x = random.between(-3, grid.width() - 1);
  const int y = random.between(-3, grid.height() - 1);
  switch (random.between(0, 4)) {
    case 0: return {x, y, 1, 1};
    case 1: return {x, y, random.between(1, 6), random.between(1, 6)};
    case 2: return {x, y, random.between(1, grid.width()), 1};
    case 3: return {x, y, 1, random.between(1, grid.height())};
    default: return {x, y, random.between(1, 150), random.between(1, 150)};
  }
}

TEST(Components, equal_fresh_ones_after_thousands_of_edits_of_every_kind) {
  Random random(9);
  int edits = 0;
  for (int round = 0; round < test::rounds(40); ++round) {
    for (const MoveRules& rules : rules_of_every_kind()) {
      // Sides on both sides of a tile's, and up to four levels.
      const int width = random.chance(1, 4) ? random.between(1, 70) : random.between(60, 320);
      const int height = random.chance(1, 4) ? random.between(1, 70) : random.between(60, 320);
      Map map(test::random_grid(random, width, height, static_cast<unsigned>(random.between(25, 60))), rules);
      for (int edit = 0; edit < 10; ++edit, ++edits) {
        std::vector<AreaEdit> areas;
        for (int i = random.chance(1, 2) ? 1 : random.between(2, 6); i > 0; --i) {
          areas.push_back({random_area(random, map.grid()), random.chance(1, 2)});
        }
        map.apply(areas);
        expect_as_fresh(map, random, std::to_string(width) + "x" + std::to_string(height));
        if (HasFatalFailure()) return;
      }
      if (round % 10 == 0) expect_same_components(map, std::to_string(width) + "x" + std::to_string(height));
      if (HasFatalFailure()) return;
    }
  }
  EXPECT_GE(edits, test::enough(2400));
}

TEST(Components, follow_doors_in_walls_that_part_the_map) {
  Random random(10);
  for (const MoveRules& rules : rules_of_every_kind()) {
    for (int round = 0; round < test::rounds(3); ++round) {
      const int width = random.between(130, 500);
      const int height = random.between(130, 500);
      Map map(test::random_grid(random, width, height, static_cast<unsigned>(random.between(0, 35))), rules);
      const int x = random.between(1, width - 2);
      const int y = random.between(1, height - 2);
      map.apply(std::vector<AreaEdit>{{{x, 0, 1, height}, false}, {{0, y, width, 1}, false}});
      for (int edit = 0; edit < 30; ++edit) {
        const Cell door =
            random.chance(1, 2) ? Cell{x, random.between(0, height - 1)} : Cell{random.between(0, width - 1), y};
        const bool opens = !map.grid().passable(door.x, door.y);
        map.set(door.x, door.y, opens);
        if (opens) {
          map.fill({door.x - 1, door.y, 1, 1}, door.y != y);
          map.fill({door.x + 1, door.y, 1, 1}, door.y != y);
        }
        expect_as_fresh(map, random, "edit " + std::to_string(edit));
        if (HasFatalFailure()) return;
      }
      if (round == 0) expect_same_components(map, "doors");
      if (HasFatalFailure()) return;
    }
  }
}

// The worst ground they know: every corridor is a region of its own in every node, and all are one component.
TEST(Components, follow_doors_in_a_serpentine) {
  constexpr int kSide = 300;
  Grid grid = *Grid::create(kSide, kSide, false);
  for (int y = 0; y < kSide; y += 2) {
    grid.fill({0, y, kSide, 1}, true);
    if (y + 2 < kSide) grid.set(y % 4 == 0 ? kSide - 1 : 0, y + 1, true);
  }
  Map map(std::move(grid));
  Random random(12);
  const NodeId first = map.grid().node(0, 0);
  EXPECT_EQ(map.components().count(), 1u);
  for (int i = 0; i < test::rounds(40); ++i) {
    const Cell door{random.between(1, kSide - 2), random.between(1, kSide / 2 - 1) * 2};
    // The corridor goes on to the right in every second row.
    const NodeId before = map.grid().node(door.y % 4 == 0 ? door.x - 1 : door.x + 1, door.y);
    const NodeId behind = map.grid().node(door.y % 4 == 0 ? door.x + 1 : door.x - 1, door.y);
    map.set(door.x, door.y, false);
    ASSERT_EQ(map.components().count(), 2u);
    ASSERT_TRUE(map.connected(first, before) && !map.connected(first, behind)) << door.x << "," << door.y;
    if (i % 10 == 0) expect_as_fresh(map, random, "parted");
    map.set(door.x, door.y, true);
    ASSERT_EQ(map.components().count(), 1u);
    ASSERT_TRUE(map.connected(first, behind)) << door.x << "," << door.y;
    if (HasFatalFailure()) return;
  }
  expect_as_fresh(map, random, "joined");
}

// Serpentines, combs, spirals and mazes of corridors one cell wide, or noise.
Grid corridors(Random& random, int width, int height, int kind) {
  Grid grid = *Grid::create(width, height, false);
  switch (kind) {
    case 0:  // serpentine
    case 1:  // comb
      for (int y = 0; y < height; y += 2) {
        grid.fill({0, y, width, 1}, true);
        if (y + 2 < height) grid.set(kind == 0 && y % 4 == 0 ? width - 1 : 0, y + 1, true);
      }
      break;
    case 2:  // spiral
      for (int ring = 0; 2 * ring < std::min(width, height); ring += 2) {
        const int right = width - 1 - ring;
        const int bottom = height - 1 - ring;
        grid.fill({ring, ring, right - ring + 1, 1}, true);
        grid.fill({right, ring, 1, bottom - ring + 1}, true);
        grid.fill({ring, bottom, right - ring + 1, 1}, true);
        grid.fill({ring, ring + 2, 1, bottom - ring - 1}, true);
        grid.set(ring + 1, ring + 2, true);
      }
      break;
    case 3:  // a maze: each crossing is open to the one above or to the one at its left
      for (int y = 0; y < height; y += 2) {
        for (int x = 0; x < width; x += 2) {
          grid.set(x, y, true);
          if (x > 0 && (y == 0 || random.chance(1, 2))) {
            grid.set(x - 1, y, true);
          } else if (y > 0) {
            grid.set(x, y - 1, true);
          }
        }
      }
      break;
    default: return test::random_grid(random, width, height, static_cast<unsigned>(random.between(25, 60)));
  }
  return grid;
}

// Two components of one grid that part its cells in the same way, whatever their labels.
void expect_same_partition(const Grid& grid, const Components& a, const Components& b, const std::string& where) {
  ASSERT_EQ(a.count(), b.count()) << where;
  std::unordered_map<Components::Label, Components::Label> to_b;
  std::unordered_map<Components::Label, Components::Label> to_a;
  for (int y = 0; y < grid.height(); ++y) {
    for (int x = 0; x < grid.width(); ++x) {
      if (x % 64 != 0 && grid.passable(x, y) == grid.passable(x - 1, y)) continue;  // of the run of the cell before
      const NodeId node = grid.node(x, y);
      const Components::Label of_a = a.label(grid, node);
      const Components::Label of_b = b.label(grid, node);
      ASSERT_EQ(to_b.emplace(of_a, of_b).first->second, of_b) << where << " at " << x << "," << y;
      ASSERT_EQ(to_a.emplace(of_b, of_a).first->second, of_a) << where << " at " << x << "," << y;
    }
  }
}

// Blocks of one, two and four tiles a side, so that small maps have what maps above 512x512 have; against a pyramid
// that goes up to a single node.
TEST(Components, of_blocks_equal_those_of_a_whole_pyramid_after_thousands_of_edits) {
  Random random(14);
  int edits = 0;
  for (int round = 0; round < test::rounds(30); ++round) {
    for (const MoveRules& rules : rules_of_every_kind()) {
      const int width = random.between(60, 330);
      const int height = random.between(60, 330);
      Grid grid = corridors(random, width, height, round % 5);
      for (int i = random.chance(1, 2) ? 0 : 30; i > 0; --i) {  // dead ends and loops
        grid.set(random.between(0, width - 1), random.between(0, height - 1), random.chance(1, 2));
      }
      const auto levels = static_cast<std::size_t>(random.between(1, 3));
      Components components(grid, rules, levels);
      Components whole(grid, rules);
      const std::string where =
          std::to_string(width) + "x" + std::to_string(height) + " of " + std::to_string(levels) + " levels";
      expect_same_partition(grid, components, whole, where);
      if (HasFatalFailure()) return;
      for (int edit = 0; edit < 12; ++edit, ++edits) {
        if (random.chance(2, 3)) {  // a door, half of them beside lines between tiles
          const int x =
              random.chance(1, 2) ? random.between(0, width - 1) : random.between(0, 5) * 64 + random.between(-1, 1);
          const int y =
              random.chance(1, 2) ? random.between(0, height - 1) : random.between(0, 5) * 64 + random.between(-1, 1);
          if (x < 0 || y < 0 || x >= width || y >= height) continue;
          grid.set(x, y, !grid.passable(x, y));
        } else {
          std::vector<AreaEdit> areas;
          for (int i = random.between(1, 4); i > 0; --i) {
            areas.push_back({random_area(random, grid), random.chance(1, 2)});
          }
          grid.apply(areas);
        }
        components.update(grid);
        whole.update(grid);
        ASSERT_EQ(components.count(), whole.count()) << where;
        if (edit % 4 == 3) expect_same_partition(grid, components, whole, where);
        if (HasFatalFailure()) return;
        const NodeId a = grid.node(random.between(0, width - 1), random.between(0, height - 1));
        const NodeId b = grid.node(random.between(0, width - 1), random.between(0, height - 1));
        ASSERT_EQ(components.connected(grid, a, b), whole.connected(grid, a, b)) << where;
      }
      ASSERT_EQ(components.sizes(grid), whole.sizes(grid)) << where;
    }
  }
  EXPECT_GE(edits, test::enough(2000));
}

// Blocks of their real size. What a door looks at must not grow with the corridors beside it.
TEST(Components, a_door_between_corridors_looks_at_little_on_large_maps) {
  for (const int kind : {0, 1, 2}) {
    std::uint64_t most_small = 0;
    for (const int side : {512, 4096}) {
      Random random(15);
      Grid grid = corridors(random, side, side, kind);
      Components components(grid, {});
      std::uint64_t most = 0;
      Cell door{side / 2 + 5, side / 2};
      if (kind == 2) door = {side / 8 * 2, side / 2};
      const NodeId before = grid.node(kind == 2 ? Cell{door.x, door.y - 1} : Cell{door.x - 1, door.y});
      const NodeId behind = grid.node(kind == 2 ? Cell{door.x, door.y + 1} : Cell{door.x + 1, door.y});
      ASSERT_TRUE(components.connected(grid, before, behind)) << kind;
      for (const bool opens : {false, true, false, true}) {
        grid.set(door.x, door.y, opens);
        components.update(grid);
        most = std::max(most, components.last_work());
        ASSERT_EQ(components.connected(grid, before, behind), opens) << kind;
        ASSERT_EQ(components.label(grid, before) == components.label(grid, behind), opens) << kind;
      }
      if (side == 512) most_small = most;
      EXPECT_LE(most, 3 * most_small) << kind;
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
