// Pages and pictures.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "lab/race/demo.hpp"
#include "lab/run/problem.hpp"
#include "lab/view/html.hpp"
#include "lab/view/page_files.hpp"
#include "lab/view/picture.hpp"
#include "lab/view/trace.hpp"
#include "support/ascii.hpp"
#include "waymark/agent/registry.hpp"
#include "waymark/offline/generate.hpp"

namespace waymark::lab_report_test {

std::string text_of(const std::string& name) {
  std::ifstream file(std::string(WAYMARK_SOURCE_DIR "/lab/view/") + name, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(Html, style_and_script_are_those_of_their_files) {
  EXPECT_EQ(page_style(), text_of("page.css"));
  EXPECT_EQ(page_script(), text_of("page.js"));
  EXPECT_GT(page_style().size(), 5'000u);
  const std::string page = html_page("a", "b");
  EXPECT_NE(page.find(std::string(page_style()) + "</style>"), std::string::npos);
  EXPECT_NE(page.find(std::string(page_script()) + "</script>"), std::string::npos);
}

TEST(Html, text_cannot_become_markup) {
  EXPECT_EQ(escape_html("<a href=\"x\">'&"), "&lt;a href=&quot;x&quot;&gt;&#39;&amp;");
  HtmlTable table({{"<b>", false, "\"hint\""}, {"n"}});
  table.add_row({{"<script>"}, {"1", 1.0}});
  const std::string html = table.to_string();
  EXPECT_EQ(html.find("<script>"), std::string::npos);
  EXPECT_EQ(html.find("<b>"), std::string::npos);
  EXPECT_NE(html.find("title=\"&quot;hint&quot;\""), std::string::npos);
  EXPECT_EQ(html_page("</title><script>", "").find("<title></title>"), std::string::npos);
}

TEST(Html, base64_is_that_of_rfc_4648) {
  EXPECT_EQ(encode_base64(""), "");
  EXPECT_EQ(encode_base64("f"), "Zg==");
  EXPECT_EQ(encode_base64("fo"), "Zm8=");
  EXPECT_EQ(encode_base64("foo"), "Zm9v");
  EXPECT_EQ(encode_base64("foobar"), "Zm9vYmFy");
  EXPECT_EQ(encode_base64(std::string("\xff\xfe\x00", 3)), "//4A");
}

TEST(Html, a_plot_of_nothing_or_zeros_is_still_a_drawing) {
  EXPECT_NE(bar_plot("t", "u", {}).find("</svg>"), std::string::npos);
  const std::string plot = bar_plot("t", "u", {{"a", 0, "0"}, {"b", 5, "5"}});
  EXPECT_EQ(plot.find("nan"), std::string::npos);
  EXPECT_EQ(plot.find("inf"), std::string::npos);
}

class Picture : public ::testing::Test {
 protected:
  Picture()
      : map_(test::grid_from({"...", ".@.", "..."})), finder_(parse_algorithm("dijkstra").value().make(map_).value()) {
    finder_->solve(start_, goal_);
    finder_->append_path(path_);
  }
  Map map_;
  PathFinderPtr finder_;
  NodeId start_ = map_.grid().node(0, 0);
  NodeId goal_ = map_.grid().node(2, 0);
  std::vector<NodeId> path_;
};

Colour pixel(const Image& image, int x, int y) {
  const auto at = static_cast<std::size_t>(3 * (y * image.width + x));
  return {image.rgb[at], image.rgb[at + 1], image.rgb[at + 2]};
}

TEST_F(Picture, shows_walls_and_touched_states) {
  const Image image = draw_cells(map_, touched_colours(*finder_));
  EXPECT_EQ(image.width, 3);
  EXPECT_EQ(pixel(image, 1, 1), picture_colours::kWall);
  EXPECT_EQ(pixel(image, 0, 0), picture_colours::kClosed);
  EXPECT_EQ(pixel(image, 2, 2), picture_colours::kGround);
}

TEST_F(Picture, of_a_part_shows_what_lies_there) {
  const CellColours one = visit_colours(map_, std::vector<NodeId>{map_.grid().node(1, 2)});
  const NodeId corner = map_.grid().node(2, 2);
  EXPECT_EQ(coloured_area(map_, one, corner, corner), (Rect{1, 2, 2, 1}));
  EXPECT_EQ(coloured_area(map_, one, start_, corner), whole_area(map_));
  const Image image = draw_cells(map_, one, {1, 1, 2, 2});
  EXPECT_EQ(image.width, 2);
  EXPECT_EQ(pixel(image, 0, 0), picture_colours::kWall);
  EXPECT_EQ(pixel(image, 0, 1), visit_colour(1));
  EXPECT_EQ(pixel(image, 1, 1), picture_colours::kGround);
}

TEST_F(Picture, a_walk_is_seen_on_a_large_map) {
  const auto widest = [](int side) {
    const Map map(generate_map(MapKind::kRts, {side, side, 1}).value());
    const int middle = side / 2;
    std::vector<NodeId> walk;
    for (int x = side / 4; x < side / 2; ++x) {
      if (map.grid().passable(map.grid().node(x, middle))) walk.push_back(map.grid().node(x, middle));
    }
    EXPECT_GT(walk.size(), 5u);
    const Image image = draw_walk(map, visit_colours(map, walk), whole_area(map));
    const int x = map.grid().cell(walk[walk.size() / 2]).x;
    int width = 0;
    for (int y = 0; y < side; ++y) width += pixel(image, x, y) == visit_colour(1) ? 1 : 0;
    return width * 360.0 / side;  // pixels of a page
  };
  EXPECT_DOUBLE_EQ(widest(72), 5);  // as large as its cells
  EXPECT_GE(widest(200), 2.5);
  EXPECT_GE(widest(700), 2.5);
  EXPECT_GE(widest(1500), 2.5);
  EXPECT_LE(widest(1500), 6);
}

TEST_F(Picture, where_a_walk_is_wide_the_darkest_is_above) {
  const Map map(generate_map(MapKind::kRts, {400, 400, 1}).value());
  std::vector<NodeId> walk;
  for (int x = 100; walk.size() < 2; ++x) {
    if (map.grid().passable(map.grid().node(x, 9)) && map.grid().passable(map.grid().node(x + 1, 9))) {
      walk = {map.grid().node(x, 9), map.grid().node(x + 1, 9), map.grid().node(x, 9), map.grid().node(x, 9),
              map.grid().node(x, 9)};
    }
  }
  const Cell often = map.grid().cell(walk.front());
  const Image image = draw_walk(map, visit_colours(map, walk), whole_area(map));
  EXPECT_EQ(pixel(image, often.x, often.y), visit_colour(4));
  EXPECT_EQ(pixel(image, often.x + 2, often.y), visit_colour(4));
  EXPECT_EQ(pixel(image, often.x + 3, often.y), visit_colour(1));
}

TEST_F(Picture, visits_darken_up_to_128) {
  EXPECT_EQ(visit_colour(2), visit_colour(3));
  for (std::uint32_t visits = 1; visits < 128; visits *= 2) {
    EXPECT_GT(visit_colour(visits).green, visit_colour(2 * visits).green);
  }
  EXPECT_EQ(visit_colour(128), visit_colour(1'000'000));
}

TEST_F(Picture, of_a_small_map_is_enlarged) {
  const Image image = draw_trace(map_, touched_colours(*finder_), path_, start_, goal_);
  EXPECT_EQ(image.width, 96);
  EXPECT_EQ(pixel(image, 48, 16), picture_colours::kPath);
  EXPECT_EQ(pixel(image, 16, 16), picture_colours::kStart);
  EXPECT_EQ(pixel(image, 80, 16), picture_colours::kGoal);
  EXPECT_EQ(pixel(image, 48, 48), picture_colours::kWall);
}

TEST_F(Picture, as_svg_escapes_its_caption) {
  const std::string svg = draw_trace_svg(map_, touched_colours(*finder_), path_, start_, goal_, "a < b & c", {});
  EXPECT_NE(svg.find("a &lt; b &amp; c</text>"), std::string::npos);
  EXPECT_NE(svg.find("points=\"16,16 80,16\""), std::string::npos);
  EXPECT_NE(svg.find("data:image/png;base64,"), std::string::npos);
  EXPECT_EQ(draw_trace_svg(map_, touched_colours(*finder_), {}, start_, goal_, "", {}).find("<polyline"),
            std::string::npos);
}

TEST(RepairPicture, shows_what_the_repair_expanded) {
  const Map map(*Grid::create(40, 30, true));
  EditScript script;
  script.edits.push_back({.step = 1, .area = {20, 5, 1, 20}, .passable = false});
  RunOptions options;
  options.edits = &script;
  const AlgorithmChoice plain = *parse_algorithm("a-star");
  EXPECT_FALSE(traces_repair(plain, options));
  for (const char* text :
       {"d-star-lite", "lpa", "d-star", "focussed-d-star", "ara", "ad-star", "adaptive-a", "gaa", "mt-adaptive-a"}) {
    const AlgorithmChoice choice = *parse_algorithm(text);
    ASSERT_TRUE(traces_repair(choice, options)) << text;
    const Trace trace = *make_repair_trace(map, choice, map.grid().node(2, 15), map.grid().node(37, 15), script);
    std::size_t repaired = 0;
    for (int y = 0; y < 30; ++y) {
      for (int x = 0; x < 40; ++x) {
        const auto colour = trace.colours(map.grid().node(x, y));
        repaired += colour && to_css(*colour) == to_css(picture_colours::kRepaired) ? 1u : 0u;
      }
    }
    EXPECT_GT(repaired, 10u) << text;
    EXPECT_FALSE(trace.edited->grid().passable(20, 10)) << text;
    ASSERT_FALSE(trace.path.empty()) << text;
    for (const NodeId node : trace.path) EXPECT_TRUE(trace.edited->grid().passable(node)) << text;
    EXPECT_GT(trace.finder->cost(), 35 * kSqrt2Costs.cardinal) << text;  // around the wall
  }
  options.edits = nullptr;
  EXPECT_FALSE(traces_repair(*parse_algorithm("lpa"), options));
}

// IDA* itself remembers but its path.
TEST(DeepeningPicture, shows_what_was_visited) {
  const Map map(test::grid_from({".....", "..@..", "..@..", "..@..", "....."}));
  for (const char* text : {"ida", "me-ida"}) {
    const Trace trace = *make_trace(map, *parse_algorithm(text), map.grid().node(1, 2), map.grid().node(3, 2), {});
    std::size_t coloured = 0;
    for (int y = 0; y < 5; ++y) {
      for (int x = 0; x < 5; ++x) coloured += trace.colours(map.grid().node(x, y)).has_value() ? 1u : 0u;
    }
    for (const NodeId node : trace.path) EXPECT_TRUE(trace.colours(node)) << text;
    EXPECT_GT(coloured, trace.path.size() + 3) << text;
    EXPECT_FALSE(trace.colours(map.grid().node(2, 2))) << text;
  }
}

TEST_F(Picture, has_a_legend_of_what_is_drawn) {
  const auto legend_of = [&](bool agent) {
    return draw_trace_svg(map_, touched_colours(*finder_), path_, start_, goal_, "", trace_colours(!agent, agent));
  };
  EXPECT_NE(legend_of(false).find("seen, not expanded</text>"), std::string::npos);
  EXPECT_EQ(legend_of(false).find("stood on"), std::string::npos);
  EXPECT_NE(legend_of(true).find("stood on once</text>"), std::string::npos);
  EXPECT_EQ(legend_of(true).find("expanded"), std::string::npos);
}

TEST(Demo, has_every_algorithm_and_needs_no_network) {
  const Map map(test::grid_from({"......", ".@@@@.", "......"}));
  const ScenarioFile scenarios = make_scenarios(map, "m", 10, 1).value();
  std::uint64_t last = 0;
  const Demo demo = run_demo(map, "<m>", scenarios, [&](std::uint64_t done, std::uint64_t) { last = done; }).value();
  EXPECT_TRUE(demo.faults.empty());
  std::uint64_t taking_part = 0;
  for (const AlgorithmInfo& info : algorithms()) {
    EXPECT_NE(demo.table.find(info.title), std::string::npos) << info.title;
    EXPECT_NE(demo.page.find(info.title), std::string::npos) << info.title;
    EXPECT_EQ(demo.page.find("<code>" + std::string(info.key)) != std::string::npos, !info.gives_up) << info.key;
    taking_part += info.gives_up ? 0u : 1u;
  }
  EXPECT_EQ(last, 10 * taking_part);
  EXPECT_NE(demo.table.find("Left out: IDA* (for study: it gives up on long ways); ME-IDA* ("), std::string::npos);
  EXPECT_EQ(demo.page.find("<m>"), std::string::npos);
  EXPECT_EQ(demo.page.find("http"), std::string::npos);
  EXPECT_FALSE(run_demo(map, "m", {"m", 6, 3, {}, {}}, [](std::uint64_t, std::uint64_t) {}).ok());
}

}  // namespace waymark::lab_report_test
