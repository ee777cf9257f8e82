// waymark bench [NAME [DIR|FILE]]
#include <fmt/format.h>

#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bench_dynamic.hpp"
#include "command.hpp"
#include "commands.hpp"
#include "lab/bench/bench.hpp"
#include "lab/run/verify.hpp"
#include "lab/view/progress.hpp"
#include "lab/view/text_table.hpp"
#include "option_values.hpp"
#include "output.hpp"
#include "waymark/agent/registry.hpp"
#include "waymark/offline/generate.hpp"

namespace waymark::program {
namespace {

constexpr std::uint64_t kMaxCount = 1'000'000;
constexpr std::string_view kVerify = "verify";
constexpr std::string_view kDynamic = "dynamic";
constexpr std::string_view kChanging = "changing";
constexpr std::string_view kPaths = "paths";

struct BenchArguments {
  std::string name;
  std::string path;    // of a folder with verify, of a scenario with dynamic and changing
  std::string report;  // with changing
  BenchOptions bench;
  VerifyOptions verify;
  DynamicArguments dynamic;
  bool has_dynamic_options = false;
};

int run_verify(const BenchArguments& arguments) {
  const VerifyOptions& options = arguments.verify;
  if (arguments.path.empty())
    fail_usage("bench verify wants the folder of maps and scenarios; see waymark bench --help");
  std::unique_ptr<ProgressBar> bar;
  const VerifyReport report = value_or_fail(verify_scenarios(arguments.path, options, [&](auto done, auto total) {
    if (bar == nullptr) bar = std::make_unique<ProgressBar>("files", total);
    bar->update(done);
  }));
  bar.reset();

  using enum TextTable::Align;
  std::vector<TextTable::Column> columns{{"set", kLeft}, {"files", kRight}, {"problems", kRight}};
  for (const std::string& algorithm : options.algorithms) {
    columns.push_back({algorithm + ", s", kRight});
    columns.push_back({"wrong", kRight});
  }
  TextTable table(columns);
  for (const VerifiedSet& set : report.sets) {
    std::vector<std::string> cells{set.name, std::to_string(set.files), std::to_string(set.problems)};
    for (std::size_t i = 0; i < options.algorithms.size(); ++i) {
      cells.push_back(fmt::format("{:.1f}", set.seconds[i]));
      cells.push_back(std::to_string(set.mismatches[i]));
    }
    table.add_row(cells);
  }
  print(table.to_string());
  for (const std::string& complaint : report.complaints) print(complaint + "\n");
  const bool holds = report.mismatches() == 0;
  print(fmt::format("{} problems, each solved by {} searches: {}\n", report.problems(), options.algorithms.size(),
                    holds ? "every length is the published one"
                          : fmt::format("{} lengths are not the published ones", report.mismatches())));
  return holds ? kExitOk : kExitDoesNotHold;
}

// The page of `changing`, written at its end; refused, if it must be, before.
void set_report(const BenchArguments& arguments, BenchOptions& options) {
  if (arguments.report.empty()) return;
  const Output report("--report", arguments.report, {arguments.path});
  if (report.is_standard()) fail_usage("--report wants a file: the tables go to standard output");
  options.report = [report](const std::string& page) {
    report.write(page);
    report.tell("the same with plots");
  };
}

// Without --maps a set is a kind of generated maps.
void check_generated(const std::string& set) {
  if (map_kind_from_name(set)) return;
  std::vector<std::string_view> kinds;
  kinds.reserve(std::size(kMapKinds));
  for (const MapKindInfo& kind : kMapKinds) kinds.push_back(kind.name);
  fail_usage(fmt::format("--sets {}: without --maps DIR it takes {}", set, fmt::join(kinds, ", ")));
}

int run_bench(const BenchArguments& arguments) {
  if (arguments.name == kDynamic) return run_dynamic_bench(arguments.path, arguments.dynamic);
  if (arguments.has_dynamic_options) fail_usage("--algorithms and --format are for bench dynamic");
  if (arguments.name == kVerify) return run_verify(arguments);
  if (!arguments.path.empty() && arguments.name != kChanging) {
    fail_usage(
        "only bench verify takes a folder, and bench dynamic and changing a file; for the others it is --maps DIR");
  }
  if ((!arguments.report.empty() || arguments.bench.markdown) && arguments.name != kChanging) {
    fail_usage("--report and --markdown are for bench changing");
  }
  const BenchOptions& given = arguments.bench;
  const bool has_other = given.edits || given.chase || given.ranks || given.sizes;
  if ((given.all || has_other || given.maps_per_set > 0 || !given.sets.empty()) && arguments.name != kPaths) {
    fail_usage("--sets, --maps-per-set, --all, --edits, --chase, --ranks and --sizes are for bench paths");
  }
  if (int{given.edits} + int{given.chase} + int{given.ranks} + int{given.sizes} > 1) {
    fail_usage("--edits, --chase, --ranks and --sizes are measurements of their own; leave out all but one");
  }
  if (given.maps.empty()) {
    for (const std::string& set : given.sets) check_generated(set);
  }
  BenchOptions options = given;
  options.scenario = arguments.path;
  set_report(arguments, options);
  std::vector<std::string_view> names{kVerify, kDynamic};
  bool found = false;
  bool holds = true;
  for (const Benchmark& benchmark : benchmarks()) {
    names.push_back(benchmark.name);
    if (!arguments.name.empty() && arguments.name != benchmark.name) continue;
    found = true;
    if (!options.markdown) print(fmt::format("== {}: {}\n", benchmark.name, benchmark.summary));
    holds &= value_or_fail(benchmark.run(options));
    flush_output();
  }
  if (!found) {
    const std::string_view nearest = nearest_name(arguments.name, names);
    fail_usage(
        fmt::format("there is no benchmark '{}'; {}", arguments.name,
                    nearest.empty() ? "waymark bench --help lists them" : fmt::format("did you mean {}?", nearest)));
  }
  return holds ? kExitOk : kExitDoesNotHold;
}

// "boost|jps|verify|dynamic"
std::string name_type() {
  std::string type;
  for (const Benchmark& benchmark : benchmarks()) type += std::string(benchmark.name) + "|";
  return type + std::string(kVerify) + "|" + std::string(kDynamic);
}

std::string footer() {
  std::string text = "Benchmarks:\n";
  for (const Benchmark& benchmark : benchmarks())
    text += fmt::format("  {:<10} {}\n", benchmark.name, benchmark.summary);
  return text +
         fmt::format("  {:<10} every scenario under PATH: do the optimal searches give the published lengths?\n",
                     kVerify) +
         fmt::format(
             "  {:<10} the queries of the scenario PATH, with patches of its map in between: lengths and times\n",
             kDynamic) +
         "\nSides run in turn in one process; shown are the median and the range of each in processor time. Exit code "
         "1: "
         "a bar did not hold.\n"
         "\nExamples:\n  waymark bench\n  waymark bench jps --maps ~/movingai\n  waymark bench verify ~/movingai "
         "--jobs 4\n  waymark bench dynamic dao_arena2.scen --algorithms a-star,jps\n"
         "  waymark bench changing --maps ~/movingai --report changing.html\n"
         "  waymark bench paths --maps ~/movingai --sets dao,sc1";
}

}  // namespace

void add_bench_command(CLI::App& app, int& exit_code) {
  auto arguments = std::make_shared<BenchArguments>();
  CLI::App* command = app.add_subcommand("bench", "Measure speed as ratios, or verify published lengths.");
  command->add_option("NAME", arguments->name, "Which, of those listed below; all but verify and dynamic if not given")
      ->type_name(name_type());
  command
      ->add_option("PATH", arguments->path,
                   "With verify: a folder of maps with their scenarios, in any depth; with dynamic: a scenario of "
                   "version 2, its patches beside it; with changing: one to measure too")
      ->type_name("");
  command
      ->add_option("--maps", arguments->bench.maps, "Folder of MovingAI sets (sc1, bg512...); default: generated maps")
      ->type_name("DIR");
  const auto add = [&](const char* name, int& value, const char* type, std::uint64_t low, const char* text) {
    return command->add_option(name, value, text)->check(whole_number(low, kMaxCount))->type_name(type);
  };
  add("--rounds", arguments->bench.rounds, "N", 1, "How often each side runs")->capture_default_str();
  add("--problems", arguments->bench.problems, "N", 1, "Problems per set; default: each benchmark's own");
  add("--every", arguments->verify.every, "K", 1, "With verify: each K-th problem of a file")->capture_default_str();
  add("--limit", arguments->verify.limit_per_file, "N", 0,
      "With verify: at most N problems a file, spread over it; 0: all")
      ->capture_default_str();
  command->add_option("--jobs", arguments->verify.jobs, "With verify: threads")
      ->check(whole_number(1, kMaxThreads))
      ->type_name("J")
      ->capture_default_str();
  command->add_option("--report", arguments->report, "With changing: a page with tables and plots")
      ->type_name("FILE.html");
  command->add_flag("--markdown", arguments->bench.markdown,
                    "With changing: print its tables as docs/results/changing-maps.md has them");
  command
      ->add_option("--sets", arguments->bench.sets,
                   "With paths: these sets of DIR alone; without --maps kinds of generated maps")
      ->delimiter(',')
      ->type_name("SET,...");
  const std::string maps_per_set = fmt::format("With paths: so many maps of each set [{}]", kPathMapsPerSet);
  add("--maps-per-set", arguments->bench.maps_per_set, "N", 1, maps_per_set.c_str());
  command->add_flag("--all", arguments->bench.all, "With paths: every map, which takes hours");
  command->add_flag("--edits", arguments->bench.edits, "With paths: on maps that change, until the rows are healed");
  command->add_flag("--chase", arguments->bench.chase, "With paths: to goals that walk");
  command->add_flag("--ranks", arguments->bench.ranks, "With paths: what a build takes by many processes");
  command->add_flag("--sizes", arguments->bench.sizes,
                    "With paths: moves on generated maps of 4,000 to 10 million cells");
  add_dynamic_options(*command, arguments->dynamic, arguments->has_dynamic_options);
  command->footer(footer());
  command->callback([arguments, &exit_code] { exit_code = run_bench(*arguments); });
}

}  // namespace waymark::program
