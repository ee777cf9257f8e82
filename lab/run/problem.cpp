#include "lab/run/problem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <memory>
#include <utility>

#include "base/hash.hpp"
#include "lab/run/difficulty.hpp"
#include "lab/run/optimal_length.hpp"
#include "waymark/base/random.hpp"
#include "waymark/search/dijkstra.hpp"
#include "waymark/search/nearest_reachable.hpp"

namespace waymark {
namespace {

// Tries for one random problem: draws are cheap, searches are not.
constexpr int kMaxDraws = 100'000;
constexpr int kMaxSearches = 2'000;

// The passable cells of a grid by their rank in reading order.
class PassableCells {
 public:
  explicit PassableCells(const Grid& grid) : grid_(&grid), before_row_{0} {
    for (int y = 0; y < grid.height(); ++y) {
      std::uint64_t count = before_row_.back();
      for (std::size_t i = 0; i < grid.words_per_row(); ++i) {
        count += static_cast<std::uint64_t>(std::popcount(grid.row_words(y)[i]));
      }
      before_row_.push_back(count);
    }
  }
  // Below 2^28, as a grid has no more cells.
  [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(before_row_.back()); }
  [[nodiscard]] Cell cell(std::uint32_t rank) const {
    const auto after = std::upper_bound(before_row_.begin(), before_row_.end(), std::uint64_t{rank});
    const auto y = static_cast<int>(after - before_row_.begin()) - 1;
    auto left = static_cast<int>(rank - before_row_[static_cast<std::size_t>(y)]);
    const std::uint64_t* words = grid_->row_words(y);
    std::size_t word = 0;
    for (; left >= std::popcount(words[word]); ++word) left -= std::popcount(words[word]);
    std::uint64_t bits = words[word];
    for (; left > 0; --left) bits &= bits - 1;
    return {static_cast<int>(word) * 64 + std::countr_zero(bits), y};
  }

 private:
  const Grid* grid_;
  std::vector<std::uint64_t> before_row_;  // passable cells above row y
};

class RandomProblems {
 public:
  RandomProblems(const Map& map, const RandomSelection& selection)
      : map_(&map), selection_(&selection), cells_(map.grid()) {
    if (selection.difficulty) difficulty_ = std::make_unique<DifficultyFilter>(map, *selection.difficulty);
  }

  [[nodiscard]] bool can_draw() const { return cells_.count() >= 2; }

  std::optional<Problem> draw(std::uint64_t index) {
    Random random(Hash64(selection_->seed).add(index).value());
    int searches = 0;
    for (int i = 0; i < kMaxDraws && searches < kMaxSearches; ++i) {
      Problem problem{index, cells_.cell(random.below(cells_.count())), {}};
      problem.goal = draw_goal(random, problem.start);
      const Grid& grid = map_->grid();
      if (problem.start == problem.goal || !grid.passable(problem.goal.x, problem.goal.y)) continue;
      if (!map_->connected(grid.node(problem.start), grid.node(problem.goal))) continue;
      if (!bounded() || (++searches, within_bounds(problem) && suits(problem))) return problem;
    }
    return std::nullopt;
  }

 private:
  [[nodiscard]] bool bounded() const {
    return selection_->min_cost > 0 || std::isfinite(selection_->max_cost) || difficulty_ != nullptr;
  }
  bool suits(const Problem& problem) {
    return difficulty_ == nullptr ||
           difficulty_->takes(map_->grid().node(problem.start), map_->grid().node(problem.goal), *problem.optimal);
  }

  Cell draw_goal(Random& random, Cell start) const {
    const Grid& grid = map_->grid();
    const int side = std::max(grid.width(), grid.height());
    if (!(selection_->max_cost < side)) return cells_.cell(random.below(cells_.count()));
    const auto reach = static_cast<int>(selection_->max_cost);
    const int x = random.between(std::max(start.x - reach, 0), std::min(start.x + reach, grid.width() - 1));
    const int y = random.between(std::max(start.y - reach, 0), std::min(start.y + reach, grid.height() - 1));
    return {x, y};
  }

  bool within_bounds(Problem& problem) {
    if (optimal_ == nullptr) optimal_ = std::make_unique<OptimalLengths>(*map_);
    const auto path = optimal_->find(map_->grid().node(problem.start), map_->grid().node(problem.goal));
    if (!path || path->length < selection_->min_cost || path->length > selection_->max_cost) return false;
    problem.optimal = path->length;
    return true;
  }

  const Map* map_;
  const RandomSelection* selection_;
  PassableCells cells_;
  std::unique_ptr<OptimalLengths> optimal_;
  std::unique_ptr<DifficultyFilter> difficulty_;
};

std::string bounds_text(const RandomSelection& selection) {
  std::string text;
  if (selection.min_cost > 0) text += fmt::format(" of cost {} or more", selection.min_cost);
  if (std::isfinite(selection.max_cost)) {
    text += fmt::format("{} of cost {} or less", text.empty() ? "" : " and", selection.max_cost);
  }
  if (selection.difficulty) {
    text += fmt::format("{} of difficulty {} to {}", text.empty() ? "" : " and", selection.difficulty->least,
                        selection.difficulty->most);
  }
  return text;
}

}  // namespace

bool has_scenario_rules(const Map& map) {
  return map.rules().neighbours == Neighbours::kEight && map.rules().diagonal == DiagonalRule::kBothFree &&
         map.rules().costs == kSqrt2Costs;
}

Result<std::vector<Problem>> scenario_problems(const Map& map, const ScenarioFile& scenarios, const std::string& file,
                                               const ScenarioSelection& selection) {
  const auto checked = check_against(scenarios, file, map.grid());
  if (!checked) return checked.error();
  const bool lengths_hold = has_scenario_rules(map);
  std::vector<Problem> problems;
  for (std::uint64_t i = 0; i < scenarios.rows.size() && problems.size() < selection.limit;) {
    const Scenario& row = scenarios.rows[i];
    problems.push_back({i, row.start, row.goal, lengths_hold ? std::optional(row.optimal) : std::nullopt});
    const Scenario& next = scenarios.rows[(i + 1) % scenarios.rows.size()];
    problems.back().goal_walk = {next.start, next.goal};
    if (selection.every >= scenarios.rows.size() - i) break;
    i += selection.every;
  }
  return problems;
}

Result<std::vector<Problem>> random_chases(const Map& map, RandomSelection selection) {
  ++selection.count;
  auto problems = random_problems(map, selection);
  if (!problems) return problems;
  for (std::size_t i = 0; i + 1 < problems->size(); ++i) {
    const Problem& next = (*problems)[i + 1];
    (*problems)[i].goal_walk = {next.start, next.goal};
  }
  problems->pop_back();
  return problems;
}

Result<std::vector<Problem>> random_problems(const Map& map, const RandomSelection& selection) {
  RandomProblems source(map, selection);
  if (!source.can_draw()) return Error{ErrorCode::kUnsupported, "the map has fewer than two passable cells"};
  std::vector<Problem> problems;
  for (std::uint64_t i = 0; i < selection.count; ++i) {
    const auto problem = source.draw(i);
    if (!problem) {
      return Error{ErrorCode::kUnsupported,
                   fmt::format("no connected pair of cells{} found for random problem {} of {} in {} tries",
                               bounds_text(selection), i, selection.count, kMaxSearches)};
    }
    problems.push_back(*problem);
  }
  return problems;
}

Result<Problem> single_problem(const Map& map, const std::string& map_file, Cell start, Cell goal, GoalCell goal_cell) {
  const Grid& grid = map.grid();
  for (const auto& [name, cell] : {std::pair("start", start), std::pair("goal", goal)}) {
    if (grid.passable(cell.x, cell.y)) continue;
    if (goal_cell == GoalCell::kAny && cell != start && grid.contains(cell.x, cell.y)) continue;
    const std::string why = grid.contains(cell.x, cell.y)
                                ? "is a blocked cell"
                                : fmt::format("lies outside the map of {}x{}", grid.width(), grid.height());
    return Error{ErrorCode::kOutOfRange, fmt::format("the {} {},{} {}", name, cell.x, cell.y, why), map_file};
  }
  return Problem{0, start, goal};
}

void send_to_nearest(const Map& map, std::span<Problem> problems) {
  const Grid& grid = map.grid();
  for (Problem& problem : problems) {
    const NodeId goal = grid.node(problem.goal);
    const NodeId nearest = nearest_reachable(map, grid.node(problem.start), goal);
    if (nearest == kNoNode || nearest == goal) continue;  // a start on a blocked cell reaches nothing
    problem.nearest = grid.cell(nearest);
    problem.optimal.reset();
  }
}

Result<ScenarioFile> make_scenarios(const Map& map, const std::string& map_name, std::uint64_t count,
                                    std::uint64_t seed) {
  WAYMARK_ASSERT(has_scenario_rules(map));
  RandomSelection selection;
  selection.count = count;
  selection.seed = seed;
  const auto problems = random_problems(map, selection);
  if (!problems) return problems.error();

  const PathFinderPtr dijkstra = make_dijkstra(map);
  ScenarioFile file{map_name, map.grid().width(), map.grid().height(), {}, {}};
  std::vector<NodeId> path;
  for (const Problem& problem : *problems) {
    const Status status = dijkstra->solve(map.grid().node(problem.start), map.grid().node(problem.goal));
    path.clear();
    dijkstra->append_path(path);
    const auto length = path_length(map, path);
    if (!length) {
      return Error{ErrorCode::kUnsupported, fmt::format("random problem {}: {}", problem.index, to_string(status))};
    }
    file.rows.push_back({static_cast<int>(*length / 4), problem.start, problem.goal, *length});
  }
  std::stable_sort(file.rows.begin(), file.rows.end(),
                   [](const Scenario& a, const Scenario& b) { return a.optimal < b.optimal; });
  return file;
}

}  // namespace waymark
