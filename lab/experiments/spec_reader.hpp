// How a spec is read: objects whose every key is asked for, with the place of what is wrong, and with limits.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lab/view/text_table.hpp"

namespace waymark::spec_reading {

using Json = nlohmann::ordered_json;
using Variables = std::vector<std::pair<std::string, std::string>>;

// What a spec may ask for, checked before anything is made of it: a spec that wants more wants it by mistake.
inline constexpr std::uint64_t kMostConfigurations = 10'000;
inline constexpr std::uint64_t kMostElements = 2'000;  // of a list
inline constexpr std::uint64_t kMostVariables = 32;    // of a for
inline constexpr std::uint64_t kMostText = 4'096;      // bytes, after substitution
inline constexpr std::uint64_t kMostProblems = 1'000'000;
inline constexpr std::uint64_t kMostWalks = 100'000'000;  // configurations x problems, over all maps
inline constexpr std::uint64_t kMostSeeds = 100;
inline constexpr std::uint64_t kMostEdits = 100'000;
inline constexpr std::uint64_t kMostOfAll = 4'000'000'000;

// What is wrong, and where. Thrown; caught by parse_experiment.
struct Wrong {
  std::string message;
};

// An object of the file. Every key must be asked for before it ends.
class Reader {
 public:
  Reader(const Json& json, std::string place, const Variables* variables = nullptr)
      : json_(&json), place_(std::move(place)), variables_(variables) {
    if (!json.is_object()) fail("is no object");
  }

  [[noreturn]] void fail(std::string_view message) const { throw Wrong{fmt::format("{}: {}", place_, message)}; }

  bool has(const char* key) {
    known_.insert(key);
    return json_->contains(key);
  }
  const Json& at(const char* key) {
    if (!has(key)) fail(fmt::format("has no {}", key));
    return (*json_)[key];
  }
  [[nodiscard]] std::string place(const char* key) const { return place_ + "." + key; }
  Reader object(const char* key) { return {at(key), place(key), variables_}; }

  // Each element of a list, with its place.
  template <class Visit>
  void each(const char* key, Visit&& visit) {
    const Json& list = at(key);
    if (!list.is_array()) fail(fmt::format("{} is no list", key));
    if (list.size() > kMostElements) {
      fail(
          fmt::format("{} has {} elements, more than {}", key, format_count(list.size()), format_count(kMostElements)));
    }
    for (std::size_t i = 0; i < list.size(); ++i) visit(list[i], fmt::format("{}[{}]", place(key), i));
  }

  std::string text(const char* key) {
    const Json& value = at(key);
    if (!value.is_string()) fail(fmt::format("{} is no text", key));
    return substituted(value.get<std::string>());
  }
  std::string text_or(const char* key, std::string fallback) { return has(key) ? text(key) : std::move(fallback); }

  // A number, or a text that is one after substitution.
  double number(const char* key) {
    const Json& value = at(key);
    if (value.is_number()) return value.get<double>();
    const std::string written = text(key);
    char* end = nullptr;
    const double read = std::strtod(written.c_str(), &end);
    if (written.empty() || *end != '\0') fail(fmt::format("{} is no number", key));
    return read;
  }
  double number_or(const char* key, double fallback) { return has(key) ? number(key) : fallback; }
  template <class T>
  void whole(const char* key, T& value, std::uint64_t most = kMostOfAll) {
    if (!has(key)) return;
    const double read = number(key);
    if (!(read >= 0) || read != std::floor(read)) fail(fmt::format("{} is no whole number", key));
    if (read > static_cast<double>(most)) fail(fmt::format("{} is more than {}", key, format_count(most)));
    value = static_cast<T>(read);
  }
  bool flag(const char* key) {
    if (!has(key)) return false;
    if (!at(key).is_boolean()) fail(fmt::format("{} is neither true nor false", key));
    return at(key).get<bool>();
  }
  std::vector<std::string> texts(const char* key) {
    std::vector<std::string> list;
    each(key, [&](const Json& value, const std::string& where) {
      if (!value.is_string()) throw Wrong{where + ": is no text"};
      list.push_back(substituted(value.get<std::string>()));
    });
    return list;
  }

  // None if the key is not there.
  std::vector<std::string> text_or_texts(const char* key) {
    if (!has(key)) return {};
    return at(key).is_array() ? texts(key) : std::vector<std::string>{text(key)};
  }

  void end() const {
    for (const auto& item : json_->items()) {
      if (!known_.contains(item.key())) fail(fmt::format("unknown key {}", item.key()));
    }
  }

 private:
  // What is put in for a variable is not looked at again.
  [[nodiscard]] std::string substituted(const std::string& text) const {
    std::string made;
    for (std::size_t at = 0; at < text.size();) {
      const Variables::value_type* found = nullptr;
      if (variables_ != nullptr && text[at] == '{') {
        for (const auto& variable : *variables_) {
          const bool is_it = text.compare(at + 1, variable.first.size() + 1, variable.first + "}") == 0;
          if (is_it) found = &variable;
        }
        if (found == nullptr) fail(fmt::format("'{}' names a variable that is not in its for", shortened(text)));
      }
      made += found != nullptr ? found->second : std::string(1, text[at]);
      at += found != nullptr ? found->first.size() + 2 : 1;
      if (made.size() > kMostText) {
        fail(fmt::format("'{}' is longer than {} letters", shortened(text), format_count(kMostText)));
      }
    }
    return made;
  }
  static std::string shortened(const std::string& text) {
    constexpr std::size_t kShown = 60;
    return text.size() <= kShown ? text : text.substr(0, kShown) + "...";
  }

  const Json* json_;
  std::string place_;
  const Variables* variables_;
  std::set<std::string> known_;
};

}  // namespace waymark::spec_reading
