// Measures by name: what tables, figures and claims of an experiment are made of.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lab/experiments/experiment.hpp"
#include "lab/experiments/measured.hpp"
#include "lab/experiments/result_rows.hpp"

namespace waymark {

class Measures {
 public:
  // The rows must outlive this.
  Measures(const ExperimentSpec& spec, std::span<const ResultRow> rows);

  // Nothing if it was not measured, or there is no such measure. With `only`, a row of the configuration: of its map,
  // with all its databases.
  [[nodiscard]] std::optional<Measured> find(const Configuration& configuration, const std::string& measure,
                                             const ResultRow* only = nullptr) const;
  [[nodiscard]] const Configuration* configuration(std::string_view name) const;
  [[nodiscard]] std::vector<const ResultRow*> rows(const Configuration& configuration) const;
  // The first row of each map.
  [[nodiscard]] std::vector<const ResultRow*> maps(const Configuration& configuration) const;
  // By which a rise of a study's error must exceed; nothing if its rule finds none.
  [[nodiscard]] std::optional<double> tolerance(const Configuration& configuration) const;

 private:
  // The row of the configuration's baseline on the same map; null if there is none.
  [[nodiscard]] const ResultRow* baseline_of(const Configuration& configuration, const ResultRow& row) const;
  [[nodiscard]] std::optional<Measured> break_even_with(const Configuration& configuration, std::string_view other,
                                                        const ResultRow* only) const;
  [[nodiscard]] std::optional<Measured> by_database(const Configuration& configuration, const std::string& base,
                                                    Statistic statistic, const ResultRow* only) const;
  [[nodiscard]] std::optional<Measured> find_in(std::span<const ResultRow* const> rows,
                                                const Configuration& configuration, const std::string& measure) const;

  [[nodiscard]] std::optional<double> found_tolerance(const ToleranceRule& rule) const;

  const ExperimentSpec* spec_;
  std::map<std::string, std::optional<double>> tolerances_;  // by configuration with a rule
  std::map<std::string, std::vector<const ResultRow*>, std::less<>> rows_;
};

// The unit of a measure; nothing if there is none of this name.
std::optional<std::string> measure_unit(const std::string& measure);
// What published figures call it: the measure without its unit ("precompute" for "precompute h").
std::string published_name(const std::string& measure);

}  // namespace waymark
