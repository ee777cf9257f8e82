// Writes pages made of sample figures, for a browser to be tested with: report_sample REPORT CHANGING
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "lab/bench/changing.hpp"
#include "support/sample_report.hpp"

namespace {

// As `waymark bench changing --report` writes it: two grounds, figures from a nanosecond to seconds.
std::string sample_changing() {
  using namespace waymark;
  std::vector<ChangingSection> sections;
  Random random(3);
  for (const char* ground : {"mazes", "competition-with-a-long-name_TheFrozenSea.scen"}) {
    ChangingSection section{ground, "near edits", "a door on the way closes and opens again, while the unit walks", {}};
    for (const std::string& algorithm : algorithms_for_changes()) {
      ChangingFigures figures{.algorithm = algorithm, .replans = 1'234};
      const double ns = 1.234e6 * (1 << random.between(0, 10));
      figures.edit_ns = ns / 10;
      figures.replan_ns = ns * 100;
      figures.expanded = static_cast<std::uint64_t>(ns / 30);
      figures.worst_replan_ns = ns;
      figures.worst_step_ns = ns / 8;
      figures.most_steps = random.below(100'000);
      figures.most_bytes = random.below(1'000'000'000);
      section.figures.push_back(figures);
    }
    sections.push_back(std::move(section));
  }
  return changing_page(sections);
}

bool write(const char* name, const std::string& page) {
  std::ofstream file(name, std::ios::binary);
  file << page;
  return static_cast<bool>(file.flush());
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 3) return 2;
  const bool is_written = write(arguments[1], waymark::report_page(waymark::test::sample_report())) &&
                          write(arguments[2], sample_changing());
  return is_written ? 0 : 1;
}
