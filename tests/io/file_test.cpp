#include "waymark/io/file.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

#include "scratch_folder.hpp"

namespace waymark::io_file_test {

using test::ScratchFolder;
using Names = std::vector<std::string>;

std::string slurp(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

// No file of this process may grow beyond `bytes`: writing fails as it does on a full disk.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) : old_handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    EXPECT_EQ(::getrlimit(RLIMIT_FSIZE, &old_limit_), 0);
    const rlimit limit{bytes, old_limit_.rlim_max};
    EXPECT_EQ(::setrlimit(RLIMIT_FSIZE, &limit), 0);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;
  ~FileSizeLimit() {
    ::setrlimit(RLIMIT_FSIZE, &old_limit_);
    std::signal(SIGXFSZ, old_handler_);
  }

 private:
  rlimit old_limit_{};
  void (*old_handler_)(int);
};

TEST(ReadFile, returns_every_byte) {
  const ScratchFolder folder;
  std::string bytes;
  for (int i = 0; i < 300'000; ++i) bytes += static_cast<char>(i % 256);
  ASSERT_TRUE(write_file_atomically(folder.file("a"), bytes));
  EXPECT_EQ(*read_file(folder.file("a"), bytes.size()), bytes);
  ASSERT_TRUE(write_file_atomically(folder.file("empty"), ""));
  EXPECT_EQ(*read_file(folder.file("empty"), 0), "");
}

TEST(ReadFile, refuses_more_than_allowed) {
  const ScratchFolder folder;
  ASSERT_TRUE(write_file_atomically(folder.file("a"), "12345"));
  const auto result = read_file(folder.file("a"), 4);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::kTooLarge);
  EXPECT_EQ(result.error().to_string(), folder.file("a") + ": the file holds more than the 4 bytes allowed");
}

TEST(ReadFile, refuses_an_endless_device) {
  const auto result = read_file("/dev/zero", 100'000);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::kTooLarge);
}

TEST(ReadFile, names_the_file_and_the_reason) {
  const auto missing = read_file("no/such.map", 10);
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::kNotFound);
  EXPECT_EQ(missing.error().to_string(), "no/such.map: cannot open the file: No such file or directory");
  const ScratchFolder folder;
  const auto directory = read_file(folder.path(), 10);
  ASSERT_FALSE(directory);
  EXPECT_EQ(directory.error().to_string(), folder.path() + ": cannot read the file: Is a directory");
}

TEST(FileReader, gives_chunks_and_then_nothing) {
  const ScratchFolder folder;
  ASSERT_TRUE(write_file_atomically(folder.file("a"), "1234567"));
  auto reader = FileReader::open(folder.file("a"));
  ASSERT_TRUE(reader);
  EXPECT_EQ(reader->size(), 7u);
  char chunk[4];
  EXPECT_EQ(*reader->read(chunk), 4u);
  EXPECT_EQ(std::string(chunk, 4), "1234");
  EXPECT_EQ(*reader->read(chunk), 3u);
  EXPECT_EQ(std::string(chunk, 3), "567");
  EXPECT_EQ(*reader->read(chunk), 0u);
}

TEST(AtomicFile, appears_only_with_commit) {
  const ScratchFolder folder;
  const std::string path = folder.file("a");
  ASSERT_TRUE(write_file_atomically(path, "old"));
  {
    auto file = AtomicFile::create(path);
    ASSERT_TRUE(file);
    ASSERT_TRUE(file->append(std::string(200'000, 'x')));
    ASSERT_TRUE(file->append("y"));
    EXPECT_EQ(slurp(path), "old");
    ASSERT_TRUE(file->commit());
    EXPECT_EQ(slurp(path), std::string(200'000, 'x') + "y");
  }
  EXPECT_EQ(folder.names(), Names{"a"});
}

TEST(AtomicFile, leaves_nothing_if_dropped) {
  const ScratchFolder folder;
  {
    auto file = AtomicFile::create(folder.file("a"));
    ASSERT_TRUE(file);
    ASSERT_TRUE(file->append(std::string(200'000, 'x')));
    const AtomicFile moved = std::move(*file);
  }
  EXPECT_EQ(folder.names(), Names{});
}

TEST(AtomicFile, keeps_the_old_file_when_the_disk_is_full) {
  const ScratchFolder folder;
  const std::string path = folder.file("a.map");
  ASSERT_TRUE(write_file_atomically(path, "old bytes"));
  // The first fails in append, the second (smaller than any buffer) only in commit.
  for (const std::size_t size : {std::size_t{1'000'000}, std::size_t{20'000}}) {
    const FileSizeLimit limit(10'000);
    const auto result = write_file_atomically(path, std::string(size, 'x'));
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, ErrorCode::kIo);
    EXPECT_EQ(result.error().to_string(), path + ": cannot write the file: File too large");
    EXPECT_EQ(slurp(path), "old bytes");
    EXPECT_EQ(folder.names(), Names{"a.map"});
  }
  EXPECT_TRUE(write_file_atomically(path, std::string(20'000, 'x')));
}

TEST(AtomicFile, repeats_its_first_error) {
  const ScratchFolder folder;
  auto file = AtomicFile::create(folder.file("a"));
  ASSERT_TRUE(file);
  {
    const FileSizeLimit limit(10);
    ASSERT_FALSE(file->append(std::string(100'000, 'x')));
  }
  EXPECT_FALSE(file->append("more"));
  const auto result = file->commit();
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().message, "cannot write the file: File too large");
  EXPECT_EQ(folder.names(), Names{});
}

TEST(AtomicFile, names_folders_that_are_missing_or_not_writable) {
  const ScratchFolder folder;
  const auto missing = write_file_atomically(folder.file("no/a"), "x");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().to_string(),
            folder.file("no/a") + ": cannot create a temporary file beside it: No such file or directory");
  const auto is_folder = write_file_atomically(folder.path(), "x");
  ASSERT_FALSE(is_folder);
  EXPECT_EQ(is_folder.error().to_string(), folder.path() + ": cannot write the file: Is a directory");

  ASSERT_TRUE(write_file_atomically(folder.file("a"), "old"));
  ASSERT_EQ(::chmod(folder.file("a").c_str(), 0666), 0);
  ASSERT_EQ(::chmod(folder.path().c_str(), 0555), 0);
  // Root may write everywhere: be nobody for a moment.
  const bool is_root = ::geteuid() == 0;
  if (is_root && ::seteuid(65534) != 0) GTEST_SKIP() << "cannot give up root's rights";
  const auto unwritable = write_file_atomically(folder.file("a"), "new");
  if (is_root) {
    ASSERT_EQ(::seteuid(0), 0);
  }
  ASSERT_EQ(::chmod(folder.path().c_str(), 0755), 0);
  ASSERT_FALSE(unwritable);
  EXPECT_EQ(unwritable.error().to_string(),
            folder.file("a") + ": cannot create a temporary file beside it: Permission denied");
  EXPECT_EQ(slurp(folder.file("a")), "old");
  EXPECT_EQ(folder.names(), Names{"a"});
}

TEST(AtomicFile, follows_links_and_keeps_permissions) {
  const ScratchFolder folder;
  ASSERT_TRUE(write_file_atomically(folder.file("real"), "old"));
  ASSERT_EQ(::chmod(folder.file("real").c_str(), 0640), 0);
  std::filesystem::create_symlink("real", folder.file("link"));
  ASSERT_TRUE(write_file_atomically(folder.file("link"), "new"));
  EXPECT_EQ(slurp(folder.file("real")), "new");
  EXPECT_TRUE(std::filesystem::is_symlink(folder.file("link")));
  struct stat status {};
  ASSERT_EQ(::stat(folder.file("real").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777u, 0640u);
}

TEST(AtomicFile, writes_to_devices_and_pipes_instead_of_replacing_them) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  const auto full = write_file_atomically("/dev/full", "x");
  ASSERT_FALSE(full);
  EXPECT_EQ(full.error().to_string(), "/dev/full: cannot write the file: No space left on device");
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/full"));

  const ScratchFolder folder;
  const std::string pipe = folder.file("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  std::thread writer([&] { EXPECT_TRUE(write_file_atomically(pipe, "through the pipe")); });
  EXPECT_EQ(*read_file(pipe, 100), "through the pipe");
  writer.join();
}

}  // namespace waymark::io_file_test
