#include "waymark/subgoals/depth_tree.hpp"

#include <gtest/gtest.h>

#include <string>

#include "support/trees.hpp"

namespace waymark::subgoals_depth_tree_test {

const std::string kText =
    "waymark-tree 1\n"
    "# a comment\n"
    "#\n"
    "d_max 10\n"
    "history 60\n"
    "presearch 1\n"
    "if f3 <= 31\n"
    "  depth 7 (120 of 200)\n"
    "else\n"
    "  if f6 <= -5\n"
    "    depth 1 (900 of 901)\n"
    "  else\n"
    "    depth 3 (0 of 0)\n";

std::string error_of(const std::string& text) {
  const auto tree = DepthTree::parse(text, "t.tree");
  return tree ? "" : tree.error().to_string();
}

// kText with its line `number`, from 1, replaced; an empty line leaves it out.
std::string with_line(int number, const std::string& line) {
  std::string text;
  std::size_t at = 0;
  for (int i = 1; at < kText.size(); ++i) {
    const std::size_t end = kText.find('\n', at) + 1;
    if (i != number) text += kText.substr(at, end - at);
    if (i == number && !line.empty()) text += line + "\n";
    at = end;
  }
  return text;
}

TEST(DepthTree, is_read_asked_and_written_back) {
  const auto tree = DepthTree::parse(kText, "t.tree");
  ASSERT_TRUE(tree) << tree.error().to_string();
  EXPECT_EQ(tree->to_text(), kText);
  EXPECT_EQ(tree->parameters(), (DepthTree::Parameters{10, 60, 1}));
  ASSERT_EQ(tree->comments().size(), 2u);
  EXPECT_EQ(tree->comments()[0], " a comment");
  DepthFeatureValues features{};
  EXPECT_EQ(tree->depth(features), 7u);
  features[2] = 31;
  EXPECT_EQ(tree->depth(features), 7u);
  features[2] = 32;
  EXPECT_EQ(tree->depth(features), 3u);
  features[5] = -5;
  EXPECT_EQ(tree->depth(features), 1u);
}

TEST(DepthTree, may_be_for_lookaheads_best_first) {
  const std::string text = with_line(6, "presearch 1\nshape best-first");
  const auto tree = DepthTree::parse(text, "t.tree");
  ASSERT_TRUE(tree) << tree.error().to_string();
  EXPECT_EQ(tree->parameters().shape, LookaheadShape::kBestFirst);
  EXPECT_EQ(tree->to_text(), text);
  EXPECT_EQ(DepthTree::parse(kText, "t.tree")->parameters().shape, LookaheadShape::kPlies);
  EXPECT_EQ(error_of(with_line(6, "presearch 1\nshape plies")),
            "t.tree:7: 'shape plies'; expected `shape best-first`, or no such line");
}

TEST(DepthTree, may_come_from_another_system_and_without_its_last_line_feed) {
  std::string text = kText;
  text.pop_back();
  EXPECT_EQ(DepthTree::parse(text, "t")->to_text(), kText);
  std::string windows;
  for (const char byte : kText) windows += byte == '\n' ? std::string("\r\n") : std::string(1, byte);
  EXPECT_EQ(DepthTree::parse(windows, "t")->to_text(), kText);
}

TEST(DepthTree, errors_name_the_line_and_what_was_expected) {
  EXPECT_EQ(error_of(""), "t.tree:1: the text ends here; expected `waymark-tree 1`");
  EXPECT_EQ(error_of(with_line(1, "waymark-tree 2")), "t.tree:1: 'waymark-tree 2'; expected `waymark-tree 1`");
  EXPECT_EQ(error_of(with_line(4, "d_max 51")), "t.tree:4: d_max must be 1 to 50, not 'd_max 51'");
  EXPECT_EQ(error_of(with_line(4, "d_max 0")), "t.tree:4: d_max must be 1 to 50, not 'd_max 0'");
  EXPECT_EQ(error_of(with_line(4, "d_max 010")), "t.tree:4: d_max must be 1 to 50, not 'd_max 010'");
  EXPECT_EQ(error_of(with_line(5, "")), "t.tree:5: 'presearch 1'; expected `history N`");
  EXPECT_EQ(error_of(with_line(5, "history 1001")), "t.tree:5: history must be 1 to 1000, not 'history 1001'");
  EXPECT_EQ(error_of(with_line(6, "presearch 4")), "t.tree:6: presearch must be 1 to 3, not 'presearch 4'");
  EXPECT_EQ(error_of(with_line(7, "if f0 <= 1")), "t.tree:7: 'if f0 <= 1'; expected a feature f1 to f11");
  EXPECT_EQ(error_of(with_line(7, "if f12 <= 1")), "t.tree:7: 'if f12 <= 1'; expected a feature f1 to f11");
  EXPECT_EQ(error_of(with_line(7, "if f1 < 1")),
            "t.tree:7: 'if f1 < 1'; expected ` <= ` and a whole number of 32 bits");
  EXPECT_EQ(error_of(with_line(7, "if f1 <= 2147483648")),
            "t.tree:7: 'if f1 <= 2147483648'; expected ` <= ` and a whole number of 32 bits");
  EXPECT_EQ(error_of(with_line(8, "  depth 11 (1 of 1)")),
            "t.tree:8: '  depth 11 (1 of 1)'; expected a depth of 1 to d_max, 10");
  EXPECT_EQ(error_of(with_line(8, "  depth 9 (2 of 1)")),
            "t.tree:8: '  depth 9 (2 of 1)'; expected `depth D (RIGHT of ALL)`, RIGHT at most ALL");
  EXPECT_EQ(error_of(with_line(8, "depth 9 (1 of 1)")),
            "t.tree:8: 'depth 9 (1 of 1)'; expected 2 blanks and then `if` or `depth`");
  EXPECT_EQ(error_of(with_line(9, " else")), "t.tree:9: ' else'; expected `else` after 0 blanks");
  EXPECT_EQ(error_of(with_line(13, "")), "t.tree:13: the text ends here; expected `if f... <= ...` or `depth ...`");
  EXPECT_EQ(error_of(kText + "depth 1 (1 of 1)\n"),
            "t.tree:14: 'depth 1 (1 of 1)'; expected the end: the tree is complete");
  EXPECT_EQ(error_of(with_line(2, "#" + std::string(2000, 'x'))), "t.tree:2: longer than 1000 bytes");
  EXPECT_EQ(error_of(with_line(2, "# \x01")), "t.tree:2: '# ?'; expected readable text in a comment");
}

TEST(DepthTree, limits_its_nesting_its_nodes_and_its_bytes) {
  const auto nested = [](std::size_t levels) {
    std::string text = "waymark-tree 1\nd_max 2\nhistory 1\npresearch 1\n";
    std::string indent;
    for (std::size_t i = 0; i < levels; ++i, indent += "  ") {
      text += indent + "if f1 <= 0\n" + indent + "  depth 1 (0 of 0)\n" + indent + "else\n";
    }
    return text + indent + "depth 2 (0 of 0)\n";
  };
  EXPECT_EQ(error_of(nested(DepthTree::kMaxNesting)), "");
  EXPECT_NE(error_of(nested(DepthTree::kMaxNesting + 1)).find("nested deeper than 64 decisions"), std::string::npos);

  // A full binary tree of 17 levels has too many nodes.
  std::vector<DepthTree::Node> nodes;
  const auto full = [](const auto& self, int levels) -> test::PlainTree {
    test::PlainTree tree;
    if (levels == 0) return tree;
    tree.feature = 0;
    tree.branches = {self(self, levels - 1), self(self, levels - 1)};
    return tree;
  };
  test::append_nodes(full(full, 15), nodes);
  ASSERT_EQ(nodes.size(), DepthTree::kMaxNodes - 1);
  const auto largest = DepthTree::make({}, {}, nodes);
  ASSERT_TRUE(largest);
  const std::string text = largest->to_text();
  EXPECT_EQ(DepthTree::parse(text, "t")->to_text(), text);
  nodes.clear();
  test::append_nodes(full(full, 16), nodes);
  EXPECT_FALSE(DepthTree::make({}, {}, nodes));
  EXPECT_FALSE(DepthTree::parse(std::string(DepthTree::kMaxBytes + 1, '#'), "t"));
}

TEST(DepthTree, random_trees_come_back_byte_for_byte) {
  Random random(2);
  for (int round = 0; round < 2000; ++round) {
    const int d_max = random.between(3, 50);
    const DepthTree tree = test::random_tree(random, d_max, random.between(0, 7));
    const std::string text = tree.to_text();
    const auto again = DepthTree::parse(text, "t");
    ASSERT_TRUE(again) << again.error().to_string();
    ASSERT_EQ(again->to_text(), text);
    ASSERT_TRUE(std::equal(tree.nodes().begin(), tree.nodes().end(), again->nodes().begin(), again->nodes().end()));
  }
}

TEST(DepthTree, no_damage_of_a_text_does_harm) {
  Random random(3);
  int read = 0;
  for (int round = 0; round < 20'000; ++round) {
    std::string text = round % 2 == 0 ? kText : test::random_tree(random, 10, 5).to_text();
    for (int i = random.between(1, 4); i > 0; --i) {
      const std::size_t at = random.below(static_cast<std::uint32_t>(text.size()));
      switch (random.below(5)) {
        case 0: text[at] = static_cast<char>(random.below(256)); break;
        case 1: text.erase(at, random.below(20)); break;
        case 2:
          text.insert(at, text.substr(random.below(static_cast<std::uint32_t>(text.size())), random.below(40)));
          break;
        case 3: text[at] = "0123456789 \n-"[random.below(13)]; break;
        default: text.resize(at); break;
      }
      if (text.empty()) text = "w";
    }
    const auto tree = DepthTree::parse(text, "t");
    if (!tree) {
      ASSERT_GT(tree.error().line, 0) << text;
      continue;
    }
    ++read;
    const std::string written = tree->to_text();
    const auto again = DepthTree::parse(written, "t");
    ASSERT_TRUE(again) << written;
    ASSERT_EQ(again->to_text(), written);
    for (int i = 0; i < 20; ++i) {
      DepthFeatureValues features{};
      for (std::int32_t& value : features) value = static_cast<std::int32_t>(random.next());
      const std::uint32_t depth = tree->depth(features);
      ASSERT_GE(depth, 1u);
      ASSERT_LE(depth, tree->parameters().d_max);
    }
  }
  EXPECT_GT(read, 100);
}

TEST(DepthTree, refuses_nodes_that_are_no_tree) {
  using Node = DepthTree::Node;
  Node leaf;
  leaf.depth = 1;
  Node decision;
  decision.feature = 0;
  decision.above = 2;
  EXPECT_TRUE(DepthTree::make({}, {}, {leaf}));
  EXPECT_TRUE(DepthTree::make({}, {}, {decision, leaf, leaf}));
  EXPECT_FALSE(DepthTree::make({}, {}, {}));
  EXPECT_FALSE(DepthTree::make({}, {}, {leaf, leaf}));
  EXPECT_FALSE(DepthTree::make({}, {}, {decision, leaf}));
  Node astray = decision;
  astray.above = 1;
  EXPECT_FALSE(DepthTree::make({}, {}, {astray, leaf, leaf}));
  Node unknown = decision;
  unknown.feature = 11;
  EXPECT_FALSE(DepthTree::make({}, {}, {unknown, leaf, leaf}));
  Node deep = leaf;
  deep.depth = 11;
  EXPECT_FALSE(DepthTree::make({}, {}, {deep}));
  EXPECT_FALSE(DepthTree::make({2, 60, 3}, {}, {leaf}));
  EXPECT_FALSE(DepthTree::make({}, {"two\nlines"}, {leaf}));
}

}  // namespace waymark::subgoals_depth_tree_test
