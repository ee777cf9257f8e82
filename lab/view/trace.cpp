#include "lab/view/trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "lab/run/living_walk.hpp"
#include "lab/run/map_changes.hpp"
#include "lab/view/html.hpp"
#include "lab/view/text_table.hpp"

namespace waymark {
namespace {

constexpr int kSmallMap = 100;  // cells a side: each is still seen in a card

// Its states are seen as it visits them, or never: each pass of such a search visits all that the one before did.
bool forgets_where_it_was(const AlgorithmChoice& algorithm) {
  return algorithm.info->key == "ida" || algorithm.info->key == "me-ida";
}

}  // namespace

bool traces_walk(const AlgorithmChoice& algorithm, const RunOptions& options) {
  return !algorithm.info->is_whole_path() || options.is_living();
}

Result<Trace> make_trace(const Map& map, const AlgorithmChoice& algorithm, NodeId start, NodeId goal,
                         const RunOptions& options) {
  Trace trace;
  if (options.is_living()) {
    auto made = walk_in_world(map, algorithm, map.grid().cell(start), map.grid().cell(goal), options);
    if (!made) return made.error();
    trace.edited = std::move(made->map);
    trace.colours = visit_colours(*trace.edited, made->walk.positions);
    return trace;
  }
  if (!algorithm.info->is_whole_path()) {
    const auto agent = make_agent_for(map, algorithm, options);
    if (!agent) return agent.error();
    Walk made;
    walk(**agent, map, start, goal, options, made);
    trace.colours = visit_colours(map, made.positions);
    return trace;
  }
  auto finder = algorithm.make(map, options.databases);
  if (!finder) return finder.error();
  trace.finder = *std::move(finder);
  PathFinder& found = *trace.finder;
  if (!forgets_where_it_was(algorithm)) {
    found.solve(start, goal);
    trace.colours = touched_colours(found);
  } else {
    std::vector<bool> visited(map.grid().id_bound());
    found.start(start, goal);
    while (found.status() == Status::kInProgress) {
      found.step({1});
      if (const NodeId last = found.last_expanded(); last != kNoNode) visited[last] = true;
    }
    trace.colours = [visited = std::move(visited)](NodeId node) {
      return visited[node] ? std::optional(picture_colours::kClosed) : std::nullopt;
    };
  }
  found.append_path(trace.path);
  return trace;
}

bool traces_repair(const AlgorithmChoice& algorithm, const RunOptions& options) {
  const std::string_view family = algorithm.info->family;
  return (family == "incremental" || family == "anytime") && options.edits != nullptr && !options.chase &&
         options.vision == 0;
}

Result<Trace> make_repair_trace(const Map& map, const AlgorithmChoice& algorithm, NodeId start, NodeId goal,
                                const EditScript& script) {
  Trace trace;
  trace.edited = std::make_unique<Map>(Grid(map.grid()), map.rules());
  auto made = algorithm.make(*trace.edited);
  if (!made) return made.error();
  trace.finder = *std::move(made);
  PathFinder& finder = *trace.finder;
  finder.solve(start, goal);
  std::vector<AreaEdit> edits;
  edits.reserve(script.edits.size());
  for (const ScriptedEdit& edit : script.edits) edits.push_back({edit.area, edit.passable});
  apply_changes(edits, *trace.edited);
  finder.start(start, goal);
  std::set<NodeId> repaired;
  while (finder.status() == Status::kInProgress) {
    const std::uint64_t before = finder.work().expanded;
    finder.step({1});
    if (finder.work().expanded != before && finder.last_expanded() != kNoNode) repaired.insert(finder.last_expanded());
  }
  finder.append_path(trace.path);
  // Those that keep values, and no tree, search anew: all that they have expanded is of the last search.
  const bool searches_anew = finder.last_expanded() == kNoNode;
  trace.colours = [&finder, searches_anew, touched = touched_colours(finder),
                   repaired = std::move(repaired)](NodeId node) {
    const bool is_repaired = repaired.contains(node) || (searches_anew && finder.touch(node) == Touch::kClosed);
    return is_repaired ? std::optional(picture_colours::kRepaired) : touched(node);
  };
  return trace;
}

Rect trace_area(const Map& map, std::span<const AlgorithmChoice> algorithms, NodeId start, NodeId goal,
                const RunOptions& options) {
  const Rect all = whole_area(map);
  if (std::max(all.width, all.height) <= kSmallMap) return all;
  int left = all.width;
  int top = all.height;
  int right = 0;
  int bottom = 0;
  for (const AlgorithmChoice& algorithm : algorithms) {
    const auto trace = make_trace(map, algorithm, start, goal, options);
    if (!trace) continue;
    const Rect area = coloured_area(map, trace->colours, start, goal);
    left = std::min(left, area.x);
    top = std::min(top, area.y);
    right = std::max(right, area.x + area.width);
    bottom = std::max(bottom, area.y + area.height);
  }
  if (left >= right) return all;
  const int room = 2 + std::max(right - left, bottom - top) / 20;
  left = std::max(left - room, 0);
  top = std::max(top - room, 0);
  return {left, top, std::min(right + room, all.width) - left, std::min(bottom + room, all.height) - top};
}

std::string trace_card(const Map& map, const AlgorithmChoice& algorithm, const RunRow& row, const RunOptions& options,
                       Rect area) {
  const AlgorithmInfo& info = *algorithm.info;
  const NodeId start = map.grid().node(row.start);
  const NodeId goal = map.grid().node(row.goal);
  const auto trace = make_trace(map, algorithm, start, goal, options.with(row.goal_walk));
  if (!trace) return "";
  const std::string text = algorithm.to_string();
  const bool is_walk = traces_walk(algorithm, options);
  const std::string description =
      is_walk ? "How often " + text + " stood on each cell" : "States touched and path of " + text;
  std::string summary(info.summary);
  if (!summary.empty() && summary.front() >= 'a' && summary.front() <= 'z') {
    summary.front() = static_cast<char>(summary.front() - 'a' + 'A');
  }
  std::string figures;
  const auto add = [&figures](std::string_view name, const std::string& value) {
    figures += fmt::format("<span>{} <b>{}</b></span>", name, value);
  };
  add("cost", row.cost ? format_decimal(*row.cost, 2) : std::string(to_string(row.status)));
  add("expanded", format_count(row.work.expanded));
  if (row.living) {
    add("replans", format_count(row.living->replans));
    add("blocked steps", format_count(row.living->blocked_steps));
    if (row.living->goal_moves) add("steps", format_count(row.steps));
    if (row.living->discovered) add("discovered", format_count(*row.living->discovered));
  }
  if (is_walk) {
    add("moves", format_count(row.moves));
    add("visits per state", format_decimal(row.visits_per_state(), 2));
  } else {
    add("time", format_duration(static_cast<double>(row.first_move_ns)));
  }
  return fmt::format(
      "<figure class=\"card\">{}<figcaption><h3>{}</h3><p>{}.</p><p class=\"soft\">{} · <code>{}</code></p>"
      "<div class=\"figures\">{}</div></figcaption></figure>\n",
      draw_trace_inline(trace->edited != nullptr ? *trace->edited : map, trace->colours, trace->path, start, goal,
                        description, area, is_walk ? TraceKind::kWalk : TraceKind::kTouched),
      escape_html(info.title), escape_html(summary), escape_html(info.citation), escape_html(text), figures);
}

std::vector<LegendEntry> trace_colours(bool has_searches, bool has_agents, bool has_repairs) {
  using namespace picture_colours;
  std::vector<LegendEntry> legend{{"start", kStart}, {"goal", kGoal}, {"wall", kWall}};
  if (has_searches) {
    legend.insert(legend.end(), {{"expanded", kClosed}, {"seen, not expanded", kOpen}, {"path", kPath}});
  }
  if (has_repairs) legend.push_back({"expanded by the repair", kRepaired});
  if (has_agents) {
    legend.insert(legend.end(), {{"stood on once", visit_colour(1)},
                                 {"4 times", visit_colour(4)},
                                 {"16 times", visit_colour(16)},
                                 {"128 times or more", visit_colour(128)}});
  }
  return legend;
}

std::string trace_legend(bool has_searches, bool has_agents) {
  std::string html = "<ul class=\"legend\">";
  for (const auto& [name, colour] : trace_colours(has_searches, has_agents)) {
    html += fmt::format("<li><i style=\"background:{}\"></i>{}</li>", to_css(colour), name);
  }
  return html + "</ul>\n";
}

}  // namespace waymark
