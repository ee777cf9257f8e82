#include "lab/view/line_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "lab/view/figure_text.hpp"
#include "lab/view/html.hpp"
#include "lab/view/plot_axis.hpp"
#include "lab/view/text_table.hpp"

namespace waymark {
namespace {

using Axis = Figure::Axis;

constexpr std::size_t kColours = 12;  // k0 to k11 of the page's style

// The range of what an axis can show.
class Range {
 public:
  explicit Range(Axis axis) : axis_(axis) {}

  [[nodiscard]] Axis axis() const { return axis_; }
  [[nodiscard]] bool can_show(double value) const {
    return std::isfinite(value) && (axis_ == Axis::kLinear || value > 0);
  }
  [[nodiscard]] bool can_show(const Estimate& estimate) const { return estimate.count > 0 && can_show(estimate.value); }
  void add(double value) {
    if (!can_show(value)) return;
    low_ = std::min(low_.value_or(value), value);
    high_ = std::max(high_.value_or(value), value);
  }
  [[nodiscard]] PlotAxis make_axis() const {
    const double low = low_.value_or(1);
    const double high = high_.value_or(1);
    return axis_ == Axis::kLinear ? PlotAxis::linear(low, high) : PlotAxis::logarithmic(low, high);
  }

 private:
  Axis axis_;
  std::optional<double> low_;
  std::optional<double> high_;
};

// What an automatic axis is: logarithmic if all values are above 0 and span a decade and a half or more.
Axis choose_axis(Axis wanted, const std::vector<double>& values) {
  constexpr double kSpan = 30;
  if (wanted != Axis::kAutomatic) return wanted;
  double low = std::numeric_limits<double>::infinity();
  double high = 0;
  for (const double value : values) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
  return low > 0 && high >= kSpan * low ? Axis::kLogarithmic : Axis::kLinear;
}

// `value` of every point and published place, told in a unit that fits.
void fit_unit(Figure& figure, std::string& unit, Estimate Figure::Point::*value,
              double std::pair<double, double>::*place) {
  const auto time = find_time_unit(unit);
  if (!time) return;
  double least = std::numeric_limits<double>::infinity();
  const auto add = [&least](double each) {
    if (each > 0) least = std::min(least, each);
  };
  for (const auto& series : figure.series) {
    for (const auto& point : series.points) {
      if ((point.*value).count > 0) add((point.*value).value);
    }
    for (const auto& published : series.published) add(published.*place);
  }
  if (!(least < kTooSmall)) return;
  const TimeUnit fitting = fitting_unit(least * time->seconds, kTooSmall / 10);
  const double factor = time->seconds / fitting.seconds;
  unit = fitting.name;
  for (auto& series : figure.series) {
    for (auto& point : series.points) point.*value = scaled(point.*value, factor);
    for (auto& published : series.published) published.*place *= factor;
  }
}

// With units that fit, and told by the axes' names.
Figure in_fitting_units(Figure figure) {
  fit_unit(figure, figure.x_unit, &Figure::Point::x, &std::pair<double, double>::first);
  fit_unit(figure, figure.y_unit, &Figure::Point::y, &std::pair<double, double>::second);
  if (!figure.x_unit.empty()) figure.x_name += ", " + figure.x_unit;
  if (!figure.y_unit.empty()) figure.y_name += ", " + figure.y_unit;
  return figure;
}

// What can be shown of a figure.
class Plot {
 public:
  explicit Plot(const Figure& figure) : x_range_(axis_of(figure, true)), y_range_(axis_of(figure, false)) {
    for (const auto& series : figure.series) {
      for (const auto& point : series.points) {
        if (!can_show(point)) continue;
        for (const double x : {point.x.value, point.x.low, point.x.high}) x_range_.add(x);
        for (const double y : {point.y.value, point.y.low, point.y.high}) y_range_.add(y);
      }
      for (const auto& [x, y] : series.published) {
        if (!can_show(x, y)) continue;
        x_range_.add(x);
        y_range_.add(y);
      }
    }
    x_axis_.emplace(x_range_.make_axis());
    y_axis_.emplace(y_range_.make_axis());
  }

  [[nodiscard]] Axis x_kind() const { return x_range_.axis(); }
  [[nodiscard]] Axis y_kind() const { return y_range_.axis(); }
  [[nodiscard]] bool can_show(const Figure::Point& point) const {
    return x_range_.can_show(point.x) && y_range_.can_show(point.y);
  }
  [[nodiscard]] bool can_show(double x, double y) const { return x_range_.can_show(x) && y_range_.can_show(y); }
  [[nodiscard]] double x(double value) const { return PlotArea::x(x_axis_->share(value)); }
  [[nodiscard]] double y(double value) const { return PlotArea::y(y_axis_->share(value)); }

  [[nodiscard]] std::string draw_axes() const {
    std::string svg;
    for (const PlotAxis::Tick& tick : x_axis_->ticks()) svg += draw_x_tick(x(tick.value), tick.text);
    for (const PlotAxis::Tick& tick : y_axis_->ticks()) svg += draw_y_tick(y(tick.value), tick.text);
    return svg;
  }

 private:
  static Axis axis_of(const Figure& figure, bool is_x) {
    std::vector<double> values;
    const auto add = [&values](double value) {
      if (std::isfinite(value)) values.push_back(value);
    };
    for (const auto& series : figure.series) {
      for (const auto& point : series.points) {
        if (point.x.count > 0 && point.y.count > 0) add(is_x ? point.x.value : point.y.value);
      }
      for (const auto& [x, y] : series.published) add(is_x ? x : y);
    }
    return choose_axis(is_x ? figure.x_axis : figure.y_axis, values);
  }

  Range x_range_;
  Range y_range_;
  std::optional<PlotAxis> x_axis_;
  std::optional<PlotAxis> y_axis_;
};

// Neighbouring series differ in shape as well as in colour.
std::string draw_mark(std::size_t series, double x, double y, const std::string& title) {
  std::string path;
  switch (series % 3) {
    case 0: path = fmt::format("M{:.1f} {:.1f}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z", x - 4, y); break;
    case 1: path = fmt::format("M{:.1f} {:.1f}h7.2v7.2h-7.2z", x - 3.6, y - 3.6); break;
    default: path = fmt::format("M{:.1f} {:.1f}l4.6 8h-9.2z", x, y - 5); break;
  }
  return fmt::format("<path class=\"mark\" d=\"{}\">{}</path>", path, title);
}

std::string draw_diamond(double x, double y, const std::string& title) {
  return fmt::format("<path class=\"other\" d=\"M{:.1f} {:.1f}l4.5 5l-4.5 5l-4.5 -5z\">{}</path>", x, y - 5, title);
}

std::string title_element(std::string_view text) { return fmt::format("<title>{}</title>", escape_html(text)); }

std::string class_of(std::size_t series) { return fmt::format("k{}", series % kColours); }
const char* line_class(std::size_t series) { return series < kColours ? "" : " class=\"later\""; }

std::string draw_bars(const Figure::Point& point, const Plot& plot) {
  std::string path;
  if (point.x.low < point.x.high) {
    path += fmt::format("M{:.1f} {:.1f}H{:.1f}", plot.x(point.x.low), plot.y(point.y.value), plot.x(point.x.high));
  }
  if (point.y.low < point.y.high) {
    const double x = plot.x(point.x.value);
    for (const double y : {plot.y(point.y.low), plot.y(point.y.high)}) {
      path += fmt::format("M{:.1f} {:.1f}h6", x - 3, y);
    }
    path += fmt::format("M{:.1f} {:.1f}V{:.1f}", x, plot.y(point.y.low), plot.y(point.y.high));
  }
  return path.empty() ? "" : fmt::format("<path class=\"bar\" d=\"{}\"/>", path);
}

// Joined in order of x, whatever the order of the points; not where a point between is left out for its y.
std::string draw_lines(const Figure::Series& series, std::size_t index, const Plot& plot) {
  std::string svg;
  std::string places;
  std::size_t joined = 0;
  const auto finish = [&] {
    if (joined > 1) svg += fmt::format("<polyline{} points=\"{}\"/>", line_class(index), places);
    places.clear();
    joined = 0;
  };
  std::vector<Figure::Point> points;
  for (const auto& point : series.points) {
    if (point.x.count > 0 && !std::isnan(point.x.value)) points.push_back(point);
  }
  std::stable_sort(points.begin(), points.end(),
                   [](const Figure::Point& a, const Figure::Point& b) { return a.x.value < b.x.value; });
  for (const auto& point : points) {
    if (!plot.can_show(point)) {
      finish();
      continue;
    }
    places += fmt::format("{}{:.1f},{:.1f}", joined == 0 ? "" : " ", plot.x(point.x.value), plot.y(point.y.value));
    ++joined;
  }
  finish();
  return svg;
}

std::string draw_series(const Figure& figure, std::size_t index, const Plot& plot) {
  const Figure::Series& series = figure.series[index];
  std::string svg = fmt::format("<g class=\"{}\">{}", class_of(index), draw_lines(series, index, plot));
  for (const auto& point : series.points) {
    if (!plot.can_show(point)) continue;
    const std::string title =
        fmt::format("{}{}{}\n{}: {}\n{}: {}", series.name, point.label.empty() ? "" : ", ", point.label, figure.x_name,
                    to_string(point.x), figure.y_name, to_string(point.y));
    svg +=
        draw_bars(point, plot) + draw_mark(index, plot.x(point.x.value), plot.y(point.y.value), title_element(title));
  }
  return svg + "</g>\n";
}

std::string draw_published(const Figure& figure, std::size_t index, const Plot& plot) {
  const Figure::Series& series = figure.series[index];
  std::string svg;
  for (const auto& [x, y] : series.published) {
    if (!plot.can_show(x, y)) continue;
    const std::string title = fmt::format("{}, published\n{}: {}\n{}: {}", series.name, figure.x_name,
                                          published_text(x), figure.y_name, published_text(y));
    svg += draw_diamond(plot.x(x), plot.y(y), title_element(title));
  }
  return svg.empty() ? "" : fmt::format("<g class=\"{}\">{}</g>\n", class_of(index), svg);
}

std::string legend(const Figure& figure) {
  constexpr std::string_view kSample = "<svg viewBox=\"0 0 30 12\" aria-hidden=\"true\">";
  std::string html = "<ul class=\"legend\">";
  bool has_published = false;
  for (std::size_t i = 0; i < figure.series.size(); ++i) {
    html += fmt::format("<li><span class=\"{}\">{}<polyline{} points=\"0,6 30,6\"/>{}</svg></span>{}</li>", class_of(i),
                        kSample, line_class(i), draw_mark(i, 15, 6, ""), escape_html(figure.series[i].name));
    has_published = has_published || !figure.series[i].published.empty();
  }
  if (has_published) {
    html += fmt::format("<li class=\"published\">{}{}</svg>published, edged in the colour of its series</li>", kSample,
                        draw_diamond(15, 6, ""));
  }
  return html + "</ul>\n";
}

// What the reader does not see; empty if nothing.
std::string note_on_left_out(const Figure& figure, const Plot& plot) {
  std::uint64_t left_out = 0;
  for (const auto& series : figure.series) {
    for (const auto& point : series.points) left_out += plot.can_show(point) ? 0u : 1u;
    for (const auto& [x, y] : series.published) left_out += plot.can_show(x, y) ? 0u : 1u;
  }
  if (left_out == 0) return "";
  const bool any_log = plot.x_kind() == Axis::kLogarithmic || plot.y_kind() == Axis::kLogarithmic;
  return fmt::format("<p class=\"axis\">{} left out: without a value{}.</p>\n",
                     left_out == 1 ? "One point is" : format_count(left_out) + " points are",
                     any_log ? ", or not above 0 on a logarithmic axis" : "");
}

std::string axis_text(const std::string& name, Axis axis) {
  return escape_html(name) + (axis == Axis::kLogarithmic ? ", logarithmic" : "");
}

}  // namespace

std::string line_plot(const Figure& measured, const std::string& anchor) {
  const Figure figure = in_fitting_units(measured);
  const Plot plot(figure);
  const std::string title = escape_html(heading(figure.id, figure.title));
  std::string html = fmt::format("<div class=\"card plot chart lines\" id=\"{}\"><h3>{}</h3>\n", anchor, title);
  html += fmt::format("<p class=\"axis\">↑ {}</p>\n", axis_text(figure.y_name, plot.y_kind()));
  // What lies above the area is for the highest tick's text.
  constexpr double kAbove = 10;
  constexpr double kBelow = 28;
  html += fmt::format("<svg viewBox=\"0 {} {} {}\" role=\"img\" aria-label=\"{}\">\n", PlotArea::kTop - kAbove,
                      PlotArea::kWidth, PlotArea::kBottom - PlotArea::kTop + kAbove + kBelow, title);
  html += plot.draw_axes();
  for (std::size_t i = 0; i < figure.series.size(); ++i) html += draw_series(figure, i, plot);
  for (std::size_t i = 0; i < figure.series.size(); ++i) html += draw_published(figure, i, plot);
  html += "</svg>\n";
  html += fmt::format("<p class=\"axis end\">{} →</p>\n", axis_text(figure.x_name, plot.x_kind()));
  return html + legend(figure) + note_on_left_out(figure, plot) + "</div>\n";
}

}  // namespace waymark
