// A decision tree that says from eleven numbers about an agent's state how deep it is to look ahead (JAIR 2008, section
// 5.1). A readable text; a person may write or change one.
//
//   waymark-tree 1
//   # any number of comments, kept as they are
//   d_max 10
//   history 60
//   presearch 1
//   if f3 <= 31
//     depth 7 (120 of 200)
//   else
//     if f6 <= 0
//       depth 1 (900 of 901)
//     else
//       depth 3 (60 of 90)
//
// After presearch there may be a line `shape best-first` (LookaheadShape): without it the tree is for lookaheads by
// plies. `depth 7 (120 of 200)`: of 200 training states that came here, 120 wanted depth 7. Each level is indented by
// two blanks. Lines end with a line feed, the last one too if the text is to_text()'s; a carriage return before it is
// passed over.
//
// The tree belongs to no map and no rules: features are ratios, counts, and distances in thousandths of a cardinal step
// (agent/depth_features.hpp), so they mean the same under every cost model. A tree trained under other rules can cost
// expansions or path length, never correctness.
//
// Threads: a tree never changes once made, so any number may share it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "waymark/base/result.hpp"

namespace waymark {

inline constexpr std::size_t kDepthFeatures = 11;
// f1 to f11 in order.
using DepthFeatureValues = std::array<std::int32_t, kDepthFeatures>;

// What is looked at up to a depth: all states so many moves away, or the states that A* comes to with as many
// expansions as those take on an empty map (agent/depth_lookahead.hpp).
enum class LookaheadShape : std::uint8_t { kPlies, kBestFirst };

class DepthTree {
 public:
  static constexpr std::string_view kFirstLine = "waymark-tree 1";
  static constexpr std::size_t kMaxBytes = std::size_t{1} << 24u;
  static constexpr std::size_t kMaxNodes = std::size_t{1} << 16u;
  static constexpr std::size_t kMaxNesting = 64;  // decisions on the way to a leaf
  static constexpr std::size_t kMaxComments = 1000;
  static constexpr std::size_t kMaxLineBytes = 1000;
  static constexpr std::uint32_t kMaxDepth = 50;
  static constexpr std::uint32_t kMaxHistory = 1000;
  static constexpr std::uint32_t kMaxPresearch = 3;
  static constexpr std::uint32_t kMaxCount = 1'000'000'000;

  struct Parameters {
    std::uint32_t d_max = 10;     // 1 to kMaxDepth: no leaf is deeper
    std::uint32_t history = 60;   // n, 1 to kMaxHistory: moves that the features look back
    std::uint32_t presearch = 1;  // 1 to kMaxPresearch, at most d_max: depth of the search that gives f5 to f11
    LookaheadShape shape = LookaheadShape::kPlies;  // of the lookaheads whose depths it says
    friend bool operator==(const Parameters&, const Parameters&) = default;
  };

  static constexpr std::uint8_t kLeaf = 0xff;
  // In pre-order: the branch of a decision for values up to the threshold comes next, the other one at `above`.
  struct Node {
    std::uint8_t feature = kLeaf;  // from 0
    std::uint8_t depth = 0;        // of a leaf
    std::int32_t threshold = 0;
    std::uint32_t above = 0;
    std::uint32_t right = 0;  // of a leaf: training states of this depth
    std::uint32_t all = 0;    // of a leaf: training states

    [[nodiscard]] bool is_leaf() const { return feature == kLeaf; }
    friend bool operator==(const Node&, const Node&) = default;
  };

  // Every byte is untrusted. Errors call the text `file` and name the line.
  static Result<DepthTree> parse(std::string_view text, const std::string& file);
  // Fails if a value is out of range, the nodes are not one tree in pre-order, or a comment is not one line of
  // readable text. Comments are given without their `#`.
  static Result<DepthTree> make(const Parameters& parameters, std::vector<std::string> comments,
                                std::vector<Node> nodes);

  // parse() of this gives the same tree, and its text the same bytes.
  [[nodiscard]] std::string to_text() const;

  [[nodiscard]] const Parameters& parameters() const { return parameters_; }
  [[nodiscard]] std::span<const std::string> comments() const { return comments_; }
  [[nodiscard]] std::span<const Node> nodes() const { return nodes_; }

  // 1 to d_max. At most kMaxNesting comparisons.
  [[nodiscard]] std::uint32_t depth(const DepthFeatureValues& features) const { return depth(nodes_, features); }
  // The same of nodes that are one tree in pre-order.
  [[nodiscard]] static std::uint32_t depth(std::span<const Node> nodes, const DepthFeatureValues& features) {
    std::uint32_t at = 0;
    while (!nodes[at].is_leaf()) {
      const Node& node = nodes[at];
      at = features[node.feature] <= node.threshold ? at + 1 : node.above;
    }
    return nodes[at].depth;
  }

 private:
  DepthTree() = default;

  Parameters parameters_;
  std::vector<std::string> comments_;
  std::vector<Node> nodes_;
};

}  // namespace waymark
