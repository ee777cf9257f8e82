// The lookahead of LSS-LRTA*, RTAA* and their kin: A* from the agent's state for at most n expansions, and what the
// closed states can learn from the open ones.
//
// Legend: g cost from the agent's state; f = g + h; closed: the states expanded; open: those reached and not expanded,
// the goal among them even if its turn has come.
// Order: lower f, then higher g, then lower id. A state is expanded once, also where h is not consistent.
// Memory: 5n + 4 states at most. (A new closed state next to a closed one has at most 5 cells around it that lie not
// around the other.)
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "waymark/agent/learned_heuristic.hpp"
#include "waymark/base/fixed_table.hpp"
#include "waymark/base/types.hpp"
#include "waymark/search/addressable_queue.hpp"
#include "waymark/search/queue.hpp"
#include "waymark/search/search.hpp"
#include "waymark/search/store.hpp"
#include "waymark/space/grid_space.hpp"

namespace waymark {

class BestFirstLookahead {
 public:
  static constexpr std::uint32_t kMaxExpansions = 10'000;

  // At most `expansions` a run, from 1 to kMaxExpansions. `h` is kept by reference.
  BestFirstLookahead(const Map& map, LearnedHeuristic& h, std::uint32_t expansions);

  // Open states after n expansions, at most.
  static constexpr std::uint64_t max_open(std::uint64_t n) { return 4 * n + 4; }

  // Searches from `s`, which is not the goal: one unit per pop, `expansions` at most. kInProgress or kSolved (the goal
  // is next to be expanded) if there is a best open state; otherwise why there is none.
  Status run(NodeId s, NodeId goal, std::uint32_t expansions);

  struct OpenState {
    NodeId node;
    Cost f;
  };
  // The goal if its turn has come.
  [[nodiscard]] OpenState best() const;
  // The open state whose h was raised least so far, ties by the order of the search. The goal if its turn has come.
  // Adds a unit to `units` for each open state looked at: one if the best was never raised, all of them otherwise.
  [[nodiscard]] OpenState least_raised(std::uint64_t& units) const;

  // In the order of expansion; the agent's state is the first.
  [[nodiscard]] std::span<const NodeId> closed() const { return closed_; }
  // Puts the moves to an open state into `path`, last move first; there are at most closed().size().
  void trace_back(NodeId node, std::vector<std::uint8_t>& path) const;

  // Raises h of each closed state to the cheapest way out: the least sum of `weight_thousandths` times the way through
  // closed states and h of the open state it ends in (rounded down for each move). Two units per closed state.
  void learn_cheapest_way_out(std::uint32_t weight_thousandths, Work& work);
  // Raises h of each closed state to f - g. One unit per closed state.
  void learn_difference(Cost f, Work& work);

  // Of the last run.
  [[nodiscard]] const Work& work() const { return search_.work(); }

 private:
  // Not told that h is consistent: never expands a state again.
  struct Order : PlainOrder {
    static constexpr bool kConsistent = false;
  };
  struct Estimate {
    const LearnedHeuristic* h;
    using Here = LearnedHeuristic::Here;
    [[nodiscard]] Here at(NodeId node) const { return h->at(node); }
    [[nodiscard]] Cost of(Here here, NodeId to, std::uint8_t direction) const { return h->of(here, to, direction); }
    [[nodiscard]] Cost operator()(NodeId node) const { return (*h)(node); }
  };
  struct Record : NoTrace {
    std::vector<NodeId>* closed = nullptr;
    void expanded(NodeId node, Cost /*g*/) { closed->push_back(node); }
  };

  GridSpace space_;
  LearnedHeuristic* h_;
  Estimate estimate_;
  SparseStore<std::uint8_t> store_;
  AddressableQueue<Order> open_;
  Search<GridSpace, Estimate, SparseStore<std::uint8_t>, AddressableQueue<Order>, Record> search_;
  std::vector<NodeId> closed_;
  // Learning works on indices into closed_.
  FixedTable<std::uint32_t> index_of_;
  struct ClosedNeighbour {
    std::uint32_t index;
    Cost edge;
  };
  std::vector<std::array<ClosedNeighbour, kDirections>> neighbours_;  // those closed; the rest ends with kNoNode
  AddressableQueue<Order, CountedPlaces> learning_;
  NodeId goal_ = kNoNode;
};

}  // namespace waymark
