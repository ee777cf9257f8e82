// A file's bytes without reading them: pages come when they are looked at.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "waymark/base/result.hpp"

namespace waymark {

struct MappedBytes {
  std::string_view text;  // as long as the owner lives
  std::shared_ptr<const void> owner;
};

// Pipes, devices and empty files are read. kTooLarge if the file holds more than `max_bytes`. A file that is cut short
// afterwards ends the process at the next look behind its end.
Result<MappedBytes> map_file(const std::string& path, std::uint64_t max_bytes);

}  // namespace waymark
