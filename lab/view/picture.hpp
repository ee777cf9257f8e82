// Pictures of a query: the map, the states the search touched, and the path.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "waymark/io/png_file.hpp"
#include "waymark/search/path_finder.hpp"
#include "waymark/space/map.hpp"

namespace waymark {

namespace picture_colours {
inline constexpr Colour kGround{0xf4, 0xf1, 0xe8};
inline constexpr Colour kWall{0x2b, 0x2b, 0x30};
inline constexpr Colour kClosed{0x9d, 0xc6, 0xe8};
inline constexpr Colour kOpen{0xff, 0xc8, 0x57};
inline constexpr Colour kRepaired{0xe8, 0x6a, 0x33};
inline constexpr Colour kPath{0xd8, 0x1e, 0x5b};
inline constexpr Colour kStart{0x0f, 0x8b, 0x5a};
inline constexpr Colour kGoal{0x6a, 0x2c, 0xb0};
}  // namespace picture_colours

// "#rrggbb"
std::string to_css(Colour colour);

// What a passable cell is painted with; nothing: the ground.
using CellColours = std::function<std::optional<Colour>(NodeId)>;
// What the finder's last query left open and closed. The finder must outlive the result.
CellColours touched_colours(const PathFinder& finder);
// From pale to dark, a shade per doubling up to 128 visits. `visits` is from 1.
Colour visit_colour(std::uint32_t visits);
// How often a walk stood on a cell: scrubbing shows.
CellColours visit_colours(const Map& map, std::span<const NodeId> positions);

// A pixel a cell: ground, walls and colours; of a part of the map, or of all.
Image draw_cells(const Map& map, const CellColours& colours, Rect area);
Image draw_cells(const Map& map, const CellColours& colours);

// The same of a walk, which may be a pixel of a page or less wide: every coloured cell becomes a dot that can be seen
// there, the darkest above the others, even over walls.
Image draw_walk(const Map& map, const CellColours& colours, Rect area);

// Every pixel becomes factor x factor pixels; factor is from 1.
Image enlarge(const Image& image, int factor);

// draw_cells with the path, start and goal on it, enlarged so that a small map can be seen. The path may be empty.
Image draw_trace(const Map& map, const CellColours& colours, std::span<const NodeId> path, NodeId start, NodeId goal);

// The part of the map that the cells with colours, the start and the goal span; nothing is kept of what is elsewhere.
Rect coloured_area(const Map& map, const CellColours& colours, NodeId start, NodeId goal);
Rect whole_area(const Map& map);

// What the colours tell: a walk is drawn wide enough to be seen where cells are small.
enum class TraceKind : std::uint8_t { kTouched, kWalk };

// The same as a drawing of a page: scales to its place's width. Only `area`, a part of the map, is shown.
// `description` is for those who do not see it.
std::string draw_trace_inline(const Map& map, const CellColours& colours, std::span<const NodeId> path, NodeId start,
                              NodeId goal, const std::string& description, Rect area,
                              TraceKind kind = TraceKind::kTouched);

// What a colour of a picture stands for.
struct LegendEntry {
  std::string_view name;
  Colour colour;
};

// The same as a drawing of its own, with a legend. `caption` is plain text of one line.
std::string draw_trace_svg(const Map& map, const CellColours& colours, std::span<const NodeId> path, NodeId start,
                           NodeId goal, const std::string& caption, std::span<const LegendEntry> legend);

}  // namespace waymark
