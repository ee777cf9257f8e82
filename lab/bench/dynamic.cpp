#include "lab/bench/dynamic.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <vector>

#include "lab/run/map_changes.hpp"
#include "lab/run/optimal_length.hpp"
#include "lab/run/processor_time.hpp"
#include "lab/run/verify.hpp"
#include "waymark/space/map.hpp"

namespace waymark {
namespace {

bool is_right(const DynamicAnswer& answer, bool promises_shortest) {
  if (!answer.optimal) return answer.status == Status::kUnreachable;
  if (!answer.cost) return false;
  const double tolerance = kLengthTolerance * std::max(1.0, *answer.optimal);
  return *answer.cost >= *answer.optimal - tolerance &&
         (!promises_shortest || *answer.cost <= *answer.optimal + tolerance);
}

}  // namespace

Result<DynamicFigures> run_dynamic(const DynamicScenario& scenario, const AlgorithmChoice& algorithm,
                                   const std::function<void(const DynamicAnswer&)>& sink) {
  auto ground = Grid::create(scenario.width, scenario.height, true);
  if (!ground) return ground.error();
  Map map(*std::move(ground));
  const auto made = algorithm.make(map);
  if (!made) return made.error();
  PathFinder& finder = **made;
  DynamicFigures figures;
  std::vector<NodeId> path;
  double longer = 0;
  std::uint64_t solved = 0;
  for (const DynamicCommand& command : scenario.commands) {
    if (!command.is_query) {
      const std::vector<AreaEdit> changes = changes_of(scenario.patches[command.patch], command.at);
      const std::uint64_t began = processor_ns();
      apply_changes(changes, map);
      const std::uint64_t ns = processor_ns() - began;
      ++figures.patches;
      figures.patch_ns += ns;
      figures.worst_patch_ns = std::max(figures.worst_patch_ns, ns);
      continue;
    }
    const NodeId start = map.grid().node(command.start);
    const NodeId goal = map.grid().node(command.goal);
    DynamicAnswer answer;
    answer.query = figures.queries++;
    answer.line = command.line;
    answer.optimal = command.optimal;
    path.clear();
    const std::uint64_t began = processor_ns();
    answer.status = finder.solve(start, goal);
    finder.append_path(path);
    answer.ns = processor_ns() - began;
    if (answer.status == Status::kSolved && path.front() == start && path.back() == goal) {
      answer.cost = path_length(map, path);
    }
    answer.right = is_right(answer, algorithm.info->optimal);
    if (!answer.right) ++figures.wrong;
    if (answer.cost && answer.optimal && *answer.optimal > 0) {
      longer += (*answer.cost / *answer.optimal - 1) * 100;
      ++solved;
    }
    figures.query_ns += answer.ns;
    figures.worst_query_ns = std::max(figures.worst_query_ns, answer.ns);
    sink(answer);
  }
  if (solved > 0) figures.longer_percent = longer / static_cast<double>(solved);
  return figures;
}

std::string to_json(const DynamicAnswer& answer, const std::string& algorithm) {
  nlohmann::ordered_json row{{"query", answer.query}, {"algorithm", algorithm}, {"status", to_string(answer.status)}};
  if (answer.cost) row["cost"] = *answer.cost;
  if (answer.optimal) row["optimal"] = *answer.optimal;
  row["time_us"] = static_cast<double>(answer.ns) / 1000;
  return row.dump();
}

}  // namespace waymark
