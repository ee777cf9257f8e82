#include "lab/experiments/pathology_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/hash.hpp"
#include "lab/experiments/pathology.hpp"
#include "waymark/base/random.hpp"
#include "waymark/hierarchy/clique_abstraction.hpp"

namespace waymark {
namespace {

constexpr std::array<std::pair<std::string_view, PathologyMode>, 9> kModes{{
    {"on-policy", PathologyMode::kOnPolicy},
    {"initial-error", PathologyMode::kInitialError},
    {"uniform-learning", PathologyMode::kUniformLearning},
    {"every-move", PathologyMode::kEveryMove},
    {"on-policy-path-max", PathologyMode::kOnPolicyPathMax},
    {"off-policy-all", PathologyMode::kOffPolicyAll},
    {kSampleStudy, PathologyMode::kOffPolicySample},
    {"off-policy-visited", PathologyMode::kOffPolicyVisited},
    {"off-policy-paired", PathologyMode::kOffPolicyPaired},
}};

std::optional<PathologyMode> mode_from_name(std::string_view name) {
  for (const auto& mode : kModes) {
    if (mode.first == name) return mode.second;
  }
  return std::nullopt;
}

void add_by_depth(StudyFigures& row, const char* name, const std::vector<double>& by_depth) {
  for (std::size_t i = 0; i < by_depth.size(); ++i) {
    row.samples[fmt::format("{} d={}", name, i + 1)].push_back(by_depth[i]);
  }
}

StudyFigures study_problems(PathologyMode mode, const Map& map, std::span<const Problem> problems, std::uint64_t seed,
                            std::uint32_t sample) {
  StudyFigures row;
  for (const Problem& problem : problems) {
    Random random(Hash64(seed).add("pathology").add(problem.index).value());
    const PathologyFigures figures = measure_pathology(
        map, map.grid().node(problem.start), map.grid().node(problem.goal), mode, kStudyDepth, random, sample);
    add_by_depth(row, "length", figures.length);
    add_by_depth(row, "error", figures.error);
    add_by_depth(row, "generated", figures.looks);  // the published count
    add_by_depth(row, "volume", figures.volume);
    if (!figures.length.empty()) {
      row.samples["moves"].push_back(figures.moves);
      continue;
    }
    row.samples["states"].push_back(static_cast<double>(figures.states));
    row.samples["pathological"].push_back(static_cast<double>(figures.pathological));
  }
  return row;
}

// Tables 9 and 10, Figures 3 and 4: one goal, every start.
StudyFigures study_depths(const Map& map, NodeId goal) {
  const DepthStudy study(map, goal, kStudyDepth);
  const CliqueAbstraction abstraction(map, kStudyLevels - 1);
  StudyFigures row;
  row.figures["width"] = map.grid().width();
  row.figures["height"] = map.grid().height();
  for (std::size_t start = 0; start < study.starts().size(); ++start) {
    const Cell cell = map.grid().cell(study.starts()[start]);
    row.samples["x"].push_back(cell.x);
    row.samples["y"].push_back(cell.y);
    for (std::uint32_t d = 1; d <= kStudyDepth; ++d) {
      row.samples[fmt::format("length d={}", d)].push_back(study.walk(start, d).length);
      row.samples[fmt::format("generated d={}", d)].push_back(study.walk(start, d).looks);
    }
  }
  for (int level = 0; level < kStudyLevels && level <= abstraction.levels(); ++level) {
    row.figures[fmt::format("level {} states", level)] = abstraction.states(level);
    std::vector<double>& lengths = row.samples[fmt::format("level {} length", level)];
    std::vector<double>& generated = row.samples[fmt::format("level {} generated", level)];
    std::vector<double>& shown = row.samples[fmt::format("level {} depth", level)];
    const std::vector<std::uint8_t> depths = study.depths(abstraction, level);
    for (const NodeId start : study.starts()) shown.push_back(depths[start]);
    for (const DepthStudy::Walk& walk : study.walks_by(depths)) {
      lengths.push_back(walk.length);
      generated.push_back(walk.looks);
    }
  }
  return row;
}

// Figures 2 and 3 of JAIR 2008: of each state, and of its region's representative.
StudyFigures study_optimal_depths(const Map& map, NodeId goal) {
  const std::vector<std::uint8_t> depths = optimal_depths(map, goal, kStudyDepth);
  const CliqueAbstraction abstraction(map, kPictureLevel);
  const int level = std::min(abstraction.levels(), kPictureLevel);
  StudyFigures row;
  row.figures["width"] = map.grid().width();
  row.figures["height"] = map.grid().height();
  for (NodeId state = 0; state < depths.size(); ++state) {
    if (depths[state] == 0) continue;
    const Cell cell = map.grid().cell(state);
    const NodeId shown = abstraction.representative(abstraction.region(state, level), level);
    row.samples["x"].push_back(cell.x);
    row.samples["y"].push_back(cell.y);
    row.samples["level 0 depth"].push_back(depths[state]);
    row.samples[fmt::format("level {} depth", kPictureLevel)].push_back(std::max<std::uint8_t>(depths[shown], 1));
  }
  return row;
}

}  // namespace

Result<StudyFigures> study_row(const std::string& study, const Map& map, std::span<const Problem> problems,
                               std::uint64_t seed, std::uint32_t sample) {
  if (study == "depth-per-state") return study_depths(map, map.grid().node(problems.front().goal));
  if (study == "optimal-depth") return study_optimal_depths(map, map.grid().node(problems.front().goal));
  const auto mode = mode_from_name(study);
  if (!mode) return Error{ErrorCode::kUnknownName, "there is no study called " + study};
  return study_problems(*mode, map, problems, seed, sample);
}

void PathologySample::add(const Map& map, std::span<const Problem> problems) {
  for (const Problem& problem : problems) {
    moves_ += moves_on_policy(map, map.grid().node(problem.start), map.grid().node(problem.goal), kStudyDepth);
    walks_ += kStudyDepth;
  }
}

std::uint32_t PathologySample::size() const {
  return walks_ == 0 ? 1 : static_cast<std::uint32_t>((2 * moves_ + walks_) / (2 * walks_));
}

}  // namespace waymark
