#include "output.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include "command.hpp"
#include "waymark/io/file.hpp"
#include "waymark/io/map_file.hpp"

namespace waymark::program {
namespace {

namespace fs = std::filesystem;

bool is_same_file(const struct stat& a, const struct stat& b) { return a.st_dev == b.st_dev && a.st_ino == b.st_ino; }

// Whether a file can be made where `path` is, or would be.
void check_folder(const std::string& path) {
  std::error_code error;
  const fs::path real = fs::weakly_canonical(path, error);
  const fs::path folder = (error ? fs::path(path) : real).parent_path();
  if (::access(folder.empty() ? "." : folder.c_str(), W_OK | X_OK) == 0) return;
  fail_data({ErrorCode::kIo, fmt::format("cannot write a file there: {}", std::strerror(errno)), path});
}

}  // namespace

Output::Output(std::string_view option, std::string path, const std::vector<std::string>& inputs)
    : path_(std::move(path)) {
  const auto refuse = [&](const std::string& why) {
    fail_data({ErrorCode::kIo, "cannot write the file: " + why, path_});
  };
  struct stat standard {};
  struct stat status {};
  const bool has_standard = ::fstat(STDOUT_FILENO, &standard) == 0;
  const bool is_dash = path_ == "-";
  if (is_dash) status = standard;
  const bool exists = is_dash ? has_standard : ::stat(path_.c_str(), &status) == 0;
  if (!exists && !is_dash) {
    if (path_.ends_with("/")) refuse("it is the name of a folder");
    check_folder(path_);
    return;
  }
  if (S_ISREG(status.st_mode)) {  // devices may be both read and written
    for (const std::string& input : inputs) {
      struct stat read {};
      const bool is_there = input == "-" ? ::fstat(STDIN_FILENO, &read) == 0 : ::stat(input.c_str(), &read) == 0;
      if (is_there && is_same_file(read, status)) {
        fail_usage(fmt::format("{} {} would overwrite what is read", option, path_));
      }
    }
  }
  if (is_dash || (has_standard && is_same_file(status, standard))) {
    kind_ = Kind::kStandard;
    return;
  }
  if (S_ISDIR(status.st_mode)) refuse(std::strerror(EISDIR));
  if (::access(path_.c_str(), W_OK) != 0) refuse(std::strerror(errno));
  if (S_ISREG(status.st_mode)) {
    check_folder(path_);
  } else {
    kind_ = Kind::kDevice;
  }
}

void Output::write(std::string_view bytes) const {
  if (is_standard()) return print(bytes);
  value_or_fail(write_file_atomically(path_, bytes));
}

void Output::write(const Image& picture) const {
  if (is_standard()) return print(encode_png(picture));
  value_or_fail(write_png(path_, picture));
}

void Output::write(const Terrain& terrain) const {
  if (is_standard() && !is_png_name(path_)) return print(encode_map(terrain));
  if (is_standard()) {
    value_or_fail(check_png_size(terrain.width, terrain.height));
    return print(encode_png(terrain));
  }
  value_or_fail(is_png_name(path_) ? write_png(path_, terrain) : write_map(path_, terrain));
}

void Output::write(const Grid& grid) const {
  if (is_png_name(path_)) return write(to_terrain(grid));
  if (is_standard()) return print(encode_map(grid));
  value_or_fail(write_map(path_, grid));
}

void Output::tell(std::string_view text) const {
  if (is_plain() && !is_quiet()) print(fmt::format("{}: {}\n", path_, text));
}

}  // namespace waymark::program
