#include "waymark/search/fringe.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "search/fringe_arrays.hpp"
#include "search/fringe_entry.hpp"
#include "search/fringe_links.hpp"
#include "search/grid_path_finder.hpp"
#include "waymark/base/heap_bytes.hpp"
#include "waymark/space/grid_space.hpp"

namespace waymark {
namespace {

template <class Heuristic, class List>
class Fringe final : public PathFinder {
 public:
  Fringe(const Map& map, HeuristicMaker<Heuristic> make_heuristic)
      : PathFinder(map),
        make_heuristic_(make_heuristic),
        space_(map.grid(), map.table()),
        heuristic_(make_heuristic(map, map.grid().node(0, 0))),
        store_(map),
        list_(map) {}
  [[nodiscard]] std::uint64_t bytes() const override { return sizeof(*this) + heap_bytes_of(store_, list_); }

 private:
  void begin(NodeId start, NodeId goal) override {
    goal_ = goal;
    heuristic_ = make_heuristic_(map(), goal);
    store_.reset(space_.id_bound());
    limit_ = heuristic_(start);
    least_beyond_ = kInfiniteCost;
    auto [record, fresh] = store_.touch(start);
    store_.write(record, fresh, limit_, GridSpace::kNoArrival);
    list_.begin(List::child({limit_, start}, record));
    visited_ = 0;
    work_ = {};
    work_.generated = 1;
    work_.peak_states = 1;
  }

  Status run(const Budget& budget) override {
    if (!budget.has_deadline()) return visit(budget.units);
    Status status = Status::kInProgress;
    for (std::uint64_t left = budget.units; left > 0 && status == Status::kInProgress && !budget.past_deadline();) {
      const std::uint64_t slice = std::min(left, Budget::kPollInterval);
      status = visit(slice);
      left -= slice;
    }
    return status;
  }

  // Goes on for so many visits.
  Status visit(std::uint64_t units) {
    const std::uint64_t last = units > ~visited_ ? ~std::uint64_t{0} : visited_ + units;
    while (visited_ < last) {
      if (list_.failed() || store_.failed()) return Status::kOutOfRoom;
      if (list_.at_end()) {
        if (list_.empty()) return Status::kUnreachable;
        list_.begin_pass();
        limit_ = least_beyond_;
        least_beyond_ = kInfiniteCost;
      }
      visited_ += list_.pass_over(store_, limit_, least_beyond_, last - visited_);
      if (visited_ == last || list_.at_end() || list_.failed()) continue;
      ++visited_;
      const NodeId node = list_.take();
      auto& record = store_.at(node);
      const Cost g = record.g - heuristic_(node);
      if (g > kMaxPathCost) return Status::kCostOverflow;
      record.close();
      if (node == goal_) return Status::kSolved;
      expand(node, g, record.arrival());
    }
    return Status::kInProgress;
  }

  void expand(NodeId node, Cost g, std::uint8_t arrival) {
    const Heuristic heuristic = heuristic_;  // a copy: the compiler knows that writes to the store do not change it
    const auto here = heuristic.at(node);
    std::array<typename List::Child, kDirections> found;
    std::size_t count = 0;
    std::uint64_t touched = 0;
    space_.for_each_successor(node, arrival, [&](NodeId to, Cost edge, std::uint8_t by) {
      const Cost f = g + edge + heuristic.of(here, to, by);
      auto [record, fresh] = store_.touch(to);
      if (!fresh && f >= record.g) return;
      store_.write(record, fresh, f, by);
      touched += fresh ? 1 : 0;
      if (!fresh) list_.leave(record);
      found[count++] = List::child({f, to}, record);
    });
    ++work_.expanded;
    work_.generated += count;
    work_.peak_states += touched;
    list_.insert(found.data(), count);
  }

  [[nodiscard]] Cost path_cost() const override { return store_.find(goal_)->g; }  // h of the goal is 0
  PathPiece trace(PathCursor& cursor, std::span<NodeId> room) const override {
    return piece_back_from(goal_, cursor, room, [this](NodeId node) {
      const std::uint8_t by = store_.find(node)->arrival();
      return by != GridSpace::kNoArrival ? space_.predecessor(node, by) : kNoNode;
    });
  }
  [[nodiscard]] Work counted() const override { return work_; }
  [[nodiscard]] std::uint64_t pops() const override { return visited_; }
  [[nodiscard]] Touch touched(NodeId node) const override {
    const auto* const record = store_.find(node);
    if (record == nullptr) return Touch::kNone;
    return record->closed() ? Touch::kClosed : Touch::kOpen;
  }

  HeuristicMaker<Heuristic> make_heuristic_;
  GridSpace space_;
  Heuristic heuristic_;
  typename List::Store store_;
  List list_;
  NodeId goal_ = kNoNode;
  Cost limit_ = 0;                     // of f, in this pass
  Cost least_beyond_ = kInfiniteCost;  // of the f above it, so far in this pass
  std::uint64_t visited_ = 0;
  Work work_;
};

}  // namespace

PathFinderPtr make_fringe(const Map& map, const FringeOptions& options) {
  return with_natural_heuristic(map.rules(), [&]<class Heuristic>(HeuristicMaker<Heuristic> make_heuristic) {
    if (options.list == FringeList::kLinked) {
      return PathFinderPtr(std::make_unique<Fringe<Heuristic, FringeLinks>>(map, make_heuristic));
    }
    return PathFinderPtr(std::make_unique<Fringe<Heuristic, FringeArrays>>(map, make_heuristic));
  });
}

}  // namespace waymark
