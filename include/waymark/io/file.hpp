// Files as bytes: read whole or in chunks, and written so that a reader never meets half a file. Every failure names
// the file and the system's reason.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "waymark/base/result.hpp"

namespace waymark {

// The whole file; kTooLarge if it holds more than `max_bytes`.
Result<std::string> read_file(const std::string& path, std::uint64_t max_bytes);

// Reads a file from its start, a chunk at a time.
class FileReader {
 public:
  static Result<FileReader> open(const std::string& path);
  FileReader(FileReader&& other) noexcept;
  FileReader& operator=(FileReader&& other) noexcept;
  ~FileReader();

  // Bytes in the file when it was opened; nothing for pipes, devices and files that do not tell.
  [[nodiscard]] std::optional<std::uint64_t> size() const { return size_; }
  // How many bytes were put into `chunk`, which must not be empty: all of it but at the end of the file, where 0
  // follows.
  Result<std::size_t> read(std::span<char> chunk);
  // All that is left; kTooLarge if that is more than `max_bytes`.
  Result<std::string> read_all(std::uint64_t max_bytes);

 private:
  FileReader(std::string path, int descriptor) : path_(std::move(path)), descriptor_(descriptor) {}

  std::string path_;
  int descriptor_;  // -1 = moved from
  std::optional<std::uint64_t> size_;
};

// A file that appears whole or not at all. Bytes go to a temporary file in the same folder; commit() syncs it and
// renames it over `path`. Until then, and after any failure, the old file is untouched; the temporary goes with this
// object. Links are followed, the old file's permissions are kept. Devices and pipes cannot be renamed over: they are
// written to.
class AtomicFile {
 public:
  static Result<AtomicFile> create(const std::string& path);
  AtomicFile(AtomicFile&& other) noexcept;
  AtomicFile& operator=(AtomicFile&& other) = delete;
  ~AtomicFile();

  // After a failure every further call returns the same error.
  Result<Done> append(std::string_view bytes);
  // At most once. If it fails, the old file stays.
  Result<Done> commit();

 private:
  AtomicFile(std::string path, std::string target, std::string temporary, int descriptor);
  Result<Done> write_out(std::string_view bytes);
  Result<Done> fail(std::string_view what);
  void discard();

  std::string path_;       // as the caller named it, for messages
  std::string target_;     // the same with links followed
  std::string temporary_;  // empty for devices and pipes
  int descriptor_;         // -1 = moved from, committed or failed
  std::string buffer_;     // not yet written; at most kBufferBytes
  std::optional<Error> failure_;
};

// AtomicFile for bytes that are all there already.
Result<Done> write_file_atomically(const std::string& path, std::string_view bytes);

}  // namespace waymark
