// What the commands share: exit codes, failures, values of options, maps in and out, and a standard output that notices
// when it is full.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "waymark/base/result.hpp"
#include "waymark/io/map_file.hpp"
#include "waymark/io/terrain.hpp"
#include "waymark/space/direction.hpp"

namespace waymark::program {

enum ExitCode : int {
  kExitOk = 0,
  kExitDoesNotHold = 1,  // ran, but something did not hold
  kExitUsage = 2,
  kExitBadData = 3,
};

// Thrown by commands, caught in main: one line on stderr, then the exit code.
struct Failure {
  int exit_code;
  std::string message;
};

[[noreturn]] void fail_usage(std::string message);
[[noreturn]] void fail_data(const Error& error);

template <class T>
T value_or_fail(Result<T> result) {
  if (!result) fail_data(result.error());
  return *std::move(result);
}

// Values of options. All fail as bad usage with a line that names the option and what it takes.
std::uint64_t parse_whole(std::string_view option, const std::string& text, std::uint64_t low, std::uint64_t high);
// Not negative, finite.
double parse_cost(std::string_view option, const std::string& text);
// "X,Y"; negative coordinates are cells outside of every map, not bad usage.
Cell parse_cell(std::string_view option, const std::string& text);
// "X,Y,W,H"
Rect parse_rect(std::string_view option, const std::string& text);
// "WxH", each from low to high.
std::pair<int, int> parse_size(std::string_view option, const std::string& text, int low, int high);

// By their names' ends: .png is a picture, anything else a MovingAI map.
bool is_png_name(const std::string& path);
LoadedMap load_map(const std::string& path);
Terrain load_terrain(const std::string& path);
void save_terrain(const std::string& path, const Terrain& terrain);

// Standard output. A failure to write is bad data; both throw.
void print(std::string_view text);
void flush_output();

}  // namespace waymark::program
