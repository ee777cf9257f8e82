// An object that is only there now and then, in a page of the units' memory.
#pragma once

#include <cstdint>
#include <new>
#include <utility>

#include "waymark/base/unit_memory.hpp"

namespace waymark {

template <class T>
class PagedObject {
 public:
  PagedObject() = default;
  PagedObject(const PagedObject&) = delete;
  PagedObject& operator=(const PagedObject&) = delete;
  ~PagedObject() { give_back(); }

  // A new one in place of what was there; false, and there is none, if the memory is at its cap.
  template <class... Arguments>
  bool make(UnitMemory& memory, Arguments&&... arguments) {
    give_back();
    UnitMemory::Page* const page = memory.take(kSize);
    if (page == nullptr) return false;
    seat_ = new (page) Seat(memory, std::forward<Arguments>(arguments)...);
    return true;
  }
  void give_back() {
    if (seat_ == nullptr) return;
    Seat* const seat = std::exchange(seat_, nullptr);
    UnitMemory& memory = *seat->memory;
    seat->~Seat();
    memory.give_back(kSize, seat, seat, 1);
  }

  [[nodiscard]] bool is_here() const { return seat_ != nullptr; }
  // It is here.
  [[nodiscard]] T& operator*() const { return seat_->object; }
  [[nodiscard]] T* operator->() const { return &seat_->object; }

  // Of the page.
  [[nodiscard]] std::uint64_t bytes() const { return seat_ != nullptr ? UnitMemory::bytes_of(kSize) : 0; }

 private:
  struct Seat : UnitMemory::Page {
    template <class... Arguments>
    explicit Seat(UnitMemory& from, Arguments&&... arguments)
        : UnitMemory::Page{nullptr}, memory(&from), object(std::forward<Arguments>(arguments)...) {}
    UnitMemory* memory;
    T object;
  };
  static_assert(sizeof(Seat) <= UnitMemory::kLargePage);
  static constexpr UnitMemory::Size kSize =
      sizeof(Seat) <= UnitMemory::kSmallPage ? UnitMemory::Size::kSmall : UnitMemory::Size::kLarge;

  Seat* seat_ = nullptr;
};

}  // namespace waymark
