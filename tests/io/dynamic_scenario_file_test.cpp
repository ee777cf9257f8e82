#include "waymark/io/dynamic_scenario_file.hpp"

#include <gtest/gtest.h>

#include <string>

#include "scratch_folder.hpp"
#include "waymark/io/file.hpp"

namespace waymark::io_dynamic_scenario_file_test {

using test::ScratchFolder;

const std::string kHead = "version 2\nheight 3\nwidth 4\ncost 1 octile\npatch a.patch\ncommands\n";
const std::string kScenario = kHead +
                              "Q 0 0 0 3 2 4.4142135623731\n"
                              "P 1 0 1 0\n"
                              "P 1 1 0 2\n"
                              "Q 1 0 0 3 0 -1\n"
                              "Q 1 2 2 2 2 0\n";
const std::string kPatches =
    "type patch\npatches 2\n"
    "patch 0\nheight 2\nwidth 1\nmap\n@\nT\n"
    "patch 1\nheight 1\nwidth 3\nmap\n.@G\n";

std::string error_of(const std::string& bytes) {
  const auto result = parse_dynamic_scenario(bytes, "a.scen");
  return result ? "no error" : result.error().to_string();
}

std::string patch_error_of(const std::string& bytes) {
  const auto result = parse_patches(bytes, "a.patch");
  return result ? "no error" : result.error().to_string();
}

TEST(DynamicScenarioFile, reads_commands_in_order) {
  for (const std::string end : {"", "\n", " \r\n\n"}) {
    const auto scenario = parse_dynamic_scenario(kScenario + end, "a.scen");
    ASSERT_TRUE(scenario) << scenario.error().to_string();
    EXPECT_EQ(scenario->width, 4);
    EXPECT_EQ(scenario->height, 3);
    EXPECT_EQ(scenario->patch_file, "a.patch");
    ASSERT_EQ(scenario->commands.size(), 5u);
    const DynamicCommand& first = scenario->commands[0];
    EXPECT_TRUE(first.is_query);
    EXPECT_EQ(first.start, (Cell{0, 0}));
    EXPECT_EQ(first.goal, (Cell{3, 2}));
    EXPECT_EQ(first.optimal, 4.4142135623731);
    EXPECT_EQ(first.line, 7);
    const DynamicCommand& patch = scenario->commands[2];
    EXPECT_FALSE(patch.is_query);
    EXPECT_EQ(patch.bucket, 1);
    EXPECT_EQ(patch.patch, 1u);
    EXPECT_EQ(patch.at, (Cell{0, 2}));
    EXPECT_EQ(scenario->commands[3].optimal, std::nullopt);  // -1: there is no path
    EXPECT_EQ(scenario->commands[4].optimal, 0.0);
  }
}

TEST(DynamicScenarioFile, takes_the_octile_length_of_several) {
  const auto scenario = parse_dynamic_scenario(
      "version 2\r\nheight 3\r\nwidth 4\r\ncost 3 any octile manhattan\r\npatch with blank.patch\r\ncommands\r\n"
      "Q 0 0 0 3 2 3.5 4.25 5\r\n",
      "a.scen");
  ASSERT_TRUE(scenario) << scenario.error().to_string();
  EXPECT_EQ(scenario->patch_file, "with blank.patch");
  EXPECT_EQ(scenario->commands.front().optimal, 4.25);
}

TEST(DynamicScenarioFile, names_the_line_and_what_is_wrong_with_it) {
  const auto with = [](std::string_view from, std::string_view to) {
    std::string bytes = kScenario;
    return bytes.replace(bytes.find(from), from.size(), to);
  };
  EXPECT_EQ(error_of(""), "a.scen: a dynamic scenario begins with 'version 2', not with ''");
  EXPECT_EQ(error_of(with("version 2", "version 1")),
            "a.scen:1: a dynamic scenario begins with 'version 2', not with 'version 1'");
  EXPECT_EQ(error_of("version 2\n"), "a.scen:1: the file ends where 'height N' should follow");
  EXPECT_EQ(error_of(with("height 3", "width 3")), "a.scen:2: expected 'height N', found 'width 3'");
  EXPECT_EQ(error_of(with("height 3", "height 0")),
            "a.scen:2: the height must be a whole number from 1 to 32767, not '0'");
  EXPECT_EQ(error_of(with("width 4", "width x")),
            "a.scen:3: the width must be a whole number from 1 to 32767, not 'x'");
  EXPECT_EQ(error_of(with("height 3\nwidth 4", "height 32767\nwidth 32767")),
            "a.scen:3: a map of 32767x32767 is more than the 67108864 cells of a dynamic scenario");
  EXPECT_EQ(error_of(with("cost 1 octile", "cost octile")),
            "a.scen:4: the number of costs must be a whole number from 1 to 16, not 'octile'");
  EXPECT_EQ(error_of(with("cost 1 octile", "cost 2 octile")), "a.scen:4: 2 costs are promised, the line names 1");
  EXPECT_EQ(error_of(with("cost 1 octile", "cost 1 euclid")),
            "a.scen:4: no cost is 'octile', the only one that is known here");
  EXPECT_EQ(error_of(with("cost 1 octile", "cost 2 octile octile")), "a.scen:4: the cost 'octile' is named twice");
  EXPECT_EQ(error_of(with("patch a.patch", "patch ")), "a.scen:5: expected 'patch FILE', found 'patch '");
  for (const std::string name : {"/etc/passwd", "../a.patch", "..", "sub/a.patch", "c:\\a"}) {
    EXPECT_EQ(
        error_of(with("patch a.patch", "patch " + name)),
        "a.scen:5: the file of patches lies beside the scenario and is named without a folder, not '" + name + "'");
  }
  EXPECT_EQ(error_of(with("commands", "command")), "a.scen:6: expected 'commands', found 'command'");
  const std::string form =
      "a.scen:7: a command is 'P BUCKET PATCH X Y' or 'Q BUCKET STARTX STARTY GOALX GOALY' with 1 length, not ";
  EXPECT_EQ(error_of(kHead + "R 0 0 0\n"), form + "'R 0 0 0'");
  EXPECT_EQ(error_of(kHead + "P 0 0 0\n"), form + "'P 0 0 0'");
  EXPECT_EQ(error_of(kHead + "Q 0 0 0 1 1\n"), form + "'Q 0 0 0 1 1'");
  EXPECT_EQ(error_of(kHead + "Q 0 0 0 1 1 1 1\n"), form + "'Q 0 0 0 1 1 1 1'");
  EXPECT_EQ(error_of(kHead + "\nP 0 0 0 0\n"), form + "''");
  EXPECT_EQ(error_of(kHead + "P 0 0 4 0\n"), "a.scen:7: the x must be a whole number from 0 to 3, not '4'");
  EXPECT_EQ(error_of(kHead + "P 0 -1 0 0\n"),
            "a.scen:7: the patch must be a whole number from 0 to 2147483647, not '-1'");
  EXPECT_EQ(error_of(kHead + "Q 0 0 0 1 3 1\n"), "a.scen:7: the goal y must be a whole number from 0 to 2, not '3'");
  for (const std::string length : {"-2", "nan", "1e3", "-1.0", "."}) {
    EXPECT_EQ(error_of(kHead + "Q 0 0 0 1 1 " + length + "\n"),
              "a.scen:7: a length must be a decimal number such as 12.41421356, or -1 where there is no path, not '" +
                  length + "'");
  }
}

TEST(DynamicScenarioFile, reads_patches) {
  const auto patches = parse_patches(kPatches, "a.patch");
  ASSERT_TRUE(patches) << patches.error().to_string();
  ASSERT_EQ(patches->size(), 2u);
  EXPECT_EQ((*patches)[0], (Terrain{1, 2, "@T"}));
  EXPECT_EQ((*patches)[1], (Terrain{3, 1, ".@G"}));
  EXPECT_TRUE(parse_patches("type patch\npatches 0\n", "a.patch").value().empty());
}

TEST(DynamicScenarioFile, names_what_is_wrong_with_a_patch) {
  const std::string head = "type patch\npatches 1\npatch 0\nheight 2\nwidth 3\nmap\n";
  EXPECT_EQ(patch_error_of("type octile\n"),
            "a.patch:1: a file of patches begins with 'type patch', not with 'type octile'");
  EXPECT_EQ(patch_error_of("type patch\npatches -1\n"),
            "a.patch:2: the patches must be a whole number from 0 to 2147483647, not '-1'");
  EXPECT_EQ(patch_error_of("type patch\npatches 2147483647\n"),
            "a.patch:2: the file ends where 'patch N' should follow");
  EXPECT_EQ(patch_error_of("type patch\npatches 1\npatch 1\n"),
            "a.patch:3: the patch must be a whole number from 0 to 0, not '1'");
  EXPECT_EQ(patch_error_of(head + "...\n"), "a.patch:7: the file ends where row 1 of patch 0 should follow");
  EXPECT_EQ(patch_error_of(head + "...\n..\n"), "a.patch:8: row has 2 letters, the patch promised 3");
  EXPECT_EQ(patch_error_of(head + "...\n.x.\n"),
            "a.patch:8: column 2: 'x' is not a letter of a map; those are . G S @ O T W");
  EXPECT_EQ(patch_error_of(head + "...\n...\n...\n"),
            "a.patch:9: text after the last of the 1 patches that were promised");
  // A size that the file does not have costs no memory.
  EXPECT_EQ(patch_error_of("type patch\npatches 1\npatch 0\nheight 32767\nwidth 32767\nmap\n"),
            "a.patch:6: the file ends where row 0 of patch 0 should follow");
}

TEST(DynamicScenarioFile, patches_must_be_there_and_lie_within_the_map) {
  const auto check = [](const std::string& commands) {
    DynamicScenario scenario = parse_dynamic_scenario(kHead + commands, "a.scen").value();
    scenario.patches = parse_patches(kPatches, "a.patch").value();
    const auto result = check_patches(scenario, "a.scen");
    return result ? std::string() : result.error().to_string();
  };
  EXPECT_EQ(check("P 0 0 3 1\nP 0 1 1 2\n"), "");
  EXPECT_EQ(check("P 0 0 3 1\nP 0 2 0 0\n"), "a.scen:8: there is no patch 2 in 'a.patch', which has 2");
  EXPECT_EQ(check("P 0 0 3 2\n"), "a.scen:7: patch 0 of 1x2 reaches beyond the map of 4x3");
  EXPECT_EQ(check("P 0 1 2 0\n"), "a.scen:7: patch 1 of 3x1 reaches beyond the map of 4x3");
}

TEST(DynamicScenarioFile, finds_its_patches_beside_it) {
  const ScratchFolder folder;
  ASSERT_TRUE(write_file_atomically(folder.file("a.scen"), kScenario));
  auto scenario = read_dynamic_scenario(folder.file("a.scen"));
  ASSERT_FALSE(scenario);
  EXPECT_EQ(scenario.error().file, folder.file("a.patch"));
  ASSERT_TRUE(write_file_atomically(folder.file("a.patch"), kPatches));
  scenario = read_dynamic_scenario(folder.file("a.scen"));
  ASSERT_TRUE(scenario) << scenario.error().to_string();
  EXPECT_EQ(scenario->patches.size(), 2u);
}

}  // namespace waymark::io_dynamic_scenario_file_test
