// How much of a map a case base covers: the share of random problems for which kNN LRTA* finds a record that serves,
// and how many records would serve more of them. Sampled, with a fixed seed: the same base gives the same answer.
//
// Coverage is measured: the agent itself (knn-lrta or knn-lrta-2009, with its defaults) is put on each problem and
// asked for its first step, in which it either finds a record, or the goal within its own reach, or falls back.
//
// The number of records is an estimate. A record serves a problem if its start is hill-climbing reachable from the
// problem's and the problem's goal from its end, within the agent's cutoff. Both ends have a reach R, so many cells,
// and a record drawn as build draws them serves with the chance p = R(start) * R(goal) / (pairs of connected cells); of
// n records one does with 1 - exp(-k n p). R is sampled, in rings around the cell whose width doubles; k, the same for
// all problems, is what makes the sum equal to the coverage measured, and stands for what the chance leaves out: that
// only the M nearest records are tried. Solved for n.
#pragma once

#include <cstdint>

#include "waymark/base/result.hpp"
#include "waymark/space/map.hpp"
#include "waymark/subgoals/case_base.hpp"

namespace waymark {

struct CaseCoverage {
  static constexpr double kTarget = 0.9;  // share that `records_wanted` is for
  static constexpr double kLow = 0.5;     // a share below this deserves a warning

  std::uint64_t problems = 0;  // sampled; 0 on a map without any trip
  std::uint64_t served = 0;    // of these
  std::uint64_t records_wanted =
      0;  // estimate, two digits of it; 0: kTarget is reached. Above CaseBase::kMaxRecords: none serve

  [[nodiscard]] double share() const {
    return problems == 0 ? 1 : static_cast<double>(served) / static_cast<double>(problems);
  }
  [[nodiscard]] bool is_low() const { return share() < kLow; }
};

// `cases` is of this map. Takes a fraction of a second for 400 problems, whatever the map.
Result<CaseCoverage> measure_coverage(const CaseBase& cases, const Map& map, std::uint64_t problems = 400);

}  // namespace waymark
