// What the header of a database claims beyond what opening it relies on.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>

#include "waymark/base/result.hpp"
#include "waymark/offline/case_build.hpp"
#include "waymark/subgoals/container.hpp"

namespace waymark {

// Fails if the container has other parameters or sections than these, or has them in another order: a builder writes
// exactly what is needed.
Result<Done> check_names(const Container& file, std::initializer_list<std::string_view> parameters,
                         std::span<const std::string_view> sections);
inline Result<Done> check_names(const Container& file, std::initializer_list<std::string_view> parameters,
                                std::initializer_list<std::string_view> sections) {
  return check_names(file, parameters, std::span(sections.begin(), sections.size()));
}

// What stands for the seed of trips that were given, not drawn: a hash of them, in the order of the file. So that such
// a file does not pass for one of drawn trips, nor the other way round.
std::uint64_t given_trips_seed(std::span<const NodePair> trips);

}  // namespace waymark
