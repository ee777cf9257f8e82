#include "lab/experiments/measure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include "base/hash.hpp"
#include "lab/experiments/pathology.hpp"
#include "lab/experiments/pathology_rows.hpp"
#include "lab/run/memory.hpp"
#include "lab/run/statistics.hpp"

namespace waymark {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr double kStateKilobytes = static_cast<double>(kBytesPerState) / 1024;

// A problem of a row, or the row itself.
struct Place {
  const ResultRow* row;
  std::size_t problem;

  [[nodiscard]] double operator()(const char* name) const {
    const std::vector<double>* sample = row->sample(name);
    return sample != nullptr ? (*sample)[problem] : kNone;
  }
  [[nodiscard]] double figure(const char* name, double fallback = kNone) const {
    const auto found = row->figures.find(name);
    return found != row->figures.end() ? found->second : fallback;
  }
};

double over(double part, double whole) { return whole > 0 ? part / whole : kNone; }

struct MeasureInfo {
  std::string_view name;
  std::string_view unit;
  std::string_view published;
  bool per_map;
  bool is_maximum;
  double (*value)(const Place& at);
};

// Of a walk that was given up: what it cost until then, or a shortest one would. So a sum with such costs is a bound.
double censored_cost(const Place& at) { return at("solved") > 0 ? at("cost") : std::max(at("walked"), at("optimal")); }

constexpr std::array<MeasureInfo, 45> kMeasures{{
    {"suboptimality", "%", "suboptimality", false, false,
     [](const Place& at) { return 100 * (over(at("cost"), at("optimal")) - 1); }},
    {"suboptimality times", "times", "suboptimality", false, false,
     [](const Place& at) { return over(at("cost"), at("optimal")); }},
    {"censored suboptimality", "%", "suboptimality", false, false,
     [](const Place& at) { return 100 * (over(censored_cost(at), at("optimal")) - 1); }},
    {"censored suboptimality times", "times", "suboptimality", false, false,
     [](const Place& at) { return over(censored_cost(at), at("optimal")); }},
    {"climb steps per move", "steps", "climb steps per move", false, false,
     [](const Place& at) { return over(at("climb_steps"), at("moves")); }},
    {"expanded and climbed per move", "states", "expanded per move", false, false,
     [](const Place& at) { return over(at("expanded") + at("climb_steps"), at("moves")); }},
    {"expanded per move", "states", "expanded per move", false, false,
     [](const Place& at) { return over(at("expanded"), at("moves")); }},
    {"generated per move", "states", "generated per move", false, false,
     [](const Place& at) { return over(at("generated"), at("moves")); }},
    {"time per move", "us", "time per move", false, false,
     [](const Place& at) { return over(at("ns"), at("moves")) / 1000; }},
    {"planning time per problem", "us", "planning time per problem", false, false,
     [](const Place& at) { return at("ns") / 1000; }},
    {"first move time", "us", "first move time", false, false,
     [](const Place& at) { return at("first_move_ns") / 1000; }},
    {"solution length", "", "solution length", false, false, [](const Place& at) { return at("cost"); }},
    {"censored solution length", "", "solution length", false, false,
     [](const Place& at) { return censored_cost(at); }},
    {"moves", "", "moves", false, false, [](const Place& at) { return at("moves"); }},
    {"most expanded on one move", "states", "most expanded on one move", false, true,
     [](const Place& at) { return at("max_expanded"); }},
    {"solved", "%", "solved", false, false, [](const Place& at) { return 100 * at("solved"); }},
    {"fell back", "%", "fell back", false, false, [](const Place& at) { return 100 * at("fell_back"); }},
    {"moves at the cap", "%", "states at the cap", false, false,
     [](const Place& at) { return 100 * over(at("at_cap"), at("moves")); }},
    {"strictly on-line memory", "KB", "strictly on-line memory", false, false,
     [](const Place& at) { return at("peak_states") * kStateKilobytes; }},
    {"strictly on-line bytes", "KB", "strictly on-line bytes", false, false,
     [](const Place& at) { return at("online_bytes") / 1024; }},
    {"cumulative on-line memory", "KB", "cumulative on-line memory", false, false,
     [](const Place& at) { return (at("peak_states") + at.figure("database_states", 0)) * kStateKilobytes; }},
    {"optimal cost", "", "optimal cost, mean", false, false, [](const Place& at) { return at("optimal"); }},
    {"A* difficulty", "", "A* difficulty, mean", false, false,
     [](const Place& at) { return over(at("expanded"), at("moves")); }},
    {"expanded", "states", "spaces explored", false, false, [](const Place& at) { return at("expanded"); }},
    {"peak states", "states", "peak memory", false, false, [](const Place& at) { return at("peak_states"); }},
    {"optimality", "%", "unsmoothed optimality", false, false,
     [](const Place& at) { return 100 * (2 - over(at("cost"), at("optimal"))); }},
    {"optimality after smoothing", "%", "smoothed optimality", false, false,
     [](const Place& at) { return 100 * (2 - over(at("smoothed_cost"), at("optimal"))); }},
    {"suboptimality after smoothing", "%", "suboptimality with smoothing", false, false,
     [](const Place& at) { return 100 * (over(at("smoothed_cost"), at("optimal")) - 1); }},
    {"smoothing time", "us", "smoothing time", false, false, [](const Place& at) { return at("smoothing_ns") / 1000; }},
    {"hierarchy build", "ms", "hierarchy build", true, false,
     [](const Place& at) { return at.figure("derived_ns") / 1e6; }},
    {"hierarchy KB", "KB", "hierarchy size", true, false,
     [](const Place& at) { return at.figure("derived_bytes") / 1024; }},
    {"edit time", "us", "edit time", true, false, [](const Place& at) { return at.figure("edit_ns") / 1000; }},
    {"precompute h", "h", "precompute", true, false, [](const Place& at) { return at.figure("build_seconds") / 3600; }},
    {"precompute min", "min", "precompute", true, false,
     [](const Place& at) { return at.figure("build_seconds") / 60; }},
    {"precompute s", "s", "precompute", true, false, [](const Place& at) { return at.figure("build_seconds"); }},
    {"database size", "x map", "database size", true, false,
     [](const Place& at) { return at.figure("database_relative"); }},
    {"database MB", "MB", "database size", true, false,
     [](const Place& at) { return at.figure("database_states") * kBytesPerState / 1e6; }},
    {"database file", "MB", "database file", true, false,
     [](const Place& at) { return at.figure("database_bytes") / 1e6; }},
    {"records", "", "records", true, false,
     [](const Place& at) {
       const double pairs = at.figure("region_pairs");
       return std::isnan(pairs) ? at.figure("records") : pairs;
     }},
    {"abstract states", "", "abstract states", true, false, [](const Place& at) { return at.figure("regions"); }},
    {"abstract state pairs", "pairs", "abstract state pairs", true, false,
     [](const Place& at) { return at.figure("region_pairs"); }},
    {"map states", "", "map states", true, false, [](const Place& at) { return static_cast<double>(at.row->states); }},
    {"pathological states", "%", "pathological states", false, false,
     [](const Place& at) { return 100 * over(at("pathological"), at("states")); }},
    {"visited states", "", "visited states", false, false, [](const Place& at) { return at("states"); }},
    {"problems", "", "problems", true, false,
     [](const Place& at) {
       return at.row->samples.empty() ? 0.0 : static_cast<double>(at.row->samples.begin()->second.size());
     }},
}};

const MeasureInfo* plain_measure(std::string_view name) {
  const auto found =
      std::find_if(kMeasures.begin(), kMeasures.end(), [&](const MeasureInfo& m) { return m.name == name; });
  return found == kMeasures.end() ? nullptr : &*found;
}

std::size_t problems_of(const ResultRow& row) { return row.samples.empty() ? 0 : row.samples.begin()->second.size(); }

// --- Measures of studies: by depth, and degrees of pathology ---

std::vector<double> by_depth(const ResultRow& row, const char* what, std::size_t problem) {
  std::vector<double> values;
  for (std::uint32_t d = 1; d <= kStudyDepth; ++d) {
    const std::vector<double>* sample = row.sample(fmt::format("{} d={}", what, d));
    if (sample != nullptr) values.push_back((*sample)[problem]);
  }
  return values;
}

// "degree 2", "degree >=4", "length degree 1", "pathological", "length pathological": whether a degree is meant.
struct DegreeMeasure {
  const char* of;  // what rises: error or length
  std::uint32_t low;
  std::uint32_t high;
};

std::optional<DegreeMeasure> degree_measure(std::string_view name) {
  DegreeMeasure measure{"error", 1, kStudyDepth};
  constexpr std::string_view kLength = "length ";
  if (name.starts_with(kLength)) {
    measure.of = "length";
    name.remove_prefix(kLength.size());
  }
  if (name == "pathological") return measure;
  constexpr std::string_view kDegree = "degree ";
  if (!name.starts_with(kDegree)) return std::nullopt;
  name.remove_prefix(kDegree.size());
  const bool or_more = name.starts_with(">=");
  if (or_more) name.remove_prefix(2);
  if (name.size() != 1 || name[0] < '0' || name[0] > '9') return std::nullopt;
  measure.low = static_cast<std::uint32_t>(name[0] - '0');
  if (!or_more) measure.high = measure.low;
  return measure;
}

double best_of_depths(const ResultRow& row, std::size_t problem, bool length) {
  const std::vector<double> lengths = by_depth(row, "length", problem);
  if (lengths.empty()) return kNone;
  const auto best = std::min_element(lengths.begin(), lengths.end());
  if (length) return *best;
  return by_depth(row, "generated", problem)[static_cast<std::size_t>(best - lengths.begin())];
}

std::optional<double> study_value(const ResultRow& row, std::optional<double> tolerance, const std::string& measure,
                                  std::size_t problem) {
  if (const auto degree = degree_measure(measure)) {
    const std::vector<double> values = by_depth(row, degree->of, problem);
    if (values.empty() || !tolerance) return std::nullopt;
    const std::uint32_t found = pathology_degree(values, *tolerance);
    return found >= degree->low && found <= degree->high ? 100.0 : 0.0;
  }
  if (measure == "best length") return best_of_depths(row, problem, true);
  if (measure == "best generated") return best_of_depths(row, problem, false);
  // "length d=3", "level 2 length": samples as they are.
  const std::vector<double>* sample = row.sample(measure);
  if (sample == nullptr) return std::nullopt;
  return (*sample)[problem];
}

constexpr std::string_view kTolerance = "tolerance";
constexpr std::string_view kBreakEven = "break-even vs ";

// --- Measures made of others ---

// "deviation of relative expanded": what is in front of a measure's name says what is made of it.
constexpr std::string_view kDeviation = "deviation of ";
constexpr std::string_view kMedian = "median of ";
constexpr std::string_view kStandardError = "standard error of ";
constexpr std::string_view kLeastMap = "least by map of ";
constexpr std::string_view kLeastDatabase = "least by database of ";
constexpr std::string_view kMostDatabase = "most by database of ";
// Behind it: of the problems on which the agent never did without its database.
constexpr std::string_view kWithoutFallbacks = " without fallbacks";
constexpr std::string_view kPooled = "pooled ";
constexpr std::string_view kRelative = "relative ";

struct MeasureName {
  Statistic statistic = Statistic::kMean;
  bool least_map = false;
  bool pooled = false;
  bool relative = false;
  bool by_database = false;  // the least or most of the means, one for each set of databases
  bool without_fallbacks = false;
  std::string base;
};

MeasureName parse_name(std::string_view name) {
  MeasureName parsed;
  const auto take = [&name](std::string_view prefix) {
    const bool is_there = name.starts_with(prefix);
    if (is_there) name.remove_prefix(prefix.size());
    return is_there;
  };
  if (take(kDeviation)) {
    parsed.statistic = Statistic::kDeviation;
  } else if (take(kMedian)) {
    parsed.statistic = Statistic::kMedian;
  } else if (take(kLeastDatabase)) {
    parsed.statistic = Statistic::kMinimum;
    parsed.by_database = true;
  } else if (take(kMostDatabase)) {
    parsed.statistic = Statistic::kMaximum;
    parsed.by_database = true;
  } else if (take(kStandardError)) {
    parsed.statistic = Statistic::kStandardError;
  } else if (take(kLeastMap)) {
    parsed.statistic = Statistic::kMinimum;
    parsed.least_map = true;
  }
  parsed.pooled = name.starts_with(std::string(kPooled) + std::string(kRelative)) && take(kPooled);
  parsed.relative = take(kRelative);
  parsed.without_fallbacks = name.ends_with(kWithoutFallbacks);
  if (parsed.without_fallbacks) name.remove_suffix(kWithoutFallbacks.size());
  parsed.base = name;
  return parsed;
}

// The N of "within N %": the share of problems that are at most so much longer than the shortest.
std::optional<double> within_measure(const std::string& name) {
  constexpr std::string_view kWithin = "within ";
  if (!name.starts_with(kWithin) || !name.ends_with(" %")) return std::nullopt;
  const std::string number = name.substr(kWithin.size(), name.size() - kWithin.size() - 2);
  char* end = nullptr;
  const double bar = std::strtod(number.c_str(), &end);
  return !number.empty() && *end == '\0' && bar >= 0 ? std::optional(bar) : std::nullopt;
}

double within(const Place& at, double bar) {
  constexpr double kRounding = 1e-6;  // of lengths in doubles, in per cent
  const double beyond = 100 * (over(at("cost"), at("optimal")) - 1);
  if (std::isnan(beyond)) return kNone;
  return beyond <= bar + kRounding ? 100 : 0;
}

}  // namespace

Measures::Measures(const ExperimentSpec& spec, std::span<const ResultRow> rows) : spec_(&spec) {
  for (const ResultRow& row : rows) rows_[row.configuration].push_back(&row);
  for (const Configuration& each : spec.configurations) {
    if (each.tolerance_rule) tolerances_[each.name] = found_tolerance(*each.tolerance_rule);
  }
}

std::optional<double> Measures::tolerance(const Configuration& configuration) const {
  return configuration.tolerance_rule ? tolerances_.at(configuration.name) : configuration.tolerance;
}

std::optional<double> Measures::found_tolerance(const ToleranceRule& rule) const {
  constexpr int kMostHundredths = 10'000;
  const auto rows = rows_.find(rule.configuration);
  if (rows == rows_.end()) return std::nullopt;
  std::vector<std::vector<double>> errors;
  for (const ResultRow* row : rows->second) {
    for (std::size_t i = 0; i < problems_of(*row); ++i) errors.push_back(by_depth(*row, "error", i));
  }
  const double most = rule.below / 100 * static_cast<double>(errors.size());
  for (int hundredths = 100; hundredths <= kMostHundredths; ++hundredths) {
    const double tolerance = hundredths / 100.0;
    // Those that are not pathological at a tolerance are not at a larger one.
    std::erase_if(errors, [&](const std::vector<double>& each) { return pathology_degree(each, tolerance) == 0; });
    if (static_cast<double>(errors.size()) < most) return tolerance;
  }
  return std::nullopt;
}

const Configuration* Measures::configuration(std::string_view name) const {
  for (const Configuration& each : spec_->configurations) {
    if (each.name == name) return &each;
  }
  return nullptr;
}

std::vector<const ResultRow*> Measures::rows(const Configuration& configuration) const {
  const auto found = rows_.find(configuration.name);
  return found == rows_.end() ? std::vector<const ResultRow*>{} : found->second;
}

const ResultRow* Measures::baseline_of(const Configuration& configuration, const ResultRow& row) const {
  const auto rows = rows_.find(configuration.baseline);
  if (rows == rows_.end()) return nullptr;
  const auto same = std::find_if(rows->second.begin(), rows->second.end(), [&](const ResultRow* peer) {
    return peer->map == row.map && peer->fingerprint == row.fingerprint && peer->seed == row.seed;
  });
  return same != rows->second.end() ? *same : nullptr;
}

std::vector<const ResultRow*> Measures::maps(const Configuration& configuration) const {
  std::vector<const ResultRow*> first;
  std::set<std::string_view> known;
  for (const ResultRow* row : rows(configuration)) {
    if (known.insert(row->map).second) first.push_back(row);
  }
  return first;
}

std::optional<Measured> Measures::find(const Configuration& configuration, const std::string& measure,
                                       const ResultRow* only) const {
  if (measure.starts_with(kBreakEven)) {
    return break_even_with(configuration, std::string_view(measure).substr(kBreakEven.size()), only);
  }
  const MeasureName name = parse_name(measure);
  if (name.by_database) return by_database(configuration, name.base, name.statistic, only);
  std::vector<const ResultRow*> chosen = rows(configuration);
  if (only != nullptr) std::erase_if(chosen, [&](const ResultRow* row) { return row->map != only->map; });
  return find_in(chosen, configuration, measure);
}

std::optional<Measured> Measures::by_database(const Configuration& configuration, const std::string& base,
                                              Statistic statistic, const ResultRow* only) const {
  std::map<std::string_view, std::vector<const ResultRow*>> groups;
  for (const ResultRow* row : rows(configuration)) {
    if (only == nullptr || row->map == only->map) groups[row->database].push_back(row);
  }
  Measured measured;
  measured.unit = measure_unit(base).value_or("");
  measured.statistic = statistic;
  for (const auto& [database, group] : groups) {
    const auto of_group = find_in(group, configuration, base);
    if (!of_group) continue;
    measured.sample.push_back(of_group->statistic == Statistic::kMean ? mean_of(of_group->sample)
                                                                      : of_group->estimate().value);
    measured.problems.push_back(Hash64().add(database).value());
  }
  if (measured.sample.empty()) return std::nullopt;
  return measured;
}

std::optional<Measured> Measures::find_in(std::span<const ResultRow* const> chosen, const Configuration& configuration,
                                          const std::string& measure) const {
  const MeasureName name = parse_name(measure);
  const MeasureInfo* plain = plain_measure(name.base);
  const auto bar = within_measure(name.base);
  const std::optional<double> limit = tolerance(configuration);
  if (measure == kTolerance) {
    if (!limit || rows(configuration).empty()) return std::nullopt;
    return Measured{{*limit}, {0}, "", Statistic::kMean};
  }
  const auto value_of = [&](const ResultRow& row, std::size_t problem) {
    if (problem >= problems_of(row) && (plain == nullptr || !plain->per_map)) return kNone;
    if (name.without_fallbacks) {
      const std::vector<double>* fell_back = row.sample("fell_back");
      if (fell_back == nullptr || problem >= fell_back->size() || (*fell_back)[problem] != 0) return kNone;
    }
    if (bar) return within({&row, problem}, *bar);
    return plain != nullptr ? plain->value({&row, problem})
                            : study_value(row, limit, name.base, problem).value_or(kNone);
  };
  Measured measured;
  measured.unit = measure_unit(measure).value_or("");
  measured.statistic = name.statistic;
  if (plain != nullptr && plain->is_maximum) measured.statistic = Statistic::kMaximum;
  const auto base_of = [&](const ResultRow& row) { return name.relative ? baseline_of(configuration, row) : nullptr; };
  const auto count_of = [&](const ResultRow& row) {
    return plain != nullptr && plain->per_map ? std::size_t{1} : problems_of(row);
  };
  // What a value is relative to: the baseline's of the same problem; pooled, its mean over all, or over the map.
  const auto mean_of_base = [&](const ResultRow* of) {
    std::vector<double> values;
    for (const ResultRow* row : chosen) {
      const ResultRow* base = base_of(*row);
      if (base == nullptr || (of != nullptr && row != of)) continue;
      for (std::size_t i = 0; i < count_of(*row); ++i) {
        const double value = value_of(*base, i);
        if (!std::isnan(value) && !std::isnan(value_of(*row, i))) values.push_back(value);
      }
    }
    return values.empty() ? kNone : mean_of(values);
  };
  const double whole = name.pooled && !name.least_map ? mean_of_base(nullptr) : kNone;
  std::vector<double> of_map;
  for (const ResultRow* row : chosen) {
    const ResultRow* base = base_of(*row);
    if (name.relative && base == nullptr) continue;
    const double of_all = name.pooled && name.least_map ? mean_of_base(row) : whole;
    of_map.clear();
    for (std::size_t i = 0; i < count_of(*row); ++i) {
      const double value = value_of(*row, i);
      const double figure = name.relative ? 100 * over(value, name.pooled ? of_all : value_of(*base, i)) : value;
      if (std::isnan(figure)) continue;
      of_map.push_back(figure);
      if (name.least_map) continue;
      measured.sample.push_back(figure);
      measured.problems.push_back(Hash64().add(row->fingerprint).add(row->seed).add(i).value());
    }
    if (!name.least_map || of_map.empty()) continue;
    measured.sample.push_back(mean_of(of_map));
    measured.problems.push_back(Hash64().add(row->fingerprint).value());
  }
  if (measured.sample.empty()) return std::nullopt;
  if (measured.has_interval()) average_by_problem(measured);
  return measured;
}

// For each map the fewest agents whose memory, database included, is less than as many of the other's.
std::optional<Measured> Measures::break_even_with(const Configuration& configuration, std::string_view other,
                                                  const ResultRow* only) const {
  const auto mean_states = [](const ResultRow& row) {
    double sum = 0;
    const std::vector<double>* sample = row.sample("peak_states");
    if (sample == nullptr || sample->empty()) return kNone;
    for (const double value : *sample) sum += value;
    return sum / static_cast<double>(sample->size());
  };
  Measured measured;
  measured.unit = "agents";
  for (const ResultRow* row : rows(configuration)) {
    if (only != nullptr && row->map != only->map) continue;
    for (const auto& each : rows_) {
      if (!each.first.starts_with(other)) continue;
      const auto same = std::find_if(each.second.begin(), each.second.end(),
                                     [&](const ResultRow* peer) { return peer->map == row->map; });
      const auto database = row->figures.find("database_states");
      if (same == each.second.end() || database == row->figures.end()) continue;
      const auto agents =
          break_even(static_cast<std::uint64_t>(database->second), mean_states(*row), mean_states(**same));
      if (agents) {
        measured.sample.push_back(static_cast<double>(*agents));
        measured.problems.push_back(Hash64().add(row->fingerprint).value());
      }
      break;
    }
  }
  if (measured.sample.empty()) return std::nullopt;
  average_by_problem(measured);
  return measured;
}

std::optional<std::string> measure_unit(const std::string& measure) {
  const MeasureName name = parse_name(measure);
  if (name.relative) return "%";
  if (name.base != measure) return measure_unit(name.base);
  if (within_measure(measure)) return "%";
  if (const MeasureInfo* plain = plain_measure(measure)) return std::string(plain->unit);
  if (measure.starts_with(kBreakEven)) return "agents";
  if (degree_measure(measure)) return "%";
  if (measure.find("generated") != std::string::npos) return "states";
  const auto is_study = [&](std::string_view what) { return measure.starts_with(what); };
  if (is_study("length d=") || is_study("volume d=") || is_study("error d=") || is_study("level ") ||
      measure == "best length") {
    return "";
  }
  return std::nullopt;
}

std::string published_name(const std::string& measure) {
  const MeasureInfo* plain = plain_measure(measure);
  return plain != nullptr ? std::string(plain->published) : measure;
}

}  // namespace waymark
