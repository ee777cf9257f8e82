#include "command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "lab/view/progress.hpp"
#include "waymark/io/file.hpp"
#include "waymark/io/png_file.hpp"

namespace waymark::program {
namespace {

// More than the largest map or picture may have.
constexpr std::uint64_t kMaxPipeBytes = std::uint64_t{1} << 29u;

bool was_told_quiet = false;
std::string started_with;

[[noreturn]] void fail_output(int error) {
  throw Failure{kExitBadData, fmt::format("cannot write to standard output: {}", std::strerror(error))};
}

bool is_png(std::string_view bytes) { return bytes.starts_with("\x89PNG"); }

std::string shell_quoted(std::string_view word) {
  constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./,:=+@%";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string_view::npos) return std::string(word);
  std::string quoted = "'";
  for (const char letter : word) quoted += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
  return quoted + "'";
}

LoadedMap map_of(const Terrain& terrain, MapOptions options) {
  LoadedMap map{value_or_fail(to_grid(terrain, options)), {}};
  map.info.type = "png";
  for (const char letter : terrain.letters) ++map.info.letter_counts[static_cast<unsigned char>(letter)];
  return map;
}

}  // namespace

void fail_usage(std::string message) { throw Failure{kExitUsage, std::move(message)}; }
void fail_data(const Error& error) { throw Failure{kExitBadData, error.to_string()}; }

bool is_png_name(const std::string& path) {
  constexpr std::string_view kEnd = ".png";
  if (path.size() < kEnd.size()) return false;
  return std::equal(
      kEnd.begin(), kEnd.end(), path.end() - static_cast<std::ptrdiff_t>(kEnd.size()),
      [](char end, char letter) { return end == (letter >= 'A' && letter <= 'Z' ? letter + 32 : letter); });
}

std::string readable_path(const std::string& path) { return path == "-" ? "/dev/stdin" : path; }

bool is_plain_file(const std::string& path) {
  std::error_code error;
  return path != "-" && std::filesystem::is_regular_file(path, error);
}

LoadedMap parse_map_or_picture(std::string_view bytes, const std::string& name, MapOptions options) {
  if (is_png(bytes)) return map_of(value_or_fail(parse_png(bytes, name)), options);
  return value_or_fail(parse_map(bytes, name, options));
}

Terrain load_terrain(const std::string& path) {
  if (is_plain_file(path)) return value_or_fail(is_png_name(path) ? read_png(path) : read_terrain(path));
  const std::string bytes = value_or_fail(read_file(readable_path(path), kMaxPipeBytes));
  return value_or_fail(is_png(bytes) ? parse_png(bytes, path) : parse_terrain(bytes, path));
}

LoadedMap load_map(const std::string& path, MapOptions options) {
  if (!is_plain_file(path)) {
    return parse_map_or_picture(value_or_fail(read_file(readable_path(path), kMaxPipeBytes)), path, options);
  }
  return is_png_name(path) ? map_of(load_terrain(path), options) : value_or_fail(read_map(path, options));
}

bool is_quiet() { return was_told_quiet; }

void set_quiet() {
  was_told_quiet = true;
  ProgressBar::silence();
}

const std::string& command_line() { return started_with; }

void set_command_line(int argc, char** argv) {
  for (int i = 0; i < argc; ++i) started_with += (i == 0 ? "" : " ") + shell_quoted(argv[i]);
}

void print(std::string_view text) {
  errno = 0;
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) fail_output(errno);
}

void flush_output() {
  errno = 0;
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) fail_output(errno != 0 ? errno : EIO);
}

void print_aside(const std::string& text) {
  std::fflush(stdout);
  std::fputs(text.c_str(), stderr);
}

}  // namespace waymark::program
