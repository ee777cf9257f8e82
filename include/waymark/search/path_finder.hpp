// Any whole-path search behind one interface: what the registry makes, the program runs and a game may keep if it wants
// to choose its algorithm at run time. One indirect call per query or slice, none inside.
//
// Threads: a finder is one thread's; finders of any number of threads may be on one map while nobody edits it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "waymark/base/budget.hpp"
#include "waymark/base/status.hpp"
#include "waymark/base/types.hpp"
#include "waymark/base/work.hpp"
#include "waymark/search/path_piece.hpp"
#include "waymark/space/map.hpp"

namespace waymark {

// What a query does whose start and goal are not connected.
enum class Unconnected : std::uint8_t {
  kSay,     // the map's components tell, in constant time
  kSearch,  // it does not ask them, and searches all that it can reach from the start
};

// What a query does that goes by something derived from the map (space/derived.hpp) while that is stale.
enum class WhileStale : std::uint8_t {
  kSearchWithout,  // A* on the grid; memory for its states from the first such query on
  kSay,            // it answers kStale
};

// What a search that refines its path from the start (hierarchy/) refines before who walks it sets out (step_for).
enum class Refinement : std::uint8_t { kWhole, kPart };

// How far a search got with a state, for pictures.
enum class Touch : std::uint8_t { kNone, kOpen, kClosed };

class PathFinder {
 public:
  virtual ~PathFinder() = default;
  PathFinder(const PathFinder&) = delete;
  PathFinder& operator=(const PathFinder&) = delete;

  // Begins a query between two cells of the map. Constant time where the answer is kBadId because one of them is no
  // cell of the map, kUnreachable because they are not connected or not passable, or kStale from a search that was made
  // to say so (jps.hpp). Between queries the map may be edited; during one only as stays_right allows. kSearch is for
  // A* and jump point search, as parts of searches that measure what the components save (hierarchy/sga.hpp).
  void start(NodeId start, NodeId goal, Unconnected unconnected = Unconnected::kSay);

  // Goes on within the budget. kInProgress means: call again (after a budget of 0 units nothing has changed).
  Status step(const Budget& budget) {
    if (status_ == Status::kInProgress) status_ = run(budget);
    return status_;
  }

  // The same for who walks the path while it is found. A search that refines its path from the start
  // (hierarchy/hpa.hpp) may be made to stop, still in progress, once so many cells of it are known; others do as step
  // does.
  Status step_for(const Budget& budget, std::size_t cells) {
    if (status_ == Status::kInProgress) status_ = run_for(budget, cells);
    return status_;
  }
  // What is known of the path of such a search, from the start; empty for others. It only grows.
  [[nodiscard]] std::span<const NodeId> part() const { return searched_ ? known_part() : std::span<const NodeId>{}; }

  // Whether the query, in progress, would be no other had it been started on the map as it is after the edit of `area`:
  // the search has not been near it (is_untouched.hpp). If not it is to be started anew.
  [[nodiscard]] bool stays_right(const Rect& area) const;

  // Searches that remember (repair/) forget what they know of earlier queries, in constant time; others know nothing.
  virtual void forget() {}

  // The whole query at once.
  Status solve(NodeId from, NodeId to) {
    start(from, to);
    return step(kUnlimited);
  }

  [[nodiscard]] Status status() const { return status_; }
  // After kSolved, or sooner with an anytime search (repair/ara.hpp), which goes on to find a better one.
  [[nodiscard]] bool has_path() const { return status_ == Status::kSolved || solutions() != 0; }
  // Then, the cost also with a part: the path's cost in the map's cost model, and its cells from start to goal, both
  // included, appended.
  [[nodiscard]] Cost cost() const { return has_path() || !part().empty() ? path_cost() : kInfiniteCost; }
  void append_path(std::vector<NodeId>& path) const {
    append_pieces(path, [this](PathCursor& cursor, std::span<NodeId> room) { return next_piece(cursor, room); });
  }
  // The same for who takes it a few cells at a time: the next ones, as many as there is room for or fewer, each in
  // constant time. Between two calls the search does not go on.
  PathPiece next_piece(PathCursor& cursor, std::span<NodeId> room) const {
    return has_path() ? trace(cursor, room) : PathPiece{};
  }
  // After kUnreachable, of searches that keep what they had then (hierarchy/sga.hpp): the cells of a legal way from the
  // start towards the goal, the start included, that ends where the search gave up. Others have none.
  [[nodiscard]] bool has_partial_path() const {
    return status_ == Status::kUnreachable && searched_ && keeps_partial_path();
  }
  void append_partial_path(std::vector<NodeId>& path) const {
    if (has_partial_path()) write_partial_path(path);
  }
  // How many paths an anytime search has found in this query; others leave it at 0.
  [[nodiscard]] std::uint32_t solutions() const { return searched_ ? found() : 0; }
  // How many times the cost of the cheapest path that of the last is at most, proven by the search itself; 0: nothing
  // is.
  [[nodiscard]] double bound() const { return has_path() && searched_ ? proven() / 1000.0 : 0; }
  [[nodiscard]] Work work() const { return searched_ ? counted() : Work{}; }
  // Units spent on this query so far: pops of its open lists, each of which expanded a state or found it done with.
  [[nodiscard]] std::uint64_t popped() const { return searched_ ? pops() : 0; }
  // Nodes of this query that a search with little room dropped to go on (sma.hpp); 0: it kept all that it made.
  [[nodiscard]] std::uint64_t forgotten() const { return searched_ ? forgot() : 0; }
  // What it holds in memory: itself and all that it owns; not the map, nor what is derived from it.
  [[nodiscard]] virtual std::uint64_t bytes() const = 0;
  // The state expanded last, of searches that remember (repair/), and visited last, of those that do not know where
  // they have been (ida.hpp); kNoNode for others. For pictures.
  [[nodiscard]] NodeId last_expanded() const { return searched_ ? newest() : kNoNode; }
  [[nodiscard]] Touch touch(NodeId node) const { return searched_ ? touched(node) : Touch::kNone; }

 protected:
  explicit PathFinder(const Map& map) : map_(&map) {}

  [[nodiscard]] const Map& map() const { return *map_; }

 private:
  // Whether it must not begin now.
  [[nodiscard]] virtual bool is_stale() const { return false; }
  // Whether it asks the map's components if there is a path at all.
  [[nodiscard]] virtual bool asks_components() const { return true; }
  // Whether the query reads nothing of the map but the cells around those it touched.
  [[nodiscard]] virtual bool goes_by_cells() const { return true; }
  virtual void begin(NodeId start, NodeId goal) = 0;
  virtual Status run(const Budget& budget) = 0;
  virtual Status run_for(const Budget& budget, std::size_t /*cells*/) { return run(budget); }
  [[nodiscard]] virtual std::span<const NodeId> known_part() const { return {}; }
  [[nodiscard]] virtual Cost path_cost() const = 0;
  virtual PathPiece trace(PathCursor& cursor, std::span<NodeId> room) const = 0;
  [[nodiscard]] virtual bool keeps_partial_path() const { return false; }
  virtual void write_partial_path(std::vector<NodeId>& /*path*/) const {}
  [[nodiscard]] virtual Work counted() const = 0;
  [[nodiscard]] virtual std::uint64_t pops() const = 0;
  [[nodiscard]] virtual std::uint64_t forgot() const { return 0; }
  [[nodiscard]] virtual NodeId newest() const { return kNoNode; }
  [[nodiscard]] virtual std::uint32_t found() const { return 0; }
  // In thousandths.
  [[nodiscard]] virtual std::uint32_t proven() const { return 0; }
  [[nodiscard]] virtual Touch touched(NodeId node) const = 0;

  const Map* map_;
  Status status_ = Status::kUnreachable;
  bool searched_ = false;
};

using PathFinderPtr = std::unique_ptr<PathFinder>;

}  // namespace waymark
