#include "io/mapped_file.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstddef>
#include <utility>

#include "waymark/io/file.hpp"

namespace waymark {
namespace {

// A mapping for as long as it lives.
class Mapping {
 public:
  // Nothing is mapped if the file cannot be, or has no bytes or too many: whoever reads it then says why.
  Mapping(const std::string& path, std::uint64_t max_bytes) {
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return;
    struct stat status {};
    if (::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0 &&
        static_cast<std::uint64_t>(status.st_size) <= max_bytes) {
      void* const start =
          ::mmap(nullptr, static_cast<std::size_t>(status.st_size), PROT_READ, MAP_PRIVATE, descriptor, 0);
      if (start != MAP_FAILED) {
        start_ = start;
        size_ = static_cast<std::size_t>(status.st_size);
      }
    }
    static_cast<void>(::close(descriptor));
  }
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;
  ~Mapping() {
    if (start_ != nullptr) static_cast<void>(::munmap(start_, size_));
  }
  [[nodiscard]] std::string_view text() const { return {static_cast<const char*>(start_), size_}; }

 private:
  void* start_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace

Result<MappedBytes> map_file(const std::string& path, std::uint64_t max_bytes) {
  auto mapping = std::make_shared<const Mapping>(path, max_bytes);
  if (!mapping->text().empty()) return MappedBytes{mapping->text(), mapping};
  auto bytes = read_file(path, max_bytes);
  if (!bytes) return bytes.error();
  auto kept = std::make_shared<const std::string>(*std::move(bytes));
  return MappedBytes{*kept, kept};
}

}  // namespace waymark
