// PRA*: plans on a level of the clique abstraction half way up, and refines the path level by level, each time inside
// the corridor of states that the path above stands for. Much less to search than the map, and hardly longer ways.
//
// Sturtevant & Buro 2005, Partial Pathfinding Using Map Abstraction and Refinement; sections 7.2 and 7.5 of Bulitko,
// Lustrek, Schaeffer, Bjornsson & Sigmundarson 2008 (JAIR 32).
//
// Legend: SL the lowest level on which start and goal share a state; the first search is on level SL / 2, rounded down,
// or lower (deviation 4). K the most steps kept of an abstract path before it is refined; 0: all, PRA*(infinity).
// A path cut short is refined as far as its *tail*, the last state kept: each search below ends with the first state of
// the tail whose turn comes. Its h is the distance to the position of the first state cut off, the mean of its cells,
// so it enters where the way on is short. Cut, tail and h are those of the authors' own program.
// A unit is a pop of an open list, on any level. Without K nothing bounds a plan but the map. With K the first search
// may expand every state of its level (a few times the square root of the map's), each later one those below K + 1
// states and their neighbours.
// Memory: per state of a level 16 bytes, per cell 8, of the parts visited. The abstraction is the map's.
// Threads: a planner is one thread's; the abstraction and the map may be shared while nobody edits the map.
// Complete: the states of a path's corridor are connected, so every refinement finds a way.
//
// While the abstraction is stale, after an edit and until the map is maintained, its regions are hints: the path on the
// ground is searched in the corridor they give, on the map as it is. Where they give no way (start or goal belong to no
// region, or to parts that were not connected, or the corridor is cut) the planner searches the grid itself, by A*: a
// plan may then need memory and units for all of the map.
// Deviations
//   1. Ties as everywhere: lower f, then higher g, then lower id.
//   2. The path on the ground is never cut: K counts abstract steps.
//   3. The corridor takes in the neighbours of the path's states, as an option of the authors' own program does.
//      Without them (kPath) ways are several per cent longer than the shortest, not the tenth of one published.
//   4. The first search is on a lower level than SL / 2 if the level above it would have fewer than 2 sqrt(n) states, n
//      those of the ground, also as the authors' program does: paths on such coarse levels lead the wrong way. With K
//      each part pays for it again: on five game maps 1.1 to 1.8 times the expansions of PraFirst::kHalf at K = 16,
//      for ways 0.06 to 0.7 % shorter.
// At K = 16 ways are 0.58, 0.23, 0.36, 0.09 and 0.23 % longer than the shortest on dao/brc202d, dao/arena2,
// dao/den501d, bg512/AR0012SR and wc3maps512/riverrun, whole 0.35, 0.07, 0.16, 0.08 and 0.16: means of a hundred
// problems of all lengths; on brc202d 0.34 for ways up to 200 long and 0.69 for those of 400 to 900, whole 0.18 and
// 0.47. (Tried on brc202d: h to a state 1, 3 or 7 further on, 0.59 to 0.62; no cut of a path up to half longer than K,
// 0.55; a cut of the first path alone, 0.54.) With h to the cell that stands for the state cut off, where ties choose
// among entries that are equally far, and K states kept, not steps, the first two were 0.85 and 0.38.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <vector>

#include "waymark/base/budget.hpp"
#include "waymark/base/status.hpp"
#include "waymark/base/work.hpp"
#include "waymark/base/zeroed_array.hpp"
#include "waymark/hierarchy/abstract_distance.hpp"
#include "waymark/hierarchy/clique_abstraction.hpp"
#include "waymark/hierarchy/corridor.hpp"
#include "waymark/hierarchy/map_abstraction.hpp"
#include "waymark/hierarchy/position_heuristic.hpp"
#include "waymark/search/bucket_queue.hpp"
#include "waymark/search/queue.hpp"
#include "waymark/search/search.hpp"
#include "waymark/search/store.hpp"
#include "waymark/space/grid_space.hpp"
#include "waymark/space/map.hpp"

namespace waymark {

// What a path is refined in: the states below its own, or also those below their neighbours.
enum class PraCorridor : std::uint8_t { kWide, kPath };

// Where the first search is: on level SL / 2, or lower where that is coarse (deviation 4).
enum class PraFirst : std::uint8_t { kLarge, kHalf };

class PraStar {
 public:
  static constexpr std::uint32_t kWhole = 0;

  // Not for hexagons. Makes the map's abstraction if there is none yet.
  PraStar(const Map& map, PraCorridor corridor, PraFirst first = PraFirst::kLarge);
  PraStar(const PraStar&) = delete;
  PraStar& operator=(const PraStar&) = delete;

  // Begins a plan. The status is then kInProgress, kBadId if one of the two is no cell of the map, or kUnreachable if
  // they are not connected. `most` is K: kWhole or at least 2.
  void start(NodeId start, NodeId goal, std::uint32_t most = kWhole);
  // The same without the abstraction, by A* on the grid: what a new abstraction does not interrupt.
  void start_on_grid(NodeId start, NodeId goal);
  // Goes on for at most budget.units pops, or until the deadline.
  Status step(const Budget& budget);
  // Whether a plan in progress may go on after the edit of `area`: what it did would be the same now. False, too, if
  // the map got a new abstraction. Otherwise it is to be started anew. As PathFinder::stays_right.
  [[nodiscard]] bool stays_right(const Rect& area) const;
  // Whether the plan was made with an abstraction that is no longer the map's, and cannot go on.
  [[nodiscard]] bool outdated() const { return first_level_ != 0 && version_ != shared_->version(); }

  [[nodiscard]] Status status() const { return status_; }
  // Once solved: from the start to the goal, or with K to the end of what was refined, which is not the start.
  [[nodiscard]] std::span<const NodeId> path() const { return path_; }
  // Since the start, over all levels.
  [[nodiscard]] const Work& work() const { return work_; }
  [[nodiscard]] std::uint64_t popped() const { return popped_; }
  // Where the plan was begun.
  [[nodiscard]] int first_level() const { return first_level_; }

  // Without the abstraction.
  [[nodiscard]] std::uint64_t heap_bytes() const;

 private:
  // Whether the path of the level above leads through a state's parent.
  struct BelowPath {
    const NodeId* parents;           // of the states
    const std::uint32_t* last_path;  // of the states above: the last plan whose path they were on; null: all inside
    std::uint32_t plan;
    bool operator()(NodeId state) const {
      if (last_path == nullptr) return true;
      const NodeId parent = parents[state];
      return parent == kNoNode || last_path[parent] == plan;  // a cell that was freed is open to all
    }
  };
  // With K, where a search ends below the tail of the level above.
  struct BelowTail : NoTrace {
    const NodeId* parents = nullptr;  // of the states; null: only at its goal
    NodeId tail = kNoNode;
    [[nodiscard]] bool is_goal(NodeId state) const { return parents != nullptr && parents[state] == tail; }
  };
  struct Level {
    // Room for some more states than there are, so that another abstraction of the map finds it too.
    Level(const CliqueAbstraction& abstraction, int level)
        : last_path(abstraction.states(level) + abstraction.states(level) / 8 + 64) {}
    ZeroedArray<std::uint32_t> last_path;
    DenseStore<NodeId> store;
  };
  using UpperSpace = CorridorSpace<GraphSpace, BelowPath>;
  using GroundSpace = CorridorSpace<GridSpace, BelowPath>;

  // Takes the map's abstraction as it is now.
  void take_over();
  // Whether there is anything to search for.
  bool begin(NodeId start, NodeId goal);
  void start_level();
  // The level's search is done: keeps its path.
  template <class Searched>
  void finish_level(const Searched& search);

  const Map* map_;
  const MapAbstraction* shared_;
  const CliqueAbstraction* abstraction_ = nullptr;  // in there
  std::uint64_t version_ = 0;                       // of that; 0: none yet
  PraCorridor corridor_;
  PraFirst first_;
  std::deque<Level> levels_;  // from level 1
  DenseStore<GridSpace::Arrival> ground_store_;
  HeapQueue<PlainOrder> upper_open_;
  BucketQueue ground_open_;
  std::optional<UpperSpace> upper_space_;
  std::optional<GroundSpace> ground_space_;
  std::optional<AbstractHeuristic> upper_heuristic_;
  std::optional<PositionHeuristic> ground_heuristic_;
  Search<UpperSpace, AbstractHeuristic, DenseStore<NodeId>, HeapQueue<PlainOrder>, BelowTail> upper_search_;
  Search<GroundSpace, PositionHeuristic, DenseStore<GridSpace::Arrival>, BucketQueue, BelowTail> ground_search_;

  NodeId start_ = kNoNode;
  NodeId goal_ = kNoNode;
  NodeId aim_ = kNoNode;   // on the ground: the goal, or a cell of the tail
  NodeId tail_ = kNoNode;  // the last state of the path above if a path was cut there or higher up
  Position towards_{};     // with a tail: of the first state that was cut off
  std::uint32_t most_ = kWhole;
  int level_ = 0;
  int first_level_ = 0;
  int highest_first_level_ = 0;  // deviation 4
  std::uint32_t plan_ = 0;
  Status status_ = Status::kUnreachable;
  std::vector<NodeId> path_;
  Work work_;
  std::uint64_t popped_ = 0;
};

}  // namespace waymark
