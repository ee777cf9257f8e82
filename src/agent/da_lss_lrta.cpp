#include "waymark/agent/da_lss_lrta.hpp"

#include "agent/local_search_agent.hpp"
#include "agent/rows.hpp"

namespace waymark {
namespace {

constexpr std::tuple kDaLssLrtaParameters{expansions_parameter<&DaLssLrtaOptions::n>()};

}  // namespace

Result<AgentPtr> make_da_lss_lrta(const Map& map, const DaLssLrtaOptions& options) {
  if (auto good = check_options(options, kDaLssLrtaParameters); !good) return good.error();
  return make_local_search_agent<Learn::kCheapestWayOut, Target::kLeastRaised>(map, options.n,
                                                                               MovesPerSearch::kToFrontier);
}

constinit const AlgorithmInfo rows::kDaLssLrta = agent_row<DaLssLrtaOptions, kDaLssLrtaParameters, make_da_lss_lrta>(
    {.key = "da-lss-lrta",
     .title = "daLSS-LRTA*",
     .family = kRealTime,
     .citation = "Hernandez & Baier 2012",
     .summary = "LSS-LRTA* that keeps out of depressions",
     .real_time = true});

}  // namespace waymark
