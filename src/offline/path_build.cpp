#include "waymark/offline/path_build.hpp"

#include <string>
#include <utility>
#include <vector>

#include "offline/centroids.hpp"
#include "offline/path_file.hpp"
#include "waymark/subgoals/path_database.hpp"

namespace waymark {
namespace {

class RowCollector final : public ItemCollector {
 public:
  explicit RowCollector(PathFile file) : file_(std::move(file)) {}
  void add(std::uint64_t item, std::string&& bytes) override { file_.add(item, bytes); }
  Result<std::string> finish() override { return file_.finish(); }

 private:
  PathFile file_;
};

class PathBuild final : public ItemBuild {
 public:
  PathBuild(const Map& map, std::uint32_t delta, std::vector<NodeId> centroids, bool chosen, bool distances)
      : map_(&map), delta_(delta), centroids_(std::move(centroids)), chosen_(chosen), distances_(distances) {}

  [[nodiscard]] std::string identity() const override {
    const std::string text = path_identity("paths", *map_, delta_, centroids_, chosen_);
    return distances_ ? text + " distances" : text;
  }
  [[nodiscard]] std::uint64_t items() const override { return centroids_.size(); }
  [[nodiscard]] std::unique_ptr<ItemMaker> maker() const override {
    return std::make_unique<PathItems>(*map_, centroids_, distances_);
  }

  [[nodiscard]] std::unique_ptr<ItemCollector> collector() const override {
    return std::make_unique<RowCollector>(PathFile(*map_, delta_, centroids_, chosen_, distances_));
  }
  [[nodiscard]] Result<std::string> assemble(std::span<const std::string> items) const override {
    PathFile file(*map_, delta_, centroids_, chosen_, distances_);
    for (std::size_t row = 0; row < items.size(); ++row) file.add(row, items[row]);
    return file.finish();
  }

 private:
  const Map* map_;
  std::uint32_t delta_;
  std::vector<NodeId> centroids_;
  bool chosen_;
  bool distances_;
};

}  // namespace

Result<std::unique_ptr<ItemBuild>> make_path_build(const Map& map, const PathBuildOptions& options) {
  if (options.delta < PathDatabase::kLeastDelta || options.delta > PathDatabase::kMaxDelta) {
    return Error{ErrorCode::kOutOfRange, "delta must be " + std::to_string(PathDatabase::kLeastDelta) + " to " +
                                             std::to_string(PathDatabase::kMaxDelta)};
  }
  const bool chosen = options.centroids.empty();
  const std::span<const NodeId> given = chosen ? options.chosen : options.centroids;
  std::vector<NodeId> centroids(given.begin(), given.end());
  for (const NodeId centroid : centroids) {
    if (!map.grid().contains(centroid) || !map.grid().passable(centroid)) {
      return Error{ErrorCode::kOutOfRange, "centroid " + std::to_string(centroid) + " is no passable cell"};
    }
  }
  if (centroids.empty()) centroids = choose_centroids(map, options.delta);
  if (centroids.size() > PathDatabase::kMaxRows) {
    return Error{ErrorCode::kTooLarge, "the database would have " + std::to_string(centroids.size()) +
                                           " rows, more than " + std::to_string(PathDatabase::kMaxRows) +
                                           "; choose a greater delta"};
  }
  return std::unique_ptr<ItemBuild>(
      std::make_unique<PathBuild>(map, options.delta, std::move(centroids), chosen, options.distances));
}

}  // namespace waymark
