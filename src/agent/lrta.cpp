#include "waymark/agent/lrta.hpp"

#include <new>

#include "agent/cost_lookahead.hpp"
#include "agent/lent_agent.hpp"
#include "agent/lookahead_agent.hpp"
#include "agent/lookahead_parameters.hpp"
#include "agent/rows.hpp"
#include "base/thousandths.hpp"

namespace waymark {
namespace {

constexpr std::tuple kLrtaParameters{
    depth_parameter<&LrtaOptions::d>(), gamma_parameter<&LrtaOptions::gamma>(),
    zero_or(number<&LrtaOptions::g_max>(
                "g_max", "g_max",
                "cost of lookahead in cardinal steps, in place of d; below 2 the neighbours only; 0 = use d", 0,
                CostLookahead::kMaxThousandths / 1000.0),
            1)};

}  // namespace

Result<AgentPtr> make_lrta(const Map& map, const LrtaOptions& options) {
  if (auto fits = LearnedHeuristic::check(map.rules()); !fits) return fits.error();
  if (auto good = check_options(options, kLrtaParameters); !good) return good.error();
  const std::uint32_t gamma = thousandths_of(options.gamma);
  const std::uint32_t g_max = thousandths_of(options.g_max);
  if (g_max == 0) return make_lookahead_agent<Remember::kBest>(map, options.d, gamma);
  return AgentPtr(std::make_unique<LookaheadAgent<Remember::kBest, CostLookahead>>(map, g_max, gamma));
}

const LentKind& lent_lrta() {
  using Made = NeighbourAgent<Remember::kBest>;
  constexpr auto kMake = [](void* place, const Map& map) { return new (place) Made(map, 1000); };
  static const LentKind kind = lent_kind<Made, kMake>(Made::kUnits, Made::kUnits, true, [] {});
  return kind;
}

constinit const AlgorithmInfo rows::kLrta = agent_row<LrtaOptions, kLrtaParameters, make_lrta>(
    {.key = "lrta",
     .title = "LRTA*",
     .family = kRealTime,
     .citation = "Korf 1990; Bulitko et al. 2008",
     .summary = "looks d moves ahead, learns the value of its state, takes one step",
     .real_time = true});

}  // namespace waymark
