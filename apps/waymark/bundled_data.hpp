// What is part of the program, so that it needs no folder beside it: the maps of data/ and the experiments with their
// published figures. CMake writes bundled_data.cpp from them (bundle.cmake).
#pragma once

#include <span>
#include <string_view>

namespace waymark::program {

struct BundledMap {
  std::string_view name;       // "city"
  std::string_view map;        // the bytes of city.map
  std::string_view scenarios;  // the bytes of city.map.scen
};

struct BundledExperiment {
  std::string_view name;       // "jair2008"
  std::string_view spec;       // the bytes of experiments/jair2008/spec.json
  std::string_view published;  // the bytes of data/published/jair2008.csv
};

std::span<const BundledMap> bundled_maps();
std::span<const BundledExperiment> bundled_experiments();

}  // namespace waymark::program
