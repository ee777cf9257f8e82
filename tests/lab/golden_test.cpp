// The signatures kept in tests/lab/signatures.txt. A change that moves one says so in its commit message.
#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <string>

#include "lab/signature_table.hpp"
#include "support/sanitized.hpp"

namespace waymark::lab_golden_test {

std::string signatures_file() { return WAYMARK_SOURCE_DIR "/tests/lab/signatures.txt"; }

// The lines without the comments.
std::vector<std::string> kept_rows() {
  std::vector<std::string> rows;
  std::ifstream file(signatures_file());
  for (std::string line; std::getline(file, line);) {
    if (!line.empty() && line.front() != '#') rows.push_back(line + '\n');
  }
  return rows;
}

std::string scene_of(const std::string& row) { return row.substr(0, row.find(' ')); }

// A test for each scene, so that they can run side by side.
class GoldenSignatures : public ::testing::TestWithParam<SignatureScene> {};

TEST_P(GoldenSignatures, are_those_in_the_repository) {
  const auto rows = signature_table::rows_of(GetParam());
  ASSERT_TRUE(rows) << rows.error().to_string();
  std::string kept;
  for (const std::string& row : kept_rows()) {
    if (scene_of(row) == GetParam().name) kept += row;
  }
  EXPECT_EQ(*rows, kept) << "the rows of " << GetParam().name << " in " << signatures_file() << " should be:\n"
                         << *rows;
}

// The sanitized build's are those of Clang too: all scenes but the one where agents that learn scrub longest.
std::vector<SignatureScene> scenes_here() {
  std::vector<SignatureScene> scenes = signature_scenes();
  if (test::kSanitized) std::erase_if(scenes, [](const SignatureScene& scene) { return scene.name == "fortress"; });
  return scenes;
}

INSTANTIATE_TEST_SUITE_P(Scenes, GoldenSignatures, ::testing::ValuesIn(scenes_here()),
                         [](const auto& scene) { return std::string(scene.param.name); });

TEST(GoldenFile, has_no_other_scenes) {
  std::set<std::string> known;
  for (const SignatureScene& scene : signature_scenes()) known.emplace(scene.name);
  for (const std::string& row : kept_rows()) EXPECT_TRUE(known.contains(scene_of(row))) << row;
}

TEST(GoldenOrder, does_not_depend_on_queue_or_store) {
  std::vector<SignatureScene> scenes = signature_scenes();
  if (test::kSanitized) scenes = {scenes.at(0), scenes.at(3)};  // of different rules: every algorithm passes
  for (const SignatureScene& scene : scenes) {
    const auto text = signature_table::text_that_shows(scene);
    ASSERT_TRUE(text) << text.error().to_string();
    EXPECT_EQ(*text, "") << scene.name;
  }
}

}  // namespace waymark::lab_golden_test
