#include "waymark/lab/experiment_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "depth_pictures.hpp"
#include "pathology_rows.hpp"
#include "waymark/lab/measure.hpp"

namespace waymark {
namespace {

class ReportMaker {
 public:
  ReportMaker(const ExperimentSpec& spec, std::span<const ResultRow> rows, const PublishedFigures& published)
      : spec_(spec), rows_(rows), published_(published), measures_(spec, rows) {}

  Report make() {
    Report report;
    report.name = spec_.name;
    report.title = spec_.title;
    report.paper = spec_.paper;
    report.quick = spec_.quick;
    for (const ClaimChoice& claim : spec_.claims) report.claims.push_back(claim_of(claim));
    for (const TableChoice& table : spec_.tables) report.tables.push_back(table_of(table));
    for (const FigureChoice& figure : spec_.figures) report.figures.push_back(figure_of(figure));
    report.pictures = depth_pictures(rows_);
    tell_provenance(report);
    return report;
  }

 private:
  std::optional<Estimate> estimate(const Configuration& configuration, const std::string& measure) const {
    const auto measured = measures_.find(configuration, measure);
    if (!measured) return std::nullopt;
    return measured->estimate();
  }

  // --- Tables ---

  ReportTable table_of(const TableChoice& choice) const {
    ReportTable table{choice.id, choice.title, {}, {}};
    for (const ColumnChoice& column : choice.columns) {
      table.columns.push_back({column.name, measure_unit(column.measure).value_or("")});
    }
    for (const Configuration* configuration : spec_.matching(choice.rows)) {
      if (choice.by_depth) {
        add_depths(choice, *configuration, table);
      } else if (choice.by_level) {
        add_levels(choice, *configuration, table);
      } else {
        ReportTable::Row row{configuration->name, {}};
        for (const ColumnChoice& column : choice.columns) row.cells.push_back(cell_of(choice, column, *configuration));
        table.rows.push_back(std::move(row));
      }
    }
    return table;
  }

  ReportTable::Cell cell_of(const TableChoice& table, const ColumnChoice& column,
                            const Configuration& configuration) const {
    ReportTable::Cell cell;
    cell.measured = estimate(configuration, column.measure);
    if (table.table.empty() || configuration.published_algorithm.empty()) return cell;
    const bool own_name = column.published_measure == column.measure;
    cell.published = published_.find(
        table.table, configuration.published_algorithm,
        column.published_parameters.empty() ? configuration.published_parameters : column.published_parameters,
        own_name ? published_name(column.measure) : column.published_measure,
        own_name ? std::optional<std::string_view>(measure_unit(column.measure).value_or("")) : std::nullopt);
    return cell;
  }

  // "solution length" of a study by depth is the sample "length d=3".
  static std::string study_sample(const std::string& measure) {
    if (measure == "solution length") return "length";
    if (measure == "generated per move") return "generated";
    return measure;
  }

  ReportTable::Cell study_cell(const TableChoice& table, const Configuration& configuration, const std::string& sample,
                               const std::string& measure, const std::string& parameters) const {
    return {estimate(configuration, sample),
            published_.find(table.table, configuration.published_algorithm, parameters, measure, std::nullopt)};
  }

  void add_depths(const TableChoice& choice, const Configuration& configuration, ReportTable& table) const {
    for (std::uint32_t d = 1; d <= kStudyDepth; ++d) {
      ReportTable::Row row{fmt::format("d = {}", d), {}};
      for (const ColumnChoice& column : choice.columns) {
        row.cells.push_back(study_cell(choice, configuration, fmt::format("{} d={}", study_sample(column.measure), d),
                                       column.measure, fmt::format("d={}", d)));
      }
      table.rows.push_back(std::move(row));
    }
    const char* best =
        configuration.study == "depth-per-state" ? "best depth per start state" : "best depth per problem";
    ReportTable::Row row{best, {}};
    for (const ColumnChoice& column : choice.columns) {
      row.cells.push_back(
          study_cell(choice, configuration, "best " + study_sample(column.measure), column.measure, best));
    }
    table.rows.push_back(std::move(row));
  }

  void add_levels(const TableChoice& choice, const Configuration& configuration, ReportTable& table) const {
    for (int level = 0; level < kStudyLevels; ++level) {
      ReportTable::Row row{fmt::format("level {}", level), {}};
      const std::string parameters = fmt::format("level={}", level);
      for (const ColumnChoice& column : choice.columns) {
        ReportTable::Cell cell =
            study_cell(choice, configuration, fmt::format("level {} {}", level, study_sample(column.measure)),
                       column.measure, parameters);
        if (column.measure == "abstract states") cell.measured = level_states(configuration, level);
        row.cells.push_back(cell);
      }
      const bool measured = std::any_of(row.cells.begin(), row.cells.end(),
                                        [](const ReportTable::Cell& cell) { return cell.measured.has_value(); });
      if (measured) table.rows.push_back(std::move(row));
    }
  }

  [[nodiscard]] std::optional<Estimate> level_states(const Configuration& configuration, int level) const {
    std::vector<double> sample;
    for (const ResultRow* row : measures_.rows(configuration)) {
      const auto found = row->figures.find(fmt::format("level {} states", level));
      if (found != row->figures.end()) sample.push_back(found->second);
    }
    if (sample.empty()) return std::nullopt;
    return bootstrap_mean(sample);
  }

  // --- Figures ---

  ReportFigure figure_of(const FigureChoice& choice) const {
    const auto axis_name = [](const std::string& measure) {
      const std::string unit = measure_unit(measure).value_or("");
      return unit.empty() ? measure : fmt::format("{}, {}", measure, unit);
    };
    const auto axis = [](bool logarithmic) {
      return logarithmic ? ReportFigure::Axis::kLogarithmic : ReportFigure::Axis::kLinear;
    };
    ReportFigure figure{
        choice.id, choice.title, axis_name(choice.x), axis_name(choice.y), axis(choice.log_x), axis(choice.log_y), {}};
    const bool by_depth = choice.x == "depth";
    for (const FigureChoice::Series& series : choice.series) {
      ReportFigure::Series drawn{series.name, {}, {}};
      for (const Configuration* configuration : spec_.matching(series.rows)) {
        if (by_depth) {
          add_depth_points(choice, *configuration, drawn);
        } else {
          add_point(choice, *configuration, drawn);
        }
      }
      figure.series.push_back(std::move(drawn));
    }
    return figure;
  }

  void add_point(const FigureChoice& choice, const Configuration& configuration, ReportFigure::Series& series) const {
    const auto x = estimate(configuration, choice.x);
    const auto y = estimate(configuration, choice.y);
    if (choice.cutoff) {
      const auto most = estimate(configuration, "most expanded on one move");
      if (!most || most->value > *choice.cutoff) return;
    }
    if (x && y) series.points.push_back({configuration.name, *x, *y});
    if (choice.table.empty()) return;
    const auto published = [&](const std::string& measure) {
      return published_.find(choice.table, configuration.published_algorithm, configuration.published_parameters,
                             published_name(measure), measure_unit(measure).value_or(""));
    };
    const auto published_x = published(choice.x);
    const auto published_y = published(choice.y);
    if (published_x && published_y) series.published.emplace_back(*published_x, *published_y);
  }

  void add_depth_points(const FigureChoice& choice, const Configuration& configuration,
                        ReportFigure::Series& series) const {
    for (std::uint32_t d = 1; d <= kStudyDepth; ++d) {
      const auto y = estimate(configuration, fmt::format("{} d={}", study_sample(choice.y), d));
      const double depth = d;
      if (y) series.points.push_back({fmt::format("d = {}", d), {depth, depth, depth, 1}, *y});
    }
  }

  // --- Claims ---

  ReportClaim claim_of(const ClaimChoice& choice) const {
    ReportClaim claim{choice.text, Verdict::kNotMeasured, ""};
    const Configuration* left = measures_.configuration(choice.left.configuration);
    const auto measured = left != nullptr ? measures_.find(*left, choice.left.measure) : std::nullopt;
    if (!measured) return claim;
    if (choice.number) {
      const Estimate estimate = measured->estimate();
      const double bar = choice.times * *choice.number;
      claim.verdict = verdict({estimate.value - bar, estimate.low - bar, estimate.high - bar, estimate.count}, choice);
      claim.detail = fmt::format("{} against {}{}", with_unit(estimate, *measured), short_number(bar),
                                 measured->unit.empty() ? "" : " " + measured->unit);
      return claim;
    }
    std::vector<const Configuration*> others = spec_.matching(choice.each);
    if (choice.each.empty()) others = {measures_.configuration(choice.right.configuration)};
    bool first = true;
    for (const Configuration* other : others) {
      if (other == left) continue;
      const auto peer = measures_.find(*other, choice.right.measure);
      if (!peer) continue;
      const Verdict found = compare(*measured, *peer, choice);
      // The worst of them decides.
      if (!first && found <= claim.verdict) continue;
      first = false;
      claim.verdict = found;
      claim.detail = fmt::format("{} against {}{} of {}", with_unit(measured->estimate(), *measured),
                                 choice.times == 1 ? "" : short_number(choice.times) + " times ",
                                 with_unit(peer->estimate(), *peer), other->name);
    }
    return claim;
  }

  static Verdict compare(const Measured& left, const Measured& right, const ClaimChoice& choice) {
    if (left.is_maximum || right.is_maximum) {
      const double difference = left.estimate().value - choice.times * right.estimate().value;
      return verdict({difference, difference, difference, 1}, choice);
    }
    const bool paired = left.sample.size() == right.sample.size();
    return verdict(bootstrap_difference(left.sample, right.sample, choice.times, paired), choice);
  }

  // Of a difference that should be below zero, or above.
  static Verdict verdict(const Estimate& difference, const ClaimChoice& choice) {
    const double low = choice.less ? difference.low : -difference.high;
    const double high = choice.less ? difference.high : -difference.low;
    if (high < 0) return Verdict::kHolds;
    return low > 0 ? Verdict::kDoesNotHold : Verdict::kWithinNoise;
  }

  static std::string with_unit(const Estimate& estimate, const Measured& measured) {
    return to_string(estimate) + (measured.unit.empty() ? "" : " " + measured.unit);
  }
  static std::string short_number(double value) { return fmt::format("{:g}", value); }

  // --- Where it comes from ---

  void tell_provenance(Report& report) const {
    std::set<std::string> lines;
    std::set<std::string> maps;
    for (const ResultRow& row : rows_) {
      lines.insert(fmt::format("{}; {}, {}; commit {}", row.provenance.machine, row.provenance.compiler,
                               row.provenance.flags, row.provenance.commit));
      if (!maps.insert(row.map).second) continue;
      const std::size_t problems = row.samples.empty() ? 0 : row.samples.begin()->second.size();
      report.maps.push_back({row.map, row.fingerprint, row.states, problems});
    }
    report.provenance.assign(lines.begin(), lines.end());
    report.provenance.push_back(fmt::format("problems drawn with seed {}", spec_.seed));
    report.provenance.push_back(
        fmt::format("made by: waymark lab run {}{}", spec_.name, spec_.quick ? " --quick" : " --maps DIR"));
  }

  const ExperimentSpec& spec_;
  std::span<const ResultRow> rows_;
  const PublishedFigures& published_;
  Measures measures_;
};

}  // namespace

Report make_report(const ExperimentSpec& spec, std::span<const ResultRow> rows, const PublishedFigures& published) {
  return ReportMaker(spec, rows, published).make();
}

}  // namespace waymark
