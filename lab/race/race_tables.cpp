#include "lab/race/race_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <span>
#include <string_view>
#include <utility>

#include "lab/view/html.hpp"
#include "lab/view/text_table.hpp"

namespace waymark {
namespace {

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

// Where an algorithm makes reachability checks.
constexpr RaceFigure kClimbSteps{"climbed/move", "climb steps per move",
                                 "steps of reachability checks by hill-climbing, which count as no expansions, mean",
                                 [](const RaceEntry& e) { return format_decimal(e.climb_steps_per_move, 2); },
                                 [](const RaceEntry& e) { return e.climb_steps_per_move; }};

std::vector<RaceFigure> main_figures(const std::vector<RaceEntry>& entries) {
  std::vector<RaceFigure> figures(std::begin(kFigures), std::end(kFigures));
  const bool climbs = std::any_of(entries.begin(), entries.end(),
                                  [](const RaceEntry& entry) { return entry.climb_steps_per_move > 0; });
  if (!climbs) return figures;
  const auto behind = std::find_if(figures.begin(), figures.end(), [](const RaceFigure& figure) {
    return std::string_view(figure.heading) == "expanded/move";
  });
  figures.insert(behind + 1, kClimbSteps);
  return figures;
}

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
    {"fell back", "fell back", "share of the problems on which the agent at some time did without its database",
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

// On a map that is not known there is one more.
constexpr RaceFigure kDiscovered{"discovered", "cells discovered",
                                 "cells that were not what a unit took them for, mean over the problems",
                                 [](const RaceEntry& e) { return per_problem(e, *e.living->discovered); },
                                 [](const RaceEntry& e) { return static_cast<double>(*e.living->discovered); }};

std::vector<RaceFigure> living_figures(const RunOptions& options) {
  std::vector<RaceFigure> figures(std::begin(kLivingFigures), std::end(kLivingFigures));
  if (options.vision > 0) figures.push_back(kDiscovered);
  return figures;
}

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
  if (options.vision > 0 && !options.chase) {
    add("Shortest is meant of the map as it is, which no unit knew when it set out.");
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
  if (options.vision > 0) add("the map was explored");
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

}  // namespace

std::string race_tables_text(const std::vector<RaceEntry>& entries, const RunOptions& options) {
  std::string text = text_table(entries, main_figures(entries));
  if (options.is_living()) {
    text += fmt::format("\nWhile {}:\n\n", what_changed(options)) + text_table(entries, living_figures(options));
  }
  if (options.chase) text += "\nUntil the goal was caught:\n\n" + text_table(entries, kChaseFigures);
  if (any_database(entries)) {
    text += "\nMemory, a state counted as 4 bytes but in the columns agent and file:\n\n" +
            text_table(entries, kMemoryFigures);
  }
  const std::string note = note_on(entries, options);
  return text + (note.empty() ? "" : "\n" + note + "\n");
}

std::string race_tables_html(const std::vector<RaceEntry>& entries, const RunOptions& options) {
  std::string body = "<h2>Figures</h2>\n" + html_table(entries, main_figures(entries));
  const std::string note = note_on(entries, options);
  if (!note.empty()) body += fmt::format("<p class=\"soft\">{}</p>\n", escape_html(note));
  if (options.is_living()) {
    body += fmt::format("<h2>While {}</h2>\n<p>", what_changed(options));
    if (options.edits != nullptr) {
      body +=
          "A script of edits went on under every unit, from its first step on. A whole-path search plans again as its "
          "parameter replan says; where there is no way a unit waits for one. ";
    }
    if (options.vision > 0) {
      body += fmt::format("Each unit took the map to be free all over until it saw otherwise, at most {} cells away. ",
                          options.vision);
    }
    if (options.chase) body += "After each step of the unit the goal moved, by the same rule for all. ";
    body += "</p>\n" + html_table(entries, living_figures(options));
  }
  if (options.chase) body += "<h2>Until the goal was caught</h2>\n" + html_table(entries, kChaseFigures);
  if (any_database(entries)) {
    body +=
        "<h2>Memory</h2>\n<p>What each agent keeps for itself, and the database that all agents on the map share. A "
        "state counts 4 bytes, whatever it is kept for, but for the agent and the file, which are real bytes.</p>\n" +
        html_table(entries, kMemoryFigures);
  }
  return body;
}

}  // namespace waymark
