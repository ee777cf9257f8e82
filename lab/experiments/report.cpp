#include "lab/experiments/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "lab/experiments/report_text.hpp"
#include "lab/view/text_table.hpp"
#include "waymark/base/assert.hpp"

namespace waymark {
namespace {

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
