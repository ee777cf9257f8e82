#include "coverage_text.hpp"

#include <fmt/format.h>

#include "lab/view/text_table.hpp"
#include "waymark/subgoals/case_base.hpp"

namespace waymark::program {
namespace {

std::string what_would_serve(const CaseCoverage& coverage) {
  constexpr double kPercent = CaseCoverage::kTarget * 100;
  if (coverage.records_wanted > CaseBase::kMaxRecords) {
    return fmt::format("it would take more than {} records to serve {:.0f} %", format_count(CaseBase::kMaxRecords),
                       kPercent);
  }
  return fmt::format("about {} records would serve {:.0f} %", format_count(coverage.records_wanted), kPercent);
}

}  // namespace

std::string coverage_line(const CaseCoverage& coverage) {
  if (coverage.problems == 0) return "the map has no problem to serve";
  std::string line = coverage.is_low() ? "warning: only " : "";
  line += fmt::format("{:.1f} % of {} random problems find a record that serves", coverage.share() * 100,
                      format_count(coverage.problems));
  if (coverage.records_wanted > 0) line += "; " + what_would_serve(coverage);
  return line;
}

}  // namespace waymark::program
