#include "waymark/agent/weighted_lss_lrta.hpp"

#include "agent/local_search_agent.hpp"
#include "agent/rows.hpp"

namespace waymark {
namespace {

constexpr std::tuple kWeightedLssLrtaParameters{
    expansions_parameter<&WeightedLssLrtaOptions::n>(),
    number<&WeightedLssLrtaOptions::w>("w", "w", "weight of a move in the update", 1, 10)};

}  // namespace

Result<AgentPtr> make_wb_lss_lrta(const Map& map, const WeightedLssLrtaOptions& options) {
  if (auto good = check_options(options, kWeightedLssLrtaParameters); !good) return good.error();
  return make_local_search_agent<Learn::kCheapestWayOut, Target::kBest>(map, options.n, MovesPerSearch::kToFrontier,
                                                                        thousandths_of(options.w));
}

constinit const AlgorithmInfo rows::kWbLssLrta =
    agent_row<WeightedLssLrtaOptions, kWeightedLssLrtaParameters, make_wb_lss_lrta>(
        {.key = "wb-lss-lrta",
         .title = "LSS-LRTA* with weighted updates",
         .family = kRealTime,
         .citation = "Rivera, Baier & Hernandez 2015",
         .summary = "LSS-LRTA* whose learning counts every move w times",
         .real_time = true});

}  // namespace waymark
