#include "offline/verify_header.hpp"

#include <algorithm>
#include <string>

#include "base/hash.hpp"

namespace waymark {

Result<Done> check_names(const Container& file, std::initializer_list<std::string_view> parameters,
                         std::span<const std::string_view> sections) {
  const auto same = [](const auto& found, const auto& expected) {
    return std::equal(found.begin(), found.end(), expected.begin(), expected.end(),
                      [](const auto& one, std::string_view name) { return one.name == name; });
  };
  if (!same(file.parameters(), parameters)) return file.bad("has other parameters than a database of its kind");
  if (!same(file.sections(), sections)) return file.bad("has other sections than its parameters ask for");
  return Done{};
}

std::uint64_t given_trips_seed(std::span<const NodePair> trips) {
  Hash64 hash;
  for (const auto& [start, goal] : trips) hash.add(std::uint64_t{start} << 32u | goal);
  return hash.value();
}

}  // namespace waymark
