// Benchmarks that compare path finders of the registry with each other.
#include <fmt/format.h>

#include "lab/bench/bench.hpp"
#include "waymark/agent/registry.hpp"

namespace waymark {
namespace {

struct Side {
  std::string text;  // as parse_algorithm takes it
  std::uint64_t expanded = 0;
};

// Runs all sides on every map of a set; queries include the path.
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
          search->solve(problem.start, problem.goal);
          path.clear();
          search->append_path(path);
        }
      });
    }
    measure_in_turn(runs, times, options.rounds);
    for (std::size_t i = 0; i < sides.size(); ++i) {
      for (const BenchProblem& problem : bench_case.problems) {
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

}  // namespace

// Many problems a map, as in a game: so that jps, too, runs with its part of the map in the cache.
Result<bool> bench_jps(const BenchOptions& given) {
  const BenchOptions options = given.with_problems(given.maps.empty() ? 1'000 : 12'000);
  bool holds = true;
  for (const std::string& set : bench_sets(options, {"sc1", "bg512", "dao", "street"})) {
    std::vector<Side> sides{{"a-star"}, {"jps"}};
    std::vector<SideTimes> times(sides.size(), SideTimes(options.rounds));
    const auto queries = measure_finders(options, set, sides, times);
    if (!queries) return queries.error();
    fmt::print("{}: {} queries, {} rounds in turn, median (range)\n", set, *queries, options.rounds);
    for (std::size_t i = 0; i < sides.size(); ++i) print_side(sides[i], times[i], *queries);
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
                            {"dijkstra"}};
    std::vector<SideTimes> times(sides.size(), SideTimes(options.rounds));
    const auto queries = measure_finders(options, set, sides, times);
    if (!queries) return queries.error();
    fmt::print("{}: {} queries, {} rounds in turn, median (range)\n", set, *queries, options.rounds);
    for (std::size_t i = 0; i < sides.size(); ++i) print_side(sides[i], times[i], *queries);
    for (std::size_t i = 1; i < sides.size(); ++i) {
      print_at_least(fmt::format("{} / a-star", sides[i].text), times[i].median() / times[0].median(), 0);
    }
  }
  return true;
}

}  // namespace waymark
