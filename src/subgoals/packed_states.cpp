#include "subgoals/packed_states.hpp"

#include <cstring>

namespace waymark {
namespace {

constexpr unsigned kMostBits = 17;  // for steps of Grid::kMaxSide

int unzigzag(std::uint32_t value) {
  const int half = static_cast<int>(value / 2);
  return value % 2 == 0 ? half : -half - 1;
}

}  // namespace

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
