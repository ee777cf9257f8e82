#include "lab/experiments/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

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

// "0.35 (0.25 to 0.43) s"
std::string line_of(const FigureText& text) {
  return text.value + (text.interval.empty() ? "" : " (" + text.interval + ")") +
         (text.unit.empty() ? "" : " " + text.unit);
}

std::string table_text(const ReportTable& table) {
  MarkdownTable markdown;
  markdown.add_column("");
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const std::string name = escape_markdown(measure_text(table, i));
    markdown.add_column(name + ": here (95 %)");
    if (has_published(table, i)) markdown.add_column(name + ": published");
  }
  for (const ReportTable::Row& row : table.rows) {
    WAYMARK_ASSERT(row.cells.size() == table.columns.size());
    markdown.add_cell(escape_markdown(row.name));
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      const ReportTable::Cell& cell = row.cells[i];
      markdown.add_cell((cell.measured ? line_of(measured_text(table, i, *cell.measured)) : "") +
                        (cell.note.empty() ? "" : kNoteMark));
      if (has_published(table, i)) {
        markdown.add_cell(cell.published ? line_of(published_text(table, i, *cell.published)) : "");
      }
    }
    markdown.end_row();
  }
  std::string text = markdown.to_string();
  const std::vector<std::string> notes = notes_of(table);
  for (const std::string& note : notes) text += "- †" + escape_markdown(" " + note) + "\n";
  return notes.empty() ? text : text + "\n";
}

// The unit of a column whose cells have units of their own.
std::optional<TimeUnit> spread_unit(const ReportTable& table, std::size_t column) {
  const auto unit = find_time_unit(table.columns[column].unit);
  if (!unit) return std::nullopt;
  const auto is_too_small = [](double value) { return value > 0 && value < kTooSmall; };
  const bool any = std::any_of(table.rows.begin(), table.rows.end(), [&](const ReportTable::Row& row) {
    const ReportTable::Cell& cell = row.cells[column];
    return (cell.measured && cell.measured->count > 0 && is_too_small(cell.measured->value)) ||
           (cell.published && is_too_small(*cell.published));
  });
  return any ? unit : std::nullopt;
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

std::string list_text(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += "- " + escape_markdown(line) + "\n";
  return text + "\n";
}

}  // namespace

std::string measure_text(const ReportTable& table, std::size_t column) {
  const auto& [name, unit] = table.columns[column];
  return unit.empty() || spread_unit(table, column) ? name : name + ", " + unit;
}

FigureText measured_text(const ReportTable& table, std::size_t column, const Estimate& measured) {
  const auto unit = spread_unit(table, column);
  if (!unit || measured.count == 0) return {value_text(measured), interval_text(measured), ""};
  const TimeUnit own = fitting_unit(measured.value * unit->seconds, 1);
  const Estimate told = scaled(measured, unit->seconds / own.seconds);
  return {value_text(told), interval_text(told), std::string(own.name)};
}

FigureText published_text(const ReportTable& table, std::size_t column, double published) {
  const auto unit = spread_unit(table, column);
  if (!unit) return {published_text(published), "", ""};
  const TimeUnit own = fitting_unit(published * unit->seconds, 1);
  // Turned into another unit it has no more digits than it had.
  const std::string value = own.name == unit->name ? published_text(published)
                                                   : fmt::format("{:.3g}", published * unit->seconds / own.seconds);
  return {value, "", std::string(own.name)};
}

std::vector<std::string> notes_of(const ReportTable& table) {
  std::vector<std::string> notes;
  for (const ReportTable::Row& row : table.rows) {
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      if (row.cells[i].note.empty()) continue;
      notes.push_back(fmt::format("{}, {}: {}", row.name, measure_text(table, i), row.cells[i].note));
    }
  }
  return notes;
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
    case Verdict::kNotComparable: return "not comparable";
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
      if (!claim.detail.empty()) text += fmt::format(" ({})", escape_markdown(claim.detail));
      if (!claim.paper.empty()) text += fmt::format(". The paper: {}", escape_markdown(claim.paper));
      if (!claim.argument.empty()) text += fmt::format(". Not comparable: {}", escape_markdown(claim.argument));
      text += "\n";
    }
    text += "\n";
  }
  for (const ReportTable& table : report.tables) {
    text += fmt::format("## {}\n\n{}", escape_markdown(heading(table.id, table.title)), table_text(table));
  }
  if (!report.left_out.empty()) text += fmt::format("## {}\n\n{}", kLeftOutTitle, list_text(report.left_out));
  if (!report.maps.empty()) text += "## Maps\n\n" + maps_text(report);
  if (!report.provenance.empty()) {
    text += "## Provenance\n\n" + list_text(report.provenance);
  }
  text.pop_back();
  return text;
}

}  // namespace waymark
