// Benchmarks that compare path finders of the registry with each other.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "lab/bench/bench.hpp"
#include "lab/run/processor_time.hpp"
#include "waymark/agent/registry.hpp"
#include "waymark/base/random.hpp"

namespace waymark {
namespace {

struct Side {
  std::string text;  // as parse_algorithm takes it
  std::uint64_t expanded = 0;
};

// Runs all sides on every map of a set; queries include the path, and are new to searches that remember.
Result<double> measure_finders(const BenchOptions& options, const std::string& set, std::vector<Side>& sides,
                               std::vector<SideTimes>& times) {
  double queries = 0;
  auto done = for_each_case(options, set, [&](const BenchCase& bench_case) -> Result<Done> {
    std::vector<PathFinderPtr> finders;
    std::vector<std::function<void()>> runs;
    std::vector<NodeId> path;
    for (const Side& side : sides) {
      const auto choice = parse_algorithm(side.text);
      if (!choice) return choice.error();
      auto finder = choice->make(bench_case.map);
      if (!finder) return finder.error();
      finders.push_back(std::move(*finder));
    }
    runs.reserve(finders.size());
    for (const PathFinderPtr& finder : finders) {
      runs.emplace_back([&bench_case, &path, search = finder.get()] {
        for (const BenchProblem& problem : bench_case.problems) {
          search->forget();
          search->solve(problem.start, problem.goal);
          path.clear();
          search->append_path(path);
        }
      });
    }
    measure_in_turn(runs, times, options.rounds);
    for (std::size_t i = 0; i < sides.size(); ++i) {
      for (const BenchProblem& problem : bench_case.problems) {
        finders[i]->forget();
        finders[i]->solve(problem.start, problem.goal);
        sides[i].expanded += finders[i]->work().expanded;
      }
    }
    queries += static_cast<double>(bench_case.problems.size());
    return Done{};
  });
  if (!done) return done.error();
  return queries;
}

void print_side(const Side& side, const SideTimes& times, double queries) {
  fmt::print("  {:<40} {:>32} a query, {:>9.0f} expansions, {:6.1f} ns each\n", side.text, per_item(times, queries),
             static_cast<double>(side.expanded) / queries, times.median() / static_cast<double>(side.expanded) * 1e9);
}

// The times of the sides on a set, once they are printed.
Result<std::vector<SideTimes>> show_finders(const BenchOptions& options, const std::string& set,
                                            std::vector<Side>& sides) {
  std::vector<SideTimes> times(sides.size(), SideTimes(options.rounds));
  const auto queries = measure_finders(options, set, sides, times);
  if (!queries) return queries.error();
  fmt::print("{}: {} queries, {} rounds in turn, median (range)\n", set, *queries, options.rounds);
  for (std::size_t i = 0; i < sides.size(); ++i) print_side(sides[i], times[i], *queries);
  return times;
}

double ns_per_expansion(const Side& side, const SideTimes& times) {
  return times.median() / static_cast<double>(side.expanded) * 1e9;
}

// Of D* Lite, what it takes to look at an edit of one cell where it has never been: the median of queries after one,
// less the median of the same queries again.
double far_edit_ns(const BenchCase& bench_case, std::vector<double>& after, std::vector<double>& again) {
  Map map{Grid(bench_case.map.grid()), bench_case.map.rules()};
  const PathFinderPtr finder = *parse_algorithm("d-star-lite")->make(map);
  Random random(5);
  const auto timed = [&](const BenchProblem& problem) {
    const std::uint64_t began = processor_ns();
    finder->solve(problem.start, problem.goal);
    return static_cast<double>(processor_ns() - began);
  };
  for (const BenchProblem& problem : bench_case.problems) {
    finder->solve(problem.start, problem.goal);
    for (int tries = 0; tries < 200; ++tries) {
      const Cell cell{random.between(0, map.grid().width() - 1), random.between(0, map.grid().height() - 1)};
      bool untouched = map.grid().passable(cell.x, cell.y);
      for (int dy = -2; dy <= 2; ++dy) {
        for (int dx = -2; dx <= 2; ++dx) {
          const Cell near{cell.x + dx, cell.y + dy};
          if (!map.grid().contains(near.x, near.y)) continue;
          untouched = untouched && finder->touch(map.grid().node(near)) == Touch::kNone;
        }
      }
      if (!untouched) continue;
      map.set(cell.x, cell.y, false);
      after.push_back(timed(problem));
      again.push_back(timed(problem));
      map.set(cell.x, cell.y, true);
      finder->solve(problem.start, problem.goal);
    }
  }
  const auto median = [](std::vector<double>& values) {
    if (values.empty()) return 0.0;
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2), values.end());
    return values[values.size() / 2];
  };
  return median(after) - median(again);
}

}  // namespace

// Many problems a map, as in a game: so that jps, too, runs with its part of the map in the cache.
Result<bool> bench_jps(const BenchOptions& given) {
  const BenchOptions options = given.with_problems(given.maps.empty() ? 1'000 : 12'000);
  bool holds = true;
  for (const std::string& set : bench_sets(options, {"sc1", "bg512", "dao", "street"})) {
    std::vector<Side> sides{{"a-star"}, {"jps"}};
    const auto measured = show_finders(options, set, sides);
    if (!measured) return measured.error();
    const std::vector<SideTimes>& times = *measured;
    const double bar = set == "sc1" ? 10 : set == "bg512" ? 30 : 0;
    holds &= print_at_least("jps is faster than a-star by", times[0].median() / times[1].median(), bar,
                            machine_during(times));
  }
  return holds;
}

Result<bool> bench_variants(const BenchOptions& given) {
  const BenchOptions options = given.with_problems(given.maps.empty() ? 200 : 600);
  for (const std::string& set : bench_sets(options, {"sc1", "bg512", "mazes", "random"})) {
    std::vector<Side> sides{{"a-star"},
                            {"a-star:queue=heap"},
                            {"a-star:queue=heap,immediate=off"},
                            {"a-star:store=sparse"},
                            {"a-star:successors=all"},
                            {"a-star:successors=all,queue=heap"},
                            {"a-star:successors=all,queue=heap,immediate=off"},
                            {"bidirectional-a-star"},
                            {"fringe"},
                            {"fringe:list=linked"},
                            {"dijkstra"}};
    const auto measured = show_finders(options, set, sides);
    if (!measured) return measured.error();
    const std::vector<SideTimes>& times = *measured;
    for (std::size_t i = 1; i < sides.size(); ++i) {
      print_at_least(fmt::format("{} / a-star", sides[i].text), times[i].median() / times[0].median(), 0);
    }
  }
  return true;
}

// What fringe search, LPA* and D* Lite pay for an expansion, against A* that looks at all successors as they do.
Result<bool> bench_repair(const BenchOptions& given) {
  const BenchOptions options = given.with_problems(given.maps.empty() ? 50 : 200);
  bool holds = true;
  for (const std::string& set : bench_sets(options, {"sc1", "bg512", "dao", "mazes"})) {
    std::vector<Side> sides{{"a-star:successors=all"}, {"fringe"}, {"fringe:list=linked"}, {"lpa"}, {"d-star-lite"}};
    const auto measured = show_finders(options, set, sides);
    if (!measured) return measured.error();
    const std::vector<SideTimes>& times = *measured;
    for (std::size_t i = 1; i < sides.size(); ++i) {
      const std::string name = fmt::format("an expansion of {} / a-star's", sides[i].text);
      const double ratio = ns_per_expansion(sides[i], times[i]) / ns_per_expansion(sides[0], times[0]);
      if (sides[i].text == "fringe:list=linked") {
        print_at_least(name, ratio, 0);  // not the default: no bar
      } else {
        holds &= print_at_most(name, ratio, sides[i].text == "fringe" ? 2 : 2.5, machine_during(times));
      }
    }
    std::vector<double> after;
    std::vector<double> again;
    double far = 0;
    auto done = for_each_case(options, set, [&](const BenchCase& bench_case) -> Result<Done> {
      far = far_edit_ns(bench_case, after, again);
      return Done{};
    });
    if (!done) return done.error();
    holds &= print_at_most(fmt::format("an edit where d-star-lite has not been ({} edits)", after.size()), far / 1000,
                           1, machine_during(times), "us");
  }
  return holds;
}

}  // namespace waymark
