#include "subgoals/packed_states.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

namespace waymark {
namespace {

constexpr unsigned kMostBits = 17;  // for steps of Grid::kMaxSide

std::uint32_t zigzag(int step) {
  const auto magnitude = static_cast<std::uint32_t>(step < 0 ? -step : step);
  return step < 0 ? 2 * magnitude - 1 : 2 * magnitude;
}
int unzigzag(std::uint32_t value) {
  const int half = static_cast<int>(value / 2);
  return value % 2 == 0 ? half : -half - 1;
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

bool unpack_states(const Grid& grid, std::string_view& bytes, std::uint32_t count, std::vector<NodeId>& states) {
  if (bytes.size() < 5) return false;
  NodeId first;
  std::memcpy(&first, bytes.data(), sizeof(first));
  const auto width = static_cast<unsigned>(static_cast<unsigned char>(bytes[4]));
  bytes.remove_prefix(5);
  if (width < 1 || width > kMostBits || first >= grid.id_bound() || !grid.passable(first)) return false;
  const std::uint64_t packed = (std::uint64_t{count - 1} * 2 * width + 7) / 8;
  if (bytes.size() < packed) return false;
  states.push_back(first);
  Cell at = grid.cell(first);
  std::uint64_t pending = 0;
  unsigned bits = 0;
  const std::uint64_t mask = (std::uint64_t{1} << width) - 1;
  for (std::uint32_t i = 1; i < count; ++i) {
    while (bits < 2 * width) {
      pending |= std::uint64_t{static_cast<unsigned char>(bytes.front())} << bits;
      bytes.remove_prefix(1);
      bits += 8;
    }
    at.x += unzigzag(static_cast<std::uint32_t>(pending & mask));
    at.y += unzigzag(static_cast<std::uint32_t>((pending >> width) & mask));
    pending >>= 2 * width;
    bits -= 2 * width;
    if (!grid.passable(at.x, at.y)) return false;
    states.push_back(grid.node(at));
  }
  return pending == 0;
}

}  // namespace waymark
