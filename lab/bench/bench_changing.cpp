#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <vector>

#include "base/hash.hpp"
#include "lab/bench/bench.hpp"
#include "lab/bench/changing.hpp"
#include "lab/view/progress.hpp"
#include "waymark/io/dynamic_scenario_file.hpp"

namespace waymark {
namespace {

// The stories of one kind, on all maps of a set, for all algorithms.
Result<std::vector<ChangingSection>> measure_changes(const BenchOptions& options, const std::string& set) {
  const std::vector<std::string> texts = algorithms_for_changes();
  std::vector<ChangingSection> sections;
  for (const StoryKind& kind : kStoryKinds) {
    sections.push_back({set, std::string(kind.name), std::string(kind.summary), {}});
    for (const std::string& text : texts) sections.back().figures.push_back({.algorithm = text});
  }
  ProgressBar bar(set, static_cast<std::size_t>(options.problems) * kStoryKinds.size() * texts.size());
  std::size_t runs = 0;
  auto done = for_each_case(options, set, [&](const BenchCase& bench_case) -> Result<Done> {
    for (const BenchProblem& problem : bench_case.problems) {
      for (std::size_t i = 0; i < kStoryKinds.size(); ++i) {
        const std::uint64_t seed = Hash64().add(bench_case.name).add(problem.start).add(problem.goal).value();
        const ChangingStory story = kStoryKinds[i].tell(bench_case.map, problem.start, problem.goal, seed);
        for (ChangingFigures& figures : sections[i].figures) {
          bar.update(runs++);
          if (auto ran = run_story(story, figures.algorithm, options.rounds, figures); !ran) return ran.error();
        }
      }
    }
    return Done{};
  });
  if (!done) return done.error();
  return sections;
}

Result<ChangingSection> measure_scenario(const BenchOptions& options) {
  const auto scenario = read_dynamic_scenario(options.scenario);
  if (!scenario) return scenario.error();
  const auto story = story_of(*scenario);
  if (!story) return story.error();
  ChangingSection section{std::filesystem::path(options.scenario).stem().string(),
                          "competition",
                          "questions anywhere, with patches of the map in between",
                          {}};
  const std::vector<std::string> texts = algorithms_for_changes();
  ProgressBar bar("competition", texts.size());
  for (const std::string& text : texts) {
    bar.update(section.figures.size());
    section.figures.push_back({.algorithm = text});
    if (auto ran = run_story(*story, text, options.rounds, section.figures.back()); !ran) return ran.error();
  }
  return section;
}

}  // namespace

Result<bool> bench_changing(const BenchOptions& given) {
  const BenchOptions options = given.with_problems(5);
  const auto show = [&options](const std::string& text) {
    if (!options.markdown) fmt::print("{}\n", text);
  };
  std::vector<ChangingSection> all;
  for (const std::string& set : bench_sets(options, {"sc1", "bg512", "dao", "street", "mazes", "rooms"})) {
    auto sections = measure_changes(options, set);
    if (!sections) return sections.error();
    for (ChangingSection& section : *sections) {
      show(to_table(section));
      all.push_back(std::move(section));
    }
  }
  if (!options.scenario.empty()) {
    auto section = measure_scenario(options);
    if (!section) return section.error();
    show(to_table(*section));
    all.push_back(*std::move(section));
  }
  if (options.report) options.report(changing_page(all));
  if (options.markdown) {
    fmt::print("{} problems a set, at most {} rounds.\n\n{}", options.problems, options.rounds, changing_markdown(all));
  }
  std::uint64_t wrong = 0;
  for (const ChangingSection& section : all) {
    for (const ChangingFigures& figures : section.figures) wrong += figures.wrong;
  }
  fmt::print("{} of all answers are not the cheapest path's: {}{}\n", wrong, verdict(wrong == 0),
             options.markdown ? "." : "");
  return wrong == 0;
}

}  // namespace waymark
