#include "lab/experiments/best_within.hpp"

#include <algorithm>

#include "lab/run/statistics.hpp"

namespace waymark {

const Configuration* best_within(std::span<const ClaimChoice::Limit> limits,
                                 const std::vector<const Configuration*>& settings, const std::string& measure,
                                 const Measures& measures) {
  const Configuration* best = nullptr;
  Measured least;
  for (const Configuration* each : settings) {
    const auto solved = measures.find(*each, "solved");
    const auto judged = measures.find(*each, measure);
    if (!judged || !solved || solved->estimate().value < 100) continue;
    const bool keeps = std::all_of(limits.begin(), limits.end(), [&](const ClaimChoice::Limit& limit) {
      const auto found = measures.find(*each, limit.measure);
      return found && found->estimate().value <= limit.most;
    });
    if (!keeps) continue;
    if (best != nullptr) {
      Measured mine = *judged;
      Measured theirs = least;
      if (mine.problems != theirs.problems) restrict_to_common(mine, theirs);
      if (mean_of(mine.sample) >= mean_of(theirs.sample)) continue;
    }
    best = each;
    least = *judged;
  }
  return best;
}

}  // namespace waymark
