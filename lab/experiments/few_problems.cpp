#include "lab/experiments/few_problems.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <optional>
#include <vector>

#include "lab/run/statistics.hpp"
#include "lab/view/figure_text.hpp"
#include "lab/view/text_table.hpp"

namespace waymark {
namespace {

constexpr double kNearlyNothing = 1e-6;    // of lengths in doubles, in per cent
constexpr std::size_t kFewestJudged = 20;  // of fewer values a twentieth is none

}  // namespace

std::size_t half_of_sum(std::span<const double> values) {
  std::vector<double> falling(values.begin(), values.end());
  std::sort(falling.begin(), falling.end(), std::greater<>());
  if (falling.empty() || falling.back() < -kNearlyNothing) return 0;
  const double sum = std::accumulate(falling.begin(), falling.end(), 0.0);
  const auto last = std::find_if(falling.rbegin(), falling.rend(), [](double value) { return value > kNearlyNothing; });
  if (sum <= 0 || last == falling.rend() || *last == falling.front()) return 0;
  std::size_t count = 0;
  for (double part = 0; part < sum / 2; ++count) part += falling[count];
  return count;
}

bool rests_on_few(const Measured& measured) {
  if (measured.statistic != Statistic::kMean || measured.sample.size() < kFewestJudged) return false;
  const std::size_t half = half_of_sum(measured.sample);
  return half > 0 && half * 20 <= measured.sample.size();
}

std::string note_on_few(const Measures& measures, const Configuration& configuration, const std::string& measure,
                        const Measured& measured, const ResultRow* only) {
  const bool is_share = measure == "fell back" || measure == "solved";  // with several databases not only 0 and 100
  if (is_share || !rests_on_few(measured)) return "";
  const auto find = [&](const std::string& name) { return measures.find(configuration, name, only); };
  const auto text = [&](const std::string& name) {
    const auto found = find(name);
    return found ? to_string(found->estimate()) : "-";
  };
  std::string note =
      fmt::format("half of the mean is of {} of {} problems; median {}", format_count(half_of_sum(measured.sample)),
                  format_count(measured.sample.size()), text("median of " + measure));
  const auto fell_back = find("fell back");
  const std::string of_the_others = measure + " without fallbacks";
  const auto others = find(of_the_others);
  if (fell_back && others && mean_of(fell_back->sample) > 0) {
    note += fmt::format("; {} % fell back, without those {}", value_text(fell_back->estimate()), text(of_the_others));
  }
  const auto solved = find("solved");
  const auto censored = find("censored " + measure);
  if (censored && solved && mean_of(solved->sample) < 100) {
    note += fmt::format("; with the {} % not solved at what they cost until given up at least {}",
                        value_text({100 - mean_of(solved->sample), 0, 0, 1}), to_string(censored->estimate()));
  }
  return note;
}

}  // namespace waymark
