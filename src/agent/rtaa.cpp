#include "waymark/agent/rtaa.hpp"

#include "agent/local_search_agent.hpp"
#include "agent/rows.hpp"

namespace waymark {
namespace {

constexpr std::tuple kRtaaParameters{expansions_parameter<&RtaaOptions::n>(), moves_parameter<&RtaaOptions::moves>()};

}  // namespace

Result<AgentPtr> make_rtaa(const Map& map, const RtaaOptions& options) {
  if (auto good = check_options(options, kRtaaParameters); !good) return good.error();
  return make_local_search_agent<Learn::kDifference, Target::kBest>(map, options.n, options.moves);
}

constinit const AlgorithmInfo rows::kRtaa =
    agent_row<RtaaOptions, kRtaaParameters, make_rtaa>({.key = "rtaa",
                                                        .title = "RTAA*",
                                                        .family = kRealTime,
                                                        .citation = "Koenig & Likhachev 2006",
                                                        .summary = "LSS-LRTA* with a faster, weaker way to learn",
                                                        .real_time = true});

}  // namespace waymark
