// The moves of one tile of a row of a path database, as runs of equal moves along the tile's curve.
//
// A run is a number of 16 bits: its first rank, and in the lowest four bits the move. Cells without a move (blocked,
// not connected to the row's centroid, the centroid itself) belong to whatever run they fall into; a tile without any
// move has no runs.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "subgoals/path_tiles.hpp"
#include "waymark/space/direction.hpp"
#include "waymark/subgoals/container.hpp"

namespace waymark {

using PathRuns = NumberView<std::uint16_t>;
inline constexpr unsigned kPathMoveBits = 4;

// The runs of a tile, with room for one more: what does not begin a run is written, too, and overwritten by the next.
// (So there is nothing to guess for the processor. Between obstacles moves change at every other cell.)
using PathRunRoom = std::array<std::uint16_t, PathTiles::kCells + 1>;

// The runs of a tile of which move_at(rank) tells the moves, kNoDirection where there is none.
template <class MoveAt>
std::span<const std::uint16_t> encode_runs(MoveAt&& move_at, PathRunRoom& runs) {
  std::uint32_t before = kNoDirection;
  std::size_t count = 0;
  for (std::uint32_t rank = 0; rank < PathTiles::kCells; ++rank) {
    const std::uint32_t move = move_at(rank);
    runs[count] = static_cast<std::uint16_t>((rank << kPathMoveBits) | move);
    static_assert(kNoDirection == 8);
    const std::uint32_t has_none = 0u - (move >> 3u);
    const std::uint32_t now = (before & has_none) | (move & ~has_none);
    count += static_cast<std::size_t>(now != before);
    before = now;
  }
  // Cells without a move before the first belong to it.
  if (count > 0) runs[0] &= (1u << kPathMoveBits) - 1;
  return {runs.data(), count};
}

// The moves of a tile by rank; kNoDirection if it has no runs. Harmless for any bytes.
inline void decode_runs(PathRuns runs, std::span<std::uint8_t> moves) {
  std::size_t begin = 0;
  std::uint8_t last = kNoDirection;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const std::uint32_t run = runs[i];
    const std::size_t first = std::min<std::size_t>(run >> kPathMoveBits, PathTiles::kCells);
    if (first > begin) {
      std::fill_n(moves.data() + begin, first - begin, last);
      begin = first;
    }
    const auto move = static_cast<std::uint8_t>(run & ((1u << kPathMoveBits) - 1));
    last = move < kDirections ? move : kNoDirection;
  }
  std::fill_n(moves.data() + begin, PathTiles::kCells - begin, last);
}

// A run of ranks with one move: [first, end).
struct PathRun {
  std::uint32_t first;
  std::uint32_t end;
  std::uint8_t move;        // a Direction, or kNoDirection
  std::uint32_t index = 0;  // in the list of runs
};

// One that is in the list.
inline PathRun run_at(PathRuns runs, std::uint32_t index) {
  const std::uint32_t run = runs[index];
  const auto move = static_cast<std::uint8_t>(run & ((1u << kPathMoveBits) - 1));
  return {run >> kPathMoveBits, index + 1 < runs.size() ? runs[index + 1] >> kPathMoveBits : PathTiles::kCells,
          move < kDirections ? move : kNoDirection, index};
}

// The run that a rank falls into; harmless for any bytes.
inline PathRun find_run(PathRuns runs, std::uint32_t rank) {
  const std::uint32_t wanted = (rank << kPathMoveBits) | ((1u << kPathMoveBits) - 1);
  std::size_t low = 0;  // the runs before begin at the rank or before it
  std::size_t length = runs.size();
  while (length > 0) {
    const std::size_t half = length / 2;
    const bool before = runs[low + half] <= wanted;
    low = before ? low + half + 1 : low;
    length = before ? length - half - 1 : half;
  }
  return low == 0 ? PathRun{0, 0, kNoDirection} : run_at(runs, static_cast<std::uint32_t>(low - 1));
}
// The same for who knows another run of the list: on a curve, neighbours mostly fall into runs beside each other.
inline PathRun find_run_near(PathRuns runs, std::uint32_t rank, std::uint32_t index) {
  if (index + 1 < runs.size()) {
    const PathRun next = run_at(runs, index + 1);
    if (rank >= next.first && rank < next.end) return next;
  }
  if (index > 0 && index <= runs.size()) {
    const PathRun before = run_at(runs, index - 1);
    if (rank >= before.first && rank < before.end) return before;
  }
  return find_run(runs, rank);
}

}  // namespace waymark
