// Plans with the minimal-memory abstraction (mm.hpp): first over regions, then part by part on the map, as many parts
// as are asked for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "hierarchy/region_space.hpp"
#include "hierarchy/sector_groups.hpp"
#include "waymark/base/budget.hpp"
#include "waymark/base/status.hpp"
#include "waymark/base/work.hpp"
#include "waymark/hierarchy/corridor.hpp"
#include "waymark/hierarchy/mm.hpp"
#include "waymark/hierarchy/sectors.hpp"
#include "waymark/search/bucket_queue.hpp"
#include "waymark/search/heuristic.hpp"
#include "waymark/search/queue.hpp"
#include "waymark/search/search.hpp"
#include "waymark/search/store.hpp"
#include "waymark/space/grid_space.hpp"

namespace waymark {

class MmPlanner {
 public:
  // The options are in their ranges. Makes the map's sectors if there are none yet.
  MmPlanner(const Map& map, const MmOptions& options);
  MmPlanner(const MmPlanner&) = delete;
  MmPlanner& operator=(const MmPlanner&) = delete;

  // Whether the map's sectors may be used.
  [[nodiscard]] bool is_current() const {
    const std::uint64_t epoch = map_->grid().epoch();
    return sectors_->epoch() == epoch && (groups_ == nullptr || groups_->epoch() == epoch);
  }

  // Begins a plan between two connected cells; is_current().
  void start(NodeId start, NodeId goal);
  // Goes on for at most budget.units pops: until the path has at least `wanted` cells, or is whole.
  static constexpr std::size_t kWhole = ~std::size_t{0};
  Status step(const Budget& budget, std::size_t wanted = kWhole);

  // kSolved: the path is whole. kStale: the map was edited before the path over regions was found, or there is no way
  // any more where it leads.
  [[nodiscard]] Status status() const { return status_; }
  // Whether the path over regions is found: from then on only cells of the map are read.
  [[nodiscard]] bool has_route() const { return phase_ == Phase::kRefine; }
  // As far as it is refined: from the start. What is there stays.
  [[nodiscard]] std::span<const NodeId> path() const { return path_; }
  // As far as it is refined, and from there at least. has_route()
  [[nodiscard]] Cost cost() const;
  [[nodiscard]] const Work& work() const { return work_; }
  [[nodiscard]] std::uint64_t popped() const { return popped_; }
  // Of the part that is, or was last, searched for.
  [[nodiscard]] bool is_open(NodeId node) const {
    return phase_ == Phase::kRefine && ground_search_.g(node) != kInfiniteCost;
  }
  [[nodiscard]] Touch touch(NodeId node) const {
    if (!is_open(node)) return Touch::kNone;
    return ground_search_.closed(node) ? Touch::kClosed : Touch::kOpen;
  }

  // Without the sectors.
  [[nodiscard]] std::uint64_t heap_bytes() const;

 private:
  using Heuristic = GridHeuristic<OctileDistance>;

  // Whether a region's group is on the path over groups.
  struct OnGroups {
    const Grid* grid;
    const SectorGroups* groups;  // nullptr: all are
    const std::uint32_t* last_plan;
    std::uint32_t plan;
    bool operator()(NodeId region) const {
      return groups == nullptr || last_plan[groups->group_of(grid->cell(region))] == plan;
    }
  };
  using NarrowRegions = CorridorSpace<RegionSpace, OnGroups>;
  enum class Phase : std::uint8_t { kGroups, kRegions, kRefine };

  void notice_edits();
  void start_groups();
  void start_regions();
  void end_groups();
  template <class Searched>
  Status run(Searched& search, const Budget& budget, std::uint64_t& left);
  void start_part();
  void end_part();
  [[nodiscard]] Rect sector_around(NodeId node) const {
    return sectors_->area(sectors_->sector_of(map_->grid().cell(node)));
  }

  const Map* map_;
  const Sectors* sectors_;
  const SectorGroups* groups_;  // nullptr with one level
  std::uint32_t trim_;
  std::uint32_t ahead_;
  OctileDistance distance_;

  std::optional<GroupSpace> group_space_;
  Search<GroupSpace, Heuristic, SparseStore<NodeId>, HeapQueue<PlainOrder>> group_search_;
  std::vector<std::uint32_t> last_plan_;  // by group: the last plan whose path led through it
  std::uint32_t plan_ = 0;

  RegionSpace regions_;
  std::optional<NarrowRegions> region_space_;
  Heuristic region_heuristic_;
  SparseStore<NodeId> region_store_;
  HeapQueue<PlainOrder> region_open_;
  Search<NarrowRegions, Heuristic, SparseStore<NodeId>, HeapQueue<PlainOrder>> region_search_;
  std::optional<WindowSpace> ground_space_;
  Heuristic ground_heuristic_;
  SparseStore<GridSpace::Arrival> ground_store_;
  BucketQueue ground_open_;
  Search<WindowSpace, Heuristic, SparseStore<GridSpace::Arrival>, BucketQueue> ground_search_;

  NodeId start_ = kNoNode;
  NodeId goal_ = kNoNode;
  NodeId start_region_ = kNoNode;
  NodeId goal_region_ = kNoNode;
  NodeId target_state_ = kNoNode;  // the goal's, of the second level
  std::uint64_t epoch_ = 0;        // of the map when it last looked
  Phase phase_ = Phase::kRegions;
  bool searching_ = false;     // for a part
  std::vector<NodeId> route_;  // the path over regions
  std::size_t region_ = 0;     // of it, up to which the path is refined
  std::size_t target_ = 0;     // of it, to which the next part leads
  Rect taken_back_{};          // around the moves that were, and the path's end
  std::vector<NodeId> path_;
  Cost cost_ = 0;
  Status status_ = Status::kUnreachable;
  Work work_;
  std::uint64_t popped_ = 0;
};

}  // namespace waymark
