#include "waymark/io/scenario_file.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <limits>

#include "scratch_folder.hpp"
#include "support/sanitized.hpp"
#include "waymark/base/random.hpp"
#include "waymark/io/file.hpp"
#include "waymark/io/map_file.hpp"

namespace waymark::io_scenario_file_test {

using test::ScratchFolder;

const std::string kGood =
    "version 1\n"
    "0\tarena.map\t49\t50\t19\t26\t19\t29\t3.00000000\n"
    "0\tarena.map\t49\t50\t44\t30\t43\t28\t2.41421356\n"
    "7\tarena.map\t49\t50\t1\t2\t3\t4\t31.5\n";

std::string with_row(const std::string& row) { return "version 1\n" + row + "\n"; }

std::string error_of(const std::string& bytes) {
  const auto result = parse_scenarios(bytes, "a.scen");
  return result ? "no error" : result.error().to_string();
}

TEST(ScenarioFile, reads_rows_and_their_lines) {
  const auto file = parse_scenarios(kGood, "a.scen");
  ASSERT_TRUE(file) << file.error().to_string();
  EXPECT_EQ(file->map_name, "arena.map");
  EXPECT_EQ(file->map_width, 49);
  EXPECT_EQ(file->map_height, 50);
  ASSERT_EQ(file->rows.size(), 3u);
  EXPECT_EQ(file->rows[1], (Scenario{0, {44, 30}, {43, 28}, 2.41421356}));
  EXPECT_EQ(file->rows[2], (Scenario{7, {1, 2}, {3, 4}, 31.5}));
  EXPECT_EQ(file->lines, (std::vector<std::int64_t>{2, 3, 4}));
}

TEST(ScenarioFile, tolerates_what_published_files_do) {
  const auto rows = parse_scenarios(kGood, "a.scen")->rows;
  std::string windows;
  std::string spaces;
  for (const char byte : kGood) {
    windows += byte == '\n' ? std::string("\r\n") : std::string(1, byte);
    spaces += byte == '\t' ? std::string("  ") : std::string(1, byte);
  }
  for (const std::string& bytes :
       {windows, spaces, kGood + "\n \n\r\n", kGood.substr(0, kGood.size() - 1), kGood.substr(kGood.find('\n') + 1),
        "version 1.0" + kGood.substr(kGood.find('\n'))}) {
    const auto file = parse_scenarios(bytes, "a.scen");
    ASSERT_TRUE(file) << file.error().to_string() << "\n" << bytes;
    EXPECT_EQ(file->rows, rows);
  }
  EXPECT_EQ(parse_scenarios(kGood.substr(kGood.find('\n') + 1), "a.scen")->lines.front(), 1);
}

TEST(ScenarioFile, takes_spaces_in_names_between_tabs) {
  EXPECT_EQ(parse_scenarios("0\tmy maps/a b.map\t5\t5\t0\t0\t1\t1\t1.41421356\n", "a.scen")->map_name,
            "my maps/a b.map");
}

TEST(ScenarioFile, explains_wrong_beginnings) {
  EXPECT_EQ(error_of(""), "a.scen: the file holds no scenario");
  EXPECT_EQ(error_of("version 1\n\n\n"), "a.scen: the file holds no scenario");
  EXPECT_EQ(error_of("version 2\n"),
            "a.scen:1: this is a dynamic scenario, of version 2, where one of version 1 is wanted");
  EXPECT_EQ(error_of("type octile\nheight 3\n"),
            "a.scen:1: a scenario file begins with 'version 1' or with a scenario, not with 'type octile'");
  EXPECT_EQ(error_of("\n" + kGood),
            "a.scen:1: a scenario file begins with 'version 1' or with a scenario, not with ''");
  EXPECT_EQ(error_of("0 a.map 5 5 0 0 1 1 nan"),
            "a.scen:1: the optimal length must be a decimal number such as 12.41421356, not 'nan'");
}

TEST(ScenarioFile, explains_wrong_rows) {
  const std::string fields =
      "a.scen:2: a scenario has 9 fields (bucket, map name, map width, map height, start x, start y, goal x, goal y, "
      "optimal length), this line has ";
  EXPECT_EQ(error_of(with_row("0 a.map 5 5 0 0 1 1")), fields + "8");
  EXPECT_EQ(error_of(with_row("0 a.map 5 5 0 0 1 1 1.4 junk")), fields + "10");
  EXPECT_EQ(error_of(with_row("0\ta.map\t5\t5\t0\t0\t1\t1\t1.4\tjunk")), fields + "10");
  EXPECT_EQ(error_of(with_row("junk")), fields + "1");
  EXPECT_EQ(error_of(with_row("-1 a.map 5 5 0 0 1 1 1.4")),
            "a.scen:2: the bucket must be a whole number from 0 to 2147483647, not '-1'");
  EXPECT_EQ(error_of(with_row("0 a.map 0 5 0 0 1 1 1.4")),
            "a.scen:2: the map width must be a whole number from 1 to 32767, not '0'");
  EXPECT_EQ(error_of(with_row("0 a.map 5 99999 0 0 1 1 1.4")),
            "a.scen:2: the map height must be a whole number from 1 to 32767, not '99999'");
  EXPECT_EQ(error_of(with_row("0 a.map 32767 32767 0 0 1 1 1.4")),
            "a.scen:2: a map of 32767x32767 cells is too large; the limit is 32767 a side and 268435456 cells in all");
  EXPECT_EQ(error_of(with_row("0 a.map 5 5 -1 0 1 1 1.4")),
            "a.scen:2: the start x must be a whole number from 0 to 32767, not '-1'");
  EXPECT_EQ(error_of(with_row("0 a.map 5 5 0 1.5 1 1 1.4")),
            "a.scen:2: the start y must be a whole number from 0 to 32767, not '1.5'");
  EXPECT_EQ(error_of(with_row("0 a.map 5 5 0 0 99999999999999999999 1 1.4")),
            "a.scen:2: the goal x must be a whole number from 0 to 32767, not '99999999999999999999'");
  EXPECT_EQ(error_of(with_row("0 a.map 5 5 0 0 1 nan 1.4")),
            "a.scen:2: the goal y must be a whole number from 0 to 32767, not 'nan'");
  EXPECT_EQ(error_of(with_row("0\t \t5\t5\t0\t0\t1\t1\t1.4")), "a.scen:2: the map name is empty");
  for (const std::string number : {"nan", "inf", "-1.4", "1.4x", "1e5", "9999999999999", "1,4"}) {
    EXPECT_EQ(error_of(with_row("0 a.map 5 5 0 0 1 1 " + number)),
              "a.scen:2: the optimal length must be a decimal number such as 12.41421356, not '" + number + "'");
  }
}

TEST(ScenarioFile, explains_rows_that_disagree) {
  EXPECT_EQ(error_of(kGood + "7\tother.map\t49\t50\t1\t2\t3\t4\t31.5\n"),
            "a.scen:5: the map is 'other.map', but 'arena.map' on line 2");
  EXPECT_EQ(error_of(kGood + "7\tarena.map\t49\t51\t1\t2\t3\t4\t31.5\n"),
            "a.scen:5: the map's size is 49x51, but 49x50 on line 2");
  EXPECT_EQ(error_of("version 1\n\n" + kGood.substr(kGood.find('\n') + 1)), "a.scen:2: empty line between scenarios");
}

TEST(ScenarioFile, check_finds_scenarios_of_another_map) {
  Grid grid = *Grid::create(49, 50, true);
  const auto file = parse_scenarios(kGood, "a.scen");
  EXPECT_TRUE(check_against(*file, "a.scen", grid));
  EXPECT_EQ(check_against(*file, "a.scen", *Grid::create(50, 49, true)).error().to_string(),
            "a.scen:2: the scenario is of another map: 'arena.map' is 49x50, this map is 50x49");
  grid.set(43, 28, false);
  EXPECT_EQ(check_against(*file, "a.scen", grid).error().to_string(), "a.scen:3: the goal 43,28 is a blocked cell");
  grid.set(19, 26, false);
  EXPECT_EQ(check_against(*file, "a.scen", grid).error().to_string(), "a.scen:2: the start 19,26 is a blocked cell");
  const auto outside = parse_scenarios(with_row("0 a.map 5 5 0 0 5 1 1.4"), "a.scen");
  ASSERT_TRUE(outside);
  EXPECT_EQ(check_against(*outside, "a.scen", *Grid::create(5, 5, true)).error().to_string(),
            "a.scen:2: the goal 5,1 lies outside the map of 5x5");
}

TEST(ScenarioFile, round_trips) {
  const ScratchFolder folder;
  const std::string path = folder.file("a.scen");
  Random random(10);
  for (int i = 0; i < 50; ++i) {
    ScenarioFile file{"some map.map", random.between(1, 9000), random.between(1, 9000), {}, {}};
    for (int row = random.between(1, 100); row > 0; --row) {
      file.rows.push_back({random.between(0, 500),
                           {random.between(0, 8999), random.between(0, 8999)},
                           {random.between(0, 8999), random.between(0, 8999)},
                           random.between(0, 9000) + random.between(0, 9000) * 1.4142135623730951});
    }
    ASSERT_TRUE(write_scenarios(path, file));
    const auto again = read_scenarios(path);
    ASSERT_TRUE(again) << again.error().to_string();
    ASSERT_EQ(again->map_name, file.map_name);
    ASSERT_EQ(again->map_width, file.map_width);
    ASSERT_EQ(again->map_height, file.map_height);
    ASSERT_EQ(again->rows.size(), file.rows.size());
    for (std::size_t row = 0; row < file.rows.size(); ++row) {
      ASSERT_EQ(again->rows[row].start, file.rows[row].start);
      ASSERT_EQ(again->rows[row].goal, file.rows[row].goal);
      ASSERT_EQ(again->rows[row].bucket, file.rows[row].bucket);
      ASSERT_NEAR(again->rows[row].optimal, file.rows[row].optimal, 1e-8);
    }
    ASSERT_EQ(*encode_scenarios(*again), *read_file(path, 1u << 20u));
  }
}

TEST(ScenarioFile, does_not_write_what_it_would_not_read) {
  const ScratchFolder folder;
  const ScenarioFile good{"a.map", 5, 5, {{0, {0, 0}, {1, 1}, 1.5}}, {}};
  ASSERT_TRUE(encode_scenarios(good));
  std::vector<ScenarioFile> bad(9, good);
  bad[0].map_name = "";
  bad[1].map_name = " a";
  bad[2].map_name = "a\tb";
  bad[3].map_name = "a\t5\t5\t0\t0\t1\t1\t1.5\n0\ta";
  bad[4].map_width = 0;
  bad[5].rows.clear();
  bad[6].rows[0].goal.x = -1;
  bad[7].rows[0].optimal = std::numeric_limits<double>::quiet_NaN();
  bad[8].rows[0].optimal = 1e12;
  for (const ScenarioFile& file : bad) {
    const auto result = write_scenarios(folder.file("a.scen"), file);
    ASSERT_FALSE(result) << &file - bad.data();
    EXPECT_EQ(result.error().file, folder.file("a.scen"));
  }
  EXPECT_TRUE(folder.names().empty());
}

TEST(ScenarioFile, reads_every_published_file_and_matches_it_to_its_map) {
  const std::filesystem::path maps = WAYMARK_SOURCE_DIR "/../shared/maps";
  if (!std::filesystem::exists(maps)) GTEST_SKIP() << "no benchmark maps beside the project";
  int count = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(maps)) {
    if (entry.path().extension() != ".scen" || (++count % 5 != 0 && test::kSanitized)) continue;
    const std::string path = entry.path().string();
    const auto file = read_scenarios(path);
    ASSERT_TRUE(file) << file.error().to_string();
    const auto map = read_map(path.substr(0, path.size() - 5));
    ASSERT_TRUE(map) << map.error().to_string();
    const auto checked = check_against(*file, path, map->grid);
    EXPECT_TRUE(checked) << checked.error().to_string();
    const auto written = encode_scenarios(*file);
    ASSERT_TRUE(written);
    EXPECT_EQ(*encode_scenarios(*parse_scenarios(*written, path)), *written);
  }
  EXPECT_GT(count, 0);
}

}  // namespace waymark::io_scenario_file_test
