// Random decision trees for tests.
#pragma once

#include <vector>

#include "support/plain_lrta_dt.hpp"
#include "waymark/base/random.hpp"
#include "waymark/subgoals/depth_tree.hpp"

namespace waymark::test {

inline PlainTree random_plain_tree(Random& random, int d_max, int nesting) {
  PlainTree tree;
  tree.depth = random.between(1, d_max);
  if (nesting == 0 || random.chance(1, 6)) return tree;
  constexpr int kLargest[] = {40'000, 20'000, 60, 30'000, 1'500, 1'000, 1, 1, 2'000, 1, 1};
  tree.feature = random.between(0, 10);
  tree.threshold = random.between(-1, kLargest[tree.feature]);
  for (int i = 0; i < 2; ++i) tree.branches.push_back(random_plain_tree(random, d_max, nesting - 1));
  return tree;
}

inline void append_nodes(const PlainTree& tree, std::vector<DepthTree::Node>& nodes) {
  const std::size_t place = nodes.size();
  nodes.emplace_back();
  if (tree.feature < 0) {
    nodes[place].depth = static_cast<std::uint8_t>(tree.depth);
    return;
  }
  append_nodes(tree.branches[0], nodes);
  nodes[place].feature = static_cast<std::uint8_t>(tree.feature);
  nodes[place].threshold = static_cast<std::int32_t>(tree.threshold);
  nodes[place].above = static_cast<std::uint32_t>(nodes.size());
  append_nodes(tree.branches[1], nodes);
}

inline DepthTree depth_tree(const PlainTree& tree, const DepthTree::Parameters& parameters) {
  std::vector<DepthTree::Node> nodes;
  append_nodes(tree, nodes);
  return *DepthTree::make(parameters, {}, std::move(nodes));
}

inline DepthTree random_tree(Random& random, int d_max, int nesting = 4, std::uint32_t history = 60,
                             std::uint32_t presearch = 1) {
  return depth_tree(random_plain_tree(random, d_max, nesting), {static_cast<std::uint32_t>(d_max), history, presearch});
}

}  // namespace waymark::test
