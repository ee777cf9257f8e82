// waymark build MAP --kind KIND ...
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "command.hpp"
#include "commands.hpp"
#include "coverage_text.hpp"
#include "lab/view/text_table.hpp"
#include "long_run.hpp"
#include "option_values.hpp"
#include "output.hpp"
#include "problem_options.hpp"
#include "waymark/io/scenario_file.hpp"
#include "waymark/offline/build.hpp"
#include "waymark/offline/case_build.hpp"
#include "waymark/offline/path_build.hpp"
#include "waymark/offline/path_delta.hpp"
#include "waymark/offline/pattern_build.hpp"
#include "waymark/offline/tree_build.hpp"
#include "waymark/subgoals/case_base.hpp"
#include "waymark/subgoals/path_database.hpp"
#include "waymark/subgoals/pattern_database.hpp"

namespace waymark::program {
namespace {

struct BuildArguments {
  std::vector<std::string> maps;
  std::string kind = "paths";
  RuleArguments rules;
  std::uint64_t seed = 1;
  CaseBuildOptions cases{.records = 10'000};
  std::string problems;  // a scenario file; empty: drawn with the seed
  PatternBuildOptions patterns;
  TreeBuildOptions tree;
  std::uint32_t delta = 0;  // of paths; 0: chosen
  std::optional<std::uint32_t> bytes_per_cell;
  bool distances = false;  // of paths
  int threads = 0;         // as many as there are cores
  std::string output;      // empty: default_output
};

struct NamedMap {
  std::string name;
  std::unique_ptr<Map> map;
};

CLI::Validator delta_value() {
  CLI::Validator number = whole_number(PathDatabase::kLeastDelta, PathDatabase::kMaxDelta);
  return CLI::Validator(
      [number](std::string& text) {
        if (text == "auto") return std::string();
        std::string problem = number(text);
        if (!problem.empty()) problem.replace(0, std::string_view("wants ").size(), "wants auto or ");
        return problem;
      },
      "");
}

void only_for(const CLI::App& command, const std::string& kind, std::initializer_list<const char*> options,
              std::initializer_list<std::string_view> kinds) {
  if (std::find(kinds.begin(), kinds.end(), kind) != kinds.end()) return;
  for (const char* option : options) {
    if (command.count(option) > 0) fail_usage(fmt::format("{} does not go with --kind {}", option, kind));
  }
}

struct NamedBuild {
  std::unique_ptr<ItemBuild> build;
  std::uint32_t delta = 0;  // of paths
  std::string note = {};
};

NamedBuild make_path_build_for(const BuildArguments& a, const Map& map, std::uint32_t delta, const std::string& why,
                               const std::vector<NodeId>& chosen = {}) {
  auto build = value_or_fail(make_path_build(map, {.delta = delta, .chosen = chosen, .distances = a.distances}));
  std::string note = fmt::format("delta {}{}, {} rows", delta, why, format_count(build->items()));
  return {std::move(build), delta, std::move(note)};
}

// With the delta that was asked for, or that is chosen.
NamedBuild make_first_path_build(const BuildArguments& a, const Map& map, Ranks& ranks) {
  if (a.delta != 0) return make_path_build_for(a, map, a.delta, "");
  const PathDeltaChoice choice = value_or_fail(
      choose_path_delta(map, {.bytes_per_cell = a.bytes_per_cell, .threads = a.threads, .ranks = &ranks}));
  std::string why;
  if (const PathDeltaTry* const before = choice.before()) {
    why = before->bytes_per_cell
              ? fmt::format(" ({} would take about {} bytes a cell)", before->delta,
                            format_decimal(*before->bytes_per_cell, 1))
              : fmt::format(" ({} would have more than {} rows)", before->delta, format_count(before->most_rows));
  }
  return make_path_build_for(a, map, choice.delta, why, choice.centroids);
}

NamedBuild make_build(const BuildArguments& a, const std::vector<NamedMap>& maps, Ranks& ranks) {
  const Map& map = *maps.front().map;
  if (a.kind == "paths") return make_first_path_build(a, map, ranks);
  if (a.kind == "tree") {
    TreeBuildOptions options = a.tree;
    options.seed = a.seed;
    std::vector<TrainingMap> training;
    training.reserve(maps.size());
    for (const NamedMap& named : maps) training.push_back({named.name, named.map.get()});
    return {value_or_fail(make_tree_build(training, options))};
  }
  if (a.kind == "pdb") return {value_or_fail(make_pattern_build(map, a.patterns))};
  CaseBuildOptions options = a.cases;
  options.seed = a.seed;
  options.paper = a.kind == "knn-2009" ? CasePaper::k2009 : CasePaper::k2010;
  std::vector<NodePair> pairs;
  if (!a.problems.empty()) {
    const ScenarioFile file = value_or_fail(read_scenarios(a.problems));
    for (const Problem& problem : value_or_fail(scenario_problems(map, file, a.problems, {}))) {
      const NodeId start = map.grid().node(problem.start);
      const NodeId goal = map.grid().node(problem.goal);
      // There is no path to keep from the others; MovingAI's files have some.
      if (start != goal && map.connected(start, goal)) pairs.emplace_back(start, goal);
    }
    if (pairs.empty()) fail_data({ErrorCode::kUnsupported, "no row has a path of a step or more", a.problems});
    options.pairs = pairs;
  }
  return {value_or_fail(make_case_build(map, options))};
}

std::string default_output(const BuildArguments& arguments) {
  const std::string stem = std::filesystem::path(arguments.maps.front()).stem().string();
  return stem + "." + arguments.kind + (arguments.kind == "tree" ? ".txt" : ".db");
}

void check_arguments(const BuildArguments& a, const CLI::App& command) {
  if (a.maps.size() > 1 && a.kind != "tree") fail_usage(fmt::format("--kind {} is built for one map", a.kind));
  only_for(command, a.kind, {"--records", "--problems"}, {"knn", "knn-2009"});
  only_for(command, a.kind, {"--fragments"}, {"knn"});
  only_for(command, a.kind, {"--delta", "--bytes-per-cell", "--distances"}, {"paths"});
  only_for(command, a.kind, {"--seed"}, {"knn", "knn-2009", "tree"});
  only_for(command, a.kind, {"--level", "--base", "--depth-cap", "--content", "--exit"}, {"pdb"});
  only_for(command, a.kind, {"--d-max", "--min-leaf", "--training", "--shape"}, {"tree"});
  if (a.kind == "pdb" && command.count("--level") == 0) fail_usage("--kind pdb wants --level L");
  if (a.patterns.content == PatternContent::kDepth && command.count("--exit") > 0) {
    fail_usage("--content depth has no subgoals; leave out --exit");
  }
  if (a.kind == "pdb" && a.patterns.base > a.patterns.level) fail_usage("--base must not lie above --level");
  if (!a.problems.empty() && command.count("--records") + command.count("--seed") > 0) {
    fail_usage("--problems gives the pairs; leave out --records and --seed");
  }
}

void tell_coverage(const Output& output, const std::string& file, const std::string& bytes, const Map& map) {
  const CaseBase cases = value_or_fail(CaseBase::open(value_or_fail(Container::parse(bytes, file)), map));
  output.tell(coverage_line(value_or_fail(measure_coverage(cases, map))));
}

bool is_larger(std::uint64_t bytes, std::uint32_t bytes_per_cell, const Map& map) {
  return bytes > std::uint64_t{bytes_per_cell} * std::max<std::uint64_t>(map.grid().passable_cells(), 1);
}

// Of a path database: why this delta, and how large the file is for its map.
void tell_paths(const Output& output, std::string note, std::uint64_t bytes, const BuildArguments& a, const Map& map) {
  const std::uint64_t cells = std::max<std::uint64_t>(map.grid().passable_cells(), 1);
  note += fmt::format(", {} bytes a passable cell",
                      format_decimal(static_cast<double>(bytes) / static_cast<double>(cells), 2));
  constexpr std::uint32_t kWished = PathDeltaOptions::kBytesPerCell;
  const std::uint32_t most = a.bytes_per_cell.value_or(kWished);
  if (is_larger(bytes, most, map)) {
    const bool is_for_ways = !a.bytes_per_cell && a.delta == 0;
    note = is_for_ways ? fmt::format("{}; smaller, with longer ways: --bytes-per-cell {}", note, kWished)
                       : fmt::format("warning: {}, more than {}", note, most);
  }
  output.tell(note);
}

// Of a path database that must not be larger: the delta to build instead of one whose file is, by its bytes at rank 0.
// All ranks are told the same; 0: it is well.
std::uint32_t delta_instead(const BuildArguments& a, const NamedBuild& made, std::uint64_t bytes, const Map& map,
                            Ranks& ranks) {
  if (a.kind != "paths" || a.delta != 0 || !a.bytes_per_cell || made.build->items() == 0) return 0;
  const auto next = next_path_delta(made.delta);
  if (!next) return 0;
  const bool is_needed = ranks.rank() == 0 && is_larger(bytes, *a.bytes_per_cell, map);
  return ranks.broadcast(is_needed ? "again" : "").empty() ? 0 : *next;
}

int build_database(const BuildArguments& arguments, Ranks& ranks) {
  const std::string path = arguments.output.empty() ? default_output(arguments) : arguments.output;
  // Before hours of work, not after.
  std::vector<std::string> inputs = arguments.maps;
  inputs.push_back(arguments.problems);
  const Output output("-o", path, inputs);
  std::vector<NamedMap> maps;
  maps.reserve(arguments.maps.size());
  for (const std::string& file : arguments.maps) {
    // Not the folder: the same maps give the same file wherever they lie.
    maps.push_back({std::filesystem::path(file).filename().string(),
                    std::make_unique<Map>(load_map(file, arguments.rules.map).grid, arguments.rules.rules)});
  }
  const auto began = std::chrono::steady_clock::now();
  NamedBuild made = make_build(arguments, maps, ranks);

  const Map& map = *maps.front().map;
  const std::string journal = output.is_plain() ? path + ".journal" : "";
  std::vector<std::string> journals{journal};
  LongRun run = run_long(*made.build, "building", arguments.threads, journal, ranks);
  while (const std::uint32_t delta = delta_instead(arguments, made, run.bytes.size(), map, ranks)) {
    const std::string why = fmt::format(
        " ({} took {} bytes a cell)", made.delta,
        format_decimal(static_cast<double>(run.bytes.size()) / static_cast<double>(map.grid().passable_cells()), 1));
    made = make_path_build_for(arguments, map, delta, why);
    // With its own journal beside the finished one, so that the same command goes on with this one.
    if (!journal.empty()) journals.push_back(fmt::format("{}.{}", journal, delta));
    run = run_long(*made.build, "building", arguments.threads, journals.back(), ranks);
  }
  if (ranks.rank() != 0) return kExitOk;
  output.write(run.bytes);
  if (!output.is_plain()) return kExitOk;
  std::error_code ignored;
  for (const std::string& file : journals) std::filesystem::remove(file, ignored);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  output.tell(fmt::format("{} bytes in {}{}", format_count(run.bytes.size()), format_duration(seconds * 1e9),
                          run.resumed > 0 ? fmt::format("; {} of {} items came from its journal",
                                                        format_count(run.resumed), format_count(made.build->items()))
                                          : ""));
  if (arguments.kind == "paths") tell_paths(output, made.note, run.bytes.size(), arguments, map);
  if (arguments.kind.starts_with("knn") && !is_quiet()) tell_coverage(output, path, run.bytes, map);
  return kExitOk;
}

}  // namespace

void add_build_command(CLI::App& app, int& exit_code) {
  auto arguments = std::make_shared<BuildArguments>();
  BuildArguments& a = *arguments;
  CLI::App* command = app.add_subcommand("build", "Build a database that agents of a map are led by.");
  command->add_option("MAP", a.maps, "Map file: MovingAI .map, or .png; - is standard input; several for --kind tree")
      ->required()
      ->type_name("");
  const auto add = [&](const char* name, auto& value, const char* text, const char* type, const char* group) {
    return command->add_option(name, value, text)->type_name(type)->group(group);
  };
  const std::vector<std::string_view> kinds{"paths", "knn", "knn-2009", "pdb", "tree"};
  add_choice(
      *command, "--kind", kinds, [&a, kinds](std::size_t i) { a.kind = kinds[i]; },
      "Moves towards any goal (paths), solved paths (kNN LRTA*), subgoals by region (D LRTA*), or a decision tree")
      ->default_str("paths");
  add("-o,--output", a.output, "The file [MAP.KIND.db; of a tree MAP.tree.txt]; - is standard output", "FILE",
      "Options");
  add("--threads", a.threads, "Threads [as many as there are cores]; the file is the same for any number", "T",
      "Options")
      ->check(whole_number(1, kMaxThreads));
  const char* paths = "--kind paths";
  command
      ->add_option_function<std::string>(
          "--delta",
          [&a](const std::string& text) {
            a.delta = text == "auto" ? 0 : static_cast<std::uint32_t>(std::stoul(text));
          },
          "From any goal at most so many moves to the nearest cell that a row leads to; auto: the least of 16, 32, 64 "
          "and 128 that keeps the file and its rows few, where it may be, and ways short")
      ->check(delta_value())
      ->type_name("D")
      ->group(paths)
      ->default_str("auto");
  add("--bytes-per-cell", a.bytes_per_cell,
      "Bytes of the file for each passable cell that auto may use; without it 16 where a delta of 32 fits into them, "
      "and "
      "more where it does not",
      "B", paths)
      ->check(whole_number(1, 100'000));
  command
      ->add_flag("--distances", a.distances,
                 "Keep what each tile costs to each row's cell, for estimates of distances in constant time")
      ->group(paths);
  const char* cases = "--kind knn, knn-2009";
  add("--records", a.cases.records, "Paths to store", "N", cases)
      ->check(whole_number(0, CaseBase::kMaxRecords))
      ->capture_default_str();
  add("--seed", a.seed, "Other random pairs, also for tree", "S", cases)->check(whole_number(0))->capture_default_str();
  command->add_flag("--fragments", a.cases.fragments, "Let each path stand for all its fragments too; knn only")
      ->group(cases);
  add("--problems", a.problems, "Take the pairs of a MovingAI scenario file instead", "FILE", cases);
  const char* patterns = "--kind pdb";
  add("--level", a.patterns.level, "Level of the clique abstraction whose regions are paired", "L", patterns)
      ->check(whole_number(0, PatternDatabase::kMaxLevel));
  constexpr std::array<std::pair<std::string_view, PatternContent>, 3> kContents{
      {{"goal", PatternContent::kGoal}, {"depth", PatternContent::kDepth}, {"both", PatternContent::kBoth}}};
  add_choice(*command, "--content", a.patterns.content, kContents,
             "Subgoals, lookahead depths to the goal, or subgoals with the depths to them")
      ->group(patterns)
      ->default_str("both");
  constexpr std::array<std::pair<std::string_view, PatternExit>, 3> kExits{
      {{"first", PatternExit::kFirst}, {"last", PatternExit::kLast}, {"centroid", PatternExit::kCentroid}}};
  add_choice(
      *command, "--exit", a.patterns.exit, kExits,
      "Subgoals are where a path first leaves its region, where it leaves it for good, or what stands for the next")
      ->group(patterns)
      ->default_str("first");
  add("--depth-cap", a.patterns.depth_cap, "Deepest lookahead", "C", patterns)
      ->check(whole_number(1, 3000))
      ->capture_default_str();
  add("--base", a.patterns.base, "Level on which paths are found, for pr-lrta [0: the map]", "L", patterns)
      ->check(whole_number(0, PatternDatabase::kMaxLevel));
  const char* tree = "--kind tree";
  add("--d-max", a.tree.tree.d_max, "Deepest lookahead", "D", tree)->check(whole_number(1, 50))->capture_default_str();
  add("--min-leaf", a.tree.learning.minimum_leaf, "Fewest examples of a leaf", "N", tree)
      ->check(whole_number(1, 1'000'000))
      ->capture_default_str();
  constexpr std::array<std::pair<std::string_view, LookaheadShape>, 2> kShapes{
      {{"plies", LookaheadShape::kPlies}, {"best-first", LookaheadShape::kBestFirst}}};
  add_choice(*command, "--shape", a.tree.tree.shape, kShapes,
             "What is looked at up to a depth: all states so many moves away, or those of A* with as many expansions")
      ->group(tree)
      ->default_str("plies");
  add("--training", a.tree.problems, "Problems walked per map", "N", tree)
      ->check(whole_number(1, 100'000))
      ->capture_default_str();
  add_rule_options(*command, a.rules);
  command->footer(
      "A killed build goes on where it was when the same command is given again (FILE.journal holds what is done).\n"
      "mpirun -n R waymark build ... divides the work over R processes, on one machine or many.\n\n"
      "Examples:\n"
      "  waymark build arena.map\n"
      "  waymark build arena.map --delta 32 -o arena.paths.db\n"
      "  waymark build arena.map --kind knn --records 10000 -o arena.knn.db\n"
      "  waymark build arena.map --kind pdb --level 3 --depth-cap 20\n"
      "  waymark build maps/*.map --kind tree -o depths.txt\n"
      "  waymark solve arena.map --algorithm knn-lrta --database arena.knn.db --random 100");
  command->callback([arguments, command, &exit_code] {
    check_arguments(*arguments, *command);
    exit_code = on_all_ranks([&arguments](Ranks& ranks) { return build_database(*arguments, ranks); });
  });
}

}  // namespace waymark::program
