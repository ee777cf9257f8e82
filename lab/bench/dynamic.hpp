// Whole-path searches on a dynamic scenario: patches are laid on the map and questions asked in between, in the order
// of the file, and every length is compared with that of the file.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "waymark/agent/registry.hpp"
#include "waymark/base/result.hpp"
#include "waymark/base/status.hpp"
#include "waymark/io/dynamic_scenario_file.hpp"

namespace waymark {

// The answer to one question. Times are processor time.
struct DynamicAnswer {
  std::uint64_t query = 0;  // its number among the questions, from 0
  std::int64_t line = 0;    // in the scenario file
  Status status = Status::kInProgress;
  std::optional<double> cost = {};     // in cardinal steps; if solved
  std::optional<double> optimal = {};  // as the file says; nothing: there is no path
  std::uint64_t ns = 0;                // from the question to the path in hand
  bool right = false;                  // see DynamicFigures::wrong
};

struct DynamicFigures {
  std::uint64_t queries = 0;
  // Not of the file's length, not legal moves from start to goal on the map of its time, a path where the file says
  // there is none, or none where there is. Of searches that do not promise shortest paths a longer one is right.
  std::uint64_t wrong = 0;
  double longer_percent = 0;  // than the file's lengths, mean over what was solved
  std::uint64_t query_ns = 0;
  std::uint64_t worst_query_ns = 0;
  std::uint64_t patches = 0;  // laid on the map
  std::uint64_t patch_ns = 0;
  std::uint64_t worst_patch_ns = 0;
};

// On a map of its own. What a search makes anew after edits of its map counts to the query that makes it do so. Fails
// if the algorithm is no whole-path search.
Result<DynamicFigures> run_dynamic(const DynamicScenario& scenario, const AlgorithmChoice& algorithm,
                                   const std::function<void(const DynamicAnswer&)>& sink);

// {"query":0,"algorithm":"jps","status":"solved","cost":...,"optimal":...,"time_us":...}, without the newline. Without
// `cost` if it was not solved, without `optimal` if the file says that there is no path.
std::string to_json(const DynamicAnswer& answer, const std::string& algorithm);

}  // namespace waymark
