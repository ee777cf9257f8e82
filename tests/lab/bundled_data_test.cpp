// The files in data/ are what data/README.md says.
#include <gtest/gtest.h>

#include <string>

#include "lab/run/problem.hpp"
#include "support/reference.hpp"
#include "waymark/io/file.hpp"
#include "waymark/io/map_file.hpp"
#include "waymark/io/scenario_file.hpp"
#include "waymark/offline/generate.hpp"
#include "waymark/space/map.hpp"

namespace waymark::lab_bundled_data_test {

struct Bundled {
  MapKind kind;
  const char* name;
  int width;
  int height;
  std::uint64_t seed;
};

class BundledData : public ::testing::TestWithParam<Bundled> {
 protected:
  [[nodiscard]] static std::string file(const std::string& ending) {
    return std::string(WAYMARK_SOURCE_DIR "/data/") + GetParam().name + ending;
  }
  [[nodiscard]] static Grid generated() {
    GenerateOptions options;
    options.width = GetParam().width;
    options.height = GetParam().height;
    options.seed = GetParam().seed;
    return generate_map(GetParam().kind, options).value();
  }
};

TEST_P(BundledData, the_map_is_what_the_generator_makes) {
  EXPECT_EQ(read_file(file(".map"), 1 << 20).value(), encode_map(generated()));
}

TEST_P(BundledData, the_scenarios_are_what_the_program_makes) {
  const Map map(generated());
  const ScenarioFile made = make_scenarios(map, std::string(GetParam().name) + ".map", 100, 1).value();
  EXPECT_EQ(read_file(file(".map.scen"), 1 << 20).value(), encode_scenarios(made).value());
}

TEST_P(BundledData, the_lengths_are_those_of_a_plain_dijkstra) {
  const Grid grid = generated();
  const ScenarioFile scenarios = read_scenarios(file(".map.scen")).value();
  ASSERT_EQ(scenarios.rows.size(), 100u);
  ASSERT_TRUE(check_against(scenarios, file(".map.scen"), grid).ok());
  for (std::size_t i = 0; i < scenarios.rows.size(); i += 9) {
    const Scenario& row = scenarios.rows[i];
    const auto distances = test::reference_distances(grid, {}, row.start.x, row.start.y);
    const auto goal = static_cast<std::size_t>(row.goal.y * grid.width() + row.goal.x);
    EXPECT_NEAR(row.optimal, static_cast<double>(distances[goal]) / kSqrt2Costs.cardinal, 1e-4) << i;
    EXPECT_EQ(row.bucket, static_cast<int>(row.optimal / 4)) << i;
  }
}

INSTANTIATE_TEST_SUITE_P(all, BundledData,
                         ::testing::Values(Bundled{MapKind::kRooms, "rooms", 96, 64, 4},
                                           Bundled{MapKind::kCaves, "caves", 128, 96, 2},
                                           Bundled{MapKind::kCity, "city", 128, 96, 1},
                                           Bundled{MapKind::kFortress, "fortress", 128, 96, 2}),
                         [](const auto& bundled) { return std::string(bundled.param.name); });

}  // namespace waymark::lab_bundled_data_test
