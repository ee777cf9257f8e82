// What it costs to plan again after a change: the searches that remember against fresh ones, on the same stories
// (changing_story.hpp).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lab/bench/changing_story.hpp"
#include "waymark/base/result.hpp"

namespace waymark {

struct ChangingFigures {
  std::string algorithm;
  std::uint64_t replans = 0;  // all turns but the first of each story
  std::uint64_t wrong = 0;    // answers that are not the cheapest path's, where that is promised
  std::uint64_t expanded = 0;
  double edit_ns = 0;           // of the map, and what was derived from it, in all
  double replan_ns = 0;         // in all, the path included
  double first_path_ns = 0;     // until there was any path, in all; only an anytime search has one before its last
  double first_bound = 0;       // how many times the cheapest that path costs at most, by what was proven, in all
  std::uint64_t with_path = 0;  // replans, of which this is
  double worst_replan_ns = 0;   // of the quickest of the rounds, so that others' work does not count
  double worst_step_ns = 0;     // the same of a step of kStepUnits, which is what a replan is made in
  std::uint64_t most_steps = 0;
  std::uint64_t most_bytes = 0;

  [[nodiscard]] double per_replan(double sum) const { return replans == 0 ? 0 : sum / static_cast<double>(replans); }
  [[nodiscard]] double mean_first_bound() const {
    return with_path == 0 ? 1 : first_bound / static_cast<double>(with_path);
  }
  // A replan with its edit, mean.
  [[nodiscard]] double whole_ns() const { return per_replan(edit_ns + replan_ns); }
  // How many times as fast as the other, edits included.
  [[nodiscard]] double gain_over(const ChangingFigures& other) const {
    return whole_ns() > 0 ? other.whole_ns() / whole_ns() : 0;
  }
};

// Work units of a step. A unit that plans so much a frame stands for as many frames as a replan has steps.
inline constexpr std::uint64_t kStepUnits = 500;

// Adds what an algorithm does on a story to its figures. A story that takes long is told twice at most, any other
// `rounds` times.
Result<Done> run_story(const ChangingStory& story, std::string_view algorithm, int rounds, ChangingFigures& figures);

// Searches that remember and those they are measured against, which come first: "a-star", "jps". (rtd is none: it has
// no path to hand over, it walks. How many steps it takes to arrive is compared in bench_thesis.cpp.)
std::vector<std::string> algorithms_for_changes();

struct ChangingSection {
  std::string ground;   // of which maps
  std::string story;    // its name
  std::string summary;  // in a sentence
  std::vector<ChangingFigures> figures;
};
std::string to_table(const ChangingSection& section);
// For a page of the documentation: how many times as fast as jps, a table for each story with the grounds side by side;
// what is the worst of all; and all tables, folded.
std::string changing_markdown(std::span<const ChangingSection> sections);
// HTML: for each section a drawing and a table.
std::string changing_page(std::span<const ChangingSection> sections);

}  // namespace waymark
