// A list of states that grows at its end, in pages of the units' memory (unit_memory.hpp), taken one at a time: nothing
// ever moves. Read a few at a time. Forgotten in constant time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/page_list.hpp"
#include "waymark/base/assert.hpp"
#include "waymark/base/types.hpp"
#include "waymark/base/unit_memory.hpp"

namespace waymark {

class PagedPath {
 public:
  // The memory outlives it.
  explicit PagedPath(UnitMemory& memory) : memory_(&memory) {}
  PagedPath(const PagedPath&) = delete;
  PagedPath& operator=(const PagedPath&) = delete;
  ~PagedPath() { clear(); }

  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] NodeId back() const {
    WAYMARK_DEBUG_ASSERT(size_ != 0);
    return newest_->nodes[(size_ - 1) % kPage];
  }
  // False, and nothing is done, if the memory is at its cap.
  [[nodiscard]] bool push_back(NodeId node) {
    if (size_ % kPage == 0) {
      Page* const page = pages_.take_as_is(*memory_);
      if (page == nullptr) return false;
      page->newer = nullptr;
      (size_ == 0 ? oldest_ : newest_->newer) = page;
      newest_ = page;
    }
    newest_->nodes[size_++ % kPage] = node;
    return true;
  }
  void clear() {
    if (size_ != 0) pages_.give_back_all(*memory_);
    size_ = 0;
  }

  // The next states for who has read so many, oldest first; how many those are. `page` is where he stands, nullptr
  // before the first.
  std::size_t read(const void*& page, std::uint32_t& read, std::span<NodeId> room) const {
    std::size_t count = 0;
    for (const auto* at = static_cast<const Page*>(page); count != room.size() && read != size_; ++read) {
      if (read % kPage == 0) page = at = read == 0 ? oldest_ : at->newer;
      room[count++] = at->nodes[read % kPage];
    }
    return count;
  }

  // Of the pages held.
  [[nodiscard]] std::uint64_t heap_bytes() const { return pages_.bytes(); }

 private:
  static constexpr std::size_t kPage = (UnitMemory::kSmallPage - 2 * sizeof(void*)) / sizeof(NodeId);
  struct Page : UnitMemory::Page {
    Page* newer;
    std::array<NodeId, kPage> nodes;
  };
  static_assert(sizeof(Page) <= UnitMemory::kSmallPage);

  UnitMemory* memory_;
  PageList<Page> pages_;
  Page* oldest_ = nullptr;  // unless empty, as the newest
  Page* newest_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace waymark
