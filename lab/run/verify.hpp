// Checks optimal searches against the published lengths of MovingAI scenario files.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "waymark/base/result.hpp"

namespace waymark {

struct VerifyOptions {
  std::vector<std::string> algorithms{"a-star", "jps", "bidirectional-a-star"};
  int every = 1;           // each k-th problem of a file ...
  int limit_per_file = 0;  // ... but at most this many, spread over the file; 0 = all
  int jobs = 1;            // threads, a file each
};

// A folder that holds scenario files.
struct VerifiedSet {
  std::string name;
  std::uint64_t files = 0;
  std::uint64_t problems = 0;             // each solved by every algorithm
  std::vector<std::uint64_t> mismatches;  // per algorithm
  std::vector<double> seconds;            // per algorithm, summed over threads
};

struct VerifyReport {
  std::vector<VerifiedSet> sets;
  std::vector<std::string> complaints;  // the first few, each naming file and line
  [[nodiscard]] std::uint64_t problems() const;
  [[nodiscard]] std::uint64_t mismatches() const;
};

// Relative difference up to which a length counts as equal: the files have six to eleven digits.
inline constexpr double kLengthTolerance = 1e-5;

// Takes every NAME.scen under `folder` (sorted by path) whose NAME is a map beside it. `progress` is called from the
// caller's thread with files done and files in all; it may be empty. Fails on unreadable files.
Result<VerifyReport> verify_scenarios(const std::string& folder, const VerifyOptions& options,
                                      const std::function<void(std::uint64_t, std::uint64_t)>& progress = {});

}  // namespace waymark
