// Makes the graphs of MapClusters, and makes them right again after edits, in pieces of any size.
//
// Why an edit between two pieces does no harm: what is known of a cluster is a function of the cells in it and beside
// it, and on higher levels of what is known of the clusters below. Whatever changes one of these puts the cluster in
// its level's queue; one that is being made when this happens is begun again from there. Lower levels come first. So
// once the queues are empty everything is what its inputs say.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "hierarchy/area_space.hpp"
#include "hierarchy/level_space.hpp"
#include "waymark/hierarchy/map_clusters.hpp"
#include "waymark/search/queue.hpp"
#include "waymark/search/search.hpp"
#include "waymark/search/store.hpp"

namespace waymark {

class ClusterMaking {
 public:
  // All are kept by reference. Begins with everything to be made.
  ClusterMaking(const Map& map, const MapClusters::Options& options, std::vector<ClusterLevel>& levels,
                std::vector<std::uint32_t>& versions, std::vector<std::vector<std::uint8_t>>& steps);

  // Notes what was edited since the last call.
  void take_in(const Grid& grid);
  // Goes on for at most `units`, from which it takes what it spends: all, unless nothing is left to do. Whether that is
  // so.
  bool run(const Map& map, std::uint64_t& units);
  // Edits up to this epoch are in the graphs or noted.
  [[nodiscard]] std::uint64_t seen() const { return seen_; }

  [[nodiscard]] std::uint64_t heap_bytes() const;

 private:
  static constexpr std::size_t kMostPending = 4096;  // areas; with more the whole map is one
  // What is to be done with a cluster.
  static constexpr std::uint8_t kQueued = 1;
  static constexpr std::uint8_t kWays = 2;  // its ways in any case; otherwise only if it has other nodes

  enum class Phase : std::uint8_t { kIdle, kSides, kIsOpen, kOpenWays, kFlood };
  struct Level {
    std::vector<std::uint8_t> flags;   // by cluster
    std::vector<std::uint32_t> queue;  // a stack
    // The one being made.
    Phase phase = Phase::kIdle;
    std::uint32_t cluster = 0;
    std::uint8_t wanted = 0;  // its flags
    std::uint32_t next = 0;   // side, part or rank
    bool flooding = false;
    std::vector<std::uint8_t> links;  // by place
    std::vector<Cost> ways;
  };
  using AreaFlood = Search<AreaSpace, ZeroHeuristic, DenseStore<AreaSpace::Arrival>, HeapQueue<PlainOrder>>;
  using LevelFlood = Search<LevelSpace<KeptWays>, ZeroHeuristic, SparseStore<NodeId>, HeapQueue<PlainOrder>>;

  void mark(std::size_t level, std::uint32_t cluster, std::uint8_t flags);
  // Each does one piece, and is false where there are too few units for it.
  bool mark_edited();
  bool make_next(std::size_t level);
  bool advance(std::size_t level);
  bool find_links(std::size_t level);
  bool gather_links(std::size_t level);
  bool look_whether_open();
  bool write_open_ways();
  bool flood(std::size_t level);

  void begin_ways(std::size_t level);
  void finish_links(std::size_t level);
  void finish(std::size_t level);
  void start_flood(std::size_t level);
  bool step_flood(std::size_t level);
  void read_flood(std::size_t level);
  void write_open_steps(std::uint32_t rank, Cell node);
  // Takes so many units if there are so many.
  bool spend(std::uint64_t units);

  const Map* map_;
  const MapClusters::Options* options_;
  std::vector<ClusterLevel>* graphs_;
  std::vector<std::uint32_t>* versions_;
  std::vector<std::vector<std::uint8_t>>* all_steps_;
  bool has_diagonal_links_;
  OctileDistance distance_;
  bool distance_is_exact_;  // in an area without obstacles

  std::uint64_t seen_;
  std::vector<Rect> pending_;  // areas, the first of them begun at mark_x_, mark_y_; in clusters of level 1
  int mark_x_ = 0;
  int mark_y_ = 0;
  bool marking_ = false;
  std::uint64_t left_ = 0;   // units
  std::uint64_t saved_ = 0;  // of earlier calls, for a piece that takes more
  std::vector<Level> levels_;

  std::vector<std::uint8_t> steps_;  // of the cluster being made
  AreaSpace area_;
  DenseStore<AreaSpace::Arrival> area_store_;
  HeapQueue<PlainOrder> open_;
  AreaFlood area_flood_;
  struct Upper {  // of a level above the lowest
    Upper(const ClusterLevel& below, const MoveTable& table) : space(below, table, {&below}) {}
    LevelSpace<KeptWays> space;
    SparseStore<NodeId> store;
    HeapQueue<PlainOrder> open;
    LevelFlood flood;
  };
  std::vector<Upper> uppers_;
  ZeroHeuristic zero_;
};

}  // namespace waymark
