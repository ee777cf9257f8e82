// The two paths an agent of TBA* knows, each from its end back: the one it follows, and the next one, being traced.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/paged_table.hpp"
#include "waymark/base/heap_bytes.hpp"
#include "waymark/base/inline.hpp"
#include "waymark/base/types.hpp"
#include "waymark/base/unit_memory.hpp"

namespace waymark {

class TracedPaths {
 public:
  // A path has fewer than `id_bound` states.
  TracedPaths(UnitMemory& memory, std::uint32_t id_bound)
      : paths_{Path{{memory, id_bound}}, Path{{memory, id_bound}}} {}

  void begin_trace() { traced().length = 0; }
  // False where the memory is at its cap.
  WAYMARK_ALWAYS_INLINE bool add(NodeId node, Cost g) {
    Path& path = traced();
    const std::uint32_t place = path.length % States::kPage;
    if (place == 0) take_page(path);
    if (path.page == nullptr) return false;
    path.page[place] = {node, g};
    ++path.length;
    return true;
  }
  // What was traced is now followed.
  void end_trace() {
    followed_ = 1 - followed_;
    looked_at_ = 0;
  }

  static constexpr std::uint32_t kOff = 0xffffffffu;
  // Where `node` is on the path that is followed: how many states before its end. g falls from the end on.
  [[nodiscard]] std::uint32_t find(NodeId node, Cost g) {
    const Path& path = paths_[followed_];
    std::uint32_t low = 0;
    std::uint32_t high = path.length;
    // An agent off the path goes back state by state, and its g falls as that of the path does.
    if (looked_at_ > 0 && path.states.find(looked_at_ - 1)->g > g) {
      constexpr std::uint32_t kNear = 2;
      low = looked_at_;
      if (low + kNear < high && path.states.find(low + kNear)->g <= g) high = low + kNear;
    }
    while (low < high) {
      const std::uint32_t middle = (low + high) / 2;
      if (path.states.find(middle)->g > g) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    looked_at_ = low;
    return low < path.length && path.states.find(low)->node == node ? low : kOff;
  }
  [[nodiscard]] NodeId state(std::uint32_t place) const { return paths_[followed_].states.find(place)->node; }
  // From a place on to the end.
  [[nodiscard]] Cost cost_from(std::uint32_t place) const {
    const States& states = paths_[followed_].states;
    return states.find(0)->g - states.find(place)->g;
  }
  [[nodiscard]] UnitMemory& memory() const { return paths_[0].states.memory(); }
  // Only what is followed is kept.
  void forget_trace() { paths_[1 - followed_].states.clear(); }

  [[nodiscard]] std::uint64_t heap_bytes() const { return heap_bytes_of(paths_[0].states, paths_[1].states); }

 private:
  struct State {
    NodeId node = kNoNode;
    Cost g = 0;
  };
  using States = PagedTable<State>;
  struct Path {
    States states;
    std::uint32_t length = 0;
    State* page = nullptr;  // that the next state goes to, but for the first of a page; nullptr for want of room
  };
  WAYMARK_NEVER_INLINE static void take_page(Path& path) { path.page = path.states.at(path.length); }
  Path& traced() { return paths_[1 - followed_]; }

  std::array<Path, 2> paths_;
  std::size_t followed_ = 0;
  std::uint32_t looked_at_ = 0;  // of the path that is followed: where an agent was looked for last
};

}  // namespace waymark
