// Every number of every kind's header, forged with the checksum made right: refused, or found to be untrue. The only
// exception is what is not untrue: a file that a build with that number makes, byte for byte.
#include "offline/verify_header.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <set>

#include "offline/container_writer.hpp"
#include "support/ascii.hpp"
#include "support/case_bases.hpp"
#include "support/databases.hpp"
#include "support/forged.hpp"
#include "waymark/offline/generate.hpp"
#include "waymark/offline/verify_cases.hpp"
#include "waymark/offline/verify_patterns.hpp"

namespace waymark::offline_verify_header_test {

const Map& caves() {
  static const Map map(*generate_map(MapKind::kCaves, {48, 40, 3}));
  return map;
}

std::set<std::uint64_t> other_values(std::uint64_t value) {
  std::set<std::uint64_t> values{0, 1, 2, 3, 20, value + 1, value - 1, value * 2, ~std::uint64_t{0}};
  values.erase(value);
  return values;
}

std::string fault_of_cases(const std::string& bytes) {
  const auto cases = test::open_cases(bytes, caves());
  if (!cases) return cases.error().to_string();
  const auto verified = verify_cases(*cases, caves());
  return verified ? "" : verified.error().to_string();
}

std::string fault_of_patterns(const std::string& bytes) {
  auto container = Container::parse(bytes, "test.pdb");
  if (!container) return container.error().to_string();
  const auto patterns = PatternDatabase::open(*std::move(container), caves());
  if (!patterns) return patterns.error().to_string();
  const auto verified = verify_patterns(*patterns, caves());
  return verified ? "" : verified.error().to_string();
}

TEST(ForgedParameters, of_case_bases_do_not_pass) {
  std::vector<NodePair> pairs;
  const TripDraw draw = *TripDraw::make(caves(), 77);
  for (std::uint64_t i = 0; i < 40; ++i) pairs.push_back(draw.trip(i));
  for (const CasePaper paper : {CasePaper::k2010, CasePaper::k2009}) {
    for (const CaseBuildOptions& options :
         {CaseBuildOptions{.records = 40, .seed = 1, .paper = paper},
          CaseBuildOptions{.records = 40, .seed = 0, .paper = paper}, CaseBuildOptions{.records = 0, .paper = paper},
          CaseBuildOptions{.paper = paper, .pairs = pairs}}) {
      const std::string bytes = *test::build_in_order(**make_case_build(caves(), options));
      ASSERT_EQ(fault_of_cases(bytes), "");
      const Container container = *Container::parse(bytes, "");
      ASSERT_EQ(container.parameters().size(), 3u);
      for (const DatabaseParameter& parameter : container.parameters()) {
        if (options.records == 0 && parameter.name == "seed") continue;  // of an empty base any seed draws the trips
        for (const std::uint64_t value : other_values(parameter.value)) {
          EXPECT_NE(fault_of_cases(test::forged(bytes, parameter.name, value)), "") << parameter.name << " " << value;
        }
      }
    }
  }
}

TEST(ForgedParameters, of_pattern_databases_do_not_pass) {
  for (const PatternContent content : {PatternContent::kGoal, PatternContent::kDepth, PatternContent::kBoth}) {
    for (const std::uint32_t base : {0u, 1u}) {
      for (const std::uint32_t cap : {2u, 200u}) {
        const PatternBuildOptions options{2, base, cap, content};
        const std::string bytes = test::built_bytes(**make_pattern_build(caves(), options));
        ASSERT_EQ(fault_of_patterns(bytes), "");
        const Container container = *Container::parse(bytes, "");
        ASSERT_EQ(container.parameters().size(), content == PatternContent::kDepth ? 7u : 8u);
        for (const DatabaseParameter& parameter : container.parameters()) {
          for (const std::uint64_t value : other_values(parameter.value)) {
            const std::string forged = test::forged(bytes, parameter.name, value);
            if (!fault_of_patterns(forged).empty()) continue;
            // No depth was cut by the cap: another that cuts none is as true. So is the other exit where no path comes
            // back into its region.
            PatternBuildOptions other = options;
            if (parameter.name == "exit") {
              other.exit = static_cast<PatternExit>(value);
            } else {
              ASSERT_EQ(parameter.name, "depth_cap") << value;
              ASSERT_NE(content, PatternContent::kGoal);
              other.depth_cap = static_cast<std::uint32_t>(value);
            }
            EXPECT_TRUE(forged == test::built_bytes(**make_pattern_build(caves(), other))) << value;
          }
        }
      }
    }
  }
}

TEST(ForgedParameters, say_what_is_wrong) {
  const std::string drawn = *test::build_in_order(**make_case_build(caves(), {.records = 40, .seed = 5}));
  EXPECT_NE(
      fault_of_cases(test::forged(drawn, "drawn", 0)).find("drawn is 0 and the seed 5; trips that were given make it "),
      std::string::npos);
  EXPECT_NE(fault_of_cases(test::forged(drawn, "seed", 6)).find("the seed draws"), std::string::npos);
  const std::string goals = test::built_bytes(**make_pattern_build(caves(), {2, 0, 20, PatternContent::kGoal}));
  EXPECT_EQ(fault_of_patterns(test::forged(goals, "depth_cap", 20)),
            "test.pdb: depth_cap is 20; without depths it is 0");
  const std::string depths = test::built_bytes(**make_pattern_build(caves(), {2, 0, 3, PatternContent::kDepth}));
  EXPECT_NE(fault_of_patterns(test::forged(depths, "depth_cap", 4)).find("have depth 3; expected 4"),
            std::string::npos);
}

// Sections and parameters that no builder writes.
TEST(ForgedParameters, nor_do_names_that_do_not_belong_there) {
  const std::string bytes = *test::build_in_order(**make_case_build(caves(), {.records = 10}));
  const Container container = *Container::parse(bytes, "");
  const auto rewritten = [&](bool extra_parameter, bool extra_section) {
    ContainerWriter writer(container.kind(), caves());
    for (const DatabaseParameter& parameter : container.parameters()) writer.parameter(parameter.name, parameter.value);
    if (extra_parameter) writer.parameter("licence", 1);
    for (const Container::Section& section : container.sections()) {
      writer.section(section.name, std::string(*container.section(section.name)));
    }
    if (extra_section) writer.section("more", "bytes");
    return writer.bytes();
  };
  ASSERT_EQ(rewritten(false, false), bytes);
  EXPECT_NE(fault_of_cases(rewritten(true, false)), "");
  EXPECT_NE(fault_of_cases(rewritten(false, true)), "");
}

}  // namespace waymark::offline_verify_header_test
