#include "lab/view/picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "lab/view/html.hpp"
#include "waymark/base/assert.hpp"

namespace waymark {
namespace {

using namespace picture_colours;

constexpr int kWantedSide = 1024;  // pixels of a picture's longer side, where whole pixels a cell allow it
constexpr int kMaxZoom = 32;
constexpr double kDrawnSide = 360;  // pixels that the longer side of a picture gets on a page, about
constexpr double kWalkWidth = 3;    // pixels that a walk or a path is wide there, at least

int longer_side(Rect area) { return std::max(area.width, area.height); }
int longer_side(const Map& map) { return longer_side(whole_area(map)); }

int zoom_for(const Map& map) { return std::clamp(kWantedSide / longer_side(map), 1, kMaxZoom); }

// Of start and goal: within their cell, or larger where that would be lost in a whole map seen small.
double marker_radius(Rect area, int zoom) { return std::max(zoom * 0.45, longer_side(area) * zoom / 80.0); }

void put(Image& image, int x, int y, Colour colour) {
  if (x < 0 || y < 0 || x >= image.width || y >= image.height) return;
  const auto at =
      3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) + static_cast<std::size_t>(x));
  image.rgb[at] = colour.red;
  image.rgb[at + 1] = colour.green;
  image.rgb[at + 2] = colour.blue;
}

// A filled circle; `radius` in pixels.
void put_dot(Image& image, int x, int y, int radius, Colour colour) {
  for (int dy = -radius; dy <= radius; ++dy) {
    for (int dx = -radius; dx <= radius; ++dx) {
      if (dx * dx + dy * dy <= radius * radius + radius) put(image, x + dx, y + dy, colour);
    }
  }
}

// Where the middle of a cell lies in a picture of `zoom` pixels a cell.
Cell middle(Cell cell, int zoom) { return {cell.x * zoom + zoom / 2, cell.y * zoom + zoom / 2}; }

// Cells where the path turns, and its ends: enough for a polyline.
std::vector<Cell> corners(const Grid& grid, std::span<const NodeId> path) {
  std::vector<Cell> points;
  for (std::size_t i = 0; i < path.size(); ++i) {
    // Ids lie on a line of the grid where their differences are equal.
    const bool straight = i > 0 && i + 1 < path.size() && path[i] - path[i - 1] == path[i + 1] - path[i];
    if (!straight) points.push_back(grid.cell(path[i]));
  }
  return points;
}

// By how many cells a walk is widened on all sides to be seen on a page; 0 where its cells are large enough.
int walk_margin(Rect area) {
  const double pixels = kDrawnSide / longer_side(area);
  if (pixels >= 2.5) return 0;
  return static_cast<int>(std::ceil((kWalkWidth / pixels - 1) / 2));
}

// The picture as SVG elements, `zoom` units a cell.
std::string trace_elements(const Map& map, const CellColours& colours, std::span<const NodeId> path, NodeId start,
                           NodeId goal, int zoom, Rect area, TraceKind kind) {
  std::string svg =
      fmt::format("<image x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"{} href=\"data:image/png;base64,{}\"/>\n",
                  area.x * zoom, area.y * zoom, area.width * zoom, area.height * zoom,
                  // Made smaller without smoothing it would lose whole cells.
                  longer_side(area) <= kDrawnSide ? " style=\"image-rendering:pixelated\"" : "",
                  encode_base64(encode_png(kind == TraceKind::kWalk ? draw_walk(map, colours, area)
                                                                    : draw_cells(map, colours, area))));

  const auto place = [zoom](Cell cell) { return std::pair((cell.x + 0.5) * zoom, (cell.y + 0.5) * zoom); };
  const double thickness = std::max(zoom * 0.4, longer_side(area) * zoom * kWalkWidth / kDrawnSide);
  std::string points;
  for (const Cell corner : corners(map.grid(), path)) {
    const auto [x, y] = place(corner);
    points += fmt::format("{}{},{}", points.empty() ? "" : " ", x, y);
  }
  if (!points.empty()) {
    svg += fmt::format(
        "<polyline class=\"walk\" fill=\"none\" stroke=\"{}\" stroke-width=\"{:.1f}\" stroke-linejoin=\"round\" "
        "stroke-linecap=\"round\" points=\"{}\"/>\n",
        to_css(kPath), thickness, points);
  }
  const double radius = marker_radius(area, zoom);
  for (const auto& [node, colour] : {std::pair(start, kStart), std::pair(goal, kGoal)}) {
    const auto [x, y] = place(map.grid().cell(node));
    svg +=
        fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{:.1f}\" fill=\"{}\" stroke=\"#fff\" stroke-width=\"{:.1f}\"/>\n",
                    x, y, radius, to_css(colour), radius / 4);
  }
  return svg;
}

}  // namespace

std::string to_css(Colour colour) { return fmt::format("#{:02x}{:02x}{:02x}", colour.red, colour.green, colour.blue); }

CellColours touched_colours(const PathFinder& finder) {
  return [&finder](NodeId node) -> std::optional<Colour> {
    switch (finder.touch(node)) {
      case Touch::kOpen: return kOpen;
      case Touch::kClosed: return kClosed;
      case Touch::kNone: break;
    }
    return std::nullopt;
  };
}

Colour visit_colour(std::uint32_t visits) {
  // 1, 2 to 3, 4 to 7, ... up to 128 and more.
  const int shade = std::min(static_cast<int>(std::bit_width(visits)) - 1, 7);
  const auto mix = [shade](int pale, int dark) { return static_cast<std::uint8_t>(pale + (dark - pale) * shade / 7); };
  return Colour{mix(0xf5, 0x48), mix(0xa0, 0x00), mix(0x1e, 0x30)};
}

CellColours visit_colours(const Map& map, std::span<const NodeId> positions) {
  std::vector<std::uint32_t> visits(map.grid().id_bound(), 0);
  for (const NodeId node : positions) ++visits[node];
  return [visits = std::move(visits)](NodeId node) -> std::optional<Colour> {
    if (visits[node] == 0) return std::nullopt;
    return visit_colour(visits[node]);
  };
}

Rect whole_area(const Map& map) { return {0, 0, map.grid().width(), map.grid().height()}; }

Rect coloured_area(const Map& map, const CellColours& colours, NodeId start, NodeId goal) {
  const Grid& grid = map.grid();
  Cell low = grid.cell(start);
  Cell high = low;
  const auto include = [&](Cell cell) {
    low = {std::min(low.x, cell.x), std::min(low.y, cell.y)};
    high = {std::max(high.x, cell.x), std::max(high.y, cell.y)};
  };
  include(grid.cell(goal));
  for (int y = 0; y < grid.height(); ++y) {
    for (int x = 0; x < grid.width(); ++x) {
      const NodeId node = grid.node(x, y);
      if (grid.passable(node) && colours(node)) include({x, y});
    }
  }
  return {low.x, low.y, high.x - low.x + 1, high.y - low.y + 1};
}

Image draw_cells(const Map& map, const CellColours& colours) { return draw_cells(map, colours, whole_area(map)); }

Image draw_cells(const Map& map, const CellColours& colours, Rect area) {
  const Grid& grid = map.grid();
  Image image{area.width, area.height, {}};
  image.rgb.resize(3 * static_cast<std::size_t>(area.width) * static_cast<std::size_t>(area.height));
  for (int y = 0; y < area.height; ++y) {
    for (int x = 0; x < area.width; ++x) {
      const NodeId node = grid.node(area.x + x, area.y + y);
      const Colour colour = grid.passable(node) ? colours(node).value_or(kGround) : kWall;
      put(image, x, y, colour);
    }
  }
  return image;
}

Image draw_walk(const Map& map, const CellColours& colours, Rect area) {
  const int radius = walk_margin(area);
  if (radius == 0) return draw_cells(map, colours, area);
  const Grid& grid = map.grid();
  std::vector<std::pair<Cell, Colour>> dots;
  for (int y = 0; y < area.height; ++y) {
    for (int x = 0; x < area.width; ++x) {
      const NodeId node = grid.node(area.x + x, area.y + y);
      if (!grid.passable(node)) continue;
      if (const auto colour = colours(node)) dots.emplace_back(Cell{x, y}, *colour);
    }
  }
  const auto brightness = [](Colour colour) { return colour.red + colour.green + colour.blue; };
  std::stable_sort(dots.begin(), dots.end(),
                   [&](const auto& a, const auto& b) { return brightness(a.second) > brightness(b.second); });
  Image image = draw_cells(map, colours, area);
  for (const auto& [cell, colour] : dots) put_dot(image, cell.x, cell.y, radius, colour);
  return image;
}

Image enlarge(const Image& image, int factor) {
  WAYMARK_ASSERT(factor >= 1);
  Image result{image.width * factor, image.height * factor, {}};
  result.rgb.reserve(image.rgb.size() * static_cast<std::size_t>(factor) * static_cast<std::size_t>(factor));
  for (int y = 0; y < result.height; ++y) {
    const auto row = 3 * static_cast<std::size_t>(y / factor) * static_cast<std::size_t>(image.width);
    for (int x = 0; x < result.width; ++x) {
      const auto first = image.rgb.begin() + static_cast<std::ptrdiff_t>(row) + std::ptrdiff_t{3} * (x / factor);
      result.rgb.insert(result.rgb.end(), first, first + 3);
    }
  }
  return result;
}

Image draw_trace(const Map& map, const CellColours& colours, std::span<const NodeId> path, NodeId start, NodeId goal) {
  const int zoom = zoom_for(map);
  Image image = draw_cells(map, colours);
  if (zoom > 1) image = enlarge(image, zoom);
  const int radius = std::max(zoom / 5, longer_side(map) >= kWantedSide / 4 ? 1 : 0);  // of the line
  for (std::size_t i = 0; i < path.size(); ++i) {
    const Cell to = middle(map.grid().cell(path[i]), zoom);
    const Cell from = i == 0 ? to : middle(map.grid().cell(path[i - 1]), zoom);
    const int steps = std::max({std::abs(to.x - from.x), std::abs(to.y - from.y), 1});
    for (int step = 0; step <= steps; ++step) {
      put_dot(image, from.x + (to.x - from.x) * step / steps, from.y + (to.y - from.y) * step / steps, radius, kPath);
    }
  }
  for (const auto& [node, colour] : {std::pair(start, kStart), std::pair(goal, kGoal)}) {
    const Cell at = middle(map.grid().cell(node), zoom);
    const auto outer = static_cast<int>(marker_radius(whole_area(map), zoom));
    put_dot(image, at.x, at.y, outer, {0xff, 0xff, 0xff});
    put_dot(image, at.x, at.y, outer * 3 / 4, colour);
  }
  return image;
}

std::string draw_trace_inline(const Map& map, const CellColours& colours, std::span<const NodeId> path, NodeId start,
                              NodeId goal, const std::string& description, Rect area, TraceKind kind) {
  constexpr int kUnits = 10;  // a cell
  return fmt::format("<svg class=\"trace\" viewBox=\"{} {} {} {}\" role=\"img\" aria-label=\"{}\">\n{}</svg>\n",
                     area.x * kUnits, area.y * kUnits, area.width * kUnits, area.height * kUnits,
                     escape_html(description), trace_elements(map, colours, path, start, goal, kUnits, area, kind));
}

std::string draw_trace_svg(const Map& map, const CellColours& colours, std::span<const NodeId> path, NodeId start,
                           NodeId goal, const std::string& caption, std::span<const LegendEntry> legend) {
  const Grid& grid = map.grid();
  const int zoom = zoom_for(map);
  const int picture_width = grid.width() * zoom;
  const int picture_height = grid.height() * zoom;
  const int width = std::max(picture_width, 720);
  const double font = std::max(15.0, width / 64.0);
  const double height = picture_height + 3.6 * font;
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1:.0f}\" viewBox=\"0 0 {0} {1:.0f}\" "
      "font-family=\"system-ui, sans-serif\" font-size=\"{2:.1f}\">\n<title>{3}</title>\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n",
      width, height, font, escape_html(caption));
  svg += trace_elements(map, colours, path, start, goal, zoom, whole_area(map), TraceKind::kTouched);

  svg += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" fill=\"#1c1c1f\">{}</text>\n", 0.6 * font,
                     picture_height + 1.4 * font, escape_html(caption));
  double x = 0.6 * font;
  for (const auto& [name, colour] : legend) {
    svg += fmt::format(
        "<rect x=\"{0:.1f}\" y=\"{1:.1f}\" width=\"{2:.1f}\" height=\"{2:.1f}\" rx=\"2\" fill=\"{3}\"/>"
        "<text x=\"{4:.1f}\" y=\"{5:.1f}\" fill=\"#55555c\">{6}</text>\n",
        x, picture_height + 2.1 * font, 0.8 * font, to_css(colour), x + 1.1 * font, picture_height + 2.85 * font, name);
    x += (2.1 + 0.55 * static_cast<double>(name.size())) * font;  // a letter is about half as wide as high
  }
  return svg + "</svg>\n";
}

}  // namespace waymark
