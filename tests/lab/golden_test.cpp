// The signatures kept in tests/lab/signatures.txt. A change that moves one says so in its commit message.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "lab/run/signature.hpp"

namespace waymark::lab_golden_test {

std::string signatures_file() { return std::string(WAYMARK_SOURCE_DIR) + "/tests/lab/signatures.txt"; }

// By scene and algorithm.
using Signatures = std::map<std::pair<std::string, std::string>, std::string>;

Signatures kept_signatures() {
  Signatures kept;
  std::ifstream file(signatures_file());
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.front() == '#') continue;
    std::istringstream words(line);
    std::string scene;
    std::string algorithm;
    std::string value;
    words >> scene >> algorithm >> value;
    kept[{scene, algorithm}] = value;
  }
  return kept;
}

// A test for each scene, so that they can run side by side.
class GoldenSignatures : public ::testing::TestWithParam<SignatureScene> {};

TEST_P(GoldenSignatures, are_those_in_the_repository) {
  const SignatureScene& scene = GetParam();
  Signatures kept = kept_signatures();
  std::erase_if(kept, [&](const auto& row) { return row.first.first != scene.name; });
  std::string table;
  bool same = true;
  const auto compare = [&](const std::string& name, const Result<std::uint64_t>& value) {
    ASSERT_TRUE(value) << value.error().to_string();
    const std::string text = fmt::format("{:016x}", *value);
    table += fmt::format("{:<9} {:<22} {}\n", scene.name, name, text);
    const auto found = kept.find({std::string(scene.name), name});
    same &= found != kept.end() && found->second == text;
    if (found != kept.end()) kept.erase(found);
  };
  for (const AlgorithmInfo& info : algorithms()) compare(std::string(info.key), signature(info.key, scene));
  for (const std::string text : {"pr-lrta:goal=pdb", "pr-lrta:depth=pdb,goal=pdb"})
    compare(text, signature(text, scene));
  for (const DatabaseKind kind :
       {DatabaseKind::kCases, DatabaseKind::kCases2009, DatabaseKind::kPatterns, DatabaseKind::kTree}) {
    compare("database:" + std::string(to_string(kind)), database_signature(kind, scene));
  }
  compare("database:pdb-depth", database_signature(DatabaseKind::kDepths, scene));
  EXPECT_TRUE(same && kept.empty()) << "the rows of " << scene.name << " in " << signatures_file() << " should be:\n"
                                    << table;
}

INSTANTIATE_TEST_SUITE_P(Scenes, GoldenSignatures, ::testing::ValuesIn(signature_scenes()),
                         [](const auto& scene) { return std::string(scene.param.name); });

TEST(GoldenFile, has_no_other_scenes) {
  std::set<std::string> known;
  for (const SignatureScene& scene : signature_scenes()) known.emplace(scene.name);
  for (const auto& row : kept_signatures()) EXPECT_TRUE(known.contains(row.first.first)) << row.first.first;
}

// The order of states is fixed, so neither queue nor store shows in a signature.
TEST(GoldenOrder, does_not_depend_on_queue_or_store) {
  for (const SignatureScene& scene : signature_scenes()) {
    const std::uint64_t expected = *signature("a-star", scene);
    EXPECT_EQ(*signature("a-star:queue=heap", scene), expected) << scene.name;
    EXPECT_EQ(*signature("a-star:queue=heap,immediate=off", scene), expected) << scene.name;
    EXPECT_EQ(*signature("a-star:store=sparse", scene), expected) << scene.name;
  }
}

}  // namespace waymark::lab_golden_test
