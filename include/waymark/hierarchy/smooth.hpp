// Smoothing: makes a path shorter or straighter after it was found. Rays replace parts of it by straight lines of legal
// moves; string pulling leaves out all cells but the corners that a unit which walks at any angle needs.
//
// Rays: Botea, Mueller & Schaeffer 2004, Near Optimal Hierarchical Path-Finding, as told in section 7.2 of Anguelov's
// thesis (2011): from a cell of the path rays go out in all directions until they meet something blocked; if they meet
// the path again, what lies between is replaced by the straight line, and smoothing goes on two cells before the place
// where it was met. The box is Jansen & Buro's (2007): rays stay in a square around their cell. String pulling is the
// post-smoothing that Nash, Daniel, Koenig & Felner 2007 describe (A* PS).
//
// Never a longer path, never more cells, never an illegal move: every ray is walked by the rules of the map, and a line
// is taken only where it costs no more than what it replaces, whatever the cost model. Rays are right for 4, 6 and 8
// neighbours and all diagonal rules; lines at any angle only where diagonal moves exist (check_sight).
//
// Bound: a unit is a cell of a ray, of the path read, of its tables made ready, or of the result, or eight places of
// the path that a ray does not get to. A path of n cells takes 3n to read, and each cell of the result two and those of
// its rays, which stay in the rectangle around the path and in the box: n (5 + 2 (w + h)) in all for a rectangle of
// w x h cells, n (5 + 4 box) with a box; an eighth more under costs by which a straight line may be a detour. In
// practice far less: a ray is walked only to where the path is further along than the best place known. Memory: the
// caller's, room(n) numbers: the result in front and behind it tables of at most 15 numbers a cell. Threads: a smoother
// is one thread's; the map must not be edited from start to the end.
//
// Deviations from the text of section 7.2
//   1. Of all places where rays meet the path the one furthest along it is taken; the text does not say which.
//   2. A path that comes back to a cell is cut short there, without a ray: of one found part by part it may be so.
//   3. Lines as dear as what they replace are taken too: they are straighter (Figure 8.8 of the thesis).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "waymark/base/budget.hpp"
#include "waymark/base/result.hpp"
#include "waymark/base/status.hpp"
#include "waymark/base/types.hpp"
#include "waymark/space/direction.hpp"
#include "waymark/space/map.hpp"

namespace waymark {

// What searches do with a path that they have found.
enum class RaySmoothing : std::uint8_t {
  kOff,
  kRays,
  kBox,  // rays that stay in a box
};

struct SmoothOptions {
  // Side of the square around a cell that its rays stay in: they are box / 2 cells long. 0: as long as the way is free.
  std::uint32_t box = 0;
};

// In slices, for whole-path searches that end with it.
class RaySmoother {
 public:
  explicit RaySmoother(const Map& map);

  // Numbers that the buffer needs for a path of so many cells.
  static std::size_t room(std::size_t cells);

  // Begins. Neither path nor buffer moves until the end; they do not overlap. The path costs at most kMaxPathCost.
  // The status is then kInProgress, or kOutOfRoom for a buffer below room(path.size()).
  void start(std::span<const NodeId> path, std::span<NodeId> buffer, const SmoothOptions& options = {});
  // Goes on for at most budget.units. kSolved: the result is there. kStale: a move of the path is not legal on the map
  // as it is, and there is no result.
  Status step(const Budget& budget);
  [[nodiscard]] Status status() const { return status_; }

  // After kSolved, in the caller's buffer: from the path's first cell to its last.
  [[nodiscard]] std::span<const NodeId> path() const { return out_.first(written_); }
  [[nodiscard]] Cost cost() const { return cost_; }
  // Units so far.
  [[nodiscard]] std::uint64_t work() const { return work_; }

 private:
  // Each line of the rectangle around the path is of one of four families, by the two directions along it: N and S,
  // E and W, NE and SW, SE and NW. Direction d is of family (d & 1) + 2 (d >> 2).
  static constexpr unsigned kFamilies = 4;
  enum class Phase : std::uint8_t { kClear, kRead, kFill, kWalk, kRay, kLine, kSkip };

  Status run(std::uint64_t units);
  bool read();
  bool clear();
  bool fill();
  void set_out();
  void look_around();
  void next_ray();
  void extend_ray(std::uint64_t& units);
  void try_line(std::uint64_t& units);
  bool is_free(NodeId node, std::size_t side, unsigned d, std::uint64_t& units);
  void end_rays();
  void advance();
  void emit(NodeId node, Cost edge);
  std::uint32_t& last_on_line(unsigned family, Cell at) const;
  std::uint32_t& slot(NodeId node) const;
  [[nodiscard]] std::uint32_t last_at(NodeId node) const;
  [[nodiscard]] int steps_inside(Cell at, unsigned direction) const;
  [[nodiscard]] Cost way_to(std::uint32_t index) const;

  const Map* map_;
  std::array<std::int32_t, kDirections> offset_;
  std::span<const NodeId> path_;
  std::span<NodeId> out_;           // the result
  std::span<std::uint32_t> costs_;  // of the path up to each cell
  std::span<std::uint32_t> slots_;  // by a hash of the cell: 1 + the last index at which the path is there; 0: free
  std::array<std::span<std::uint32_t>, kFamilies> lines_;  // 1 + the last index of the path on each line; 0: none
  std::span<std::uint32_t> tables_;                        // both
  std::span<std::uint32_t> links_;  // by index and family: 1 + the last index before it on the line; 0: none
  Rect around_{};
  bool in_box_ = false;
  int reach_ = 0;            // of a ray in a box
  bool comes_back_ = false;  // the path, to one of its cells

  Status status_ = Status::kSolved;
  Phase phase_ = Phase::kRead;
  std::size_t done_ = 0;     // of the phase
  std::size_t written_ = 0;  // cells of the result
  Cost cost_ = 0;
  std::uint64_t work_ = 0;

  // Where it stands: at_ is line_left_ steps in direction line_ from path_[next_]; the rest of the path follows.
  NodeId at_ = kNoNode;
  std::uint32_t next_ = 0;
  std::uint32_t line_left_ = 0;
  std::uint8_t line_ = kNoDirection;
  std::uint32_t skip_ = 0;  // steps to make before the next rays
  // The rays of at_: those tried, and the best place found, as index of the path, direction and steps.
  std::uint8_t walked_ = 0;  // bit d = direction d
  std::uint32_t best_ = 0;
  std::uint8_t best_ray_ = kNoDirection;
  std::uint32_t best_steps_ = 0;
  // The one being walked, in a box.
  std::uint8_t ray_ = kNoDirection;
  NodeId ray_at_ = kNoNode;
  std::uint32_t ray_steps_ = 0;
  std::uint32_t ray_most_ = 0;
  std::uint32_t ray_last_ = 0;  // the last index on its line
  // The line being tried, in both directions of ray_: towards lower ids, and towards higher ones.
  std::uint32_t place_ = 0;           // 1 + the index of the place tried; 0: there is none left
  std::array<NodeId, 2> free_to_{};   // as far as it was walked
  std::array<bool, 2> is_blocked_{};  // behind that
  std::uint32_t rejected_ = 0;        // places, on all lines
};

struct SmoothedPath {
  Status status;                  // kSolved, kOutOfRoom or kStale, as of RaySmoother
  std::span<const NodeId> cells;  // in the caller's buffer
  Cost cost;
  std::uint64_t work;
};

// All at once.
SmoothedPath smooth_rays(const Map& map, std::span<const NodeId> path, std::span<NodeId> buffer,
                         const SmoothOptions& options = {});

// Fails where a unit cannot walk at any angle: on 4 and 6 neighbours, and where diagonals are never allowed.
Result<Done> check_sight(const MoveRules& rules);

// Whether the straight line between the centres of two cells is free: it runs only through passable cells, and where it
// leaves a cell through a corner as a diagonal move may. At most one look a cell of the line, that is 2 (dx + dy) + 1.
// The same in both directions. check_sight(map.rules()) holds.
bool in_sight(const Map& map, NodeId from, NodeId to);

// Of the cells of a path those between which a unit walks straight lines: each is in sight of the next. Its first and
// last cell are among them. The buffer has room for as many as the path has. At most n - 1 lines are looked at, each
// inside the rectangle around the path. check_sight(map.rules()) holds; the path is legal.
std::span<const NodeId> pull_string(const Map& map, std::span<const NodeId> path, std::span<NodeId> buffer);

// Of the straight lines from each to the next, in sides of a cell; for reports.
double euclidean_length(const Grid& grid, std::span<const NodeId> waypoints);

}  // namespace waymark
