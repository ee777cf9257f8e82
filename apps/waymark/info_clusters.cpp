#include "info_clusters.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <vector>

#include "command.hpp"
#include "json_output.hpp"
#include "lab/view/cluster_picture.hpp"
#include "lab/view/text_table.hpp"
#include "output.hpp"
#include "waymark/hierarchy/map_clusters.hpp"

namespace waymark::program {
namespace {

struct LevelCounts {
  std::uint64_t clusters = 0;  // with a node
  std::uint64_t nodes = 0;
  std::uint64_t links = 0;
  std::uint64_t ways = 0;
};

LevelCounts counts_of(const ClusterLevel& level) {
  LevelCounts counts;
  for (std::uint32_t cluster = 0; cluster < level.clusters(); ++cluster) {
    const std::uint32_t nodes = level.nodes(cluster);
    counts.clusters += nodes > 0 ? 1u : 0u;
    counts.nodes += nodes;
    counts.links += level.crossings(cluster).size();
    for (std::uint32_t from = 0; from < nodes; ++from) {
      for (std::uint32_t to = 0; to < from; ++to)
        counts.ways += level.ways(cluster, from)[to] != kInfiniteCost ? 1u : 0u;
    }
  }
  counts.links /= 2;  // one for both directions
  return counts;
}

}  // namespace

int run_clusters(const std::string& file, Grid grid, bool json, int level, const std::string& picture) {
  std::optional<Output> output;
  if (!picture.empty()) output.emplace("--picture", picture, std::vector{file});
  if (level > MapClusters::kMostLevels) {
    fail_usage(fmt::format("--level {}: clusters have {} levels", level, MapClusters::kMostLevels));
  }
  const Map map(std::move(grid));
  const auto& clusters = map.derived<MapClusters>({.levels = MapClusters::kMostLevels});
  if (output && output->is_standard()) {
    // Alone: a table would end up in it.
  } else if (json) {
    nlohmann::ordered_json levels = nlohmann::ordered_json::array();
    for (int l = 1; l <= clusters.levels(); ++l) {
      const LevelCounts counts = counts_of(clusters.level(l));
      levels.push_back({{"level", l},
                        {"size", clusters.level(l).side()},
                        {"clusters", counts.clusters},
                        {"nodes", counts.nodes},
                        {"links", counts.links},
                        {"ways", counts.ways}});
    }
    print_json({{"file", file}, {"bytes", clusters.bytes()}, {"levels", levels}});
  } else {
    TextTable table({{"level"}, {"size"}, {"clusters"}, {"nodes"}, {"links"}, {"ways"}});
    for (int l = 1; l <= clusters.levels(); ++l) {
      const LevelCounts counts = counts_of(clusters.level(l));
      table.add_row({std::to_string(l), std::to_string(clusters.level(l).side()), format_count(counts.clusters),
                     format_count(counts.nodes), format_count(counts.links), format_count(counts.ways)});
    }
    print(table.to_string());
  }
  if (output) output->write(draw_clusters(map, clusters, level));
  return kExitOk;
}

}  // namespace waymark::program
