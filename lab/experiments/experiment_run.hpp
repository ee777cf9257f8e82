// Runs an experiment: its work in items that do not depend on each other, so that any number of threads and ranks makes
// the same rows (but for times) and a run that was killed goes on (offline/build.hpp).
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "lab/experiments/experiment.hpp"
#include "waymark/base/result.hpp"
#include "waymark/io/scenario_file.hpp"
#include "waymark/offline/build.hpp"
#include "waymark/space/grid.hpp"

namespace waymark {

// Loads the map of a choice, not enlarged. Called from several threads.
using MapSource = std::function<Result<Grid>(const MapChoice& choice)>;

// Its scenario file; for problems that are taken from there. Called from several threads.
using ScenarioSource = std::function<Result<ScenarioFile>(const MapChoice& choice)>;

// The map as the experiment uses it, but for its edits.
Result<Grid> load_enlarged(const MapSource& source, const MapChoice& choice);

// The bytes of the build are lines of result rows, a configuration and map each, map by map; configurations that share
// databases follow each other. Fails if a map cannot be loaded; what fails later is told by assemble.
Result<std::unique_ptr<ItemBuild>> make_experiment_run(ExperimentSpec spec, MapSource source,
                                                       ScenarioSource scenarios = {});

}  // namespace waymark
