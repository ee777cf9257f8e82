// Terrains of all letters in runs and noise, reproducible.
#pragma once

#include <string>

#include "waymark/base/random.hpp"
#include "waymark/io/terrain.hpp"

namespace waymark::test {

inline Terrain random_terrain(Random& random, int max_side) {
  Terrain terrain{random.between(1, max_side), random.between(1, max_side), {}};
  const auto cells = static_cast<std::size_t>(terrain.width) * static_cast<std::size_t>(terrain.height);
  while (terrain.letters.size() < cells) {
    const char letter = kTerrainLetters[random.below(static_cast<std::uint32_t>(kTerrainLetters.size()))];
    terrain.letters.append(random.chance(1, 3) ? random.below(90) + 1 : 1, letter);
  }
  terrain.letters.resize(cells);
  return terrain;
}

}  // namespace waymark::test
