#include "waymark/agent/tba.hpp"

#include "agent/rows.hpp"
#include "agent/successor_choices.hpp"
#include "agent/time_bounded_agent.hpp"

namespace waymark {
namespace {

constexpr std::tuple kTbaParameters{
    slice_parameter<&TbaOptions::r>(),
    whole<&TbaOptions::c>("c", "c", "states traced back for the price of an expansion", 1, kMaxTraceRatio),
    choice<&TbaOptions::successors, kSuccessorChoices>("successors", kSuccessorsDescription)};

}  // namespace

Result<AgentPtr> make_tba(const Map& map, const TbaOptions& options) {
  if (auto good = check_options(options, kTbaParameters); !good) return good.error();
  using Open = PagedBucketQueue<PlainOrder>;
  if (options.successors == Successors::kAll) {
    return make_time_bounded_agent<GridSpace, Open>(map, options.r, options.c, {});
  }
  return make_time_bounded_agent<CanonicalGridSpace, Open>(map, options.r, options.c, {});
}

constinit const AlgorithmInfo rows::kTba = agent_row<TbaOptions, kTbaParameters, make_tba>(
    {.key = "tba",
     .title = "TBA*",
     .family = kRealTime,
     .citation = "Bjornsson, Bulitko & Sturtevant 2009",
     .summary = "A* in slices of R units; the agent follows its best path so far",
     .real_time = true});

}  // namespace waymark
