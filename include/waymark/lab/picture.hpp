// Pictures of a query: the map, the states the search touched, and the path.
#pragma once

#include <span>
#include <string>
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
inline constexpr Colour kPath{0xd8, 0x1e, 0x5b};
inline constexpr Colour kStart{0x0f, 0x8b, 0x5a};
inline constexpr Colour kGoal{0x6a, 0x2c, 0xb0};
}  // namespace picture_colours

// "#rrggbb"
std::string to_css(Colour colour);

// A pixel a cell: ground, walls, and what the finder's last query left open and closed.
Image draw_touched(const Map& map, const PathFinder& finder);

// Every pixel becomes factor x factor pixels; factor is from 1.
Image enlarge(const Image& image, int factor);

// draw_touched with the path, start and goal on it, enlarged so that a small map can be seen. The path may be empty.
Image draw_trace(const Map& map, const PathFinder& finder, std::span<const NodeId> path, NodeId start, NodeId goal);

// The same as a drawing of a page: scales to its place's width. `description` is for those who do not see it.
std::string draw_trace_inline(const Map& map, const PathFinder& finder, std::span<const NodeId> path, NodeId start,
                              NodeId goal, const std::string& description);

// The same as a drawing of its own, with a legend. `caption` is plain text of one line.
std::string draw_trace_svg(const Map& map, const PathFinder& finder, std::span<const NodeId> path, NodeId start,
                           NodeId goal, const std::string& caption);

}  // namespace waymark
