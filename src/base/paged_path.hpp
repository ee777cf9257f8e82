// A list of states that grows at its end, in pages of the units' memory (unit_memory.hpp), taken one at a time: nothing
// ever moves. Read from either end. Forgotten in constant time.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

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

  void append_to(std::vector<NodeId>& path) const {
    std::size_t left = size_;
    path.reserve(path.size() + left);
    for (const Page* page = oldest_; left != 0; page = page->newer) {
      const std::size_t here = left < kPage ? left : kPage;
      path.insert(path.end(), page->nodes.begin(), page->nodes.begin() + here);
      left -= here;
    }
  }
  void append_backwards_to(std::vector<NodeId>& path) const {
    const std::size_t first = path.size();
    append_to(path);
    std::reverse(path.begin() + static_cast<std::ptrdiff_t>(first), path.end());
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
