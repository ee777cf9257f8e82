// The signatures kept in tests/lab/signatures.txt. A change that moves one says so in its commit message.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <sstream>

#include "waymark/lab/signature.hpp"

namespace waymark {
namespace {

TEST(GoldenSignatures, are_those_in_the_repository) {
  const std::string path = std::string(WAYMARK_SOURCE_DIR) + "/tests/lab/signatures.txt";
  std::map<std::pair<std::string, std::string>, std::string> kept;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.front() == '#') continue;
    std::istringstream words(line);
    std::string scene;
    std::string algorithm;
    std::string value;
    words >> scene >> algorithm >> value;
    kept[{scene, algorithm}] = value;
  }
  std::string table;
  bool same = true;
  for (const SignatureScene& scene : signature_scenes()) {
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
  }
  EXPECT_TRUE(same && kept.empty()) << path << " should be:\n" << table;
}

// The order of states is fixed, so neither queue nor store shows in a signature.
TEST(GoldenSignatures, do_not_depend_on_queue_or_store) {
  for (const SignatureScene& scene : signature_scenes()) {
    const std::uint64_t expected = *signature("a-star", scene);
    EXPECT_EQ(*signature("a-star:queue=heap", scene), expected) << scene.name;
    EXPECT_EQ(*signature("a-star:queue=heap,immediate=off", scene), expected) << scene.name;
    EXPECT_EQ(*signature("a-star:store=sparse", scene), expected) << scene.name;
  }
}

}  // namespace
}  // namespace waymark
