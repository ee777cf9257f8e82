#include "waymark/agent/registry.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

#include "waymark/agent/best_first_lookahead.hpp"
#include "waymark/agent/cost_lookahead.hpp"
#include "waymark/agent/da_lss_lrta.hpp"
#include "waymark/agent/da_rtaa.hpp"
#include "waymark/agent/lrta.hpp"
#include "waymark/agent/lrta_oracle.hpp"
#include "waymark/agent/lrts.hpp"
#include "waymark/agent/lss_lrta.hpp"
#include "waymark/agent/p_lrta.hpp"
#include "waymark/agent/path_agent.hpp"
#include "waymark/agent/ply_lookahead.hpp"
#include "waymark/agent/rta.hpp"
#include "waymark/agent/rtaa.hpp"
#include "waymark/agent/tb_wa.hpp"
#include "waymark/agent/tba.hpp"
#include "waymark/agent/weighted_lss_lrta.hpp"
#include "waymark/search/a_star.hpp"
#include "waymark/search/bidirectional_a_star.hpp"
#include "waymark/search/dijkstra.hpp"
#include "waymark/search/jps.hpp"
#include "waymark/search/weighted_a_star.hpp"

namespace waymark {
namespace {

constexpr std::array<std::string_view, 5> kHeuristics{"natural", "octile", "manhattan", "euclidean", "zero"};
constexpr std::array<std::string_view, 2> kSuccessorChoices{"canonical", "all"};
constexpr std::array<std::string_view, 2> kQueues{"bucket", "heap"};
constexpr std::array<std::string_view, 2> kOnOff{"on", "off"};
constexpr std::array<std::string_view, 2> kStores{"dense", "sparse"};

constexpr ParameterInfo choice(std::string_view name, std::string_view description,
                               std::span<const std::string_view> choices) {
  return {name, "", ParameterKind::kChoice, description, 0, 0, 0, choices};
}

constexpr std::array<ParameterInfo, 5> kAStarParameters{
    choice("heuristic", "estimate of the way left; natural is the distance on an empty map", kHeuristics),
    choice("successors", "canonical generates each state about once, all looks at every neighbour", kSuccessorChoices),
    choice("queue", "open list; both expand the same states in the same order", kQueues),
    choice("immediate", "with queue=heap: expand successors of equal f without touching the heap", kOnOff),
    choice("store", "dense is faster, sparse needs memory for touched states only", kStores),
};
constexpr std::array<ParameterInfo, 2> kWeightedParameters{
    ParameterInfo{"w", "w", ParameterKind::kNumber, "weight of h in gamma*g + w*h", 1000, 1'000'000, 1500},
    ParameterInfo{"gamma", "γ", ParameterKind::kNumber, "weight of g in gamma*g + w*h", 1, 1000, 1000},
};

constexpr ParameterInfo kDepth{"d", "d", ParameterKind::kWhole, "moves of lookahead", 1, PlyLookahead::kMaxDepth, 1};
constexpr ParameterInfo kGamma{"gamma", "γ", ParameterKind::kNumber, "weight of g in gamma*g + h", 1, 1000, 1000};
constexpr std::array<ParameterInfo, 3> kLrtaParameters{
    kDepth, kGamma,
    ParameterInfo{"g_max", "g_max", ParameterKind::kNumber,
                  "cost of lookahead in cardinal steps, in place of d; below 2 the neighbours only; 0 = use d", 0,
                  CostLookahead::kMaxThousandths, 0}};
constexpr std::array<ParameterInfo, 1> kRtaParameters{kDepth};
constexpr std::array<ParameterInfo, 1> kPLrtaParameters{
    ParameterInfo{"N", "N", ParameterKind::kWhole, "size of the queue and queued updates per move", 1, 1000, 10}};
constexpr std::array<std::string_view, 2> kLrtsLearning{"current", "uniform"};
constexpr std::array<std::string_view, 2> kLrtsSearch{"frontier", "every-move"};
constexpr std::array<ParameterInfo, 5> kLrtsParameters{
    ParameterInfo{"d", "d", ParameterKind::kWhole, "moves of lookahead", 1, PlyLookahead::kMaxDepth, 3}, kGamma,
    ParameterInfo{"T", "T", ParameterKind::kNumber,
                  "learning quota in cardinal steps, after which the agent backtracks; 0 = no limit", 0,
                  std::int64_t{kMaxLrtsQuota} * 1000, 0},
    choice("learning", "raise h of the agent's state, or of every inner state of the lookahead", kLrtsLearning),
    choice("search", "walk to the frontier before the next search, or search on every move", kLrtsSearch)};
constexpr std::array<ParameterInfo, 1> kLrtaOracleParameters{ParameterInfo{
    "d_max", "d_max", ParameterKind::kWhole, "moves of the deepest lookahead", 1, PlyLookahead::kMaxDepth, 10}};

constexpr std::array<std::string_view, 2> kMovesPerSearch{"one", "frontier"};
constexpr ParameterInfo kExpansions{
    "N", "N", ParameterKind::kWhole, "expansions of a lookahead", 1, BestFirstLookahead::kMaxExpansions, 40};
constexpr std::array<ParameterInfo, 2> kLocalSearchParameters{
    kExpansions, choice("moves", "one move per search, or the whole way to the frontier", kMovesPerSearch)};
constexpr std::array<ParameterInfo, 1> kDepressionAvoidingParameters{kExpansions};
constexpr std::array<ParameterInfo, 2> kWeightedUpdateParameters{
    kExpansions, ParameterInfo{"w", "w", ParameterKind::kNumber, "weight of a move in the update", 1000, 10'000, 2000}};

constexpr ParameterInfo kSlice{"R",
                               "R",
                               ParameterKind::kWhole,
                               "work units of a slice: expansions, and c states traced back for one",
                               kMinSlice,
                               kMaxSlice,
                               100};
constexpr std::array<ParameterInfo, 3> kTbaParameters{
    kSlice,
    ParameterInfo{"c", "c", ParameterKind::kWhole, "states traced back for the price of an expansion", 1,
                  kMaxTraceRatio, 10},
    choice("successors", "canonical generates each state about once, all looks at every neighbour", kSuccessorChoices)};
constexpr std::array<ParameterInfo, 2> kTbWaParameters{
    kSlice, ParameterInfo{"w", "w", ParameterKind::kNumber, "weight of h in g + w*h", 1000, 1'000'000, 2000}};

Result<PathFinderPtr> a_star(const Map& map, const ParameterValues& values) {
  constexpr std::array<std::optional<HeuristicKind>, 5> kKinds{
      std::nullopt, HeuristicKind::kOctile, HeuristicKind::kManhattan, HeuristicKind::kEuclidean, HeuristicKind::kZero};
  AStarOptions options;
  options.heuristic = kKinds[static_cast<std::size_t>(values[0])];
  options.successors = values[1] == 0 ? Successors::kCanonical : Successors::kAll;
  options.queue = values[2] == 0 ? QueueKind::kBucket : QueueKind::kHeap;
  options.immediate = values[3] == 0;
  options.store = values[4] == 0 ? StoreKind::kDense : StoreKind::kSparse;
  return make_a_star(map, options);
}

Result<PathFinderPtr> weighted_a_star(const Map& map, const ParameterValues& values) {
  return make_weighted_a_star(map, {static_cast<std::uint32_t>(values[0]), static_cast<std::uint32_t>(values[1])});
}

Result<AgentPtr> lrta(const Map& map, const ParameterValues& values) {
  return make_lrta(map, {static_cast<std::uint32_t>(values[0]), static_cast<std::uint32_t>(values[1]),
                         static_cast<std::uint32_t>(values[2])});
}
Result<AgentPtr> rta(const Map& map, const ParameterValues& values) {
  return make_rta(map, {static_cast<std::uint32_t>(values[0])});
}
Result<AgentPtr> p_lrta(const Map& map, const ParameterValues& values) {
  return make_p_lrta(map, {static_cast<std::uint32_t>(values[0])});
}
Result<AgentPtr> lrts(const Map& map, const ParameterValues& values) {
  return make_lrts(map, {static_cast<std::uint32_t>(values[0]), static_cast<std::uint32_t>(values[1]),
                         static_cast<std::uint64_t>(values[2]), static_cast<LrtsLearning>(values[3]),
                         static_cast<LrtsSearch>(values[4])});
}
Result<AgentPtr> lrta_oracle(const Map& map, const ParameterValues& values) {
  return make_lrta_oracle(map, {static_cast<std::uint32_t>(values[0])});
}

MovesPerSearch moves_per_search(std::int64_t value) {
  return value == 0 ? MovesPerSearch::kOne : MovesPerSearch::kToFrontier;
}
Result<AgentPtr> lss_lrta(const Map& map, const ParameterValues& values) {
  return make_lss_lrta(map, {static_cast<std::uint32_t>(values[0]), moves_per_search(values[1])});
}
Result<AgentPtr> rtaa(const Map& map, const ParameterValues& values) {
  return make_rtaa(map, {static_cast<std::uint32_t>(values[0]), moves_per_search(values[1])});
}
Result<AgentPtr> da_lss_lrta(const Map& map, const ParameterValues& values) {
  return make_da_lss_lrta(map, {static_cast<std::uint32_t>(values[0])});
}
Result<AgentPtr> da_rtaa(const Map& map, const ParameterValues& values) {
  return make_da_rtaa(map, {static_cast<std::uint32_t>(values[0])});
}
Result<AgentPtr> wb_lss_lrta(const Map& map, const ParameterValues& values) {
  return make_wb_lss_lrta(map, {static_cast<std::uint32_t>(values[0]), static_cast<std::uint32_t>(values[1])});
}
Result<AgentPtr> tba(const Map& map, const ParameterValues& values) {
  return make_tba(map, {static_cast<std::uint32_t>(values[0]), static_cast<std::uint32_t>(values[1]),
                        values[2] == 0 ? Successors::kCanonical : Successors::kAll});
}
Result<AgentPtr> tb_wa(const Map& map, const ParameterValues& values) {
  return make_tb_wa(map, {static_cast<std::uint32_t>(values[0]), static_cast<std::uint32_t>(values[1])});
}

constexpr std::string_view kWholePath = "whole path";
constexpr std::string_view kRealTime = "real-time";

constexpr std::array<AlgorithmInfo, 17> kAlgorithms{{
    {"dijkstra",
     "Dijkstra",
     kWholePath,
     "Dijkstra 1959",
     "expands states in the order of their distance",
     true,
     false,
     false,
     {},
     [](const Map& map, const ParameterValues&) -> Result<PathFinderPtr> { return make_dijkstra(map); }},
    {"a-star", "A*", kWholePath, "Hart, Nilsson & Raphael 1968", "Dijkstra led by an estimate of the way left", true,
     false, false, kAStarParameters, &a_star},
    {"weighted-a-star", "Weighted A*", kWholePath, "Pohl 1970; Bulitko et al. 2008",
     "A* that trusts its estimate more: fewer states, longer paths", false, false, false, kWeightedParameters,
     &weighted_a_star},
    {"bidirectional-a-star",
     "Bidirectional A*",
     kWholePath,
     "Pijls & Post 2009",
     "one A* from each end, until they meet at the optimum",
     true,
     false,
     false,
     {},
     [](const Map& map, const ParameterValues&) -> Result<PathFinderPtr> { return make_bidirectional_a_star(map); }},
    {"jps",
     "Jump point search",
     kWholePath,
     "Harabor & Grastien 2011, 2014",
     "A* over turning points only, found by scanning bit lines",
     true,
     false,
     false,
     {},
     [](const Map& map, const ParameterValues&) { return make_jps(map); }},
    {"lrta", "LRTA*", kRealTime, "Korf 1990; Bulitko et al. 2008",
     "looks d moves ahead, learns the value of its state, takes one step", false, true, false, kLrtaParameters, nullptr,
     &lrta},
    {"rta", "RTA*", kRealTime, "Korf 1990", "LRTA* that remembers what it would cost to come back", false, true, false,
     kRtaParameters, nullptr, &rta},
    {"lss-lrta", "LSS-LRTA*", kRealTime, "Koenig & Sun 2009",
     "A* of N expansions around the agent; all of them learn the cheapest way out", false, true, false,
     kLocalSearchParameters, nullptr, &lss_lrta},
    {"rtaa", "RTAA*", kRealTime, "Koenig & Likhachev 2006", "LSS-LRTA* with a faster, weaker way to learn", false, true,
     false, kLocalSearchParameters, nullptr, &rtaa},
    {"da-lss-lrta", "daLSS-LRTA*", kRealTime, "Hernandez & Baier 2012", "LSS-LRTA* that keeps out of depressions",
     false, true, false, kDepressionAvoidingParameters, nullptr, &da_lss_lrta},
    {"da-rtaa", "daRTAA*", kRealTime, "Hernandez & Baier 2012", "RTAA* that keeps out of depressions", false, true,
     false, kDepressionAvoidingParameters, nullptr, &da_rtaa},
    {"wb-lss-lrta", "LSS-LRTA* with weighted updates", kRealTime, "Rivera, Baier & Hernandez 2015",
     "LSS-LRTA* whose learning counts every move w times", false, true, false, kWeightedUpdateParameters, nullptr,
     &wb_lss_lrta},
    {"p-lrta", "P LRTA*", kRealTime, "Rayner et al. 2007", "LRTA* that spreads what it learned, largest rise first",
     false, true, false, kPLrtaParameters, nullptr, &p_lrta},
    {"lrts", "LRTS", kRealTime, "Bulitko & Lee 2006", "LRTA* that walks to the frontier and can backtrack", false, true,
     false, kLrtsParameters, nullptr, &lrts},
    {"lrta-oracle", "LRTA* (ORACLE, G)", kRealTime, "Bulitko et al. 2008",
     "LRTA* with the shallowest depth that moves as d_max does; a yardstick", false, true, false, kLrtaOracleParameters,
     nullptr, &lrta_oracle},
    {"tba", "TBA*", kRealTime, "Bjornsson, Bulitko & Sturtevant 2009",
     "A* in slices of R units; the agent follows its best path so far", false, true, false, kTbaParameters, nullptr,
     &tba},
    {"tb-wa", "TB(WA*)", kRealTime, "Hernandez, Baier & Asin 2016", "TBA* on weighted A*: astray for less time", false,
     true, false, kTbWaParameters, nullptr, &tb_wa},
}};

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row[b.size()];
}

std::string suggestion(std::string_view name, std::span<const std::string_view> names) {
  const std::string_view nearest = nearest_name(name, names);
  if (!nearest.empty()) return "; did you mean " + std::string(nearest) + "?";
  std::string all = "; there is";
  for (const std::string_view known : names) all += " " + std::string(known);
  return names.empty() ? "; there is none" : all;
}

// A decimal number with at most three places, in thousandths.
std::optional<std::int64_t> parse_thousandths(std::string_view text) {
  std::int64_t value = 0;
  int places = -1;
  if (text.empty() || text.size() > 15) return std::nullopt;
  for (const char letter : text) {
    if (letter == '.' && places < 0) {
      places = 0;
    } else if (letter >= '0' && letter <= '9' && places < 3) {
      value = value * 10 + (letter - '0');
      if (places >= 0) ++places;
    } else {
      return std::nullopt;
    }
  }
  if (text == ".") return std::nullopt;
  for (int i = std::max(places, 0); i < 3; ++i) value *= 10;
  return value;
}

Result<std::int64_t> parse_value(const ParameterInfo& parameter, std::string_view text) {
  const std::string name(parameter.name);
  if (parameter.kind == ParameterKind::kChoice) {
    const auto* found = std::find(parameter.choices.data(), parameter.choices.data() + parameter.choices.size(), text);
    if (found != parameter.choices.data() + parameter.choices.size()) return found - parameter.choices.data();
    return Error{ErrorCode::kOutOfRange, "parameter " + name + " has no value '" + std::string(text) + "'" +
                                             suggestion(text, parameter.choices)};
  }
  const std::string range =
      value_to_string(parameter, parameter.minimum) + " to " + value_to_string(parameter, parameter.maximum);
  const bool whole = parameter.kind == ParameterKind::kWhole;
  std::optional<std::int64_t> value = parse_thousandths(text);
  if (whole && value) value = *value % 1000 == 0 ? std::optional(*value / 1000) : std::nullopt;
  if (!value) {
    return Error{ErrorCode::kOutOfRange, "parameter " + name + " wants a " + (whole ? "whole " : "") + "number from " +
                                             range + (whole ? "" : " with at most three decimals") + ", not '" +
                                             std::string(text) + "'"};
  }
  if (*value < parameter.minimum || *value > parameter.maximum) {
    return Error{ErrorCode::kOutOfRange, "parameter " + name + " is " + std::string(text) + "; it must be " + range};
  }
  return *value;
}

}  // namespace

std::span<const AlgorithmInfo> algorithms() { return kAlgorithms; }

std::string_view nearest_name(std::string_view name, std::span<const std::string_view> names) {
  std::string_view best;
  std::size_t fewest = std::max<std::size_t>(2, name.size() / 2) + 1;
  for (const std::string_view candidate : names) {
    const std::size_t edits = edit_distance(name, candidate);
    if (edits < fewest) {
      fewest = edits;
      best = candidate;
    }
  }
  return best;
}

std::string value_to_string(const ParameterInfo& parameter, std::int64_t value) {
  switch (parameter.kind) {
    case ParameterKind::kChoice: return std::string(parameter.choices[static_cast<std::size_t>(value)]);
    case ParameterKind::kWhole: return std::to_string(value);
    case ParameterKind::kNumber: break;
  }
  return thousandths_to_string(value);
}

std::string thousandths_to_string(std::int64_t value) {
  std::string text = std::to_string(value / 1000);
  if (value % 1000 == 0) return text;
  std::string places = std::to_string(1000 + value % 1000).substr(1);
  while (places.back() == '0') places.pop_back();
  return text + "." + places;
}

Result<const AlgorithmInfo*> find_algorithm(std::string_view key) {
  std::vector<std::string_view> keys;
  for (const AlgorithmInfo& info : kAlgorithms) {
    if (info.key == key) return &info;
    keys.push_back(info.key);
  }
  return Error{ErrorCode::kUnknownName, "there is no algorithm '" + std::string(key) + "'" + suggestion(key, keys)};
}

Result<AlgorithmChoice> parse_algorithm(std::string_view text) {
  const std::size_t colon = text.find(':');
  const auto info = find_algorithm(text.substr(0, colon));
  if (!info) return info.error();
  AlgorithmChoice result{*info, {}};
  std::vector<std::string_view> names;
  for (const ParameterInfo& parameter : result.info->parameters) {
    result.values.push_back(parameter.fallback);
    names.push_back(parameter.name);
  }
  if (colon == std::string_view::npos) return result;

  std::vector<bool> given(names.size(), false);
  for (std::string_view rest = text.substr(colon + 1);;) {
    const std::size_t comma = rest.find(',');
    const std::string_view item = rest.substr(0, comma);
    const std::size_t equals = item.find('=');
    if (equals == std::string_view::npos) {
      return Error{ErrorCode::kBadFormat,
                   "'" + std::string(item) + "' in '" + std::string(text) + "' is not name=value"};
    }
    const std::string_view name = item.substr(0, equals);
    const auto found = static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
    if (found == names.size()) {
      return Error{ErrorCode::kUnknownName, std::string(result.info->key) + " has no parameter '" + std::string(name) +
                                                "'" + suggestion(name, names)};
    }
    if (given[found]) return Error{ErrorCode::kBadFormat, "parameter " + std::string(name) + " is given twice"};
    given[found] = true;
    const auto value = parse_value(result.info->parameters[found], item.substr(equals + 1));
    if (!value) return value.error();
    result.values[found] = *value;
    if (comma == std::string_view::npos) return result;
    rest = rest.substr(comma + 1);
  }
}

Result<PathFinderPtr> AlgorithmChoice::make(const Map& map) const {
  if (info->make_finder != nullptr) return info->make_finder(map, values);
  return Error{ErrorCode::kUnsupported,
               std::string(info->key) + " is an agent; it has no path before it has walked it"};
}

Result<AgentPtr> AlgorithmChoice::make_agent(const Map& map, std::uint64_t budget) const {
  Result<AgentPtr> agent = [&]() -> Result<AgentPtr> {
    if (info->make_agent != nullptr) return info->make_agent(map, values);
    auto finder = info->make_finder(map, values);
    if (!finder) return finder.error();
    return make_path_agent(map, *std::move(finder));
  }();
  if (agent && budget < (*agent)->smallest_budget()) {
    return Error{ErrorCode::kOutOfRange, to_string() + " needs at least " +
                                             std::to_string((*agent)->smallest_budget()) + " work units a step, not " +
                                             std::to_string(budget)};
  }
  return agent;
}

std::string AlgorithmChoice::to_string() const {
  std::string text(info->key);
  char separator = ':';
  for (std::size_t i = 0; i < values.size(); ++i) {
    const ParameterInfo& parameter = info->parameters[i];
    if (values[i] == parameter.fallback) continue;
    text += separator;
    separator = ',';
    text += std::string(parameter.name) + "=" + value_to_string(parameter, values[i]);
  }
  return text;
}

}  // namespace waymark
