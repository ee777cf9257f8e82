// Values of options, for CLI11: how the project's types are read from text, and validators whose messages say what an
// option takes. A validator's text follows the option's name: "--jobs wants a whole number from 1 to 256, not '0'".
#pragma once

#include <CLI/CLI.hpp>
#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "waymark/space/cell.hpp"

namespace waymark {

// "X,Y" and "X,Y,W,H". CLI11 finds these by the types.
bool lexical_cast(const std::string& text, Cell& cell);
bool lexical_cast(const std::string& text, Rect& area);

namespace program {

inline constexpr std::uint64_t kAnyNumber = std::numeric_limits<std::uint64_t>::max();
inline constexpr std::uint64_t kMaxThreads = 256;

// Types of options as help texts show them; completion scripts know by them that keys of algorithms go there.
inline constexpr const char* kAlgorithmType = "KEY[:name=value,...]";
inline constexpr const char* kAlgorithmsType = "A,B,C";

struct Size {
  int width = 0;
  int height = 0;
};
// "WxH"
bool lexical_cast(const std::string& text, Size& size);

// In decimal, whatever zeros it begins with.
CLI::Validator whole_number(std::uint64_t low, std::uint64_t high = kAnyNumber);
// Not negative, finite.
CLI::Validator cost_number();
// Negative coordinates are cells outside of every map, not bad usage.
CLI::Validator is_cell();
CLI::Validator is_area();
// Each side from low to high.
CLI::Validator is_size(int low, int high);

// One of `names`; `take` is called with its place among them.
CLI::Option* add_choice(CLI::App& command, const std::string& option, std::vector<std::string_view> names,
                        std::function<void(std::size_t)> take, const std::string& description);

template <class T, std::size_t kCount>
CLI::Option* add_choice(CLI::App& command, const std::string& option, T& value,
                        const std::array<std::pair<std::string_view, T>, kCount>& choices,
                        const std::string& description) {
  std::vector<std::string_view> names;
  names.reserve(kCount);
  for (const auto& choice : choices) names.push_back(choice.first);
  return add_choice(
      command, option, std::move(names), [&value, choices](std::size_t i) { value = choices[i].second; }, description);
}

// What a command prints its rows as.
enum class Format : std::uint8_t { kTable, kJsonLines, kCsv };
CLI::Option* add_format_option(CLI::App& command, Format& format);

}  // namespace program
}  // namespace waymark
