#include "lab/experiments/experiment_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

#include "lab/experiments/best_within.hpp"
#include "lab/experiments/depth_pictures.hpp"
#include "lab/experiments/few_problems.hpp"
#include "lab/experiments/measure.hpp"
#include "lab/experiments/pathology_rows.hpp"
#include "lab/experiments/published_use.hpp"
#include "lab/run/statistics.hpp"
#include "lab/view/figure_text.hpp"
#include "lab/view/text_table.hpp"

namespace waymark {
namespace {

class ReportMaker {
 public:
  ReportMaker(const ExperimentSpec& spec, std::span<const ResultRow> rows, const PublishedFigures& published)
      : spec_(spec), rows_(rows), published_(published), measures_(spec, rows), use_(published) {}

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
    for (const LeftOut& each : spec_.left_out) report.left_out.push_back(heading(to_string(each.key), each.reason));
    tell_provenance(report);
    return report;
  }

  // After make.
  [[nodiscard]] std::vector<std::string> published_faults() const { return use_.faults(spec_.left_out); }

 private:
  std::optional<Estimate> estimate(const Configuration& configuration, const std::string& measure,
                                   const ResultRow* only = nullptr) const {
    const auto measured = measures_.find(configuration, measure, only);
    if (!measured) return std::nullopt;
    return measured->estimate();
  }

  // --- Tables ---

  ReportTable table_of(const TableChoice& choice) {
    ReportTable table{choice.id, choice.title, {}, {}};
    for (const ColumnChoice& column : choice.columns) {
      const std::string unit = measure_unit(column.measure).value_or("");
      // Of "precompute h" the unit may become another; "abstract state pairs" tells its own.
      const bool told = column.name.ends_with(" " + unit);
      table.columns.push_back({without_unit(column.name, unit), told && !find_time_unit(unit) ? "" : unit});
    }
    if (!choice.limits.empty()) {
      add_limits(choice, table);
      return table;
    }
    if (!choice.amortise.empty()) {
      add_amortisations(choice, table);
      return table;
    }
    for (const Configuration* configuration : spec_.matching(choice.rows)) {
      if (choice.by_depth) {
        add_depths(choice, *configuration, table);
      } else if (choice.by_level) {
        add_levels(choice, *configuration, table);
      } else if (choice.by_map) {
        add_maps(choice, *configuration, table);
      } else {
        ReportTable::Row row{configuration->name, {}};
        for (const ColumnChoice& column : choice.columns) row.cells.push_back(cell_of(choice, column, *configuration));
        table.rows.push_back(std::move(row));
      }
    }
    return table;
  }

  // "precompute" of "precompute h".
  static std::string without_unit(const std::string& name, const std::string& unit) {
    const bool told = find_time_unit(unit) && name.ends_with(" " + unit);
    return told ? name.substr(0, name.size() - unit.size() - 1) : name;
  }

  // Published figures of a map have its name behind the parameters.
  void add_maps(const TableChoice& choice, const Configuration& configuration, ReportTable& table) {
    const bool alone = spec_.matching(choice.rows).size() == 1;
    const std::vector<const ResultRow*> measured = measures_.rows(configuration);
    for (const MapChoice& map : spec_.maps) {
      if (map.group != configuration.group) continue;
      const std::string name = map.label();
      const auto found =
          std::find_if(measured.begin(), measured.end(), [&](const ResultRow* row) { return row->map == name; });
      ReportTable::Row row{alone ? name : fmt::format("{}, {}", name, configuration.name), {}};
      for (const ColumnChoice& column : choice.columns) {
        row.cells.push_back(cell_of(choice, column, configuration, found == measured.end() ? nullptr : *found, name));
      }
      if (found != measured.end()) table.rows.push_back(std::move(row));
    }
  }

  ReportTable::Cell cell_of(const TableChoice& table, const ColumnChoice& column, const Configuration& configuration,
                            const ResultRow* only = nullptr, const std::string& map = "") {
    ReportTable::Cell cell;
    const auto measured =
        map.empty() || only != nullptr ? measures_.find(configuration, column.measure, only) : std::nullopt;
    if (measured) {
      cell.measured = measured->estimate();
      // Where the median stands beside it the mean needs no note.
      const bool has_median = std::any_of(table.columns.begin(), table.columns.end(), [&](const ColumnChoice& each) {
        return each.measure == "median of " + column.measure;
      });
      if (!has_median) cell.note = note_on_few(measures_, configuration, column.measure, *measured, only);
    }
    const bool own_name = column.published_measure == column.measure;
    std::string parameters =
        column.published_parameters.empty() ? configuration.published_parameters : column.published_parameters;
    if (!map.empty()) parameters += " " + map;
    const std::string measure = own_name ? published_name(column.measure) : column.published_measure;
    // The same measure may be printed in two units.
    const PublishedFigure* printed =
        published(table.tables, configuration, parameters, measure, measure_unit(column.measure));
    if (printed == nullptr && !own_name) {
      printed = published(table.tables, configuration, parameters, measure, std::nullopt);
    }
    cell.published = use_.show(printed);
    return cell;
  }

  // From the first of the tables that has it; in `unit` if that matters.
  [[nodiscard]] const PublishedFigure* published(const std::vector<std::string>& tables,
                                                 const Configuration& configuration, const std::string& parameters,
                                                 const std::string& measure,
                                                 const std::optional<std::string>& unit) const {
    for (const std::string& table : tables) {
      const auto* found = published_.find(table, configuration.published_algorithm, parameters, measure, unit);
      if (found != nullptr) return found;
    }
    return nullptr;
  }

  // "solution length" of a study by depth is the sample "length d=3".
  static std::string study_sample(const std::string& measure) {
    if (measure == "solution length") return "length";
    if (measure == "generated per move") return "generated";
    return measure;
  }

  ReportTable::Cell study_cell(const TableChoice& table, const Configuration& configuration, const std::string& sample,
                               const std::string& measure, const std::string& parameters) {
    return {estimate(configuration, sample),
            use_.show(published(table.tables, configuration, parameters, measure, std::nullopt)),
            {}};
  }

  void add_depths(const TableChoice& choice, const Configuration& configuration, ReportTable& table) {
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

  void add_levels(const TableChoice& choice, const Configuration& configuration, ReportTable& table) {
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
      const bool is_any = std::any_of(row.cells.begin(), row.cells.end(), [](const ReportTable::Cell& cell) {
        return cell.measured.has_value() || cell.published.has_value();
      });
      if (is_any) table.rows.push_back(std::move(row));
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

  // For each limit on the states expanded on a move the best of the rows that keep it, by the first column.
  void add_limits(const TableChoice& choice, ReportTable& table) {
    for (const double limit : choice.limits) {
      const double most = limit > 0 ? limit : std::numeric_limits<double>::infinity();
      const std::vector<ClaimChoice::Limit> limits{{"most expanded on one move", most}};
      const Configuration* best =
          best_within(limits, spec_.matching(choice.rows), choice.columns.front().measure, measures_);
      if (best == nullptr) continue;
      ReportTable::Row row{
          fmt::format("{}: {}", limit > 0 ? "at most " + format_count(static_cast<std::uint64_t>(limit)) : "any",
                      best->name),
          {}};
      for (const ColumnChoice& column : choice.columns) row.cells.push_back(cell_of(choice, column, *best));
      table.rows.push_back(std::move(row));
    }
  }

  // After how many moves the time to build a database is won back against the rival of the nearest quality, and how
  // long those moves take. Rows whose rival is faster a move have no such number.
  void add_amortisations(const TableChoice& choice, ReportTable& table) {
    table.columns = {{"amortization moves", ""}, {"amortization run time", "h"}};
    for (const Configuration* each : spec_.matching(choice.rows)) {
      const auto mean = [this](const Configuration& configuration, const char* measure) -> std::optional<double> {
        const auto measured = measures_.find(configuration, measure);
        if (!measured) return std::nullopt;
        return mean_of(measured->sample);
      };
      const auto printed = [&](const char* measure) {
        return use_.show(published_.find_rival(choice.tables.empty() ? "" : choice.tables.front(),
                                               each->published_algorithm, each->published_parameters, measure));
      };
      const auto printed_moves = printed("amortization moves");
      const auto printed_time = printed("amortization run time");
      const auto quality = mean(*each, "suboptimality");
      const auto build = mean(*each, "precompute s");
      const auto time = mean(*each, "time per move");
      if (!quality || !build || !time) continue;
      const Configuration* rival = nullptr;
      double nearest = 0;
      for (const Configuration* other : spec_.matching(choice.amortise)) {
        const auto theirs = mean(*other, "suboptimality");
        if (!theirs || (rival != nullptr && std::abs(*theirs - *quality) >= nearest)) continue;
        rival = other;
        nearest = std::abs(*theirs - *quality);
      }
      if (rival == nullptr) continue;
      ReportTable::Row row{fmt::format("{} against {}", each->name, rival->name), {{}, {}}};
      const double won = mean(*rival, "time per move").value_or(0) - *time;  // microseconds a move
      if (won > 0) {
        const double moves = *build * 1e6 / won;
        const double hours = moves * *time / 3.6e9;
        row.cells[0].measured = Estimate{moves, moves, moves, 1};
        row.cells[1].measured = Estimate{hours, hours, hours, 1};
      }
      row.cells[0].published = printed_moves;
      row.cells[1].published = printed_time;
      table.rows.push_back(std::move(row));
    }
  }

  // --- Figures ---

  Figure figure_of(const FigureChoice& choice) const {
    const std::string x_unit = measure_unit(choice.x).value_or("");
    const std::string y_unit = measure_unit(choice.y).value_or("");
    Figure figure{choice.id,
                  choice.title,
                  without_unit(choice.x, x_unit),
                  without_unit(choice.y, y_unit),
                  choice.x_axis,
                  choice.y_axis,
                  {},
                  x_unit,
                  y_unit};
    const bool by_depth = choice.x == "depth";
    for (const FigureChoice::Series& series : choice.series) {
      Figure::Series drawn{series.name, {}, {}};
      for (const Configuration* configuration : spec_.matching(series.rows)) {
        if (by_depth) {
          add_depth_points(choice, *configuration, drawn);
        } else if (choice.x == "map") {
          add_map_points(choice, *configuration, drawn);
        } else {
          add_point(choice, *configuration, drawn);
        }
      }
      figure.series.push_back(std::move(drawn));
    }
    return figure;
  }

  void add_point(const FigureChoice& choice, const Configuration& configuration, Figure::Series& series) const {
    const auto x = estimate(configuration, choice.x);
    const auto y = estimate(configuration, choice.y);
    if (choice.cutoff) {
      const auto most = estimate(configuration, "most expanded on one move");
      if (!most || most->value > *choice.cutoff) return;
    }
    if (x && y) series.points.push_back({configuration.name, *x, *y});
    const auto printed = [&](const std::string& measure) {
      return published(choice.tables, configuration, configuration.published_parameters, published_name(measure),
                       measure_unit(measure));
    };
    const PublishedFigure* published_x = printed(choice.x);
    const PublishedFigure* published_y = printed(choice.y);
    if (published_x != nullptr && published_y != nullptr) {
      series.published.emplace_back(published_x->value, published_y->value);
    }
  }

  void add_depth_points(const FigureChoice& choice, const Configuration& configuration, Figure::Series& series) const {
    for (std::uint32_t d = 1; d <= kStudyDepth; ++d) {
      const auto y = estimate(configuration, fmt::format("{} d={}", study_sample(choice.y), d));
      const double depth = d;
      if (y) series.points.push_back({fmt::format("d = {}", d), {depth, depth, depth, 1}, *y});
      const auto* printed = published(choice.tables, configuration, fmt::format("d={}", d), choice.y, std::nullopt);
      if (printed != nullptr) series.published.emplace_back(depth, printed->value);
    }
  }

  void add_map_points(const FigureChoice& choice, const Configuration& configuration, Figure::Series& series) const {
    double number = 0;
    for (const ResultRow* map : measures_.maps(configuration)) {
      ++number;
      const auto y = estimate(configuration, choice.y, map);
      if (y) series.points.push_back({map->map, {number, number, number, 1}, *y});
    }
  }

  // --- Claims ---

  ReportClaim claim_of(const ClaimChoice& choice) {
    ReportClaim claim = judged(choice);
    const std::string printed = use_.show_all(choice);
    if (!printed.empty()) claim.detail += (claim.detail.empty() ? "published: " : "; published: ") + printed;
    if (!choice.not_comparable.empty() && claim.verdict != Verdict::kNotMeasured) {
      claim.verdict = Verdict::kNotComparable;
    }
    claim.argument = choice.not_comparable;
    claim.paper = choice.paper;
    return claim;
  }

  [[nodiscard]] ReportClaim judged(const ClaimChoice& choice) const {
    ReportClaim claim{choice.text, Verdict::kNotMeasured, "", ""};
    const Configuration* left = named_by(choice.left);
    const auto measured = left != nullptr ? measures_.find(*left, choice.left.measure) : std::nullopt;
    if (!measured) {
      if (!choice.left.best.empty()) claim.detail = kNoneWithin;
      return claim;
    }
    if (choice.number) {
      const Estimate estimate = measured->estimate();
      const double bar = choice.times * *choice.number;
      const double least = *choice.number / choice.times;  // of what is about the number
      claim.verdict = verdict({estimate.value - bar, estimate.low - bar, estimate.high - bar, estimate.count}, choice);
      if (choice.about) claim.verdict = verdict_between(estimate, least, bar);
      claim.detail = fmt::format("{} against {}{}{}", left_text(choice, *left, *measured),
                                 choice.about ? short_number(least) + " to " : "", short_number(bar),
                                 measured->unit.empty() ? "" : " " + measured->unit);
      if (rests_on_few(*measured)) claim.detail += "; median " + to_string(bootstrap_median(measured->sample));
      return claim;
    }
    std::vector<const Configuration*> others = spec_.matching(choice.each);
    const bool is_list = !choice.each.empty() || choice.right.measure.ends_with("d=*");  // the left side may be in it
    if (choice.each.empty()) others = {named_by(choice.right)};
    double nearest = -std::numeric_limits<double>::infinity();  // to the wrong side, of those with that verdict
    bool first = true;
    for (const Configuration* other : others) {
      if (other == nullptr) {
        claim.detail = kNoneWithin;
        continue;
      }
      for (const std::string& measure : right_measures(choice.right.measure)) {
        if (is_list && other == left && measure == choice.left.measure) continue;
        auto peer = measures_.find(*other, measure);
        if (!peer) continue;
        // What only one of the two solved is no comparison.
        Measured mine = *measured;
        const std::size_t most = std::max(mine.sample.size(), peer->sample.size());
        const bool is_part = mine.has_interval() && peer->has_interval() && mine.problems != peer->problems &&
                             restrict_to_common(mine, *peer);
        const Estimate difference = difference_of(mine, *peer, choice.times);
        const Verdict found = verdict(difference, choice);
        const double beyond = choice.less ? difference.value : -difference.value;
        // The worst of them decides and is named.
        if (!first && (found < claim.verdict || (found == claim.verdict && beyond <= nearest))) continue;
        first = false;
        claim.verdict = found;
        nearest = beyond;
        claim.detail = fmt::format("{} against {}{} of {}{}{}{}", left_text(choice, *left, mine),
                                   choice.times == 1 ? "" : short_number(choice.times) + " times ",
                                   with_unit(peer->estimate(), *peer), other->name,
                                   measure == choice.right.measure ? "" : ", " + measure,
                                   is_part ? fmt::format(", on the {} of {} problems that both have",
                                                         format_count(mine.sample.size()), format_count(most))
                                           : "",
                                   medians_if_few(mine, *peer));
      }
    }
    return claim;
  }

  // Null if there is none.
  [[nodiscard]] const Configuration* named_by(const ClaimChoice::Side& side) const {
    return side.best.empty() ? measures_.configuration(side.configuration)
                             : best_within(side.within, spec_.matching(side.best), side.measure, measures_);
  }

  // With the name of one that was chosen here.
  static std::string left_text(const ClaimChoice& choice, const Configuration& left, const Measured& measured) {
    return with_unit(measured.estimate(), measured) + (choice.left.best.empty() ? "" : " of " + left.name);
  }

  // "length d=*" stands for every depth.
  static std::vector<std::string> right_measures(const std::string& measure) {
    if (!measure.ends_with("d=*")) return {measure};
    std::vector<std::string> all;
    for (std::uint32_t d = 1; d <= kStudyDepth; ++d) {
      all.push_back(fmt::format("{}{}", measure.substr(0, measure.size() - 1), d));
    }
    return all;
  }

  // Where one of two means rests on a few problems.
  static std::string medians_if_few(const Measured& left, const Measured& right) {
    if (!rests_on_few(left) && !rests_on_few(right)) return "";
    return fmt::format("; medians {} and {}", to_string(bootstrap_median(left.sample)),
                       to_string(bootstrap_median(right.sample)));
  }

  // Of a difference that should be below zero, or above.
  static Verdict verdict(const Estimate& difference, const ClaimChoice& choice) {
    const double low = choice.less ? difference.low : -difference.high;
    const double high = choice.less ? difference.high : -difference.low;
    if (high < 0) return Verdict::kHolds;
    return low > 0 ? Verdict::kDoesNotHold : Verdict::kWithinNoise;
  }

  static Verdict verdict_between(const Estimate& estimate, double least, double most) {
    if (estimate.low >= least && estimate.high <= most) return Verdict::kHolds;
    return estimate.high < least || estimate.low > most ? Verdict::kDoesNotHold : Verdict::kWithinNoise;
  }

  static std::string with_unit(const Estimate& estimate, const Measured& measured) {
    return to_string(estimate) + (measured.unit.empty() ? "" : " " + measured.unit);
  }
  static constexpr const char* kNoneWithin = "none solves every problem within the limits";
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
  PublishedUse use_;
};

}  // namespace

Report make_report(const ExperimentSpec& spec, std::span<const ResultRow> rows, const PublishedFigures& published) {
  return ReportMaker(spec, rows, published).make();
}

std::vector<std::string> published_faults(const ExperimentSpec& spec, const PublishedFigures& published) {
  ReportMaker maker(spec, {}, published);
  maker.make();
  return maker.published_faults();
}

}  // namespace waymark
