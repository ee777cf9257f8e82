#include "option_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <span>

namespace waymark {
namespace {

template <class Number>
std::optional<Number> parse_number(std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// Exactly as many integers as there are places, with `separator` between them.
bool parse_integers(std::string_view text, char separator, std::span<int> places) {
  for (std::size_t i = 0; i < places.size(); ++i) {
    const bool last = i + 1 == places.size();
    const std::size_t end = last ? text.size() : text.find(separator);
    if (end == std::string_view::npos) return false;
    const auto value = parse_number<int>(text.substr(0, end));
    if (!value) return false;
    places[i] = *value;
    text.remove_prefix(last ? end : end + 1);
  }
  return true;
}

}  // namespace

bool lexical_cast(const std::string& text, Cell& cell) {
  std::array<int, 2> values{};
  if (!parse_integers(text, ',', values)) return false;
  cell = {values[0], values[1]};
  return true;
}

bool lexical_cast(const std::string& text, Rect& area) {
  std::array<int, 4> values{};
  if (!parse_integers(text, ',', values)) return false;
  area = {values[0], values[1], values[2], values[3]};
  return area.x >= 0 && area.y >= 0 && area.width >= 1 && area.height >= 1;
}

namespace program {
namespace {

// `accepts` may rewrite the text for CLI11 to read.
CLI::Validator wants(std::string what, std::function<bool(std::string&)> accepts) {
  return CLI::Validator(
      [what = std::move(what), accepts = std::move(accepts)](std::string& text) {
        return accepts(text) ? std::string() : fmt::format("wants {}, not '{}'", what, text);
      },
      "");
}

template <class T>
bool reads_as(const std::string& text) {
  T value{};
  return lexical_cast(text, value);
}

}  // namespace

bool lexical_cast(const std::string& text, Size& size) {
  std::array<int, 2> values{};
  if (!parse_integers(text, 'x', values)) return false;
  size = {values[0], values[1]};
  return true;
}

CLI::Validator whole_number(std::uint64_t low, std::uint64_t high) {
  const std::string most = high == kAnyNumber ? "2^64 - 1" : std::to_string(high);
  return wants(fmt::format("a whole number from {} to {}", low, most), [low, high](std::string& text) {
    const auto value = parse_number<std::uint64_t>(text);
    if (!value || *value < low || *value > high) return false;
    text = std::to_string(*value);  // CLI11 would take 010 for eight
    return true;
  });
}

CLI::Validator cost_number() {
  return wants("a number from 0", [](std::string& text) {
    const auto value = parse_number<double>(text);
    return value && std::isfinite(*value) && *value >= 0;
  });
}

CLI::Validator is_cell() { return wants("a cell as X,Y (e.g. 12,7)", reads_as<Cell>); }

CLI::Validator is_area() { return wants("an area as X,Y,W,H with X and Y from 0, W and H from 1", reads_as<Rect>); }

CLI::Validator is_size(int low, int high) {
  return wants(fmt::format("WxH with both sides from {} to {}", low, high), [low, high](std::string& text) {
    Size size;
    const auto in_range = [&](int side) { return side >= low && side <= high; };
    return lexical_cast(text, size) && in_range(size.width) && in_range(size.height);
  });
}

CLI::Option* add_choice(CLI::App& command, const std::string& option, std::vector<std::string_view> names,
                        std::function<void(std::size_t)> take, const std::string& description) {
  const auto place = [names](const std::string& text) {
    return static_cast<std::size_t>(std::find(names.begin(), names.end(), text) - names.begin());
  };
  const auto accepts = [place, count = names.size()](const std::string& text) { return place(text) < count; };
  const std::string type = fmt::format("{}", fmt::join(names, "|"));
  return command
      .add_option_function<std::string>(
          option, [place, take = std::move(take)](const std::string& text) { take(place(text)); }, description)
      ->check(wants(fmt::format("one of {}", fmt::join(names, ", ")), accepts))
      ->type_name(type);
}

CLI::Option* add_format_option(CLI::App& command, Format& format) {
  constexpr std::array<std::pair<std::string_view, Format>, 3> kFormats{
      {{"table", Format::kTable}, {"jsonl", Format::kJsonLines}, {"csv", Format::kCsv}}};
  return add_choice(command, "--format", format, kFormats, "A table to read, or a row a problem to process")
      ->default_str("table")
      ->group("Output");
}

}  // namespace program
}  // namespace waymark
