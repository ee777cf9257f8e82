#include "offline/pack_states.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace waymark {
namespace {

std::uint32_t zigzag(int step) {
  const auto magnitude = static_cast<std::uint32_t>(step < 0 ? -step : step);
  return step < 0 ? 2 * magnitude - 1 : 2 * magnitude;
}

}  // namespace

void pack_states(const Grid& grid, std::span<const NodeId> states, std::string& bytes) {
  for (unsigned i = 0; i < 4; ++i) bytes += static_cast<char>((states.front() >> (8 * i)) & 0xffu);
  const auto steps = [&](std::size_t i) {
    const Cell from = grid.cell(states[i - 1]);
    const Cell to = grid.cell(states[i]);
    return std::pair(zigzag(to.x - from.x), zigzag(to.y - from.y));
  };
  std::uint32_t largest = 1;
  for (std::size_t i = 1; i < states.size(); ++i) {
    const auto [dx, dy] = steps(i);
    largest = std::max({largest, dx, dy});
  }
  const auto width = static_cast<unsigned>(std::bit_width(largest));
  bytes += static_cast<char>(width);
  std::uint64_t pending = 0;
  unsigned bits = 0;
  for (std::size_t i = 1; i < states.size(); ++i) {
    const auto [dx, dy] = steps(i);
    pending |= (std::uint64_t{dx} | (std::uint64_t{dy} << width)) << bits;
    bits += 2 * width;
    for (; bits >= 8; bits -= 8, pending >>= 8u) bytes += static_cast<char>(pending & 0xffu);
  }
  if (bits > 0) bytes += static_cast<char>(pending & 0xffu);
}

}  // namespace waymark
