#include "lab/experiments/experiment_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/hash.hpp"
#include "lab/experiments/ground.hpp"
#include "lab/experiments/pathology_rows.hpp"
#include "lab/experiments/result_rows.hpp"
#include "lab/run/original_map.hpp"
#include "lab/run/problem.hpp"
#include "lab/run/processor_time.hpp"
#include "lab/run/run.hpp"
#include "waymark/agent/registry.hpp"
#include "waymark/hierarchy/clique_abstraction.hpp"
#include "waymark/io/database_file.hpp"
#include "waymark/offline/case_build.hpp"
#include "waymark/offline/pattern_build.hpp"
#include "waymark/offline/tree_build.hpp"
#include "waymark/search/a_star.hpp"

namespace waymark {
namespace {

// A configuration with one set of its databases: those drawn with the next seed but so many.
struct Variant {
  std::size_t configuration;
  std::uint64_t seed = 0;
};

// Variants that share their databases, on one map.
struct Item {
  std::size_t map;
  std::vector<Variant> variants;
};

// What studies need to know of all maps of their group: made by the first item that asks, the same for whoever does.
struct SampleSizes {
  std::mutex mutex;
  std::map<std::string, std::uint32_t> by_group;
};

struct Plan {
  ExperimentSpec spec;
  MapSource source;
  ScenarioSource scenarios;
  std::vector<Item> items;
  std::vector<std::uint64_t> fingerprints;  // by map
  std::unique_ptr<SampleSizes> samples = std::make_unique<SampleSizes>();
};

std::vector<DatabaseChoice> databases_of(const Configuration& configuration, const Variant& variant) {
  std::vector<DatabaseChoice> databases = configuration.databases;
  for (DatabaseChoice& each : databases) each.seed += variant.seed;
  return databases;
}

bool share_work(const ExperimentSpec& spec, const Variant& first, const Variant& second) {
  const Configuration& a = spec.configurations[first.configuration];
  const Configuration& b = spec.configurations[second.configuration];
  if (!a.study.empty() || !b.study.empty()) return a.study == b.study && a.problems == b.problems;
  return !a.databases.empty() && databases_of(a, first) == databases_of(b, second);
}

constexpr char kFailed = '!';  // begins an item that could not be made; no row does

std::span<const Problem> first_problems(const Ground& ground, const Configuration& configuration) {
  const std::uint64_t count = std::min<std::uint64_t>(ground.problems.size(), configuration.problems);
  return std::span(ground.problems).first(static_cast<std::size_t>(count));
}

struct BuiltDatabases {
  DatabaseSet set;
  double seconds = 0;     // of one thread
  double map_states = 0;  // regions of a pattern database's level
  double map_pairs = 0;   // ordered pairs of different ones that can reach each other
};

double reachable_pairs(const Map& map, const CliqueAbstraction& abstraction, int level) {
  double pairs = 0;
  const auto add = [&pairs](double regions) { pairs += regions * (regions - 1); };
  if (level == 0) {  // cells
    for (const std::uint64_t cells : map.components().sizes(map.grid())) add(static_cast<double>(cells));
    return pairs;
  }
  std::unordered_map<Components::Label, double> regions;  // of each component
  for (NodeId region = 0; region < abstraction.states(level); ++region) {
    ++regions[map.components().label(map.grid(), abstraction.representative(region, level))];
  }
  for (const auto& [label, count] : regions) add(count);
  return pairs;
}

class ExperimentItems final : public ItemMaker {
 public:
  explicit ExperimentItems(const Plan& plan) : plan_(&plan) {}

  std::string make(std::uint64_t number) override {
    const Item& item = plan_->items[number];
    auto rows = rows_of(item);
    if (!rows) return kFailed + rows.error().to_string();
    std::string lines;
    for (const ResultRow& row : *rows) lines += to_json(row) + "\n";
    return lines;
  }

 private:
  Result<std::vector<ResultRow>> rows_of(const Item& item) {
    if (auto standing = stand_on(item.map); !standing) return standing.error();
    const ExperimentSpec& spec = plan_->spec;
    const Configuration& first = spec.configurations[item.variants.front().configuration];
    std::vector<ResultRow> rows;
    if (!first.study.empty()) {
      const auto sample = first.study == kSampleStudy ? sample_size(first) : Result<std::uint32_t>(1);
      if (!sample) return sample.error();
      auto measured = study_row(first.study, *ground_->map, problems_for(first), spec.seed, *sample);
      if (!measured) return measured.error();
      for (const Variant& variant : item.variants) {
        ResultRow row = head_of(spec.configurations[variant.configuration], {});
        row.samples = measured->samples;
        row.figures = measured->figures;
        rows.push_back(std::move(row));
      }
      return rows;
    }
    const std::vector<DatabaseChoice> databases = databases_of(first, item.variants.front());
    auto built = build(databases);
    if (!built) return built.error();
    for (const Variant& variant : item.variants) {
      auto row = row_of(spec.configurations[variant.configuration], databases, *built);
      if (!row) return row.error();
      rows.push_back(*std::move(row));
    }
    return rows;
  }

  // Others wait: they want the same.
  Result<std::uint32_t> sample_size(const Configuration& configuration) const {
    const std::lock_guard lock(plan_->samples->mutex);
    const auto known = plan_->samples->by_group.find(configuration.group);
    if (known != plan_->samples->by_group.end()) return known->second;
    PathologySample sample;
    for (std::size_t i = 0; i < plan_->spec.maps.size(); ++i) {
      if (plan_->spec.maps[i].group != configuration.group) continue;
      const auto ground = make_ground(plan_->spec, i, plan_->source, plan_->scenarios);
      if (!ground) return ground.error();
      sample.add(*ground->map, first_problems(*ground, configuration));
    }
    return plan_->samples->by_group[configuration.group] = sample.size();
  }

  Result<Done> stand_on(std::size_t index) {
    if (ground_ && ground_->index == index) return Done{};
    ground_.reset();
    auto made = make_ground(plan_->spec, index, plan_->source, plan_->scenarios);
    if (!made) return made.error();
    ground_ = *std::move(made);
    return Done{};
  }

  Result<std::unique_ptr<ItemBuild>> make_build(const DatabaseChoice& choice) {
    if (choice.kind == "pdb") {
      PatternBuildOptions options{choice.level, choice.base, choice.depth_cap, PatternContent::kBoth};
      if (choice.content == "goal") options.content = PatternContent::kGoal;
      if (choice.content == "depth") options.content = PatternContent::kDepth;
      if (choice.exit == "last") options.exit = PatternExit::kLast;
      if (choice.exit == "centroid") options.exit = PatternExit::kCentroid;
      return make_pattern_build(*ground_->map, options);
    }
    if (choice.kind == "tree") return make_tree(choice);
    CaseBuildOptions options;
    options.records = choice.records;
    options.seed = choice.seed;
    options.fragments = choice.fragments;
    options.paper = choice.kind == "knn-2009" ? CasePaper::k2009 : CasePaper::k2010;
    return make_case_build(*ground_->map, options);
  }

  // Learned on the other maps, as it would be for a map that nobody has seen; or on all of them.
  Result<std::unique_ptr<ItemBuild>> make_tree(const DatabaseChoice& choice) {
    TreeBuildOptions options;
    options.tree.d_max = choice.d_max;
    if (choice.shape == "best-first") options.tree.shape = LookaheadShape::kBestFirst;
    options.learning.minimum_leaf = choice.min_leaf;
    options.problems = choice.training;
    options.seed = choice.seed;
    training_.clear();
    std::vector<TrainingMap> training;
    const std::vector<MapChoice>& maps = plan_->spec.maps;
    const std::string& group = maps[ground_->index].group;
    const auto peers =
        std::count_if(maps.begin(), maps.end(), [&](const MapChoice& map) { return map.group == group; });
    for (std::size_t i = 0; i < maps.size(); ++i) {
      const bool is_unseen = i == ground_->index && peers > 1 && choice.maps == "others";
      if (maps[i].group != group || is_unseen) continue;
      auto grid = load_grid(plan_->source, maps[i], plan_->spec.rules);
      if (!grid) return grid.error();
      training_.push_back(std::make_unique<Map>(*std::move(grid), plan_->spec.rules));
      training.push_back({maps[i].label(), training_.back().get()});
    }
    return make_tree_build(training, options);
  }

  Result<BuiltDatabases> build(const std::vector<DatabaseChoice>& choices) {
    BuiltDatabases built;
    for (const DatabaseChoice& choice : choices) {
      const auto build = make_build(choice);
      if (!build) return build.error();
      const auto began = std::chrono::steady_clock::now();
      RunBuildOptions options;
      options.threads = 1;
      auto bytes = run_build(**build, options);
      if (!bytes) return bytes.error();
      built.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
      if (auto added = built.set.add_bytes(*std::move(bytes), choice.to_string(), *ground_->map); !added) {
        return added.error();
      }
      if (choice.kind == "pdb") {
        const CliqueAbstraction abstraction(*ground_->map, static_cast<int>(choice.level));
        const int level = std::min(abstraction.levels(), static_cast<int>(choice.level));
        built.map_states = abstraction.states(level);
        built.map_pairs = reachable_pairs(*ground_->map, abstraction, level);
      }
    }
    return built;
  }

  [[nodiscard]] std::span<const Problem> problems_for(const Configuration& configuration) const {
    return first_problems(*ground_, configuration);
  }

  [[nodiscard]] ResultRow head_of(const Configuration& configuration, std::span<const DatabaseChoice> databases) const {
    const ExperimentSpec& spec = plan_->spec;
    ResultRow row;
    row.experiment = spec.name;
    row.configuration = configuration.name;
    row.algorithm = configuration.study.empty() ? configuration.algorithm : configuration.study;
    for (const DatabaseChoice& choice : databases) {
      row.database += (row.database.empty() ? "" : "; ") + choice.to_string();
    }
    row.map = spec.maps[ground_->index].label();
    row.fingerprint = fmt::format("{:016x}", ground_->map->grid().fingerprint());
    row.states = ground_->map->grid().passable_cells();
    row.seed = spec.seed;
    row.quick = spec.quick;
    row.provenance = this_provenance();
    return row;
  }

  Result<ResultRow> row_of(const Configuration& configuration, std::span<const DatabaseChoice> databases,
                           const BuiltDatabases& built) {
    const auto choice = parse_algorithm(configuration.algorithm);
    if (!choice) return choice.error();
    RunOptions options;
    options.databases = built.set.view();
    options.max_moves = configuration.max_moves;
    options.smooth = configuration.smooth;
    ResultRow row = head_of(configuration, databases);
    for (std::size_t i = 0; i < choice->values.size(); ++i) {
      const ParameterInfo& parameter = choice->info->parameters[i];
      row.parameters[std::string(parameter.name)] = value_to_string(parameter, choice->values[i]);
    }
    if (configuration.is_build_measured) {
      if (auto measured = measure_build(*choice, row); !measured) return measured.error();
    }
    if (ground_->edit_ns > 0) row.figures["edit_ns"] = ground_->edit_ns;
    const std::span<const Problem> problems = problems_for(configuration);
    std::optional<DatabaseFigures> database;
    const auto ran = run_problems(*ground_->map, *choice, problems, options, [&](RunRow&& run) {
      add_problem(row, run, configuration.smooth.has_value());
      if (run.database) database = run.database;
      return true;
    });
    if (!ran) return ran.error();
    if (!configuration.databases.empty()) {
      row.figures["build_seconds"] = built.seconds;
      if (built.map_states > 0) {
        row.figures["regions"] = built.map_states;
        row.figures["region_pairs"] = built.map_pairs;
      }
      const DatabaseChoice& kind = configuration.databases.front();
      if (kind.kind == "knn" || kind.kind == "knn-2009") row.figures["records"] = static_cast<double>(kind.records);
    }
    if (database) {
      row.figures["database_states"] = static_cast<double>(database->states);
      row.figures["database_bytes"] = static_cast<double>(database->bytes);
      row.figures["database_relative"] = database->relative;
    }
    return row;
  }

  // What an algorithm derives from the map, on one that has nothing yet.
  Result<Done> measure_build(const AlgorithmChoice& choice, ResultRow& row) const {
    const Map bare(Grid(ground_->map->grid()), ground_->map->rules());
    const std::uint64_t began = processor_ns();
    const auto made = choice.make_agent(bare, Agent::kUnbounded, {});
    if (!made) return made.error();
    row.figures["derived_ns"] = static_cast<double>(processor_ns() - began);
    row.figures["derived_bytes"] = static_cast<double>(bare.derived_bytes());
    return Done{};
  }

  static void add_problem(ResultRow& row, const RunRow& run, bool is_smoothed) {
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    const auto add = [&](const char* name, double value) { row.samples[name].push_back(value); };
    add("problem", static_cast<double>(run.problem));
    add("solved", run.status == Status::kSolved ? 1 : 0);
    add("cost", run.cost.value_or(kNone));
    add("optimal", run.optimal.value_or(kNone));
    add("walked", run.walked);
    add("moves", static_cast<double>(run.moves));
    add("expanded", static_cast<double>(run.work.expanded));
    add("generated", static_cast<double>(run.work.generated));
    add("climb_steps", static_cast<double>(run.work.climb_steps));
    add("max_expanded", static_cast<double>(run.max_expanded_per_move));
    add("peak_states", static_cast<double>(run.work.peak_states));
    add("online_bytes", static_cast<double>(run.online_bytes));
    add("fell_back", run.work.fell_back > 0 ? 1 : 0);
    add("at_cap", static_cast<double>(run.work.at_cap));
    add("ns", run.total_ns());
    add("first_move_ns", static_cast<double>(run.first_move_ns));
    if (!is_smoothed) return;
    add("smoothed_cost", run.smoothed ? run.smoothed->cost : kNone);
    add("smoothing_ns", run.smoothed ? static_cast<double>(run.smoothed->ns) : kNone);
  }

  const Plan* plan_;
  std::optional<Ground> ground_;
  std::vector<std::unique_ptr<Map>> training_;
};

class ExperimentRun final : public ItemBuild {
 public:
  explicit ExperimentRun(Plan plan) : plan_(std::move(plan)) {}

  [[nodiscard]] std::string identity() const override {
    Hash64 hash;
    for (const std::uint64_t fingerprint : plan_.fingerprints) hash.add(fingerprint);
    const ExperimentSpec& spec = plan_.spec;
    hash.add(static_cast<std::uint64_t>(spec.quick)).add(spec.seed);
    for (const MapChoice& map : spec.maps) {
      hash.add(map.group).add(map.problems.value_or(spec.problems).to_string()).add(map.edits);
      hash.add(map.label()).add(static_cast<std::uint64_t>(map.main_component));
    }
    for (const Configuration& each : spec.configurations) {
      hash.add(each.name).add(each.algorithm).add(each.study).add(each.group).add(each.max_moves).add(each.problems);
      for (const DatabaseChoice& database : each.databases) hash.add(database.to_string());
      hash.add(each.seeds);
      hash.add(static_cast<std::uint64_t>(each.is_build_measured));
      if (each.smooth) hash.add(static_cast<std::uint64_t>(each.smooth->kind)).add(each.smooth->box);
    }
    return fmt::format("experiment {} {:016x} commit={}", spec.name, hash.value(), this_provenance().commit);
  }
  [[nodiscard]] std::uint64_t items() const override { return plan_.items.size(); }
  [[nodiscard]] std::unique_ptr<ItemMaker> maker() const override { return std::make_unique<ExperimentItems>(plan_); }

  [[nodiscard]] Result<std::string> assemble(std::span<const std::string> items) const override {
    std::string all;
    for (const std::string& item : items) {
      if (item.starts_with(kFailed)) return Error{ErrorCode::kUnsupported, item.substr(1)};
      all += item;
    }
    return all;
  }

 private:
  Plan plan_;
};

}  // namespace

Result<std::unique_ptr<ItemBuild>> make_experiment_run(ExperimentSpec spec, MapSource source,
                                                       ScenarioSource scenarios) {
  Plan plan{std::move(spec), std::move(source), std::move(scenarios), {}, {}};
  const std::vector<Configuration>& configurations = plan.spec.configurations;
  for (std::size_t map = 0; map < plan.spec.maps.size(); ++map) {
    const MapChoice& choice = plan.spec.maps[map];
    const auto grid = load_unenlarged(plan.source, choice, plan.spec.rules);
    if (!grid) return grid.error();
    if (const auto drawn_on = choice.problems.value_or(plan.spec.problems).drawn_on) {
      const auto original = original_map(*grid, *drawn_on);
      if (!original) return Error{original.error().code, original.error().message, choice.label()};
    }
    plan.fingerprints.push_back(grid->fingerprint());
    const std::size_t first = plan.items.size();
    for (std::size_t i = 0; i < configurations.size(); ++i) {
      if (configurations[i].group != plan.spec.maps[map].group) continue;
      for (std::uint64_t seed = 0; seed < configurations[i].seeds; ++seed) {
        const Variant variant{i, seed};
        const auto same =
            std::find_if(plan.items.begin() + static_cast<std::ptrdiff_t>(first), plan.items.end(),
                         [&](const Item& item) { return share_work(plan.spec, item.variants.front(), variant); });
        if (same == plan.items.end()) {
          plan.items.push_back({map, {variant}});
        } else {
          same->variants.push_back(variant);
        }
      }
    }
  }
  return std::unique_ptr<ItemBuild>(std::make_unique<ExperimentRun>(std::move(plan)));
}

}  // namespace waymark
