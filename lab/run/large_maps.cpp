#include "lab/run/large_maps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "waymark/io/map_file.hpp"
#include "waymark/offline/generate.hpp"
#include "waymark/space/transform.hpp"

namespace waymark {

namespace fs = std::filesystem;

Result<std::vector<NamedGrid>> small_maps(const std::string& maps, const std::string& set, int count) {
  std::vector<NamedGrid> grids;
  grids.reserve(static_cast<std::size_t>(count));
  if (maps.empty()) {
    for (int i = 0; i < count; ++i) {
      GenerateOptions generate;
      generate.seed = static_cast<std::uint64_t>(i) + 1;
      auto grid = generate_map(*map_kind_from_name(set), generate);
      if (!grid) return grid.error();
      grids.push_back({fmt::format("{} {}", set, i + 1), *std::move(grid)});
    }
    return grids;
  }
  const auto files = map_files(fs::path(maps) / set);
  if (!files) return files.error();
  if (count == kAllMaps) count = static_cast<int>(files->size());
  for (int i = 0; i < count; ++i) {
    const std::size_t at =
        (2 * static_cast<std::size_t>(i) + 1) * files->size() / (2 * static_cast<std::size_t>(count));
    auto loaded = read_map((*files)[at]);
    if (!loaded) return loaded.error();
    grids.push_back({fs::path((*files)[at]).stem().string(), std::move(loaded->grid)});
  }
  return grids;
}

Result<std::vector<std::string>> map_files(const fs::path& folder) {
  std::error_code error;
  std::vector<std::string> files;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    if (it->path().extension() == ".map") files.push_back(it->path().string());
  }
  if (error) return Error{ErrorCode::kNotFound, error.message(), folder.string()};
  if (files.empty()) return Error{ErrorCode::kNotFound, "no maps in this folder", folder.string()};
  std::sort(files.begin(), files.end());
  return files;
}

Result<Grid> enlarge_to_cells(const Grid& grid, std::uint64_t cells) {
  const auto has = [&](int factor) {
    const auto f = static_cast<std::uint64_t>(factor);
    return static_cast<std::uint64_t>(grid.width()) * f * static_cast<std::uint64_t>(grid.height()) * f;
  };
  int factor = 1;
  while (has(factor) < cells) ++factor;
  return scale_up(grid, factor);
}

Result<Grid> enlarge_to_states(const Grid& grid, std::uint64_t states) {
  const std::uint64_t own = grid.passable_cells();
  const auto distance = [&](int factor) {
    const std::uint64_t has = own * static_cast<std::uint64_t>(factor) * static_cast<std::uint64_t>(factor);
    return has > states ? has - states : states - has;
  };
  int factor = 1;
  while (own > 0 && distance(factor + 1) < distance(factor)) ++factor;
  return scale_up(grid, factor);
}

}  // namespace waymark
