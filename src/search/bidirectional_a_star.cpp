#include "waymark/search/bidirectional_a_star.hpp"

#include <algorithm>
#include <cstddef>
#include <span>

#include "search/grid_path_finder.hpp"
#include "waymark/base/heap_bytes.hpp"
#include "waymark/search/bucket_queue.hpp"
#include "waymark/search/store.hpp"
#include "waymark/space/grid_space.hpp"

namespace waymark {
namespace {

// Where the two sides met most cheaply.
struct Meeting {
  std::uint64_t cost = kInfiniteCost;
  NodeId node = kNoNode;
};

using Store = DenseStore<CanonicalGridSpace::Arrival>;

template <class Heuristic>
struct MeetingTrace {
  const Store* other = nullptr;
  const Heuristic* to_own_start = nullptr;
  Meeting* best = nullptr;
  std::uint64_t other_lowest_f = 0;

  void generated(NodeId node, Cost g) {
    const auto* record = other->find(node);
    if (record == nullptr) return;
    const std::uint64_t cost = std::uint64_t{g} + record->g;
    if (cost < best->cost || (cost == best->cost && node < best->node)) *best = {cost, node};
  }
  [[nodiscard]] bool skip(NodeId node, Cost g) const {
    if (best->node == kNoNode) return false;
    const auto* record = other->find(node);
    if (record != nullptr && record->closed()) return true;
    return std::uint64_t{g} + other_lowest_f >= best->cost + (*to_own_start)(node);
  }
  void expanded(NodeId, Cost) {}
};

template <class Heuristic>
class BidirectionalAStar final : public PathFinder {
 public:
  BidirectionalAStar(const Map& map, HeuristicMaker<Heuristic> make_heuristic)
      : PathFinder(map),
        make_heuristic_(make_heuristic),
        space_(map.grid(), map.table()),
        forward_(make_heuristic(map, map.grid().node(0, 0))),
        backward_(forward_.heuristic) {}
  [[nodiscard]] std::uint64_t bytes() const override {
    return sizeof(*this) + heap_bytes_of(forward_.store, forward_.open, backward_.store, backward_.open);
  }

 private:
  struct Side {
    explicit Side(Heuristic to_goal) : heuristic(to_goal) {}
    Heuristic heuristic;
    Store store;
    BucketQueue open;
    Search<CanonicalGridSpace, Heuristic, Store, BucketQueue, MeetingTrace<Heuristic>> search;
  };

  void begin(NodeId start, NodeId goal) override {
    meeting_ = {};
    forwards_turn_ = true;
    forward_.heuristic = make_heuristic_(map(), goal);
    backward_.heuristic = make_heuristic_(map(), start);
    backward_.store.reset(space_.id_bound());  // before the forward side looks for meetings in it
    forward_.search.start(space_, forward_.heuristic, forward_.store, forward_.open, start, kNoNode,
                          {&backward_.store, &backward_.heuristic, &meeting_, 0});
    backward_.search.start(space_, backward_.heuristic, backward_.store, backward_.open, goal, kNoNode,
                           {&forward_.store, &forward_.heuristic, &meeting_, 0});
  }

  Status run(const Budget& budget) override {
    for (std::uint64_t units = 0; units < budget.units; ++units) {
      if (budget.has_deadline() && units % Budget::kPollInterval == 0 && budget.past_deadline()) break;
      std::uint64_t forward_f = 0;
      std::uint64_t backward_f = 0;
      const bool forward_open = forward_.search.best_open(forward_f);
      const bool backward_open = backward_.search.best_open(backward_f);
      if (!forward_open || !backward_open || std::max(forward_f, backward_f) >= meeting_.cost) {
        if (meeting_.node == kNoNode) return Status::kUnreachable;
        return meeting_.cost > kMaxPathCost ? Status::kCostOverflow : Status::kSolved;
      }
      Side& side = forwards_turn_ ? forward_ : backward_;
      side.search.trace().other_lowest_f = forwards_turn_ ? backward_f : forward_f;
      forwards_turn_ = !forwards_turn_;
      const Status status = side.search.step({1});
      if (status == Status::kCostOverflow || status == Status::kOutOfRoom) return status;
    }
    return Status::kInProgress;
  }

  [[nodiscard]] Cost path_cost() const override { return static_cast<Cost>(meeting_.cost); }
  // From the meeting to the start, and then to the goal.
  PathPiece trace(PathCursor& cursor, std::span<NodeId> room) const override {
    if (cursor.given_around == 0) {
      const PathPiece piece = trace_way(forward_.search, meeting_.node, cursor, room);
      if (piece.cells != 0) return piece;
      cursor.node = meeting_.node;
      cursor.given_around = 1;
    }
    std::size_t count = 0;
    for (; count != room.size(); ++count) {
      const NodeId next = backward_.search.before(cursor.node);
      if (next == kNoNode) break;
      room[count] = cursor.node = next;
    }
    return {count, false};
  }
  [[nodiscard]] Work counted() const override {
    Work work = forward_.search.work();
    const Work other = backward_.search.work();
    work.expanded += other.expanded;
    work.generated += other.generated;
    work.peak_states += other.peak_states;
    return work;
  }
  [[nodiscard]] std::uint64_t pops() const override { return forward_.search.popped() + backward_.search.popped(); }
  [[nodiscard]] Touch touched(NodeId node) const override {
    return std::max(touch_of(forward_.search, node), touch_of(backward_.search, node));
  }

  HeuristicMaker<Heuristic> make_heuristic_;
  CanonicalGridSpace space_;
  Side forward_;
  Side backward_;
  Meeting meeting_;
  bool forwards_turn_ = true;
};

}  // namespace

PathFinderPtr make_bidirectional_a_star(const Map& map) {
  return with_natural_heuristic(map.rules(), [&]<class Heuristic>(HeuristicMaker<Heuristic> make_heuristic) {
    return PathFinderPtr(std::make_unique<BidirectionalAStar<Heuristic>>(map, make_heuristic));
  });
}

}  // namespace waymark
