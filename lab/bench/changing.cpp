#include "lab/bench/changing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "lab/run/map_changes.hpp"
#include "lab/run/processor_time.hpp"
#include "lab/view/html.hpp"
#include "lab/view/text_table.hpp"
#include "waymark/agent/registry.hpp"

namespace waymark {
namespace {

struct Turned {
  double edit_ns = 0;
  double replan_ns = 0;
  double first_path_ns = 0;
  double worst_step_ns = 0;
};
// A story that takes longer is told twice, not more: what others do meanwhile hardly shows in its mean. Not once,
// because it does show in the worst step of a single round.
constexpr double kLongNs = 50e6;
constexpr int kLeastRounds = 2;

// One run through a story; what each turn took.
Result<std::vector<Turned>> run_once(const ChangingStory& story, const AlgorithmChoice& choice,
                                     ChangingFigures* figures) {
  Map map(Grid(story.ground), story.rules);
  const auto made = choice.make(map);
  if (!made) return made.error();
  PathFinder& finder = **made;
  std::vector<Turned> turned;
  std::vector<NodeId> path;
  for (const ChangingTurn& turn : story.turns) {
    const std::uint64_t began = processor_ns();
    apply_changes(turn.edits, map);
    const std::uint64_t edited = processor_ns();
    Turned& took = turned.emplace_back();
    took.edit_ns = static_cast<double>(edited - began);
    path.clear();
    finder.start(turn.start, turn.goal);
    Status status = Status::kInProgress;
    std::uint64_t steps = 0;
    bool has_path = false;
    double first_bound = 1;  // of a search that proves none: it ends with the cheapest
    for (std::uint64_t before = edited; status == Status::kInProgress; ++steps) {
      status = finder.step({kStepUnits});
      const bool is_first = !has_path && finder.has_path();
      if (is_first || status != Status::kInProgress) {
        path.clear();
        finder.append_path(path);
      }
      const std::uint64_t now = processor_ns();
      took.worst_step_ns = std::max(took.worst_step_ns, static_cast<double>(now - before));
      took.replan_ns = static_cast<double>(now - edited);
      if (!has_path) took.first_path_ns = took.replan_ns;
      if (is_first && finder.solutions() != 0) first_bound = finder.bound();
      has_path |= is_first;
      before = now;
    }
    if (figures == nullptr) continue;
    const bool first = turned.size() == 1;
    if (!first) figures->most_steps = std::max(figures->most_steps, steps);
    figures->expanded += first ? 0 : finder.work().expanded;
    figures->replans += first ? 0 : 1;
    if (!first && has_path) {
      ++figures->with_path;
      figures->first_bound += first_bound;
    }
    figures->most_bytes = std::max(figures->most_bytes, finder.bytes());
    const Status expected = turn.cost == kInfiniteCost ? Status::kUnreachable : Status::kSolved;
    if (status != expected || finder.cost() != turn.cost) ++figures->wrong;
  }
  return turned;
}

std::string times(double ratio) {
  return ratio >= 100  ? fmt::format("{:.0f}", ratio)
         : ratio >= 10 ? fmt::format("{:.1f}", ratio)
                       : fmt::format("{:.2f}", ratio);
}

std::string shown_bytes(std::uint64_t bytes) { return fmt::format("{:.1f} KB", static_cast<double>(bytes) / 1000); }

}  // namespace

Result<Done> run_story(const ChangingStory& story, std::string_view algorithm, int rounds, ChangingFigures& figures) {
  const auto choice = parse_algorithm(algorithm);
  if (!choice) return choice.error();
  std::vector<Turned> best;
  const auto is_enough = [&best](int round) {
    if (round < kLeastRounds) return false;
    const double ns = std::accumulate(best.begin(), best.end(), 0.0, [](double sum, const Turned& turn) {
      return sum + turn.edit_ns + turn.replan_ns;
    });
    return ns > kLongNs;
  };
  for (int round = 0; round < rounds && !is_enough(round); ++round) {
    const auto turned = run_once(story, *choice, round == 0 ? &figures : nullptr);
    if (!turned) return turned.error();
    if (best.empty()) best = *turned;
    for (std::size_t i = 0; i < best.size(); ++i) {
      best[i].edit_ns = std::min(best[i].edit_ns, (*turned)[i].edit_ns);
      best[i].replan_ns = std::min(best[i].replan_ns, (*turned)[i].replan_ns);
      best[i].first_path_ns = std::min(best[i].first_path_ns, (*turned)[i].first_path_ns);
      best[i].worst_step_ns = std::min(best[i].worst_step_ns, (*turned)[i].worst_step_ns);
    }
  }
  for (std::size_t i = 1; i < best.size(); ++i) {
    figures.edit_ns += best[i].edit_ns;
    figures.replan_ns += best[i].replan_ns;
    figures.first_path_ns += best[i].first_path_ns;
    figures.worst_replan_ns = std::max(figures.worst_replan_ns, best[i].replan_ns);
    figures.worst_step_ns = std::max(figures.worst_step_ns, best[i].worst_step_ns);
  }
  return Done{};
}

std::vector<std::string> algorithms_for_changes() {
  std::vector<std::string> texts{"a-star", "jps"};
  for (const AlgorithmInfo& info : algorithms()) {
    if (info.family == "incremental" || info.family == "anytime") texts.emplace_back(info.key);
  }
  return texts;
}

std::string to_table(const ChangingSection& section) {
  TextTable table({{"  algorithm", TextTable::Align::kLeft},
                   {"expansions"},
                   {"edit"},
                   {"replan"},
                   {"first path"},
                   {"its bound"},
                   {"worst"},
                   {"worst step"},
                   {"steps"},
                   {"x a-star"},
                   {"x jps"},
                   {"memory"}});
  for (const ChangingFigures& figures : section.figures) {
    table.add_row(
        {"  " + figures.algorithm, format_grouped(figures.per_replan(static_cast<double>(figures.expanded)), 1),
         format_duration(figures.per_replan(figures.edit_ns)), format_duration(figures.per_replan(figures.replan_ns)),
         format_duration(figures.per_replan(figures.first_path_ns)), fmt::format("{:.2f}", figures.mean_first_bound()),
         format_duration(figures.worst_replan_ns), format_duration(figures.worst_step_ns),
         format_count(figures.most_steps), times(figures.gain_over(section.figures[0])),
         times(figures.gain_over(section.figures[1])), shown_bytes(figures.most_bytes)});
  }
  return fmt::format("{}, {}: {} ({} replans)\n{}", section.ground, section.story, section.summary,
                     format_count(section.figures.front().replans), table.to_string());
}

std::string changing_page(std::span<const ChangingSection> sections) {
  std::string body =
      "<h1>Planning again on maps that change</h1>\n<p>What it takes to plan again after a change, the edit of the map "
      "and the path included: searches that "
      "remember "
      "against A* and jump point search from scratch. Every cost was compared with the cheapest.</p>\n";
  for (const ChangingSection& section : sections) {
    const std::string title = fmt::format("{}, {}", section.ground, section.story);
    std::vector<Bar> bars;
    std::vector<Bar> worst;
    HtmlTable table({{"algorithm", false},
                     {"expansions", true, "per replan"},
                     {"edit, µs", true, "of the map and what is derived from it"},
                     {"replan, µs", true, "mean"},
                     {"first path, µs", true, "mean; an anytime search has one before its last"},
                     {"its bound", true, "how many times the cheapest it costs at most, by what was proven"},
                     {"worst, µs", true, "replan"},
                     {"worst step, µs", true, fmt::format("of {} work units", kStepUnits)},
                     {"steps", true, "of a replan, at the most"},
                     {"× a-star", true, "how many times as fast, edit included"},
                     {"× jps", true, "how many times as fast, edit included"},
                     {"memory, KB", true, "of the search, at the most"}});
    for (const ChangingFigures& figures : section.figures) {
      const double ns = figures.whole_ns();
      bars.push_back({figures.algorithm, ns / 1000, format_duration(ns)});
      worst.push_back({figures.algorithm, figures.worst_replan_ns / 1000, format_duration(figures.worst_replan_ns)});
      const auto number = [](double value, int decimals) {
        return HtmlTable::Cell{format_grouped(value, decimals), value};
      };
      table.add_row({{figures.algorithm},
                     number(figures.per_replan(static_cast<double>(figures.expanded)), 1),
                     number(figures.per_replan(figures.edit_ns) / 1000, 2),
                     number(figures.per_replan(figures.replan_ns) / 1000, 2),
                     number(figures.per_replan(figures.first_path_ns) / 1000, 2),
                     number(figures.mean_first_bound(), 2),
                     number(figures.worst_replan_ns / 1000, 1),
                     number(figures.worst_step_ns / 1000, 1),
                     number(static_cast<double>(figures.most_steps), 0),
                     number(figures.gain_over(section.figures[0]), 2),
                     number(figures.gain_over(section.figures[1]), 2),
                     number(static_cast<double>(figures.most_bytes) / 1000, 1)});
    }
    body += fmt::format("<h2>{}</h2>\n<p>{}; {} replans.</p>\n", escape_html(title), escape_html(section.summary),
                        format_count(section.figures.front().replans));
    body += "<div class=\"grid two\">\n" + bar_plot("Edit and replan, mean", "µs", bars) +
            bar_plot("Worst replan", "µs", worst) + "</div>\n" + table.to_string();
  }
  return html_page("Planning again on maps that change", body);
}

}  // namespace waymark
