#include "lab/race/demo.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "lab/run/problem.hpp"
#include "lab/run/run.hpp"
#include "lab/run/small_databases.hpp"
#include "lab/run/statistics.hpp"
#include "lab/view/html.hpp"
#include "lab/view/text_table.hpp"
#include "lab/view/trace.hpp"
#include "waymark/agent/registry.hpp"
#include "waymark/base/version.hpp"

namespace waymark {
namespace {

// What one algorithm did.
struct Entry {
  const AlgorithmInfo* info;
  std::size_t solved = 0;
  std::size_t problems = 0;
  Summary suboptimality;  // percent
  Summary expanded;
  Summary generated;
  Summary time;  // nanoseconds a query
  RunRow shown;  // the problem of the picture
  std::string card;
};

Entry sum_up(const AlgorithmInfo& info, const std::vector<RunRow>& rows, std::size_t shown) {
  Entry entry{};
  entry.info = &info;
  entry.problems = rows.size();
  std::vector<double> suboptimality;
  std::vector<double> expanded;
  std::vector<double> generated;
  std::vector<double> time;
  for (const RunRow& row : rows) {
    if (row.status == Status::kSolved) ++entry.solved;
    if (row.suboptimality) suboptimality.push_back(*row.suboptimality);
    expanded.push_back(static_cast<double>(row.work.expanded));
    generated.push_back(static_cast<double>(row.work.generated));
    time.push_back(row.total_ns());
  }
  entry.suboptimality = summarise(std::move(suboptimality));
  entry.expanded = summarise(std::move(expanded));
  entry.generated = summarise(std::move(generated));
  entry.time = summarise(std::move(time));
  entry.shown = rows[shown];
  return entry;
}

std::string whole(double value) { return format_count(static_cast<std::uint64_t>(std::llround(value))); }
std::string percent(double value) { return format_decimal(value, 2) + " %"; }

std::string to_text(const std::vector<Entry>& entries) {
  using enum TextTable::Align;
  TextTable table({{"algorithm", kLeft},
                   {"solved"},
                   {"subopt mean"},
                   {"max"},
                   {"expanded mean"},
                   {"max"},
                   {"time mean"},
                   {"p99"},
                   {"max"}});
  for (const Entry& entry : entries) {
    table.add_row({std::string(entry.info->title), fmt::format("{}/{}", entry.solved, entry.problems),
                   percent(entry.suboptimality.mean), percent(entry.suboptimality.max), whole(entry.expanded.mean),
                   whole(entry.expanded.max), format_duration(entry.time.mean), format_duration(entry.time.p99),
                   format_duration(entry.time.max)});
  }
  return table.to_string();
}

std::string to_html_table(const std::vector<Entry>& entries) {
  HtmlTable table({{"algorithm", false},
                   {"solved"},
                   {"longer than shortest", true, "mean over the problems of cost / optimal - 1"},
                   {"worst", true, "the problem with the longest detour"},
                   {"expanded", true, "states whose neighbours were looked at, mean"},
                   {"most", true, "the problem with the most expansions"},
                   {"generated", true, "states put on the open list, mean"},
                   {"time", true, "per query, mean"},
                   {"p99", true, "99 % of the queries were no slower"},
                   {"slowest", true, "the slowest query"}});
  for (const Entry& entry : entries) {
    table.add_row({{std::string(entry.info->title)},
                   {fmt::format("{}/{}", entry.solved, entry.problems), static_cast<double>(entry.solved)},
                   {percent(entry.suboptimality.mean), entry.suboptimality.mean},
                   {percent(entry.suboptimality.max), entry.suboptimality.max},
                   {whole(entry.expanded.mean), entry.expanded.mean},
                   {whole(entry.expanded.max), entry.expanded.max},
                   {whole(entry.generated.mean), entry.generated.mean},
                   {format_duration(entry.time.mean), entry.time.mean},
                   {format_duration(entry.time.p99), entry.time.p99},
                   {format_duration(entry.time.max), entry.time.max}});
  }
  return table.to_string();
}

// As tables show them, but first what a game should ship with.
std::vector<const AlgorithmInfo*> in_order_of_demo() {
  std::vector<const AlgorithmInfo*> all;
  for (const AlgorithmInfo& info : algorithms()) all.push_back(&info);
  std::stable_partition(all.begin(), all.end(),
                        [](const AlgorithmInfo* info) { return info->key == "auto" || info->key == "paths"; });
  return all;
}

std::string to_page(const Map& map, const std::string& map_name, const std::vector<Entry>& entries,
                    const std::string& left_out) {
  const Grid& grid = map.grid();
  const Entry& first = entries.front();
  std::vector<Bar> expanded;
  std::vector<Bar> time;
  for (const Entry& entry : entries) {
    expanded.push_back({std::string(entry.info->title), entry.expanded.mean, whole(entry.expanded.mean)});
    time.push_back({std::string(entry.info->title), entry.time.mean / 1000, format_duration(entry.time.mean)});
  }
  std::string body = "<h1>Waymark: every algorithm, side by side</h1>\n";
  body += fmt::format(
      "<p>Each algorithm solved the same {} problems on the map <b>{}</b> ({} × {} cells, {} of them passable). "
      "Counts of states are exact and the same on every machine; times are those of the machine that made this page, "
      "one run each. Agents that need a database were given one that was built just before: moves towards any goal, a "
      "thousand solved paths, subgoals for the regions of level 3, a decision tree; where it does not help them they "
      "go on with "
      "TB(WA*).</p>\n",
      first.problems, escape_html(map_name), grid.width(), grid.height(), format_count(grid.passable_cells()));
  body += "<h2>Figures</h2>\n" + to_html_table(entries);
  if (!left_out.empty()) body += fmt::format("<p class=\"soft\">{}</p>\n", escape_html(left_out));
  body += "<h2>Work and time</h2>\n<div class=\"grid two\">\n" +
          bar_plot("States expanded", "Mean per query", expanded) +
          bar_plot("Time per query", "Mean, in microseconds", time) + "</div>\n";
  body += fmt::format("<h2>One problem, from {},{} to {},{}</h2>\n{}<div class=\"grid\">\n", first.shown.start.x,
                      first.shown.start.y, first.shown.goal.x, first.shown.goal.y, trace_legend(true, true));
  for (const Entry& entry : entries) body += entry.card;
  body += "</div>\n<footer>Made by <code>waymark demo</code>, version " WAYMARK_VERSION
          ". Click a heading of the table to sort by it.</footer>\n";
  return html_page("Waymark demo: " + map_name, body);
}

}  // namespace

Result<Demo> run_demo(const Map& map, const std::string& map_name, const ScenarioFile& scenarios,
                      const std::function<void(std::uint64_t done, std::uint64_t total)>& progress) {
  const auto problems = scenario_problems(map, scenarios, map_name);
  if (!problems) return problems.error();
  if (problems->empty()) return Error{ErrorCode::kUnsupported, "there are no problems to run", map_name};
  const std::size_t shown = problems->size() - 1 - problems->size() / 20;  // a long one, but not the longest

  Demo demo;
  std::vector<Entry> entries;
  std::string left_out;
  // The exits that the recommended parameters of agents ask for.
  const auto databases = build_small_databases(map, {.exit = PatternExit::kLast, .depth_cap = 20, .training = 10});
  if (!databases) return databases.error();
  RunOptions options;
  options.databases = databases->view();
  const auto takes_part = [](const AlgorithmInfo& info) { return !info.gives_up; };
  const std::uint64_t total = problems->size() * static_cast<std::uint64_t>(std::count_if(
                                                     algorithms().begin(), algorithms().end(), takes_part));
  std::uint64_t done = 0;
  for (const AlgorithmInfo* const shown_next : in_order_of_demo()) {
    const AlgorithmInfo& info = *shown_next;
    const auto leave_out = [&](const std::string& why) {
      left_out += fmt::format("{}{} ({})", left_out.empty() ? "Left out: " : "; ", info.title, why);
    };
    if (!takes_part(info)) {
      leave_out("for study: it gives up on long ways");
      continue;
    }
    const AlgorithmChoice choice = parse_algorithm(info.as_recommended()).value();
    std::vector<RunRow> rows;
    const auto ran = run_problems(map, choice, *problems, options, [&](RunRow&& row) {
      if (!row.fault.empty())
        demo.faults.push_back(fmt::format("{}, problem {}: {}", info.key, row.problem, row.fault));
      rows.push_back(std::move(row));
      progress(++done, total);
      return true;
    });
    if (!ran) {
      leave_out(ran.error().to_string());
      continue;
    }
    entries.push_back(sum_up(info, rows, shown));
    entries.back().card = trace_card(map, choice, entries.back().shown, options, whole_area(map));
  }
  if (entries.empty()) return Error{ErrorCode::kUnsupported, "no algorithm goes with this map", map_name};
  demo.table = to_text(entries) + (left_out.empty() ? "" : left_out + "\n");
  demo.page = to_page(map, map_name, entries, left_out);
  return demo;
}

}  // namespace waymark
