// A database's bytes with one number of its header changed and the checksum of the header made right again
// (docs/formats.md).
#pragma once

#include <cstring>
#include <string>
#include <string_view>

#include "base/hash.hpp"
#include "waymark/base/assert.hpp"
#include "waymark/subgoals/container.hpp"

namespace waymark::test {

inline std::string forged(std::string bytes, std::string_view parameter, std::uint64_t value) {
  std::uint32_t parameters = 0;
  std::uint32_t sections = 0;
  std::memcpy(&parameters, bytes.data() + 36, 4);
  std::memcpy(&sections, bytes.data() + 40, 4);
  constexpr std::size_t kFirst = 56;
  constexpr std::size_t kEntry = Container::kNameBytes + 8;
  bool found = false;
  for (std::size_t i = 0; i < parameters; ++i) {
    char* const entry = bytes.data() + kFirst + i * kEntry;
    if (std::string_view(entry, ::strnlen(entry, Container::kNameBytes)) != parameter) continue;
    std::memcpy(entry + Container::kNameBytes, &value, 8);
    found = true;
  }
  WAYMARK_ASSERT(found);
  const std::size_t end = kFirst + parameters * kEntry + sections * (Container::kNameBytes + 24);
  const std::uint64_t checksum = Hash64().add(std::string_view(bytes).substr(0, end)).value();
  std::memcpy(bytes.data() + end, &checksum, 8);
  return bytes;
}

}  // namespace waymark::test
