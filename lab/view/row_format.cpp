#include "lab/view/row_format.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "lab/run/statistics.hpp"
#include "lab/view/text_table.hpp"

namespace waymark {
namespace {

using Json = nlohmann::ordered_json;

Json to_json_value(Cell cell) { return Json::array({cell.x, cell.y}); }

// Null if there are none.
Json to_json_value(const std::vector<Cell>& cells) {
  Json list;
  for (const Cell cell : cells) list.push_back(to_json_value(cell));
  return list;
}

Json to_json_value(const std::optional<double>& value) { return value ? Json(*value) : Json(); }

// Every column in the order of output; null where it does not apply. The names are the program's contract.
std::vector<std::pair<std::string_view, Json>> make_columns(const RowContext& context, const RunRow& row,
                                                            const RowColumns& columns) {
  std::vector<std::pair<std::string_view, Json>> result{
      {"format", kRowFormat},
      {"map", context.map},
      {"algorithm", context.algorithm},
      {"problem", row.problem},
      {"start", to_json_value(row.start)},
      {"goal", to_json_value(row.goal)},
      {"status", to_string(row.status)},
      {"cost", to_json_value(row.cost)},
      {"optimal", to_json_value(row.optimal)},
      {"suboptimality", to_json_value(row.suboptimality)},
      {"moves", row.moves},
      {"expanded", row.work.expanded},
      {"generated", row.work.generated},
      {"climb_steps", row.work.climb_steps},
      {"updates", row.work.updates},
      {"update_volume", row.work.update_volume},
      {"peak_states", row.work.peak_states},
      {"max_expanded_per_move", row.max_expanded_per_move},
      {"max_work_per_move", row.max_work_per_move},
      {"mean_move_ns", row.mean_move_ns},
      {"p99_move_ns", row.p99_move_ns},
      {"max_move_ns", row.max_move_ns},
      {"first_move_ns", row.first_move_ns},
      {"distinct_states", row.distinct_states},
  };
  // A column of the rows that this one has no value for is null.
  bool has_value = row.living.has_value();
  const auto add = [&](std::string_view name, Json value) {
    result.emplace_back(name, has_value ? std::move(value) : Json());
  };
  const LivingFigures living = row.living.value_or(LivingFigures());
  if (columns.living) {
    add("replans", living.replans);
    add("blocked_steps", living.blocked_steps);
  }
  if (columns.chase) {
    add("steps", row.steps);
    add("goal_moves", living.goal_moves.value_or(0));
  }
  if (columns.vision) add("discovered", living.discovered.value_or(0));
  has_value = row.found.has_value();
  const FoundFigures found = row.found.value_or(FoundFigures());
  const bool is_anytime = found.solutions > 0;
  if (columns.anytime) {
    result.emplace_back("solutions", is_anytime ? Json(found.solutions) : Json());
    result.emplace_back("bound", is_anytime ? Json(found.bound) : Json());
  }
  if (columns.forgets) add("forgotten", found.forgotten);
  has_value = row.trials.has_value();
  if (columns.trials) {
    const TrialFigures trials = row.trials.value_or(TrialFigures());
    add("trials", trials.count);
    add("converged", trials.converged);
    add("travel", trials.travel);
  }
  has_value = row.database.has_value();
  if (columns.database) {
    const DatabaseFigures database = row.database.value_or(DatabaseFigures());
    add("database_states", database.states);
    add("database_relative", database.relative);
    add("database_bytes", database.bytes);
    add("cumulative_states", database.states + row.work.peak_states);
    add("database_queries", row.work.database_queries);
    add("fell_back", row.work.fell_back > 0);
    add("at_cap", row.work.at_cap);
    add("online_bytes", row.online_bytes);
  }
  if (columns.nearest) result.emplace_back("nearest", row.nearest ? to_json_value(*row.nearest) : Json());
  has_value = row.smoothed.has_value();
  const SmoothingFigures smoothed = row.smoothed.value_or(SmoothingFigures());
  if (columns.smoothed) {
    add("smoothed_cost", smoothed.cost);
    add("smoothed_suboptimality", to_json_value(smoothed.suboptimality));
    add("smoothing_ns", smoothed.ns);
  }
  if (columns.paths) result.emplace_back("path", to_json_value(row.path));
  if (columns.partial) result.emplace_back("partial_path", to_json_value(row.partial_path));
  if (columns.paths && columns.smoothed) result.emplace_back("smoothed_path", to_json_value(smoothed.path));
  if (columns.paths && columns.chase) result.emplace_back("goal_path", to_json_value(row.goal_path));
  return result;
}

bool is_cell_column(std::string_view name) { return name == "start" || name == "goal" || name == "nearest"; }

std::string to_csv_text(const Json& value) {
  if (value.is_null()) return "";
  if (value.is_string()) return value.get<std::string>();
  if (!value.is_array()) return value.dump();
  std::string text;  // a path as x,y x,y
  for (const Json& item : value) {
    if (!text.empty()) text += item.is_array() ? " " : ",";
    text += to_csv_text(item);
  }
  return text;
}

std::string cell_text(Cell cell) { return fmt::format("{},{}", cell.x, cell.y); }

std::string optional_text(const std::optional<double>& value, int decimals) {
  return value ? format_decimal(*value, decimals) : "-";
}

template <class Get>
Summary summarise_rows(std::span<const RunRow> rows, Get&& get) {
  std::vector<double> values;
  for (const RunRow& row : rows) {
    if (const std::optional<double> value = get(row)) values.push_back(*value);
  }
  return summarise(std::move(values));
}

}  // namespace

void add_columns_of(const AlgorithmChoice& algorithm, const RunOptions& options, RowColumns& columns) {
  columns.database |= algorithm.database() != DatabaseKind::kNone;
  if (options.is_living()) return;
  columns.anytime |= algorithm.info->family == "anytime";
  columns.forgets |= algorithm.info->key == "sma";
  columns.partial |= options.paths && algorithm.info->key == "sga";
}

std::string to_json(const RowContext& context, const RunRow& row, const RowColumns& columns) {
  Json object = Json::object();
  for (auto& [name, value] : make_columns(context, row, columns)) {
    if (!value.is_null()) object[std::string(name)] = std::move(value);
  }
  return object.dump(-1, ' ', false, Json::error_handler_t::replace);  // names of files may be no UTF-8
}

std::string csv_field(std::string_view field) {
  if (field.find_first_of(",\"\r\n ") == std::string_view::npos) return std::string(field);
  std::string quoted = "\"";
  for (const char letter : field) quoted += letter == '"' ? std::string("\"\"") : std::string(1, letter);
  return quoted + "\"";
}

std::string csv_heading(const RowColumns& columns) {
  std::string line;
  for (const auto& [name, value] : make_columns({}, {}, columns)) {
    if (!line.empty()) line += ',';
    line += is_cell_column(name) ? fmt::format("{0}_x,{0}_y", name) : std::string(name);
  }
  return line;
}

std::string to_csv(const RowContext& context, const RunRow& row, const RowColumns& columns) {
  std::string line;
  for (const auto& [name, value] : make_columns(context, row, columns)) {
    if (!line.empty()) line += ',';
    // A cell that is not there is two fields too.
    line += is_cell_column(name) ? (value.is_null() ? "," : to_csv_text(value)) : csv_field(to_csv_text(value));
  }
  return line;
}

std::string to_table(std::span<const RunRow> rows) {
  using enum TextTable::Align;
  const bool has_trials = !rows.empty() && rows.front().trials;
  const bool is_living = !rows.empty() && rows.front().living;
  const bool is_chase = is_living && rows.front().living->goal_moves;
  const bool has_vision = is_living && rows.front().living->discovered;
  const auto has = [&](auto&& get) { return std::any_of(rows.begin(), rows.end(), get); };
  const bool is_anytime = has([](const RunRow& row) { return row.found && row.found->solutions > 0; });
  const bool forgets = has([](const RunRow& row) { return row.found && row.found->forgotten > 0; });
  const bool is_smoothed = has([](const RunRow& row) { return row.smoothed.has_value(); });
  const bool climbs = has([](const RunRow& row) { return row.work.climb_steps > 0; });
  const bool has_nearest = has([](const RunRow& row) { return row.nearest.has_value(); });
  std::vector<TextTable::Column> headings;
  const auto head = [&](std::initializer_list<TextTable::Column> columns) { headings.insert(headings.end(), columns); };
  head({{"problem"}, {"start"}, {"goal"}});
  if (has_nearest) head({{"sent to"}});
  head({{"status", kLeft}, {"cost"}});
  if (!is_chase) head({{"optimal"}, {"subopt %"}});
  if (is_smoothed) head({{"smoothed"}});
  head({{"moves"}, {"expanded"}, {"generated"}});
  if (climbs) head({{"climb steps"}});
  head({{"first move"}, {"mean move"}});
  if (is_living) head({{"replans"}, {"blocked steps"}});
  if (is_chase) head({{"steps"}, {"goal moves"}});
  if (has_vision) head({{"discovered"}});
  if (is_anytime) head({{"solutions"}, {"bound"}});
  if (forgets) head({{"forgotten"}});
  if (has_trials) head({{"trials"}, {"converged", kLeft}, {"travel"}});
  TextTable table(std::move(headings));
  for (const RunRow& row : rows) {
    std::vector<std::string> line;
    const auto add = [&](std::initializer_list<std::string> texts) { line.insert(line.end(), texts); };
    add({std::to_string(row.problem), cell_text(row.start), cell_text(row.goal)});
    if (has_nearest) add({row.nearest ? cell_text(*row.nearest) : "-"});
    add({std::string(to_string(row.status)), optional_text(row.cost, 2)});
    if (!is_chase) add({optional_text(row.optimal, 2), optional_text(row.suboptimality, 2)});
    if (is_smoothed) add({row.smoothed ? format_decimal(row.smoothed->cost, 2) : "-"});
    add({format_count(row.moves), format_count(row.work.expanded), format_count(row.work.generated)});
    if (climbs) add({format_count(row.work.climb_steps)});
    add({format_duration(static_cast<double>(row.first_move_ns)), format_duration(row.mean_move_ns)});
    if (is_living) add({format_count(row.living->replans), format_count(row.living->blocked_steps)});
    if (is_chase) add({format_count(row.steps), format_count(*row.living->goal_moves)});
    if (has_vision) add({format_count(*row.living->discovered)});
    const FoundFigures found = row.found.value_or(FoundFigures());
    if (is_anytime) add({format_count(found.solutions), found.solutions > 0 ? format_decimal(found.bound, 3) : "-"});
    if (forgets) add({format_count(found.forgotten)});
    if (has_trials) {
      add({format_count(row.trials->count), row.trials->converged ? "yes" : "no",
           format_decimal(row.trials->travel, 2)});
    }
    table.add_row(std::move(line));
  }
  return table.to_string();
}

std::string to_summary(std::span<const RunRow> rows) {
  using enum TextTable::Align;
  const auto count = [&](Status status) {
    return static_cast<std::uint64_t>(
        std::count_if(rows.begin(), rows.end(), [status](const RunRow& row) { return row.status == status; }));
  };
  std::string text = fmt::format("{} problems: {} solved, {} unreachable", format_count(rows.size()),
                                 format_count(count(Status::kSolved)), format_count(count(Status::kUnreachable)));
  const std::uint64_t out_of_budget = count(Status::kOutOfBudget);
  if (out_of_budget > 0) text += fmt::format(", {} out of budget", format_count(out_of_budget));
  const std::uint64_t others = rows.size() - count(Status::kSolved) - count(Status::kUnreachable) - out_of_budget;
  if (others > 0) text += fmt::format(", {} ended otherwise", format_count(others));
  const auto sent = std::count_if(rows.begin(), rows.end(), [](const RunRow& row) { return row.nearest.has_value(); });
  if (sent > 0) {
    text +=
        fmt::format(", {} to the cell nearest to a goal out of reach", format_count(static_cast<std::uint64_t>(sent)));
  }
  const bool has_trials = !rows.empty() && rows.front().trials;
  if (has_trials) {
    const auto converged =
        std::count_if(rows.begin(), rows.end(), [](const RunRow& row) { return row.trials->converged; });
    text += fmt::format(", {} converged", format_count(static_cast<std::uint64_t>(converged)));
  }
  text += "\n\n";
  std::string notes;

  TextTable table({{"per problem", kLeft}, {"mean"}, {"median"}, {"p99"}, {"max"}, {"", kLeft}});
  const auto add = [&](std::string name, const Summary& summary, auto&& format, std::string unit) {
    if (summary.count == 0) {
      table.add_row({std::move(name), "-", "-", "-", "-", std::move(unit)});
      return;
    }
    table.add_row({std::move(name), format(summary.mean), format(summary.median), format(summary.p99),
                   format(summary.max), std::move(unit)});
  };
  const auto two_decimals = [](double value) { return format_decimal(value, 2); };
  const auto whole = [](double value) { return format_count(static_cast<std::uint64_t>(std::llround(value))); };
  using Value = std::optional<double>;
  const auto add_count = [&](const std::string& name, auto&& get, const std::string& unit) {
    add(name, summarise_rows(rows, [&](const RunRow& row) -> Value { return static_cast<double>(get(row)); }), whole,
        unit);
  };
  add("cost", summarise_rows(rows, [](const RunRow& row) { return row.cost; }), two_decimals, "cardinal steps");
  const bool is_chase = !rows.empty() && rows.front().living && rows.front().living->goal_moves;
  if (!is_chase) {
    add("suboptimality", summarise_rows(rows, [](const RunRow& row) { return row.suboptimality; }), two_decimals, "%");
  }
  if (std::any_of(rows.begin(), rows.end(), [](const RunRow& row) { return row.smoothed.has_value(); })) {
    const auto add_smoothed = [&](const std::string& name, auto&& get, auto&& format, const std::string& unit) {
      add(name,
          summarise_rows(rows, [&](const RunRow& row) { return row.smoothed ? Value(get(*row.smoothed)) : Value(); }),
          format, unit);
    };
    add_smoothed(
        "smoothed", [](const SmoothingFigures& figures) { return figures.cost; }, two_decimals, "cardinal steps");
    add_smoothed(
        "suboptimality then", [](const SmoothingFigures& figures) { return figures.suboptimality; }, two_decimals, "%");
    add_smoothed(
        "smoothing", [](const SmoothingFigures& figures) { return static_cast<double>(figures.ns); }, format_duration,
        "");
  }
  add_count(
      "moves", [](const RunRow& row) { return row.moves; }, "");
  add_count(
      "expanded", [](const RunRow& row) { return row.work.expanded; }, "states");
  add_count(
      "generated", [](const RunRow& row) { return row.work.generated; }, "states");
  if (std::any_of(rows.begin(), rows.end(), [](const RunRow& row) { return row.work.climb_steps > 0; })) {
    add_count(
        "climb steps", [](const RunRow& row) { return row.work.climb_steps; }, "of reachability checks");
  }
  add_count(
      "peak memory", [](const RunRow& row) { return row.work.peak_states; }, "states");
  if (!rows.empty() && rows.front().database) {
    add_count(
        "database queries", [](const RunRow& row) { return row.work.database_queries; }, "");
    const auto fell_back =
        std::count_if(rows.begin(), rows.end(), [](const RunRow& row) { return row.work.fell_back > 0; });
    notes += fmt::format(
        "\n{} of {} problems fell back to the global goal\ndatabase: {} bytes; {} states, {} of the map's cells\n",
        format_count(static_cast<std::uint64_t>(fell_back)), format_count(rows.size()),
        format_count(rows.front().database->bytes), format_count(rows.front().database->states),
        format_decimal(rows.front().database->relative, 5));
  }
  const auto time = [](const RunRow& row) -> Value { return row.total_ns(); };
  add("time per query", summarise_rows(rows, time), format_duration, "");
  add("first move",
      summarise_rows(rows, [](const RunRow& row) -> Value { return static_cast<double>(row.first_move_ns); }),
      format_duration, "");
  if (!rows.empty() && rows.front().living) {
    add_count(
        "replans", [](const RunRow& row) { return row.living->replans; }, "");
    add_count(
        "blocked steps", [](const RunRow& row) { return row.living->blocked_steps; }, "stood without a way");
  }
  if (is_chase) {
    add("steps",
        summarise_rows(rows,
                       [](const RunRow& row) {
                         return row.status == Status::kSolved ? Value(static_cast<double>(row.steps)) : Value();
                       }),
        whole, "until caught");
    add_count(
        "goal moves", [](const RunRow& row) { return row.living->goal_moves.value_or(0); }, "");
  }
  if (!rows.empty() && rows.front().living && rows.front().living->discovered) {
    add_count(
        "discovered", [](const RunRow& row) { return row.living->discovered.value_or(0); }, "cells other than assumed");
  }
  if (has_trials) {
    add_count(
        "trials", [](const RunRow& row) { return row.trials->count; }, "");
    add("travel", summarise_rows(rows, [](const RunRow& row) -> Value { return row.trials->travel; }), two_decimals,
        "cardinal steps, all trials");
  }
  return text + table.to_string() + notes;
}

}  // namespace waymark
