// Bytes of databases with damage of every kind.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "offline/container_writer.hpp"
#include "support/ascii.hpp"
#include "waymark/base/random.hpp"
#include "waymark/space/map.hpp"
#include "waymark/subgoals/container.hpp"

namespace waymark::test {

// Flips, inserts, deletes, repeats or cuts off bytes. Never the same bytes.
inline std::string damaged(Random& random, const std::string& bytes) {
  std::string result = bytes;
  do {
    const auto size = static_cast<std::uint32_t>(result.size());
    const std::size_t at = random.below(size);
    const std::size_t count = 1 + random.below(random.chance(1, 2) ? 2 : 30);
    switch (random.below(5)) {
      case 0: result[at] = static_cast<char>(result[at] ^ (1 << random.below(8))); break;
      case 1: result[at] = static_cast<char>(random.below(256)); break;
      case 2: result.insert(at, std::string(count, static_cast<char>(random.below(256)))); break;
      case 3: result.erase(at, count); break;
      default: result.resize(at); break;
    }
  } while (!result.empty() && (result == bytes || random.chance(1, 4)));
  return result;
}

template <class T>
const T& any_of(Random& random, const std::vector<T>& values) {
  return values[random.below(static_cast<std::uint32_t>(values.size()))];
}

// A number that could be there: small, near the one before, a state of the map, or any.
inline std::uint64_t likely(Random& random, const Map& map, std::uint64_t before) {
  switch (random.below(5)) {
    case 0: return random.below(8);
    case 1: return before + 1;
    case 2: return before - 1;
    case 3: return random_passable(random, map.grid());
    default: return std::uint64_t{random.next()} << 32u | random.next();
  }
}

// Changes the content of a section or a parameter, and signs the file anew.
inline std::string changed_and_signed(Random& random, const Map& map, const std::string& bytes) {
  const Container container = *Container::parse(bytes, "x.db");
  std::vector<DatabaseParameter> parameters(container.parameters().begin(), container.parameters().end());
  std::vector<std::pair<std::string, std::string>> sections;
  for (const Container::Section& section : container.sections()) {
    sections.emplace_back(section.name, std::string(*container.section(section.name)));
  }
  for (int changes = random.chance(1, 2) ? 1 : random.between(2, 6); changes > 0; --changes) {
    if (random.chance(1, 6)) {
      DatabaseParameter& parameter = parameters[random.below(static_cast<std::uint32_t>(parameters.size()))];
      parameter.value = likely(random, map, parameter.value);
      continue;
    }
    std::string& content = sections[random.below(static_cast<std::uint32_t>(sections.size()))].second;
    if (random.chance(1, 20)) {
      content = any_of(random, sections).second;
      continue;
    }
    if (content.empty()) continue;
    const std::size_t width = std::size_t{1} << random.below(3);
    const std::size_t at = random.below(static_cast<std::uint32_t>(content.size())) / width * width;
    if (random.chance(1, 20)) {
      random.chance(1, 2) ? content.erase(at, width) : content.insert(at, content.substr(at, width));
      continue;
    }
    if (random.chance(3, 4)) {  // numbers that are of the right range where they are may be elsewhere too
      const std::size_t from = random.below(static_cast<std::uint32_t>(content.size())) / width * width;
      content.replace(at, width, content.substr(from, std::min(width, content.size() - at)));
      continue;
    }
    std::uint64_t before = 0;
    for (std::size_t i = 0; i < width && at + i < content.size(); ++i) {
      before |= static_cast<std::uint64_t>(static_cast<unsigned char>(content[at + i])) << (8 * i);
    }
    const std::uint64_t now = likely(random, map, before);
    for (std::size_t i = 0; i < width && at + i < content.size(); ++i)
      content[at + i] = static_cast<char>(now >> (8 * i));
  }
  ContainerWriter writer(container.kind(), map);
  for (const DatabaseParameter& parameter : parameters) writer.parameter(parameter.name, parameter.value);
  for (const auto& [name, content] : sections) {
    if (!random.chance(1, 100)) writer.section(name, content);
  }
  return writer.bytes();
}

// Of bytes that are called so.
inline void expect_proper(const Error& error) {
  EXPECT_EQ(error.file, "x.db") << error.to_string();
  EXPECT_EQ(error.message.find('\n'), std::string::npos) << error.to_string();
}

}  // namespace waymark::test
