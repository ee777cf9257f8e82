#include "lab_folder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "command.hpp"
#include "waymark/io/file.hpp"

namespace waymark::program {
namespace {

namespace fs = std::filesystem;

constexpr const char* kListFile = "files.json";  // names of what the lab wrote
constexpr std::uint64_t kMaxListBytes = std::uint64_t{1} << 20u;

}  // namespace

LabFolder::LabFolder(fs::path path, int descriptor) : path_(std::move(path)), descriptor_(descriptor) {
  if (!has(kListFile)) return;
  const std::string text = value_or_fail(read_file(file(kListFile), kMaxListBytes));
  const auto list = nlohmann::json::parse(text, nullptr, false);
  const auto refuse = [this]() {
    fail_usage(fmt::format("{} is no list of files that the lab wrote: move it away, or choose another --out",
                           file(kListFile)));
  };
  if (!list.is_array()) refuse();
  for (const auto& name : list) {
    // A name, not a way out of the folder.
    if (!name.is_string() || fs::path(name.get<std::string>()).filename() != name.get<std::string>()) refuse();
    known_.insert(name.get<std::string>());
  }
}

LabFolder::LabFolder(LabFolder&& other) noexcept
    : path_(std::move(other.path_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      known_(std::move(other.known_)),
      claimed_(std::move(other.claimed_)) {}

LabFolder::~LabFolder() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

LabFolder LabFolder::open(const fs::path& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error) fail_data({ErrorCode::kIo, "cannot make the folder: " + error.message(), path.string()});
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) {
    fail_data({ErrorCode::kIo, "cannot open the folder: " + std::generic_category().message(errno), path.string()});
  }
  // Where folders cannot be locked there is no lock. The system lets go of it however the program ends.
  if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    ::close(descriptor);
    fail_usage(
        fmt::format("another run writes into {} at this moment: wait for it, or choose another --out", path.string()));
  }
  return {path, descriptor};
}

bool LabFolder::has(const std::string& name) const {
  std::error_code error;
  return fs::exists(fs::symlink_status(path_ / name, error));
}

void LabFolder::check(const std::string& name) const {
  if (has(name) && !known_.contains(name)) {
    fail_usage(fmt::format(
        "{} was not written by a run of the lab and is left alone: move it away, or choose another --out", file(name)));
  }
}

void LabFolder::claim(const std::string& name) {
  check(name);
  claimed_.insert(name);
  if (known_.insert(name).second) save();
}

void LabFolder::write(const std::string& name, const std::string& bytes) {
  claim(name);
  value_or_fail(write_file_atomically(file(name), bytes));
}

void LabFolder::remove(const std::string& name) {
  if (known_.erase(name) == 0) return;
  claimed_.erase(name);
  std::error_code error;
  fs::remove(path_ / name, error);
  save();
}

void LabFolder::remove_others() {
  const std::set<std::string> known = known_;
  for (const std::string& name : known) {
    if (!claimed_.contains(name)) remove(name);
  }
}

void LabFolder::save() const {
  value_or_fail(write_file_atomically(file(kListFile), nlohmann::json(known_).dump() + "\n"));
}

}  // namespace waymark::program
