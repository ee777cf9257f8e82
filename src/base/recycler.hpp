// Items of one size out of pages of fixed size, taken and given back one at a time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "base/page_pool.hpp"

namespace waymark {

// kLink names the member that links items given back; a taken item holds anything.
template <class Item, auto kLink, std::size_t kPerPage>
class Recycler {
 public:
  Item* take() {
    if (free_ != nullptr) return std::exchange(free_, free_->*kLink);
    if (used_ == kPerPage) {
      page_ = pages_.take_as_is();
      used_ = 0;
    }
    return &page_->items[used_++];
  }
  void give_back(Item* item) {
    item->*kLink = free_;
    free_ = item;
  }
  void give_back_all() {
    pages_.give_back_all();
    free_ = nullptr;
    used_ = kPerPage;
  }
  [[nodiscard]] std::uint64_t heap_bytes() const { return pages_.heap_bytes(); }

 private:
  struct Page {
    Page* next = nullptr;
    std::array<Item, kPerPage> items{};
  };
  PagePool<Page> pages_;
  Item* free_ = nullptr;
  Page* page_ = nullptr;         // the newest
  std::size_t used_ = kPerPage;  // of its items
};

}  // namespace waymark
