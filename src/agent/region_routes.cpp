#include "agent/region_routes.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <memory>
#include <utility>

#include "space/pay_afterwards.hpp"
#include "subgoals/compress_path.hpp"
#include "subgoals/hill_climb.hpp"
#include "waymark/base/heap_bytes.hpp"
#include "waymark/hierarchy/corridor.hpp"
#include "waymark/search/bucket_queue.hpp"
#include "waymark/search/search.hpp"
#include "waymark/search/store.hpp"

namespace waymark {
namespace {

constexpr std::uint32_t kNobody = ~std::uint32_t{0};
constexpr std::uint64_t kEdgesPerUnit = 8;
constexpr std::uint64_t kEntriesPerUnit = 128;  // of a row that is copied
constexpr std::uint32_t kMostBuckets = 4096;

}  // namespace

// Finds paths between representatives, in the rectangle around their sectors.
class RegionRoutes::Maker {
 public:
  explicit Maker(const Map& map)
      : map_(&map), climber_(map), distance_(octile_distance(map.rules())), heuristic_(map.grid(), 0, distance_) {}

  // Its cost; the subgoals between the two are appended.
  Cost find(NodeId from, NodeId to, const Rect& window, Record& between) {
    const Grid& grid = map_->grid();
    const Cell a = grid.cell(from);
    const Cell b = grid.cell(to);
    Cost cost = 0;
    NodeId last = from;
    const HillClimber::Climb climb = climber_.climb(from, to, HillClimber::kNoCutoff, [&](NodeId node) {
      cost += map_->cost(last, node);
      last = node;
    });
    work_ += 1 + climb.steps / 10;
    // No way is cheaper.
    if (climb.arrived && cost == distance_.distance(std::abs(a.x - b.x), std::abs(a.y - b.y))) return cost;
    const WindowSpace space(CanonicalGridSpace(grid, map_->table()), InWindow{&grid, window});
    heuristic_ = Heuristic(grid, to, distance_);
    search_.start(space, heuristic_, store_, open_, from, to);
    const Status found = search_.step(kUnlimited);
    work_ += search_.popped();
    if (found != Status::kSolved) return kInfiniteCost;
    path_.clear();
    search_.trace_back(to, path_);
    std::reverse(path_.begin(), path_.end());
    work_ += path_.size() / 10;
    const std::vector<NodeId> kept = compress_path(climber_, path_);
    between.insert(between.end(), kept.begin() + 1, kept.end() - 1);
    return search_.g(to);
  }
  std::uint64_t take_work() { return std::exchange(work_, 0); }

  [[nodiscard]] std::uint64_t heap_bytes() const {
    return sizeof(*this) + heap_bytes_of(store_, open_, path_, first_, edges_, dead_ends_, ways_, subgoals, ring_) +
           ring_bytes();
  }

  // The edge by which each slot goes on to that of a goal, which is no dead end; the first among equal ones:
  // Dijkstra's, with a ring of buckets about as wide as the least edge, so that hardly anything has to be looked at
  // twice, in whatever order a bucket is. Dead ends follow when all others are known.
  void find_row(Slot goal, std::vector<std::uint8_t>& next) {
    ways_.assign(first_.size() - 1, ~std::uint64_t{0});
    ways_[goal] = kNoEdge;
    ring_[0].push_back(goal);
    // What the loop reads, where it may stay in registers.
    std::uint64_t* const ways = ways_.data();
    std::vector<Slot>* const ring = ring_.data();
    const std::size_t mask = ring_.size() - 1;
    const unsigned shift = shift_;
    std::size_t waiting = 1;
    for (std::size_t at = 0; waiting > 0; ++at) {
      std::vector<Slot>& bucket = ring[at & mask];
      for (std::size_t i = 0; i < bucket.size(); ++i) {  // it may grow
        const Slot slot = bucket[i];
        const auto distance = static_cast<Cost>(ways[slot] >> kEdgeBits);
        if (distance >> shift != at) continue;  // it was nearer
        const Edge* const end = edges_.data() + first_[slot + 1];
        for (const Edge* edge = edges_.data() + first_[slot]; edge != end; ++edge) {  // which cost the same both ways
          const Slot to = edge->to();
          const Cost reached = saturating_add(distance, edge->cost);
          const std::uint64_t old = ways[to];
          const std::uint64_t way = (std::uint64_t{reached} << kEdgeBits) | edge->back();
          if (way >= old || reached == kInfiniteCost) continue;
          ways[to] = way;
          if (old >> kEdgeBits == reached) continue;  // as near, by a later edge
          ring[(reached >> shift) & mask].push_back(to);
          ++waiting;
        }
      }
      waiting -= bucket.size();
      bucket.clear();
    }
    next.resize(ways_.size());
    for (std::size_t slot = 0; slot < ways_.size(); ++slot) next[slot] = static_cast<std::uint8_t>(ways_[slot]);
    for (const DeadEnd& end : dead_ends_) next[end.slot] = ~ways_[end.from] != 0 ? 0 : kNoEdge;
  }
  // Edges that it looks at for each.
  [[nodiscard]] std::size_t edges() const { return edges_.size(); }
  // Before the first of them, and when there are other edges. `from(slot)`: whence a dead end is reached, and the slot
  // itself of what is none.
  template <class From>
  void set_edges(const std::vector<std::uint32_t>& first, const std::vector<Edge>& edges, From&& from) {
    first_.assign(1, 0);
    edges_.clear();
    dead_ends_.clear();
    for (Slot slot = 0; slot + 1 < first.size(); ++slot) {
      if (from(slot) != slot) {
        dead_ends_.push_back({slot, from(slot)});
      } else {
        for (std::uint32_t i = first[slot]; i < first[slot + 1]; ++i) {
          if (from(edges[i].to()) == edges[i].to()) edges_.push_back(edges[i]);
        }
      }
      first_.push_back(static_cast<std::uint32_t>(edges_.size()));
    }
    Cost least = kInfiniteCost;
    Cost most = 0;
    for (const Edge& edge : edges) {
      if (edge.cost == kInfiniteCost) continue;
      least = std::min(least, edge.cost);
      most = std::max(most, edge.cost);
    }
    shift_ = 0;
    while (least >> (shift_ + 1) != 0 && most != 0) ++shift_;
    while (most >> shift_ > kMostBuckets - 2) ++shift_;
    ring_.resize(std::bit_ceil(std::size_t{most >> shift_} + 2));
  }

  Record subgoals;

 private:
  using Heuristic = GridHeuristic<OctileDistance>;
  using Store = SparseStore<GridSpace::Arrival>;

  const Map* map_;
  HillClimber climber_;
  OctileDistance distance_;
  Heuristic heuristic_;
  Store store_;
  BucketQueue open_;
  Search<WindowSpace, Heuristic, Store, BucketQueue> search_;
  std::vector<NodeId> path_;
  // A region with a single edge, and where that leads.
  struct DeadEnd {
    Slot slot;
    Slot from;
  };
  std::vector<std::uint32_t> first_;  // as those of the routes, but without dead ends
  std::vector<Edge> edges_;
  std::vector<DeadEnd> dead_ends_;
  std::vector<std::uint64_t> ways_;      // by slot: its distance, and in the lowest kEdgeBits its edge
  std::vector<std::vector<Slot>> ring_;  // a power of two of them, empty between two goals
  unsigned shift_ = 0;                   // of a distance: its bucket
  std::uint64_t work_ = 0;

  [[nodiscard]] std::uint64_t ring_bytes() const {
    std::uint64_t sum = 0;
    for (const std::vector<Slot>& bucket : ring_) sum += heap_bytes_of(bucket);
    return sum;
  }
};

RegionRoutes::RegionRoutes(const Map& map, const Options& options)
    : Derived(map.grid().epoch()),
      options_(options),
      sectors_(&map.derived<Sectors>({kSector})),
      touched_(map.grid(), kSector, TouchedSectors::Reach::kAround),
      records_(touched_.sectors()),
      base_(touched_.sectors()),
      seats_(touched_.sectors()),
      maker_(std::make_unique<Maker>(map)) {
  // Its sectors may be stale: then there is nothing to make it from yet.
  if (sectors_->epoch() != map.grid().epoch()) {
    touched_.take_all(map.grid());
    set_epoch(~std::uint64_t{0});
    return;
  }
  for (std::uint32_t sector = 0; sector < touched_.sectors(); ++sector) renew_sector(map, sector);
  renew_graph();
  graph_epoch_ = touched_.seen();
  for (Slot slot = 0; slot < rows_.size(); ++slot) renew_row(slot);
  next_row_ = static_cast<Slot>(rows_.size());
}

RegionRoutes::~RegionRoutes() = default;

bool RegionRoutes::seat(std::uint32_t sector, std::uint32_t regions) {
  if (regions <= seats_[sector]) return false;
  for (std::uint32_t i = 0; i < seats_[sector]; ++i) sector_of_[base_[sector] + i] = kNobody;
  base_[sector] = static_cast<Slot>(sector_of_.size());
  seats_[sector] = static_cast<std::uint16_t>(regions);
  sector_of_.resize(sector_of_.size() + regions, sector);
  return true;
}

void RegionRoutes::renew_sector(const Map& map, std::uint32_t sector) {
  const Sectors::Record regions = sectors_->record(sector);
  const std::uint32_t n = regions.regions();
  Record made{n, 0};
  for (std::uint32_t region = 0; region < n; ++region) {
    for (const std::uint16_t word : regions.edges(region)) made.push_back((region << 16u) | word);
  }
  const auto edges = static_cast<std::uint32_t>(made.size() - 2);
  made[1] = edges;
  made.resize(2 + 3 * std::size_t{edges});
  Record& subgoals = maker_->subgoals;
  subgoals.clear();
  for (std::size_t i = 0; i < edges; ++i) {
    const Sectors::Edge edge = Sectors::edge_of(static_cast<std::uint16_t>(made[2 + i] & 0xffffu));
    const std::uint32_t other = sectors_->beside(sector, edge.direction);
    made[2 + edges + i] = maker_->find(sectors_->centre(map.grid(), sector, made[2 + i] >> 16u),
                                       sectors_->centre(map.grid(), other, edge.to),
                                       bounding(sectors_->area(sector), sectors_->area(other)), subgoals);
    made[2 + 2 * std::size_t{edges} + i] = static_cast<std::uint32_t>(subgoals.size());
  }
  made.insert(made.end(), subgoals.begin(), subgoals.end());
  regions_ = regions_ + n - (records_[sector].empty() ? 0 : records_[sector][0]);
  if (seat(sector, n) || made != records_[sector]) changed_ = true;
  records_[sector] = std::move(made);
  owed_ += maker_->take_work() + 1;
}

RegionRoutes::Leg RegionRoutes::leg(Slot from, std::uint8_t edge) const {
  if (std::size_t{from} + 1 >= first_.size()) return {};
  const std::uint32_t i = first_[from] + edge;
  if (i >= first_[from + 1]) return {};
  const std::uint32_t sector = sector_of_[from];
  const Record& record = records_[sector];
  // Among those of its sector, which lie together.
  const std::size_t place = i - first_[base_[sector]];
  const std::size_t edges = record[1];
  const std::uint32_t* const ends = record.data() + 2 + 2 * edges;
  const std::uint32_t begin = place == 0 ? 0 : ends[place - 1];
  return {edges_[i].to(), edges_[i].cost, std::span(record).subspan(2 + 3 * edges + begin, ends[place] - begin)};
}

void RegionRoutes::renew_graph() {
  owed_ += (edges_.size() + sector_of_.size()) / kEdgesPerUnit + 1;
  if (sector_of_.size() > 2 * std::size_t{regions_} + 64) seat_all_anew();
  if (!std::exchange(changed_, false)) return;
  ++version_;
  next_row_ = 0;
  first_.clear();
  edges_.clear();
  rows_.resize(has_rows() ? sector_of_.size() : 0);
  if (!has_rows()) return;
  for (Slot slot = 0; slot < sector_of_.size(); ++slot) {
    first_.push_back(static_cast<std::uint32_t>(edges_.size()));
    const std::uint32_t sector = sector_of_[slot];
    if (sector == kNobody) continue;
    const Record& record = records_[sector];
    const std::uint32_t* const keys = record.data() + 2;
    const std::uint32_t region = slot - base_[sector];
    const auto* const end = keys + record[1];
    for (const auto* key = std::lower_bound(keys, end, region << 16u); key != end && *key >> 16u == region; ++key) {
      const Sectors::Edge edge = Sectors::edge_of(static_cast<std::uint16_t>(*key & 0xffffu));
      edges_.push_back(
          {keys[record[1] + (key - keys)], (base_[sectors_->beside(sector, edge.direction)] + edge.to) << kEdgeBits});
    }
  }
  first_.push_back(static_cast<std::uint32_t>(edges_.size()));
  for (Slot slot = 0; slot < sector_of_.size(); ++slot) {
    for (std::uint32_t i = first_[slot]; i < first_[slot + 1]; ++i) {
      // Who is touched touches, if not half of it is of the map before an edit: then it is no way.
      const std::uint32_t begin = first_[edges_[i].to()];
      const std::uint32_t end = first_[edges_[i].to() + 1];
      std::uint32_t back = begin;
      while (back != end && edges_[back].to() != slot) ++back;
      edges_[i].to_and_back |= (back - begin) & kNoEdge;
      if (back == end) edges_[i].cost = kInfiniteCost;
    }
  }
  maker_->set_edges(first_, edges_, [this](Slot slot) { return before_dead_end(slot); });
}

// Numbers without holes, when there are more holes than regions.
void RegionRoutes::seat_all_anew() {
  sector_of_.clear();
  std::fill(seats_.begin(), seats_.end(), std::uint16_t{0});
  rows_.clear();
  changed_ = true;
  for (std::uint32_t sector = 0; sector < touched_.sectors(); ++sector) seat(sector, records_[sector][0]);
}

// The region that a dead end's only edge leads to, and comes back from; the slot itself of all others.
RegionRoutes::Slot RegionRoutes::before_dead_end(Slot slot) const {
  const auto edges_of = [this](Slot of) { return first_[of + 1] - first_[of]; };
  if (edges_of(slot) != 1) return slot;
  const Edge& edge = edges_[first_[slot]];
  if (edge.cost == kInfiniteCost || edges_of(edge.to()) == 1) return slot;
  return edges_[first_[edge.to()] + edge.back()].cost == kInfiniteCost ? slot : edge.to();
}

void RegionRoutes::renew_row(Slot goal) {
  Row& row = rows_[goal];
  if (std::exchange(row.version, version_) == version_) return;
  row.next.clear();
  const std::uint32_t sector = sector_of_[goal];
  if (sector == kNobody || goal - base_[sector] >= records_[sector][0]) {
    row.next.shrink_to_fit();
    return;
  }
  const Slot before = before_dead_end(goal);
  if (before == goal) {
    owed_ += 2 * maker_->edges() / kEdgesPerUnit + 1;
    return maker_->find_row(goal, row.next);
  }
  // All ways to a dead end lead where its edge comes from.
  renew_row(before);
  owed_ += sector_of_.size() / kEntriesPerUnit + 1;
  row.next = rows_[before].next;
  row.next[before] = static_cast<std::uint8_t>(edges_[first_[goal]].back());
  row.next[goal] = kNoEdge;
}

std::uint64_t RegionRoutes::repair(const Map& map, std::uint64_t units) {
  touched_.take_in(map.grid());
  return pay_afterwards(owed_, units, [&] {
    if (!touched_.empty()) {
      renew_sector(map, touched_.take());
    } else if (graph_epoch_ != touched_.seen()) {
      renew_graph();
      graph_epoch_ = touched_.seen();
    } else if (next_row_ < rows_.size()) {
      renew_row(next_row_++);
    } else {
      set_epoch(touched_.seen());
      return false;
    }
    return true;
  });
}

std::vector<std::uint32_t> RegionRoutes::canonical() const {
  std::vector<std::uint32_t> all;
  std::vector<Slot> slots;
  for (std::uint32_t sector = 0; sector < touched_.sectors(); ++sector) {
    all.insert(all.end(), records_[sector].begin(), records_[sector].end());
    for (std::uint32_t region = 0; region < records_[sector][0]; ++region) slots.push_back(base_[sector] + region);
  }
  for (const Slot goal : slots) {
    for (const Slot from : slots) all.push_back(has_rows() ? next(from, goal) : kNoEdge);
  }
  return all;
}

std::uint64_t RegionRoutes::bytes() const {
  std::uint64_t sum = sizeof(*this) + maker_->heap_bytes() +
                      heap_bytes_of(touched_, records_, base_, seats_, sector_of_, rows_, first_, edges_);
  for (const Record& record : records_) sum += heap_bytes_of(record);
  for (const Row& row : rows_) sum += heap_bytes_of(row.next);
  return sum;
}

}  // namespace waymark
