// What a unit holds in memory: at rest, at the worst on its way, and ten thousand of them together.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lab/bench/bench.hpp"
#include "lab/run/small_databases.hpp"
#include "lab/view/progress.hpp"
#include "lab/view/text_table.hpp"
#include "waymark/agent/registry.hpp"
#include "waymark/base/random.hpp"
#include "waymark/offline/generate.hpp"
#include "waymark/subgoals/case_base.hpp"

namespace waymark {
namespace {

constexpr int kMostSteps = 4000;
// With fewer problems all is smaller, to try it.
constexpr std::size_t kFewest = 40;
constexpr int side_for(std::size_t problems) { return problems < kFewest ? 128 : 512; }
constexpr std::uint64_t records_for(std::size_t problems) { return 125 * std::min(problems, kFewest); }
constexpr std::size_t units_for(std::size_t problems) { return 250 * std::min(problems, kFewest); }

constexpr std::string_view kDatabaseFamily = "subgoals";
constexpr std::string_view kRealTimeFamily = "real-time";

// The most bytes at rest, without pages; 0: no bar.
std::uint64_t rest_bar(const AlgorithmInfo& info) {
  if (info.family == kDatabaseFamily || info.key == "lrta") return 256;
  return info.family == kRealTimeFamily ? 1024 : 0;
}

std::string shown(std::uint64_t bytes) {
  return bytes < 10'000 ? fmt::format("{} B", bytes) : fmt::format("{:.1f} KB", static_cast<double>(bytes) / 1000);
}

std::vector<BenchProblem> random_problems(const Map& map, std::size_t count) {
  std::vector<BenchProblem> problems;
  Random random(3);
  while (problems.size() < count) {
    const auto cell = [&] {
      const int y = random.between(0, map.grid().height() - 1);
      return map.grid().node(random.between(0, map.grid().width() - 1), y);
    };
    const BenchProblem problem{cell(), cell()};
    if (problem.start != problem.goal && map.connected(problem.start, problem.goal)) problems.push_back(problem);
  }
  return problems;
}

struct UnitBytes {
  std::uint64_t rest = 0;     // made, nothing walked yet
  std::uint64_t worst = 0;    // on any of the walks
  std::uint64_t arrived = 0;  // the most that it held after a walk
  std::uint64_t mean = 0;     // of the walks' most
};

std::uint64_t most_bytes_on_a_walk(Agent& agent, const BenchProblem& problem) {
  agent.reset(problem.start, problem.goal);
  std::uint64_t most = agent.bytes();
  for (int step = 0; step < kMostSteps && agent.status() == Status::kInProgress; ++step) {
    agent.step();
    most = std::max(most, agent.bytes());
  }
  return std::max(most, agent.most_bytes());
}

UnitBytes measure_unit(Agent& agent, std::span<const BenchProblem> problems) {
  UnitBytes bytes;
  bytes.rest = agent.bytes();
  std::uint64_t sum = 0;
  for (const BenchProblem& problem : problems) {
    const std::uint64_t most = most_bytes_on_a_walk(agent, problem);
    bytes.worst = std::max(bytes.worst, most);
    sum += most;
    if (agent.status() == Status::kSolved) bytes.arrived = std::max(bytes.arrived, agent.bytes());
  }
  bytes.mean = sum / problems.size();
  return bytes;
}

// Searches that keep their tree while they walk (thesis 6.5: with many units that takes too much memory), beside
// others: the most that each of so many units holds on its way, summed.
Result<Done> bench_trees(const Map& map, std::size_t most_units) {
  std::vector<std::string> texts{"jps", "tba", "lss-lrta"};
  for (const AlgorithmInfo& info : algorithms()) {
    if (info.family == "incremental" || info.family == "anytime" || info.key == "rtd") texts.emplace_back(info.key);
  }
  std::vector<std::size_t> counts;
  for (const std::size_t count : {std::size_t{1}, std::size_t{50}, std::size_t{1000}}) {
    counts.push_back(std::min(count, most_units));
  }
  const std::vector<BenchProblem> problems = random_problems(map, counts.back());
  std::vector<TextTable::Column> columns{{"  algorithm", TextTable::Align::kLeft}};
  for (const std::size_t count : counts)
    columns.push_back({fmt::format("{} unit{}", format_count(count), count == 1 ? "" : "s")});
  TextTable table(columns);
  {
    ProgressBar bar("trees", texts.size());
    for (std::size_t i = 0; i < texts.size(); ++i) {
      bar.update(i);
      std::vector<std::string> row{"  " + texts[i]};
      std::uint64_t sum = 0;
      std::size_t done = 0;
      for (const std::size_t count : counts) {
        for (; done < count; ++done) {
          const auto agent = parse_algorithm(texts[i])->make_agent(map, Agent::kUnbounded, {});
          if (!agent) return agent.error();
          sum += most_bytes_on_a_walk(**agent, problems[done]);
        }
        row.push_back(fmt::format("{:.2f} MB", static_cast<double>(sum) / 1e6));
      }
      table.add_row(row);
    }
  }
  fmt::print("What units hold, each at its most on the way, in all and without the map:\n{}", table.to_string());
  return Done{};
}

Result<bool> bench_crowd(const Map& map, const std::vector<BenchProblem>& problems) {
  const std::size_t crowd = units_for(problems.size());
  const std::uint64_t records = records_for(problems.size());
  constexpr std::uint64_t kMost = 64'000'000;
  constexpr std::uint64_t kCap = 40'000'000;
  constexpr std::string_view kText = "knn-lrta:fallback=tb-wa,legs=climb";
  const AlgorithmChoice choice = *parse_algorithm(kText);
  auto databases = build_small_database(choice, map, {.records = records});
  if (!databases) return databases.error();
  const CaseBase& cases = *databases->view().cases;
  // Opened it has its states unpacked and an index.
  const std::uint64_t database = cases.bytes() + cases.states_stored() * sizeof(NodeId) + 12 * cases.records();
  map.memory().set_cap(kCap);  // some wait for room, and go on
  std::vector<AgentPtr> units;
  for (std::size_t i = 0; i < crowd; ++i) {
    auto made = choice.make_agent(map, Agent::kUnbounded, databases->view());
    if (!made) return made.error();
    (*made)->reset(problems[i % problems.size()].start, problems[i % problems.size()].goal);
    units.push_back(*std::move(made));
  }
  std::uint64_t frames = 0;
  std::uint64_t waits = 0;
  std::size_t walking = crowd;
  for (; walking > 0 && frames < kMostSteps; ++frames) {
    walking = 0;
    for (const AgentPtr& unit : units) {
      if (unit->status() == Status::kSolved) continue;
      if (unit->step().status == Status::kOutOfRoom) ++waits;
      ++walking;
    }
  }
  const std::uint64_t most = map.memory().bytes();
  std::uint64_t fell_back = 0;
  std::uint64_t at_rest = 0;
  for (const AgentPtr& unit : units) {
    fell_back += unit->work().fell_back;
    at_rest += unit->bytes();
  }
  const std::uint64_t ground = map.bytes() + map.derived_bytes();
  const std::uint64_t all = ground + database + most + at_rest;
  fmt::print(
      "{} units of {} on one map of {}x{}, pages capped at {}: {} frames, {} fell back, {} steps waited for room\n",
      format_count(crowd), kText, map.grid().width(), map.grid().height(), shown(kCap), format_count(frames),
      format_count(fell_back), format_count(waits));
  fmt::print("  map {}, database of {} records {}, pages {} at the most, units {} in all\n", shown(ground),
             format_count(records), shown(database), shown(most), shown(at_rest));
  const bool holds = all <= kMost && walking == 0;
  fmt::print("  {:.1f} MB together, at most {} MB: {}\n", static_cast<double>(all) / 1e6, kMost / 1'000'000,
             holds ? "holds" : "DOES NOT HOLD");
  return holds;
}

}  // namespace

Result<bool> bench_units(const BenchOptions& given) {
  const BenchOptions options = given.with_problems(100);
  const int side = side_for(static_cast<std::size_t>(options.problems));
  const std::uint64_t records = records_for(static_cast<std::size_t>(options.problems));
  auto ground = generate_map(*map_kind_from_name("caves"), {.width = side, .height = side, .seed = 7});
  if (!ground) return ground.error();
  const Map map(*std::move(ground));
  const std::vector<BenchProblem> problems = random_problems(map, static_cast<std::size_t>(options.problems));

  std::vector<std::string> texts;
  for (const AlgorithmInfo& info : algorithms()) {
    if (!info.real_time) continue;
    texts.emplace_back(info.key);
    if (!info.recommended.empty()) texts.push_back(info.as_recommended());
  }
  TextTable table(
      {{"  algorithm", TextTable::Align::kLeft}, {"at rest"}, {"on its way, mean"}, {"worst"}, {"arrived"}});
  bool holds = true;
  {
    ProgressBar bar("units", texts.size());
    for (std::size_t i = 0; i < texts.size(); ++i) {
      bar.update(i);
      const AlgorithmChoice choice = *parse_algorithm(texts[i]);
      auto databases = build_small_database(choice, map, {.records = records});
      if (!databases) return databases.error();
      auto agent = choice.make_agent(map, Agent::kUnbounded, databases->view());
      if (!agent) return agent.error();
      const UnitBytes bytes = measure_unit(**agent, problems);
      const std::uint64_t bar_bytes = rest_bar(*choice.info);
      const bool is_small = bar_bytes == 0 || bytes.rest <= bar_bytes;
      holds &= is_small;
      table.add_row({"  " + texts[i], shown(bytes.rest) + (is_small ? "  " : " !"), shown(bytes.mean),
                     shown(bytes.worst), shown(bytes.arrived)});
    }
  }
  fmt::print("caves of {}x{}, {} problems, at most {} steps each\n", side, side, problems.size(),
             format_count(kMostSteps));
  fmt::print("{}", table.to_string());
  fmt::print("  at rest at most 256 B with a database and for lrta, 1 KB for the others: {}\n",
             holds ? "holds" : "DOES NOT HOLD, marked !");
  // As many as there are problems for each, up to a thousand.
  if (auto done = bench_trees(map, 10 * problems.size()); !done) return done.error();
  const Map other{Grid(map.grid())};  // without what the others have derived
  const auto crowd = bench_crowd(other, problems);
  if (!crowd) return crowd.error();
  return holds && *crowd;
}

}  // namespace waymark
