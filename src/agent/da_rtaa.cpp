#include "waymark/agent/da_rtaa.hpp"

#include <new>

#include "agent/lent_agent.hpp"
#include "agent/local_search_agent.hpp"
#include "agent/rows.hpp"

namespace waymark {
namespace {

constexpr std::tuple kDaRtaaParameters{expansions_parameter<&DaRtaaOptions::n>()};

}  // namespace

Result<AgentPtr> make_da_rtaa(const Map& map, const DaRtaaOptions& options) {
  if (auto good = check_options(options, kDaRtaaParameters); !good) return good.error();
  return make_local_search_agent<Learn::kDifference, Target::kLeastRaised>(map, options.n, MovesPerSearch::kToFrontier);
}

const LentKind& lent_da_rtaa() {
  using Made = LocalSearchAgent<Learn::kDifference, Target::kLeastRaised>;
  static constexpr std::uint32_t kN = DaRtaaOptions{}.n;
  constexpr auto kMake = [](void* place, const Map& map) {
    return new (place) Made(map, kN, MovesPerSearch::kToFrontier);
  };
  static const LentKind kind = lent_kind<Made, kMake>(
      Made::cost_of(kN), Made::cost_of(1), true, [] { this_thread_workspace().get<BestFirstLookahead>().prepare(kN); });
  return kind;
}

constinit const AlgorithmInfo rows::kDaRtaa =
    agent_row<DaRtaaOptions, kDaRtaaParameters, make_da_rtaa>({.key = "da-rtaa",
                                                               .title = "daRTAA*",
                                                               .family = kRealTime,
                                                               .citation = "Hernandez & Baier 2012",
                                                               .summary = "RTAA* that keeps out of depressions",
                                                               .real_time = true});

}  // namespace waymark
