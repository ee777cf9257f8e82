#include "lab/experiments/best_within.hpp"

#include <algorithm>

#include "lab/run/statistics.hpp"

namespace waymark {

const Configuration* best_within(std::span<const ClaimChoice::Limit> limits,
                                 const std::vector<const Configuration*>& settings, const std::string& measure,
                                 const Measures& measures) {
  const Configuration* best = nullptr;
  double least = 0;
  for (const Configuration* each : settings) {
    const auto solved = measures.find(*each, "solved");
    const auto judged = measures.find(*each, measure);
    if (!judged || !solved || solved->estimate().value < 100) continue;
    const bool keeps = std::all_of(limits.begin(), limits.end(), [&](const ClaimChoice::Limit& limit) {
      const auto found = measures.find(*each, limit.measure);
      return found && found->estimate().value <= limit.most;
    });
    if (!keeps) continue;
    const double mean = mean_of(judged->sample);
    if (best != nullptr && mean >= least) continue;
    best = each;
    least = mean;
  }
  return best;
}

}  // namespace waymark
