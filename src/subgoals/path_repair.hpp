// Brings one row of a path database from one state of the map to another, exactly: what comes out is what PathRowMaker
// makes of the map after.
//
// A row holds no distances, but it is a tree of shortest ways, so the distance of a cell is the length of its way by
// the row; each cell that is asked for is walked from once. From there it goes as in Ramalingam & Reps 1996, An
// Incremental Algorithm for a Generalization of the Shortest-Path Problem (Journal of Algorithms 21):
//   1. cells whose move is gone, nearest to the root first: one with another move that is as good keeps its distance;
//      one without is lost, and so may be the cells that lead to it;
//   2. distances of lost cells, from those around them, and of cells that come nearer by what was freed, in one queue;
//   3. moves of the cells whose distance or whose moves changed, and of those beside them, in the fixed order;
//   4. runs of the tiles with another move, or with cells that have a move no longer or anew.
// A row whose root is another one, or of which nothing is known, is made anew by steps 2 to 4.
//
// Bound: a piece is at most kPiece units and what one cell or one tile takes (kMostOfOne), wherever it stops.
// Memory: 13 bytes a cell, whose pages are taken as they are touched, for all rows.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "subgoals/path_changes.hpp"
#include "subgoals/path_groups.hpp"
#include "subgoals/path_queue.hpp"
#include "subgoals/path_rows.hpp"
#include "subgoals/path_tiles.hpp"
#include "waymark/base/types.hpp"
#include "waymark/base/zeroed_array.hpp"
#include "waymark/space/move_table.hpp"

namespace waymark {

class PathRepair {
 public:
  static constexpr std::uint64_t kPiece = 64;
  static constexpr std::uint64_t kMostOfOne = 2048;

  struct Job {
    PathRows::Row row;
    NodeId root;  // of the row after; kNoNode: none, and no cell has a move
    bool anew;    // nothing is known of the row, or its root was another one
  };

  // All outlive it.
  PathRepair(const Grid& grid, const MoveTable& table, const PathRows& rows, const PathChanges& changes);

  // From changes.before() to changes.after(), which stay until it is done.
  void begin(const Job& job);
  [[nodiscard]] bool is_done() const { return phase_ == Phase::kDone; }
  // Goes on for a piece; its units. One is a cell or an edge looked at, or 16 cells of a tile.
  std::uint64_t go_on();
  [[nodiscard]] const Job& job() const { return job_; }
  // The tiles with other runs, in ascending order.
  [[nodiscard]] std::vector<PathRows::Tile> take_tiles();

  [[nodiscard]] std::uint64_t heap_bytes() const;

 private:
  enum class Phase : std::uint8_t { kFind, kLose, kSeed, kSpread, kList, kChoose, kWrite, kEncode, kDone };
  // Of a cell, in the generation of this job.
  struct State {
    Cost before;  // where kKnown
    Cost after;   // where kChanged
    std::uint32_t mark;
  };
  static constexpr std::uint32_t kKnown = 1;
  static constexpr std::uint32_t kOnWalk = 2;
  static constexpr std::uint32_t kChanged = 4;
  static constexpr std::uint32_t kTried = 8;    // in the queue of step 1
  static constexpr std::uint32_t kListed = 16;  // its move is chosen again
  static constexpr std::uint32_t kOther = 32;   // its moves are others
  static constexpr unsigned kFlags = 6;

  struct Leg {
    NodeId node;
    Cost cost;  // of its move
  };
  struct Update {
    std::uint32_t place;
    std::uint8_t move;
  };

  // A step of the phase; false: it is over.
  bool find();
  bool lose();
  bool seed();
  bool spread();
  bool list();
  bool choose();
  bool write();
  bool encode();

  [[nodiscard]] State& state(NodeId node) {
    State& own = states_[node];
    if ((own.mark >> kFlags) != generation_) {
      own.mark = (generation_ << kFlags) | (job_.anew ? kKnown : 0);
      own.before = kInfiniteCost;
    }
    return own;
  }
  [[nodiscard]] static Cost value(const State& state) {
    return (state.mark & kChanged) != 0 ? state.after : state.before;
  }
  [[nodiscard]] static Cost way(Cost rest, Cost move) {
    return rest <= kMaxPathCost && rest + move <= kMaxPathCost ? rest + move : kInfiniteCost;
  }
  // Whether the distance before is known; if not, a walk has begun that will know it.
  bool know(NodeId node);
  void walk();
  // False: the cell's move leads to `next`, of which nothing is known.
  bool resolve(NodeId node, Leg& leg, NodeId& next);
  void change(NodeId node, State& state, Cost cost);
  void list(NodeId node);
  [[nodiscard]] std::uint8_t choose_of_all(NodeId node, bool& waits);
  [[nodiscard]] std::uint8_t choose_of_few(NodeId node, std::uint8_t old, bool& waits);
  // Whether a move begins a shortest way. Sets `waits` if that is not known yet.
  bool is_good(NodeId node, std::uint8_t direction, bool& waits);
  [[nodiscard]] PathChanges::Changed changed_at(NodeId node) const;

  [[nodiscard]] unsigned moves_before(NodeId node) const {
    return table_->legal[changes_->before().neighbourhood(node)];
  }
  [[nodiscard]] unsigned moves_after(NodeId node) const { return table_->legal[changes_->after().neighbourhood(node)]; }
  [[nodiscard]] NodeId step(NodeId node, unsigned direction) const {
    return node + static_cast<NodeId>(offset_[direction]);
  }
  // Where the move of a cell lies in moves_, with its tile there.
  [[nodiscard]] std::uint32_t place_of(NodeId node);
  [[nodiscard]] std::uint8_t move(NodeId node) { return moves_[place_of(node)]; }
  void decode(std::uint32_t tile);
  void soil(std::uint32_t tile);
  // Whether the cells of a group of a tile have moves. False: a walk has begun.
  bool know_tile(std::uint32_t tile);

  const MoveTable* table_;
  const PathRows* rows_;
  const PathChanges* changes_;
  std::array<std::int32_t, kDirections> offset_;
  Cost nearly_too_far_;  // of a cell that is farther not all in its group are as near as kMaxPathCost
  PathTiles tiles_;
  PathGroups groups_;
  PathQueue queue_;

  Job job_{};
  Phase phase_ = Phase::kDone;
  std::uint32_t generation_ = 0;
  std::uint64_t work_ = 0;
  std::size_t next_ = 0;  // of what the phase goes through

  ZeroedArray<State> states_;
  ZeroedArray<std::uint8_t> moves_;     // by tile and rank
  ZeroedArray<std::uint32_t> decoded_;  // by tile: the generation
  ZeroedArray<std::uint32_t> soiled_;   // likewise
  std::vector<Leg> walk_;               // the way from a cell that somebody waits for
  std::vector<NodeId> cells_;           // changed
  std::vector<NodeId> listed_;          // whose moves are chosen again
  std::vector<Update> updates_;         // moves to write once nobody walks any more
  std::vector<std::uint32_t> dirty_;    // tiles
  std::vector<PathRows::Tile> results_;
  std::size_t lost_ = 0;  // how many of cells_ were lost
  std::array<std::uint8_t, PathTiles::kCells> tile_moves_;
};

}  // namespace waymark
