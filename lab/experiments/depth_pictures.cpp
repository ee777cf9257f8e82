#include "lab/experiments/depth_pictures.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "lab/experiments/pathology_rows.hpp"
#include "lab/view/picture.hpp"
#include "waymark/io/png_file.hpp"

namespace waymark {
namespace {

// White for d = 1 to a dark grey for the deepest.
Colour depth_colour(double depth) {
  const double share = (depth - 1) / (kStudyDepth - 1);
  const auto shade = static_cast<std::uint8_t>(255 - 190 * std::clamp(share, 0.0, 1.0));
  return {shade, shade, shade};
}

ReportPicture picture_of(const ResultRow& row, int level, const std::vector<double>& depths) {
  const bool optimal = row.algorithm == "optimal-depth";
  const char* id = optimal ? (level == 0 ? "Figure 2" : "Figure 3") : (level == 0 ? "Figure 3" : "Figure 4");
  const int width = static_cast<int>(row.figures.at("width"));
  const int height = static_cast<int>(row.figures.at("height"));
  Image image{width, height, {}};
  const auto paint = [&](std::size_t pixel, Colour colour) {
    image.rgb[3 * pixel] = colour.red;
    image.rgb[3 * pixel + 1] = colour.green;
    image.rgb[3 * pixel + 2] = colour.blue;
  };
  const auto pixels = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  image.rgb.resize(3 * pixels);
  for (std::size_t i = 0; i < pixels; ++i) paint(i, picture_colours::kWall);
  const std::vector<double>& xs = row.samples.at("x");
  const std::vector<double>& ys = row.samples.at("y");
  for (std::size_t i = 0; i < depths.size(); ++i) {
    paint(static_cast<std::size_t>(ys[i]) * static_cast<std::size_t>(width) + static_cast<std::size_t>(xs[i]),
          depth_colour(depths[i]));
  }
  const int factor = std::max(1, 512 / std::max(width, height));
  return {id,
          fmt::format("{}: states shaded by the {} depth of {} (white: 1, darkest: {})", row.map,
                      optimal ? "optimal" : "best",
                      level == 0 ? "their own" : fmt::format("their region on level {}", level), kStudyDepth),
          encode_png(enlarge(image, factor)), fmt::format("best_depth_level_{}.png", level)};
}

}  // namespace

std::vector<ReportPicture> depth_pictures(std::span<const ResultRow> rows) {
  std::vector<ReportPicture> pictures;
  for (const ResultRow& row : rows) {
    if (!row.figures.contains("width") || row.sample("x") == nullptr) continue;
    for (const int level : {0, kPictureLevel}) {
      const std::vector<double>* depths = row.sample(fmt::format("level {} depth", level));
      if (depths != nullptr) pictures.push_back(picture_of(row, level, *depths));
    }
    break;  // the paper has one map
  }
  return pictures;
}

}  // namespace waymark
