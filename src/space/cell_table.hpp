// A table over the cells of a grid that takes memory for the cells used, as PagedTable does for ids
// (base/paged_table.hpp): pages out of the units' memory, taken one at a time, so that no access moves, clears or
// rehashes what is there.
//
// A page has the values of a tile of cells, a directory those of a larger tile 64 cells wide. So a cell and the cells
// around it mostly share both, however wide the map; the last directory is kept at hand, and the way down to it, which
// is the longer the larger the map, is gone only when it changes. A row of a tile is one line of the cache for values
// of 8 or 16 bytes.
//
// A new cell costs at most a page and a directory on each level. Forgotten in constant time, whatever is in it.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <new>
#include <type_traits>

#include "base/page_list.hpp"
#include "waymark/base/assert.hpp"
#include "waymark/base/inline.hpp"
#include "waymark/base/instrument.hpp"
#include "waymark/base/types.hpp"
#include "waymark/base/unit_memory.hpp"
#include "waymark/space/grid.hpp"

namespace waymark {

// T is a small plain value; T{} stands for "nothing here".
template <class T>
class CellTable {
  static constexpr std::size_t kLine = 64;
  static constexpr NodeId kPage = std::bit_floor((UnitMemory::kSmallPage - kLine) / sizeof(T));
  static constexpr unsigned kPageBits = std::bit_width(kPage) - 1;
  static constexpr unsigned kWidthBits = (kPageBits + 1) / 2;
  static constexpr unsigned kHeightBits = kPageBits / 2;
  struct Directory;

 public:
  // Of the tile that a page is for. Tiles begin at x = 0 and, for the border above the grid, at y = -1.
  static constexpr int kTileWidth = 1 << kWidthBits;
  static constexpr int kTileHeight = 1 << kHeightBits;

  // The directory that was looked at last. Good until the table is cleared.
  class Seen {
    friend class CellTable;
    Directory* directory = nullptr;
    std::uint32_t word = kNoWord;  // that it begins with
  };

  // Memory and grid outlive the table.
  CellTable(UnitMemory& memory, const Grid& grid)
      : memory_(&memory), words_per_row_(grid.stride() >> kWordBits), row_of_id_(grid.stride()) {
    const std::uint32_t rows = grid.id_bound() / grid.stride();
    const std::uint64_t directories = std::uint64_t{(rows >> kRowBits) + 1} * words_per_row_;
    while (directories > std::uint64_t{kRootFan} << shift_) shift_ += kFanBits;  // a level of directories more
    WAYMARK_ASSERT(shift_ <= 2 * kFanBits);
  }
  CellTable(const CellTable&) = delete;
  CellTable& operator=(const CellTable&) = delete;
  ~CellTable() { clear(); }

  // The value's place, or nullptr if there is no page for it.
  [[nodiscard]] const T* find(NodeId id) const {
    Seen seen = seen_;
    return find(id, seen);
  }
  [[nodiscard]] WAYMARK_ALWAYS_INLINE T* find(NodeId id) { return value_of(id, seen_); }
  // For one who goes from cell to cell elsewhere than the others who use the table.
  [[nodiscard]] WAYMARK_ALWAYS_INLINE const T* find(NodeId id, Seen& seen) const { return value_of(id, seen); }

  // For writing; takes a page, and the directories above it, if there is none yet. nullptr if the memory is at its cap.
  [[nodiscard]] WAYMARK_ALWAYS_INLINE T* at(NodeId id) {
    instrument::write();
    const Place place = place_of(id);
    if (place.word != seen_.word && !make_directory(place.word)) return nullptr;
    UnitMemory::Page* page = seen_.directory->below[place.page];
    if (page == nullptr) page = make_page(place.page);
    return page != nullptr ? &static_cast<Leaf*>(page)->values[place.value] : nullptr;
  }

  // Forgets all values and gives the pages back. In constant time.
  void clear() {
    if (root_ == nullptr) return;
    seen_ = {};
    root_->pages.give_back_all(*memory_);
    root_->directories.give_back_all(*memory_);
    memory_->give_back(UnitMemory::Size::kLarge, root_, root_, 1);
    root_ = nullptr;
  }

  // Of the pages held.
  [[nodiscard]] std::uint64_t heap_bytes() const {
    return root_ == nullptr ? 0 : UnitMemory::kLargePage + root_->pages.bytes() + root_->directories.bytes();
  }

 private:
  static constexpr unsigned kWordBits = 6;
  static constexpr unsigned kFanBits = 7;
  static constexpr std::uint32_t kFan = 1u << kFanBits;
  static constexpr unsigned kAcrossBits = kWordBits - kWidthBits;             // pages of a directory, side by side
  static constexpr unsigned kRowBits = kHeightBits + kFanBits - kAcrossBits;  // rows of a directory
  static constexpr std::uint32_t kNoWord = ~std::uint32_t{0};

  struct Leaf : UnitMemory::Page {
    alignas(kLine) std::array<T, kPage> values{};
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

  struct Place {
    std::uint32_t word;   // that its directory begins with: 64 cells of the grid
    std::uint32_t page;   // in the directory
    std::uint32_t value;  // in the page
  };
  static constexpr std::uint32_t low(std::uint32_t number, unsigned bits) { return number & ((1u << bits) - 1); }
  [[nodiscard]] WAYMARK_ALWAYS_INLINE Place place_of(NodeId id) const {
    const std::uint32_t row = row_of_id_(id);
    return {(id >> kWordBits) - low(row, kRowBits) * words_per_row_,
            (low(row, kRowBits) >> kHeightBits << kAcrossBits) | (low(id, kWordBits) >> kWidthBits),
            (low(row, kHeightBits) << kWidthBits) | low(id, kWidthBits)};
  }
  // Directories are numbered row by row.
  [[nodiscard]] std::uint32_t number_of_directory(std::uint32_t word) const {
    const std::uint32_t row = row_of_id_(word << kWordBits);
    return word - (row - (row >> kRowBits)) * words_per_row_;
  }

  [[nodiscard]] WAYMARK_ALWAYS_INLINE T* value_of(NodeId id, Seen& seen) const {
    instrument::look();
    const Place place = place_of(id);
    if (place.word != seen.word && !find_directory(place.word, seen)) return nullptr;
    UnitMemory::Page* const page = seen.directory->below[place.page];
    return page != nullptr ? &static_cast<Leaf*>(page)->values[place.value] : nullptr;
  }
  WAYMARK_ALWAYS_INLINE bool find_directory(std::uint32_t word, Seen& seen) const {
    if (root_ == nullptr) return false;
    const std::uint32_t number = number_of_directory(word);
    UnitMemory::Page* below = root_->below[number >> shift_];
    if (shift_ > kFanBits && below != nullptr)
      below = static_cast<Directory*>(below)->below[(number >> kFanBits) % kFan];
    if (shift_ != 0 && below != nullptr) below = static_cast<Directory*>(below)->below[number % kFan];
    if (below == nullptr) return false;
    seen.directory = static_cast<Directory*>(below);
    seen.word = word;
    return true;
  }

  WAYMARK_NEVER_INLINE bool make_directory(std::uint32_t word) {
    if (root_ == nullptr && !take_root()) return false;
    const std::uint32_t number = number_of_directory(word);
    UnitMemory::Page** place = &root_->below[number >> shift_];
    for (unsigned shift = shift_;; place = &static_cast<Directory*>(*place)->below[(number >> shift) % kFan]) {
      if (*place == nullptr) *place = root_->directories.take(*memory_);
      if (*place == nullptr) return false;
      if (shift == 0) break;
      shift -= kFanBits;
    }
    seen_.directory = static_cast<Directory*>(*place);
    seen_.word = word;
    return true;
  }
  WAYMARK_NEVER_INLINE UnitMemory::Page* make_page(std::uint32_t place) {
    return seen_.directory->below[place] = root_->pages.take(*memory_);
  }
  bool take_root() {
    UnitMemory::Page* const page = memory_->take(UnitMemory::Size::kLarge);
    if (page == nullptr) return false;
    root_ = new (page) Root();
    return true;
  }

  UnitMemory* memory_;
  Root* root_ = nullptr;
  std::uint32_t words_per_row_;
  unsigned shift_ = 0;  // of a directory's number, to its place in the root
  RowOfId row_of_id_;
  Seen seen_;
};

}  // namespace waymark
