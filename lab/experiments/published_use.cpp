#include "lab/experiments/published_use.hpp"

#include <fmt/format.h>

namespace waymark {
namespace {

std::string value_and_unit(const PublishedFigure& figure) {
  return fmt::format("{:g}{}{}", figure.value, figure.unit.empty() ? "" : " ", figure.unit);
}

// What a key leaves open may be anything.
bool is_of(const PublishedKey& key, const PublishedFigure& figure) {
  const auto fits = [](const std::string& wanted, const std::string& has) { return wanted.empty() || wanted == has; };
  return fits(key.table, figure.table) && fits(key.algorithm, figure.algorithm) &&
         fits(key.parameters, figure.parameters) && fits(key.measure, figure.measure);
}

}  // namespace

std::optional<double> PublishedUse::show(const PublishedFigure* printed) {
  if (printed == nullptr) return std::nullopt;
  shown_.insert(printed);
  return printed->value;
}

std::string PublishedUse::show_all(const ClaimChoice& claim) {
  std::string text;
  for (const PublishedKey& key : claim.published) {
    const PublishedFigure* printed =
        published_->find(key.table, key.algorithm, key.parameters, key.measure, std::nullopt);
    if (!show(printed)) {
      unknown_keys_.push_back(fmt::format("claim '{}' names no printed figure: {}", claim.text, to_string(key)));
    } else {
      text += (text.empty() ? "" : ", ") + value_and_unit(*printed);
    }
  }
  return text;
}

std::vector<std::string> PublishedUse::faults(std::span<const LeftOut> left_out) const {
  std::vector<std::string> faults = unknown_keys_;
  std::vector<bool> is_needed(left_out.size(), false);
  for (const PublishedFigure& figure : published_->all()) {
    if (shown_.contains(&figure)) continue;
    bool is_explained = false;
    for (std::size_t i = 0; i < left_out.size(); ++i) {
      if (!is_of(left_out[i].key, figure)) continue;
      is_needed[i] = true;
      is_explained = true;
    }
    if (is_explained) continue;
    const PublishedKey key{figure.table, figure.algorithm, figure.parameters, figure.measure};
    faults.push_back(fmt::format("printed, but in no table, no claim and not in left_out: {} = {}", to_string(key),
                                 value_and_unit(figure)));
  }
  for (std::size_t i = 0; i < left_out.size(); ++i) {
    if (is_needed[i]) continue;
    faults.push_back(
        fmt::format("left_out[{}] names no printed figure that is left out: {}", i, to_string(left_out[i].key)));
  }
  return faults;
}

std::string to_string(const PublishedKey& key) {
  std::string text = "Table " + key.table;
  if (!key.algorithm.empty()) text += ", " + key.algorithm;
  if (!key.parameters.empty()) text += " (" + key.parameters + ")";
  if (!key.measure.empty()) text += ": " + key.measure;
  return text;
}

}  // namespace waymark
