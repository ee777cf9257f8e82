// What a configuration runs on: a map as its choice wants it, with its problems.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

#include "lab/experiments/experiment.hpp"
#include "lab/run/problem.hpp"
#include "waymark/base/result.hpp"
#include "waymark/io/scenario_file.hpp"
#include "waymark/space/grid.hpp"
#include "waymark/space/map.hpp"

namespace waymark {

// Loads the map of a choice as it is stored. Called from several threads.
using MapSource = std::function<Result<Grid>(const MapChoice& choice)>;

// Its scenario file; for problems that are taken from there. Called from several threads.
using ScenarioSource = std::function<Result<ScenarioFile>(const MapChoice& choice)>;

// The map of a choice shrunk, then its main component, if the choice wants that; and the same enlarged, which is the
// map as the experiment uses it but for its edits.
Result<Grid> load_unenlarged(const MapSource& source, const MapChoice& choice, const MoveRules& rules);
Result<Grid> load_grid(const MapSource& source, const MapChoice& choice, const MoveRules& rules);

struct Ground {
  std::size_t index;  // of the map in the spec
  std::unique_ptr<Map> map;
  std::vector<Problem> problems;
  double edit_ns = 0;  // of one edit, mean
};

Result<Ground> make_ground(const ExperimentSpec& spec, std::size_t index, const MapSource& source,
                           const ScenarioSource& scenarios);

}  // namespace waymark
