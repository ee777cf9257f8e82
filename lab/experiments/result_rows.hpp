// What an experiment measured: one row for each configuration on each map, with a figure for each problem.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "waymark/base/result.hpp"

namespace waymark {

// Where figures come from; part of every row.
struct Provenance {
  std::string machine;  // "Intel Xeon, 2 cores"
  std::string compiler;
  std::string flags;
  std::string commit;
};
Provenance this_provenance();

struct ResultRow {
  std::string experiment;
  std::string configuration;
  std::string algorithm;                               // with its parameters, or the study
  std::map<std::string, std::string> parameters = {};  // of the algorithm, all of them
  std::string database;                                // all of its parameters; empty: none
  std::string map;
  std::string fingerprint;  // of the map, hexadecimal
  std::uint64_t states = 0;
  std::uint64_t seed = 0;
  bool quick = false;
  Provenance provenance = {};
  // One value a problem (or whatever a study takes in its place), all of one length; NaN: there is none.
  std::map<std::string, std::vector<double>> samples = {};
  // One value for the map.
  std::map<std::string, double> figures = {};

  // Nothing if there is no such sample.
  [[nodiscard]] const std::vector<double>* sample(const std::string& name) const;
};

// A line of JSON, without the newline.
std::string to_json(const ResultRow& row);
// Lines of JSON read from `file`; empty ones are skipped.
Result<std::vector<ResultRow>> parse_result_rows(std::string_view text, const std::string& file);

}  // namespace waymark
