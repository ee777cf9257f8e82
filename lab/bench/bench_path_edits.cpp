// Path databases on maps that change: how units fare between an edit and the frame in which the last row is healed.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>
#include <utility>
#include <vector>

#include "lab/bench/database_bench.hpp"
#include "lab/bench/path_bench.hpp"
#include "lab/run/optimal_length.hpp"
#include "lab/run/processor_time.hpp"
#include "lab/run/statistics.hpp"
#include "lab/view/text_table.hpp"
#include "subgoals/living_paths.hpp"
#include "waymark/agent/registry.hpp"
#include "waymark/base/random.hpp"

namespace waymark {
namespace {

using enum TextTable::Align;

struct EditKind {
  std::string_view name;
  int side;         // cells
  bool on_the_way;  // of a unit; otherwise anywhere
};
constexpr std::array<EditKind, 3> kEditKinds{
    {{"1 cell, anywhere", 1, false}, {"1 cell, on a way", 1, true}, {"8x8 cells, on a way", 8, true}}};
constexpr int kEditsOfKind = 12;  // on a map; each is made, healed, taken back and healed again
constexpr std::size_t kHealingUnits = 10;
constexpr std::size_t kMostFrames = 20'000;
constexpr double kFrameNs = 1e6;
constexpr double kMostMeanFrames = 100;

struct HealingFigures {
  std::uint64_t edits = 0;
  std::uint64_t moves = 0;
  std::uint64_t stale_moves = 0;
  std::uint64_t unsolved = 0;
  std::uint64_t illegal = 0;
  std::uint64_t waited = 0;  // steps on which a unit that had a way stood still
  std::vector<double> suboptimality = {};
  std::vector<double> frames = {};
  std::vector<double> percent_of_rows = {};
  // Until all rows were healed, where cells were blocked and where they were freed again.
  std::vector<double> units_blocked = {};
  std::vector<double> units_freed = {};
};

// A map with its database and units.
class HealingBench {
 public:
  static Result<std::unique_ptr<HealingBench>> create(const BenchCase& bench_case) {
    auto made = std::make_unique<HealingBench>(bench_case);
    auto built = build_paths(made->map_, kAutoDelta, bench_case.name);
    if (!built) return built.error();
    made->built_.emplace(*std::move(built));
    made->rows_ = &made->map_.derived<LivingPaths>({&made->built_->database});
    const auto choice = parse_algorithm("paths");
    if (!choice) return choice.error();
    Databases databases;
    databases.paths = &made->built_->database;
    for (std::size_t i = 0; i < std::min(kHealingUnits, bench_case.problems.size()); ++i) {
      auto agent = choice->make_agent(made->map_, Agent::kUnbounded, databases);
      if (!agent) return agent.error();
      made->units_.push_back({*std::move(agent), bench_case.problems[i]});
    }
    made->calibrate();
    return made;
  }
  explicit HealingBench(const BenchCase& bench_case) : map_(Grid(bench_case.map.grid()), bench_case.map.rules()) {}

  [[nodiscard]] std::uint64_t units_per_ms() const { return units_per_ms_; }

  void measure(const EditKind& kind, HealingFigures& figures) {
    for (int i = 0; i < kEditsOfKind; ++i) {
      const Rect area = draw(kind);
      if (area.width == 0) continue;
      std::vector<Cell> blocked;
      for (int y = area.y; y < area.y + area.height; ++y) {
        for (int x = area.x; x < area.x + area.width; ++x) {
          if (map_.grid().passable(x, y)) blocked.push_back({x, y});
        }
      }
      map_.fill(area, false);
      figures.units_blocked.push_back(static_cast<double>(heal(figures)));
      std::vector<AreaEdit> back;
      back.reserve(blocked.size());
      for (const Cell cell : blocked) back.push_back({{cell.x, cell.y, 1, 1}, true});
      map_.apply(back);
      figures.units_freed.push_back(static_cast<double>(heal(figures)));
    }
  }

 private:
  struct Unit {
    AgentPtr agent;
    BenchProblem problem;
    std::vector<NodeId> walked = {};
    double optimal = 0;  // when it set out
    bool walks = false;
  };

  // How many units of repair a millisecond has, of this machine and this map.
  void calibrate() {
    std::uint64_t work = 0;
    double ns = 0;
    for (int i = 0; i < 6; ++i) {
      const Rect area = draw(kEditKinds[0]);
      if (area.width == 0) continue;
      for (const bool passable : {false, true}) {
        map_.fill(area, passable);
        const std::uint64_t began = processor_ns();
        work += map_.maintain(kUnlimited).work;
        ns += static_cast<double>(processor_ns() - began);
      }
    }
    if (ns > 0)
      units_per_ms_ = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(static_cast<double>(work) / ns * kFrameNs));
  }

  // Of a kind; nowhere near the start or the goal of a unit. Of width 0: none was found.
  Rect draw(const EditKind& kind) {
    for (int tries = 0; tries < 1000; ++tries) {
      Cell at{random_.between(0, map_.grid().width() - 1), random_.between(0, map_.grid().height() - 1)};
      if (kind.on_the_way) {
        const Unit& unit = units_[random_.below(static_cast<std::uint32_t>(units_.size()))];
        unit.agent->reset(unit.problem.start, unit.problem.goal);
        const std::uint32_t steps = random_.below(300);
        for (std::uint32_t i = 0; i < steps && unit.agent->status() == Status::kInProgress; ++i) unit.agent->step();
        const Cell stand = map_.grid().cell(unit.agent->position());
        at = {stand.x - kind.side / 2, stand.y - kind.side / 2};
      }
      if (!kind.on_the_way && !map_.grid().passable(at.x, at.y)) continue;
      const Rect area{at.x, at.y, kind.side, kind.side};
      if (std::none_of(units_.begin(), units_.end(), [&](const Unit& unit) { return is_near(area, unit.problem); })) {
        return area;
      }
    }
    return {0, 0, 0, 0};
  }
  [[nodiscard]] bool is_near(const Rect& area, const BenchProblem& problem) const {
    constexpr int kRoom = 2;
    for (const NodeId node : {problem.start, problem.goal}) {
      const Cell cell = map_.grid().cell(node);
      if (cell.x >= area.x - kRoom && cell.x < area.x + area.width + kRoom && cell.y >= area.y - kRoom &&
          cell.y < area.y + area.height + kRoom) {
        return true;
      }
    }
    return false;
  }

  // From the frame after an edit: all units set out, and each frame all walk a step, then 1 ms of repair. How many
  // units of repair it took.
  std::uint64_t heal(HealingFigures& figures) {
    ++figures.edits;
    OptimalLengths lengths(map_, Reference::kAStar);
    for (Unit& unit : units_) {
      const auto shortest = lengths.find(unit.problem.start, unit.problem.goal);
      unit.walks = shortest.has_value();
      unit.optimal = shortest ? shortest->length : 0;
      unit.walked.assign(1, unit.problem.start);
      unit.agent->reset(unit.problem.start, unit.problem.goal);
    }
    const std::uint64_t repaired = rows_->healed().repaired;
    bool current = false;
    std::size_t frames = 0;
    std::uint64_t units = 0;
    for (std::size_t frame = 1; frame <= kMostFrames; ++frame) {
      const bool walks = step_all(figures);
      if (!current) {
        const Maintenance done = map_.maintain({units_per_ms_});
        current = done.current;
        units += done.work;
        frames = frame;
      }
      if (current && !walks) break;
    }
    for (const Unit& unit : units_) {
      if (unit.walks) ++figures.unsolved;
    }
    const double percent = 100.0 * static_cast<double>(rows_->healed().repaired - repaired) /
                           std::max(1.0, static_cast<double>(rows_->rows()));
    figures.percent_of_rows.push_back(percent);
    figures.frames.push_back(static_cast<double>(frames));
    return units;
  }
  bool step_all(HealingFigures& figures) {
    bool walks = false;
    for (Unit& unit : units_) {
      if (!unit.walks) continue;
      walks = true;
      const PathDatabase::Row row = rows_->database().row_for(map_.grid().cell(unit.problem.goal));
      if (row < rows_->rows() && !rows_->is_right(map_, row)) ++figures.stale_moves;
      ++figures.moves;
      const AgentStep step = unit.agent->step();
      if (step.position == unit.walked.back()) {
        ++figures.waited;
      } else {
        if (map_.cost(unit.walked.back(), step.position) == kInfiniteCost) ++figures.illegal;
        unit.walked.push_back(step.position);
      }
      if (step.status != Status::kSolved) continue;
      unit.walks = false;
      const auto length = path_length(map_, unit.walked);
      if (length && unit.optimal > 0) figures.suboptimality.push_back((*length / unit.optimal - 1) * 100);
    }
    return walks;
  }

  Map map_;
  std::optional<BuiltPaths> built_;
  const LivingPaths* rows_ = nullptr;
  std::vector<Unit> units_;
  std::uint64_t units_per_ms_ = 1;
  Random random_{17};
};

}  // namespace

Result<bool> bench_path_edits(const BenchOptions& options) {
  bool holds = true;
  for (const std::string& set : path_bench_sets(options)) {
    std::array<HealingFigures, kEditKinds.size()> all;
    std::uint64_t maps = 0;
    std::uint64_t units_per_ms = 0;
    auto done = for_each_case(options, set, [&](const BenchCase& bench_case) -> Result<Done> {
      if (bench_case.problems.empty()) return Done{};
      auto bench = HealingBench::create(bench_case);
      if (!bench) return bench.error();
      ++maps;
      units_per_ms += (*bench)->units_per_ms();
      for (std::size_t i = 0; i < kEditKinds.size(); ++i) (*bench)->measure(kEditKinds[i], all[i]);
      return Done{};
    });
    if (!done) return done.error();
    fmt::print("\n{}: {} maps, {} units of repair a ms; all units set out when the edit is made\n", set, maps,
               format_count(units_per_ms / std::max<std::uint64_t>(maps, 1)));
    TextTable table({{"  edit, and taken back", kLeft},
                     {"edits"},
                     {"rows repaired"},
                     {"units, blocked"},
                     {"freed"},
                     {"frames, mean"},
                     {"p99"},
                     {"most"},
                     {"moves on stale rows"},
                     {"longer, mean"},
                     {"p99"},
                     {"worst"},
                     {"stood"},
                     {"unsolved"}});
    for (std::size_t i = 0; i < kEditKinds.size(); ++i) {
      const HealingFigures& figures = all[i];
      const Summary frames = summarise(figures.frames);
      const Summary longer = summarise(figures.suboptimality);
      const auto percent = [](double value) { return format_decimal(value, 2) + " %"; };
      const auto mean_count = [](const std::vector<double>& counts) {
        return format_count(static_cast<std::uint64_t>(summarise(counts).mean));
      };
      table.add_row({fmt::format("  {}", kEditKinds[i].name), format_count(figures.edits),
                     percent(summarise(figures.percent_of_rows).mean), mean_count(figures.units_blocked),
                     mean_count(figures.units_freed), format_decimal(frames.mean, 1), format_decimal(frames.p99, 0),
                     format_decimal(frames.max, 0),
                     percent(100.0 * static_cast<double>(figures.stale_moves) /
                             static_cast<double>(std::max<std::uint64_t>(figures.moves, 1))),
                     percent(longer.mean), percent(longer.p99), percent(longer.max), format_count(figures.waited),
                     format_count(figures.unsolved)});
    }
    fmt::print("{}", table.to_string());
    for (std::size_t i = 0; i < kEditKinds.size(); ++i) {
      holds &= print_bar(fmt::format("{}: every move legal, every goal reached", kEditKinds[i].name),
                         all[i].illegal == 0 && all[i].unsolved == 0);
    }
    holds &= print_limit("frames until healed, mean, of a cell anywhere", summarise(all[0].frames).mean, "",
                         kMostMeanFrames);
    std::fflush(stdout);
  }
  return holds;
}

}  // namespace waymark
