// What an A* expansion costs beyond what it cannot do without. The bare loop is given, from a recorded search, which
// state came up and what was pushed; it looks at the same neighbours and performs the same queue operations, and
// nothing else: no heuristic, no costs, no closed flags, no counters.
#include <fmt/format.h>

#include <array>
#include <bit>

#include "lab/bench/bench.hpp"
#include "waymark/agent/registry.hpp"
#include "waymark/search/bucket_queue.hpp"
#include "waymark/search/heuristic.hpp"
#include "waymark/search/search.hpp"
#include "waymark/search/store.hpp"
#include "waymark/space/grid_space.hpp"

namespace waymark {
namespace {

using Heuristic = GridHeuristic<OctileDistance>;
using Store = DenseStore<std::uint8_t>;

struct Push {
  Cost g;
  Cost h;
  NodeId node;
};

// One query: the successors to look at and the pushes to make after each pop.
struct Recording {
  struct Pop {
    NodeId node;
    std::uint8_t moves;  // directions looked at
    std::uint8_t pushes;
  };
  std::vector<Pop> pops;
  std::vector<Push> pushes;
};

// Writes down what Search does, pop by pop.
struct Recorder {
  const CanonicalGridSpace* space = nullptr;
  const Heuristic* heuristic = nullptr;
  const Store* store = nullptr;
  Recording* recording = nullptr;

  void generated(NodeId node, Cost g) {
    recording->pushes.push_back({g, (*heuristic)(node), node});
    if (!recording->pops.empty()) ++recording->pops.back().pushes;
  }
  static bool skip(NodeId, Cost) { return false; }
  void expanded(NodeId node, Cost) {
    const std::uint8_t arrival = store->find(node)->arrival();
    const unsigned around = space->grid().neighbourhood(node);
    recording->pops.push_back({node, space->table().canonical[arrival][around], 0});
  }
};

class BareLoop {
 public:
  explicit BareLoop(const Map& map) : grid_(&map.grid()), max_edge_(map.rules().costs.diagonal) {
    records_.resize(map.grid().id_bound());
    const auto stride = static_cast<std::int32_t>(map.grid().stride());
    for (std::size_t d = 0; d < kDirections; ++d) offset_[d] = static_cast<NodeId>(kDy[d] * stride + kDx[d]);
  }

  std::uint64_t run(const Recording& recording) {
    std::uint64_t sum = 0;
    const Push* push = recording.pushes.data();
    open_.start(max_edge_);
    open_.push(push->g, push->h, push->node);
    ++push;
    for (const Recording::Pop& pop : recording.pops) {
      NodeId node = open_.pop();
      while (node != pop.node) node = open_.pop();  // an entry of a state that came up before, by a cheaper way
      sum += grid_->neighbourhood(node);
      for (unsigned moves = pop.moves; moves != 0; moves &= moves - 1) {
        sum += records_[node + offset_[static_cast<std::size_t>(std::countr_zero(moves))]];
      }
      for (std::uint8_t i = 0; i < pop.pushes; ++i, ++push) {
        records_[push->node] = push->g;
        open_.push(push->g, push->h, push->node);
      }
    }
    return sum;
  }

 private:
  const Grid* grid_;
  Cost max_edge_;
  BucketQueue open_;
  std::vector<std::uint64_t> records_;  // as large as the search's own
  std::array<NodeId, kDirections> offset_;
};

}  // namespace

Result<bool> bench_expansion(const BenchOptions& given) {
  const BenchOptions options = given.with_problems(given.maps.empty() ? 200 : 600);
  constexpr double kBar = 1.5;
  bool holds = true;
  for (const std::string& set : bench_sets(options, {"bg512", "sc1"})) {
    std::vector<SideTimes> times(2, SideTimes(options.rounds));
    std::uint64_t expanded = 0;
    std::uint64_t sum = 0;
    auto done = for_each_case(options, set, [&](const BenchCase& bench_case) -> Result<Done> {
      const Map& map = bench_case.map;
      const CanonicalGridSpace space(map.grid(), map.table());
      const OctileDistance distance = octile_distance(HeuristicKind::kOctile, map.rules());
      Store store;
      BucketQueue open;
      std::vector<Recording> recordings;
      for (const BenchProblem& problem : bench_case.problems) {
        Recording& recording = recordings.emplace_back();
        const Heuristic heuristic(map.grid(), problem.goal, distance);
        Search<CanonicalGridSpace, Heuristic, Store, BucketQueue, Recorder> search;
        search.start(space, heuristic, store, open, problem.start, problem.goal,
                     {&space, &heuristic, &store, &recording});
        search.step(kUnlimited);
        expanded += search.work().expanded;
      }
      Search<CanonicalGridSpace, Heuristic, Store, BucketQueue> search;
      BareLoop bare(map);
      const std::vector<std::function<void()>> runs{[&] {
                                                      for (const BenchProblem& problem : bench_case.problems) {
                                                        const Heuristic heuristic(map.grid(), problem.goal, distance);
                                                        search.start(space, heuristic, store, open, problem.start,
                                                                     problem.goal);
                                                        search.step(kUnlimited);
                                                      }
                                                    },
                                                    [&] {
                                                      for (const Recording& recording : recordings)
                                                        sum += bare.run(recording);
                                                    }};
      measure_in_turn(runs, times, options.rounds);
      return Done{};
    });
    if (!done) return done.error();
    const auto expansions = static_cast<double>(expanded);
    fmt::print("{}: {} expansions, {} rounds in turn, median (range); checksum {:x}\n", set, expanded, options.rounds,
               sum);
    fmt::print("  {:<12} {:>32} an expansion\n", "a-star", per_item(times[0], expansions));
    fmt::print("  {:<12} {:>32} an expansion\n", "bare loop", per_item(times[1], expansions));
    holds &= print_at_most("an a-star expansion costs, in bare ones", times[0].median() / times[1].median(), kBar,
                           machine_during(times));
  }
  return holds;
}

}  // namespace waymark
