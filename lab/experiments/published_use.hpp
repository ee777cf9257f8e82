// Which of a paper's printed figures a report shows. A figure that no table and no claim shows, and that the spec's
// left_out does not account for, is a fault of the experiment.
#pragma once

#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "lab/experiments/experiment.hpp"
#include "lab/experiments/published.hpp"

namespace waymark {

class PublishedUse {
 public:
  // The figures must outlive this.
  explicit PublishedUse(const PublishedFigures& published) : published_(&published) {}

  // Its value; from now on it is shown. Nothing if it is null.
  std::optional<double> show(const PublishedFigure* printed);
  // Those that a claim rests on: "18 agents, 40734 states"; empty if there are none.
  std::string show_all(const ClaimChoice& claim);

  // What is wrong, a line each: figures that are neither shown nor left out, and keys that name no figure.
  [[nodiscard]] std::vector<std::string> faults(std::span<const LeftOut> left_out) const;

 private:
  const PublishedFigures* published_;
  std::set<const PublishedFigure*> shown_;
  std::vector<std::string> unknown_keys_;
};

// "Table 8.1, problems: A* difficulty, mean".
std::string to_string(const PublishedKey& key);

}  // namespace waymark
