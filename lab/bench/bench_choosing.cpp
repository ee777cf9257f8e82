// What docs/choosing.md is made of: every kind of algorithm on the same problems of maps of every kind, from nothing to
// the last step.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <vector>

#include "lab/bench/bench.hpp"
#include "lab/run/processor_time.hpp"
#include "lab/run/run.hpp"
#include "lab/run/small_databases.hpp"
#include "lab/view/progress.hpp"
#include "lab/view/text_table.hpp"
#include "waymark/agent/registry.hpp"

namespace waymark {
namespace {

// As a game would take them, not in the published form: those without parameters with what their rows recommend.
// `auto` is here what it is without a database, `paths` what it is with one.
constexpr std::array kChosen{
    "a-star", "jps",  "sga",   "hpa",      "hpa:refine=part", "dhpa:smooth=rays", "mm",         "pra",
    "dba",    "auto", "paths", "knn-lrta", "tb-wa",           "lss-lrta:N=100",   "d-star-lite"};
std::vector<std::string> choices() {
  std::vector<std::string> texts;
  for (const std::string_view chosen : kChosen) {
    const auto info = find_algorithm(chosen);
    texts.push_back(info ? (*info)->as_recommended() : std::string(chosen));
  }
  return texts;
}
constexpr std::uint64_t kChoiceRecords = 2'000;  // of a case base
constexpr std::uint64_t kChoiceMoves = 100'000;  // of a walk; longer ones count as unsolved

// Sums over maps, and over solved problems.
struct ChoiceFigures {
  std::uint64_t maps = 0;
  double build_ns = 0;
  double shared_bytes = 0;
  std::uint64_t problems = 0;
  std::uint64_t solved = 0;
  double unit_bytes = 0;
  double first_ns = 0;
  double path_ns = 0;
  double worst_ns = 0;  // of all steps
  double worst_work = 0;
  double suboptimality = 0;
  std::map<std::string, std::pair<double, std::uint64_t>> path_ns_of_set = {};

  [[nodiscard]] double per_solved(double sum) const { return solved > 0 ? sum / static_cast<double>(solved) : 0; }
  [[nodiscard]] double per_map(double sum) const { return maps > 0 ? sum / static_cast<double>(maps) : 0; }
};

Result<Done> measure_choice(const BenchCase& bench_case, const std::string& set, const std::string& text,
                            ChoiceFigures& figures) {
  if (bench_case.problems.empty()) return Done{};
  const Map map(Grid(bench_case.map.grid()), bench_case.map.rules());  // from which nothing is derived yet
  const auto choice = parse_algorithm(text);
  if (!choice) return choice.error();
  const std::uint64_t began = processor_ns();
  SmallDatabaseOptions sizes;
  sizes.records = kChoiceRecords;
  const auto databases = build_small_database(*choice, map, sizes);
  if (!databases) return databases.error();
  RunOptions options;
  options.databases = databases->view();
  options.max_moves = kChoiceMoves;
  const auto made = make_agent_for(map, *choice, options);
  if (!made) return made.error();
  figures.build_ns += static_cast<double>(processor_ns() - began);
  const auto database = database_figures(*choice, options.databases, map);
  figures.shared_bytes += static_cast<double>(map.derived_bytes() + (database ? database->bytes : 0));
  ++figures.maps;
  std::vector<Problem> problems;
  for (const BenchProblem& each : bench_case.problems) {
    problems.push_back({problems.size(), map.grid().cell(each.start), map.grid().cell(each.goal)});
  }
  return run_problems(map, *choice, problems, options, [&](RunRow&& row) {
    ++figures.problems;
    figures.worst_ns = std::max(figures.worst_ns, static_cast<double>(row.max_move_ns));
    figures.worst_work = std::max(figures.worst_work, static_cast<double>(row.max_work_per_move));
    if (row.status != Status::kSolved) return true;
    ++figures.solved;
    figures.unit_bytes += static_cast<double>(row.online_bytes);
    figures.first_ns += static_cast<double>(row.first_move_ns);
    figures.path_ns += row.total_ns();
    figures.suboptimality += row.suboptimality.value_or(0);
    auto& [sum, count] = figures.path_ns_of_set[set];
    sum += row.total_ns();
    ++count;
    return true;
  });
}

std::string choice_kb(double bytes) { return fmt::format("{:.1f}", bytes / 1024); }
std::string choice_us(double ns) { return fmt::format("{:.1f}", ns / 1000); }

void print_all(const std::map<std::string, ChoiceFigures>& all) {
  TextTable table({{"algorithm", TextTable::Align::kLeft},
                   {"build ms"},
                   {"shared KB"},
                   {"unit KB"},
                   {"first move us"},
                   {"path us"},
                   {"worst step us"},
                   {"its units"},
                   {"longer by"},
                   {"solved"}});
  for (const std::string& text : choices()) {
    const ChoiceFigures& figures = all.at(text);
    table.add_row({text, fmt::format("{:.2f}", figures.per_map(figures.build_ns) / 1e6),
                   choice_kb(figures.per_map(figures.shared_bytes)), choice_kb(figures.per_solved(figures.unit_bytes)),
                   choice_us(figures.per_solved(figures.first_ns)), choice_us(figures.per_solved(figures.path_ns)),
                   choice_us(figures.worst_ns), format_count(static_cast<std::uint64_t>(figures.worst_work)),
                   fmt::format("{:.1f} %", figures.per_solved(figures.suboptimality)),
                   fmt::format("{}/{}", figures.solved, figures.problems)});
  }
  fmt::print("{}\n", table.to_string());
}

void print_sets(const std::map<std::string, ChoiceFigures>& all, const std::vector<std::string>& sets) {
  std::vector<TextTable::Column> columns{{"path us", TextTable::Align::kLeft}};
  for (const std::string& set : sets) columns.push_back({set});
  TextTable table(columns);
  for (const std::string& text : choices()) {
    std::vector<std::string> cells{text};
    for (const std::string& set : sets) {
      const auto found = all.at(text).path_ns_of_set.find(set);
      cells.push_back(found == all.at(text).path_ns_of_set.end()
                          ? "-"
                          : choice_us(found->second.first / static_cast<double>(found->second.second)));
    }
    table.add_row(cells);
  }
  fmt::print("{}", table.to_string());
}

}  // namespace

Result<bool> bench_choosing(const BenchOptions& given) {
  const BenchOptions options = given.with_problems(20);
  std::map<std::string, ChoiceFigures> all;
  const std::vector<std::string> sets =
      bench_sets(options, {"bg512", "sc1", "dao", "wc3maps512", "street", "rooms", "mazes", "random"});
  ProgressBar bar("choosing", sets.size());
  for (std::size_t i = 0; i < sets.size(); ++i) {
    bar.update(i);
    auto done = for_each_case(options, sets[i], [&](const BenchCase& bench_case) -> Result<Done> {
      for (const std::string& text : choices()) {
        if (auto ran = measure_choice(bench_case, sets[i], text, all[text]); !ran) return ran.error();
      }
      return Done{};
    });
    if (!done) return done.error();
  }
  bar.update(sets.size());
  print_all(all);
  print_sets(all, sets);
  return true;  // it chooses nothing: there is no bar
}

}  // namespace waymark
