#include "lab/view/text_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "waymark/base/assert.hpp"

namespace waymark {

void TextTable::add_row(std::vector<std::string> row) {
  WAYMARK_ASSERT(row.size() == columns_.size());
  rows_.push_back(std::move(row));
}

std::string TextTable::to_string() const {
  std::vector<std::size_t> widths;
  std::vector<std::string> headings;
  bool has_heading = false;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    headings.push_back(columns_[i].heading);
    has_heading = has_heading || !columns_[i].heading.empty();
    widths.push_back(text_width(columns_[i].heading));
    for (const auto& row : rows_) widths[i] = std::max(widths[i], text_width(row[i]));
  }
  std::string text;
  const auto add_line = [&](const std::vector<std::string>& row) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string padding(widths[i] - text_width(row[i]), ' ');
      if (i > 0) line += "  ";
      line += columns_[i].align == Align::kLeft ? row[i] + padding : padding + row[i];
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  };
  if (has_heading) {
    add_line(headings);
    std::vector<std::string> rules;
    rules.reserve(widths.size());
    for (const std::size_t width : widths) rules.emplace_back(width, '-');
    add_line(rules);
  }
  for (const auto& row : rows_) add_line(row);
  return text;
}

std::size_t text_width(std::string_view utf8) {
  return static_cast<std::size_t>(std::count_if(
      utf8.begin(), utf8.end(), [](char byte) { return (static_cast<unsigned char>(byte) & 0xc0u) != 0x80; }));
}

std::string group_thousands(std::string digits) {
  const std::size_t begin = digits.find_first_not_of('-');
  std::size_t end = std::min(digits.find_first_not_of("0123456789", begin), digits.size());
  for (; end > begin + 3; end -= 3) digits.insert(end - 3, ",");
  return digits;
}

std::string format_count(std::uint64_t count) { return group_thousands(std::to_string(count)); }

std::string format_grouped(double value, int decimals) { return group_thousands(format_decimal(value, decimals)); }

std::string format_decimal(double value, int decimals) {
  std::string text = fmt::format("{:.{}f}", value, decimals);
  if (text.find_first_not_of("-0.") == std::string::npos && text.front() == '-') text.erase(0, 1);
  return text;
}

std::string format_duration(double nanoseconds) {
  constexpr std::pair<double, std::string_view> kUnits[] = {{1e9, "s"}, {1e6, "ms"}, {1e3, "µs"}};
  for (const auto& [size, unit] : kUnits) {
    const double value = nanoseconds / size;
    if (value >= 0.9995) return fmt::format("{:.{}f} {}", value, value < 9.995 ? 2 : value < 99.95 ? 1 : 0, unit);
  }
  return fmt::format("{:.0f} ns", nanoseconds);
}

std::string format_share(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? "-" : format_decimal(100 * static_cast<double>(part) / static_cast<double>(whole), 1) + " %";
}

}  // namespace waymark
