// What the commands share: exit codes, failures, maps that are read, and a standard output that notices when it is
// full.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "waymark/base/result.hpp"
#include "waymark/io/map_file.hpp"
#include "waymark/io/terrain.hpp"

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

// For what the command line asks for and cannot be had: an algorithm there is not, or not with the map's rules.
template <class T>
T made_or_fail(Result<T> result) {
  if (!result) fail_usage(result.error().to_string());
  return *std::move(result);
}

// By their names' ends: .png is a picture, anything else a MovingAI map. What comes through a pipe, or from standard
// input as "-", is told by its first bytes.
bool is_png_name(const std::string& path);
LoadedMap load_map(const std::string& path, MapOptions options = {});
Terrain load_terrain(const std::string& path);
// The same of bytes already read.
LoadedMap parse_map_or_picture(std::string_view bytes, const std::string& name, MapOptions options = {});

// "-" as a file that can be opened.
std::string readable_path(const std::string& path);
// Files that have a size and a name; false for pipes, devices and "-".
bool is_plain_file(const std::string& path);

// Whether --quiet was given: no progress, no lines that only say what was done.
bool is_quiet();
void set_quiet();

// The words that started the program, quoted for a shell; set by main.
const std::string& command_line();
void set_command_line(int argc, char** argv);

// Standard output. A failure to write is bad data; both throw.
void print(std::string_view text);
void flush_output();
// On standard error, after what was printed.
void print_aside(const std::string& text);

}  // namespace waymark::program
