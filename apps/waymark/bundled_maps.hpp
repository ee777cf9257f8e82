// The maps of data/, which are part of the program: CMake writes bundled_maps.cpp from them (bundle.cmake).
#pragma once

#include <span>
#include <string_view>

namespace waymark::program {

struct BundledMap {
  std::string_view name;       // "city"
  std::string_view map;        // the bytes of city.map
  std::string_view scenarios;  // the bytes of city.map.scen
};

std::span<const BundledMap> bundled_maps();

}  // namespace waymark::program
