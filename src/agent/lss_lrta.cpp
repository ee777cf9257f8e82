#include "waymark/agent/lss_lrta.hpp"

#include <array>

#include "agent/local_search_agent.hpp"
#include "agent/rows.hpp"

namespace waymark {
namespace {

constexpr std::array<Choice<StatesThatLearn>, 2> kStatesThatLearn{
    {{"all", StatesThatLearn::kAll}, {"start", StatesThatLearn::kStart}}};
constexpr std::tuple kLssLrtaParameters{
    expansions_parameter<&LssLrtaOptions::n>(), moves_parameter<&LssLrtaOptions::moves>(),
    choice<&LssLrtaOptions::learn, kStatesThatLearn>("learn", "all states of the lookahead learn, or its start alone")};

}  // namespace

Result<AgentPtr> make_lss_lrta(const Map& map, const LssLrtaOptions& options) {
  if (auto good = check_options(options, kLssLrtaParameters); !good) return good.error();
  if (options.learn == StatesThatLearn::kStart) {
    return make_local_search_agent<Learn::kStart, Target::kBest>(map, options.n, options.moves);
  }
  return make_local_search_agent<Learn::kCheapestWayOut, Target::kBest>(map, options.n, options.moves);
}

constinit const AlgorithmInfo rows::kLssLrta = agent_row<LssLrtaOptions, kLssLrtaParameters, make_lss_lrta>(
    {.key = "lss-lrta",
     .title = "LSS-LRTA*",
     .family = kRealTime,
     .citation = "Koenig & Sun 2009",
     .summary = "A* of N expansions around the agent; all of them learn the cheapest way out",
     .real_time = true});

}  // namespace waymark
