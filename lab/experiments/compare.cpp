#include "lab/experiments/compare.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "lab/experiments/measure.hpp"

namespace waymark {
namespace {

constexpr std::array<const char*, 8> kCompared{"solved",
                                               "suboptimality",
                                               "expanded per move",
                                               "generated per move",
                                               "most expanded on one move",
                                               "strictly on-line memory",
                                               "time per move",
                                               "fell back"};
constexpr std::array<const char*, 3> kComparedMaps{"database size", "database file", "precompute s"};
constexpr std::array<std::string_view, 2> kTimes{"time per move", "precompute s"};
constexpr std::array<const char*, 2> kComparedStudies{"pathological", "best length"};

// A spec that has nothing but the configurations of the rows.
ExperimentSpec spec_of(std::span<const ResultRow> rows) {
  ExperimentSpec spec;
  std::set<std::string> known;
  for (const ResultRow& row : rows) {
    if (!known.insert(row.configuration).second) continue;
    Configuration configuration;
    configuration.name = row.configuration;
    spec.configurations.push_back(std::move(configuration));
  }
  return spec;
}

// Whether both have the same problems, in the same order.
bool same_problems(const std::vector<const ResultRow*>& before, const std::vector<const ResultRow*>& after) {
  return std::equal(
      before.begin(), before.end(), after.begin(), after.end(), [](const ResultRow* a, const ResultRow* b) {
        const std::vector<double>* mine = a->sample("problem");
        const std::vector<double>* yours = b->sample("problem");
        if ((mine == nullptr) != (yours == nullptr)) return false;
        return a->fingerprint == b->fingerprint && a->seed == b->seed && (mine == nullptr || *mine == *yours);
      });
}

}  // namespace

Comparison compare_results(std::span<const ResultRow> before, std::span<const ResultRow> after) {
  Comparison comparison;
  const ExperimentSpec before_spec = spec_of(before);
  const ExperimentSpec after_spec = spec_of(after);
  const Measures old_measures(before_spec, before);
  const Measures new_measures(after_spec, after);
  std::vector<const char*> names(kCompared.begin(), kCompared.end());
  names.insert(names.end(), kComparedMaps.begin(), kComparedMaps.end());
  names.insert(names.end(), kComparedStudies.begin(), kComparedStudies.end());
  for (const Configuration& each : before_spec.configurations) {
    const Configuration* peer = new_measures.configuration(each.name);
    if (peer == nullptr) {
      comparison.only_before.push_back(each.name);
      continue;
    }
    const bool same = same_problems(old_measures.rows(each), new_measures.rows(*peer));
    comparison.paired = comparison.paired && same;
    for (const char* name : names) {
      const auto old_figure = old_measures.find(each, name);
      const auto new_figure = new_measures.find(*peer, name);
      if (!old_figure || !new_figure) continue;
      ComparedFigure compared{each.name, name, old_figure->unit, old_figure->estimate(), new_figure->estimate(), {}};
      compared.is_time = std::find(kTimes.begin(), kTimes.end(), std::string_view(name)) != kTimes.end();
      compared.difference = difference_of(*new_figure, *old_figure, 1);
      compared.moved = compared.difference.low > 0 || compared.difference.high < 0;
      comparison.figures.push_back(std::move(compared));
    }
  }
  for (const Configuration& each : after_spec.configurations) {
    if (old_measures.configuration(each.name) == nullptr) comparison.only_after.push_back(each.name);
  }
  return comparison;
}

}  // namespace waymark
