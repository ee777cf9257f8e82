#include "lab/race/race.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "lab/race/race_tables.hpp"
#include "lab/view/html.hpp"
#include "lab/view/scatter_plot.hpp"
#include "lab/view/text_table.hpp"
#include "lab/view/trace.hpp"
#include "waymark/base/assert.hpp"
#include "waymark/base/version.hpp"

namespace waymark {
namespace {

// Sums up the rows of one algorithm as they come.
class Tally {
 public:
  explicit Tally(AlgorithmChoice algorithm) { entry_.algorithm = std::move(algorithm); }

  void add(const RunRow& row) {
    ++entry_.problems;
    if (row.status == Status::kSolved) ++entry_.solved;
    if (row.status == Status::kOutOfBudget) ++entry_.out_of_budget;
    if (row.status == Status::kUnreachable) ++entry_.unreachable;
    for (const std::uint64_t time : row.step_ns) entry_.time.add(time);
    if (row.suboptimality) suboptimality_.push_back(*row.suboptimality);
    expanded_ += row.work.expanded;
    climb_steps_ += row.work.climb_steps;
    steps_ += row.steps;
    visits_ += row.visits_per_state();
    entry_.max_expanded_per_move = std::max(entry_.max_expanded_per_move, row.max_expanded_per_move);
    entry_.peak_states = std::max(entry_.peak_states, row.work.peak_states);
    entry_.database = row.database;
    entry_.fell_back += row.work.fell_back;
    if (row.living) add_living(row);
    online_ += static_cast<double>(row.work.peak_states);
    online_bytes_ += static_cast<double>(row.online_bytes);
  }

  RaceEntry finish() {
    entry_.suboptimality = summarise(std::move(suboptimality_));
    entry_.steps = summarise(std::move(steps_until_caught_));
    entry_.walked = summarise(std::move(walked_));
    if (steps_ > 0) {
      entry_.expanded_per_move = static_cast<double>(expanded_) / static_cast<double>(steps_);
      entry_.climb_steps_per_move = static_cast<double>(climb_steps_) / static_cast<double>(steps_);
    }
    const auto problems = static_cast<double>(std::max<std::uint64_t>(entry_.problems, 1));
    entry_.visits_per_state = visits_ / problems;
    entry_.online_states = online_ / problems;
    entry_.online_bytes = online_bytes_ / problems;
    return std::move(entry_);
  }

 private:
  void add_living(const RunRow& row) {
    if (!entry_.living) entry_.living.emplace();
    LivingFigures& sum = *entry_.living;
    sum.replans += row.living->replans;
    sum.blocked_steps += row.living->blocked_steps;
    if (row.living->discovered) sum.discovered = sum.discovered.value_or(0) + *row.living->discovered;
    if (!row.living->goal_moves) return;
    sum.goal_moves = sum.goal_moves.value_or(0) + *row.living->goal_moves;
    if (!row.cost) return;
    steps_until_caught_.push_back(static_cast<double>(row.steps));
    walked_.push_back(*row.cost);
  }

  RaceEntry entry_{};
  std::vector<double> suboptimality_;
  std::vector<double> steps_until_caught_;
  std::vector<double> walked_;
  std::uint64_t expanded_ = 0;
  std::uint64_t climb_steps_ = 0;
  std::uint64_t steps_ = 0;
  double visits_ = 0;
  double online_ = 0;
  double online_bytes_ = 0;
};

void find_break_even(std::vector<RaceEntry>& entries) {
  const auto tba = std::find_if(entries.begin(), entries.end(),
                                [](const RaceEntry& entry) { return entry.algorithm.info->key == "tba"; });
  if (tba == entries.end()) return;
  for (RaceEntry& entry : entries) {
    if (!entry.database) continue;
    entry.break_even = break_even(entry.database->states, entry.online_states, tba->online_states);
  }
}

// Whether it solved what could be solved: in a world that changes that depends on the walk, so what the best of the
// race solved.
bool solved_all(const RaceEntry& entry, const std::vector<RaceEntry>& entries) {
  if (!entry.living) return entry.solved > 0 && entry.solved + entry.unreachable == entry.problems;
  return entry.solved > 0 && std::all_of(entries.begin(), entries.end(),
                                         [&](const RaceEntry& other) { return other.solved <= entry.solved; });
}

// What its walks are judged by.
double length_of(const RaceEntry& entry) {
  const bool is_chase = entry.living && entry.living->goal_moves;
  return is_chase ? entry.walked.mean : entry.suboptimality.mean;
}

void mark_front(std::vector<RaceEntry>& entries) {
  std::vector<std::pair<double, double>> points;
  std::vector<RaceEntry*> owners;
  for (RaceEntry& entry : entries) {
    if (!solved_all(entry, entries)) continue;
    points.emplace_back(entry.expanded_per_move, length_of(entry));
    owners.push_back(&entry);
  }
  const std::vector<bool> on_front = pareto_front(points);
  for (std::size_t i = 0; i < owners.size(); ++i) owners[i]->on_front = on_front[i];
}

// A long problem, but not the longest; of those with a path, if there are any.
std::size_t problem_to_show(const std::vector<Problem>& problems) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < problems.size(); ++i) {
    if (problems[i].optimal) order.push_back(i);
  }
  if (order.empty()) return 0;
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return *problems[a].optimal < *problems[b].optimal; });
  return order[order.size() - 1 - order.size() / 20];
}

std::string to_page(const Map& map, const std::string& map_name, const std::vector<RaceEntry>& entries,
                    const std::vector<RunRow>& shown, const RunOptions& options) {
  const Grid& grid = map.grid();
  const std::string name = escape_html(map_name);
  std::string body = fmt::format(
      "<h1>Waymark race on {}</h1>\n<p>{} on the map <b>{}</b> ({} × {} cells, {} of them passable), the same for each "
      "algorithm. Counts of states are exact and the same on every machine; times are those of the machine that made "
      "this page.</p>\n",
      name, entries.front().problems == 1 ? "One problem" : format_count(entries.front().problems) + " problems", name,
      grid.width(), grid.height(), format_count(grid.passable_cells()));
  body += race_tables_html(entries, options);

  std::vector<ScatterPoint> points;
  bool has_partial = false;
  bool has_searches = false;
  bool has_agents = false;
  for (const RaceEntry& entry : entries) {
    (traces_walk(entry.algorithm, options) ? has_agents : has_searches) = true;
    if (entry.solved == 0) continue;
    const bool is_partial = !solved_all(entry, entries);
    has_partial = has_partial || is_partial;
    points.push_back(
        {entry.algorithm.to_string(), entry.expanded_per_move, length_of(entry), entry.on_front, is_partial});
  }
  body +=
      "<h2>What is paid for shorter ways</h2>\n<p>Down is a shorter walk, left is less planning per move. On the "
      "dashed line, the Pareto front, no algorithm of this race is better in one and no worse in the other.";
  if (has_partial) body += " A hollow mark did not solve every problem and is not compared.";
  body +=
      "</p>\n" +
      scatter_plot(
          options.chase ? "Length of the walk against planning per move" : "Suboptimality against planning per move",
          "states expanded per move, mean",
          options.chase ? "walked until the goal was caught, mean" : "longer than the shortest way, mean", points);

  const RunRow& first = shown.front();
  body += fmt::format(
      "<h2>One problem, from {},{} to {},{}</h2>\n{}{}<div class=\"grid\">\n", first.start.x, first.start.y,
      first.goal.x, first.goal.y,
      options.edits != nullptr ? "<p>The map is shown as the edits had left it when the unit ended.</p>\n" : "",
      trace_legend(has_searches, has_agents));
  std::vector<AlgorithmChoice> algorithms;
  algorithms.reserve(entries.size());
  for (const RaceEntry& entry : entries) algorithms.push_back(entry.algorithm);
  const Rect area =
      trace_area(map, algorithms, grid.node(first.start), grid.node(first.goal), options.with(first.goal_walk));
  for (std::size_t i = 0; i < entries.size(); ++i) {
    body += trace_card(map, entries[i].algorithm, shown[i], options, area);
  }
  body += "</div>\n<footer>Made by <code>waymark race</code>, version " WAYMARK_VERSION
          ". Click a heading of the table to sort by it.</footer>\n";
  return html_page("Waymark race: " + map_name, body);
}

}  // namespace

Result<std::vector<AlgorithmChoice>> parse_algorithms(std::string_view text) {
  std::vector<std::string> texts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string item(text.substr(begin, end - begin));
    begin = end + 1;
    const bool is_parameter = item.substr(0, item.find(':')).find('=') != std::string::npos;
    if (!is_parameter) {
      texts.push_back(item);
    } else if (!texts.empty() && texts.back().find(':') != std::string::npos) {
      texts.back() += "," + item;
    } else {
      return Error{ErrorCode::kBadFormat, "'" + item + "' in '" + std::string(text) +
                                              "' follows no algorithm that takes it; parameters come as in lrta:d=3"};
    }
  }
  std::vector<AlgorithmChoice> result;
  std::vector<std::string> names;
  for (const std::string& one : texts) {
    auto algorithm = parse_algorithm(one);
    if (!algorithm) return algorithm.error();
    std::string name = algorithm->to_string();
    if (std::find(names.begin(), names.end(), name) != names.end()) {
      return Error{ErrorCode::kBadFormat, "'" + name + "' is in '" + std::string(text) + "' twice"};
    }
    names.push_back(std::move(name));
    result.push_back(*std::move(algorithm));
  }
  return result;
}

Result<Race> run_race(const Map& map, const std::string& map_name, std::span<const AlgorithmChoice> algorithms,
                      std::vector<Problem> problems, RunOptions options, const RaceSink& sink) {
  WAYMARK_ASSERT(!algorithms.empty() && !problems.empty());
  // Before the first run, not after an hour.
  for (const AlgorithmChoice& algorithm : algorithms) {
    if (const auto agent = make_agent_for(map, algorithm, options); !agent) return agent.error();
  }
  options.step_times = true;
  Race race;
  const std::uint64_t total = problems.size() * algorithms.size();
  std::uint64_t done = 0;
  std::vector<RunRow> shown;
  std::size_t show = 0;
  for (const AlgorithmChoice& algorithm : algorithms) {
    const bool is_first = race.entries.empty();
    Tally tally(algorithm);
    std::vector<RunRow> kept;  // without what is long
    std::size_t index = 0;
    const auto ran = run_problems(map, algorithm, problems, options, [&](RunRow&& row) {
      if (!row.fault.empty()) {
        race.faults.push_back(fmt::format("{}, problem {}: {}", algorithm.to_string(), row.problem, row.fault));
      }
      tally.add(row);
      row.step_ns = {};
      sink(algorithm, row, ++done, total);
      if (is_first || index == show) kept.push_back(std::move(row));
      ++index;
      return true;
    });
    if (!ran) return ran.error();
    race.entries.push_back(tally.finish());
    if (is_first) {
      // The others need not find the lengths again.
      for (std::size_t i = 0; i < problems.size(); ++i) {
        if (!options.chase) problems[i].optimal = kept[i].optimal;
      }
      show = problem_to_show(problems);
      std::swap(kept.front(), kept[show]);
    }
    shown.push_back(std::move(kept.front()));
  }
  mark_front(race.entries);
  find_break_even(race.entries);
  race.table = race_tables_text(race.entries, options);
  race.page = to_page(map, map_name, race.entries, shown, options);
  return race;
}

}  // namespace waymark
