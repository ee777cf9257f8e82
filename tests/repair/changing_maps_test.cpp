// The searches that remember on mazes, rooms and the public maps: after every edit, each of them, on one map that
// changes under them all, finds what a fresh Dijkstra finds.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "lab/run/large_maps.hpp"
#include "support/agent_problems.hpp"
#include "support/paths.hpp"
#include "support/sanitized.hpp"
#include "support/shared_maps.hpp"
#include "waymark/agent/registry.hpp"
#include "waymark/io/map_file.hpp"
#include "waymark/io/scenario_file.hpp"
#include "waymark/offline/generate.hpp"
#include "waymark/search/dijkstra.hpp"

namespace waymark::repair_changing_maps_test {

struct Seen {
  int queries = 0;
  int unreachable = 0;
};

// Those that end at the cheapest path: all that are incremental, and the anytime ones, which go on until they have it.
std::vector<std::string> searches() {
  std::vector<std::string> texts;
  for (const AlgorithmInfo& info : algorithms()) {
    if (info.family == "incremental" || info.family == "anytime") texts.emplace_back(info.key);
  }
  return texts;
}

// Blocks or frees something on the path or near an end of it, now and then a door or the end itself.
void edit_near(Random& random, Map& map, const std::vector<NodeId>& path, NodeId unit, NodeId goal) {
  NodeId at = random.chance(1, 2) ? unit : goal;
  if (!path.empty() && random.chance(4, 5)) at = path[random.below(static_cast<std::uint32_t>(path.size()))];
  const Cell cell = map.grid().cell(at);
  const int reach = random.between(0, 5);
  map.fill({cell.x - random.between(0, reach), cell.y - random.between(0, reach), 1 + reach, 1 + reach},
           random.chance(1, 2));
}

// The unit walks in half of the problems; who keeps a tree from the start has the other half.
void check_problem(Random& random, Map& map, NodeId unit, NodeId goal, int edits, Seen& seen) {
  const bool walks = random.chance(1, 2);
  const PathFinderPtr dijkstra = make_dijkstra(map);
  std::vector<std::pair<std::string, PathFinderPtr>> finders;
  for (const std::string& text : searches()) finders.emplace_back(text, *parse_algorithm(text)->make(map));
  std::vector<NodeId> path;
  for (int edit = 0; edit <= edits; ++edit) {
    const Status expected = dijkstra->solve(unit, goal);
    for (const auto& [text, finder] : finders) {
      ASSERT_EQ(finder->solve(unit, goal), expected) << text << ", edit " << edit;
      ASSERT_EQ(finder->cost(), dijkstra->cost()) << text << ", edit " << edit;
      path.clear();
      finder->append_path(path);
      if (expected == Status::kSolved) {
        ASSERT_TRUE(test::path_is_sound(map, path, unit, goal, finder->cost())) << text << ", edit " << edit;
      }
    }
    ++seen.queries;
    seen.unreachable += expected == Status::kUnreachable ? 1 : 0;
    if (walks && !path.empty()) unit = path[std::min<std::size_t>(path.size() - 1, random.below(6))];
    for (int more = random.between(1, 3); more > 0; --more) edit_near(random, map, path, unit, goal);
    for (const NodeId end : {unit, goal}) {
      const Cell at = map.grid().cell(end);
      if (random.chance(1, 2)) map.fill({at.x - 3, at.y - 3, 7, 7}, true);
    }
  }
}

TEST(ChangingMaps, on_mazes_and_rooms_all_find_what_dijkstra_finds) {
  Random random(51);
  Seen seen;
  for (int round = 0; round < test::rounds(1000); ++round) {
    const MapKind kind = round % 2 == 0 ? MapKind::kMaze : MapKind::kRooms;
    const MoveRules& rules =
        test::rules_of_all_kinds()[static_cast<std::size_t>(round / 2) % test::rules_of_all_kinds().size()];
    Map map(*generate_map(kind, {.width = 48, .height = 40, .seed = static_cast<std::uint64_t>(round)}), rules);
    const NodeId start = test::random_passable(random, map.grid());
    const NodeId goal = test::random_passable(random, map.grid());
    SCOPED_TRACE("round " + std::to_string(round));
    ASSERT_NO_FATAL_FAILURE(check_problem(random, map, start, goal, 6, seen));
  }
  EXPECT_GT(seen.unreachable, test::enough(250));
  EXPECT_GT(seen.queries - seen.unreachable, test::enough(3000));
}

TEST(ChangingMaps, on_samples_of_all_public_sets_all_find_what_dijkstra_finds) {
  WAYMARK_NEED_SHARED_MAPS();
  constexpr std::size_t kMaps = test::kSanitized ? 1 : 12;  // of a set; on the last the way is long
  std::vector<std::string> sets;
  for (const auto& entry : std::filesystem::directory_iterator(test::shared_maps())) {
    if (entry.is_directory()) sets.push_back(entry.path().string());
  }
  std::sort(sets.begin(), sets.end());
  Random random(52);
  Seen seen;
  for (const std::string& set : sets) {
    const auto files = map_files(set);
    ASSERT_TRUE(files) << set;
    for (std::size_t part = 0; part < kMaps; ++part) {
      const std::string& file = (*files)[random.below(static_cast<std::uint32_t>(files->size()))];
      SCOPED_TRACE(file);
      Map map(read_map(file)->grid);
      ScenarioFile scenarios = *read_scenarios(file + ".scen");
      const bool is_long = part == 11;
      std::erase_if(scenarios.rows, [&](const Scenario& row) {
        return is_long ? row.optimal < 150 || row.optimal > 250 : row.optimal < 20 || row.optimal > 60;
      });
      if (scenarios.rows.empty()) continue;
      const Scenario& row = scenarios.rows[random.below(static_cast<std::uint32_t>(scenarios.rows.size()))];
      ASSERT_NO_FATAL_FAILURE(
          check_problem(random, map, map.grid().node(row.start), map.grid().node(row.goal), is_long ? 4 : 12, seen));
    }
  }
  EXPECT_GT(seen.unreachable, 0);
  EXPECT_GT(seen.queries - seen.unreachable, test::enough(700));
}

}  // namespace waymark::repair_changing_maps_test
