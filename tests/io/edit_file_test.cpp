#include "waymark/io/edit_file.hpp"

#include <gtest/gtest.h>

#include <string>

#include "scratch_folder.hpp"
#include "waymark/base/random.hpp"
#include "waymark/io/file.hpp"

namespace waymark::io_edit_file_test {

using test::ScratchFolder;

std::string error_of(const std::string& bytes) {
  const auto result = parse_edits(bytes, "a.edits");
  return result ? "no error" : result.error().to_string();
}

TEST(EditFile, reads_edits_and_their_lines) {
  const auto script = parse_edits(
      "# the gate falls\n"
      "1 block 3 0 1 5\n"
      "\n"
      "1 free 3 4 1 1   # but for a hole\n"
      "\t1000000\tblock  32766 0 1 32767\r\n"
      "  \r\n"
      "1000000 free 0 0 32767 1",
      "a.edits");
  ASSERT_TRUE(script) << script.error().to_string();
  EXPECT_EQ(script->edits, (std::vector<ScriptedEdit>{{1, {3, 0, 1, 5}, false},
                                                      {1, {3, 4, 1, 1}, true},
                                                      {kMaxEditStep, {32766, 0, 1, 32767}, false},
                                                      {kMaxEditStep, {0, 0, 32767, 1}, true}}));
  EXPECT_EQ(script->lines, (std::vector<std::int64_t>{2, 4, 5, 7}));
}

TEST(EditFile, may_be_empty) {
  for (const std::string bytes : {"", "\n", "# nothing happens\n", "#"}) {
    const auto script = parse_edits(bytes, "a.edits");
    ASSERT_TRUE(script) << script.error().to_string();
    EXPECT_TRUE(script->edits.empty());
  }
}

TEST(EditFile, names_the_line_and_what_is_wrong_with_it) {
  const std::string form = "a.edits:2: an edit is 'STEP block X Y W H' or 'STEP free X Y W H', not ";
  EXPECT_EQ(error_of("1 free 0 0 1 1\nblock 3,0,1,5\n"), form + "'block 3,0,1,5'");
  EXPECT_EQ(error_of("\n1 wall 0 0 1 1\n"), form + "'1 wall 0 0 1 1'");
  EXPECT_EQ(error_of("\n1 free 0 0 1\n"), form + "'1 free 0 0 1'");
  EXPECT_EQ(error_of("\n1 free 0 0 1 1 1\n"), form + "'1 free 0 0 1 1 1'");
  EXPECT_EQ(error_of("\n1 FREE 0 0 1 1\n"), form + "'1 FREE 0 0 1 1'");
  EXPECT_EQ(error_of(std::string("\n1 free 0 0 1\0 1\n", 17)),
            "a.edits:2: the width must be a whole number from 1 to "
            "32767, not '1?'");
  EXPECT_EQ(error_of("0 free 0 0 1 1"), "a.edits:1: the step must be a whole number from 1 to 1000000, not '0'");
  EXPECT_EQ(error_of("1000001 free 0 0 1 1"),
            "a.edits:1: the step must be a whole number from 1 to 1000000, not '1000001'");
  EXPECT_EQ(error_of("99999999999999999999 free 0 0 1 1"),
            "a.edits:1: the step must be a whole number from 1 to 1000000, not '99999999999999999999'");
  EXPECT_EQ(error_of("1 free -1 0 1 1"), "a.edits:1: the x must be a whole number from 0 to 32766, not '-1'");
  EXPECT_EQ(error_of("1 free 0 1e3 1 1"), "a.edits:1: the y must be a whole number from 0 to 32766, not '1e3'");
  EXPECT_EQ(error_of("1 free 0 0 0 1"), "a.edits:1: the width must be a whole number from 1 to 32767, not '0'");
  EXPECT_EQ(error_of("1 free 0 0 1 32768"),
            "a.edits:1: the height must be a whole number from 1 to 32767, not '32768'");
  EXPECT_EQ(error_of("3 free 0 0 1 1\n\n2 free 0 0 1 1\n"),
            "a.edits:3: step 2 after step 3 of line 1: steps must not fall");
}

TEST(EditFile, must_lie_within_the_map) {
  const Grid grid = Grid::create(7, 5, true).value();
  const auto check = [&](const std::string& bytes) {
    const auto result = check_against(parse_edits(bytes, "a.edits").value(), "a.edits", grid);
    return result ? std::string() : result.error().to_string();
  };
  EXPECT_EQ(check("1 block 0 0 7 5\n2 free 6 4 1 1\n"), "");
  for (const std::string area : {"7 0 1 1", "6 0 2 1", "0 4 1 2", "32766 32766 32767 32767"}) {
    EXPECT_EQ(check("1 free 0 0 1 1\n2 block " + area + "\n"),
              "a.edits:2: the area " + area + " reaches beyond the map of 7x5");
  }
}

TEST(EditFile, what_is_written_reads_back_the_same) {
  Random random(5);
  for (int round = 0; round < 200; ++round) {
    EditScript script;
    std::uint32_t step = 1;
    for (std::uint32_t i = random.below(20); i > 0; --i) {
      step = std::min(step + random.below(3), kMaxEditStep);
      script.edits.push_back(
          {step,
           {random.between(0, 32766), random.between(0, 32766), random.between(1, 32767), random.between(1, 32767)},
           random.chance(1, 2)});
    }
    const auto bytes = encode_edits(script);
    ASSERT_TRUE(bytes);
    const auto again = parse_edits(*bytes, "again");
    ASSERT_TRUE(again) << again.error().to_string();
    EXPECT_EQ(again->edits, script.edits);
    EXPECT_EQ(*encode_edits(*again), *bytes);
  }
  EXPECT_EQ(*encode_edits({{{1, {2, 3, 4, 5}, true}, {7, {0, 0, 1, 1}, false}}, {}}),
            "1 free 2 3 4 5\n7 block 0 0 1 1\n");
}

TEST(EditFile, what_cannot_be_read_is_not_written) {
  const ScratchFolder folder;
  const std::string path = folder.file("a.edits");
  for (const ScriptedEdit& bad : std::vector<ScriptedEdit>{{0, {0, 0, 1, 1}, true},
                                                           {kMaxEditStep + 1, {0, 0, 1, 1}, true},
                                                           {1, {-1, 0, 1, 1}, true},
                                                           {1, {0, 0, 0, 1}, true},
                                                           {1, {0, 0, 1, 40000}, true}}) {
    const auto written = write_edits(path, {{{1, {0, 0, 1, 1}, false}, bad}, {}});
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().to_string().find(path + ": edit 1 cannot be written: the "), 0u)
        << written.error().to_string();
  }
  EXPECT_FALSE(write_edits(path, {{{2, {0, 0, 1, 1}, false}, {1, {0, 0, 1, 1}, true}}, {}}));
  EXPECT_TRUE(folder.names().empty());
}

TEST(EditFile, goes_through_a_file) {
  const ScratchFolder folder;
  const std::string path = folder.file("a.edits");
  const EditScript script{{{4, {1, 2, 3, 4}, false}}, {}};
  ASSERT_TRUE(write_edits(path, script));
  EXPECT_EQ(read_edits(path).value().edits, script.edits);
  const auto missing = read_edits(folder.file("none"));
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().file, folder.file("none"));
  ASSERT_TRUE(write_file_atomically(path, std::string((1u << 24u) + 1, '\n')));
  EXPECT_EQ(read_edits(path).error().code, ErrorCode::kTooLarge);
}

}  // namespace waymark::io_edit_file_test
