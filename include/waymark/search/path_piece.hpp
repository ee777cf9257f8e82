// A path taken from the search that found it a few cells at a time, in whichever order the search knows it: from the
// goal back along its parents, as stored from the start, or from where two halves meet. So nobody turns a path round
// whose length has no bound.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "waymark/base/types.hpp"

namespace waymark {

// Where one stands who takes a path (PathFinder::next_piece). A new one begins; what is in it is the search's.
struct PathCursor {
  NodeId node = kNoNode;
  std::uint32_t given = 0;
  const void* page = nullptr;
  std::uint32_t given_around = 0;  // by a search that has another one find a part of its path
};

// The next cells, of which there are none once the path is whole.
struct PathPiece {
  std::size_t cells = 0;
  // They come before all cells given so far, and each before the one given before it. If not, they come behind them
  // all, in the order of the path.
  bool in_front = false;
};

// Appends the pieces to `path`, put together: `next` gives the next piece and writes its cells into the room it is
// given.
template <class Next>
void append_pieces(std::vector<NodeId>& path, Next&& next) {
  constexpr std::size_t kRoom = 64;
  const std::size_t first = path.size();
  bool is_reversed = false;
  const auto turn = [&] {
    std::reverse(path.begin() + static_cast<std::ptrdiff_t>(first), path.end());
    is_reversed = !is_reversed;
  };
  std::array<NodeId, kRoom> room;
  PathCursor cursor;
  for (PathPiece piece = next(cursor, std::span(room)); piece.cells != 0; piece = next(cursor, std::span(room))) {
    if (piece.in_front != is_reversed) turn();
    path.insert(path.end(), room.begin(), room.begin() + piece.cells);
  }
  if (is_reversed) turn();
}

// The next of `cells`, which are stored from the start.
inline PathPiece piece_of(std::span<const NodeId> cells, PathCursor& cursor, std::span<NodeId> room) {
  const std::size_t count = std::min(room.size(), cells.size() - cursor.given);
  std::copy_n(cells.begin() + cursor.given, count, room.begin());
  cursor.given += static_cast<std::uint32_t>(count);
  return {count, false};
}

// The next on the way from `last` back to the start; `before(node)` is the one before it, kNoNode of the start.
template <class Before>
PathPiece piece_back_from(NodeId last, PathCursor& cursor, std::span<NodeId> room, Before&& before) {
  if (cursor.given == 0) cursor.node = last;
  std::size_t count = 0;
  for (; count != room.size() && cursor.node != kNoNode; ++count) {
    room[count] = cursor.node;
    cursor.node = before(cursor.node);
  }
  cursor.given += static_cast<std::uint32_t>(count);
  return {count, true};
}

}  // namespace waymark
