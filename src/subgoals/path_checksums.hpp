// The checksums of the parts of a path database that are checked when they are first used.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/hash.hpp"

namespace waymark {

// Of a row's entries.
inline std::uint64_t path_row_checksum(std::string_view entries) { return Hash64().add(entries).value(); }

// Of a tile: where its blocks end, from the end of the block before on, and the runs of its blocks.
inline std::uint64_t path_tile_checksum(std::string_view block_ends, std::string_view runs) {
  return Hash64().add(block_ends).add(runs).value();
}

}  // namespace waymark
