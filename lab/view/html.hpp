// Parts of a report: one page that needs nothing but itself, light or dark as the reader likes, for screens from a
// phone to a desk.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace waymark {

// For text between tags and in quoted attributes.
std::string escape_html(std::string_view text);
std::string encode_base64(std::string_view bytes);

// The whole page around `body`, which is HTML; the title is text.
std::string html_page(std::string_view title, std::string_view body);

// A table that sorts itself when a heading is clicked. Where it is too wide for its place it scrolls, and shows that.
class HtmlTable {
 public:
  struct Cell {
    std::string text;
    std::optional<double> value = {};  // what it is sorted by; without, the text, or last among numbers
    std::string note = {};             // in smaller type below the text
  };
  struct Column {
    std::string heading;
    bool is_number = true;
    std::string hint = {};      // shown when the pointer rests on the heading
    std::string group = {};     // over neighbouring columns with the same; none if all are empty
    bool is_published = false;  // not measured here: in the colour of that
  };

  explicit HtmlTable(std::vector<Column> columns) : columns_(std::move(columns)) {}
  // As many cells as there are columns.
  void add_row(std::vector<Cell> row);
  [[nodiscard]] std::string to_string() const;

 private:
  static std::string class_of(const Column& column);
  [[nodiscard]] std::string group_row() const;
  [[nodiscard]] std::string name_width() const;

  std::vector<Column> columns_;
  std::vector<std::vector<Cell>> rows_;
};

// Of a tick on a logarithmic axis: "0.01", "1", "1,000", "1e5".
std::string power_of_ten_text(int power);

struct Bar {
  std::string label;
  double value;      // above 0 to be drawn
  std::string text;  // the value as shown
};
// Horizontal bars on a logarithmic scale, as an inline drawing. `unit` names what the axis counts.
std::string bar_plot(std::string_view title, std::string_view unit, const std::vector<Bar>& bars);

}  // namespace waymark
