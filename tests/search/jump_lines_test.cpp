// Repaired jump lines are those that would be made anew, and the repair costs what it says.
#include "waymark/search/jump_lines.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "support/ascii.hpp"
#include "support/reference.hpp"
#include "support/sanitized.hpp"
#include "waymark/search/jps.hpp"

namespace waymark::search_jump_lines_test {

const std::vector<MoveRules>& all_rules() {
  static const std::vector<MoveRules> kRules{{},
                                             {.diagonal = DiagonalRule::kOneFree},
                                             {.diagonal = DiagonalRule::kAlways},
                                             {.diagonal = DiagonalRule::kNever},
                                             {.neighbours = Neighbours::kFour, .costs = kUnitCosts}};
  return kRules;
}

const MoveRules& rules_of(int round) { return all_rules()[static_cast<std::size_t>(round) % all_rules().size()]; }

// Sides around the words' 64, and others.
int random_side(Random& random) {
  constexpr std::array kSides{1, 2, 3, 17, 40, 62, 63, 64, 65, 66, 90, 127, 128, 130, 200};
  return kSides[random.below(kSides.size())];
}

// Single cells, bars, rectangles; at the borders, across them, everywhere.
void random_edit(Random& random, Map& map) {
  const int width = map.grid().width();
  const int height = map.grid().height();
  Rect area{random.between(-1, width), random.between(-1, height), 1, 1};
  switch (random.below(6)) {
    case 0: area.width = random.between(1, width); break;
    case 1: area.height = random.between(1, height); break;
    case 2: area = {area.x, area.y, random.between(1, 9), random.between(1, 9)}; break;
    case 3:
      if (random.chance(1, 4)) area = {area.x, area.y, random.between(1, width), random.between(1, height)};
      break;
    case 4:
      (random.chance(1, 2) ? area.x : area.y) = random.chance(1, 2) ? 0 : (random.chance(1, 2) ? width : height) - 1;
      break;
    default: break;
  }
  map.fill(area, random.chance(1, 2));
}

TEST(JumpLineRepair, makes_lines_that_equal_fresh_ones) {
  Random random(1);
  int edits = 0;
  for (int round = 0; round < test::rounds(500); ++round) {
    Map map(test::random_grid(random, random_side(random), random_side(random), 5 + 10 * random.below(5)),
            rules_of(round));
    const auto& lines = map.derived<JumpLines>();
    ASSERT_TRUE(lines.same_as(JumpLines(map)));
    for (int i = 0; i < 8; ++i) {
      for (int more = random.between(1, 3); more > 0; --more, ++edits) random_edit(random, map);
      const Maintenance done = map.maintain(kUnlimited);
      ASSERT_TRUE(done.current);
      ASSERT_EQ(done.stale, 0u);
      ASSERT_EQ(lines.epoch(), map.grid().epoch());
      ASSERT_TRUE(lines.same_as(JumpLines(map))) << "round " << round << " edit " << i;
    }
  }
  EXPECT_GT(edits, test::enough(5'000));
}

TEST(JumpLineRepair, in_slices_with_edits_in_between_ends_the_same) {
  Random random(2);
  int unfinished = 0;
  for (int round = 0; round < test::rounds(400); ++round) {
    Map map(test::random_grid(random, random_side(random), random_side(random), 5 + 10 * random.below(5)),
            rules_of(round));
    const auto& lines = map.derived<JumpLines>();
    const std::uint64_t most = 1 + random.below(60);
    for (int i = 0; i < 30; ++i) {
      if (random.chance(1, 2)) random_edit(random, map);
      const std::uint64_t units = random.below(static_cast<std::uint32_t>(most) + 1);
      const Maintenance done = map.maintain({units});
      ASSERT_LE(done.work, units);
      ASSERT_EQ(done.current, lines.epoch() == map.grid().epoch());
      if (done.current) {
        ASSERT_TRUE(lines.same_as(JumpLines(map)));
      } else {
        ASSERT_EQ(done.work, units);
        ++unfinished;
      }
    }
    int slices = 0;
    while (!map.maintain({most}).current) ASSERT_LT(++slices, 1'000'000);
    ASSERT_TRUE(lines.same_as(JumpLines(map))) << "round " << round;
  }
  EXPECT_GT(unfinished, test::enough(2'000));
}

// More edits than the log holds: the lines are repaired everywhere.
TEST(JumpLineRepair, after_more_edits_than_are_logged) {
  Random random(3);
  for (int round = 0; round < 5; ++round) {
    Map map(test::random_grid(random, 70, 50, 30), rules_of(round));
    const auto& lines = map.derived<JumpLines>();
    for (std::size_t i = 0; i < Grid::kLoggedChanges + 200; ++i) {
      const Cell cell{random.between(0, 69), random.between(0, 49)};
      map.set(cell.x, cell.y, !map.grid().passable(cell.x, cell.y));
      if (i == 100) map.maintain({5});  // one that is not finished when the log is lost
    }
    while (!map.maintain({1000}).current) {
    }
    ASSERT_TRUE(lines.same_as(JumpLines(map)));
  }
}

// All words of the lines, to be compared by who does not know how they are repaired.
std::vector<std::uint64_t> words_of(const JumpLines& lines, const Grid& grid) {
  std::vector<std::uint64_t> words;
  const auto add = [&](const BitLines& bits) {
    for (int line = 0; line < bits.lines(); ++line) {
      words.insert(words.end(), bits.line(line), bits.line(line) + bits.words_per_line());
    }
  };
  for (const auto* both :
       {&lines.row_turns, &lines.column_turns, &lines.falling_stops, &lines.rising_stops, &lines.vertical_stops}) {
    add(both->forwards);
    add(both->backwards);
  }
  add(lines.columns);
  for (NodeId node = 0; node < grid.id_bound(); ++node) words.push_back(lines.marks(node));
  return words;
}

// A unit writes at most the mark of a cell and its four bits on diagonals, or a word for each of two ways.
constexpr std::uint64_t kWordsOfAUnit = 5;

TEST(JumpLineRepair, writes_no_more_than_its_units_allow) {
  Random random(4);
  std::uint64_t written_in_all = 0;
  for (int round = 0; round < test::rounds(60); ++round) {
    Map map(test::random_grid(random, random_side(random), random_side(random), 5 + 10 * random.below(5)),
            rules_of(round));
    const auto& lines = map.derived<JumpLines>();
    std::vector<std::uint64_t> before = words_of(lines, map.grid());
    for (int i = 0; i < 40; ++i) {
      if (i % 4 == 0) random_edit(random, map);
      ASSERT_EQ(words_of(lines, map.grid()), before);  // an edit alone writes nothing
      const std::uint64_t units = 1 + random.below(30);
      map.maintain({units});
      std::vector<std::uint64_t> after = words_of(lines, map.grid());
      std::uint64_t written = 0;
      for (std::size_t word = 0; word < after.size(); ++word) written += after[word] != before[word] ? 1u : 0u;
      ASSERT_LE(written, units * kWordsOfAUnit);
      written_in_all += written;
      before = std::move(after);
    }
  }
  EXPECT_GT(written_in_all, test::enough(10'000));
}

// The cost of an edit is that of what it touches: the same on a map sixteen times as wide and high.
TEST(JumpLineRepair, of_a_cell_costs_the_same_on_a_larger_map) {
  const auto units_of = [](int rooms) {
    constexpr int kRoom = 32;
    Map map(*Grid::create(rooms * kRoom, rooms * kRoom, true));
    for (int i = 0; i < rooms; ++i) {
      map.fill({i * kRoom, 0, 1, rooms * kRoom}, false);
      map.fill({0, i * kRoom, rooms * kRoom, 1}, false);
    }
    for (int i = 0; i < rooms; ++i) {
      for (int j = 0; j < rooms; ++j) {
        map.set(i * kRoom, j * kRoom + 9, true);
        map.set(j * kRoom + 9, i * kRoom, true);
      }
    }
    map.derived<JumpLines>();
    const int middle = rooms / 2 * kRoom + 5;
    map.set(middle, middle, false);
    return map.maintain(kUnlimited).work;
  };
  const std::uint64_t small = units_of(4);
  EXPECT_GT(small, 50u);
  EXPECT_LT(small, 1'000u);
  EXPECT_EQ(units_of(32), small);
}

TEST(JumpLineRepair, finds_the_shortest_ways) {
  Random random(5);
  for (int round = 0; round < test::rounds(200); ++round) {
    Map map(test::random_grid(random, random.between(2, 70), random.between(2, 70), 25), rules_of(round));
    const PathFinderPtr jps = *make_jps(map, {WhileStale::kSay});
    for (int i = 0; i < 6; ++i) {
      random_edit(random, map);
      while (!map.maintain({1 + random.below(200)}).current) {
      }
      if (map.grid().passable_cells() == 0) continue;
      const NodeId start = test::random_passable(random, map.grid());
      const Cell from = map.grid().cell(start);
      const auto distances = test::reference_distances(map.grid(), map.rules(), from.x, from.y);
      for (int goals = 0; goals < 5; ++goals) {
        const NodeId goal = test::random_passable(random, map.grid());
        const Cell to = map.grid().cell(goal);
        const std::uint64_t expected = distances[static_cast<std::size_t>(to.y * map.grid().width() + to.x)];
        ASSERT_EQ(jps->solve(start, goal), expected == test::kUnreached ? Status::kUnreachable : Status::kSolved);
        if (expected != test::kUnreached) {
          ASSERT_EQ(jps->cost(), expected);
        }
      }
    }
  }
}

}  // namespace waymark::search_jump_lines_test
