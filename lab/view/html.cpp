#include "lab/view/html.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include "waymark/base/assert.hpp"

namespace waymark {
namespace {

constexpr std::string_view kStyle = R"css(
:root { color-scheme: light dark; --page: #faf9f6; --card: #ffffff; --text: #1d1d21; --soft: #5d5d66; --line: #dfddd6;
  --accent: #1f6fb2; --bar: #4a90c9; --front: #b8174d; --shade: #f2f0ea;
  --good: #1d7a3e; --unsure: #946200; --bad: #b3261e;
  --k0: #1f6fb2; --k1: #d9720b; --k2: #2a8f45; --k3: #7d4fb8; --k4: #0f9aa0; --k5: #8a5a44;
  --k6: #8a8a00; --k7: #3a3fc4; --k8: #77787d; --k9: #63b51f; --k10: #3aa9e6; --k11: #1d2b3a; }
@media (prefers-color-scheme: dark) {
  :root { --page: #16171a; --card: #1f2125; --text: #ecebe6; --soft: #a3a3ad; --line: #34363c; --accent: #7ab8ec;
    --bar: #4f97d1; --front: #ff7ba5; --shade: #282a2f;
    --good: #63c987; --unsure: #e3b04b; --bad: #ff8a80;
    --k0: #6db3f2; --k1: #f79a45; --k2: #5fcb7c; --k3: #bd96ef; --k4: #45cdd3; --k5: #c79a84;
    --k6: #cfcf4a; --k7: #8f95ff; --k8: #a9abb3; --k9: #a6e26b; --k10: #b5e0fb; --k11: #f4f6f8; } }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--page); color: var(--text); font: 16px/1.55 system-ui, -apple-system, "Segoe UI",
  Roboto, "DejaVu Sans", sans-serif; }
main { max-width: 1120px; margin: 0 auto; padding: 2.5rem 1.25rem 3rem; }
h1 { font-size: clamp(1.6rem, 5vw, 2.3rem); line-height: 1.15; letter-spacing: -0.02em; margin: 0 0 .75rem; }
h2 { font-size: 1.25rem; letter-spacing: -0.01em; margin: 2.5rem 0 .9rem; }
h3 { font-size: 1.02rem; margin: 0; }
p { margin: 0 0 .8rem; max-width: 46rem; }
.soft { color: var(--soft); }
code { white-space: nowrap; font: .88em ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 12px; overflow: hidden; }
.scroll { overflow-x: auto; }
.scroll + p { margin-top: .8rem; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; font-size: .93rem; }
th, td { padding: .6rem .75rem; text-align: left; white-space: nowrap; border-bottom: 1px solid var(--line); }
tbody tr:last-child td { border-bottom: 0; }
th { background: var(--shade); padding: 0; white-space: normal; vertical-align: bottom; }
th:first-child, td:first-child { position: sticky; left: 0; background: var(--card); }
th:first-child, tbody tr:hover td { background: var(--shade); }
th button { all: unset; cursor: pointer; display: block; box-sizing: border-box; width: 100%; padding: .55rem .75rem;
  font-size: .82rem; font-weight: 600; color: var(--soft); }
th button:hover { color: var(--text); }
th button:focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; }
th button::after { content: "\2195"; opacity: .35; margin-left: .3em; }
th[aria-sort=ascending] button::after { content: "\2191"; opacity: 1; }
th[aria-sort=descending] button::after { content: "\2193"; opacity: 1; }
.number { text-align: right; }
.dense { font-size: .86rem; }
.dense td { padding: .55rem .45rem; }
.dense th button { padding: .5rem .45rem; font-size: .78rem; }
.dense th button::after { margin-left: .15em; }
.grid { display: grid; gap: 1.1rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 21rem), 1fr)); }
.grid.two { grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); }
figure { margin: 0; }
figcaption { padding: .85rem 1rem 1rem; font-size: .92rem; }
figcaption p { margin: .25rem 0 0; }
.figures { display: flex; flex-wrap: wrap; gap: .1rem .9rem; margin-top: .55rem; font-variant-numeric: tabular-nums; }
.figures b { font-weight: 650; }
svg.trace { display: block; width: 100%; height: auto; background: #2b2b30; }
.plot { padding: 1rem 1.1rem; }
.plot svg { display: block; width: 100%; height: auto; margin-top: .3rem; }
.plot text { fill: var(--text); font-size: 13px; }
.plot text.tick { fill: var(--soft); font-size: 11.5px; }
.plot line { stroke: var(--line); }
.plot rect { fill: var(--bar); }
.chart svg { max-width: 50rem; margin: .6rem auto 0; }
.plot.chart text { font-size: 9px; font-weight: 600; }
.plot.chart text.tick { font-size: 8.5px; font-weight: 400; }
.scatter circle { stroke-width: 1.5; }
.scatter circle.on { fill: var(--front); stroke: var(--front); }
.scatter circle.off { fill: var(--bar); stroke: var(--bar); }
.scatter circle.partial { fill: var(--card); }
.scatter .front { fill: none; stroke: var(--front); stroke-width: 1.4; stroke-dasharray: 4 3; }
.scatter ol { columns: 17rem; margin: .6rem 0 0; padding-left: 1.9em; font-size: .92rem; }
.scatter li::marker { color: var(--soft); font-variant-numeric: tabular-nums; }
.scatter li.on::marker { color: var(--front); font-weight: 700; }
.scatter li.on code { color: var(--front); font-weight: 650; }
.scatter code { white-space: normal; overflow-wrap: anywhere; }
@media (max-width: 600px) {
  main { padding: 1.6rem 1rem 2rem; }
  .plot text { font-size: 17px; }
  .plot text.tick { font-size: 15px; }
  .plot.chart { padding: .9rem .75rem; }
  .plot.chart text { font-size: 15px; }
  .plot.chart text.tick { font-size: 15px; } }
.legend { display: flex; flex-wrap: wrap; gap: .3rem 1.1rem; font-size: .92rem; margin: 0 0 1rem; padding: 0;
  list-style: none; }
.legend i { display: inline-block; width: .85em; height: .85em; border-radius: 3px; margin-right: .4em;
  vertical-align: -.06em; border: 1px solid rgba(128, 128, 128, .5); }
.report h3 { margin: 1.6rem 0 .6rem; overflow-wrap: anywhere; }
.report .card h3 { margin: 0; }
.report h1, .report p, .report li, figcaption, summary { overflow-wrap: anywhere; }
.report code { white-space: normal; }
.report tr.groups th { padding: .5rem .75rem 0; font-size: .86rem; text-align: right; min-width: 6rem; }
.report tr.groups th:first-child { min-width: 0; }
.report td small { display: block; color: var(--soft); font-size: .78rem; line-height: 1.3; }
.report td { vertical-align: top; }
.report td:first-child { white-space: normal; min-width: 7rem; max-width: 16rem; overflow-wrap: anywhere; }
.report td.number:not(.published), .report tr.groups th + th { border-left: 1px solid var(--line); }
.report .published, .report th.published button { color: var(--front); }
.note { border-left: 4px solid var(--unsure); background: var(--shade); padding: .6rem .9rem; border-radius: 6px; }
.contents { columns: 20rem; margin: 1.2rem 0 0; padding: 0; list-style: none; font-size: .93rem; }
.contents li { padding: .12rem 0; break-inside: avoid; }
.report a { color: var(--accent); text-decoration: none; }
.report a:hover { text-decoration: underline; }
.claims { margin: 0; padding: 0; list-style: none; }
.claims li { display: grid; grid-template-columns: 9rem 1fr; gap: .2rem 1rem; padding: .8rem 1rem;
  border-bottom: 1px solid var(--line); align-items: start; }
.claims li:last-child { border-bottom: 0; }
.claims p { margin: 0; max-width: none; font-size: .92rem; }
.badge { justify-self: start; border-radius: 99px; padding: .12rem .7rem; font-size: .8rem; font-weight: 650;
  white-space: nowrap; color: var(--card); background: var(--soft); }
.badge.holds { background: var(--good); }
.badge.noise { background: var(--unsure); }
.badge.fails { background: var(--bad); }
@media (max-width: 600px) {
  .claims li { grid-template-columns: 1fr; }
  .report td:first-child { max-width: 10rem; } }
.lines { margin-top: 1.1rem; scroll-margin-top: 1rem; }
.lines .axis { margin: .6rem auto 0; max-width: 50rem; font-size: .88rem; color: var(--soft); }
.lines .axis.end { margin-top: 0; text-align: right; }
.plot.lines svg { margin-top: 0; }
.lines .legend { max-width: 50rem; margin: .7rem auto 0; font-size: .88rem; }
.plot.lines .legend svg { display: inline-block; width: 30px; height: 12px; margin: 0 .4em 0 0; }
.lines .legend li { display: flex; align-items: baseline; }
.lines .legend svg { flex: none; }
.lines polyline, .lines .bar { fill: none; stroke: currentColor; stroke-width: 1.5; }
.lines .bar { stroke-width: 1; opacity: .6; }
.lines .mark { fill: currentColor; stroke: var(--card); stroke-width: .7; }
.lines .other { fill: var(--front); stroke: currentColor; stroke-width: 1.2; }
.lines .later { stroke-dasharray: 5 3; }
.pictures { align-items: start; }
details summary { margin-bottom: .6rem; cursor: pointer; }
.pictures img { display: block; width: 100%; height: auto; image-rendering: pixelated; background: var(--shade); }
.k0 { color: var(--k0); } .k1 { color: var(--k1); } .k2 { color: var(--k2); } .k3 { color: var(--k3); }
.k4 { color: var(--k4); } .k5 { color: var(--k5); } .k6 { color: var(--k6); } .k7 { color: var(--k7); }
.k8 { color: var(--k8); } .k9 { color: var(--k9); } .k10 { color: var(--k10); } .k11 { color: var(--k11); }
footer { margin-top: 2.5rem; font-size: .88rem; color: var(--soft); }
)css";

constexpr std::string_view kScript = R"js(
document.querySelectorAll("table.sortable").forEach(table => {
  const body = table.tBodies[0], heads = [...table.tHead.rows[table.tHead.rows.length - 1].cells];
  heads.forEach((head, column) => head.querySelector("button").addEventListener("click", () => {
    const rising = head.getAttribute("aria-sort") !== "ascending";
    heads.forEach(other => other.removeAttribute("aria-sort"));
    head.setAttribute("aria-sort", rising ? "ascending" : "descending");
    const key = row => row.cells[column].dataset.value, sign = rising ? 1 : -1;
    const number = row => parseFloat(key(row));
    const compare = head.classList.contains("number")
      ? (a, b) => isNaN(number(a)) - isNaN(number(b)) || sign * (number(a) - number(b)) || 0
      : (a, b) => sign * key(a).localeCompare(key(b));
    [...body.rows].sort(compare).forEach(row => body.append(row));
  }));
});
)js";

}  // namespace

std::string power_of_ten_text(int power) {
  if (power < -2 || power > 6) return fmt::format("1e{}", power);
  if (power < 0) return fmt::format("{:.{}f}", std::pow(10.0, power), -power);
  std::string text = "1" + std::string(static_cast<std::size_t>(power), '0');
  if (power >= 3) text.insert(text.size() - 3, ",");
  if (power >= 6) text.insert(text.size() - 7, ",");
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
      escape_html(title), kStyle, body, kScript);
}

void HtmlTable::add_row(std::vector<Cell> row) {
  WAYMARK_ASSERT(row.size() == columns_.size());
  rows_.push_back(std::move(row));
}

std::string HtmlTable::to_string() const {
  constexpr std::size_t kManyColumns = 11;
  std::string html = fmt::format("<div class=\"card scroll\"><table class=\"sortable{}\">\n<thead>",
                                 columns_.size() > kManyColumns ? " dense" : "");
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
  return html + "</tbody>\n</table></div>\n";
}

std::string HtmlTable::class_of(const Column& column) {
  if (column.is_published) return column.is_number ? " class=\"number published\"" : " class=\"published\"";
  return column.is_number ? " class=\"number\"" : "";
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
  double low = std::numeric_limits<double>::infinity();
  double high = 0;
  for (const Bar& bar : bars) {
    if (!(bar.value > 0)) continue;
    low = std::min(low, bar.value);
    high = std::max(high, bar.value);
  }
  if (high == 0) low = high = 1;
  const auto first = static_cast<int>(std::floor(std::log10(low) - 0.15));  // the shortest bar is still a bar
  const auto last = std::max(static_cast<int>(std::ceil(std::log10(high))), first + 1);
  const auto place = [&](double power) { return (power - first) / (last - first) * kWidth; };

  const double bottom = kRow * static_cast<double>(bars.size()) + 4;
  std::string svg = fmt::format("<svg viewBox=\"-2 0 {} {}\" role=\"img\" aria-label=\"{}\">\n", kWidth + 4,
                                bottom + 18, escape_html(title));
  for (int power = first; power <= last; ++power) {
    const char* anchor = power == first ? "start" : power == last ? "end" : "middle";
    svg += fmt::format(
        "<line x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"0\" y2=\"{1:.1f}\"/><text class=\"tick\" x=\"{0:.1f}\" y=\"{2:.1f}\" "
        "text-anchor=\"{3}\">{4}</text>\n",
        place(power), bottom, bottom + 15, anchor, power_of_ten_text(power));
  }
  double y = 0;
  for (const Bar& bar : bars) {
    const double length = bar.value > 0 ? place(std::log10(bar.value)) : 0;
    svg += fmt::format(
        "<text x=\"2\" y=\"{:.1f}\">{}</text><text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>"
        "<rect x=\"0\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"13\" rx=\"3\"/>\n",
        y + 17, escape_html(bar.label), kWidth - 2, y + 17, escape_html(bar.text), y + 23, length);
    y += kRow;
  }
  return fmt::format(
      "<div class=\"card plot\"><h3>{}</h3><span class=\"soft\">{}, logarithmic</span>\n{}</svg></div>\n",
      escape_html(title), escape_html(unit), svg);
}

}  // namespace waymark
