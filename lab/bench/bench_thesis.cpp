// Claims that the thesis (Anguelov 2011, chapters 5 and 6) cites of memory-bounded, incremental and real-time searches,
// beside what is measured here.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "lab/bench/bench.hpp"
#include "lab/bench/changing.hpp"
#include "lab/bench/changing_story.hpp"
#include "lab/run/map_changes.hpp"
#include "lab/run/processor_time.hpp"
#include "lab/view/progress.hpp"
#include "lab/view/text_table.hpp"
#include "waymark/agent/registry.hpp"
#include "waymark/base/random.hpp"
#include "waymark/offline/generate.hpp"

namespace waymark {
namespace {

struct Judged {
  std::string claim;
  std::string published;
  std::string here;
  bool holds;
};

// Processor time of whole queries of problems that the second solves, the least of the rounds. Where the first gives up
// its time is that until then: what it would have needed is more.
struct TwoTimes {
  double first = 0;
  double second = 0;
  std::uint64_t problems = 0;
  std::uint64_t given_up = 0;  // of them, by the first
};
Result<Done> time_two(const Map& map, const std::vector<BenchProblem>& problems, const std::string& first,
                      const std::string& second, int rounds, TwoTimes& sum) {
  const auto one = parse_algorithm(first)->make(map);
  if (!one) return one.error();
  const auto other = parse_algorithm(second)->make(map);
  if (!other) return other.error();
  for (const BenchProblem& problem : problems) {
    if ((*other)->solve(problem.start, problem.goal) != Status::kSolved) continue;
    sum.given_up += (*one)->solve(problem.start, problem.goal) != Status::kSolved ? 1u : 0u;
    std::array<double, 2> best{1e18, 1e18};
    for (int round = 0; round < rounds; ++round) {
      for (std::size_t side = 0; side < best.size(); ++side) {
        const std::uint64_t began = processor_ns();
        (side == 0 ? *one : *other)->solve(problem.start, problem.goal);
        best[side] = std::min(best[side], static_cast<double>(processor_ns() - began));
      }
    }
    sum.first += best[0];
    sum.second += best[1];
    ++sum.problems;
  }
  return Done{};
}

// As many as there are, with goals near their starts.
std::vector<BenchProblem> short_problems(const BenchCase& bench_case, int reach) {
  std::vector<BenchProblem> problems;
  Random random(11);
  const Grid& grid = bench_case.map.grid();
  for (const BenchProblem& problem : bench_case.problems) {
    const Cell at = grid.cell(problem.start);
    for (int tries = 0; tries < 1000; ++tries) {
      const Cell to{at.x + random.between(-reach, reach), at.y + random.between(-reach, reach)};
      if (!grid.contains(to.x, to.y) || !bench_case.map.connected(problem.start, grid.node(to))) continue;
      problems.push_back({problem.start, grid.node(to)});
      break;
    }
  }
  return problems;
}

// A unit that plans `units` on every step, on a map that changes under it; how many steps it needs, standing included,
// or none where it has not arrived by then.
constexpr int kStepLimit = 20'000;
struct KnownOrNot {
  const Map& map;
  bool is_known;  // else it is taken to be empty until seen
};
Result<std::optional<int>> steps_to_goal(const KnownOrNot& world, const std::string& text, const BenchProblem& problem,
                                         std::uint64_t units) {
  constexpr int kSight = 10;
  constexpr int kStepsPerEdit = 4;
  Map own{Grid(world.map.grid()), world.map.rules()};
  if (!world.is_known) own.fill({0, 0, own.grid().width(), own.grid().height()}, true);
  const auto made = parse_algorithm(text)->make_agent(own, Agent::kUnbounded, {});
  if (!made) return made.error();
  Agent& agent = **made;
  Random random(problem.start);
  const auto look = [&] {
    apply_changes(seen_from(world.map.grid(), own.grid(), own.grid().cell(agent.position()), kSight), own);
  };
  const auto change = [&] {
    const Cell at{random.between(0, own.grid().width() - 1), random.between(0, own.grid().height() - 1)};
    const Rect area{at.x, at.y, random.between(1, 6), random.between(1, 6)};
    const AreaEdit edit{area, random.chance(1, 2)};
    const Cell unit = own.grid().cell(agent.position());
    if (std::max(std::abs(at.x - unit.x), std::abs(at.y - unit.y)) > 8) apply_changes({&edit, 1}, own);
  };
  agent.reset(problem.start, problem.goal);
  int step = 0;
  for (; step < kStepLimit && agent.status() != Status::kSolved; ++step) {
    if (!world.is_known) look();
    if (world.is_known && step % kStepsPerEdit == 0) change();
    agent.step({units});
  }
  return agent.status() == Status::kSolved ? std::optional(step) : std::nullopt;
}

// Steps of two, in all, on problems where both arrive.
struct TwoWalks {
  std::array<int, 2> steps{};
  std::array<int, 2> arrived{};
  int both = 0;
  int problems = 0;
  [[nodiscard]] double ratio() const { return static_cast<double>(steps[0]) / steps[1]; }
};
Result<TwoWalks> compare_steps(const BenchOptions& options, const std::string& set, const std::string& first,
                               const std::string& second, bool is_known, std::uint64_t units) {
  TwoWalks walks;
  auto done = for_each_case(options, set, [&](const BenchCase& bench_case) -> Result<Done> {
    for (const BenchProblem& problem : bench_case.problems) {
      std::array<std::optional<int>, 2> steps;
      for (std::size_t side = 0; side < steps.size(); ++side) {
        const auto made = steps_to_goal({bench_case.map, is_known}, side == 0 ? first : second, problem, units);
        if (!made) return made.error();
        steps[side] = *made;
        walks.arrived[side] += steps[side].has_value() ? 1 : 0;
      }
      ++walks.problems;
      if (!steps[0] || !steps[1]) continue;
      ++walks.both;
      for (std::size_t side = 0; side < steps.size(); ++side) walks.steps[side] += *steps[side];
    }
    return Done{};
  });
  if (!done) return done.error();
  return walks;
}

// Time of a replan of the first over the second's, for a goal that walks in mazes.
Result<double> compare_for_moving_goals(const BenchOptions& options, const std::string& first,
                                        const std::string& second) {
  std::array<ChangingFigures, 2> figures;
  figures[0].algorithm = first;
  figures[1].algorithm = second;
  const StoryKind& kind = kStoryKinds.back();
  auto done =
      for_each_case(options, options.maps.empty() ? "maze" : "mazes", [&](const BenchCase& bench_case) -> Result<Done> {
        for (const BenchProblem& problem : bench_case.problems) {
          const ChangingStory story = kind.tell(bench_case.map, problem.start, problem.goal, problem.start);
          for (ChangingFigures& side : figures) {
            if (auto ran = run_story(story, side.algorithm, options.rounds, side); !ran) return ran.error();
          }
        }
        return Done{};
      });
  if (!done) return done.error();
  return figures[1].replan_ns / figures[0].replan_ns;
}

}  // namespace

Result<bool> bench_thesis(const BenchOptions& given) {
  const BenchOptions options = given.with_problems(20);
  const std::string set = options.maps.empty() ? "caves" : "bg512";
  std::vector<Judged> rows;
  const std::string plain = "a-star:successors=all,queue=heap,immediate=off";
  ProgressBar bar("thesis", 9);
  std::uint64_t parts = 0;
  for (const std::string& a_star : {plain, std::string("a-star:successors=all"), std::string("a-star")}) {
    bar.update(parts++);
    TwoTimes fringe;
    auto done = for_each_case(options, set, [&](const BenchCase& bench_case) {
      return time_two(bench_case.map, bench_case.problems, "fringe", a_star, options.rounds, fringe);
    });
    if (!done) return done.error();
    const double ratio = fringe.first / fringe.second;
    rows.push_back({fmt::format("time of fringe over {}, {} problems", a_star, fringe.problems), "about 0.75",
                    fmt::format("{:.2f}", ratio), ratio <= 0.9});
  }
  // With an entry for each cell. It gives up on most problems that are long.
  constexpr int kAnyReach = 0;
  for (const int reach : {16, kAnyReach}) {
    bar.update(parts++);
    TwoTimes ida;
    auto done = for_each_case(options, set, [&](const BenchCase& bench_case) {
      const bool as_drawn = reach == kAnyReach;
      return time_two(bench_case.map, as_drawn ? bench_case.problems : short_problems(bench_case, reach),
                      "me-ida:limit=1000000,table=262144", plain, 1, ida);
    });
    if (!done) return done.error();
    const double ratio = ida.first / ida.second;
    rows.push_back({fmt::format("time of me-ida over {}, {} problems {}", plain, ida.problems,
                                reach == kAnyReach ? "of the set" : fmt::format("up to {} cells apart", reach)),
                    "more than 19",
                    ida.given_up == 0 ? fmt::format("{:.1f}", ratio)
                                      : fmt::format("above {:.1f}, gave up on {}", ratio, ida.given_up),
                    ratio > 19});
  }
  for (const std::uint64_t units : {std::uint64_t{50}, std::uint64_t{500}}) {
    for (const bool is_known : {false, true}) {
      bar.update(parts++);
      const auto walks = compare_steps(options, set, fmt::format("rtd:R={}", units), "d-star-lite", is_known, units);
      if (!walks) return walks.error();
      rows.push_back({fmt::format("steps of rtd over d-star-lite's at {} units a step, {}; arrived: {} and {} of {}",
                                  units, is_known ? "known map with edits" : "unknown static map", walks->arrived[0],
                                  walks->arrived[1], walks->problems),
                      is_known ? "above 1" : "below 1", walks->both > 0 ? fmt::format("{:.2f}", walks->ratio()) : "-",
                      walks->both > 0 && (is_known ? walks->ratio() > 1 : walks->ratio() < 1)});
    }
  }
  {
    bar.update(parts++);
    const auto gain = compare_for_moving_goals(options, "mt-adaptive-a", "d-star-lite");
    if (!gain) return gain.error();
    rows.push_back({"mt-adaptive-a is faster than d-star-lite by, goals that walk in mazes", "about 10 times",
                    fmt::format("{:.1f} times", *gain), *gain >= 5});
  }
  bar.update(parts);
  TextTable table({{set, TextTable::Align::kLeft}, {"published"}, {"here"}, {"", TextTable::Align::kLeft}});
  for (const Judged& row : rows) {
    table.add_row({row.claim, row.published, row.here, row.holds ? "holds" : "does not hold"});
  }
  fmt::print("{}", table.to_string());
  return true;  // what was published elsewhere is no bar here
}

}  // namespace waymark
