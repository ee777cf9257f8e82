// Smoothing: against the plain text of it, never longer, never illegal, within its bound.
#include "waymark/hierarchy/smooth.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/allocations.hpp"
#include "support/ascii.hpp"
#include "support/paths.hpp"
#include "support/plain_smooth.hpp"
#include "support/sanitized.hpp"

namespace waymark::hierarchy_smooth_test {

using Path = std::vector<NodeId>;

struct Smoothed {
  Path path;
  std::uint64_t cost;
  std::uint64_t work;
};

Smoothed smoothed(const Map& map, const Path& path, std::uint32_t box = 0) {
  Path buffer(RaySmoother::room(path.size()), 0xdeadbeef);
  const SmoothedPath found = smooth_rays(map, path, buffer, {.box = box});
  EXPECT_EQ(found.status, Status::kSolved);
  return {{found.cells.begin(), found.cells.end()}, found.cost, found.work};
}

// The cells marked 0 to 9 and a to z, in that order; all but '@' is passable.
struct Drawn {
  Grid grid;
  Path path;
};
Drawn drawn(const std::vector<std::string_view>& rows) {
  Grid grid = *Grid::create(static_cast<int>(rows.front().size()), static_cast<int>(rows.size()), true);
  std::vector<std::pair<char, NodeId>> marks;
  for (int y = 0; y < grid.height(); ++y) {
    for (int x = 0; x < grid.width(); ++x) {
      const char letter = rows[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)];
      if (letter == '@') grid.set(x, y, false);
      if (letter != '@' && letter != '.') marks.emplace_back(letter, grid.node(x, y));
    }
  }
  std::sort(marks.begin(), marks.end());
  Path path;
  for (const auto& [letter, node] : marks) path.push_back(node);
  return {std::move(grid), std::move(path)};
}

// The map with the result marked in the same way.
std::string art(const Map& map, const Path& path) {
  std::string text;
  for (int y = 0; y < map.grid().height(); ++y) {
    for (int x = 0; x < map.grid().width(); ++x) {
      const auto found = std::find(path.begin(), path.end(), map.grid().node(x, y));
      const auto index = found - path.begin();
      text += found != path.end() ? static_cast<char>(index < 10 ? '0' + index : 'a' + (index - 10))
                                  : (map.grid().passable(x, y) ? '.' : '@');
    }
    text += '\n';
  }
  return text;
}

// A walk of random legal moves: as bad a path as any search would find.
Path random_walk(Random& random, const Map& map, std::size_t moves) {
  Path path{test::random_passable(random, map.grid())};
  std::uint8_t heading = kNoDirection;
  for (std::size_t i = 0; i < moves; ++i) {
    std::vector<std::pair<NodeId, std::uint8_t>> next;
    map.space().for_each_successor(path.back(), GridSpace::kNoArrival,
                                   [&](NodeId to, Cost, std::uint8_t direction) { next.emplace_back(to, direction); });
    if (next.empty()) break;
    auto chosen = next[random.below(static_cast<std::uint32_t>(next.size()))];
    // Mostly straight on, so that it gets somewhere.
    for (const auto& move : next) {
      if (move.second == heading && random.chance(3, 4)) chosen = move;
    }
    path.push_back(chosen.first);
    heading = chosen.second;
  }
  return path;
}

std::vector<Cell> cells_of(const Grid& grid, const Path& path) {
  std::vector<Cell> cells;
  for (const NodeId node : path) cells.push_back(grid.cell(node));
  return cells;
}

TEST(Smooth, replaces_a_detour_by_the_straight_line) {
  auto [grid, path] = drawn({"0.......8",  //
                             ".1.....7.",  //
                             "..2...6..",  //
                             "...345...",  //
                             "..@@@...."});
  const Map map(std::move(grid));
  const Smoothed found = smoothed(map, path);
  EXPECT_EQ(art(map, found.path),
            "012345678\n"
            ".........\n"
            ".........\n"
            ".........\n"
            "..@@@....\n");
  EXPECT_EQ(found.cost, 8u * 2378);
}

TEST(Smooth, goes_around_what_is_blocked) {
  auto [grid, path] = drawn({"0@....f",  //
                             "1@...e.",  //
                             "2@..d..",  //
                             "3@.c...",  //
                             "4@b....",  //
                             "5@a....",  //
                             "6789..."});
  const Map map(std::move(grid));
  const Smoothed found = smoothed(map, path);
  // 9 is not needed to get from 8 to a.
  EXPECT_TRUE(test::path_is_sound(map, found.path, path.front(), path.back(), found.cost));
  EXPECT_LT(found.cost, test::steps_cost(map, path));
  EXPECT_EQ(found.path[8], map.grid().node(2, 6));
}

TEST(Smooth, box_limits_the_rays) {
  std::vector<std::string_view> rows(12, "....................");
  const Map map(test::grid_from(rows));
  Path path;  // down, along and up again
  for (int y = 0; y < 10; ++y) path.push_back(map.grid().node(0, y));
  for (int x = 1; x < 20; ++x) path.push_back(map.grid().node(x, 9));
  for (int y = 8; y >= 0; --y) path.push_back(map.grid().node(19, y));
  const std::uint64_t whole = smoothed(map, path).cost;
  const std::uint64_t boxed = smoothed(map, path, 9).cost;
  EXPECT_EQ(whole, 19u * 2378);
  EXPECT_GT(boxed, whole);
  EXPECT_LT(boxed, test::steps_cost(map, path));
  EXPECT_EQ(smoothed(map, path, 1).path, path);  // rays of no length
  EXPECT_EQ(smoothed(map, path, 1000).cost, whole);
}

TEST(Smooth, cuts_loops) {
  const Map map(test::grid_from({"@.@", "...", "@.@"}), {.diagonal = DiagonalRule::kBothFree});
  const Grid& grid = map.grid();
  const Path path{grid.node(0, 1), grid.node(1, 1), grid.node(1, 0), grid.node(1, 1),
                  grid.node(1, 2), grid.node(1, 1), grid.node(1, 2)};
  const Smoothed found = smoothed(map, path);
  EXPECT_EQ(found.path, (Path{grid.node(0, 1), grid.node(1, 1), grid.node(1, 2)}));
  // And where the loop ends the path.
  EXPECT_EQ(smoothed(map, Path(path.begin() + 1, path.begin() + 4)).path, Path{grid.node(1, 1)});
}

TEST(Smooth, short_and_stale_paths) {
  Map map(test::grid_from({".....", "....."}));
  const Grid& grid = map.grid();
  EXPECT_EQ(smoothed(map, {}).cost, 0u);
  EXPECT_EQ(smoothed(map, {grid.node(2, 1)}).path, Path{grid.node(2, 1)});
  Path path{grid.node(0, 0), grid.node(1, 0), grid.node(2, 0)};
  EXPECT_EQ(smoothed(map, path).path, path);
  Path buffer(RaySmoother::room(3));
  EXPECT_EQ(smooth_rays(map, path, std::span(buffer).first(buffer.size() - 1)).status, Status::kOutOfRoom);
  map.set(1, 0, false);
  const SmoothedPath refused = smooth_rays(map, path, buffer);
  EXPECT_EQ(refused.status, Status::kStale);
  EXPECT_TRUE(refused.cells.empty());
  path = {grid.node(1, 0)};
  EXPECT_EQ(smooth_rays(map, path, buffer).status, Status::kStale);
  path = {kNoNode, 0, 7};
  EXPECT_EQ(smooth_rays(map, path, buffer).status, Status::kStale);
  path = {grid.node(0, 0), grid.node(3, 0)};
  EXPECT_EQ(smooth_rays(map, path, buffer).status, Status::kStale);
}

TEST(Smooth, is_the_plain_text_under_all_rules) {
  Random random(31);
  int shortened = 0;
  for (const MoveRules& rules : test::all_rules()) {
    for (int round = 0; round < test::rounds(20); ++round) {
      const Map map(test::random_grid(random, random.between(3, 24), random.between(3, 24), random.below(40)), rules);
      if (map.grid().passable_cells() == 0) continue;
      const Path path = random_walk(random, map, random.below(80));
      const int box = random.chance(1, 2) ? 0 : random.between(1, 20);
      const Smoothed found = smoothed(map, path, static_cast<std::uint32_t>(box));
      ASSERT_EQ(cells_of(map.grid(), found.path),
                test::plain_smooth(map.grid(), map.rules(), cells_of(map.grid(), path), box));
      shortened += found.cost < test::steps_cost(map, path);
    }
  }
  EXPECT_GT(shortened, test::enough(150));
}

TEST(Smooth, never_longer_never_illegal_within_its_bound) {
  Random random(32);
  for (int round = 0; round < test::rounds(300); ++round) {
    MoveRules rules = test::all_rules()[random.below(18)];
    if (random.chance(1, 2)) rules.costs = test::random_costs(random);
    const int width = random.between(5, 60);
    const int height = random.between(5, 60);
    const Map map(test::random_grid(random, width, height, random.below(45)), rules);
    if (map.grid().passable_cells() == 0) continue;
    const Path path = random_walk(random, map, random.below(400));
    const auto box = static_cast<std::uint32_t>(random.chance(1, 2) ? 0 : random.between(2, 40));
    const Smoothed found = smoothed(map, path, box);
    ASSERT_TRUE(test::path_is_sound(map, found.path, path.front(), path.back(), found.cost));
    ASSERT_LE(found.cost, test::steps_cost(map, path));
    ASSERT_LE(found.path.size(), path.size());
    const auto sides = static_cast<std::uint64_t>(width + height);
    ASSERT_LE(found.work, path.size() * (5 + 2 * sides));
    ASSERT_TRUE(box == 0 || found.work <= path.size() * (5 + 4 * std::uint64_t{box}));
  }
}

TEST(Smooth, in_slices_is_the_same_and_takes_no_memory) {
  Random random(33);
  const Map map(test::random_grid(random, 90, 60, 15));
  for (int round = 0; round < test::rounds(40); ++round) {
    const Path path = random_walk(random, map, 300);
    const Smoothed whole = smoothed(map, path);
    Path buffer(RaySmoother::room(path.size()));
    RaySmoother smoother(map);
    std::uint64_t slices = 0;
    const auto run = [&] {
      smoother.start(path, buffer);
      EXPECT_EQ(smoother.step({0}), Status::kInProgress);
      for (std::uint64_t before = 0; smoother.step({3}) == Status::kInProgress; before = smoother.work(), ++slices) {
        ASSERT_EQ(smoother.work() - before, 3u);
      }
    };
    EXPECT_EQ(test::allocations_of(run).count, 0u);
    EXPECT_EQ(smoother.work(), whole.work);
    EXPECT_EQ(slices, (whole.work - 1) / 3);
    EXPECT_EQ(Path(smoother.path().begin(), smoother.path().end()), whole.path);
    smoother.start(path, buffer);
    EXPECT_EQ(smoother.step({~std::uint64_t{0}, Budget::Clock::now() - std::chrono::seconds(1)}), Status::kInProgress);
    EXPECT_EQ(smoother.work(), 0u);
  }
}

// By geometry alone: a point that walks the line in small steps is always in a passable cell, and may pass the corners
// it meets.
bool plain_sight(const Grid& grid, DiagonalRule rule, Cell a, Cell b) {
  const int parts = 2 * std::abs(b.x - a.x) * std::abs(b.y - a.y) + 2 * std::abs(b.x - a.x) + 2 * std::abs(b.y - a.y);
  // Positions in units of 1 / (2 parts) of a cell, so that the corner of a cell is a whole number.
  const auto free_at = [&](std::int64_t x, std::int64_t y) {
    const std::int64_t unit = 2 * std::int64_t{parts};
    const bool on_x = x % unit == unit / 2;  // on the side between two columns
    const bool on_y = y % unit == unit / 2;
    const auto column = [&](std::int64_t v) { return static_cast<int>((v + unit / 2) / unit); };
    if (on_x && on_y) {
      const int right = column(x);
      const int down = column(y);
      const bool falling = (b.x - a.x > 0) == (b.y - a.y > 0);
      const bool through = falling ? grid.passable(right - 1, down - 1) && grid.passable(right, down)
                                   : grid.passable(right, down - 1) && grid.passable(right - 1, down);
      const int beside = falling ? grid.passable(right, down - 1) + grid.passable(right - 1, down)
                                 : grid.passable(right - 1, down - 1) + grid.passable(right, down);
      return through && beside >= (rule == DiagonalRule::kBothFree ? 2 : (rule == DiagonalRule::kOneFree ? 1 : 0));
    }
    if (on_x) return grid.passable(column(x) - 1, column(y)) && grid.passable(column(x), column(y));
    if (on_y) return grid.passable(column(x), column(y) - 1) && grid.passable(column(x), column(y));
    return grid.passable(column(x), column(y));
  };
  if (parts == 0) return grid.passable(a.x, a.y);
  for (int i = 0; i <= parts; ++i) {
    if (!free_at(2 * std::int64_t{parts} * a.x + 2 * std::int64_t{i} * (b.x - a.x),
                 2 * std::int64_t{parts} * a.y + 2 * std::int64_t{i} * (b.y - a.y))) {
      return false;
    }
  }
  return true;
}

constexpr std::array kDiagonals{DiagonalRule::kBothFree, DiagonalRule::kOneFree, DiagonalRule::kAlways};

TEST(Sight, by_geometry) {
  Random random(34);
  int seen = 0;
  for (int round = 0; round < test::rounds(2000); ++round) {
    const DiagonalRule rule = kDiagonals[random.below(3)];
    const Map map(test::random_grid(random, random.between(2, 9), random.between(2, 9), random.below(35)),
                  {.diagonal = rule});
    if (map.grid().passable_cells() == 0) continue;
    const NodeId a = test::random_passable(random, map.grid());
    const NodeId b = test::random_passable(random, map.grid());
    const bool expected = plain_sight(map.grid(), rule, map.grid().cell(a), map.grid().cell(b));
    ASSERT_EQ(in_sight(map, a, b), expected);
    ASSERT_EQ(in_sight(map, b, a), expected);
    seen += expected;
  }
  EXPECT_GT(seen, test::enough(500));
}

TEST(Sight, a_step_is_in_sight_where_it_is_legal) {
  Random random(35);
  for (const DiagonalRule rule : kDiagonals) {
    const Map map(test::random_grid(random, 20, 20, 40), {.diagonal = rule});
    for (int round = 0; round < test::rounds(200); ++round) {
      const NodeId at = test::random_passable(random, map.grid());
      for (unsigned d = 0; d < kDirections; ++d) {
        const NodeId to = map.space().step(at, static_cast<std::uint8_t>(d));
        if (!map.grid().contains(to)) continue;
        ASSERT_EQ(in_sight(map, at, to), map.cost(at, to) != kInfiniteCost);
      }
    }
  }
}

TEST(Sight, is_refused_where_there_are_no_diagonals) {
  EXPECT_FALSE(check_sight({.neighbours = Neighbours::kFour}).ok());
  EXPECT_FALSE(check_sight({.neighbours = Neighbours::kSix}).ok());
  EXPECT_FALSE(check_sight({.diagonal = DiagonalRule::kNever}).ok());
  for (const DiagonalRule rule : kDiagonals) EXPECT_TRUE(check_sight({.diagonal = rule}).ok());
}

TEST(PullString, keeps_the_corners) {
  auto [grid, path] = drawn({"0......",  //
                             "1......",  //
                             "2.@@@@@",  //
                             "3......",  //
                             ".456789"});
  const Map map(std::move(grid));
  const Grid& g = map.grid();
  Path buffer(path.size());
  const auto points = pull_string(map, path, buffer);
  EXPECT_EQ(Path(points.begin(), points.end()), (Path{g.node(0, 0), g.node(2, 4), g.node(6, 4)}));
  EXPECT_NEAR(euclidean_length(g, points), 4 + std::sqrt(20.0), 1e-12);
  EXPECT_TRUE(pull_string(map, {}, buffer).empty());
  EXPECT_EQ(pull_string(map, std::span(path).first(1), buffer).size(), 1u);
  EXPECT_EQ(pull_string(map, std::span(path).first(2), buffer).size(), 2u);
}

TEST(PullString, never_longer_and_always_in_sight) {
  Random random(36);
  for (int round = 0; round < test::rounds(200); ++round) {
    const DiagonalRule rule = kDiagonals[random.below(3)];
    const Map map(test::random_grid(random, 40, 30, random.below(40)), {.diagonal = rule});
    const Path path = random_walk(random, map, random.below(200));
    Path buffer(path.size());
    std::span<const NodeId> points;
    EXPECT_EQ(test::allocations_of([&] { points = pull_string(map, path, buffer); }).count, 0u);
    ASSERT_LE(euclidean_length(map.grid(), points), euclidean_length(map.grid(), path) + 1e-9);
    ASSERT_EQ(points.front(), path.front());
    ASSERT_EQ(points.back(), path.back());
    for (std::size_t i = 1; i < points.size(); ++i) {
      ASSERT_TRUE(plain_sight(map.grid(), rule, map.grid().cell(points[i - 1]), map.grid().cell(points[i])));
    }
  }
}

}  // namespace waymark::hierarchy_smooth_test
