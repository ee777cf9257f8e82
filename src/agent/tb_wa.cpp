#include "waymark/agent/tb_wa.hpp"

#include <new>

#include "agent/lent_agent.hpp"
#include "agent/rows.hpp"
#include "agent/time_bounded_agent.hpp"
#include "base/thousandths.hpp"

namespace waymark {
namespace {

constexpr std::tuple kTbWaParameters{slice_parameter<&TbWaOptions::r>(),
                                     number<&TbWaOptions::w>("w", "w", "weight of h in g + w*h", 1, 1000)};

}  // namespace

Result<AgentPtr> make_tb_wa(const Map& map, const TbWaOptions& options) {
  if (auto good = check_options(options, kTbWaParameters); !good) return good.error();
  return make_time_bounded_agent<GridSpace, PagedBucketQueue<WeightedOrder>>(
      map, options.r, TbaOptions{}.c, WeightedOrder{1000, thousandths_of(options.w)});
}

const LentKind& lent_tb_wa() {
  using Made = TimeBoundedAgent<GridSpace, PagedBucketQueue<WeightedOrder>>;
  static constexpr TbWaOptions kOptions;
  constexpr auto kMake = [](void* place, const Map& map) {
    return new (place) Made(map, kOptions.r, TbaOptions{}.c, WeightedOrder{1000, thousandths_of(kOptions.w)});
  };
  static const LentKind kind = lent_kind<Made, kMake>(kOptions.r, kMinSlice, false, [] {});
  return kind;
}

constinit const AlgorithmInfo rows::kTbWa =
    agent_row<TbWaOptions, kTbWaParameters, make_tb_wa>({.key = "tb-wa",
                                                         .title = "TB(WA*)",
                                                         .family = kRealTime,
                                                         .citation = "Hernandez, Baier & Asin 2016",
                                                         .summary = "TBA* on weighted A*: astray for less time",
                                                         .real_time = true});

}  // namespace waymark
