// Means that rest on a few problems. One agent that scrubs for millions of moves makes a mean of five hundred problems
// say nothing of the others; then the report tells the median too, and what the mean is without such problems.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "lab/experiments/measure.hpp"

namespace waymark {

// The fewest values that make up half of the sum; 0 where that means nothing: the sum is 0, some value is well below 0,
// or all that are not 0 are equal, as in shares.
std::size_t half_of_sum(std::span<const double> values);
// Whether those are a twentieth of the values or fewer, and a mean of them therefore rests on a few.
bool rests_on_few(const Measured& measured);

// "half of the mean is of 1 of 500 problems; median 7.1 (6.5 to 7.8); 3.2 % fell back, without those 7.2 (6.4 to 8.0)";
// with the unsolved ones at what they cost until they were given up, if there are any. Empty if the mean rests on more.
std::string note_on_few(const Measures& measures, const Configuration& configuration, const std::string& measure,
                        const Measured& measured, const ResultRow* only);

}  // namespace waymark
