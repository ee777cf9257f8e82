#include "lab/view/html.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include "lab/view/page_files.hpp"
#include "lab/view/text_table.hpp"
#include "waymark/base/assert.hpp"

namespace waymark {

std::string power_of_ten_text(int power) {
  if (power < -2 || power > 4) return fmt::format("1e{}", power);
  if (power < 0) return fmt::format("{:.{}f}", std::pow(10.0, power), -power);
  std::string text = "1" + std::string(static_cast<std::size_t>(power), '0');
  if (power >= 3) text.insert(text.size() - 3, ",");
  return text;
}

std::string escape_html(std::string_view text) {
  std::string escaped;
  escaped.reserve(text.size());
  for (const char letter : text) {
    switch (letter) {
      case '&': escaped += "&amp;"; break;
      case '<': escaped += "&lt;"; break;
      case '>': escaped += "&gt;"; break;
      case '"': escaped += "&quot;"; break;
      case '\'': escaped += "&#39;"; break;
      default: escaped += letter;
    }
  }
  return escaped;
}

std::string encode_base64(std::string_view bytes) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t present = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t group = 0;
    for (std::size_t j = 0; j < 3; ++j) {
      group = (group << 8u) | (j < present ? static_cast<unsigned char>(bytes[i + j]) : 0u);
    }
    for (std::size_t j = 0; j < 4; ++j) {
      text += j <= present ? kDigits[(group >> (18 - 6 * j)) & 63u] : '=';
    }
  }
  return text;
}

std::string html_page(std::string_view title, std::string_view body) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{}</title>\n"
      "<style>{}</style>\n</head>\n<body>\n<main>\n{}</main>\n<script>{}</script>\n</body>\n</html>\n",
      escape_html(title), page_style(), body, page_script());
}

void HtmlTable::add_row(std::vector<Cell> row) {
  WAYMARK_ASSERT(row.size() == columns_.size());
  rows_.push_back(std::move(row));
}

std::string HtmlTable::to_string() const {
  constexpr std::size_t kManyColumns = 10;
  std::string html =
      fmt::format("<div class=\"card wide\"><div class=\"scroll\"><table class=\"sortable{}\"{}>\n<thead>",
                  columns_.size() >= kManyColumns ? " dense" : "", name_width());
  html += group_row();
  html += "<tr>";
  for (const Column& column : columns_) {
    html += fmt::format("<th scope=\"col\"{}><button{}>{}</button></th>", class_of(column),
                        column.hint.empty() ? "" : fmt::format(" title=\"{}\"", escape_html(column.hint)),
                        escape_html(column.heading));
  }
  html += "</tr></thead>\n<tbody>\n";
  for (const auto& row : rows_) {
    html += "<tr>";
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string value = row[i].value ? fmt::format("{}", *row[i].value) : escape_html(row[i].text);
      html += fmt::format("<td{} data-value=\"{}\">{}", class_of(columns_[i]), value, escape_html(row[i].text));
      if (!row[i].note.empty()) html += fmt::format("<small>{}</small>", escape_html(row[i].note));
      html += "</td>";
    }
    html += "</tr>\n";
  }
  return html + "</tbody>\n</table></div></div>\n";
}

std::string HtmlTable::class_of(const Column& column) {
  if (column.is_published) return column.is_number ? " class=\"number published\"" : " class=\"published\"";
  return column.is_number ? " class=\"number\"" : "";
}

// A wide table leaves no room for names, which would be broken into many lines: the style gives them so much.
std::string HtmlTable::name_width() const {
  constexpr std::size_t kMost = 24;
  std::size_t longest = 0;
  for (const auto& row : rows_) longest = std::max(longest, text_width(row.front().text));
  return fmt::format(" style=\"--name:{}ch\"", std::min(longest + 1, kMost));
}

std::string HtmlTable::group_row() const {
  if (std::all_of(columns_.begin(), columns_.end(), [](const Column& column) { return column.group.empty(); })) {
    return "";
  }
  std::string html = "<tr class=\"groups\">";
  for (std::size_t i = 0, end = 0; i < columns_.size(); i = end) {
    while (end < columns_.size() && columns_[end].group == columns_[i].group) ++end;
    html += fmt::format("<th colspan=\"{}\">{}</th>", end - i, escape_html(columns_[i].group));
  }
  return html + "</tr>\n";
}

std::string bar_plot(std::string_view title, std::string_view unit, const std::vector<Bar>& bars) {
  constexpr double kWidth = 440;
  constexpr double kRow = 42;
  constexpr double kTop =
      20;  // of the first row: ticks are named above and below, as no window shows both of many rows
  double low = std::numeric_limits<double>::infinity();
  double high = 0;
  for (const Bar& bar : bars) {
    if (!(bar.value > 0)) continue;
    low = std::min(low, bar.value);
    high = std::max(high, bar.value);
  }
  if (high == 0) low = high = 1;
  constexpr int kMostTicks = 8;
  const auto first = static_cast<int>(std::floor(std::log10(low) - 0.15));  // the shortest bar is still a bar
  const int powers = std::max(static_cast<int>(std::ceil(std::log10(high))) - first, 1);
  const int stride = (powers + kMostTicks - 2) / (kMostTicks - 1);
  const int last = first + (powers + stride - 1) / stride * stride;
  const auto place = [&](double power) { return (power - first) / (last - first) * kWidth; };

  const double bottom = kTop + kRow * static_cast<double>(bars.size()) + 4;
  std::string svg = fmt::format("<svg viewBox=\"-2 0 {} {}\" role=\"img\" aria-label=\"{}\">\n", kWidth + 4,
                                bottom + 20, escape_html(title));
  for (int power = first; power <= last; power += stride) {
    const char* anchor = power == first ? "start" : power == last ? "end" : "middle";
    svg += fmt::format("<line x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"{1}\" y2=\"{2:.1f}\"/>", place(power), kTop, bottom);
    for (const double y : {kTop - 5, bottom + 16}) {
      svg += fmt::format("<text class=\"tick\" data-axis=\"x\" x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>",
                         place(power), y, anchor, power_of_ten_text(power));
    }
    svg += "\n";
  }
  double y = kTop;
  for (const Bar& bar : bars) {
    const double length = bar.value > 0 ? place(std::log10(bar.value)) : 0;
    svg += fmt::format(
        "<text x=\"2\" y=\"{:.1f}\">{}</text><text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>"
        "<rect x=\"0\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"13\" rx=\"3\"/>\n",
        y + 17, escape_html(bar.label), kWidth - 2, y + 17, escape_html(bar.text), y + 23, length);
    y += kRow;
  }
  return fmt::format(
      "<div class=\"card plot bars\"><h3>{}</h3><span class=\"soft\">{}, logarithmic</span>\n{}</svg></div>\n",
      escape_html(title), escape_html(unit), svg);
}

}  // namespace waymark
