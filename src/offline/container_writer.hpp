// Puts a database's sections into the layout that Container reads (docs/formats.md). The same calls give the same
// bytes.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "waymark/space/map.hpp"
#include "waymark/subgoals/container.hpp"

namespace waymark {

class ContainerWriter {
 public:
  ContainerWriter(DatabaseKind kind, const Map& map);

  // Names are not empty, have at most Container::kNameBytes letters and differ from each other.
  ContainerWriter& parameter(std::string_view name, std::uint64_t value);
  ContainerWriter& section(std::string_view name, std::string bytes);

  // The whole file.
  [[nodiscard]] std::string bytes() const;

 private:
  DatabaseKind kind_;
  std::uint64_t map_fingerprint_;
  MoveRules rules_;
  std::vector<DatabaseParameter> parameters_;
  std::vector<std::pair<std::string, std::string>> sections_;
};

// Appends a number to a section, little-endian.
template <class T>
void append_number(std::string& bytes, T value) {
  char text[sizeof(T)];
  for (std::size_t i = 0; i < sizeof(T); ++i) text[i] = static_cast<char>((value >> (8 * i)) & 0xff);
  bytes.append(text, sizeof(T));
}

// The same of many, which on the machines there are lie in memory as in a file.
template <class T>
void append_numbers(std::string& bytes, std::span<const T> values) {
  static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__);
  bytes.append(reinterpret_cast<const char*>(values.data()), values.size_bytes());
}

}  // namespace waymark
