// A table over ids that takes memory for the ids used: pages of values under directories of pages, all out of the
// units' memory (unit_memory.hpp) and taken one at a time, so no access ever moves, clears or rehashes what is there.
// A new id costs at most a page and a directory on each level. Forgotten in constant time, whatever is in it.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "base/page_list.hpp"
#include "waymark/base/assert.hpp"
#include "waymark/base/instrument.hpp"
#include "waymark/base/types.hpp"
#include "waymark/base/unit_memory.hpp"

namespace waymark {

struct NoNote {};

// T is a small plain value; T{} stands for "nothing here". Every page has a Note, for what its user wants to know of
// all its values together; Note{} in a new one.
template <class T, class Note = NoNote>
class PagedTable {
 public:
  static constexpr std::size_t kValueBytes = sizeof(T);  // NOLINT(bugprone-sizeof-expression): also of a pointer
  // Ids of a page: from a multiple of it on.
  static constexpr NodeId kPage = std::bit_floor(
      (UnitMemory::kSmallPage - sizeof(UnitMemory::Page) - (std::is_empty_v<Note> ? 0 : sizeof(Note))) / kValueBytes);

  // For ids below `id_bound`. The memory outlives the table.
  PagedTable(UnitMemory& memory, std::uint64_t id_bound) : memory_(&memory) {
    while (id_bound > std::uint64_t{kRootFan} << shift_) shift_ += kFanBits;  // a level of directories more
  }
  PagedTable(const PagedTable&) = delete;
  PagedTable& operator=(const PagedTable&) = delete;
  ~PagedTable() { clear(); }

  // The value's place, or nullptr if there is no page for it.
  [[nodiscard]] const T* find(NodeId id) const {
    instrument::look();
    const Leaf* const page = page_of(id);
    return page != nullptr ? &page->values[id % kPage] : nullptr;
  }
  [[nodiscard]] T* find(NodeId id) { return const_cast<T*>(std::as_const(*this).find(id)); }

  // All values of the page that `id` is in, or nullptr.
  [[nodiscard]] const T* find_page(NodeId id) const {
    instrument::look();
    const Leaf* const page = page_of(id);
    return page != nullptr ? page->values.data() : nullptr;
  }

  // The note of a value's page; there is one.
  [[nodiscard]] const Note& note(NodeId id) const { return page_of(id)->note; }
  [[nodiscard]] Note& note(NodeId id) { return const_cast<Leaf*>(page_of(id))->note; }

  // T{} where nothing was set.
  [[nodiscard]] T get(NodeId id) const {
    const T* value = find(id);
    return value != nullptr ? *value : T{};
  }

  // For writing; takes a page, and the directories above it, if there is none yet. nullptr if the memory is at its cap.
  [[nodiscard]] T* at(NodeId id) {
    instrument::write();
    if (root_ == nullptr && !take_root()) return nullptr;
    WAYMARK_DEBUG_ASSERT(id >> shift_ < kRootFan);
    UnitMemory::Page** place = &root_->below[id >> shift_];
    for (unsigned shift = shift_; shift != kLastShift;) {
      if (*place == nullptr) *place = root_->directories.take(*memory_);
      if (*place == nullptr) return nullptr;
      shift -= kFanBits;
      place = &static_cast<Directory*>(*place)->below[(id >> shift) % kFan];
    }
    if (*place == nullptr) *place = root_->directories.take(*memory_);
    if (*place == nullptr) return nullptr;
    UnitMemory::Page*& page = static_cast<Directory*>(*place)->below[(id >> kPageBits) % kFan];
    if (page == nullptr) page = root_->pages.take(*memory_);
    return page != nullptr ? &static_cast<Leaf*>(page)->values[id % kPage] : nullptr;
  }

  // Forgets all values and gives the pages back. In constant time.
  void clear() {
    if (root_ == nullptr) return;
    root_->pages.give_back_all(*memory_);
    root_->directories.give_back_all(*memory_);
    memory_->give_back(UnitMemory::Size::kLarge, root_, root_, 1);
    root_ = nullptr;
  }

  [[nodiscard]] UnitMemory& memory() const { return *memory_; }
  // Of the pages held.
  [[nodiscard]] std::uint64_t heap_bytes() const {
    return root_ == nullptr ? 0 : UnitMemory::kLargePage + root_->pages.bytes() + root_->directories.bytes();
  }

 private:
  static constexpr unsigned kPageBits = std::bit_width(kPage) - 1;
  static constexpr unsigned kFanBits = 7;
  static constexpr NodeId kFan = NodeId{1} << kFanBits;
  static constexpr unsigned kLastShift = kPageBits + kFanBits;  // to a directory of pages; there is one at least

  struct Leaf : UnitMemory::Page {
    [[no_unique_address]] Note note{};
    std::array<T, kPage> values{};
  };
  struct Directory : UnitMemory::Page {
    std::array<UnitMemory::Page*, kFan> below{};
  };
  // So many that maps of 512x512 cells need one level of directories for values of up to 16 bytes.
  static constexpr std::size_t kRootFan = 150;
  struct Root : UnitMemory::Page {
    PageList<Leaf> pages;
    PageList<Directory> directories;
    std::array<UnitMemory::Page*, kRootFan> below{};
  };
  static_assert(sizeof(Leaf) <= UnitMemory::kSmallPage && sizeof(Root) <= UnitMemory::kLargePage);
  static_assert(std::is_trivially_destructible_v<Root>);

  [[nodiscard]] const Leaf* page_of(NodeId id) const {
    if (root_ == nullptr) return nullptr;
    const UnitMemory::Page* below = root_->below[id >> shift_];
    for (unsigned shift = shift_; shift != kLastShift;) {
      if (below == nullptr) return nullptr;
      shift -= kFanBits;
      below = static_cast<const Directory*>(below)->below[(id >> shift) % kFan];
    }
    if (below == nullptr) return nullptr;
    return static_cast<const Leaf*>(static_cast<const Directory*>(below)->below[(id >> kPageBits) % kFan]);
  }

  bool take_root() {
    UnitMemory::Page* const page = memory_->take(UnitMemory::Size::kLarge);
    if (page == nullptr) return false;
    root_ = new (page) Root();
    return true;
  }

  UnitMemory* memory_;
  Root* root_ = nullptr;
  unsigned shift_ = kLastShift;  // of an id, to its place in the root
};

}  // namespace waymark
