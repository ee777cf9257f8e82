#include "waymark/agent/rta.hpp"

#include "agent/lookahead_agent.hpp"
#include "agent/lookahead_parameters.hpp"
#include "agent/rows.hpp"

namespace waymark {
namespace {

constexpr std::tuple kRtaParameters{depth_parameter<&RtaOptions::d>()};

}  // namespace

Result<AgentPtr> make_rta(const Map& map, const RtaOptions& options) {
  if (auto fits = LearnedHeuristic::check(map.rules()); !fits) return fits.error();
  if (auto good = check_options(options, kRtaParameters); !good) return good.error();
  return make_lookahead_agent<Remember::kSecondBest>(map, options.d, 1000);
}

constinit const AlgorithmInfo rows::kRta =
    agent_row<RtaOptions, kRtaParameters, make_rta>({.key = "rta",
                                                     .title = "RTA*",
                                                     .family = kRealTime,
                                                     .citation = "Korf 1990",
                                                     .summary = "LRTA* that remembers what it would cost to come back",
                                                     .real_time = true});

}  // namespace waymark
