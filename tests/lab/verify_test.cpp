#include "lab/run/verify.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "support/sanitized.hpp"
#include "support/shared_maps.hpp"

namespace waymark::lab_verify_test {

// At least 3,000 problems over every set, three searches each.
TEST(Verify, a_sample_of_every_public_set_has_the_published_lengths) {
  WAYMARK_NEED_SHARED_MAPS();
  std::uint64_t problems = 0;
  for (const auto& [set, per_file] :
       {std::pair{"bg512", 6}, std::pair{"bgmaps", 4}, std::pair{"dao", 4}, std::pair{"iron", 60},
        std::pair{"mazes", 30}, std::pair{"random", 40}, std::pair{"rooms", 75}, std::pair{"sc1", 10},
        std::pair{"street", 28}, std::pair{"wc3maps512", 12}}) {
    VerifyOptions options;
    // The release build takes all; under a sanitizer one of eight of two sets exercises the same code.
    if (test::kSanitized &&
        std::string_view("bg512 bgmaps iron random rooms sc1 street wc3maps512").find(set) != std::string_view::npos)
      continue;
    options.limit_per_file = test::kSanitized ? (per_file + 7) / 8 : per_file;
    const auto report = verify_scenarios(test::shared_maps() + "/" + set, options);
    ASSERT_TRUE(report) << report.error().to_string();
    EXPECT_EQ(report->mismatches(), 0u) << set << "\n"
                                        << (report->complaints.empty() ? "" : report->complaints.front());
    EXPECT_GE(report->problems(), test::kSanitized ? 8u : 60u) << set;
    problems += report->problems();
  }
  EXPECT_GE(problems, test::kSanitized ? 20u : 3000u);
}

class VerifyFolder : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::path(::testing::TempDir()) / "waymark_verify_test";
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_ / "set");
    write("set/a.map", "type octile\nheight 2\nwidth 3\nmap\n...\n...\n");
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  void write(const std::string& name, const std::string& text) { std::ofstream(folder_ / name) << text; }
  std::filesystem::path folder_;
};

TEST_F(VerifyFolder, names_the_line_of_a_wrong_length) {
  write("set/a.map.scen", "version 1\n0\ta.map\t3\t2\t0\t0\t2\t0\t2.0\n0\ta.map\t3\t2\t0\t0\t2\t1\t2.5\n");
  VerifyOptions options;
  const auto report = verify_scenarios(folder_.string(), options);
  ASSERT_TRUE(report);
  EXPECT_EQ(report->problems(), 2u);
  EXPECT_EQ(report->mismatches(), options.algorithms.size());
  ASSERT_FALSE(report->complaints.empty());
  EXPECT_NE(report->complaints.front().find("a.map.scen:3: a-star gives solved 2.41421356, the file says 2.50000000"),
            std::string::npos)
      << report->complaints.front();
}

TEST_F(VerifyFolder, Threads_give_the_same_report) {
  for (int i = 0; i < 20; ++i) {
    const std::string name = "set/m" + std::to_string(i) + ".map";
    write(name, "type octile\nheight 2\nwidth 3\nmap\n...\n...\n");
    write(name + ".scen", "version 1\n0\tm.map\t3\t2\t0\t0\t2\t0\t2.0\n0\tm.map\t3\t2\t0\t0\t2\t1\t2.5\n");
  }
  VerifyOptions options;
  const auto one = verify_scenarios(folder_.string(), options);
  options.jobs = 3;
  const auto three = verify_scenarios(folder_.string(), options);
  ASSERT_TRUE(one && three);
  EXPECT_EQ(one->complaints, three->complaints);
  EXPECT_EQ(one->problems(), three->problems());
  EXPECT_EQ(one->mismatches(), three->mismatches());
}

TEST_F(VerifyFolder, empty_and_missing_folders_are_errors) {
  EXPECT_FALSE(verify_scenarios(folder_.string(), {}));
  EXPECT_FALSE(verify_scenarios((folder_ / "missing").string(), {}));
}

}  // namespace waymark::lab_verify_test
