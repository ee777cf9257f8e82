#include "command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <optional>
#include <span>

#include "waymark/io/png_file.hpp"

namespace waymark::program {
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

[[noreturn]] void fail_output(int error) {
  throw Failure{kExitBadData, fmt::format("cannot write to standard output: {}", std::strerror(error))};
}

}  // namespace

void fail_usage(std::string message) { throw Failure{kExitUsage, std::move(message)}; }
void fail_data(const Error& error) { throw Failure{kExitBadData, error.to_string()}; }

std::uint64_t parse_whole(std::string_view option, const std::string& text, std::uint64_t low, std::uint64_t high) {
  const auto value = parse_number<std::uint64_t>(text);
  if (!value || *value < low || *value > high) {
    const std::string most = high == std::numeric_limits<std::uint64_t>::max() ? "2^64 - 1" : std::to_string(high);
    fail_usage(fmt::format("{} wants a whole number from {} to {}, not '{}'", option, low, most, text));
  }
  return *value;
}

double parse_cost(std::string_view option, const std::string& text) {
  const auto value = parse_number<double>(text);
  if (!value || !std::isfinite(*value) || *value < 0) {
    fail_usage(fmt::format("{} wants a number from 0, not '{}'", option, text));
  }
  return *value;
}

Cell parse_cell(std::string_view option, const std::string& text) {
  std::array<int, 2> cell{};
  if (!parse_integers(text, ',', cell)) {
    fail_usage(fmt::format("{} wants a cell as X,Y (e.g. 12,7), not '{}'", option, text));
  }
  return {cell[0], cell[1]};
}

Rect parse_rect(std::string_view option, const std::string& text) {
  std::array<int, 4> rect{};
  if (!parse_integers(text, ',', rect) || rect[0] < 0 || rect[1] < 0 || rect[2] < 1 || rect[3] < 1) {
    fail_usage(fmt::format("{} wants an area as X,Y,W,H with X and Y from 0, W and H from 1, not '{}'", option, text));
  }
  return {rect[0], rect[1], rect[2], rect[3]};
}

std::pair<int, int> parse_size(std::string_view option, const std::string& text, int low, int high) {
  std::array<int, 2> size{};
  const auto in_range = [&](int side) { return side >= low && side <= high; };
  if (!parse_integers(text, 'x', size) || !std::all_of(size.begin(), size.end(), in_range)) {
    fail_usage(fmt::format("{} wants WxH with both sides from {} to {}, not '{}'", option, low, high, text));
  }
  return {size[0], size[1]};
}

bool is_png_name(const std::string& path) {
  constexpr std::string_view kEnd = ".png";
  if (path.size() < kEnd.size()) return false;
  return std::equal(
      kEnd.begin(), kEnd.end(), path.end() - static_cast<std::ptrdiff_t>(kEnd.size()),
      [](char end, char letter) { return end == (letter >= 'A' && letter <= 'Z' ? letter + 32 : letter); });
}

Terrain load_terrain(const std::string& path) {
  return value_or_fail(is_png_name(path) ? read_png(path) : read_terrain(path));
}

LoadedMap load_map(const std::string& path) {
  if (!is_png_name(path)) return value_or_fail(read_map(path));
  const Terrain terrain = load_terrain(path);
  LoadedMap map{value_or_fail(to_grid(terrain)), {}};
  map.info.type = "png";
  for (const char letter : terrain.letters) ++map.info.letter_counts[static_cast<unsigned char>(letter)];
  return map;
}

void save_terrain(const std::string& path, const Terrain& terrain) {
  value_or_fail(is_png_name(path) ? write_png(path, terrain) : write_map(path, terrain));
}

void print(std::string_view text) {
  errno = 0;
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) fail_output(errno);
}

void flush_output() {
  errno = 0;
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) fail_output(errno != 0 ? errno : EIO);
}

}  // namespace waymark::program
