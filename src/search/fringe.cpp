#include "waymark/search/fringe.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "search/grid_path_finder.hpp"
#include "waymark/base/heap_bytes.hpp"
#include "waymark/base/instrument.hpp"
#include "waymark/search/store.hpp"
#include "waymark/space/grid_space.hpp"

namespace waymark {
namespace {

using FringeStore = DenseStore<GridSpace::Arrival>;  // a record's g is f here

// A state of the list. If the state's f is another by now, it stands elsewhere, and this entry is to be dropped.
struct FringeEntry {
  Cost f;
  NodeId node;
};

// Entries in order, written at one end. Keeps its room.
class FringeList {
 public:
  [[nodiscard]] std::size_t size() const { return count_; }
  [[nodiscard]] const FringeEntry* data() const { return entries_.data(); }
  void clear() { count_ = 0; }
  // Room for so many more entries, to be written from the end on, and then said how many they were.
  FringeEntry* room_for(std::size_t more) {
    if (entries_.size() < count_ + more) entries_.resize(2 * (count_ + more));
    return entries_.data() + count_;
  }
  void grow(std::size_t written) { count_ += written; }
  // Two lists that take turns have the same room, so that a query which is run again finds enough, whichever of them
  // comes first.
  void as_roomy_as(const FringeList& other) {
    if (entries_.size() < other.entries_.size()) entries_.resize(other.entries_.size());
  }
  [[nodiscard]] std::uint64_t heap_bytes() const { return heap_bytes_of(entries_); }

 private:
  std::vector<FringeEntry> entries_;
  std::size_t count_ = 0;
};

template <class Heuristic>
class Fringe final : public PathFinder {
 public:
  Fringe(const Map& map, HeuristicMaker<Heuristic> make_heuristic)
      : PathFinder(map),
        make_heuristic_(make_heuristic),
        space_(map.grid(), map.table()),
        heuristic_(make_heuristic(map, map.grid().node(0, 0))) {}
  [[nodiscard]] std::uint64_t bytes() const override {
    return sizeof(*this) + heap_bytes_of(store_, children_, now_, later_);
  }

 private:
  void begin(NodeId start, NodeId goal) override {
    goal_ = goal;
    heuristic_ = make_heuristic_(map(), goal);
    store_.reset(space_.id_bound());
    limit_ = heuristic_(start);
    least_beyond_ = kInfiniteCost;
    auto [record, fresh] = store_.touch(start);
    store_.write(record, fresh, limit_, GridSpace::kNoArrival);
    children_.assign(1, {limit_, start});
    later_.clear();
    begin_pass();
    visited_ = 0;
    work_ = {};
    work_.generated = 1;
    work_.peak_states = 1;
  }

  // What was left for later is what is to be visited now.
  void begin_pass() {
    std::swap(now_, later_);
    later_.clear();
    later_.as_roomy_as(now_);
    now_.as_roomy_as(later_);
    next_ = 0;
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

  // Goes on for so many entries of the list.
  Status visit(std::uint64_t units) {
    const std::uint64_t last = units > ~visited_ ? ~std::uint64_t{0} : visited_ + units;
    while (visited_ < last) {
      if (children_.empty()) {
        if (next_ == now_.size()) {
          if (later_.size() == 0) return Status::kUnreachable;
          begin_pass();
          limit_ = least_beyond_;
          least_beyond_ = kInfiniteCost;
        }
        pass_over(last - visited_);
        if (visited_ == last || next_ == now_.size()) continue;
        children_.push_back(now_.data()[next_++]);
      }
      const FringeEntry entry = children_.back();
      children_.pop_back();
      ++visited_;
      auto& record = store_.at(entry.node);
      if (record.g != entry.f) continue;
      if (entry.f > limit_) {
        least_beyond_ = std::min(least_beyond_, entry.f);
        *later_.room_for(1) = entry;
        later_.grow(1);
        continue;
      }
      const Cost g = entry.f - heuristic_(entry.node);
      if (g > kMaxPathCost) return Status::kCostOverflow;
      record.close();
      if (entry.node == goal_) return Status::kSolved;
      expand(entry.node, g, record.arrival());
    }
    return Status::kInProgress;
  }

  // Visits the entries from next_ on that are beyond the limit, until one is not. Most visits are these.
  void pass_over(std::uint64_t units) {
    const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(units, now_.size() - next_));
    const FringeEntry* const first = now_.data() + next_;
    const FringeEntry* const end = first + count;
    const FringeEntry* at = first;
    FringeEntry* const begin_out = later_.room_for(count);
    FringeEntry* out = begin_out;
    const auto* const records = &store_.at(0);
    const Cost limit = limit_;
    Cost least_beyond = least_beyond_;
    const auto take = [&](FringeEntry entry) {
      const bool stays = records[entry.node].g == entry.f;
      *out = entry;
      out += stays ? 1 : 0;
      least_beyond = std::min(least_beyond, stays ? entry.f : kInfiniteCost);
    };
    // Four at a time: nearly always all of them stay.
    for (; end - at >= 4; at += 4) {
      const FringeEntry a = at[0];
      const FringeEntry b = at[1];
      const FringeEntry c = at[2];
      const FringeEntry d = at[3];
      const Cost least = std::min(std::min(a.f, b.f), std::min(c.f, d.f));
      if (least <= limit) break;
      const Cost differences =
          (records[a.node].g ^ a.f) | (records[b.node].g ^ b.f) | (records[c.node].g ^ c.f) | (records[d.node].g ^ d.f);
      if (differences == 0) {
        out[0] = a;
        out[1] = b;
        out[2] = c;
        out[3] = d;
        out += 4;
        least_beyond = std::min(least_beyond, least);
      } else {
        for (const FringeEntry& entry : {a, b, c, d}) take(entry);
      }
    }
    for (; at != end && at->f > limit; ++at) take(*at);
    const auto passed = static_cast<std::size_t>(at - first);
    instrument::look(passed);
    later_.grow(static_cast<std::size_t>(out - begin_out));
    least_beyond_ = least_beyond;
    next_ += passed;
    visited_ += passed;
  }

  void expand(NodeId node, Cost g, std::uint8_t arrival) {
    const Heuristic heuristic = heuristic_;  // a copy: the compiler knows that writes to the store do not change it
    const auto here = heuristic.at(node);
    std::array<FringeEntry, kDirections> found;
    std::size_t count = 0;
    std::uint64_t touched = 0;
    space_.for_each_successor(node, arrival, [&](NodeId to, Cost edge, std::uint8_t by) {
      const Cost f = g + edge + heuristic.of(here, to, by);
      auto [record, fresh] = store_.touch(to);
      if (!fresh && f >= record.g) return;
      store_.write(record, fresh, f, by);
      touched += fresh ? 1 : 0;
      found[count++] = {f, to};
    });
    ++work_.expanded;
    work_.generated += count;
    work_.peak_states += touched;
    while (count > 0) children_.push_back(found[--count]);
  }

  [[nodiscard]] Cost path_cost() const override { return store_.find(goal_)->g; }  // h of the goal is 0
  void write_path(std::vector<NodeId>& path) const override {
    const auto first = static_cast<std::ptrdiff_t>(path.size());
    for (NodeId node = goal_;;) {
      path.push_back(node);
      const std::uint8_t by = store_.find(node)->arrival();
      if (by == GridSpace::kNoArrival) break;
      node = space_.predecessor(node, by);
    }
    std::reverse(path.begin() + first, path.end());
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
  FringeStore store_;
  // The list, from where it is visited: the children, the last of them first; what of now_ is from next_ on; and then,
  // for the next pass, later_.
  std::vector<FringeEntry> children_;
  FringeList now_;
  FringeList later_;
  std::size_t next_ = 0;
  NodeId goal_ = kNoNode;
  Cost limit_ = 0;                     // of f, in this pass
  Cost least_beyond_ = kInfiniteCost;  // of the f above it, so far in this pass
  std::uint64_t visited_ = 0;
  Work work_;
};

}  // namespace

PathFinderPtr make_fringe(const Map& map) {
  return with_natural_heuristic(map.rules(), [&]<class Heuristic>(HeuristicMaker<Heuristic> make_heuristic) {
    return PathFinderPtr(std::make_unique<Fringe<Heuristic>>(map, make_heuristic));
  });
}

}  // namespace waymark
