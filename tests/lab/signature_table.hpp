// The rows of tests/lab/signatures.txt for one scene, as they are now. Needs the library, the builders and two files of
// the lab, nothing else, so that any compiler's build can be compared.
#pragma once

#include <array>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

#include "lab/run/signature.hpp"

namespace waymark::signature_table {

inline void append(std::string& table, std::string_view scene, std::string_view name, std::uint64_t value) {
  const auto cell = [&](std::string_view text, std::size_t width) {
    table += text;
    table.append(text.size() < width ? width - text.size() : 0, ' ').push_back(' ');
  };
  cell(scene, 9);
  cell(name, 22);
  std::array<char, 18> digits{};
  std::snprintf(digits.data(), digits.size(), "%016llx\n", static_cast<unsigned long long>(value));
  table += digits.data();
}

// One line each, in the order of the file. Fails as the first algorithm does that fails.
inline Result<std::string> rows_of(const SignatureScene& scene) {
  std::vector<std::string> algorithms_here;
  for (const AlgorithmInfo& info : algorithms()) algorithms_here.emplace_back(info.key);
  algorithms_here.insert(
      algorithms_here.end(),
      {"pr-lrta:goal=pdb", "pr-lrta:depth=pdb,goal=pdb", "d-lrta:subgoal=held",
       "d-lrta:exit=last,ties=region,goal_region=on", "lrta-pdb-pdb:exit=last,ties=region,goal_region=on",
       "pr-lrta:goal=pdb,exit=last", "pr-lrta:goal=pdb,subgoal=held,ties=region,goal_region=on,detector=cells",
       "knn-lrta:legs=climb", "knn-lrta-2009:k=3", "knn-lrta-2009:legs=climb"});
  std::string table;
  for (const std::string& text : algorithms_here) {
    const auto value = signature(text, scene);
    if (!value) return value.error();
    append(table, scene.name, text, *value);
  }
  for (const SignatureScene& changing : changing_signature_scenes()) {
    if (changing.name != scene.name) continue;
    for (const std::string text : {"jps", "hpa", "mm", "lpa", "d-star-lite", "d-star", "focussed-d-star", "adaptive-a",
                                   "gaa", "mt-adaptive-a", "ara", "ad-star", "rtd", "lss-lrta", "tba", "dba"}) {
      const auto value = changing_signature(text, scene);
      if (!value) return value.error();
      append(table, scene.name, "edits:" + text, *value);
    }
  }
  constexpr std::pair<DatabaseKind, std::string_view> kKinds[] = {
      {DatabaseKind::kCases, "database:knn"},        {DatabaseKind::kCases2009, "database:knn-2009"},
      {DatabaseKind::kPatterns, "database:pdb"},     {DatabaseKind::kTree, "database:tree"},
      {DatabaseKind::kDepths, "database:pdb-depth"}, {DatabaseKind::kPaths, "database:paths"},
  };
  for (const auto& [kind, name] : kKinds) {
    const auto value = database_signature(kind, scene);
    if (!value) return value.error();
    append(table, scene.name, name, *value);
  }
  return table;
}

// The order of states is fixed, so neither queue nor store nor list may show in a signature: the first text that does,
// or
// "".
inline Result<std::string> text_that_shows(const SignatureScene& scene) {
  for (const std::string text :
       {"a-star:queue=heap", "a-star:queue=heap,immediate=off", "a-star:store=sparse", "fringe:list=linked"}) {
    const auto expected = signature(text.substr(0, text.find(':')), scene);
    if (!expected) return expected.error();
    const auto value = signature(text, scene);
    if (!value) return value.error();
    if (*value != *expected) return text;
  }
  return std::string();
}

}  // namespace waymark::signature_table
