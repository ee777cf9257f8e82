// The best of several settings of an algorithm, among those that keep within limits: what a table of limits shows, and
// what a claim compares that is about an algorithm and not about a setting.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "lab/experiments/experiment.hpp"
#include "lab/experiments/measure.hpp"

namespace waymark {

// Of those that solve every problem and keep all limits the one with the least mean of the measure; null if there is
// none. Settings that walk fewer problems are compared on those: each with the best of the ones before it.
const Configuration* best_within(std::span<const ClaimChoice::Limit> limits,
                                 const std::vector<const Configuration*>& settings, const std::string& measure,
                                 const Measures& measures);

}  // namespace waymark
