// The pages of one kind that a table or queue holds, out of the units' memory (unit_memory.hpp): taken one at a time,
// given back all at once in constant time.
#pragma once

#include <cstdint>
#include <new>
#include <type_traits>
#include <utility>

#include "waymark/base/unit_memory.hpp"

namespace waymark {

// Page derives from UnitMemory::Page.
template <class Page>
class PageList {
 public:
  PageList() = default;
  PageList(const PageList&) = delete;
  PageList& operator=(const PageList&) = delete;

  // A new Page(), all zeros but for what it sets itself; nullptr at the cap.
  Page* take(UnitMemory& memory) {
    UnitMemory::Page* const page = memory.take(kSize);
    return page != nullptr ? hold(new (page) Page()) : nullptr;
  }
  // The same, but with anything in it.
  Page* take_as_is(UnitMemory& memory) {
    UnitMemory::Page* const page = memory.take(kSize);
    return page != nullptr ? hold(new (page) Page) : nullptr;
  }

  void give_back_all(UnitMemory& memory) {
    memory.give_back(kSize, std::exchange(first_, nullptr), last_, std::exchange(count_, 0));
  }

  [[nodiscard]] std::uint64_t bytes() const { return std::uint64_t{count_} * UnitMemory::bytes_of(kSize); }

 private:
  static_assert(std::is_base_of_v<UnitMemory::Page, Page> && std::is_trivially_destructible_v<Page>);
  static_assert(sizeof(Page) > sizeof(UnitMemory::Page) && sizeof(Page) <= UnitMemory::kLargePage);
  static constexpr UnitMemory::Size kSize =
      sizeof(Page) <= UnitMemory::kSmallPage ? UnitMemory::Size::kSmall : UnitMemory::Size::kLarge;

  Page* hold(Page* page) {
    if (first_ == nullptr) last_ = page;
    page->next = first_;
    first_ = page;
    ++count_;
    return page;
  }

  UnitMemory::Page* first_ = nullptr;
  UnitMemory::Page* last_ = nullptr;
  std::uint32_t count_ = 0;
};

}  // namespace waymark
