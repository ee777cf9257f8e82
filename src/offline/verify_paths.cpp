#include "waymark/offline/verify_paths.hpp"

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "offline/centroids.hpp"
#include "offline/container_writer.hpp"
#include "offline/path_file.hpp"
#include "offline/path_row_maker.hpp"
#include "offline/verify_header.hpp"

namespace waymark {
namespace {

// The last one is there if it was asked for.
constexpr std::array<std::string_view, 11> kSections{"centroids",   "nearest_firsts", "nearest_ranks", "nearest_rows",
                                                     "tile_blocks", "block_ends",     "runs",          "entries",
                                                     "row_checks",  "tile_checks",    "distances"};

std::string at(const Map& map, NodeId node) {
  const Cell cell = map.grid().cell(node);
  return "(" + std::to_string(cell.x) + ", " + std::to_string(cell.y) + ")";
}

// Whether the centroids are those that `delta` asks for.
Result<Done> verify_centroids(const PathDatabase& database, const std::vector<NodeId>& centroids, const Map& map) {
  if (!database.is_chosen()) {
    const NodeId left_out = first_uncovered(map, centroids, database.delta());
    if (left_out == kNoNode) return Done{};
    return database.bad("no centroid is within " + std::to_string(database.delta()) + " moves of " + at(map, left_out));
  }
  const std::vector<NodeId> chosen = choose_centroids(map, database.delta());
  if (chosen.size() != centroids.size()) {
    return database.bad("has " + std::to_string(centroids.size()) + " rows; with a delta of " +
                        std::to_string(database.delta()) + " the map has " + std::to_string(chosen.size()));
  }
  for (std::size_t row = 0; row < chosen.size(); ++row) {
    if (centroids[row] == chosen[row]) continue;
    return database.bad("row " + std::to_string(row) + " leads to " + at(map, centroids[row]) + "; expected " +
                        at(map, chosen[row]));
  }
  return Done{};
}

// What was made of one row against what the database says of it.
Result<Done> verify_row(const PathDatabase& database, PathDatabase::Row row, std::string_view item, const Map& map) {
  const PathTiles tiles(map.grid().width(), map.grid().height());
  for (std::uint32_t tile = 0; tile < tiles.count(); ++tile) {
    const std::size_t bytes = NumberView<std::uint16_t>(item)[0] * sizeof(std::uint16_t);
    if (database.runs(row, tile).bytes() != item.substr(sizeof(std::uint16_t), bytes)) {
      return database.bad("row " + std::to_string(row) + " has other moves in the tile at " +
                          at(map, map.grid().node(tiles.corner(tile))) + " than those to its centroid at " +
                          at(map, database.centroid(row)));
    }
    item.remove_prefix(sizeof(std::uint16_t) + bytes);
  }
  return Done{};
}

// Whether every section of the file is the builder's.
Result<Done> verify_layout(const PathDatabase& database, std::string bytes) {
  const auto made = Container::parse(std::move(bytes), database.file());
  if (!made) return made.error();
  for (const Container::Section& section : made->sections()) {
    if (*made->section(section.name) == *database.container().section(section.name)) continue;
    return database.bad(section.name.starts_with("nearest") ? "a cell has another centroid than its nearest"
                                                            : "section " + section.name + " has another layout");
  }
  return Done{};
}

}  // namespace

Result<Done> verify_paths(const PathDatabase& database, const Map& map,
                          const std::function<void(std::uint64_t done, std::uint64_t total)>& progress) {
  const Container& container = database.container();
  if (auto fits = container.check(DatabaseKind::kPaths, map); !fits) return fits;
  const std::size_t sections = kSections.size() - (database.has_distances() ? 0 : 1);
  auto named = check_names(container, {"delta", "rows", "chosen", "cells"}, std::span(kSections).first(sections));
  if (!named) return named;
  std::vector<NodeId> centroids;
  centroids.reserve(database.rows());
  for (PathDatabase::Row row = 0; row < database.rows(); ++row) centroids.push_back(database.centroid(row));
  if (auto right = verify_centroids(database, centroids, map); !right) return right;
  PathFile file(map, database.delta(), centroids, database.is_chosen(), database.has_distances());
  PathRowMaker maker(map);
  for (PathDatabase::Row row = 0; row < database.rows(); ++row) {
    if (progress) progress(row, database.rows());
    const std::string item = path_item(maker, centroids[row], database.has_distances());
    if (auto right = verify_row(database, row, item, map); !right) return right;
    file.add(row, item);
  }
  if (progress) progress(database.rows(), database.rows());
  auto bytes = file.finish();
  if (!bytes) return database.bad(bytes.error().message);
  return verify_layout(database, *std::move(bytes));
}

}  // namespace waymark
