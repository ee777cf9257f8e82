#include "waymark/agent/registry.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

#include "agent/rows.hpp"
#include "base/thousandths.hpp"

namespace waymark {
namespace {

// In the order of tables.
const auto& all_rows() {
  // One a line, however many.
  // clang-format off
  static const std::array kRows{
      rows::kDijkstra,
      rows::kAStar,
      rows::kWeightedAStar,
      rows::kBidirectionalAStar,
      rows::kJps,
      rows::kFringe,
      rows::kIda,
      rows::kMeIda,
      rows::kSma,
      rows::kSga,
      rows::kLpa,
      rows::kDStarLite,
      rows::kDStar,
      rows::kFocussedDStar,
      rows::kAdaptiveA,
      rows::kGaa,
      rows::kMtAdaptiveA,
      rows::kAra,
      rows::kAdStar,
      rows::kLrta,
      rows::kRta,
      rows::kDaLrta,
      rows::kLssLrta,
      rows::kRtaa,
      rows::kDaLssLrta,
      rows::kDaRtaa,
      rows::kWbLssLrta,
      rows::kPLrta,
      rows::kLrts,
      rows::kLrtaOracle,
      rows::kTba,
      rows::kTbWa,
      rows::kRtd,
      rows::kKnnLrta,
      rows::kKnnLrta2009,
      rows::kLrtaDt,
      rows::kPra,
      rows::kHpa,
      rows::kDhpa,
      rows::kPrLrta,
      rows::kDLrta,
      rows::kLrtaPdbG,
      rows::kLrtaPdbPdb,
      rows::kMm,
      rows::kDba,
      rows::kPaths,
      rows::kAuto,
  };
  // clang-format on
  return kRows;
}

bool has(const Databases& databases, DatabaseKind kind) {
  switch (kind) {
    case DatabaseKind::kNone: return true;
    case DatabaseKind::kCases: return databases.cases != nullptr;
    case DatabaseKind::kCases2009: return databases.cases_2009 != nullptr;
    case DatabaseKind::kPatterns: return databases.patterns != nullptr;
    case DatabaseKind::kTree: return databases.tree != nullptr;
    case DatabaseKind::kDepths: return databases.depths != nullptr;
    case DatabaseKind::kPaths: return databases.paths != nullptr;
  }
  return false;
}

std::string_view member_of(DatabaseKind kind) {
  switch (kind) {
    case DatabaseKind::kNone: break;
    case DatabaseKind::kCases: return "cases";
    case DatabaseKind::kCases2009: return "cases_2009";
    case DatabaseKind::kPatterns: return "patterns";
    case DatabaseKind::kTree: return "tree";
    case DatabaseKind::kDepths: return "depths";
    case DatabaseKind::kPaths: return "paths";
  }
  return "";
}

Error needs_error(const AlgorithmChoice& choice, DatabaseKind kind) {
  return {ErrorCode::kUnsupported, choice.to_string() + " needs a database of kind " +
                                       std::string(waymark::to_string(kind)) +
                                       " in Databases::" + std::string(member_of(kind))};
}

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

Result<std::int64_t> parse_value(const ParameterInfo& parameter, std::string_view text) {
  const std::string name(parameter.name);
  if (parameter.kind == ParameterKind::kChoice) {
    const auto* found = std::find(parameter.choices.data(), parameter.choices.data() + parameter.choices.size(), text);
    if (found != parameter.choices.data() + parameter.choices.size()) return found - parameter.choices.data();
    return Error{ErrorCode::kOutOfRange, "parameter " + name + " has no value '" + std::string(text) + "'" +
                                             suggestion(text, parameter.choices)};
  }
  const std::string range = parameter.range();
  const bool whole = parameter.kind == ParameterKind::kWhole;
  std::optional<std::int64_t> value = parse_thousandths(text);
  if (whole && value) value = *value % 1000 == 0 ? std::optional(*value / 1000) : std::nullopt;
  if (!value) {
    return Error{ErrorCode::kOutOfRange, "parameter " + name + " wants a " + (whole ? "whole " : "") + "number from " +
                                             range + (whole ? "" : " with at most three decimals") + ", not '" +
                                             std::string(text) + "'"};
  }
  if (!parameter.contains(*value)) {
    return Error{ErrorCode::kOutOfRange, "parameter " + name + " is " + std::string(text) + "; it must be " + range};
  }
  return *value;
}

}  // namespace

std::span<const AlgorithmInfo> algorithms() { return all_rows(); }

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

Result<const AlgorithmInfo*> find_algorithm(std::string_view key) {
  std::vector<std::string_view> keys;
  for (const AlgorithmInfo& info : algorithms()) {
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

Result<PathFinderPtr> AlgorithmChoice::make(const Map& map, const Databases& databases) const {
  if (info->make_finder == nullptr) {
    return Error{ErrorCode::kUnsupported,
                 std::string(info->key) + " is an agent; it has no path before it has walked it"};
  }
  if (const DatabaseKind kind = missing(databases); kind != DatabaseKind::kNone) return needs_error(*this, kind);
  return info->make_finder(map, values, databases);
}

Result<AgentPtr> AlgorithmChoice::make_agent(const Map& map, std::uint64_t budget, const Databases& databases) const {
  if (const DatabaseKind kind = missing(databases); kind != DatabaseKind::kNone) return needs_error(*this, kind);
  Result<AgentPtr> agent = info->make_agent(map, values, databases);
  if (agent && budget < (*agent)->smallest_budget()) {
    return Error{ErrorCode::kOutOfRange, to_string() + " needs at least " +
                                             std::to_string((*agent)->smallest_budget()) + " work units a step, not " +
                                             std::to_string(budget)};
  }
  return agent;
}

std::string AlgorithmInfo::as_recommended() const {
  return std::string(key) + (recommended.empty() ? "" : ":" + std::string(recommended));
}

DatabaseNeeds AlgorithmChoice::needs() const { return info->needs(values); }

DatabaseKind AlgorithmChoice::missing(const Databases& databases) const {
  const DatabaseNeeds needed = needs();
  if (!has(databases, needed.first)) return needed.first;
  return has(databases, needed.second) ? DatabaseKind::kNone : needed.second;
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
