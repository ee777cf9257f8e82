// Decision trees: what is accepted answers every question within d_max, and its text reads back to the same bytes.
#include <algorithm>
#include <cstdint>
#include <string_view>

#include "property.hpp"
#include "waymark/subgoals/depth_tree.hpp"

using namespace waymark;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto tree = DepthTree::parse(bytes, "input");
  if (!tree.ok()) {
    HOLDS(tree.error().file == "input" && !tree.error().message.empty() && tree.error().line >= 1);
    HOLDS(tree.error().message.find('\n') == std::string::npos);
    return 0;
  }
  const auto all = {-2147483647 - 1, -1, 0, 1, 1000, 2147483647};
  for (const std::int32_t value : all) {
    DepthFeatureValues features{};
    features.fill(value);
    const std::uint32_t depth = tree->depth(features);
    HOLDS(depth >= 1 && depth <= tree->parameters().d_max);
  }
  const std::string text = tree->to_text();
  const auto again = DepthTree::parse(text, "again");
  HOLDS(again.ok() && again->to_text() == text);
  HOLDS(std::equal(tree->nodes().begin(), tree->nodes().end(), again->nodes().begin(), again->nodes().end()));
  return 0;
}
