// Tables and figures as a reader of a terminal likes them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace waymark {

// Columns padded to their widest entry. Numbers belong to the right, words to the left.
class TextTable {
 public:
  enum class Align : std::uint8_t { kLeft, kRight };
  struct Column {
    std::string heading;
    Align align = Align::kRight;
  };

  explicit TextTable(std::vector<Column> columns) : columns_(std::move(columns)) {}
  // As many entries as there are columns.
  void add_row(std::vector<std::string> row);
  // Lines end in newlines and have no blanks at their ends. Without any heading there is no heading line.
  [[nodiscard]] std::string to_string() const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

// Characters, as a terminal counts columns (no wide ones expected).
std::size_t text_width(std::string_view utf8);

std::string format_count(std::uint64_t count);                      // 12,345,678
std::string format_duration(double nanoseconds);                    // 850 ns, 12.3 µs, 4.56 ms, 7.89 s
std::string format_decimal(double value, int decimals);             // never "-0.00"
std::string format_grouped(double value, int decimals);             // -12,345.6
std::string group_thousands(std::string digits);                    // the same of digits
std::string format_share(std::uint64_t part, std::uint64_t whole);  // 12.3 %

}  // namespace waymark
