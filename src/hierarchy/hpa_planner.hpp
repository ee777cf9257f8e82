// Plans of HPA* and DHPA*, in pieces: both ends are inserted into the abstract graphs, level by level; the highest is
// searched; its path is unfolded into one of the lowest level; and that is refined into moves as far as is wanted.
// A unit is a pop of an open list, a way that is refined, or eight steps that are followed in a table or tried.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "hierarchy/area_space.hpp"
#include "hierarchy/lazy_ways.hpp"
#include "hierarchy/level_space.hpp"
#include "hierarchy/open_way.hpp"
#include "hierarchy/wide_bucket_queue.hpp"
#include "waymark/base/budget.hpp"
#include "waymark/base/status.hpp"
#include "waymark/base/work.hpp"
#include "waymark/hierarchy/hpa.hpp"
#include "waymark/hierarchy/map_clusters.hpp"
#include "waymark/search/path_finder.hpp"
#include "waymark/search/queue.hpp"
#include "waymark/search/search.hpp"
#include "waymark/search/store.hpp"

namespace waymark {

class HpaPlanner {
 public:
  static constexpr std::size_t kWhole = ~std::size_t{0};

  // Makes the map's clusters if there are none of this kind yet.
  // `straight`: whether an A* inside a cluster is preceded by a walk of diagonal and then straight steps.
  HpaPlanner(const Map& map, const MapClusters::Options& clusters, HpaInsertion insertion, bool straight);
  HpaPlanner(const HpaPlanner&) = delete;
  HpaPlanner& operator=(const HpaPlanner&) = delete;

  [[nodiscard]] const MapClusters& clusters() const { return *clusters_; }
  [[nodiscard]] bool is_current() const { return clusters_->epoch() == map_->grid().epoch(); }

  // Begins a plan between two cells that are connected. The clusters are current.
  void start(NodeId start, NodeId goal);
  // Goes on until at least `enough` cells of the path are known, for at most budget.units. kSolved: all of it is.
  // kStale: the map was edited before it had a route, or an edit has cut a way that was not refined yet.
  Status step(const Budget& budget, std::size_t enough = kWhole);
  [[nodiscard]] Status status() const { return status_; }
  // Whether all is known but the moves between transitions: from then on only cells of the map are read.
  [[nodiscard]] bool has_route() const { return phase_ == Phase::kRefine; }
  // What it costs; has_route().
  [[nodiscard]] Cost cost() const { return cost_; }
  // From the start as far as it is refined.
  [[nodiscard]] const std::vector<NodeId>& path() const { return path_; }

  // Since the start.
  [[nodiscard]] Work work() const;
  [[nodiscard]] std::uint64_t popped() const { return popped_; }
  // Of transitions, by the search of the highest level; it knows of those by which it entered a cluster.
  [[nodiscard]] Touch touch(NodeId node) const;

  // Without the clusters.
  [[nodiscard]] std::uint64_t heap_bytes() const;

 private:
  enum class Phase : std::uint8_t { kInsert, kSearch, kUnfold, kRefine };
  using Space = LevelSpace<FoundWays>;
  using TopSpace = CrossingSpace<FoundWays, DenseStore<NodeId>>;
  using LevelSearch = Search<Space, LevelHeuristic<FoundWays>, DenseStore<NodeId>, HeapQueue<PlainOrder>>;
  using TopSearch = Search<TopSpace, LevelHeuristic<FoundWays>, DenseStore<NodeId>, WideBucketQueue>;
  using LevelFlood = Search<Space, ZeroHeuristic, DenseStore<NodeId>, HeapQueue<PlainOrder>>;
  using AreaSearch = Search<AreaSpace, AreaHeuristic, DenseStore<AreaSpace::Arrival>, HeapQueue<PlainOrder>>;
  using AreaFlood = Search<AreaSpace, ZeroHeuristic, DenseStore<AreaSpace::Arrival>, HeapQueue<PlainOrder>>;

  struct Upper {
    Upper(const ClusterLevel& level, const MoveTable& table, const LazyWays* lazy)
        : space(level, table, {&level, lazy}) {}
    Space space;
    std::array<std::vector<Cost>, 2> ways;  // of the ends
  };

  [[nodiscard]] std::size_t top() const { return levels_.size() - 1; }
  [[nodiscard]] const ClusterLevel& graph(std::size_t level) const { return levels_[level].space.level(); }
  // Each does one piece of its phase.
  void insert();
  void insert_on_ground();
  void insert_above();
  void search();
  void unfold();
  void refine();

  void notice_edits();
  void end_inserted(Cost direct);
  void begin_level();
  void begin_way(Cell from, Cell to);
  void end_way();
  Cost walk_straight(Cell from, Cell to);
  bool follow_table(std::uint32_t cluster, Cell from, Cell to);
  Cost follow(std::uint32_t cluster, std::uint32_t rank, Cell from, bool keep);
  // Go on with a search for as many units as are left. Whether it is over.
  template <class Searched>
  bool run(Searched& search);
  bool run_lazily();
  void charge(std::uint64_t units);
  [[nodiscard]] bool keeps_steps() const { return clusters_->options().ways == ClusterWays::kSteps; }

  const Map* map_;
  const MapClusters* clusters_;
  HpaInsertion insertion_;
  bool straight_first_;
  OctileDistance distance_;
  OpenWay open_way_;
  std::optional<LazyWays> lazy_;
  std::vector<Upper> levels_;

  AreaSpace area_;
  DenseStore<AreaSpace::Arrival> area_store_;
  HeapQueue<PlainOrder> area_open_;
  std::optional<AreaHeuristic> area_heuristic_;
  AreaSearch area_search_;
  AreaFlood area_flood_;
  DenseStore<NodeId> store_;
  HeapQueue<PlainOrder> open_;
  std::optional<LevelHeuristic<FoundWays>> heuristic_;
  std::optional<TopSpace> top_space_;
  WideBucketQueue top_open_;
  TopSearch top_search_;
  LevelSearch search_;
  LevelFlood flood_;
  ZeroHeuristic zero_;

  Phase phase_ = Phase::kInsert;
  Status status_ = Status::kUnreachable;
  std::array<NodeId, 2> ends_{kNoNode, kNoNode};  // start and goal
  std::uint64_t epoch_ = 0;                       // of the map when it last looked
  std::uint64_t left_ = 0;                        // units of this step
  Budget::Clock::time_point deadline_{};
  std::uint64_t owed_ = 0;        // units of steps followed
  std::size_t level_ = 0;         // that is being inserted into, or unfolded
  std::size_t which_ = 0;         // end that is being inserted
  std::uint32_t rank_ = 0;        // node that a way to is looked for
  std::size_t next_ = 0;          // of the route
  NodeId way_to_ = kNoNode;       // of the area: where the search for a way leads to
  NodeId way_from_ = kNoNode;     // of the lowest level: the node whose ways are being found
  bool searching_ = false;        // a search for one of these is under way
  bool finding_ = false;          // one for ways that were not known is
  std::vector<NodeId> route_;     // ids of level_, with both ends; then cells
  std::vector<NodeId> unfolded_;  // of the level below
  std::vector<NodeId> straight_;  // the walk last tried
  std::vector<NodeId> path_;
  Cost cost_ = kInfiniteCost;
  Work work_;
  std::uint64_t peak_above_ = 0;
  std::uint64_t peak_below_ = 0;
  std::uint64_t popped_ = 0;
};

}  // namespace waymark
