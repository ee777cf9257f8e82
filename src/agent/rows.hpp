// The rows of the registry. Each is defined beside its algorithm, in the source of the same name; those of the
// whole-path searches, whose room knows no registry, in whole_path_rows.cpp.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include "base/parameters.hpp"
#include "waymark/agent/path_agent.hpp"
#include "waymark/agent/registry.hpp"

namespace waymark::rows {

extern const AlgorithmInfo kDijkstra;
extern const AlgorithmInfo kAStar;
extern const AlgorithmInfo kWeightedAStar;
extern const AlgorithmInfo kBidirectionalAStar;
extern const AlgorithmInfo kJps;
extern const AlgorithmInfo kFringe;
extern const AlgorithmInfo kIda;
extern const AlgorithmInfo kMeIda;
extern const AlgorithmInfo kSma;
extern const AlgorithmInfo kSga;
extern const AlgorithmInfo kLpa;
extern const AlgorithmInfo kDStarLite;
extern const AlgorithmInfo kDStar;
extern const AlgorithmInfo kFocussedDStar;
extern const AlgorithmInfo kRtd;
extern const AlgorithmInfo kAra;
extern const AlgorithmInfo kAdStar;
extern const AlgorithmInfo kAdaptiveA;
extern const AlgorithmInfo kGaa;
extern const AlgorithmInfo kMtAdaptiveA;

extern const AlgorithmInfo kLrta;
extern const AlgorithmInfo kRta;
extern const AlgorithmInfo kDaLrta;
extern const AlgorithmInfo kLssLrta;
extern const AlgorithmInfo kRtaa;
extern const AlgorithmInfo kDaLssLrta;
extern const AlgorithmInfo kDaRtaa;
extern const AlgorithmInfo kWbLssLrta;
extern const AlgorithmInfo kPLrta;
extern const AlgorithmInfo kLrts;
extern const AlgorithmInfo kLrtaOracle;
extern const AlgorithmInfo kTba;
extern const AlgorithmInfo kTbWa;

extern const AlgorithmInfo kKnnLrta;
extern const AlgorithmInfo kKnnLrta2009;
extern const AlgorithmInfo kLrtaDt;
extern const AlgorithmInfo kPaths;
extern const AlgorithmInfo kAuto;

extern const AlgorithmInfo kPra;
extern const AlgorithmInfo kHpa;
extern const AlgorithmInfo kDhpa;
extern const AlgorithmInfo kMm;
extern const AlgorithmInfo kDba;
extern const AlgorithmInfo kPrLrta;

extern const AlgorithmInfo kDLrta;
extern const AlgorithmInfo kLrtaPdbG;
extern const AlgorithmInfo kLrtaPdbPdb;

inline constexpr std::string_view kWholePath = "whole path";
inline constexpr std::string_view kIncremental = "incremental";
inline constexpr std::string_view kAnytime = "anytime";
inline constexpr std::string_view kRealTime = "real-time";
inline constexpr std::string_view kSubgoals = "subgoals";
inline constexpr std::string_view kHierarchical = "hierarchical";

inline constexpr std::tuple<> kNoParameters{};
struct NoOptions {};

inline constexpr auto kNeedsNothing = [](const auto&) { return DatabaseNeeds{}; };

// kNeeds(options) says which databases are needed with them.
template <class Options, const auto& kParameters, auto kNeeds>
constexpr AlgorithmInfo with_parameters(AlgorithmInfo row) {
  row.parameters = kParameterInfos<kParameters>;
  row.database = kNeeds(Options{}).first;
  row.needs = [](const ParameterValues& values) { return kNeeds(options_of<Options>(values, kParameters)); };
  return row;
}

inline constexpr std::array<Choice<Replan>, 3> kReplanChoices{
    {{"broken", Replan::kBroken}, {"shortcut", Replan::kShortcut}, {"every", Replan::kEvery}}};
inline constexpr std::tuple kPathAgentParameters{choice<&PathAgentOptions::replan, kReplanChoices>(
    "replan", "as an agent it plans again if an edit broke its path, also if one may have made a shorter way, always")};
// Those of a search, then those of the agent that walks its path.
template <const auto& kParameters>
inline constexpr std::tuple kWalkedParameters = std::tuple_cat(kParameters, kPathAgentParameters);

// `row` says what cannot be derived: the texts and what the algorithm claims. kMake(map, options) makes a whole-path
// search with the parameters' Options.
template <class Options, const auto& kParameters, auto kMake>
constexpr AlgorithmInfo finder_row(AlgorithmInfo row) {
  row.parameters = kParameterInfos<kWalkedParameters<kParameters>>;
  row.needs = [](const ParameterValues&) { return DatabaseNeeds{}; };
  row.make_agent = [](const Map& map, const ParameterValues& values, const Databases&) -> Result<AgentPtr> {
    Result<PathFinderPtr> finder = kMake(map, options_of<Options>(values, kParameters));
    if (!finder) return finder.error();
    constexpr std::size_t kPlace = std::tuple_size_v<std::remove_cvref_t<decltype(kParameters)>>;
    return make_path_agent(map, *std::move(finder), options_of<PathAgentOptions>(values, kPathAgentParameters, kPlace));
  };
  row.make_finder = [](const Map& map, const ParameterValues& values, const Databases&) -> Result<PathFinderPtr> {
    return kMake(map, options_of<Options>(values, kParameters));
  };
  return row;
}

// The same for an agent: kMake(map, options), or kMake(map, options, databases).
template <class Options, const auto& kParameters, auto kMake, auto kNeeds = kNeedsNothing>
constexpr AlgorithmInfo agent_row(AlgorithmInfo row) {
  row = with_parameters<Options, kParameters, kNeeds>(row);
  row.make_agent = [](const Map& map, const ParameterValues& values,
                      [[maybe_unused]] const Databases& databases) -> Result<AgentPtr> {
    if constexpr (std::is_invocable_v<decltype(kMake), const Map&, Options, const Databases&>) {
      return kMake(map, options_of<Options>(values, kParameters), databases);
    } else {
      return kMake(map, options_of<Options>(values, kParameters));
    }
  };
  return row;
}

// The same for an agent that finds whole paths, too: kFind(map, options, databases).
template <class Options, const auto& kParameters, auto kMake, auto kFind, auto kNeeds>
constexpr AlgorithmInfo agent_and_finder_row(AlgorithmInfo row) {
  row = agent_row<Options, kParameters, kMake, kNeeds>(row);
  row.walks_by_itself = true;
  row.make_finder = [](const Map& map, const ParameterValues& values,
                       const Databases& databases) -> Result<PathFinderPtr> {
    return kFind(map, options_of<Options>(values, kParameters), databases);
  };
  return row;
}

}  // namespace waymark::rows
