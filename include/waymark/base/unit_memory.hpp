// Where units keep what must outlive a step: what they learned, the searches they slice, paths. Pages of two sizes out
// of one pool a map, taken and given back in constant time, with a cap that the game sets. At the cap a unit learns
// nothing more, or answers kOutOfRoom, and goes on when others have given pages back (every agent's header tells
// which).
//
// Below the cap what a unit does never depends on the pool. At the cap it depends on who asks first.
//
// Threads: all calls may be made by any number of threads at a time. Where units stepped by several threads meet the
// cap, the threads decide who asks first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

namespace waymark {

class UnitMemory {
 public:
  static constexpr std::uint64_t kNoCap = ~std::uint64_t{0};
  static constexpr std::size_t kSmallPage = 320;
  static constexpr std::size_t kLargePage = 4 * kSmallPage;

  UnitMemory() = default;
  ~UnitMemory();
  UnitMemory(const UnitMemory&) = delete;
  UnitMemory& operator=(const UnitMemory&) = delete;

  // The most bytes that are ever taken from the system, from now on; what was taken already stays. Taken in pieces of
  // 64 KB, so that a cap below that leaves nothing.
  void set_cap(std::uint64_t bytes);
  // Takes as much from the system now, as far as the cap allows, so that no step has to.
  void reserve(std::uint64_t bytes);

  // From the system so far: what units hold and what they gave back.
  [[nodiscard]] std::uint64_t bytes() const;
  // That units hold now, and that they held at most.
  [[nodiscard]] std::uint64_t bytes_in_use() const;
  [[nodiscard]] std::uint64_t most_bytes_in_use() const;
  // How often a unit asked for a page at the cap.
  [[nodiscard]] std::uint64_t refusals() const;

  // For units that begin a search of unknown size: whether there is room, by the cap, for one more that comes to its
  // end. If all began at once, none would. Who is let in says when it is over, and how many bytes it held; or that it
  // had to stop for want of room, at so many. Others learn from that.
  [[nodiscard]] bool let_in();
  void end_search(std::uint64_t bytes);
  void stop_search(std::uint64_t bytes);

  // For units: a page holds anything but for its first word, which links the pages of a list.
  enum class Size : std::uint8_t { kSmall, kLarge };
  static constexpr std::size_t bytes_of(Size size) { return size == Size::kSmall ? kSmallPage : kLargePage; }
  struct Page {
    Page* next;
  };
  // nullptr at the cap.
  [[nodiscard]] Page* take(Size size);
  // A list of `count` pages, from `first` to `last`.
  void give_back(Size size, Page* first, Page* last, std::uint64_t count);

 private:
  Page* small_page();
  Page* large_page();
  bool add_slab();

  mutable std::mutex mutex_;
  Page* free_small_ = nullptr;
  Page* free_large_ = nullptr;
  std::byte* untouched_ = nullptr;  // of the newest slab, large pages that were never taken
  std::byte* slab_end_ = nullptr;
  std::vector<std::byte*> slabs_;
  std::uint64_t cap_ = kNoCap;
  std::uint64_t in_use_ = 0;
  std::uint64_t most_in_use_ = 0;
  std::uint64_t refusals_ = 0;
  std::uint64_t searches_ = 0;              // let in and not over
  std::uint64_t search_bytes_ = 64 * 1024;  // that one is expected to hold
};

}  // namespace waymark
