#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "lab/bench/changing.hpp"
#include "lab/view/text_table.hpp"

namespace waymark {
namespace {

// Of one story, the grounds side by side.
using StoryRow = std::vector<const ChangingSection*>;

std::vector<StoryRow> stories_of(std::span<const ChangingSection> sections) {
  std::vector<StoryRow> stories;
  for (const ChangingSection& section : sections) {
    const auto same = std::find_if(stories.begin(), stories.end(),
                                   [&](const StoryRow& row) { return row[0]->story == section.story; });
    StoryRow& row = same != stories.end() ? *same : stories.emplace_back();
    row.push_back(&section);
  }
  return stories;
}

std::string markdown_row(const std::vector<std::string>& cells) {
  std::string line = "|";
  for (const std::string& cell : cells) line += (cell.empty() ? "" : " " + cell) + " |";
  return line + "\n";
}
std::string markdown_head(std::vector<std::string> headings) {
  std::string text = markdown_row(headings);
  for (std::size_t i = 0; i < headings.size(); ++i) headings[i] = i == 0 ? "---" : "---:";
  return text + markdown_row(headings);
}

std::string story_table(const StoryRow& story) {
  constexpr std::size_t kJps = 1;  // of algorithms_for_changes
  std::vector<std::string> grounds{""};
  std::vector<std::string> jps{"`jps`, µs"};
  for (const ChangingSection* const section : story) {
    grounds.push_back(section->ground);
    jps.push_back(fmt::format("{:.1f}", section->figures[kJps].whole_ns() / 1000));
  }
  std::string text = fmt::format("**{}**: {}.\n\n", story[0]->story, story[0]->summary);
  text += markdown_head(grounds) + markdown_row(jps);
  for (std::size_t i = 0; i < story[0]->figures.size(); ++i) {
    if (i == kJps) continue;
    std::vector<std::string> cells{"`" + story[0]->figures[i].algorithm + "`"};
    for (const ChangingSection* const section : story) {
      const double gain = section->figures[i].gain_over(section->figures[kJps]);
      const std::string shown = fmt::format("{:.2f}", gain);
      cells.push_back(gain > 1 ? "**" + shown + "**" : shown);
    }
    text += markdown_row(cells);
  }
  return text + "\n";
}

// Of each algorithm, over all stories and grounds.
std::string worst_table(std::span<const ChangingSection> sections) {
  std::string text = markdown_head({"", "worst replan", fmt::format("worst step of {} units", kStepUnits),
                                    "steps of a replan, most", "memory, most"});
  for (std::size_t i = 0; i < sections.front().figures.size(); ++i) {
    ChangingFigures worst{.algorithm = sections.front().figures[i].algorithm};
    for (const ChangingSection& section : sections) {
      const ChangingFigures& figures = section.figures[i];
      worst.worst_replan_ns = std::max(worst.worst_replan_ns, figures.worst_replan_ns);
      worst.worst_step_ns = std::max(worst.worst_step_ns, figures.worst_step_ns);
      worst.most_steps = std::max(worst.most_steps, figures.most_steps);
      worst.most_bytes = std::max(worst.most_bytes, figures.most_bytes);
    }
    text += markdown_row({"`" + worst.algorithm + "`", format_duration(worst.worst_replan_ns),
                          format_duration(worst.worst_step_ns), format_count(worst.most_steps),
                          fmt::format("{:.2f} MB", static_cast<double>(worst.most_bytes) / 1e6)});
  }
  return text + "\n";
}

}  // namespace

std::string changing_markdown(std::span<const ChangingSection> sections) {
  if (sections.empty()) return "";
  std::string text = "### How many times as fast as jump point search from scratch\n\n";
  for (const StoryRow& story : stories_of(sections)) text += story_table(story);
  text += "### The worst of all stories and maps\n\n" + worst_table(sections) + "### All figures\n\n";
  for (std::size_t i = 0; i < sections.size(); ++i) {
    const std::string& ground = sections[i].ground;
    if (i == 0 || sections[i - 1].ground != ground) text += "<details><summary>" + ground + "</summary>\n\n```\n";
    text += to_table(sections[i]);
    const bool is_last = i + 1 == sections.size() || sections[i + 1].ground != ground;
    text += is_last ? "```\n\n</details>\n\n" : "\n";
  }
  return text;
}

}  // namespace waymark
