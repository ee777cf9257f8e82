#include "waymark/io/file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <system_error>
#include <utility>

namespace waymark {
namespace {

constexpr std::size_t kBufferBytes = 64 * 1024;

std::string system_reason(int error_number) { return std::generic_category().message(error_number); }

Error system_error(const std::string& path, std::string_view what, int error_number) {
  const bool missing = error_number == ENOENT || error_number == ENOTDIR;
  return Error{missing ? ErrorCode::kNotFound : ErrorCode::kIo, std::string(what) + ": " + system_reason(error_number),
               path};
}

Error too_large(const std::string& path, std::uint64_t max_bytes) {
  return Error{ErrorCode::kTooLarge, "the file holds more than the " + std::to_string(max_bytes) + " bytes allowed",
               path};
}

// The path with links followed; the path itself if that cannot be told.
std::string follow_links(const std::string& path) {
  char* resolved = ::realpath(path.c_str(), nullptr);
  if (resolved == nullptr) return path;
  std::string text = resolved;
  std::free(resolved);
  return text;
}

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

// Makes the rename itself durable. Best effort: some file systems cannot sync a folder, and the file is in place
// already.
void sync_folder(const std::string& folder) {
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  static_cast<void>(::fsync(descriptor));
  static_cast<void>(::close(descriptor));
}

}  // namespace

Result<FileReader> FileReader::open(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return system_error(path, "cannot open the file", errno);
  FileReader reader(path, descriptor);
  struct stat status {};
  if (::fstat(descriptor, &status) != 0) return system_error(path, "cannot examine the file", errno);
  if (S_ISDIR(status.st_mode)) return system_error(path, "cannot read the file", EISDIR);
  // The files of /proc say 0 whatever they hold.
  if (S_ISREG(status.st_mode) && status.st_size > 0) reader.size_ = static_cast<std::uint64_t>(status.st_size);
  return reader;
}

FileReader::FileReader(FileReader&& other) noexcept
    : path_(std::move(other.path_)), descriptor_(std::exchange(other.descriptor_, -1)), size_(other.size_) {}

FileReader& FileReader::operator=(FileReader&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(descriptor_, other.descriptor_);
  std::swap(size_, other.size_);
  return *this;
}

FileReader::~FileReader() {
  if (descriptor_ >= 0) static_cast<void>(::close(descriptor_));
}

Result<std::size_t> FileReader::read(std::span<char> chunk) {
  WAYMARK_ASSERT(descriptor_ >= 0 && !chunk.empty());
  std::size_t filled = 0;
  while (filled < chunk.size()) {
    const ssize_t count = ::read(descriptor_, chunk.data() + filled, chunk.size() - filled);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return system_error(path_, "cannot read the file", errno);
    if (count == 0) break;
    filled += static_cast<std::size_t>(count);
  }
  return filled;
}

Result<std::string> FileReader::read_all(std::uint64_t max_bytes) {
  const std::uint64_t expected = size_.value_or(0);
  if (expected > max_bytes) return too_large(path_, max_bytes);
  // Files of known size are read in one go; the extra byte meets the end of the file.
  std::string bytes;
  std::size_t filled = 0;
  std::size_t room = static_cast<std::size_t>(std::max<std::uint64_t>(expected + 1, 4096));
  for (;;) {
    bytes.resize(filled + room);
    const Result<std::size_t> count = read({bytes.data() + filled, room});
    if (!count) return count.error();
    filled += *count;
    if (filled > max_bytes) return too_large(path_, max_bytes);
    if (*count < room) break;
    room = std::min<std::size_t>(filled, 1u << 24u);
  }
  bytes.resize(filled);
  return bytes;
}

Result<std::string> read_file(const std::string& path, std::uint64_t max_bytes) {
  Result<FileReader> reader = FileReader::open(path);
  if (!reader) return reader.error();
  return reader->read_all(max_bytes);
}

Result<AtomicFile> AtomicFile::create(const std::string& path) {
  struct stat status {};
  const bool exists = ::stat(path.c_str(), &status) == 0;
  if (!exists && errno != ENOENT) return system_error(path, "cannot write the file", errno);
  if (exists && S_ISDIR(status.st_mode)) return system_error(path, "cannot write the file", EISDIR);
  if (exists && !S_ISREG(status.st_mode)) {
    const int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor < 0) return system_error(path, "cannot write the file", errno);
    return AtomicFile(path, path, "", descriptor);
  }
  // Renaming would replace a read-only file without a question.
  if (exists && ::access(path.c_str(), W_OK) != 0) return system_error(path, "cannot write the file", errno);

  const std::string target = exists ? follow_links(path) : path;
  static std::atomic<unsigned> counter{0};
  for (int attempt = 0; attempt < 1000; ++attempt) {
    const std::string temporary = folder_of(target) + "/.waymark-" + std::to_string(::getpid()) + "-" +
                                  std::to_string(counter.fetch_add(1)) + ".tmp";
    const int descriptor = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor < 0 && errno == EEXIST) continue;
    if (descriptor < 0) return system_error(path, "cannot create a temporary file beside it", errno);
    AtomicFile file(path, target, temporary, descriptor);
    if (exists && ::fchmod(descriptor, status.st_mode & 07777u) != 0) {
      return system_error(path, "cannot keep the file's permissions", errno);
    }
    return file;
  }
  return system_error(path, "cannot create a temporary file beside it", EEXIST);
}

AtomicFile::AtomicFile(std::string path, std::string target, std::string temporary, int descriptor)
    : path_(std::move(path)), target_(std::move(target)), temporary_(std::move(temporary)), descriptor_(descriptor) {}

AtomicFile::AtomicFile(AtomicFile&& other) noexcept
    : path_(std::move(other.path_)),
      target_(std::move(other.target_)),
      temporary_(std::exchange(other.temporary_, {})),
      descriptor_(std::exchange(other.descriptor_, -1)),
      buffer_(std::move(other.buffer_)),
      failure_(std::move(other.failure_)) {}

AtomicFile::~AtomicFile() { discard(); }

void AtomicFile::discard() {
  if (descriptor_ >= 0) static_cast<void>(::close(std::exchange(descriptor_, -1)));
  if (!temporary_.empty()) static_cast<void>(::unlink(temporary_.c_str()));
  temporary_.clear();
}

// Uses errno: nothing may come between the failed call and this.
Result<Done> AtomicFile::fail(std::string_view what) {
  failure_ = system_error(path_, what, errno);
  discard();
  return *failure_;
}

Result<Done> AtomicFile::write_out(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(descriptor_, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return fail("cannot write the file");
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return Done{};
}

Result<Done> AtomicFile::append(std::string_view bytes) {
  if (failure_) return *failure_;
  WAYMARK_ASSERT(descriptor_ >= 0);
  if (buffer_.size() + bytes.size() > kBufferBytes) {
    if (auto written = write_out(buffer_); !written) return written;
    buffer_.clear();
    if (bytes.size() > kBufferBytes) return write_out(bytes);
  }
  buffer_ += bytes;
  return Done{};
}

Result<Done> AtomicFile::commit() {
  if (failure_) return *failure_;
  WAYMARK_ASSERT(descriptor_ >= 0);
  if (auto written = write_out(buffer_); !written) return written;
  buffer_.clear();
  if (temporary_.empty()) {
    if (::close(std::exchange(descriptor_, -1)) != 0) return fail("cannot finish writing the file");
    return Done{};
  }
  if (::fsync(descriptor_) != 0) return fail("cannot bring the file to the disk");
  if (::close(std::exchange(descriptor_, -1)) != 0) return fail("cannot finish writing the file");
  if (std::rename(temporary_.c_str(), target_.c_str()) != 0) return fail("cannot put the new file in place of the old");
  temporary_.clear();
  sync_folder(folder_of(target_));
  return Done{};
}

Result<Done> write_file_atomically(const std::string& path, std::string_view bytes) {
  Result<AtomicFile> file = AtomicFile::create(path);
  if (!file) return file.error();
  if (auto appended = file->append(bytes); !appended) return appended;
  return file->commit();
}

}  // namespace waymark
