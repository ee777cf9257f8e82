// waymark build MAP --kind KIND ...
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "command.hpp"
#include "commands.hpp"
#include "coverage_text.hpp"
#include "lab/view/text_table.hpp"
#include "long_run.hpp"
#include "problem_options.hpp"
#include "waymark/io/file.hpp"
#include "waymark/io/scenario_file.hpp"
#include "waymark/offline/build.hpp"
#include "waymark/offline/case_build.hpp"
#include "waymark/offline/pattern_build.hpp"
#include "waymark/offline/tree_build.hpp"
#include "waymark/subgoals/case_base.hpp"
#include "waymark/subgoals/pattern_database.hpp"

namespace waymark::program {
namespace {

constexpr std::uint64_t kDefaultRecords = 10'000;

// As given; empty = not given.
struct BuildArguments {
  std::vector<std::string> maps;
  std::string kind;
  ProblemArguments rules;  // only metric and diagonal
  std::string records;
  std::string seed;
  std::string problems;
  std::string level;
  std::string base;
  std::string depth_cap;
  std::string content;
  std::string d_max;
  std::string min_leaf;
  std::string training;
  std::string threads;
  std::string output;
};

struct NamedMap {
  std::string name;
  std::unique_ptr<Map> map;
};

std::uint64_t whole_or(const char* option, const std::string& text, std::uint64_t low, std::uint64_t high,
                       std::uint64_t fallback) {
  return text.empty() ? fallback : parse_whole(option, text, low, high);
}

void only_for(const BuildArguments& arguments,
              std::initializer_list<std::pair<const char*, const std::string*>> options,
              std::initializer_list<std::string_view> kinds) {
  for (const std::string_view kind : kinds) {
    if (arguments.kind == kind) return;
  }
  for (const auto& [name, value] : options) {
    if (!value->empty()) fail_usage(fmt::format("{} does not go with --kind {}", name, arguments.kind));
  }
}

std::unique_ptr<ItemBuild> make_build(const BuildArguments& a, const std::vector<NamedMap>& maps) {
  constexpr std::uint64_t kAnyNumber = ~std::uint64_t{0};
  const Map& map = *maps.front().map;
  const std::uint64_t seed = whole_or("--seed", a.seed, 0, kAnyNumber, 1);
  if (a.kind == "tree") {
    TreeBuildOptions options;
    options.seed = seed;
    options.tree.d_max = static_cast<std::uint32_t>(whole_or("--d-max", a.d_max, 1, 50, options.tree.d_max));
    options.learning.minimum_leaf =
        static_cast<std::uint32_t>(whole_or("--min-leaf", a.min_leaf, 1, 1'000'000, options.learning.minimum_leaf));
    options.problems = static_cast<std::uint32_t>(whole_or("--training", a.training, 1, 100'000, options.problems));
    std::vector<TrainingMap> training;
    training.reserve(maps.size());
    for (const NamedMap& named : maps) training.push_back({named.name, named.map.get()});
    return value_or_fail(make_tree_build(training, options));
  }
  if (a.kind == "pdb") {
    constexpr std::array<std::pair<std::string_view, PatternContent>, 3> kContents{
        {{"goal", PatternContent::kGoal}, {"depth", PatternContent::kDepth}, {"both", PatternContent::kBoth}}};
    PatternBuildOptions options;
    options.level = static_cast<std::uint32_t>(parse_whole("--level", a.level, 0, PatternDatabase::kMaxLevel));
    options.base = static_cast<std::uint32_t>(whole_or("--base", a.base, 0, 64, 0));
    options.depth_cap = static_cast<std::uint32_t>(whole_or("--depth-cap", a.depth_cap, 1, 3000, options.depth_cap));
    options.content = parse_choice("--content", a.content.empty() ? "both" : a.content, kContents);
    return value_or_fail(make_pattern_build(map, options));
  }
  CaseBuildOptions options;
  options.seed = seed;
  options.paper = a.kind == "knn-2009" ? CasePaper::k2009 : CasePaper::k2010;
  options.records = whole_or("--records", a.records, 0, CaseBase::kMaxRecords, kDefaultRecords);
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
  return value_or_fail(make_case_build(map, options));
}

std::string default_output(const BuildArguments& arguments) {
  const std::string stem = std::filesystem::path(arguments.maps.front()).stem().string();
  return stem + "." + arguments.kind + (arguments.kind == "tree" ? ".txt" : ".db");
}

void check_arguments(const BuildArguments& a) {
  constexpr std::array<std::pair<std::string_view, int>, 4> kKinds{
      {{"knn", 0}, {"knn-2009", 0}, {"pdb", 0}, {"tree", 0}}};
  parse_choice("--kind", a.kind, kKinds);
  if (a.maps.size() > 1 && a.kind != "tree") fail_usage(fmt::format("--kind {} is built for one map", a.kind));
  only_for(a, {{"--records", &a.records}, {"--problems", &a.problems}}, {"knn", "knn-2009"});
  only_for(a, {{"--seed", &a.seed}}, {"knn", "knn-2009", "tree"});
  only_for(a, {{"--level", &a.level}, {"--base", &a.base}, {"--depth-cap", &a.depth_cap}, {"--content", &a.content}},
           {"pdb"});
  only_for(a, {{"--d-max", &a.d_max}, {"--min-leaf", &a.min_leaf}, {"--training", &a.training}}, {"tree"});
  if (a.kind == "pdb" && a.level.empty()) fail_usage("--kind pdb wants --level L");
  if (a.kind == "pdb" && !a.base.empty() &&
      parse_whole("--base", a.base, 0, PatternDatabase::kMaxLevel) >
          parse_whole("--level", a.level, 0, PatternDatabase::kMaxLevel)) {
    fail_usage("--base must not lie above --level");
  }
  if (!a.problems.empty() && (!a.records.empty() || !a.seed.empty())) {
    fail_usage("--problems gives the pairs; leave out --records and --seed");
  }
}

// Before hours of work, not after: whether the output can be written. False for devices and pipes, which have no
// journal beside them.
bool check_output(const std::string& output, const BuildArguments& arguments) {
  std::error_code error;
  const auto refuse = [&](std::string message) { fail_data({ErrorCode::kIo, std::move(message), output}); };
  std::vector<std::string> inputs = arguments.maps;
  inputs.push_back(arguments.problems);
  for (const std::string& input : inputs) {
    if (std::filesystem::equivalent(input, output, error))
      fail_usage(fmt::format("-o {} would overwrite what is read", output));
  }
  const auto status = std::filesystem::status(output, error);
  if (!std::filesystem::exists(status)) {
    if (output.ends_with("/")) refuse("cannot write the file: it is the name of a folder");
    return true;
  }
  if (std::filesystem::is_directory(status)) refuse("cannot write the file: Is a directory");
  if (::access(output.c_str(), W_OK) != 0) refuse("cannot write the file: Permission denied");
  return std::filesystem::is_regular_file(status);
}

void tell_coverage(const std::string& file, const std::string& bytes, const Map& map) {
  const CaseBase cases = value_or_fail(CaseBase::open(value_or_fail(Container::parse(bytes, file)), map));
  print(fmt::format("{}: {}\n", file, coverage_line(value_or_fail(measure_coverage(cases, map)))));
}

int build_database(const BuildArguments& arguments, Ranks& ranks) {
  const MoveRules rules = parse_rules(arguments.rules);
  std::vector<NamedMap> maps;
  maps.reserve(arguments.maps.size());
  for (const std::string& path : arguments.maps) {
    // Not the folder: the same maps give the same file wherever they lie.
    maps.push_back(
        {std::filesystem::path(path).filename().string(), std::make_unique<Map>(load_map(path).grid, rules)});
  }
  const std::string output = arguments.output.empty() ? default_output(arguments) : arguments.output;
  const bool plain = check_output(output, arguments);
  const auto began = std::chrono::steady_clock::now();
  const std::unique_ptr<ItemBuild> build = make_build(arguments, maps);

  const int threads = static_cast<int>(whole_or("--threads", arguments.threads, 1, kMaxThreads, 0));
  const std::string journal = plain ? output + ".journal" : "";
  const auto [bytes, resumed] = run_long(*build, "building", threads, journal, ranks);
  if (ranks.rank() != 0) return kExitOk;
  value_or_fail(write_file_atomically(output, bytes));
  if (!plain) return kExitOk;  // the line below might end up in it
  std::error_code ignored;
  std::filesystem::remove(journal, ignored);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  print(fmt::format("{}: {} bytes in {}{}\n", output, format_count(bytes.size()), format_duration(seconds * 1e9),
                    resumed > 0 ? fmt::format("; {} of {} items came from its journal", format_count(resumed),
                                              format_count(build->items()))
                                : ""));
  if (arguments.kind.starts_with("knn")) tell_coverage(output, bytes, *maps.front().map);
  return kExitOk;
}

int run_build_command(const BuildArguments& arguments) {
  check_arguments(arguments);
  return on_all_ranks([&arguments](Ranks& ranks) { return build_database(arguments, ranks); });
}

}  // namespace

void add_build_command(CLI::App& app, int& exit_code) {
  auto arguments = std::make_shared<BuildArguments>();
  BuildArguments& a = *arguments;
  CLI::App* command = app.add_subcommand("build", "Build a database that agents of a map are led by.");
  command->add_option("MAP", a.maps, "Map file: MovingAI .map, or .png; several for --kind tree")
      ->required()
      ->type_name("");
  const auto add = [&](const char* name, std::string& value, const char* text, const char* type, const char* group) {
    return command->add_option(name, value, text)->type_name(type)->group(group);
  };
  add("--kind", a.kind, "Solved paths (kNN LRTA*), subgoals by region (D LRTA*), or a decision tree",
      "knn|knn-2009|pdb|tree", "Options")
      ->required();
  add("-o,--output", a.output, "The file [MAP.KIND.db; of a tree MAP.tree.txt]", "FILE", "Options");
  add("--threads", a.threads, "Threads [as many as there are cores]; the file is the same for any number", "T",
      "Options");
  const char* cases = "--kind knn, knn-2009";
  add("--records", a.records, "Paths to store [10000]", "N", cases);
  add("--seed", a.seed, "Other random pairs, also for tree [1]", "S", cases);
  add("--problems", a.problems, "Take the pairs of a MovingAI scenario file instead", "FILE", cases);
  const char* patterns = "--kind pdb";
  add("--level", a.level, "Level of the clique abstraction whose regions are paired", "L", patterns);
  add("--content", a.content, "Subgoals, lookahead depths to the goal, or subgoals with the depths to them [both]",
      "goal|depth|both", patterns);
  add("--depth-cap", a.depth_cap, "Deepest lookahead [20]", "C", patterns);
  add("--base", a.base, "Level on which paths are found, for pr-lrta [0: the map]", "L", patterns);
  const char* tree = "--kind tree";
  add("--d-max", a.d_max, "Deepest lookahead [10]", "D", tree);
  add("--min-leaf", a.min_leaf, "Fewest examples of a leaf [100]", "N", tree);
  add("--training", a.training, "Problems walked per map", "N", tree);
  add_rule_options(*command, a.rules);
  command->footer(
      "A killed build goes on where it was when the same command is given again (FILE.journal holds what is done).\n"
      "mpirun -n R waymark build ... divides the work over R processes, on one machine or many.\n\n"
      "Examples:\n"
      "  waymark build arena.map --kind knn --records 10000 -o arena.knn.db\n"
      "  waymark build arena.map --kind pdb --level 3 --depth-cap 20\n"
      "  waymark build maps/*.map --kind tree -o depths.txt\n"
      "  waymark solve arena.map --algorithm knn-lrta --database arena.knn.db --random 100");
  command->callback([arguments, &exit_code] { exit_code = run_build_command(*arguments); });
}

}  // namespace waymark::program
