#include "offline/journal.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include "base/hash.hpp"
#include "offline/container_writer.hpp"

namespace waymark {
namespace {

constexpr std::string_view kMagic = "WAYMARKJ";
constexpr std::size_t kHeaderBytes = 32;
constexpr std::size_t kEntryBytes = 24;
constexpr std::size_t kMostPending = 1u << 20u;
constexpr std::chrono::milliseconds kWriteEvery{500};
constexpr std::chrono::seconds kSyncEvery{5};

std::string header(std::string_view identity, std::uint64_t items) {
  std::string bytes(kMagic);
  append_number(bytes, Hash64().add(identity).value());
  append_number(bytes, items);
  append_number(bytes, Hash64().add(bytes).value());
  return bytes;
}

std::uint64_t entry_checksum(std::uint64_t item, std::string_view content) {
  return Hash64().add(item).add(content).value();
}

std::uint64_t number_at(const std::string& bytes, std::size_t at) {
  std::uint64_t value;
  std::memcpy(&value, bytes.data() + at, sizeof(value));
  return value;
}

}  // namespace

Error Journal::system_error(std::string_view what) const {
  return {ErrorCode::kIo, std::string(what) + ": " + std::generic_category().message(errno), path_};
}

Result<Journal> Journal::open(const std::string& path, std::string_view identity, std::uint64_t items,
                              const std::function<void(std::uint64_t item, std::string&& bytes)>& visit) {
  Journal journal(path, ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666));
  if (journal.descriptor_ < 0) return journal.system_error("cannot open the build's journal");
  if (::flock(journal.descriptor_, LOCK_EX | LOCK_NB) != 0) {
    if (errno == EWOULDBLOCK) return Error{ErrorCode::kIo, "another build is writing this journal", path};
    return journal.system_error("cannot lock the build's journal");
  }
  struct stat status {};
  if (::fstat(journal.descriptor_, &status) != 0) return journal.system_error("cannot examine the build's journal");
  if (!S_ISREG(status.st_mode)) return Error{ErrorCode::kIo, "the build's journal must be a plain file", path};

  const std::string expected = header(identity, items);
  std::string found(kHeaderBytes, '\0');
  const ssize_t count = ::pread(journal.descriptor_, found.data(), found.size(), 0);
  if (count < 0) return journal.system_error("cannot read the build's journal");
  found.resize(static_cast<std::size_t>(count));
  if (found.size() < kHeaderBytes && expected.starts_with(found)) {
    // New, or killed before the header was whole.
    if (::ftruncate(journal.descriptor_, 0) != 0) return journal.system_error("cannot begin the build's journal");
    if (auto written = journal.write(expected); !written) return written.error();
    return journal;
  }
  if (!found.starts_with(kMagic)) return Error{ErrorCode::kBadFormat, "not the journal of a build", path};
  if (found != expected) {
    return Error{ErrorCode::kBadFormat,
                 "the journal of another build; finish that one with its own options, or remove the file", path};
  }
  if (auto read = journal.read_items(static_cast<std::uint64_t>(status.st_size), items, visit); !read) {
    return read.error();
  }
  return journal;
}

Journal::Journal(Journal&& other) noexcept
    : path_(std::move(other.path_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      pending_(std::exchange(other.pending_, {})),
      written_(other.written_),
      synced_(other.synced_) {}

Journal::~Journal() {
  if (descriptor_ >= 0) static_cast<void>(::close(descriptor_));
}

Result<Done> Journal::read_items(std::uint64_t size, std::uint64_t items,
                                 const std::function<void(std::uint64_t item, std::string&& bytes)>& visit) {
  const auto read = [this](std::string& bytes, std::uint64_t at) {
    std::size_t filled = 0;
    while (filled < bytes.size()) {
      const ssize_t count =
          ::pread(descriptor_, bytes.data() + filled, bytes.size() - filled, static_cast<off_t>(at + filled));
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) return false;
      filled += static_cast<std::size_t>(count);
    }
    return true;
  };
  std::uint64_t end = kHeaderBytes;
  while (size - end >= kEntryBytes) {
    std::string entry(kEntryBytes, '\0');
    if (!read(entry, end)) return system_error("cannot read the build's journal");
    const std::uint64_t item = number_at(entry, 0);
    const std::uint64_t length = number_at(entry, 8);
    if (item >= items || length > size - end - kEntryBytes) break;
    std::string content(length, '\0');
    if (!read(content, end + kEntryBytes)) return system_error("cannot read the build's journal");
    if (entry_checksum(item, content) != number_at(entry, 16)) break;
    visit(item, std::move(content));
    end += kEntryBytes + length;
  }
  if (::ftruncate(descriptor_, static_cast<off_t>(end)) != 0) return system_error("cannot repair the build's journal");
  if (::lseek(descriptor_, static_cast<off_t>(end), SEEK_SET) < 0) {
    return system_error("cannot repair the build's journal");
  }
  return Done{};
}

Result<Done> Journal::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(descriptor_, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return system_error("cannot write the build's journal");
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return Done{};
}

void Journal::remove() { static_cast<void>(::unlink(path_.c_str())); }

Result<Done> Journal::append(std::uint64_t item, std::string_view bytes) {
  append_number(pending_, item);
  append_number(pending_, static_cast<std::uint64_t>(bytes.size()));
  append_number(pending_, entry_checksum(item, bytes));
  pending_ += bytes;
  return flush(false);
}

Result<Done> Journal::flush(bool all) {
  const auto now = Clock::now();
  if (!pending_.empty() && (all || pending_.size() >= kMostPending || now - written_ >= kWriteEvery)) {
    if (auto written = write(pending_); !written) return written;
    pending_.clear();
    written_ = now;
  }
  if (now - synced_ >= kSyncEvery) {
    if (::fdatasync(descriptor_) != 0) return system_error("cannot bring the build's journal to the disk");
    synced_ = now;
  }
  return Done{};
}

}  // namespace waymark
