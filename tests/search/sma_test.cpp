// SMA*: step by step against a transcription, and its answers against a search by the number of states.
#include "waymark/search/sma.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "search/grid_path_finder.hpp"
#include "search/sma_tree.hpp"
#include "support/ascii.hpp"
#include "support/paths.hpp"
#include "support/plain_sma.hpp"
#include "support/sanitized.hpp"

namespace waymark::search_sma_test {

using test::Place;
using test::PlainSma;

Place place_of(const Grid& grid, NodeId node) {
  const Cell cell = grid.cell(node);
  return {cell.x, cell.y};
}

struct Recorder {
  const Grid* grid = nullptr;
  std::vector<PlainSma::Event>* events = nullptr;

  void generated(NodeId state, std::uint32_t depth, Cost f) const { add(false, state, depth, f); }
  void dropped(NodeId state, std::uint32_t depth, Cost f) const { add(true, state, depth, f); }
  void add(bool dropped, NodeId state, std::uint32_t depth, Cost f) const {
    events->push_back({dropped, place_of(*grid, state), depth, f == kInfiniteCost ? PlainSma::kInfinity : f});
  }
};

// The moves of a transcription: all, or those of the library's table, which has tests of its own.
PlainSma::Moves moves_on(const Map& map, Successors successors) {
  if (successors == Successors::kAll) {
    return [&map](Place at, const test::ReferenceMove*) { return test::moves_in_order(map.grid(), map.rules(), at); };
  }
  return [&map](Place at, const test::ReferenceMove* by) {
    std::uint8_t arrival = kNoDirection;
    for (std::uint8_t d = 0; by != nullptr && d < kDirections; ++d) {
      if (kDx[d] == by->dx && kDy[d] == by->dy) arrival = d;
    }
    std::vector<test::ReferenceMove> moves;
    CanonicalGridSpace(map.grid(), map.table())
        .for_each_successor(map.grid().node(at.first, at.second), arrival, [&](NodeId, Cost cost, std::uint8_t d) {
          moves.push_back({kDx[d], kDy[d], cost});
        });
    return moves;
  };
}

struct Seen {
  int solved = 0;
  int without_room = 0;
  int cut_short = 0;
  int forgetful = 0;
  std::uint64_t walks = 0;
};

template <class Heuristic>
void compare(const Map& map, HeuristicMaker<Heuristic> make_heuristic, Successors successors, std::uint32_t nodes,
             NodeId start, NodeId goal, std::uint64_t most_units, Seen& seen) {
  const Grid& grid = map.grid();
  const Heuristic h = make_heuristic(map, goal);
  PlainSma plain(
      moves_on(map, successors), [&](Place place) { return h(grid.node(place.first, place.second)); },
      place_of(grid, start), place_of(grid, goal), nodes);
  plain.run(most_units);

  std::vector<PlainSma::Event> events;
  // A unit looks at so few states of a path that many a walk takes several: these are not in the transcription.
  SmaTree<Heuristic, Recorder> tree(map, successors, nodes, 2);
  tree.start(h, start, goal, {&grid, &events});
  Status status = Status::kInProgress;
  while (status == Status::kInProgress && tree.units() - tree.walks() < plain.units()) {
    status = tree.unit();
    ASSERT_LE(tree.held(), nodes);
  }
  if (plain.end() == PlainSma::End::kNoRoom) {  // to find that out is no unit, but for what is left of a walk
    while (status == Status::kInProgress && tree.units() < most_units + 200) status = tree.unit();
  }

  ASSERT_EQ(events.size(), plain.events().size());
  for (std::size_t i = 0; i < events.size(); ++i) ASSERT_EQ(events[i], plain.events()[i]) << "event " << i;
  ASSERT_EQ(tree.units() - tree.walks(), plain.units());
  ASSERT_EQ(tree.work().expanded, plain.completed());
  ASSERT_LE(tree.work().peak_states, nodes);
  switch (plain.end()) {
    case PlainSma::End::kNone: ASSERT_EQ(status, Status::kInProgress); break;
    case PlainSma::End::kSolved:
      ASSERT_EQ(status, Status::kSolved);
      ASSERT_EQ(tree.cost(), plain.cost());
      break;
    case PlainSma::End::kNoRoom: ASSERT_EQ(status, Status::kOutOfRoom); break;
  }
  seen.solved += plain.end() == PlainSma::End::kSolved ? 1 : 0;
  seen.without_room += plain.end() == PlainSma::End::kNoRoom ? 1 : 0;
  seen.cut_short += plain.end() == PlainSma::End::kNone ? 1 : 0;
  seen.forgetful += tree.forgotten() > 0 ? 1 : 0;
  seen.walks += tree.walks();
}

std::uint32_t random_room(Random& random) {
  switch (random.below(4)) {
    case 0: return 2 + random.below(5);
    case 1: return 2 + random.below(20);
    case 2: return 10 + random.below(60);
    default: return 1000;
  }
}

TEST(Sma, makes_and_drops_the_same_nodes_in_the_same_order_as_a_transcription) {
  Random random(41);
  Seen seen;
  for (MoveRules rules : test::all_rules()) {
    for (int round = 0; round < test::rounds(400); ++round) {
      if (round % 5 == 4) rules.costs = test::random_costs(random);
      const Map map(test::random_grid(random, random.between(1, 11), random.between(1, 11),
                                      static_cast<unsigned>(random.between(0, 55))),
                    rules);
      const NodeId start = test::random_passable(random, map.grid());
      const NodeId goal = test::random_passable(random, map.grid());
      if (start == kNoNode || !map.connected(start, goal)) continue;
      const std::uint32_t nodes = random_room(random);
      const Successors successors = random.chance(1, 2) ? Successors::kAll : Successors::kCanonical;
      const HeuristicKind kind = natural_heuristic(rules);
      if (kind == HeuristicKind::kHexagonal) {
        compare(map, HeuristicMaker<HexHeuristic>{}, successors, nodes, start, goal, 1500, seen);
      } else {
        compare(map, HeuristicMaker<GridHeuristic<OctileDistance>>{kind}, successors, nodes, start, goal, 1500, seen);
      }
      ASSERT_FALSE(HasFatalFailure()) << "nodes " << nodes << ", round " << round;
    }
  }
  EXPECT_GT(seen.solved, test::enough(1000));
  EXPECT_GT(seen.without_room, test::enough(200));
  EXPECT_GT(seen.cut_short, test::enough(50));
  EXPECT_GT(seen.forgetful, test::enough(500));
  EXPECT_GT(seen.walks, test::enough<std::uint64_t>(1000));
}

// The cheapest ways by the number of their states: plain, and by another idea.
class ByStates {
 public:
  ByStates(const Map& map, NodeId start, NodeId goal) {
    const Grid& grid = map.grid();
    const auto cells = static_cast<std::size_t>(grid.width() * grid.height());
    const auto index = [&](int x, int y) { return static_cast<std::size_t>(y * grid.width() + x); };
    const auto [goal_x, goal_y] = place_of(grid, goal);
    const auto [start_x, start_y] = place_of(grid, start);
    std::vector<std::uint64_t> cost(cells, test::kUnreached);
    cost[index(start_x, start_y)] = 0;
    for (std::size_t states = 1; states <= cells; ++states) {
      cheapest_.push_back(cost[index(goal_x, goal_y)]);
      std::vector<std::uint64_t> next = cost;
      for (int y = 0; y < grid.height(); ++y) {
        for (int x = 0; x < grid.width(); ++x) {
          if (cost[index(x, y)] == test::kUnreached) continue;
          for (const test::ReferenceMove& move : test::reference_moves(grid, map.rules(), x, y)) {
            std::uint64_t& there = next[index(x + move.dx, y + move.dy)];
            there = std::min(there, cost[index(x, y)] + move.cost);
          }
        }
      }
      cost = std::move(next);
    }
  }

  // kUnreached: no path has so few states.
  [[nodiscard]] std::uint64_t cheapest(std::size_t states) const {
    return cheapest_[std::min(states, cheapest_.size()) - 1];
  }
  [[nodiscard]] std::uint64_t optimal() const { return cheapest_.back(); }
  // States of a path of the fewest, and so many more; 2 at least.
  [[nodiscard]] std::uint32_t fewest(int more) const {
    int states = 1;
    while (cheapest(static_cast<std::size_t>(states)) == test::kUnreached) ++states;
    return static_cast<std::uint32_t>(std::max(states + more, 2));
  }

 private:
  std::vector<std::uint64_t> cheapest_;
};

PathFinderPtr make(const Map& map, const SmaOptions& options) { return make_sma(map, options).value(); }

TEST(Sma, finds_the_cheapest_path_that_fits_and_says_so_if_none_does) {
  Random random(42);
  int optimal = 0;
  int dearer = 0;
  int without_room = 0;
  int gave_up = 0;
  for (MoveRules rules : test::all_rules()) {
    for (int round = 0; round < test::rounds(300); ++round) {
      if (round % 2 == 1) rules.costs = test::random_costs(random);
      const Map map(test::random_grid(random, random.between(2, 9), random.between(2, 9),
                                      static_cast<unsigned>(random.between(10, 50))),
                    rules);
      const NodeId start = test::random_passable(random, map.grid());
      const NodeId goal = test::random_passable(random, map.grid());
      if (start == kNoNode || !map.connected(start, goal)) continue;
      const ByStates by_states(map, start, goal);
      for (const Successors successors : {Successors::kAll, Successors::kCanonical}) {
        const int off = random.between(-2, 4);  // of the room for some path
        const std::uint32_t nodes = random.chance(1, 3) ? random_room(random) : by_states.fewest(off);
        const PathFinderPtr finder = make(map, {.nodes = nodes, .limit = 30'000, .successors = successors});
        const Status status = finder->solve(start, goal);
        ASSERT_LE(finder->work().peak_states, nodes);
        std::vector<NodeId> path;
        finder->append_path(path);
        if (status == Status::kOutOfBudget) {
          ASSERT_EQ(finder->popped(), 30'000u);
          ++gave_up;
          continue;
        }
        const std::uint64_t expected = by_states.cheapest(nodes);
        if (status == Status::kSolved) {
          ASSERT_TRUE(test::path_is_sound(map, path, start, goal, finder->cost()));
          ASSERT_LE(path.size(), nodes);
          ASSERT_GE(finder->cost(), expected);
          ++(finder->cost() == by_states.optimal() ? optimal : dearer);
        } else {
          ASSERT_EQ(status, Status::kOutOfRoom);
          ASSERT_EQ(finder->cost(), kInfiniteCost);
          ASSERT_TRUE(path.empty());
          ++without_room;
        }
        if (successors == Successors::kAll || expected == by_states.optimal()) {
          ASSERT_EQ(finder->cost(), expected == test::kUnreached ? kInfiniteCost : expected)
              << "nodes " << nodes << ", round " << round;
        }
      }
    }
  }
  EXPECT_GT(optimal, test::enough(1000));
  EXPECT_GT(dearer, test::enough(10));
  EXPECT_GT(without_room, test::enough(500));
  EXPECT_GT(gave_up, test::enough(5));
}

}  // namespace waymark::search_sma_test
