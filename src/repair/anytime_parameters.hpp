// The parameters of ARA* and AD*: for their factories, and for the registry, which lies in a room above.
#pragma once

#include <tuple>

#include "base/parameters.hpp"
#include "base/thousandths.hpp"
#include "repair/inflations.hpp"
#include "waymark/base/result.hpp"

namespace waymark {

template <class Options>
inline constexpr std::tuple kAnytimeParameters{
    number<&Options::w>("w", "w", "weight of h in the first search", 1, 1000),
    number<&Options::step>("step", "step", "by how much the weight falls from search to search", 0.001, 1000),
    number<&Options::until>("until", "until", "a path proven to be at most so many times the cheapest is good enough",
                            1, 1000)};

template <class Options>
Result<Inflations> inflations_of(const Options& options) {
  if (auto good = check_options(options, kAnytimeParameters<Options>); !good) return good.error();
  Inflations inflations;
  inflations.first = inflations.now = thousandths_of(options.w);
  inflations.step = thousandths_of(options.step);
  inflations.until = thousandths_of(options.until);
  return inflations;
}

}  // namespace waymark
