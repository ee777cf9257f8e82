#include "lab/view/scatter_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "lab/view/html.hpp"
#include "lab/view/plot_axis.hpp"
#include "lab/view/text_table.hpp"

namespace waymark {
namespace {

struct Spot {
  double x;
  double y;
};

// Near 0 as good as linear, from 1 % on logarithmic. What is below 0, as a walk over a way that opened later, is at 0.
double percent_share(double percent, int last_power) {
  return std::log10(1 + std::max(percent, 0.0)) / std::log10(1 + std::pow(10.0, last_power));
}

// Where the number of each point fits best: beside its own mark and as far as may be from marks and other numbers.
std::vector<Spot> place_numbers(const std::vector<Spot>& marks) {
  constexpr std::array<Spot, 8> kOffsets{
      // A line of the front comes from above and leaves to the right.
      {{11, -10}, {-11, -10}, {-11, 10}, {11, 10}, {0, -14}, {14, 0}, {0, 14}, {-14, 0}}};
  std::vector<Spot> numbers;
  for (const Spot mark : marks) {
    Spot best{};
    double most_room = -1;
    for (const Spot offset : kOffsets) {
      const Spot here{mark.x + offset.x, mark.y + offset.y};
      if (here.x < PlotArea::kLeft || here.x > PlotArea::kRight + 10 || here.y > PlotArea::kBottom + 4) continue;
      double room = 18;  // more than this is no better
      const auto keep_from = [&](Spot other) { room = std::min(room, std::hypot(here.x - other.x, here.y - other.y)); };
      for (const Spot other : marks) {
        if (other.x != mark.x || other.y != mark.y) keep_from(other);
      }
      for (const Spot other : numbers) keep_from(other);
      if (room > most_room) {
        most_room = room;
        best = here;
      }
    }
    numbers.push_back(best);
  }
  return numbers;
}

std::string draw_axes(const PlotAxis& x_axis, int y_last) {
  std::string svg;
  for (const PlotAxis::Tick& tick : x_axis.ticks()) {
    svg += draw_x_tick(PlotArea::x(x_axis.share(tick.value)), tick.text);
  }
  svg += draw_y_tick(PlotArea::y(0), "0");
  for (int power = 0; power <= y_last; ++power) {
    svg += draw_y_tick(PlotArea::y(percent_share(std::pow(10.0, power), y_last)), power_of_ten_text(power));
  }
  return svg;
}

}  // namespace

std::vector<bool> pareto_front(std::span<const std::pair<double, double>> points) {
  std::vector<bool> on_front;
  on_front.reserve(points.size());
  for (const auto& [x, y] : points) {
    on_front.push_back(std::none_of(points.begin(), points.end(), [x = x, y = y](const auto& other) {
      return other.first <= x && other.second <= y && (other.first < x || other.second < y);
    }));
  }
  return on_front;
}

std::string scatter_plot(std::string_view title, std::string_view x_name, std::string_view y_name,
                         const std::vector<ScatterPoint>& points) {
  std::vector<ScatterPoint> drawn;
  for (const ScatterPoint& point : points) {
    if (!(point.x > 0) || !std::isfinite(point.x) || !std::isfinite(point.y)) continue;
    drawn.push_back(point);
    // The shortest way of a scenario file is rounded: a walk may seem to be a hair shorter.
    drawn.back().y = std::max(point.y, 0.0);
  }
  double low = drawn.empty() ? 1 : drawn.front().x;
  double high = low;
  double most = 1;
  for (const ScatterPoint& point : drawn) {
    low = std::min(low, point.x);
    high = std::max(high, point.x);
    most = std::max(most, point.y);
  }
  const PlotAxis x_axis = PlotAxis::logarithmic(low, high);
  const int y_last = std::max(static_cast<int>(std::ceil(std::log10(most))), 0);
  std::vector<Spot> marks;
  std::vector<Spot> front;
  for (const ScatterPoint& point : drawn) {
    marks.push_back({PlotArea::x(x_axis.share(point.x)), PlotArea::y(percent_share(point.y, y_last))});
    if (point.on_front) front.push_back(marks.back());
  }

  // What lies above the area is for numbers and for the highest tick's text.
  constexpr double kAbove = 18;
  constexpr double kBelow = 28;
  std::string svg =
      fmt::format("<svg viewBox=\"0 {} {} {}\" role=\"img\" aria-label=\"{}\">\n", PlotArea::kTop - kAbove,
                  PlotArea::kWidth, PlotArea::kBottom - PlotArea::kTop + kAbove + kBelow, escape_html(title));
  svg += draw_axes(x_axis, y_last);
  // What the front leaves above and to the right of it is reached by something better.
  std::sort(front.begin(), front.end(), [](Spot a, Spot b) { return a.x != b.x ? a.x < b.x : a.y < b.y; });
  std::string steps;
  for (std::size_t i = 0; i < front.size(); ++i) {
    if (i > 0) steps += fmt::format(" {:.1f},{:.1f}", front[i].x, front[i - 1].y);
    steps += fmt::format("{}{:.1f},{:.1f}", i == 0 ? "" : " ", front[i].x, front[i].y);
  }
  if (!steps.empty()) svg += fmt::format("<polyline class=\"front\" points=\"{}\"/>\n", steps);
  const std::vector<Spot> numbers = place_numbers(marks);
  std::string list;
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    const ScatterPoint& point = drawn[i];
    const std::string kind = std::string(point.on_front ? "on" : "off") + (point.is_partial ? " partial" : "");
    svg += fmt::format(
        "<circle class=\"{}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4\"><title>{}</title></circle>"
        "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n",
        kind, marks[i].x, marks[i].y, escape_html(point.label), numbers[i].x, numbers[i].y + 4, i + 1);
    list += fmt::format("<li class=\"{}\"><code>{}</code></li>", kind, escape_html(point.label));
  }
  return fmt::format(
      "<div class=\"card plot chart scatter\"><h3>{}</h3>\n<p class=\"axis\">↑ {}, %, logarithmic from "
      "1</p>\n{}</svg>\n"
      "<p class=\"axis end\">{}, logarithmic →</p>\n<ol>{}</ol></div>\n",
      escape_html(title), escape_html(y_name), svg, escape_html(x_name), list);
}

}  // namespace waymark
