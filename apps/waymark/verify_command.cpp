// waymark verify DB MAP
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "command.hpp"
#include "commands.hpp"
#include "lab/view/progress.hpp"
#include "lab/view/text_table.hpp"
#include "problem_options.hpp"
#include "waymark/io/database_file.hpp"
#include "waymark/offline/verify_cases.hpp"
#include "waymark/offline/verify_paths.hpp"
#include "waymark/offline/verify_patterns.hpp"

namespace waymark::program {
namespace {

struct VerifyArguments {
  std::string database;
  std::string map;
  RuleArguments rules;
};

// A file that says something untrue is not bad data: it was read, and something did not hold.
void holds_or_fail(const Result<Done>& result) {
  if (!result) throw Failure{kExitDoesNotHold, result.error().to_string()};
}

int run_verify(const VerifyArguments& arguments) {
  const Map map(load_map(arguments.map, arguments.rules.map).grid, arguments.rules.rules);
  std::string bytes = value_or_fail(read_database(arguments.database));
  if (is_tree_text(bytes)) {
    value_or_fail(DepthTree::parse(bytes, arguments.database));
    print(fmt::format("{}: a well-formed tree; trees are not tied to a map\n", arguments.database));
    return kExitOk;
  }
  std::optional<ProgressBar> bar;
  const auto progress = [&bar](std::uint64_t done, std::uint64_t total) {
    if (!bar) bar.emplace("verifying", total);
    bar->update(done);
  };
  Container container = value_or_fail(Container::parse(std::move(bytes), arguments.database));
  std::string checked;
  if (container.kind() == DatabaseKind::kPatterns) {
    const PatternDatabase patterns = value_or_fail(PatternDatabase::open(std::move(container), map));
    holds_or_fail(verify_patterns(patterns, map, progress));
    checked = fmt::format("{} pairs of regions", format_count(patterns.records()));
    // A cap that no depth reaches says nothing that could be untrue: shown, for the eye.
    if (patterns.has_depths()) {
      checked += fmt::format(", depths to {} with a cap of {}", patterns.largest_depth(), patterns.depth_cap());
    }
  } else if (container.kind() == DatabaseKind::kPaths) {
    const PathDatabase paths = value_or_fail(PathDatabase::open(std::move(container), map));
    holds_or_fail(verify_paths(paths, map, progress));
    checked = fmt::format("{} rows of {} tiles, every cell within {} moves of a centroid", format_count(paths.rows()),
                          format_count(paths.tiles()), paths.delta());
  } else {
    const CaseBase cases = value_or_fail(CaseBase::open(std::move(container), map));
    holds_or_fail(verify_cases(cases, map, progress));
    checked = fmt::format("{} records", format_count(cases.wholes()));
    if (cases.has_fragments()) checked += fmt::format(", {} fragments", format_count(cases.records()));
  }
  bar.reset();
  print(fmt::format("{}: all is well ({})\n", arguments.database, checked));
  return kExitOk;
}

}  // namespace

void add_verify_command(CLI::App& app, int& exit_code) {
  auto arguments = std::make_shared<VerifyArguments>();
  VerifyArguments& a = *arguments;
  CLI::App* command = app.add_subcommand(
      "verify", "Check a database against its map: every record, every subgoal, every depth, every move.");
  command->add_option("DB", a.database, "The database")->required()->type_name("");
  command->add_option("MAP", a.map, "Its map")->required()->type_name("");
  add_rule_options(*command, a.rules);
  command->footer(
      "Exit code 1: the file is whole, but something in it is not true.\n\nExamples:\n  waymark verify arena.knn.db "
      "arena.map");
  command->callback([arguments, &exit_code] { exit_code = run_verify(*arguments); });
}

}  // namespace waymark::program
