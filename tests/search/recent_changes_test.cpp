// What changed since an agent last looked, found with a bounded number of looks, against a plain walk over the log.
#include "search/recent_changes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

#include "support/sanitized.hpp"
#include "waymark/base/instrument.hpp"
#include "waymark/base/random.hpp"

namespace waymark::search_recent_changes_test {

struct PlainChanges {
  std::vector<Grid::Change> changes;

  PlainChanges(const Grid& grid, const std::vector<Grid::Change>& all, std::uint64_t since) {
    const std::size_t logged = std::min(all.size(), Grid::kLoggedChanges);
    const auto oldest = all.end() - static_cast<std::ptrdiff_t>(logged);
    // An edit of which an area has fallen out of the log is not known.
    if (oldest != all.begin() && (oldest - 1)->epoch > since) {
      const Rect everything{0, 0, grid.width(), grid.height()};
      changes = {{grid.epoch(), everything, false}, {grid.epoch(), everything, true}};
      return;
    }
    std::copy_if(oldest, all.end(), std::back_inserter(changes),
                 [&](const auto& change) { return change.epoch > since; });
    if (changes.size() <= RecentChanges::kMost) return;
    std::vector<Grid::Change> around;
    for (const bool passable : {false, true}) {
      int left = grid.width();
      int top = grid.height();
      int right = 0;
      int bottom = 0;
      std::uint64_t epoch = 0;
      for (const Grid::Change& change : changes) {
        if (change.passable != passable) continue;
        left = std::min(left, change.area.x);
        top = std::min(top, change.area.y);
        right = std::max(right, change.area.x + change.area.width);
        bottom = std::max(bottom, change.area.y + change.area.height);
        epoch = change.epoch;
      }
      if (epoch != 0) around.push_back({epoch, {left, top, right - left, bottom - top}, passable});
    }
    changes = around;
  }
};

TEST(RecentChanges, are_those_of_a_plain_walk_over_the_log_and_found_with_few_looks) {
  Random random(23);
  const int side = 90;
  for (int round = 0; round < test::rounds(20); ++round) {
    Grid grid = *Grid::create(side, side, true);
    std::vector<Grid::Change> all;
    // Some rounds hardly ever free or block: then there is only one rectangle.
    const auto freed_of_ten = static_cast<std::uint32_t>(random.between(0, 10));
    while (all.size() < 2600) {
      std::vector<AreaEdit> areas;
      for (int i = random.chance(1, 4) ? random.between(2, 40) : 1; i > 0; --i) {
        const int x = random.between(0, side - 1);
        const int y = random.between(0, side - 1);
        areas.push_back({{x, y, random.between(1, side - x), random.between(1, 3)}, random.chance(freed_of_ten, 10)});
      }
      // What is there already is no change.
      Grid before = grid;
      grid.apply(areas);
      if (grid.epoch() == before.epoch()) grid.set(0, 0, !grid.passable(0, 0));
      grid.for_each_change_since(before.epoch(), [&](const Grid::Change& change) { all.push_back(change); });
      for (int i = 0; i < 3; ++i) {
        const std::uint64_t back = random.below(random.chance(1, 2) ? 20 : 1200);
        const std::uint64_t since = grid.epoch() - std::min(back, grid.epoch());
        RecentChanges recent(grid, since);
        const auto counts = instrument::counts_of([&] { recent = RecentChanges(grid, since); });
        EXPECT_LE(counts.looks, ChangeLog::kMostLooks + 11 + RecentChanges::kMost);
        const PlainChanges plain(grid, all, since);
        ASSERT_EQ(recent.all().size(), plain.changes.size()) << all.size() << " changes, " << back << " epochs back";
        for (std::size_t k = 0; k < plain.changes.size(); ++k) {
          ASSERT_EQ(recent.all()[k].area, plain.changes[k].area)
              << all.size() << " changes, " << back << " epochs back";
          ASSERT_EQ(recent.all()[k].passable, plain.changes[k].passable);
          ASSERT_EQ(recent.all()[k].epoch, plain.changes[k].epoch);
        }
      }
    }
  }
}

}  // namespace waymark::search_recent_changes_test
