// Items of one size out of large pages, taken and given back one at a time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "base/page_list.hpp"
#include "waymark/base/unit_memory.hpp"

namespace waymark {

// kLink names the member that links items given back; a taken item holds anything.
template <class Item, auto kLink>
class Recycler {
 public:
  // nullptr where the units' memory is at its cap.
  Item* take(UnitMemory& memory) {
    if (free_ != nullptr) return std::exchange(free_, free_->*kLink);
    if (used_ == kPerPage) {
      Page* const page = pages_.take_as_is(memory);
      if (page == nullptr) return nullptr;
      page_ = page;
      used_ = 0;
    }
    return &page_->items[used_++];
  }
  void give_back(Item* item) {
    item->*kLink = free_;
    free_ = item;
  }
  void give_back_all(UnitMemory& memory) {
    pages_.give_back_all(memory);
    free_ = nullptr;
    used_ = kPerPage;
  }
  [[nodiscard]] std::uint64_t bytes() const { return pages_.bytes(); }

 private:
  static constexpr std::uint32_t kPerPage = (UnitMemory::kLargePage - sizeof(UnitMemory::Page)) / sizeof(Item);
  struct Page : UnitMemory::Page {
    std::array<Item, kPerPage> items;
  };
  PageList<Page> pages_;
  Item* free_ = nullptr;
  Page* page_ = nullptr;           // the newest
  std::uint32_t used_ = kPerPage;  // of its items
};

}  // namespace waymark
