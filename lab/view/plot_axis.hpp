// What plots share: the area of the drawing, axes with ticks, and how ticks are drawn.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace waymark {

// In units of the drawing. There is room for text that is large beside the drawing, as on a phone.
struct PlotArea {
  static constexpr double kWidth = 496;
  static constexpr double kLeft = 72;
  static constexpr double kRight = 464;
  static constexpr double kTop = 28;
  static constexpr double kBottom = 286;

  // Of a share of an axis, from 0 to 1.
  static constexpr double x(double share) { return kLeft + share * (kRight - kLeft); }
  static constexpr double y(double share) { return kBottom - share * (kBottom - kTop); }
};

// A range of values that begins and ends at a tick.
class PlotAxis {
 public:
  struct Tick {
    double value;
    std::string text;
  };
  // Around low <= high, both finite; above 0 if logarithmic.
  static PlotAxis linear(double low, double high);
  static PlotAxis logarithmic(double low, double high);

  // Where a value lies: 0 at the first tick, 1 at the last. Values beyond the ends are put there.
  [[nodiscard]] double share(double value) const;
  [[nodiscard]] const std::vector<Tick>& ticks() const { return ticks_; }

 private:
  PlotAxis(bool is_logarithmic, double first, double last)
      : is_logarithmic_(is_logarithmic), first_(first), last_(last) {}

  bool is_logarithmic_;
  double first_;  // exponents if logarithmic
  double last_;
  std::vector<Tick> ticks_;
};

// A line across the area and the text beside it.
std::string draw_x_tick(double x, std::string_view text);
std::string draw_y_tick(double y, std::string_view text);

}  // namespace waymark
