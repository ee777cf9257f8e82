#include "lab/bench/changing.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "lab/run/map_changes.hpp"
#include "support/ascii.hpp"
#include "waymark/offline/generate.hpp"
#include "waymark/search/dijkstra.hpp"

namespace waymark::lab_changing_test {

struct Ends {
  NodeId start;
  NodeId goal;
};
Ends far_ends(const Map& map) {
  Random random(2);
  for (;;) {
    const Ends ends{test::random_passable(random, map.grid()), test::random_passable(random, map.grid())};
    const int apart = map.grid().cell(ends.goal).x - map.grid().cell(ends.start).x;
    if (apart > map.grid().width() / 2 && map.connected(ends.start, ends.goal)) return ends;
  }
}

// What is told is so: the costs are those of Dijkstra on the map of the time, and nothing happens twice in the same
// way.
TEST(ChangingStory, tells_what_is_true) {
  for (const StoryKind& kind : kStoryKinds) {
    const Map map(*generate_map(MapKind::kRooms, {.width = 96, .height = 96, .seed = 4}));
    const auto [start, goal] = far_ends(map);
    const ChangingStory story = kind.tell(map, start, goal, 7);
    ASSERT_GT(story.turns.size(), 3u) << kind.name;
    Map living(Grid(story.ground), story.rules);
    const PathFinderPtr dijkstra = make_dijkstra(living);
    std::size_t edits = 0;
    for (const ChangingTurn& turn : story.turns) {
      apply_changes(turn.edits, living);
      edits += turn.edits.size();
      dijkstra->solve(turn.start, turn.goal);
      EXPECT_EQ(dijkstra->cost(), turn.cost) << kind.name;
    }
    EXPECT_EQ(edits == 0, kind.name == "moving goal") << kind.name;
  }
}

TEST(Changing, every_algorithm_finds_the_cheapest_paths_of_every_story) {
  std::vector<ChangingSection> sections;
  for (const StoryKind& kind : kStoryKinds) {
    const Map map(*generate_map(MapKind::kCaves, {.width = 64, .height = 64, .seed = 4}));
    const auto [start, goal] = far_ends(map);
    const ChangingStory story = kind.tell(map, start, goal, 1);
    ChangingSection section{"caves", std::string(kind.name), std::string(kind.summary), {}};
    for (const std::string& text : algorithms_for_changes()) {
      section.figures.push_back({.algorithm = text});
      ASSERT_TRUE(run_story(story, text, 1, section.figures.back()));
      EXPECT_EQ(section.figures.back().wrong, 0u) << text << ", " << kind.name;
      EXPECT_EQ(section.figures.back().replans, story.turns.size() - 1) << text;
      EXPECT_GT(section.figures.back().most_bytes, 0u) << text;
      EXPECT_GE(section.figures.back().worst_replan_ns, section.figures.back().worst_step_ns) << text;
      EXPECT_GE(section.figures.back().most_steps, 1u) << text;
      EXPECT_LE(section.figures.back().first_path_ns, section.figures.back().replan_ns) << text;
      const bool is_anytime = text == "ara" || text == "ad-star";
      EXPECT_GE(section.figures.back().mean_first_bound(), 1) << text;
      EXPECT_TRUE(is_anytime || section.figures.back().mean_first_bound() == 1) << text;
    }
    sections.push_back(section);
  }
  const std::string table = to_table(sections.front());
  const std::string page = changing_page(sections);
  EXPECT_NE(page.find("<h1>"), std::string::npos);
  EXPECT_NE(page.find("<div class=\"grid two\">"), std::string::npos);  // else a plot is as wide as the window
  sections.push_back({"competition.scen", "competition", "anything", sections[0].figures});
  const std::string markdown = changing_markdown(sections);
  for (const char* part : {"| | caves |\n| --- | ---: |\n| `jps`, µs | ", "**moving goal**: the goal walks",
                           "| | worst replan | worst step of 500 units | steps of a replan, most | memory, most |",
                           "<details><summary>caves</summary>", "<details><summary>competition.scen</summary>"}) {
    EXPECT_NE(markdown.find(part), std::string::npos) << markdown;
  }
  for (const std::string& text : algorithms_for_changes()) {
    EXPECT_NE(markdown.find("| `" + text + "` |"), std::string::npos);
    EXPECT_NE(table.find("  " + text + " "), std::string::npos) << table;
    EXPECT_NE(page.find(text), std::string::npos);
  }
}

}  // namespace waymark::lab_changing_test
