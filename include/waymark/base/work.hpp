// What a search did, counted the same way for every algorithm.
#pragma once

#include <algorithm>
#include <cstdint>

namespace waymark {

struct Work {
  std::uint64_t expanded = 0;       // states all of whose successors were looked at (the goal, once found, is not)
  std::uint64_t generated = 0;      // successors put on the open list: new states, and cheaper ways to known ones
  std::uint64_t updates = 0;        // learned heuristic values raised
  std::uint64_t update_volume = 0;  // by how much in all, in cost units
  std::uint64_t peak_states = 0;    // states held in memory at the peak: open + closed + learned
  std::uint32_t replans = 0;        // plans given up: an edit of the map touched them, their goal moved, no room
  std::uint64_t climb_steps = 0;    // of reachability checks, that one included on which a check got stuck
  // Of agents with a database of subgoals.
  std::uint32_t database_queries = 0;
  std::uint32_t fell_back = 0;  // problems on which they ever did without: 0 or 1 for a problem
  // Of agents whose depth of lookahead is chosen for them: moves for which it was the greatest there is, cut or not.
  std::uint32_t at_cap = 0;

  // Of a search after another: what is held in memory is not held at once.
  Work& operator+=(const Work& later) {
    expanded += later.expanded;
    generated += later.generated;
    updates += later.updates;
    update_volume += later.update_volume;
    peak_states = std::max(peak_states, later.peak_states);
    replans += later.replans;
    climb_steps += later.climb_steps;
    database_queries += later.database_queries;
    fell_back += later.fell_back;
    at_cap += later.at_cap;
    return *this;
  }

  friend bool operator==(const Work&, const Work&) = default;
};

}  // namespace waymark
