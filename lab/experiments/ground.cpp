#include "lab/experiments/ground.hpp"

#include <algorithm>
#include <utility>

#include "lab/run/large_maps.hpp"
#include "lab/run/original_map.hpp"
#include "lab/run/processor_time.hpp"
#include "waymark/base/random.hpp"

namespace waymark {
namespace {

constexpr int kLargestEdit = 6;  // cells a side

// Blocks or frees small areas anywhere. Processor time in all.
double edit_at_random(Map& map, std::uint64_t edits, std::uint64_t seed) {
  Random random(seed);
  std::uint64_t sum = 0;
  for (std::uint64_t i = 0; i < edits; ++i) {
    const int x = random.between(0, map.grid().width() - 1);
    const int y = random.between(0, map.grid().height() - 1);
    const int width = random.between(1, kLargestEdit);
    const int height = random.between(1, kLargestEdit);
    const bool passable = random.chance(1, 2);
    const std::uint64_t began = processor_ns();
    map.fill({x, y, width, height}, passable);
    sum += processor_ns() - began;
  }
  return static_cast<double>(sum);
}

// The rows of a scenario file's first buckets, on the map as it was published.
Result<std::vector<Problem>> bucket_problems(const Map& map, const ScenarioFile& scenarios, const MapChoice& choice,
                                             std::uint64_t buckets) {
  auto all = scenario_problems(map, scenarios, choice.label() + ".map.scen");
  if (!all) return all.error();
  std::erase_if(*all, [&](const Problem& each) {
    return static_cast<std::uint64_t>(scenarios.rows[each.index].bucket) >= buckets;
  });
  return all;
}

// `count` of them or all, evenly. Edits may have cut some off, and shortest ways are others then; as they were the file
// tells their lengths in eight decimals, so that no path would be exactly as short.
Result<std::vector<Problem>> spread_problems(const Map& map, std::vector<Problem> all, std::uint64_t count,
                                             const MapChoice& choice) {
  std::erase_if(all, [&](const Problem& each) {
    return !map.connected(map.grid().node(each.start), map.grid().node(each.goal));
  });
  if (all.empty()) {
    return Error{ErrorCode::kUnsupported, "the scenario file has no problem of these buckets", choice.label()};
  }
  std::vector<Problem> chosen;
  const std::uint64_t taken = std::min<std::uint64_t>(count, all.size());
  for (std::uint64_t i = 0; i < taken; ++i) {
    chosen.push_back(all[static_cast<std::size_t>(i * all.size() / taken)]);
    chosen.back().optimal.reset();
  }
  return chosen;
}

// Drawn anew.
Result<std::vector<Problem>> drawn_problems(const Map& map, const ProblemChoice& wanted, std::uint64_t seed) {
  const RandomSelection selection{wanted.count, seed, wanted.min_cost, wanted.max_cost, wanted.difficulty};
  return wanted.drawn_on ? enlarged_problems(map, *wanted.drawn_on, selection) : random_problems(map, selection);
}

}  // namespace

Result<Grid> load_unenlarged(const MapSource& source, const MapChoice& choice, const MoveRules& rules) {
  auto grid = source(choice);
  if (!grid) return grid;
  if (choice.shrink) {
    auto original = original_map(*grid, *choice.shrink);
    if (!original) return Error{original.error().code, original.error().message, choice.label()};
    grid = std::move(original);
  }
  return choice.main_component ? main_component(*grid, rules) : std::move(grid);
}

Result<Grid> load_grid(const MapSource& source, const MapChoice& choice, const MoveRules& rules) {
  auto grid = load_unenlarged(source, choice, rules);
  return !grid || choice.states == 0 ? std::move(grid) : enlarge_to_states(*grid, choice.states);
}

Result<Ground> make_ground(const ExperimentSpec& spec, std::size_t index, const MapSource& source,
                           const ScenarioSource& scenarios) {
  const MapChoice& choice = spec.maps[index];
  auto grid = load_grid(source, choice, spec.rules);
  if (!grid) return grid.error();
  Ground ground{index, std::make_unique<Map>(*std::move(grid), spec.rules), {}, 0};
  const ProblemChoice wanted = choice.problems.value_or(spec.problems);
  std::vector<Problem> filed;
  if (wanted.buckets > 0) {
    const auto file = scenarios(choice);
    if (!file) return file.error();
    auto read = bucket_problems(*ground.map, *file, choice, wanted.buckets);
    if (!read) return read.error();
    filed = *std::move(read);
  }
  const double edits_ns = edit_at_random(*ground.map, choice.edits, spec.seed);
  if (choice.edits > 0) ground.edit_ns = edits_ns / static_cast<double>(choice.edits);
  auto problems = wanted.buckets > 0 ? spread_problems(*ground.map, std::move(filed), wanted.count, choice)
                                     : drawn_problems(*ground.map, wanted, spec.seed);
  if (!problems) return problems.error();
  ground.problems = *std::move(problems);
  return ground;
}

}  // namespace waymark
