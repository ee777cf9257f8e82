#include "waymark/lab/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "report_text.hpp"
#include "waymark/base/assert.hpp"
#include "waymark/lab/text_table.hpp"

namespace waymark {
namespace {

constexpr int kMostDecimals = 12;

// Decimals that give a value of this size so many digits.
int decimals_for(double size, int digits) {
  return std::clamp(digits - 1 - static_cast<int>(std::floor(std::log10(size))), 0, kMostDecimals);
}

// Half of the interval comes to 3.5 to 35 of the last place: one digit of it is too few, two may be more than it is
// worth.
int decimals_of(const Estimate& estimate) {
  const double half = (estimate.high - estimate.low) / 2;
  return decimals_for(half / 3.5, 1);
}

std::string exact_text(double value) {
  constexpr int kDigits = 4;
  if (value == std::floor(value)) return format_grouped(value, 0);
  std::string text = format_decimal(value, decimals_for(std::abs(value), kDigits));
  if (text.find('.') != std::string::npos) {
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
  }
  return group_thousands(text);
}

bool has_interval(const Estimate& estimate) {
  return estimate.count > 0 && estimate.low < estimate.high && std::isfinite(estimate.low) &&
         std::isfinite(estimate.high);
}

// On one line, and nothing in it means anything to Markdown.
std::string escape_markdown(std::string_view text) {
  constexpr std::string_view kMarks = "\\`*_[]<>|~$&#";
  std::string escaped;
  for (const char letter : text) {
    if (kMarks.find(letter) != std::string_view::npos) escaped += '\\';
    escaped += letter == '\n' || letter == '\r' ? ' ' : letter;
  }
  return escaped;
}

class MarkdownTable {
 public:
  // The first column is of words, the others of numbers.
  void add_column(const std::string& name) {
    head_ += "| " + name + " ";
    rule_ += rule_.empty() ? "| --- " : "| ---: ";
  }
  void add_cell(const std::string& text) { rows_ += "| " + text + " "; }
  void end_row() { rows_ += "|\n"; }
  [[nodiscard]] std::string to_string() const { return head_ + "|\n" + rule_ + "|\n" + rows_ + "\n"; }

 private:
  std::string head_;
  std::string rule_;
  std::string rows_;
};

std::string table_text(const ReportTable& table) {
  MarkdownTable markdown;
  markdown.add_column("");
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const std::string name = escape_markdown(measure_text(table.columns[i]));
    markdown.add_column(name + ": here (95 %)");
    if (has_published(table, i)) markdown.add_column(name + ": published");
  }
  for (const ReportTable::Row& row : table.rows) {
    WAYMARK_ASSERT(row.cells.size() == table.columns.size());
    markdown.add_cell(escape_markdown(row.name));
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      const ReportTable::Cell& cell = row.cells[i];
      markdown.add_cell(cell.measured ? to_string(*cell.measured) : "");
      if (has_published(table, i)) markdown.add_cell(cell.published ? published_text(*cell.published) : "");
    }
    markdown.end_row();
  }
  return markdown.to_string();
}

std::string maps_text(const Report& report) {
  MarkdownTable markdown;
  for (const char* name : {"map", "fingerprint", "states", "problems"}) markdown.add_column(name);
  for (const Report::MapLine& map : report.maps) {
    markdown.add_cell(escape_markdown(map.name));
    markdown.add_cell(escape_markdown(map.fingerprint));
    markdown.add_cell(format_count(map.states));
    markdown.add_cell(format_count(map.problems));
    markdown.end_row();
  }
  return markdown.to_string();
}

}  // namespace

std::string value_text(const Estimate& estimate) {
  if (estimate.count == 0 || !std::isfinite(estimate.value)) return "-";
  return has_interval(estimate) ? format_grouped(estimate.value, decimals_of(estimate)) : exact_text(estimate.value);
}

std::string interval_text(const Estimate& estimate) {
  if (!has_interval(estimate)) return "";
  const int decimals = decimals_of(estimate);
  return format_grouped(estimate.low, decimals) + " to " + format_grouped(estimate.high, decimals);
}

std::string published_text(double value) {
  std::string text = fmt::format("{}", value == 0 ? 0.0 : value);
  // Turned into hours from days or minutes it has more digits than anybody printed.
  const std::size_t point = text.find('.');
  if (point != std::string::npos && text.size() - point > 8 && std::abs(value) >= 0.01) {
    text = fmt::format("{:.4f}", value);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
  }
  return std::isfinite(value) && text.find('e') == std::string::npos ? group_thousands(std::move(text)) : text;
}

std::string heading(const std::string& id, const std::string& title) {
  return id.empty() || title.empty() ? id + title : id + ": " + title;
}

std::string measure_text(const ReportTable::Column& column) {
  return column.unit.empty() ? column.name : column.name + ", " + column.unit;
}

bool has_published(const ReportTable& table, std::size_t column) {
  return std::any_of(table.rows.begin(), table.rows.end(),
                     [column](const ReportTable::Row& row) { return row.cells[column].published.has_value(); });
}

std::string to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::kHolds: return "holds";
    case Verdict::kWithinNoise: return "within the noise";
    case Verdict::kDoesNotHold: return "does not hold";
    case Verdict::kNotMeasured: return "not measured";
  }
  return "";
}

std::string to_string(const Estimate& estimate) {
  const std::string interval = interval_text(estimate);
  return interval.empty() ? value_text(estimate) : value_text(estimate) + " (" + interval + ")";
}

std::string report_markdown(const Report& report) {
  std::string text = fmt::format("# {}\n\n", escape_markdown(report.title));
  if (!report.paper.empty()) text += escape_markdown(report.paper) + "\n\n";
  if (report.quick) text += std::string("> ") + kQuickNote + "\n\n";
  if (!report.claims.empty()) {
    text += "## Claims\n\n";
    for (const ReportClaim& claim : report.claims) {
      text += fmt::format("- **{}**: {}", to_string(claim.verdict), escape_markdown(claim.text));
      text += claim.detail.empty() ? "\n" : fmt::format(" ({})\n", escape_markdown(claim.detail));
    }
    text += "\n";
  }
  for (const ReportTable& table : report.tables) {
    text += fmt::format("## {}\n\n{}", escape_markdown(heading(table.id, table.title)), table_text(table));
  }
  if (!report.maps.empty()) text += "## Maps\n\n" + maps_text(report);
  if (!report.provenance.empty()) {
    text += "## Provenance\n\n";
    for (const std::string& line : report.provenance) text += "- " + escape_markdown(line) + "\n";
    text += "\n";
  }
  text.pop_back();
  return text;
}

}  // namespace waymark
