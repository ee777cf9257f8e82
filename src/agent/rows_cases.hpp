// Rows of the registry: agents with a case base.
#pragma once

#include <array>

#include "agent/rows.hpp"
#include "waymark/agent/knn_lrta.hpp"
#include "waymark/agent/knn_lrta_2009.hpp"

namespace waymark::rows {

inline constexpr std::array<std::string_view, 2> kTripSearches{"tree", "scan"};
inline constexpr std::array<std::string_view, 3> kKnnFallbacks{"lrta", "da-rtaa", "tb-wa"};

inline constexpr std::array<ParameterInfo, 8> kKnnLrtaParameters{
    ParameterInfo{"M", "M", ParameterKind::kWhole, "most similar records to check; 0 = all", 0, kMaxCheckedRecords, 10},
    ParameterInfo{"cutoff", "", ParameterKind::kWhole, "steps of a reachability check", 1, kMaxCutoff, 250},
    choice("goal_check", "first ask whether the goal is within reach", kOnOff),
    choice("skip_start", "go to a record's first subgoal at once where it is within reach", kOnOff),
    choice("skip_end", "go from a record's last subgoal to the goal where it is within reach", kOnOff),
    choice("index", "find similar records by a tree or by a linear scan; both find the same", kTripSearches),
    ParameterInfo{"quota", "", ParameterKind::kNumber,
                  "ask again after so many times the estimated way without a record; 0 = never", 0, 1'000'000, 3000},
    choice("fallback", "what walks where no record fits", kKnnFallbacks)};

inline Result<AgentPtr> knn_lrta(const Map& map, const ParameterValues& values, const Databases& databases) {
  KnnLrtaOptions options;
  options.m = static_cast<std::uint32_t>(values[0]);
  options.cutoff = static_cast<std::uint32_t>(values[1]);
  options.goal_check = values[2] == 0;
  options.skip_start = values[3] == 0;
  options.skip_end = values[4] == 0;
  options.index = static_cast<TripSearch>(values[5]);
  options.quota_thousandths = static_cast<std::uint32_t>(values[6]);
  options.fallback = static_cast<KnnFallback>(values[7]);
  return make_knn_lrta(map, *databases.cases, options);
}

inline constexpr std::array<ParameterInfo, 2> kKnnLrta2009Parameters{
    ParameterInfo{"m", "m", ParameterKind::kWhole, "steps of a reachability check", 1, kMaxCutoff, 25},
    ParameterInfo{"d", "d", ParameterKind::kWhole, "moves of lookahead", 1, PlyLookahead::kMaxDepth, 3}};

inline Result<AgentPtr> knn_lrta_2009(const Map& map, const ParameterValues& values, const Databases& databases) {
  return make_knn_lrta_2009(map, *databases.cases_2009,
                            {static_cast<std::uint32_t>(values[0]), static_cast<std::uint32_t>(values[1])});
}

inline constexpr std::string_view kSubgoals = "subgoals";

inline constexpr std::array<AlgorithmInfo, 2> kCaseRows{{
    {"knn-lrta", "kNN LRTA*", kSubgoals, "Bulitko, Bjornsson & Lawrence 2010",
     "follows the most similar of many paths found beforehand", false, true, DatabaseKind::kCases, kKnnLrtaParameters,
     nullptr, &knn_lrta},
    {"knn-lrta-2009", "kNN LRTA* (2009)", kSubgoals, "Bulitko & Bjornsson 2009",
     "LRTA* to the subgoal of the most similar record, one after the other", false, true, DatabaseKind::kCases2009,
     kKnnLrta2009Parameters, nullptr, &knn_lrta_2009},
}};

}  // namespace waymark::rows
