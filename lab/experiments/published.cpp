#include "lab/experiments/published.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <utility>

namespace waymark {
namespace {

// The fields of a line; quoted ones may hold commas and doubled quotes.
std::vector<std::string> fields_of(std::string_view line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char letter = line[i];
    if (letter == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"') {
      fields.back() += '"';
      ++i;
    } else if (letter == '"') {
      quoted = !quoted;
    } else if (letter == ',' && !quoted) {
      fields.emplace_back();
    } else if (letter != '\r') {
      fields.back() += letter;
    }
  }
  return fields;
}

std::string trimmed(std::string text) {
  text.erase(0, text.find_first_not_of(' '));
  return text;
}

std::vector<std::string> sorted_words(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  std::sort(words.begin(), words.end());
  return words;
}

}  // namespace

Result<PublishedFigures> PublishedFigures::parse(std::string_view text, const std::string& file) {
  PublishedFigures published;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::vector<std::string> fields = fields_of(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (number == 1 || fields.size() == 1) continue;
    const auto bad = [&](std::string_view what) {
      return Error{ErrorCode::kBadFormat, fmt::format("line {}: {}", number, what), file};
    };
    if (fields.size() != 6) return bad(fmt::format("{} fields, not 6", fields.size()));
    char* rest = nullptr;
    const double value = std::strtod(fields[4].c_str(), &rest);
    if (fields[4].empty() || *rest != '\0') return bad(fmt::format("'{}' is no number", fields[4]));
    published.figures_.push_back({std::move(fields[0]), std::move(fields[1]), trimmed(std::move(fields[2])),
                                  std::move(fields[3]), value, std::move(fields[5])});
  }
  return published;
}

const PublishedFigure* PublishedFigures::find(std::string_view table, std::string_view algorithm,
                                              std::string_view parameters, std::string_view measure,
                                              std::optional<std::string_view> unit) const {
  const std::vector<std::string> words = sorted_words(std::string(parameters));
  for (const PublishedFigure& each : figures_) {
    if (each.table == table && each.algorithm == algorithm && each.measure == measure &&
        (!unit || each.unit == *unit) && sorted_words(each.parameters) == words) {
      return &each;
    }
  }
  return nullptr;
}

const PublishedFigure* PublishedFigures::find_rival(std::string_view table, std::string_view algorithm,
                                                    const std::string& parameters, std::string_view measure) const {
  const std::vector<std::string> words = sorted_words(parameters);
  for (const PublishedFigure& each : figures_) {
    const std::size_t versus = each.parameters.find(" vs ");
    if (each.table == table && each.algorithm == algorithm && each.measure == measure && versus != std::string::npos &&
        sorted_words(each.parameters.substr(0, versus)) == words) {
      return &each;
    }
  }
  return nullptr;
}

}  // namespace waymark
