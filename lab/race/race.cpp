#include "lab/race/race.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

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
    if (steps_ > 0) entry_.expanded_per_move = static_cast<double>(expanded_) / static_cast<double>(steps_);
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

// One column of both tables.
struct RaceFigure {
  const char* heading;  // on a terminal
  const char* page_heading;
  const char* hint;
  std::string (*text)(const RaceEntry&);
  double (*value)(const RaceEntry&);
};

std::string percent_or_dash(const RaceEntry& entry, double value) {
  if (entry.suboptimality.count == 0) return "-";
  return (value < 100 ? format_decimal(value, 2) : format_count(static_cast<std::uint64_t>(std::llround(value)))) +
         " %";
}

constexpr RaceFigure kFigures[] = {
    {"solved", "solved", "share of all problems", [](const RaceEntry& e) { return format_share(e.solved, e.problems); },
     [](const RaceEntry& e) { return static_cast<double>(e.solved); }},
    {"out of budget", "out of budget", "problems given up after too many moves",
     [](const RaceEntry& e) { return format_count(e.out_of_budget); },
     [](const RaceEntry& e) { return static_cast<double>(e.out_of_budget); }},
    {"time/move", "time per move", "mean over all moves of all problems",
     [](const RaceEntry& e) { return format_duration(e.time.mean()); },
     [](const RaceEntry& e) { return e.time.mean(); }},
    {"p99", "p99", "99 % of the moves took no longer",
     [](const RaceEntry& e) { return format_duration(static_cast<double>(e.time.rank(99))); },
     [](const RaceEntry& e) { return static_cast<double>(e.time.rank(99)); }},
    {"max", "slowest", "the slowest move of all",
     [](const RaceEntry& e) { return format_duration(static_cast<double>(e.time.max())); },
     [](const RaceEntry& e) { return static_cast<double>(e.time.max()); }},
    {"expanded/move", "expanded per move", "states whose neighbours were looked at, mean over all moves",
     [](const RaceEntry& e) { return format_decimal(e.expanded_per_move, 2); },
     [](const RaceEntry& e) { return e.expanded_per_move; }},
    {"max", "most", "the move with the most expansions",
     [](const RaceEntry& e) { return format_count(e.max_expanded_per_move); },
     [](const RaceEntry& e) { return static_cast<double>(e.max_expanded_per_move); }},
    {"subopt", "longer than shortest", "cost / optimal - 1, mean over the solved problems",
     [](const RaceEntry& e) { return percent_or_dash(e, e.suboptimality.mean); },
     [](const RaceEntry& e) { return e.suboptimality.mean; }},
    {"median", "median", "half of the solved problems were no worse",
     [](const RaceEntry& e) { return percent_or_dash(e, e.suboptimality.median); },
     [](const RaceEntry& e) { return e.suboptimality.median; }},
    {"p99", "p99", "99 % of the solved problems were no worse",
     [](const RaceEntry& e) { return percent_or_dash(e, e.suboptimality.p99); },
     [](const RaceEntry& e) { return e.suboptimality.p99; }},
    {"visits/state", "visits per state", "moves + 1 over the cells stood on, mean over the problems",
     [](const RaceEntry& e) { return format_decimal(e.visits_per_state, 2); },
     [](const RaceEntry& e) { return e.visits_per_state; }},
    {"states", "states in memory", "at the peak of the problem that took most",
     [](const RaceEntry& e) { return format_count(e.peak_states); },
     [](const RaceEntry& e) { return static_cast<double>(e.peak_states); }},
};

std::string kilobytes(double states) { return format_decimal(states * kBytesPerState / 1024, 2); }

// Of races with a database, where memory is what is traded. A state counts 32 bits, as in JAIR 2010.
constexpr RaceFigure kMemoryFigures[] = {
    {"on-line KB", "on-line memory, KB",
     "open, closed and learned states at the peak, mean over the problems, 4 bytes each",
     [](const RaceEntry& e) { return kilobytes(e.online_states); }, [](const RaceEntry& e) { return e.online_states; }},
    {"agent KB", "agent, KB",
     "real bytes that an agent held after a problem, mean, without map, what is derived from it, and database",
     [](const RaceEntry& e) { return format_decimal(e.online_bytes / 1024, 2); },
     [](const RaceEntry& e) { return e.online_bytes; }},
    {"database KB", "database, KB", "states of the database that all agents share, 4 bytes each",
     [](const RaceEntry& e) { return e.database ? kilobytes(static_cast<double>(e.database->states)) : "-"; },
     [](const RaceEntry& e) { return e.database ? static_cast<double>(e.database->states) : 0; }},
    {"file KB", "file, KB", "real bytes of the database's file",
     [](const RaceEntry& e) {
       return e.database ? format_decimal(static_cast<double>(e.database->bytes) / 1024, 2) : "-";
     },
     [](const RaceEntry& e) { return e.database ? static_cast<double>(e.database->bytes) : 0; }},
    {"relative", "relative size", "states of the database over the cells of the map",
     [](const RaceEntry& e) { return e.database ? format_decimal(e.database->relative, 5) : "-"; },
     [](const RaceEntry& e) { return e.database ? e.database->relative : 0; }},
    {"cumulative KB", "cumulative, KB", "database and on-line memory of one agent",
     [](const RaceEntry& e) {
       return kilobytes(e.online_states + (e.database ? static_cast<double>(e.database->states) : 0));
     },
     [](const RaceEntry& e) { return e.online_states + (e.database ? static_cast<double>(e.database->states) : 0); }},
    {"break-even", "break-even", "agents from which they take less memory together than as many of tba in this race",
     [](const RaceEntry& e) { return e.break_even ? format_count(*e.break_even) : "-"; },
     [](const RaceEntry& e) { return e.break_even ? static_cast<double>(*e.break_even) : 0; }},
    {"fell back", "fell back", "share of the problems on which no record of the database served",
     [](const RaceEntry& e) { return e.database ? format_share(e.fell_back, e.problems) : "-"; },
     [](const RaceEntry& e) { return static_cast<double>(e.fell_back); }},
};

std::string per_problem(const RaceEntry& entry, std::uint64_t all) {
  return format_decimal(static_cast<double>(all) / static_cast<double>(entry.problems), 2);
}

std::string mean_or_dash(const Summary& summary) { return summary.count == 0 ? "-" : format_decimal(summary.mean, 2); }

// Of races in a world that changes; every entry has those figures then.
constexpr RaceFigure kLivingFigures[] = {
    {"replans", "replans", "plans after the first, mean over the problems",
     [](const RaceEntry& e) { return per_problem(e, e.living->replans); },
     [](const RaceEntry& e) { return static_cast<double>(e.living->replans); }},
    {"blocked steps", "blocked steps",
     "steps on which the unit stood without a way to its goal, mean over the problems",
     [](const RaceEntry& e) { return per_problem(e, e.living->blocked_steps); },
     [](const RaceEntry& e) { return static_cast<double>(e.living->blocked_steps); }},
    {"cut off", "cut off", "problems that ended without a way to the goal",
     [](const RaceEntry& e) { return format_count(e.unreachable); },
     [](const RaceEntry& e) { return static_cast<double>(e.unreachable); }},
};

// Of races after a goal that moves.
constexpr RaceFigure kChaseFigures[] = {
    {"steps", "steps until caught",
     "of the unit, those on which it stood included; mean over the problems in which it was",
     [](const RaceEntry& e) { return mean_or_dash(e.steps); }, [](const RaceEntry& e) { return e.steps.mean; }},
    {"walked", "walked until then", "cost of the moves, mean over the same problems",
     [](const RaceEntry& e) { return mean_or_dash(e.walked); }, [](const RaceEntry& e) { return e.walked.mean; }},
    {"goal moves", "moves of the goal", "mean over the problems",
     [](const RaceEntry& e) { return per_problem(e, *e.living->goal_moves); },
     [](const RaceEntry& e) { return static_cast<double>(*e.living->goal_moves); }},
};

bool any_database(const std::vector<RaceEntry>& entries) {
  return std::any_of(entries.begin(), entries.end(), [](const RaceEntry& entry) { return entry.database.has_value(); });
}

// What a reader must know to compare the rows; empty if nothing.
std::string note_on(const std::vector<RaceEntry>& entries, const RunOptions& options) {
  std::string note;
  const auto add = [&note](std::string_view text) { note += (note.empty() ? "" : " ") + std::string(text); };
  if (options.chase) {
    add("Solved is: caught. A goal that moves has no shortest way to compare with.");
  } else if (options.edits != nullptr) {
    add("Shortest is meant of the map before the first edit: a way that opens can make a walk shorter than that.");
  } else if (entries.front().unreachable > 0) {
    add(entries.front().unreachable == 1
            ? std::string("One of the problems has no path.")
            : fmt::format("{} of the problems have no path.", format_count(entries.front().unreachable)));
  }
  const bool all = std::all_of(entries.begin(), entries.end(), [](const RaceEntry& e) { return e.out_of_budget == 0; });
  if (!all && !options.chase)
    add("Suboptimality is of the solved problems only: it flatters those that ran out of budget.");
  return note;
}

// "the map was edited"
std::string what_changed(const RunOptions& options) {
  std::string text;
  const auto add = [&text](std::string_view part) { text += (text.empty() ? "" : " and ") + std::string(part); };
  if (options.edits != nullptr) add("the map was edited");
  if (options.chase) add("the goal moved");
  return text;
}

std::string text_table(const std::vector<RaceEntry>& entries, std::span<const RaceFigure> figures) {
  std::vector<TextTable::Column> columns{{"algorithm", TextTable::Align::kLeft}};
  for (const RaceFigure& figure : figures) columns.push_back({figure.heading});
  TextTable table(std::move(columns));
  for (const RaceEntry& entry : entries) {
    std::vector<std::string> row{entry.algorithm.to_string()};
    for (const RaceFigure& figure : figures) row.push_back(figure.text(entry));
    table.add_row(std::move(row));
  }
  return table.to_string();
}

std::string to_text(const std::vector<RaceEntry>& entries, const RunOptions& options) {
  std::string text = text_table(entries, kFigures);
  if (options.is_living()) {
    text += fmt::format("\nWhile {}:\n\n", what_changed(options)) + text_table(entries, kLivingFigures);
  }
  if (options.chase) text += "\nUntil the goal was caught:\n\n" + text_table(entries, kChaseFigures);
  if (any_database(entries)) {
    text += "\nMemory, a state counted as 4 bytes but in the columns agent and file:\n\n" +
            text_table(entries, kMemoryFigures);
  }
  const std::string note = note_on(entries, options);
  return text + (note.empty() ? "" : "\n" + note + "\n");
}

std::string html_table(const std::vector<RaceEntry>& entries, std::span<const RaceFigure> figures) {
  std::vector<HtmlTable::Column> columns{{"algorithm", false}};
  for (const RaceFigure& figure : figures) columns.push_back({figure.page_heading, true, figure.hint});
  HtmlTable table(std::move(columns));
  for (const RaceEntry& entry : entries) {
    std::vector<HtmlTable::Cell> row{{entry.algorithm.to_string()}};
    for (const RaceFigure& figure : figures) row.push_back({figure.text(entry), figure.value(entry)});
    table.add_row(std::move(row));
  }
  return table.to_string();
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
  body += "<h2>Figures</h2>\n" + html_table(entries, kFigures);
  const std::string note = note_on(entries, options);
  if (!note.empty()) body += fmt::format("<p class=\"soft\">{}</p>\n", escape_html(note));
  if (options.is_living()) {
    body += fmt::format("<h2>While {}</h2>\n<p>", what_changed(options));
    if (options.edits != nullptr) {
      body +=
          "A script of edits went on under every unit, from its first step on. A whole-path search plans again as its "
          "parameter replan says; where there is no way a unit waits for one. ";
    }
    if (options.chase) body += "After each step of the unit the goal moved, by the same rule for all. ";
    body += "</p>\n" + html_table(entries, kLivingFigures);
  }
  if (options.chase) body += "<h2>Until the goal was caught</h2>\n" + html_table(entries, kChaseFigures);
  if (any_database(entries)) {
    body +=
        "<h2>Memory</h2>\n<p>What each agent keeps for itself, and the database that all agents on the map share. A "
        "state counts 4 bytes, whatever it is kept for, but for the agent and the file, which are real bytes.</p>\n" +
        html_table(entries, kMemoryFigures);
  }

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
  const Rect area = trace_area(map, algorithms, grid.node(first.start), grid.node(first.goal), options);
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
    if (const auto agent = algorithm.make_agent(map, options.budget, options.databases); !agent) return agent.error();
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
  race.table = to_text(race.entries, options);
  race.page = to_page(map, map_name, race.entries, shown, options);
  return race;
}

}  // namespace waymark
