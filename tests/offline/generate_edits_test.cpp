#include "waymark/offline/generate_edits.hpp"

#include <gtest/gtest.h>

#include <string>

#include "base/hash.hpp"
#include "support/ascii.hpp"
#include "waymark/base/random.hpp"
#include "waymark/offline/generate.hpp"

namespace waymark::offline_generate_edits_test {

bool all_cells(const Grid& grid, const Rect& area, bool passable) {
  for (int y = area.y; y < area.y + area.height; ++y) {
    for (int x = area.x; x < area.x + area.width; ++x) {
      if (!grid.contains(x, y) || grid.passable(x, y) != passable) return false;
    }
  }
  return true;
}

TEST(GenerateEdits, every_edit_is_taken_back) {
  Random random(3);
  for (int round = 0; round < 120; ++round) {
    const Grid before = round % 2 == 0
                            ? generate_map(kMapKinds[static_cast<std::size_t>(round / 2) % kMapKinds.size()].kind,
                                           {random.between(8, 40), random.between(8, 40), random.next()})
                                  .value()
                            : test::random_grid(random, random.between(1, 20), random.between(1, 20), 30);
    if (before.passable_cells() == 0) continue;
    GenerateEditsOptions options;
    options.count = 1 + random.below(60);
    options.seed = random.next();
    options.steps = random.chance(1, 2) ? 0 : 2 + random.below(50);
    const auto script = generate_edits(before, options);
    ASSERT_TRUE(script) << script.error().to_string();
    EXPECT_EQ(script->edits.size(), options.count);
    EXPECT_TRUE(encode_edits(*script).ok());  // steps in range, none falls
    EXPECT_TRUE(check_against(*script, "", before).ok());
    const auto most = options.steps != 0 ? options.steps : static_cast<std::uint32_t>(before.width() + before.height());
    EXPECT_LE(script->edits.back().step, std::max(most, 2u));
    Grid grid = before;
    for (const ScriptedEdit& edit : script->edits) {
      // Nothing is touched but what was wholly free, or wholly wall.
      EXPECT_TRUE(all_cells(before, edit.area, true) || all_cells(before, edit.area, false));
      grid.fill(edit.area, edit.passable);
    }
    for (int y = 0; y < before.height(); ++y) {
      for (int x = 0; x < before.width(); ++x) EXPECT_TRUE(!before.passable(x, y) || grid.passable(x, y));
    }
    if (options.count % 2 == 0) {
      EXPECT_EQ(grid.fingerprint(), before.fingerprint());
    }
  }
}

TEST(GenerateEdits, has_all_that_happens_in_games) {
  const Grid grid = generate_map(MapKind::kRooms, {64, 64, 1}).value();
  const EditScript script = generate_edits(grid, {.count = 1000}).value();
  int cells = 0;
  int bars = 0;
  int rectangles = 0;
  int doors = 0;
  int gaps = 0;
  for (const ScriptedEdit& edit : script.edits) {
    if (edit.passable != all_cells(grid, edit.area, false)) continue;  // what is taken back
    const Rect& area = edit.area;
    const bool is_line = area.width == 1 || area.height == 1;
    const auto wall = [&](int x, int y) { return !grid.passable(x, y); };
    if (edit.passable) {
      ++gaps;
    } else if (is_line && ((wall(area.x - 1, area.y) && wall(area.x + area.width, area.y)) ||
                           (wall(area.x, area.y - 1) && wall(area.x, area.y + area.height)))) {
      ++doors;
    } else {
      ++(!is_line ? rectangles : area.width * area.height == 1 ? cells : bars);
    }
  }
  for (const int count : {cells, bars, rectangles, doors, gaps}) EXPECT_GT(count, 20);
}

TEST(GenerateEdits, the_same_on_every_machine) {
  const Grid grid = generate_map(MapKind::kCaves, {48, 40, 7}).value();
  const auto bytes = [&](std::uint64_t seed) {
    return *encode_edits(*generate_edits(grid, {.count = 40, .seed = seed}));
  };
  EXPECT_EQ(bytes(5), bytes(5));
  EXPECT_NE(bytes(5), bytes(6));
  EXPECT_EQ(Hash64().add(bytes(5)).value(), 10012131924546349817ull) << bytes(5);
}

TEST(GenerateEdits, refuses_what_makes_no_script) {
  const Grid grid = Grid::create(4, 4, true).value();
  EXPECT_EQ(generate_edits(grid, {.count = 0}).error().code, ErrorCode::kOutOfRange);
  EXPECT_EQ(generate_edits(grid, {.count = kMaxGeneratedEdits + 1}).error().code, ErrorCode::kOutOfRange);
  EXPECT_EQ(generate_edits(grid, {.steps = 1}).error().code, ErrorCode::kOutOfRange);
  EXPECT_EQ(generate_edits(grid, {.steps = kMaxEditStep + 1}).error().code, ErrorCode::kOutOfRange);
  EXPECT_EQ(generate_edits(Grid::create(4, 4, false).value(), {}).error().message, "the map has no passable cell");
}

}  // namespace waymark::offline_generate_edits_test
