#include "waymark/offline/save_paths.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "offline/centroids.hpp"
#include "offline/container_writer.hpp"
#include "offline/path_file.hpp"
#include "subgoals/living_paths.hpp"

namespace waymark {

Result<std::string> save_paths(const Map& map, const PathDatabase& database) {
  if (auto fits = database.check(map); !fits) return fits.error();
  const auto& living = map.derived<LivingPaths>({&database});
  if (living.epoch() != map.grid().epoch()) {
    return Error{ErrorCode::kUnsupported, "rows have not healed since the map was edited: maintain it first"};
  }
  std::vector<NodeId> roots;
  for (LivingPaths::Row row = 0; row < living.rows(); ++row) {
    roots.push_back(living.root(row));
    if (roots.back() == kNoNode) return Error{ErrorCode::kUnsupported, "no cell of the map is passable"};
  }
  const std::uint32_t delta = std::min(std::max(database.delta(), farthest_from(map, roots)), PathDatabase::kMaxDelta);
  PathFile file(map, delta, std::move(roots), false);
  for (LivingPaths::Row row = 0; row < living.rows(); ++row) {
    std::string item;
    for (std::uint32_t tile = 0; tile < database.tiles(); ++tile) {
      const PathRuns runs = living.runs(row, tile);
      append_number(item, static_cast<std::uint16_t>(runs.size()));
      for (std::size_t i = 0; i < runs.size(); ++i) append_number(item, runs[i]);
    }
    file.add(row, item);
  }
  if (database.damaged() != 0) return database.bad("parts of it are damaged");
  return file.finish();
}

}  // namespace waymark
