#include "agent/paths_parameters.hpp"
#include "agent/rows.hpp"
#include "waymark/agent/paths.hpp"
#include "waymark/subgoals/path_row_finder.hpp"

namespace waymark {

constinit const AlgorithmInfo rows::kPaths =
    agent_and_finder_row<PathsOptions, kPathsParameters,
                         [](const Map& map, const PathsOptions& options, const Databases& databases) {
                           return make_paths(map, *databases.paths, options);
                         },
                         [](const Map& map, const PathsOptions&, const Databases& databases) -> Result<PathFinderPtr> {
                           return make_path_row_finder(map, *databases.paths);
                         },
                         [](const PathsOptions&) { return DatabaseNeeds{DatabaseKind::kPaths}; }>(
        {.key = "paths",
         .title = "Path database",
         .family = kSubgoals,
         .citation = "Zhao et al. 2020; Rivera et al. 2014",
         .summary = "looks the next move up; exact at the end, healed after edits",
         .real_time = true});

}  // namespace waymark
