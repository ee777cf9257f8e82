// A stack in pages of the units' memory (unit_memory.hpp), taken one at a time and kept until it is cleared: nothing
// ever moves.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "base/page_list.hpp"
#include "waymark/base/assert.hpp"
#include "waymark/base/unit_memory.hpp"

namespace waymark {

template <class T>
class PagedStack {
 public:
  // The memory outlives it.
  explicit PagedStack(UnitMemory& memory) : memory_(&memory) {}
  PagedStack(const PagedStack&) = delete;
  PagedStack& operator=(const PagedStack&) = delete;
  ~PagedStack() { clear(); }

  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] std::size_t size() const { return size_; }
  // It is not empty.
  [[nodiscard]] T& back() { return top_->items[(size_ - 1) % kPage]; }
  [[nodiscard]] const T& back() const { return top_->items[(size_ - 1) % kPage]; }
  // False, and nothing is done, if the memory is at its cap.
  [[nodiscard]] bool push_back(const T& item) {
    if (size_ % kPage == 0) {
      Page* page = size_ == 0 ? bottom_ : top_->above;
      if (page == nullptr) page = add_page();
      if (page == nullptr) return false;
      top_ = page;
    }
    top_->items[size_++ % kPage] = item;
    return true;
  }
  // It is not empty.
  void pop_back() {
    WAYMARK_DEBUG_ASSERT(size_ != 0);
    if (--size_ % kPage == 0 && size_ != 0) top_ = top_->below;
  }
  // Gives its pages back. In constant time.
  void clear() {
    if (bottom_ != nullptr) pages_.give_back_all(*memory_);
    bottom_ = top_ = nullptr;
    size_ = 0;
  }
  // From the bottom, until one is answered with true; whether one was.
  template <class Ask>
  [[nodiscard]] bool any(Ask&& ask) const {
    const Page* page = bottom_;
    for (std::size_t i = 0; i < size_; ++i) {
      if (i != 0 && i % kPage == 0) page = page->above;
      if (ask(page->items[i % kPage])) return true;
    }
    return false;
  }

  // The next items for who has read so many, from the top; how many those are. `page` is where he stands, nullptr
  // before the first.
  template <class Take>
  std::size_t read_down(const void*& page, std::uint32_t& read, std::size_t most, Take&& take) const {
    std::size_t count = 0;
    for (const auto* at = static_cast<const Page*>(page); count != most && read != size_; ++read, ++count) {
      const std::size_t place = size_ - 1 - read;
      if (at == nullptr) {
        page = at = top_;
      } else if (place % kPage == kPage - 1) {
        page = at = at->below;
      }
      take(at->items[place % kPage]);
    }
    return count;
  }

  // Of the pages held.
  [[nodiscard]] std::uint64_t heap_bytes() const { return pages_.bytes(); }

 private:
  static constexpr std::size_t kPage = std::bit_floor((UnitMemory::kSmallPage - 3 * sizeof(void*)) / sizeof(T));
  struct Page : UnitMemory::Page {
    Page* below;
    Page* above;
    std::array<T, kPage> items;
  };
  static_assert(std::is_trivially_copyable_v<T> && sizeof(Page) <= UnitMemory::kSmallPage);

  // On top of the pages there are.
  Page* add_page() {
    Page* const page = pages_.take_as_is(*memory_);
    if (page == nullptr) return nullptr;
    page->below = size_ == 0 ? nullptr : top_;
    page->above = nullptr;
    (size_ == 0 ? bottom_ : top_->above) = page;
    return page;
  }

  UnitMemory* memory_;
  PageList<Page> pages_;
  Page* bottom_ = nullptr;
  Page* top_ = nullptr;  // of the last item
  std::size_t size_ = 0;
};

}  // namespace waymark
