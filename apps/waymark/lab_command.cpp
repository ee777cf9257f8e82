// waymark lab list | run NAME | report DIR | compare A B
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bundled_data.hpp"
#include "command.hpp"
#include "commands.hpp"
#include "lab/experiments/compare.hpp"
#include "lab/experiments/experiment.hpp"
#include "lab/experiments/experiment_report.hpp"
#include "lab/experiments/experiment_run.hpp"
#include "lab/experiments/published.hpp"
#include "lab/experiments/report.hpp"
#include "lab/experiments/report_text.hpp"
#include "lab/experiments/result_rows.hpp"
#include "lab/view/figure_text.hpp"
#include "lab/view/picture.hpp"
#include "lab/view/text_table.hpp"
#include "lab_folder.hpp"
#include "long_run.hpp"
#include "option_values.hpp"
#include "waymark/agent/registry.hpp"
#include "waymark/io/file.hpp"
#include "waymark/io/png_file.hpp"
#include "waymark/io/scenario_file.hpp"
#include "waymark/offline/generate.hpp"

namespace waymark::program {
namespace {

namespace fs = std::filesystem;

constexpr const char* kRowsFile = "results.jsonl";
constexpr const char* kTablesFile = "tables.md";
constexpr const char* kPageFile = "report.html";
constexpr const char* kJournalFile = "results.journal";
constexpr std::uint64_t kMaxRowsBytes = std::uint64_t{1} << 31u;
constexpr std::uint64_t kMaxSpecBytes = std::uint64_t{1} << 24u;
constexpr const char* kSpecFile = "spec.json";           // of an experiment that is not bundled, kept beside its rows
constexpr const char* kPublishedFile = "published.csv";  // and its published figures

// What an experiment is made of, from the program or from files.
struct Experiment {
  std::string name;
  std::string spec;
  std::string spec_file;
  std::string published;  // empty: none
  std::string published_file;
  bool bundled = false;
};

const BundledExperiment* find_bundled_experiment(const std::string& name) {
  for (const BundledExperiment& each : bundled_experiments()) {
    if (each.name == name) return &each;
  }
  return nullptr;
}

Experiment from_program(const BundledExperiment& bundled) {
  const std::string name(bundled.name);
  return {name,
          std::string(bundled.spec),
          "experiments/" + name + "/spec.json",
          std::string(bundled.published),
          "data/published/" + name + ".csv",
          true};
}

// `published_file` need not exist.
Experiment from_files(const std::string& name, const fs::path& spec_file, const fs::path& published_file) {
  Experiment made{name, value_or_fail(read_file(spec_file.string(), kMaxSpecBytes)), spec_file.string(), "",
                  published_file.string()};
  std::error_code error;
  if (fs::exists(published_file, error)) made.published = value_or_fail(read_file(made.published_file, kMaxSpecBytes));
  return made;
}

// One of the program's, or a file, NAME.json with NAME.csv beside it.
Experiment find_experiment(const std::string& name) {
  if (const fs::path file(name); file.extension() == ".json") {
    const std::string own = file.stem().string();
    if (find_bundled_experiment(own) != nullptr) {
      fail_usage(fmt::format("{} is the name of an experiment of the program; call the file otherwise", own));
    }
    return from_files(own, file, fs::path(file).replace_extension(".csv"));
  }
  if (const BundledExperiment* bundled = find_bundled_experiment(name)) return from_program(*bundled);
  std::vector<std::string_view> names;
  for (const BundledExperiment& each : bundled_experiments()) names.push_back(each.name);
  const std::string_view nearest = nearest_name(name, names);
  fail_usage(fmt::format("there is no experiment '{}'; {}", name,
                         nearest.empty() ? "waymark lab list names them" : fmt::format("did you mean {}?", nearest)));
}

ExperimentSpec load_spec(const Experiment& experiment, bool quick) {
  return value_or_fail(parse_experiment(experiment.name, experiment.spec, experiment.spec_file, quick));
}

// The printed figures, each of which the experiment must account for.
PublishedFigures load_published(const Experiment& experiment) {
  PublishedFigures published = value_or_fail(PublishedFigures::parse(experiment.published, experiment.published_file));
  const std::vector<std::string> faults = published_faults(load_spec(experiment, false), published);
  if (faults.empty()) return published;
  const std::string others = faults.size() == 1 ? "" : fmt::format(" (and {} more)", format_count(faults.size() - 1));
  fail_data({ErrorCode::kBadFormat, faults.front() + others, experiment.spec_file});
}

int run_list() {
  TextTable table({{"name", TextTable::Align::kLeft},
                   {"configurations"},
                   {"tables"},
                   {"figures"},
                   {"claims"},
                   {"what", TextTable::Align::kLeft},
                   {"paper", TextTable::Align::kLeft}});
  for (const BundledExperiment& each : bundled_experiments()) {
    const ExperimentSpec spec = load_spec(from_program(each), false);
    table.add_row({spec.name, format_count(spec.configurations.size()), format_count(spec.tables.size()),
                   format_count(spec.figures.size()), format_count(spec.claims.size()), spec.title, spec.paper});
  }
  print(table.to_string());
  return kExitOk;
}

// --- run ---

struct LabArguments {
  std::string name;
  std::string maps;
  std::string out;
  int jobs = 0;  // as many as there are cores
  bool quick = false;
  bool resume = false;
  bool overwrite = false;
};

MapSource map_source(const std::string& folder) {
  return [folder](const MapChoice& choice) -> Result<Grid> {
    if (!choice.set.empty()) {
      auto loaded = read_map((fs::path(folder) / choice.set / (choice.name + ".map")).string());
      if (!loaded) return loaded.error();
      return std::move(loaded->grid);
    }
    if (choice.generated) return generate_map(choice.generated->kind, choice.generated->options);
    for (const BundledMap& bundled : bundled_maps()) {
      if (bundled.name != choice.name) continue;
      auto parsed = parse_map(bundled.map, choice.name + ".map");
      if (!parsed) return parsed.error();
      return std::move(parsed->grid);
    }
    return Error{ErrorCode::kNotFound, "there is no bundled map of this name", choice.name};
  };
}

ScenarioSource scenario_source(const std::string& folder) {
  return [folder](const MapChoice& choice) {
    return read_scenarios((fs::path(folder) / choice.set / (choice.name + ".map.scen")).string());
  };
}

std::string picture_file(const MapChoice& choice) {
  std::string name = choice.name + (choice.shrink ? " " + choice.shrink->to_string() : "");
  std::replace(name.begin(), name.end(), ' ', '_');
  return "map_" + name + ".png";
}

void add_map_pictures(const ExperimentSpec& spec, const MapSource& source, Report& report) {
  constexpr std::size_t kDrawn = 10;  // of a group at most: nobody looks at a hundred
  std::set<std::string> drawn;        // a map may serve two groups
  std::map<std::string, std::size_t> drawn_of_group;
  for (const MapChoice& choice : spec.maps) {
    if (choice.edits > 0 || drawn_of_group[choice.group] == kDrawn) continue;
    if (!drawn.insert(choice.label()).second) continue;
    ++drawn_of_group[choice.group];
    const Map map(value_or_fail(load_unenlarged(source, choice, spec.rules)));
    const int factor = std::max(1, 256 / std::max(map.grid().width(), map.grid().height()));
    const std::string size = choice.states > 0 ? "; enlarged for the runs" : "";
    report.pictures.push_back(
        {"", fmt::format("{}, {} x {} cells{}", choice.label(), map.grid().width(), map.grid().height(), size),
         encode_png(enlarge(draw_cells(map, [](NodeId) { return std::nullopt; }), factor)), picture_file(choice)});
  }
}

// `source` may be null: without pictures of the maps.
void write_report(const ExperimentSpec& spec, const MapSource& source, const std::vector<ResultRow>& rows,
                  const PublishedFigures& published, LabFolder& folder) {
  Report report = make_report(spec, rows, published);
  if (source) add_map_pictures(spec, source, report);
  for (const ReportPicture& picture : report.pictures) folder.write(picture.file, picture.png);
  folder.write(kTablesFile, report_markdown(report));
  folder.write(kPageFile, report_page(report));
  TextTable claims({{"claim", TextTable::Align::kLeft}, {"", TextTable::Align::kLeft}});
  for (const ReportClaim& claim : report.claims) claims.add_row({claim.text, to_string(claim.verdict)});
  if (spec.quick) print(std::string(kQuickNote) + "\n\n");
  print(claims.to_string());
  if (is_quiet()) return;
  print(fmt::format("\n{}: {}, {}, {}\n", folder.path().string(), kRowsFile, kTablesFile, kPageFile));
}

// Whether a run may begin there, told before it does: afterwards an hour would be lost.
void check_folder(LabFolder& folder, const LabArguments& arguments, const ExperimentSpec& spec) {
  for (const char* name : {kRowsFile, kTablesFile, kPageFile, kJournalFile, kSpecFile, kPublishedFile}) {
    folder.check(name);
  }
  for (const MapChoice& map : spec.maps) folder.check(picture_file(map));
  if (folder.has(kJournalFile)) {
    if (arguments.resume) return;  // of a run that was to overwrite, too
    if (!arguments.overwrite) {
      fail_usage(fmt::format("{} holds a run that was cut off: --resume goes on with it, --overwrite begins anew",
                             folder.file(kJournalFile)));
    }
    folder.remove(kJournalFile);
  } else if (folder.has(kRowsFile) && !arguments.overwrite) {
    fail_usage(fmt::format("{} holds a finished run: --overwrite replaces it; or choose another --out",
                           folder.path().string()));
  }
}

int run_experiment(const LabArguments& arguments, Ranks& ranks) {
  const Experiment experiment = find_experiment(arguments.name);
  if (!arguments.quick && arguments.maps.empty()) {
    fail_usage("a full run wants --maps DIR, a folder of MovingAI sets; --quick needs none");
  }
  if (arguments.quick && !arguments.maps.empty()) fail_usage("--quick takes the bundled maps: leave out --maps");
  const ExperimentSpec spec = load_spec(experiment, arguments.quick);
  const PublishedFigures published = load_published(experiment);  // its faults are told before the run
  const MapSource source = map_source(arguments.maps);
  const fs::path out =
      arguments.out.empty() ? fmt::format("lab-{}{}", spec.name, spec.quick ? "-quick" : "") : arguments.out;
  const std::string journal = (out / kJournalFile).string();
  std::optional<LabFolder> folder;  // at rank 0
  const auto enter_folder = [&] {
    folder.emplace(LabFolder::open(out));
    check_folder(*folder, arguments, spec);
  };
  std::error_code error;
  if (ranks.rank() == 0 && fs::exists(out, error)) enter_folder();
  const auto build = value_or_fail(make_experiment_run(spec, source, scenario_source(arguments.maps)));
  if (ranks.rank() == 0) {
    if (!folder) enter_folder();  // not made before all maps were there
    folder->claim(kJournalFile);
  }
  const LongRun run = run_long(*build, spec.name, arguments.jobs, journal, ranks, "--resume");
  if (ranks.rank() != 0) return kExitOk;
  folder->write(kRowsFile, run.bytes);
  if (!experiment.bundled) {
    folder->write(kSpecFile, experiment.spec);
    if (!experiment.published.empty()) folder->write(kPublishedFile, experiment.published);
  }
  write_report(spec, source, value_or_fail(parse_result_rows(run.bytes, kRowsFile)), published, *folder);
  folder->remove(kJournalFile);
  folder->remove_others();
  return kExitOk;
}

// --- compare ---

std::vector<ResultRow> load_rows(const std::string& folder) {
  const std::string file = (fs::path(folder) / kRowsFile).string();
  return value_or_fail(parse_result_rows(value_or_fail(read_file(file, kMaxRowsBytes)), file));
}

int run_report(const std::string& folder, const std::string& maps) {
  const std::vector<ResultRow> rows = load_rows(folder);
  if (rows.empty()) fail_data({ErrorCode::kBadFormat, "holds no rows", (fs::path(folder) / kRowsFile).string()});
  const ResultRow& first = rows.front();
  const BundledExperiment* bundled = find_bundled_experiment(first.experiment);
  const Experiment experiment = bundled != nullptr ? from_program(*bundled)
                                                   : from_files(first.experiment, fs::path(folder) / kSpecFile,
                                                                fs::path(folder) / kPublishedFile);
  const MapSource source = first.quick || !maps.empty() ? map_source(maps) : MapSource();
  LabFolder own = LabFolder::open(folder);
  write_report(load_spec(experiment, first.quick), source, rows, load_published(experiment), own);
  return kExitOk;
}

// What makes a comparison worth little stands before it.
void warn_of_unlike(const std::string& before, const std::vector<ResultRow>& old_rows, const std::string& after,
                    const std::vector<ResultRow>& new_rows, const Comparison& comparison) {
  std::string warning;
  if (!old_rows.empty() && !new_rows.empty()) {
    const ResultRow& first = old_rows.front();
    const ResultRow& second = new_rows.front();
    const auto kind = [](const ResultRow& row) { return row.quick ? "a quick run" : "a whole run"; };
    if (first.experiment != second.experiment) {
      warning += fmt::format("Not the same experiment: {} is of {}, {} of {}.\n", before, first.experiment, after,
                             second.experiment);
    }
    if (first.quick != second.quick) {
      warning += fmt::format(
          "Not alike: {} is {}, {} {}. Other maps and problems move figures; what follows says nothing of a change.\n",
          before, kind(first), after, kind(second));
    }
  }
  if (warning.empty() && !comparison.paired) {
    warning = "Not all configurations have the same problems on both sides: other problems move figures too.\n";
  }
  if (!warning.empty()) print(warning + "\n");
}

int run_compare(const std::string& before, const std::string& after) {
  const std::vector<ResultRow> old_rows = load_rows(before);
  const std::vector<ResultRow> new_rows = load_rows(after);
  const Comparison comparison = compare_results(old_rows, new_rows);
  warn_of_unlike(before, old_rows, after, new_rows, comparison);
  for (const bool times : {false, true}) {
    TextTable table({{"configuration", TextTable::Align::kLeft},
                     {"measure", TextTable::Align::kLeft},
                     {before},
                     {after},
                     {"difference"}});
    std::size_t all = 0;
    std::size_t moved = 0;
    for (const ComparedFigure& figure : comparison.figures) {
      if (figure.is_time != times) continue;
      ++all;
      if (!figure.moved) continue;
      ++moved;
      table.add_row({figure.configuration, figure.measure + (figure.unit.empty() ? "" : ", " + figure.unit),
                     to_string(figure.before), to_string(figure.after), to_string(figure.difference)});
    }
    if (moved > 0) print(table.to_string() + "\n");
    print(fmt::format("{} of {} {} moved: the 95 % interval of the difference leaves out 0{}\n", moved, all,
                      times ? "times" : "figures", times ? "; other work on the machine moves times too" : ""));
  }
  for (const std::string& name : comparison.only_before) print(fmt::format("only in {}: {}\n", before, name));
  for (const std::string& name : comparison.only_after) print(fmt::format("only in {}: {}\n", after, name));
  return kExitOk;
}

// The places of two commands that take folders.
struct Folders {
  std::string first;
  std::string second;
};

void add_report_command(CLI::App& lab, int& exit_code) {
  auto folders = std::make_shared<Folders>();
  CLI::App* command = lab.add_subcommand("report", "Make tables and page anew from the rows of a run.");
  command->add_option("DIR", folders->first, "Folder of the run")->required()->type_name("");
  command->add_option("--maps", folders->second, "Folder of MovingAI sets, for pictures of the maps")->type_name("DIR");
  command->callback([folders, &exit_code] { exit_code = run_report(folders->first, folders->second); });
}

void add_compare_command(CLI::App& lab, int& exit_code) {
  auto folders = std::make_shared<Folders>();
  CLI::App* command = lab.add_subcommand("compare", "Tell what moved between two runs, beyond chance.");
  command->add_option("A", folders->first, "Folder of the first run")->required()->type_name("");
  command->add_option("B", folders->second, "Folder of the second run")->required()->type_name("");
  command->callback([folders, &exit_code] { exit_code = run_compare(folders->first, folders->second); });
}

void add_run_command(CLI::App& lab, int& exit_code) {
  auto arguments = std::make_shared<LabArguments>();
  LabArguments& a = *arguments;
  CLI::App* command = lab.add_subcommand("run", "Run an experiment and write its tables, plots and rows.");
  command->add_option("NAME", a.name, "Which; waymark lab list names them. Or your own: a file NAME.json")
      ->required()
      ->type_name("");
  command->add_option("--maps", a.maps, "Folder of MovingAI sets (bgmaps, wc3maps512, sc1...)")->type_name("DIR");
  command->add_flag("--quick", a.quick, "Bundled maps and few problems: the shapes, in a minute or two");
  command->add_option("--out", a.out, "Folder for what it writes [lab-NAME]")->type_name("DIR");
  command->add_option("--jobs", a.jobs, "Threads [as many as there are cores]")
      ->check(whole_number(1, kMaxThreads))
      ->type_name("J");
  command->add_flag("--resume", a.resume, "Go on with a run that was cut off");
  command->add_flag("--overwrite", a.overwrite, "Replace what an earlier run wrote into the folder; nothing else");
  command->footer(
      "Writes results.jsonl, tables.md and report.html, a page that needs nothing else.\n"
      "mpirun -n R waymark lab run ... divides the work over R processes.\n\n"
      "Examples:\n"
      "  waymark lab run knn2009 --quick\n"
      "  waymark lab run jair2008 --maps maps --out jair2008\n"
      "  waymark lab run mine.json --quick\n"
      "  waymark lab compare before after");
  command->callback([arguments, &exit_code] {
    exit_code = on_all_ranks([&arguments](Ranks& ranks) { return run_experiment(*arguments, ranks); });
  });
}

}  // namespace

void add_lab_command(CLI::App& app, int& exit_code) {
  CLI::App* lab = app.add_subcommand("lab", "Repeat the papers' experiments: published figures beside measured ones.");
  lab->require_subcommand(1);
  CLI::App* list = lab->add_subcommand("list", "List the experiments.");
  list->callback([&exit_code] { exit_code = run_list(); });
  add_run_command(*lab, exit_code);
  add_report_command(*lab, exit_code);
  add_compare_command(*lab, exit_code);
  lab->footer(
      "Examples:\n"
      "  waymark lab list\n"
      "  waymark lab run knn2009 --quick\n"
      "  waymark lab compare lab-knn2009-quick other");
}

}  // namespace waymark::program
