#include <fmt/format.h>

#include <utility>

#include "lab/experiments/report.hpp"
#include "lab/experiments/report_text.hpp"
#include "lab/view/html.hpp"
#include "lab/view/line_plot.hpp"
#include "lab/view/text_table.hpp"
#include "waymark/base/assert.hpp"
#include "waymark/base/version.hpp"

namespace waymark {
namespace {

const char* badge_class(Verdict verdict) {
  switch (verdict) {
    case Verdict::kHolds: return "badge holds";
    case Verdict::kWithinNoise: return "badge noise";
    case Verdict::kDoesNotHold: return "badge fails";
    case Verdict::kNotComparable:
    case Verdict::kNotMeasured: return "badge";
  }
  return "badge";
}

std::string anchor(const char* kind, std::size_t index) { return fmt::format("{}-{}", kind, index + 1); }

// What has a heading of its own, and where.
std::string contents(const Report& report) {
  std::string items;
  const auto add = [&items](const std::string& target, const std::string& text) {
    items += fmt::format("<li><a href=\"#{}\">{}</a></li>\n", target, escape_html(text));
  };
  for (std::size_t i = 0; i < report.tables.size(); ++i) {
    add(anchor("table", i), heading(report.tables[i].id, report.tables[i].title));
  }
  for (std::size_t i = 0; i < report.figures.size(); ++i) {
    add(anchor("figure", i), heading(report.figures[i].id, report.figures[i].title));
  }
  if (!report.pictures.empty()) add("pictures", "Pictures");
  if (!report.maps.empty()) add("maps", "Maps");
  if (!report.left_out.empty()) add("left-out", kLeftOutTitle);
  if (!report.provenance.empty()) add("provenance", "Provenance");
  return items.empty() ? "" : "<nav><ul class=\"contents\">\n" + items + "</ul></nav>\n";
}

std::string claims(const Report& report) {
  if (report.claims.empty()) return "";
  std::string html = "<h2>Claims</h2>\n<ul class=\"card claims\">\n";
  for (const ReportClaim& claim : report.claims) {
    html += fmt::format("<li><span class=\"{}\">{}</span><div>{}", badge_class(claim.verdict), to_string(claim.verdict),
                        escape_html(claim.text));
    if (!claim.detail.empty()) html += fmt::format("<p class=\"soft\">{}</p>", escape_html(claim.detail));
    if (!claim.paper.empty()) html += fmt::format("<p class=\"soft\">The paper: {}</p>", escape_html(claim.paper));
    if (!claim.argument.empty()) {
      html += fmt::format("<p class=\"soft\">Not comparable: {}</p>", escape_html(claim.argument));
    }
    html += "</div></li>\n";
  }
  return html + "</ul>\n";
}

std::string with_unit(const FigureText& text) { return text.value + (text.unit.empty() ? "" : " " + text.unit); }

std::string page_table(const ReportTable& table) {
  bool any_published = false;
  for (std::size_t i = 0; i < table.columns.size(); ++i) any_published = any_published || has_published(table, i);
  std::vector<HtmlTable::Column> columns{{"", false}};
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const std::string measure = measure_text(table, i);
    if (!any_published) {
      columns.push_back({measure});
      continue;
    }
    columns.push_back({"here", true, "measured, with its 95 % interval", measure});
    if (has_published(table, i)) columns.push_back({"published", true, "", measure, true});
  }
  HtmlTable html(std::move(columns));
  for (const ReportTable::Row& row : table.rows) {
    WAYMARK_ASSERT(row.cells.size() == table.columns.size());
    std::vector<HtmlTable::Cell> cells{{row.name}};
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      const auto& [measured, published, note] = row.cells[i];
      if (measured && measured->count > 0) {
        const FigureText text = measured_text(table, i, *measured);
        cells.push_back({with_unit(text) + (note.empty() ? "" : kNoteMark), measured->value, text.interval});
      } else {
        cells.push_back({"-"});
      }
      if (!has_published(table, i)) continue;
      cells.push_back(published ? HtmlTable::Cell{with_unit(published_text(table, i, *published)), *published}
                                : HtmlTable::Cell{""});
    }
    html.add_row(std::move(cells));
  }
  std::string notes;
  for (const std::string& note : notes_of(table)) notes += fmt::format("<li>†&nbsp;{}</li>\n", escape_html(note));
  return html.to_string() + (notes.empty() ? "" : "<ul class=\"soft\">\n" + notes + "</ul>\n");
}

std::string pictures(const Report& report) {
  if (report.pictures.empty()) return "";
  std::string html = "<h2 id=\"pictures\">Pictures</h2>\n<div class=\"grid pictures\">\n";
  for (const ReportPicture& picture : report.pictures) {
    const std::string caption = escape_html(heading(picture.id, picture.title));
    html += fmt::format(
        "<figure class=\"card\"><img src=\"data:image/png;base64,{}\" alt=\"{}\"><figcaption>{}<p><code "
        "class=\"soft\">{}</code></p></figcaption></figure>\n",
        encode_base64(picture.png), caption, caption, escape_html(picture.file));
  }
  return html + "</div>\n";
}

std::string maps(const Report& report) {
  if (report.maps.empty()) return "";
  HtmlTable table({{"map", false}, {"fingerprint", false}, {"states"}, {"problems"}});
  for (const Report::MapLine& map : report.maps) {
    table.add_row({{map.name},
                   {map.fingerprint},
                   {format_count(map.states), static_cast<double>(map.states)},
                   {format_count(map.problems), static_cast<double>(map.problems)}});
  }
  constexpr std::size_t kMany = 12;  // from here on behind a fold
  const std::string count = report.maps.size() == 1 ? "One map" : format_count(report.maps.size()) + " maps";
  return fmt::format("<h2 id=\"maps\">Maps</h2>\n<details{}><summary>{}</summary>\n{}</details>\n",
                     report.maps.size() < kMany ? " open" : "", count, table.to_string());
}

std::string list(const char* id, const char* title, const std::vector<std::string>& lines) {
  if (lines.empty()) return "";
  std::string html = fmt::format("<h2 id=\"{}\">{}</h2>\n<ul>\n", id, title);
  for (const std::string& line : lines) html += fmt::format("<li>{}</li>\n", escape_html(line));
  return html + "</ul>\n";
}

}  // namespace

std::string report_page(const Report& report) {
  std::string body = fmt::format("<div class=\"report\">\n<h1>{}</h1>\n", escape_html(report.title));
  if (!report.paper.empty()) body += fmt::format("<p class=\"soft\">{}</p>\n", escape_html(report.paper));
  if (report.quick) body += fmt::format("<p class=\"note\">{}</p>\n", kQuickNote);
  body += contents(report) + claims(report);
  if (!report.tables.empty()) body += "<h2>Tables</h2>\n";
  for (std::size_t i = 0; i < report.tables.size(); ++i) {
    const ReportTable& table = report.tables[i];
    body += fmt::format("<h3 id=\"{}\">{}</h3>\n{}", anchor("table", i), escape_html(heading(table.id, table.title)),
                        page_table(table));
  }
  if (!report.figures.empty()) body += "<h2>Figures</h2>\n<p class=\"soft\">Bars are 95 % intervals.</p>\n";
  for (std::size_t i = 0; i < report.figures.size(); ++i) body += line_plot(report.figures[i], anchor("figure", i));
  body += pictures(report) + maps(report) + list("left-out", kLeftOutTitle, report.left_out) +
          list("provenance", "Provenance", report.provenance);
  body +=
      "<footer>Made by <code>waymark</code>, version " WAYMARK_VERSION
      ". Click a heading of a table to sort by it; rest the pointer on a point of a plot for its figures.</footer>\n"
      "</div>\n";
  return html_page("Waymark: " + report.title, body);
}

}  // namespace waymark
