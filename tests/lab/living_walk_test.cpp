#include "lab/run/living_walk.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "lab/run/map_changes.hpp"
#include "lab/run/small_databases.hpp"
#include "lab/view/row_format.hpp"
#include "support/ascii.hpp"
#include "support/plain_map.hpp"
#include "support/sanitized.hpp"
#include "waymark/base/random.hpp"
#include "waymark/offline/generate.hpp"
#include "waymark/offline/generate_edits.hpp"

namespace waymark::lab_living_walk_test {

AlgorithmChoice algorithm(std::string_view text) { return parse_algorithm(text).value(); }

EditScript script(std::vector<ScriptedEdit> edits) { return {std::move(edits), {}}; }

RunRow run_one(const Map& map, std::string_view text, Cell start, Cell goal, const EditScript& edits,
               RunOptions options = {}) {
  options.paths = true;
  options.edits = &edits;
  const std::vector<Problem> problems{{0, start, goal}};
  return run_problems(map, algorithm(text), problems, options).value().front();
}

// What the path of a row says, checked against the script and nothing else.
void check_row(const RunRow& row, const Grid& grid, const EditScript& edits, bool is_whole_path) {
  test::PlainMap plain(grid);
  ASSERT_FALSE(row.path.empty());
  EXPECT_EQ(row.path.front(), row.start);
  EXPECT_EQ(row.path.size(), row.steps + 1);
  std::size_t next = 0;
  std::uint64_t moves = 0;
  std::uint64_t without_way = 0;
  for (std::size_t step = 1; step < row.path.size(); ++step) {
    for (; next < edits.edits.size() && edits.edits[next].step <= step; ++next) {
      plain.edit(edits.edits[next].area, edits.edits[next].passable);
    }
    const Cell from = row.path[step - 1];
    const Cell to = row.path[step];
    const bool has_way = plain.connected(from, row.goal);
    without_way += has_way ? 0u : 1u;
    if (from == to) {
      EXPECT_FALSE(is_whole_path && has_way) << "stands at step " << step;
      continue;
    }
    ++moves;
    ASSERT_TRUE(plain.legal(from, to)) << "step " << step;
  }
  EXPECT_EQ(row.moves, moves);
  EXPECT_EQ(row.living->blocked_steps, without_way);
  EXPECT_EQ(row.status == Status::kSolved, row.path.back() == row.goal);
  EXPECT_EQ(row.fault, "");
  if (row.status == Status::kUnreachable) {
    EXPECT_EQ(next, edits.edits.size());
    EXPECT_FALSE(plain.connected(row.path.back(), row.goal));
  }
}

TEST(EditedWalk, a_path_that_stays_is_walked_as_without_a_script) {
  const Map map(test::grid_from({"......", ".@@@@.", "......"}));
  const EditScript far = script({{1, {1, 2, 1, 1}, false}, {2, {1, 2, 1, 1}, true}, {3, {1, 1, 4, 1}, true}});
  const RunRow row = run_one(map, "a-star", {0, 0}, {5, 0}, far);
  EXPECT_EQ(row.status, Status::kSolved);
  EXPECT_EQ(row.living->replans, 0u);
  EXPECT_EQ(row.living->blocked_steps, 0u);
  EXPECT_EQ(row.cost, 5.0);
  EXPECT_EQ(row.optimal, 5.0);
  EXPECT_EQ(row.moves, 5u);
}

TEST(EditedWalk, edits_are_made_before_their_step_is_planned) {
  const Map map(test::grid_from({"......", ".@@@@.", "......"}));
  for (const char* text : {"a-star", "jps", "lrta", "tba"}) {
    // In front of its feet: the first move is already another one.
    const RunRow first = run_one(map, text, {0, 0}, {5, 0}, script({{1, {1, 0, 1, 1}, false}}));
    EXPECT_EQ(first.status, Status::kSolved) << text;
    EXPECT_EQ(first.path[1], (Cell{0, 1})) << text;
    EXPECT_EQ(first.living->replans, 0u) << text;  // the first plan knew
    // Behind its back: nothing happens.
    const RunRow behind = run_one(map, text, {0, 0}, {5, 0}, script({{2, {0, 0, 1, 1}, false}}));
    EXPECT_EQ(behind.status, Status::kSolved) << text;
    EXPECT_EQ(behind.living->blocked_steps, 0u) << text;
  }
  const EditScript late = script({{3, {3, 0, 1, 1}, false}});
  const RunRow row = run_one(map, "a-star", {0, 0}, {5, 0}, late);
  EXPECT_EQ(row.living->replans, 1u);
  EXPECT_EQ(row.path[2], (Cell{2, 0}));
  EXPECT_EQ(row.path[3], (Cell{1, 0}));
  check_row(row, map.grid(), late, true);
}

TEST(EditedWalk, waits_where_there_is_no_way_and_goes_on) {
  const Map map(test::grid_from({"......"}));
  const EditScript door = script({{2, {3, 0, 1, 1}, false}, {9, {3, 0, 1, 1}, true}});
  for (const char* text : {"a-star", "jps", "dijkstra", "lrta", "tba", "tb-wa", "lss-lrta", "rtaa"}) {
    const RunRow row = run_one(map, text, {0, 0}, {5, 0}, door);
    EXPECT_EQ(row.status, Status::kSolved) << text;
    EXPECT_EQ(row.living->blocked_steps, 7u) << text;
    EXPECT_EQ(row.path[1], (Cell{1, 0})) << text;
    EXPECT_EQ(row.path[8], (Cell{1, 0})) << text;
    EXPECT_EQ(row.path[9], (Cell{2, 0})) << text;
    check_row(row, map.grid(), door, false);
  }
  // The same from the start on, in the goal, and under its feet.
  for (const Cell wall : {Cell{3, 0}, Cell{5, 0}, Cell{0, 0}}) {
    const EditScript shut = script({{1, {wall.x, wall.y, 1, 1}, false}, {4, {wall.x, wall.y, 1, 1}, true}});
    for (const char* text : {"a-star", "lrta"}) {
      const RunRow row = run_one(map, text, {0, 0}, {5, 0}, shut);
      EXPECT_EQ(row.status, Status::kSolved) << text;
      EXPECT_EQ(row.living->blocked_steps, 3u) << text;
      EXPECT_EQ(row.living->replans, 0u) << text;  // there was no plan before
      EXPECT_EQ(row.steps, 8u) << text;
    }
  }
}

TEST(EditedWalk, gives_up_once_nothing_is_to_come) {
  const Map map(test::grid_from({"......"}));
  const EditScript shut = script({{2, {3, 0, 1, 1}, false}, {6, {0, 0, 1, 1}, false}});
  for (const char* text : {"a-star", "lrta"}) {
    const RunRow row = run_one(map, text, {0, 0}, {5, 0}, shut);
    EXPECT_EQ(row.status, Status::kUnreachable) << text;
    EXPECT_EQ(row.steps, 6u) << text;
    EXPECT_EQ(row.living->blocked_steps, 5u) << text;
    EXPECT_EQ(row.cost, std::nullopt) << text;
    EXPECT_EQ(row.optimal, 5.0) << text;
    check_row(row, map.grid(), shut, false);
    const RunRow hurried = run_one(map, text, {0, 0}, {5, 0}, shut, {.max_moves = 3});
    EXPECT_EQ(hurried.status, Status::kOutOfBudget) << text;
    EXPECT_EQ(hurried.path.size(), 4u) << text;
  }
  // The limit that nobody gave counts from the last edit on: a unit may wait for it as long as it takes.
  const EditScript long_wait = script({{1, {3, 0, 1, 1}, false}, {20'000, {3, 0, 1, 1}, true}});
  const RunRow row = run_one(map, "a-star", {0, 0}, {5, 0}, long_wait);
  EXPECT_EQ(row.status, Status::kSolved);
  EXPECT_EQ(row.steps, 20'004u);
}

TEST(EditedWalk, a_way_that_opens_makes_a_walk_shorter_than_the_shortest_before) {
  const Map map(test::grid_from({"..@..", "..@..", "..@..", "....."}));
  const RunRow row = run_one(map, "lrta", {0, 0}, {4, 0}, script({{1, {2, 0, 1, 1}, true}}));
  EXPECT_EQ(row.cost, 4.0);
  EXPECT_GT(*row.optimal, 8.0);
  EXPECT_LT(*row.suboptimality, 0.0);
  EXPECT_EQ(row.fault, "");
  // Without a way at the start there is no shortest path to compare with.
  const Map closed(test::grid_from({"..@..", "..@.."}));
  const RunRow opened = run_one(closed, "a-star", {0, 0}, {4, 0}, script({{5, {2, 0, 1, 1}, true}}));
  EXPECT_EQ(opened.status, Status::kSolved);
  EXPECT_EQ(opened.optimal, std::nullopt);
  EXPECT_EQ(opened.suboptimality, std::nullopt);
  EXPECT_EQ(opened.living->blocked_steps, 4u);
}

TEST(EditedWalk, a_search_in_slices_that_an_edit_meets_begins_again) {
  const Map map(Grid::create(40, 40, true).value());
  const EditScript edits = script({{3, {5, 5, 2, 2}, false}, {4, {35, 30, 2, 2}, false}});  // met, and not met
  const RunRow row = run_one(map, "dijkstra", {0, 0}, {39, 30}, edits, {.budget = 100});
  EXPECT_EQ(row.status, Status::kSolved);
  EXPECT_EQ(row.living->replans, 1u);
  EXPECT_EQ(row.living->blocked_steps, 0u);
  EXPECT_GT(row.steps, row.moves);
  EXPECT_LE(row.max_work_per_move, 100u);
  EXPECT_EQ(row.fault, "");
}

// Every algorithm of the registry, on small maps of several kinds, under scripts of all sorts of edits.
TEST(EditedWalk, every_move_is_legal_on_the_map_of_its_time) {
  std::uint64_t solved = 0;
  std::uint64_t waited = 0;
  std::uint64_t replanned = 0;
  for (const AlgorithmInfo& info : algorithms()) {
    if (info.gives_up) continue;
    const bool is_whole_path = info.is_whole_path();
    Random random(11);
    for (int round = 0; round < test::rounds(is_whole_path ? 30 : 10); ++round) {
      const Map map(
          generate_map(kMapKinds[static_cast<std::size_t>(round) % kMapKinds.size()].kind, {24, 20, random.next()})
              .value());
      const DatabaseSet databases =
          build_small_database(algorithm(info.key), map, {.records = 20, .depth_cap = 4, .d_max = 3, .training = 2})
              .value();
      const EditScript edits = generate_edits(map.grid(), {.count = 150, .seed = random.next(), .steps = 120}).value();
      RandomSelection selection;
      selection.count = 4;
      selection.seed = random.next();
      const std::vector<Problem> problems = random_problems(map, selection).value();
      RunOptions options{.paths = true, .databases = databases.view()};
      options.edits = &edits;
      for (const RunRow& row : run_problems(map, algorithm(info.key), problems, options).value()) {
        SCOPED_TRACE(std::string(info.key) + ", round " + std::to_string(round));
        check_row(row, map.grid(), edits, is_whole_path);
        if (testing::Test::HasFailure()) return;
        // The map is what it was once the script is over, so whoever looks for a way finds one; but for who stood in a
        // gap of a wall when it was filled.
        if (row.status != Status::kSolved) {
          EXPECT_EQ(row.status, Status::kUnreachable);
          EXPECT_FALSE(map.grid().passable(row.path.back().x, row.path.back().y));
        }
        solved += row.status == Status::kSolved ? 1u : 0u;
        waited += row.living->blocked_steps > 0 ? 1u : 0u;
        replanned += row.living->replans > 0 ? 1u : 0u;
      }
    }
  }
  EXPECT_GT(solved, test::enough<std::uint64_t>(1000));
  EXPECT_GT(waited, test::enough<std::uint64_t>(100));
  EXPECT_GT(replanned, test::enough<std::uint64_t>(100));
}

TEST(EditedWalkThreads, rows_do_not_depend_on_the_number_of_threads) {
  const Map map(generate_map(MapKind::kRooms, {32, 32, 4}).value());
  const EditScript edits = generate_edits(map.grid(), {.count = 200, .seed = 3}).value();
  RandomSelection selection;
  selection.count = 30;
  const std::vector<Problem> problems = random_problems(map, selection).value();
  const std::uint64_t before = map.grid().fingerprint();
  for (const char* text : {"jps", "lss-lrta"}) {
    const auto rows_by = [&](int jobs) {
      std::vector<std::string> lines;
      RunOptions options{.jobs = jobs, .paths = true};
      options.edits = &edits;
      for (RunRow& row : run_problems(map, algorithm(text), problems, options).value()) {
        row.mean_move_ns = 0;
        row.p99_move_ns = row.max_move_ns = row.first_move_ns = 0;
        lines.push_back(to_json({}, row, {.paths = true, .living = true}));
      }
      return lines;
    };
    EXPECT_EQ(rows_by(1), rows_by(3)) << text;
  }
  EXPECT_EQ(map.grid().fingerprint(), before);
}

TEST(MapChanges, a_patch_is_few_rectangles_none_over_another) {
  EXPECT_EQ(changes_of({3, 2, "@@@@@@"}, {5, 7}), (std::vector<AreaEdit>{{{5, 7, 3, 2}, false}}));
  EXPECT_EQ(changes_of({3, 3, "@..@..@@@"}, {0, 0}),
            (std::vector<AreaEdit>{{{0, 0, 1, 2}, false}, {{1, 0, 2, 2}, true}, {{0, 2, 3, 1}, false}}));
  Random random(2);
  for (int round = 0; round < 500; ++round) {
    Terrain patch{random.between(1, 9), random.between(1, 9), ""};
    const unsigned kinds = random.chance(1, 3) ? 2 : 7;
    for (int i = 0; i < patch.width * patch.height; ++i) patch.letters += std::string(".@GOSTW")[random.below(kinds)];
    const Cell at{random.between(0, 3), random.between(0, 3)};
    Map map(Grid::create(12, 12, random.chance(1, 2)).value());
    Grid wanted = map.grid();
    for (int y = 0; y < patch.height; ++y) {
      for (int x = 0; x < patch.width; ++x) wanted.set(at.x + x, at.y + y, is_passable_letter(patch.at(x, y)));
    }
    const std::vector<AreaEdit> changes = changes_of(patch, at);
    int cells = 0;
    for (const AreaEdit& change : changes) cells += change.area.width * change.area.height;
    EXPECT_EQ(cells, patch.width * patch.height);
    apply_changes(changes, map);
    EXPECT_EQ(map.grid().fingerprint(), wanted.fingerprint());
  }
}

}  // namespace waymark::lab_living_walk_test
