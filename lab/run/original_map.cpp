#include "lab/run/original_map.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>

#include "waymark/io/terrain.hpp"
#include "waymark/space/map.hpp"

namespace waymark {

std::string MapSize::to_string() const { return std::to_string(width) + "x" + std::to_string(height); }

Result<Grid> original_map(const Grid& enlarged, MapSize size) {
  const auto shrunk = shrink(to_terrain(enlarged), size.width, size.height);
  if (!shrunk) return shrunk.error();
  return to_grid(*shrunk);
}

Result<std::vector<Problem>> enlarged_problems(const Map& enlarged, MapSize size, const RandomSelection& selection) {
  auto grid = original_map(enlarged.grid(), size);
  if (!grid) return grid.error();
  const Map original(*std::move(grid), enlarged.rules());
  auto problems = random_problems(original, selection);
  if (!problems) return problems;
  const auto first_copy = [](int place, int from, int to) {
    return static_cast<int>((std::int64_t{place} * to + from - 1) / from);
  };
  const int width = enlarged.grid().width();
  const int height = enlarged.grid().height();
  for (Problem& problem : *problems) {
    for (Cell* cell : {&problem.start, &problem.goal}) {
      *cell = {first_copy(cell->x, size.width, width), first_copy(cell->y, size.height, height)};
    }
    problem.optimal.reset();
  }
  return problems;
}

Grid main_component(const Grid& grid, const MoveRules& rules) {
  const Map map(Grid(grid), rules);
  std::unordered_map<Components::Label, std::uint64_t> cells;
  std::uint64_t most = 0;
  const auto for_each_cell = [&](auto&& visit) {
    for (NodeId node = 0; node < grid.id_bound(); ++node) {
      if (grid.passable(node)) visit(node, map.components().label(grid, node));
    }
  };
  for_each_cell([&](NodeId, Components::Label label) { most = std::max(most, ++cells[label]); });
  Components::Label main = Components::kNone;
  for_each_cell([&](NodeId, Components::Label label) {
    if (main == Components::kNone && cells[label] == most) main = label;
  });
  Terrain kept = to_terrain(grid);
  for_each_cell([&](NodeId node, Components::Label label) {
    const Cell cell = grid.cell(node);
    const auto at = static_cast<std::size_t>(cell.y) * static_cast<std::size_t>(grid.width());
    if (label != main) kept.letters[at + static_cast<std::size_t>(cell.x)] = '@';
  });
  return *to_grid(kept);
}

}  // namespace waymark
