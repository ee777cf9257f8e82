#include "lab/run/map_changes.hpp"

#include <algorithm>

namespace waymark {

void apply_changes(std::span<const AreaEdit> changes, Map& map) {
  map.apply(changes);
  map.maintain(kUnlimited);
}

std::vector<AreaEdit> changes_of(const Terrain& patch, Cell at) {
  std::vector<AreaEdit> changes;
  std::vector<std::size_t> above;  // of `changes`: those that reach down to the row before, from left to right
  std::vector<std::size_t> here;
  for (int y = 0; y < patch.height; ++y) {
    here.clear();
    for (int x = 0; x < patch.width;) {
      const bool passable = is_passable_letter(patch.at(x, y));
      int end = x + 1;
      while (end < patch.width && is_passable_letter(patch.at(end, y)) == passable) ++end;
      const auto same = std::find_if(above.begin(), above.end(), [&](std::size_t i) {
        return changes[i].passable == passable && changes[i].area.x == at.x + x && changes[i].area.width == end - x;
      });
      if (same != above.end()) {
        ++changes[*same].area.height;
        here.push_back(*same);
      } else {
        here.push_back(changes.size());
        changes.push_back({{at.x + x, at.y + y, end - x, 1}, passable});
      }
      x = end;
    }
    std::swap(above, here);
  }
  return changes;
}

}  // namespace waymark
