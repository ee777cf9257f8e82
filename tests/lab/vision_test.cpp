#include "lab/run/vision.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "lab/run/run.hpp"
#include "lab/run/small_databases.hpp"
#include "support/agent_problems.hpp"
#include "support/ascii.hpp"
#include "support/map_edits.hpp"
#include "support/plain_map.hpp"
#include "support/sanitized.hpp"
#include "waymark/base/random.hpp"
#include "waymark/offline/generate.hpp"
#include "waymark/offline/generate_edits.hpp"

namespace waymark::lab_vision_test {

AlgorithmChoice algorithm(std::string_view text) { return parse_algorithm(text).value(); }

TEST(Vision, sets_what_is_near_and_leaves_the_rest_as_it_was_known) {
  Random random(3);
  for (int round = 0; round < test::rounds(300); ++round) {
    const int width = random.between(1, 200);
    const int height = random.between(1, 12);
    Map real(test::random_grid(random, width, height, static_cast<unsigned>(random.between(0, 100))));
    const int radius = random.chance(1, 10) ? 1'000'000'000 : random.between(1, 70);
    Vision vision(real, radius);
    Grid wanted = Grid::create(width, height, true).value();
    std::uint64_t discovered = 0;
    for (int look = 0; look < 4; ++look) {
      const Cell at{random.between(0, width - 1), random.between(0, height - 1)};
      for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
          if (std::max(std::abs(x - at.x), std::abs(y - at.y)) > radius) continue;
          discovered += wanted.passable(x, y) != real.grid().passable(x, y) ? 1u : 0u;
          wanted.set(x, y, real.grid().passable(x, y));
        }
      }
      const std::uint64_t epoch = vision.known().grid().epoch();
      vision.look(real.grid().node(at));
      ASSERT_EQ(vision.known().grid().fingerprint(), wanted.fingerprint());
      ASSERT_LE(vision.known().grid().epoch(), epoch + 1);
      ASSERT_EQ(vision.discovered(), discovered);
      test::edit_anything(random, real, real.grid().node(at), real.grid().node(at));
    }
  }
}

RunRow run_one(const Map& map, std::string_view text, Cell start, Cell goal, RunOptions options) {
  options.paths = true;
  const std::vector<Problem> problems{{0, start, goal}};
  return run_problems(map, algorithm(text), problems, options).value().front();
}

TEST(Vision, a_unit_walks_into_a_dead_end_that_it_cannot_see) {
  const Map map(test::grid_from({
      "............",  //
      ".@@@@@@@@@@.",  //
      "...........@",  //
      ".@@@@@@@@@@.",  //
      "............",
  }));
  const RunRow near = run_one(map, "a-star", {0, 2}, {11, 1}, {.vision = 1});
  EXPECT_EQ(near.status, Status::kSolved);
  EXPECT_GT(near.moves, 20u);
  EXPECT_GT(near.living->replans, 0u);
  EXPECT_GT(*near.suboptimality, 50.0);
  const RunRow far = run_one(map, "a-star", {0, 2}, {11, 1}, {.vision = 12});
  EXPECT_EQ(far.suboptimality, 0.0);
  EXPECT_EQ(far.living->replans, 0u);
  EXPECT_GT(near.living->discovered, 0u);
  EXPECT_EQ(far.living->discovered, 21u);
}

TEST(Vision, of_the_whole_map_is_to_know_it) {
  Random random(17);
  for (const AlgorithmInfo& info : algorithms()) {
    if (info.gives_up || info.database != DatabaseKind::kNone) continue;
    for (int round = 0; round < test::rounds(20); ++round) {
      const test::Problem problem = test::random_problem(random, {}, 20);
      const Cell start = problem.map.grid().cell(problem.start);
      const Cell goal = problem.map.grid().cell(problem.goal);
      const RunRow seen = run_one(problem.map, info.key, start, goal, {.vision = 20});
      const RunRow known = run_one(problem.map, info.key, start, goal, {});
      std::vector<Cell> moves = seen.path;
      moves.erase(std::unique(moves.begin(), moves.end()), moves.end());
      ASSERT_EQ(moves, known.path) << info.key;
      ASSERT_EQ(seen.work.expanded, known.work.expanded) << info.key;
    }
  }
}

// Every algorithm without a database, with and without edits.
TEST(Vision, every_move_is_legal_on_the_real_map_and_whoever_can_arrive_does) {
  std::uint64_t longer = 0;
  for (const AlgorithmInfo& info : algorithms()) {
    if (info.gives_up || info.database != DatabaseKind::kNone) continue;
    Random random(31);
    for (int round = 0; round < test::rounds(30); ++round) {
      const Map map(
          generate_map(kMapKinds[static_cast<std::size_t>(round) % kMapKinds.size()].kind, {24, 20, random.next()})
              .value());
      const bool edited = round % 2 == 1;
      const EditScript edits =
          edited ? generate_edits(map.grid(), {.count = 40, .seed = random.next(), .steps = 60}).value() : EditScript{};
      RandomSelection selection;
      selection.count = 3;
      selection.seed = random.next();
      std::vector<Problem> problems = random_problems(map, selection).value();
      problems.push_back({3, problems[0].start, {random.between(0, 23), random.between(0, 19)}});  // may have no way
      RunOptions options{.paths = true, .vision = random.between(1, 6)};
      if (edited) options.edits = &edits;
      for (const RunRow& row : run_problems(map, algorithm(info.key), problems, options).value()) {
        SCOPED_TRACE(std::string(info.key) + ", round " + std::to_string(round));
        test::PlainMap plain(map.grid());
        std::size_t next = 0;
        for (std::size_t step = 1; step < row.path.size(); ++step) {
          for (; next < edits.edits.size() && edits.edits[next].step <= step; ++next) {
            plain.edit(edits.edits[next].area, edits.edits[next].passable);
          }
          const Cell from = row.path[step - 1];
          ASSERT_TRUE(from == row.path[step] || plain.legal(from, row.path[step])) << "step " << step;
        }
        ASSERT_EQ(row.fault, "");
        if (edited) continue;
        const bool has_way = map.connected(map.grid().node(row.start), map.grid().node(row.goal));
        ASSERT_EQ(row.status, has_way ? Status::kSolved : Status::kUnreachable);
        if (row.suboptimality) {
          ASSERT_GE(*row.suboptimality, -1e-9);
          longer += *row.suboptimality > 0 ? 1u : 0u;
        }
      }
    }
  }
  EXPECT_GT(longer, test::enough<std::uint64_t>(100));
}

TEST(Vision, whoever_has_a_database_is_refused) {
  const Map map(*Grid::create(9, 9, true));
  const DatabaseSet databases = *build_small_databases(map, {.records = 3, .depth_cap = 3, .d_max = 3, .training = 2});
  const std::vector<Problem> problems{{0, {0, 0}, {8, 8}}};
  for (const char* text : {"knn-lrta", "d-lrta", "lrta-dt-g", "pr-lrta:goal=pdb"}) {
    RunOptions options{.databases = databases.view()};
    options.vision = 3;
    const auto refused = run_problems(map, algorithm(text), problems, options);
    ASSERT_FALSE(refused) << text;
    EXPECT_NE(refused.error().message.find("has a database, which is of a map that is known"), std::string::npos)
        << refused.error().message;
  }
}

}  // namespace waymark::lab_vision_test
