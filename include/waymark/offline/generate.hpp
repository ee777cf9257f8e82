// Maps from a seed: seven kinds of game map, each one connected component, made of integers only, so that a kind, a
// size and a seed name the same bytes on every compiler.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "waymark/base/result.hpp"
#include "waymark/space/grid.hpp"

namespace waymark {

inline constexpr int kMinGeneratedSide = 8;
inline constexpr int kMaxGeneratedSide = 8192;

struct GenerateOptions {
  int width = 512;   // cells, kMinGeneratedSide to kMaxGeneratedSide
  int height = 512;  // likewise
  std::uint64_t seed = 1;
};

enum class MapKind : std::uint8_t { kRooms, kMaze, kCaves, kRts, kCity, kFortress, kScrub };

struct MapKindInfo {
  MapKind kind;
  std::string_view name;
  std::string_view description;  // one line, for help texts
};

// In the order of MapKind.
inline constexpr std::array<MapKindInfo, 7> kMapKinds{{
    {MapKind::kRooms, "rooms", "rectangular rooms and corridors, thin walls, narrow doors, some pillars"},
    {MapKind::kMaze, "maze", "a maze with a few loops; corridors 1, 2 or 4 cells wide"},
    {MapKind::kCaves, "caves", "natural caves: halls, winding passages and rock islands"},
    {MapKind::kRts, "rts", "open ground under very many trees and rocks, with lakes and cliffs"},
    {MapKind::kCity, "city", "blocks of buildings, streets and alleys, diagonal avenues, parks and courtyards"},
    {MapKind::kFortress, "fortress", "walls within walls, few gates, dead ends: long detours everywhere"},
    {MapKind::kScrub, "scrub", "the trees and rocks of rts alone: very many small obstacles, and ways everywhere"},
}};

constexpr std::optional<MapKind> map_kind_from_name(std::string_view name) {
  for (const MapKindInfo& info : kMapKinds) {
    if (info.name == name) return info.kind;
  }
  return std::nullopt;
}

// All passable cells of the map are connected by cardinal steps, and there is at least one. From 64x64 on at least a
// quarter of the cells is passable. Fails with kOutOfRange on sizes outside the limits above.
Result<Grid> generate_map(MapKind kind, const GenerateOptions& options);

}  // namespace waymark
