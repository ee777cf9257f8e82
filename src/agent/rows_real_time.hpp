// Rows of the registry: agents that need nothing but the map.
#pragma once

#include <array>
#include <optional>

#include "agent/best_first_lookahead.hpp"
#include "agent/cost_lookahead.hpp"
#include "agent/ply_lookahead.hpp"
#include "agent/rows.hpp"
#include "waymark/agent/da_lss_lrta.hpp"
#include "waymark/agent/da_rtaa.hpp"
#include "waymark/agent/lrta.hpp"
#include "waymark/agent/lrta_oracle.hpp"
#include "waymark/agent/lrts.hpp"
#include "waymark/agent/lss_lrta.hpp"
#include "waymark/agent/p_lrta.hpp"
#include "waymark/agent/rta.hpp"
#include "waymark/agent/rtaa.hpp"
#include "waymark/agent/tb_wa.hpp"
#include "waymark/agent/tba.hpp"
#include "waymark/agent/weighted_lss_lrta.hpp"

namespace waymark::rows {

inline constexpr std::array<ParameterInfo, 3> kLrtaParameters{
    kDepth, kGamma,
    ParameterInfo{"g_max", "g_max", ParameterKind::kNumber,
                  "cost of lookahead in cardinal steps, in place of d; below 2 the neighbours only; 0 = use d", 0,
                  CostLookahead::kMaxThousandths, 0}};
inline constexpr std::array<ParameterInfo, 1> kRtaParameters{kDepth};
inline constexpr std::array<ParameterInfo, 1> kPLrtaParameters{
    ParameterInfo{"N", "N", ParameterKind::kWhole, "size of the queue and queued updates per move", 1, 1000, 10}};
inline constexpr std::array<std::string_view, 2> kLrtsLearning{"current", "uniform"};
inline constexpr std::array<std::string_view, 2> kLrtsSearch{"frontier", "every-move"};
inline constexpr std::array<ParameterInfo, 6> kLrtsParameters{
    ParameterInfo{"d", "d", ParameterKind::kWhole, "moves of lookahead", 1, PlyLookahead::kMaxDepth, 3},
    kGamma,
    ParameterInfo{"T", "T", ParameterKind::kNumber,
                  "learning quota in cardinal steps, after which the agent backtracks; 0 = no limit", 0,
                  std::int64_t{kMaxLrtsQuota} * 1000, 0},
    choice("learning", "raise h of the agent's state, or of every inner state of the lookahead", kLrtsLearning),
    choice("search", "walk to the frontier before the next search, or search on every move", kLrtsSearch),
    choice("pathmax", "raise g + h along the branches of the lookahead; off needs search=frontier", kOnOff)};
inline constexpr std::array<std::string_view, 2> kOracleCounts{"all", "chosen"};
inline constexpr std::array<ParameterInfo, 2> kLrtaOracleParameters{
    ParameterInfo{"d_max", "d_max", ParameterKind::kWhole, "moves of the deepest lookahead", 1, PlyLookahead::kMaxDepth,
                  10},
    choice("counts", "expansions to report: of every depth tried, or of the depth chosen", kOracleCounts)};

inline constexpr std::array<std::string_view, 2> kMovesPerSearch{"one", "frontier"};
inline constexpr ParameterInfo kExpansions{
    "N", "N", ParameterKind::kWhole, "expansions of a lookahead", 1, BestFirstLookahead::kMaxExpansions, 40};
inline constexpr std::array<ParameterInfo, 2> kLocalSearchParameters{
    kExpansions, choice("moves", "one move per search, or the whole way to the frontier", kMovesPerSearch)};
inline constexpr std::array<ParameterInfo, 1> kDepressionAvoidingParameters{kExpansions};
inline constexpr std::array<ParameterInfo, 2> kWeightedUpdateParameters{
    kExpansions, ParameterInfo{"w", "w", ParameterKind::kNumber, "weight of a move in the update", 1000, 10'000, 2000}};

inline constexpr ParameterInfo kSlice{"R",
                                      "R",
                                      ParameterKind::kWhole,
                                      "work units of a slice: expansions, and c states traced back for one",
                                      kMinSlice,
                                      kMaxSlice,
                                      100};
inline constexpr std::array<ParameterInfo, 3> kTbaParameters{
    kSlice,
    ParameterInfo{"c", "c", ParameterKind::kWhole, "states traced back for the price of an expansion", 1,
                  kMaxTraceRatio, 10},
    choice("successors", "canonical generates each state about once, all looks at every neighbour", kSuccessorChoices)};
inline constexpr std::array<ParameterInfo, 2> kTbWaParameters{
    kSlice, ParameterInfo{"w", "w", ParameterKind::kNumber, "weight of h in g + w*h", 1000, 1'000'000, 2000}};

inline Result<AgentPtr> lrta(const Map& map, const ParameterValues& values, const Databases&) {
  return make_lrta(map, {static_cast<std::uint32_t>(values[0]), static_cast<std::uint32_t>(values[1]),
                         static_cast<std::uint32_t>(values[2])});
}
inline Result<AgentPtr> rta(const Map& map, const ParameterValues& values, const Databases&) {
  return make_rta(map, {static_cast<std::uint32_t>(values[0])});
}
inline Result<AgentPtr> p_lrta(const Map& map, const ParameterValues& values, const Databases&) {
  return make_p_lrta(map, {static_cast<std::uint32_t>(values[0])});
}
inline Result<AgentPtr> lrts(const Map& map, const ParameterValues& values, const Databases&) {
  return make_lrts(map, {static_cast<std::uint32_t>(values[0]), static_cast<std::uint32_t>(values[1]),
                         static_cast<std::uint64_t>(values[2]), static_cast<LrtsLearning>(values[3]),
                         static_cast<LrtsSearch>(values[4]), static_cast<PathMax>(values[5])});
}
inline Result<AgentPtr> lrta_oracle(const Map& map, const ParameterValues& values, const Databases&) {
  return make_lrta_oracle(map, {static_cast<std::uint32_t>(values[0]), static_cast<OracleCounts>(values[1])});
}

inline MovesPerSearch moves_per_search(std::int64_t value) {
  return value == 0 ? MovesPerSearch::kOne : MovesPerSearch::kToFrontier;
}
inline Result<AgentPtr> lss_lrta(const Map& map, const ParameterValues& values, const Databases&) {
  return make_lss_lrta(map, {static_cast<std::uint32_t>(values[0]), moves_per_search(values[1])});
}
inline Result<AgentPtr> rtaa(const Map& map, const ParameterValues& values, const Databases&) {
  return make_rtaa(map, {static_cast<std::uint32_t>(values[0]), moves_per_search(values[1])});
}
inline Result<AgentPtr> da_lss_lrta(const Map& map, const ParameterValues& values, const Databases&) {
  return make_da_lss_lrta(map, {static_cast<std::uint32_t>(values[0])});
}
inline Result<AgentPtr> da_rtaa(const Map& map, const ParameterValues& values, const Databases&) {
  return make_da_rtaa(map, {static_cast<std::uint32_t>(values[0])});
}
inline Result<AgentPtr> wb_lss_lrta(const Map& map, const ParameterValues& values, const Databases&) {
  return make_wb_lss_lrta(map, {static_cast<std::uint32_t>(values[0]), static_cast<std::uint32_t>(values[1])});
}
inline Result<AgentPtr> tba(const Map& map, const ParameterValues& values, const Databases&) {
  return make_tba(map, {static_cast<std::uint32_t>(values[0]), static_cast<std::uint32_t>(values[1]),
                        values[2] == 0 ? Successors::kCanonical : Successors::kAll});
}
inline Result<AgentPtr> tb_wa(const Map& map, const ParameterValues& values, const Databases&) {
  return make_tb_wa(map, {static_cast<std::uint32_t>(values[0]), static_cast<std::uint32_t>(values[1])});
}

inline constexpr std::string_view kRealTime = "real-time";

inline constexpr std::array<AlgorithmInfo, 12> kRealTimeRows{{
    {"lrta", "LRTA*", kRealTime, "Korf 1990; Bulitko et al. 2008",
     "looks d moves ahead, learns the value of its state, takes one step", false, true, DatabaseKind::kNone,
     kLrtaParameters, nullptr, &lrta},
    {"rta", "RTA*", kRealTime, "Korf 1990", "LRTA* that remembers what it would cost to come back", false, true,
     DatabaseKind::kNone, kRtaParameters, nullptr, &rta},
    {"lss-lrta", "LSS-LRTA*", kRealTime, "Koenig & Sun 2009",
     "A* of N expansions around the agent; all of them learn the cheapest way out", false, true, DatabaseKind::kNone,
     kLocalSearchParameters, nullptr, &lss_lrta},
    {"rtaa", "RTAA*", kRealTime, "Koenig & Likhachev 2006", "LSS-LRTA* with a faster, weaker way to learn", false, true,
     DatabaseKind::kNone, kLocalSearchParameters, nullptr, &rtaa},
    {"da-lss-lrta", "daLSS-LRTA*", kRealTime, "Hernandez & Baier 2012", "LSS-LRTA* that keeps out of depressions",
     false, true, DatabaseKind::kNone, kDepressionAvoidingParameters, nullptr, &da_lss_lrta},
    {"da-rtaa", "daRTAA*", kRealTime, "Hernandez & Baier 2012", "RTAA* that keeps out of depressions", false, true,
     DatabaseKind::kNone, kDepressionAvoidingParameters, nullptr, &da_rtaa},
    {"wb-lss-lrta", "LSS-LRTA* with weighted updates", kRealTime, "Rivera, Baier & Hernandez 2015",
     "LSS-LRTA* whose learning counts every move w times", false, true, DatabaseKind::kNone, kWeightedUpdateParameters,
     nullptr, &wb_lss_lrta},
    {"p-lrta", "P LRTA*", kRealTime, "Rayner et al. 2007", "LRTA* that spreads what it learned, largest rise first",
     false, true, DatabaseKind::kNone, kPLrtaParameters, nullptr, &p_lrta},
    {"lrts", "LRTS", kRealTime, "Bulitko & Lee 2006", "LRTA* that walks to the frontier and can backtrack", false, true,
     DatabaseKind::kNone, kLrtsParameters, nullptr, &lrts},
    {"lrta-oracle", "LRTA* (ORACLE, G)", kRealTime, "Bulitko et al. 2008",
     "LRTA* with the shallowest depth that moves as d_max does; a yardstick", false, true, DatabaseKind::kNone,
     kLrtaOracleParameters, nullptr, &lrta_oracle},
    {"tba", "TBA*", kRealTime, "Bjornsson, Bulitko & Sturtevant 2009",
     "A* in slices of R units; the agent follows its best path so far", false, true, DatabaseKind::kNone,
     kTbaParameters, nullptr, &tba},
    {"tb-wa", "TB(WA*)", kRealTime, "Hernandez, Baier & Asin 2016", "TBA* on weighted A*: astray for less time", false,
     true, DatabaseKind::kNone, kTbWaParameters, nullptr, &tb_wa},
}};

}  // namespace waymark::rows
