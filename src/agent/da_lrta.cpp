#include "waymark/agent/da_lrta.hpp"

#include "agent/least_raised_move.hpp"
#include "agent/lookahead_agent.hpp"
#include "agent/rows.hpp"

namespace waymark {

Result<AgentPtr> make_da_lrta(const Map& map) {
  if (auto fits = LearnedHeuristic::check(map.rules()); !fits) return fits.error();
  return AgentPtr(std::make_unique<NeighbourAgent<Remember::kBest, LeastRaisedMove>>(map, 1000));
}

constinit const AlgorithmInfo rows::kDaLrta =
    agent_row<NoOptions, kNoParameters, [](const Map& map, const NoOptions&) { return make_da_lrta(map); }>(
        {.key = "da-lrta",
         .title = "daLRTA*",
         .family = kRealTime,
         .citation = "Hernandez & Baier 2012",
         .summary = "LRTA* of one move that keeps out of depressions",
         .real_time = true});

}  // namespace waymark
