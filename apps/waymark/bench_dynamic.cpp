#include "bench_dynamic.hpp"

#include <fmt/format.h>

#include <array>
#include <string_view>
#include <utility>

#include "command.hpp"
#include "lab/bench/dynamic.hpp"
#include "lab/race/race.hpp"
#include "lab/view/progress.hpp"
#include "lab/view/text_table.hpp"

namespace waymark::program {
namespace {

constexpr std::string_view kDefaultAlgorithms = "a-star,jps,bidirectional-a-star,dijkstra";

std::string mean_text(std::uint64_t ns, std::uint64_t count) {
  return count == 0 ? "-" : format_duration(static_cast<double>(ns) / static_cast<double>(count));
}

std::string complaint(const std::string& path, const AlgorithmChoice& algorithm, const DynamicAnswer& answer) {
  const auto length = [](const std::optional<double>& value) {
    return value ? fmt::format("{:.8f}", *value) : std::string("no path");
  };
  return fmt::format("{}:{}: {} gives {} {}, the file says {}", path, answer.line, algorithm.to_string(),
                     to_string(answer.status), length(answer.cost), length(answer.optimal));
}

}  // namespace

void add_dynamic_options(CLI::App& command, DynamicArguments& arguments, bool& given) {
  const char* group = "With dynamic";
  command
      .add_option_function<std::string>(
          "-a,--algorithms",
          [&arguments, &given](const std::string& text) {
            arguments.algorithms = made_or_fail(parse_algorithms(text));
            given = true;
          },
          "Whole-path searches, in this order")
      ->type_name(kAlgorithmsType)
      ->group(group)
      ->default_str(std::string(kDefaultAlgorithms));
  add_choice(
      command, "--format", {"table", "jsonl"},
      [&arguments, &given](std::size_t i) {
        arguments.format = i == 0 ? Format::kTable : Format::kJsonLines;
        given = true;
      },
      "A table to read, or a row a query to process")
      ->group(group)
      ->default_str("table");
}

int run_dynamic_bench(const std::string& path, const DynamicArguments& arguments) {
  if (path.empty()) fail_usage("bench dynamic wants a scenario of version 2; see waymark bench --help");
  const std::vector<AlgorithmChoice> algorithms =
      arguments.algorithms.empty() ? made_or_fail(parse_algorithms(kDefaultAlgorithms)) : arguments.algorithms;
  for (const AlgorithmChoice& algorithm : algorithms) {
    if (algorithm.info->make_finder == nullptr) {
      fail_usage(fmt::format("{} has no path before it has walked it; bench dynamic is for whole-path searches",
                             algorithm.to_string()));
    }
  }
  const DynamicScenario scenario = value_or_fail(read_dynamic_scenario(path));
  const bool as_table = arguments.format == Format::kTable;
  TextTable table({{"algorithm", TextTable::Align::kLeft},
                   {"queries"},
                   {"wrong lengths"},
                   {"longer"},
                   {"mean query"},
                   {"worst query"},
                   {"patches"},
                   {"mean patch"},
                   {"worst patch"}});
  std::string first_complaint;
  std::uint64_t wrong = 0;
  std::uint64_t done = 0;
  {
    std::uint64_t queries = 0;
    for (const DynamicCommand& command : scenario.commands) queries += command.is_query ? 1 : 0;
    ProgressBar bar("queries", queries * algorithms.size(), as_table);
    for (const AlgorithmChoice& algorithm : algorithms) {
      const std::string name = algorithm.to_string();
      const DynamicFigures figures = made_or_fail(run_dynamic(scenario, algorithm, [&](const DynamicAnswer& answer) {
        if (!answer.right && first_complaint.empty()) first_complaint = complaint(path, algorithm, answer);
        if (!as_table) print(to_json(answer, name) + "\n");
        bar.update(++done);
      }));
      wrong += figures.wrong;
      table.add_row({name, format_count(figures.queries), format_count(figures.wrong),
                     format_decimal(figures.longer_percent, 2) + " %", mean_text(figures.query_ns, figures.queries),
                     mean_text(figures.worst_query_ns, figures.queries == 0 ? 0 : 1), format_count(figures.patches),
                     mean_text(figures.patch_ns, figures.patches),
                     mean_text(figures.worst_patch_ns, figures.patches == 0 ? 0 : 1)});
    }
  }
  if (as_table) {
    print(fmt::format("{}: a map of {}x{}, {} patches in {}\n\n{}", path, scenario.width, scenario.height,
                      format_count(scenario.patches.size()), scenario.patch_file, table.to_string()));
  }
  if (wrong > 0) {
    throw Failure{kExitDoesNotHold, fmt::format("{} of {} lengths are wrong; the first: {}", format_count(wrong),
                                                format_count(done), first_complaint)};
  }
  return kExitOk;
}

}  // namespace waymark::program
