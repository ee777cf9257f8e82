#include "lab/bench/bench.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

namespace waymark::lab_bench_test {

SideTimes side(const std::vector<double>& rounds, double wall) {
  SideTimes times(static_cast<int>(rounds.size()));
  for (std::size_t i = 0; i < rounds.size(); ++i) {
    times.add(static_cast<int>(i), rounds[i], wall / static_cast<double>(rounds.size()));
  }
  return times;
}

TEST(BenchTimes, are_steady_with_a_processor_of_their_own_and_even_rounds) {
  EXPECT_TRUE(side({1, 1.1, 1.05}, 3.2).is_steady());
  EXPECT_FALSE(side({1, 1.1, 1.05}, 6).is_steady());   // half of the time somebody else ran
  EXPECT_FALSE(side({1, 1.1, 1.5}, 3.6).is_steady());  // somebody else was in the cache
  EXPECT_TRUE(side({1}, 1).is_steady());
  const std::vector<SideTimes> idle{side({1, 1}, 2), side({2, 2}, 4)};
  const std::vector<SideTimes> busy{side({1, 1}, 2), side({2, 2}, 8)};
  EXPECT_EQ(machine_during(idle), Machine::kIdle);
  EXPECT_EQ(machine_during(busy), Machine::kBusy);
}

TEST(BenchTimes, of_work_in_this_thread_are_counted) {
  std::vector<SideTimes> times(2, SideTimes(3));
  volatile int sum = 0;
  const std::vector<std::function<void()>> sides{[&] { sum = sum + 1; },
                                                 [&] {
                                                   for (int i = 0; i < 1'000'000; ++i) sum = sum + 1;
                                                 }};
  measure_in_turn(sides, times, 3);
  EXPECT_EQ(sum, 4 * 1'000'001);  // with the one to warm up
  EXPECT_GT(times[1].low(), 0);
}

std::string printed(const std::function<bool()>& print, bool expected) {
  ::testing::internal::CaptureStdout();
  EXPECT_EQ(print(), expected);
  return ::testing::internal::GetCapturedStdout();
}

TEST(BenchBars, are_not_judged_on_a_busy_machine_and_it_says_so) {
  const auto at_least = [](double ratio, Machine machine) {
    return [=] { return print_at_least("ours", ratio, 10, machine); };
  };
  EXPECT_NE(printed(at_least(12, Machine::kIdle), true).find("(at least 10: holds)"), std::string::npos);
  EXPECT_NE(printed(at_least(9, Machine::kIdle), false).find("(at least 10: DOES NOT HOLD)"), std::string::npos);
  EXPECT_NE(printed(at_least(12, Machine::kBusy), true).find("holds, though the machine is busy"), std::string::npos);
  EXPECT_NE(printed(at_least(9, Machine::kBusy), true).find("(at least 10: the machine is too busy to tell)"),
            std::string::npos);
  EXPECT_NE(printed([] { return print_at_most("ours", 3, 2, Machine::kBusy); }, true).find("too busy to tell"),
            std::string::npos);
  EXPECT_NE(printed([] { return print_at_most("ours", 3, 2); }, false).find("DOES NOT HOLD"), std::string::npos);
}

TEST(BenchSets, that_the_folder_lacks_are_left_out_with_a_line) {
  const auto folder = std::filesystem::path(::testing::TempDir()) / "waymark_bench_sets";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder / "dao");
  BenchOptions options;
  options.maps = folder.string();
  std::vector<std::string> sets;
  const std::string text = printed(
      [&] {
        sets = bench_sets(options, {"bg512", "dao", "sc1"});
        return true;
      },
      true);
  EXPECT_EQ(sets, std::vector<std::string>{"dao"});
  EXPECT_EQ(text, "bg512: skipped, for " + options.maps + " has no such folder\n" + "sc1: skipped, for " +
                      options.maps + " has no such folder\n");
  // None there: to read the first will be the error.
  EXPECT_EQ(bench_sets(options, {"bg512", "sc1"}).size(), 2u);
  std::filesystem::remove_all(folder);
}

TEST(BenchSets, that_nobody_can_generate_are_an_error) {
  BenchOptions options;
  options.problems = 1;
  const auto done = for_each_case(options, "dao", [](const BenchCase&) -> Result<Done> { return Done{}; });
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().message, "there is no kind of generated map 'dao'");
}

}  // namespace waymark::lab_bench_test
