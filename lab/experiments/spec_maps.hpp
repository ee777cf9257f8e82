// How a spec's maps and problems are read.
#pragma once

#include <string>

#include "lab/experiments/experiment.hpp"
#include "lab/experiments/spec_reader.hpp"

namespace waymark::spec_reading {

ProblemChoice read_problems(Reader reader);
MapChoice read_map_choice(const Json& json, const std::string& place, const Variables& variables);

// Throws if problems chosen so cannot be had on the map.
void check_problems(const MapChoice& map, const ProblemChoice& problems);

}  // namespace waymark::spec_reading
