// Runs an experiment: its work in items that do not depend on each other, so that any number of threads and ranks makes
// the same rows (but for times) and a run that was killed goes on (offline/build.hpp).
#pragma once

#include <memory>

#include "lab/experiments/experiment.hpp"
#include "lab/experiments/ground.hpp"
#include "waymark/base/result.hpp"
#include "waymark/offline/build.hpp"

namespace waymark {

// The bytes of the build are lines of result rows, a configuration and map each, map by map; configurations that share
// databases follow each other. Fails if a map cannot be loaded; what fails later is told by assemble.
Result<std::unique_ptr<ItemBuild>> make_experiment_run(ExperimentSpec spec, MapSource source,
                                                       ScenarioSource scenarios = {});

}  // namespace waymark
