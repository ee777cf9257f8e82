// Figures that papers printed, to stand beside those measured here (data/published/).
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "waymark/base/result.hpp"

namespace waymark {

struct PublishedFigure {
  std::string table;
  std::string algorithm;
  std::string parameters;
  std::string measure;
  double value = 0;
  std::string unit;
};

class PublishedFigures {
 public:
  // CSV with the heading table,algorithm,parameters,measure,value,unit.
  static Result<PublishedFigures> parse(std::string_view text, const std::string& file);

  // `parameters`: words in any order. `unit`: only a figure in this unit. Null: there is none. Figures stay where they
  // are as long as this does.
  [[nodiscard]] const PublishedFigure* find(std::string_view table, std::string_view algorithm,
                                            std::string_view parameters, std::string_view measure,
                                            std::optional<std::string_view> unit) const;

  // Of an algorithm against a rival: parameters "cap=20 level=3 vs ...", the words before "vs" in any order.
  [[nodiscard]] const PublishedFigure* find_rival(std::string_view table, std::string_view algorithm,
                                                  const std::string& parameters, std::string_view measure) const;

  [[nodiscard]] std::span<const PublishedFigure> all() const { return figures_; }

 private:
  std::vector<PublishedFigure> figures_;
};

}  // namespace waymark
