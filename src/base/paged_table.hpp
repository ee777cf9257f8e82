// A table over ids that takes memory for the ids used: directories of pages, pages of values, both of fixed size and
// taken one at a time, so no access ever moves, clears or rehashes what is there. A new id costs at most one directory
// and one page. Above them lies one pointer for each 4,096 ids there may be.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/page_pool.hpp"
#include "waymark/base/assert.hpp"
#include "waymark/base/heap_bytes.hpp"
#include "waymark/base/instrument.hpp"
#include "waymark/base/types.hpp"

namespace waymark {

// What a page holds that was used before the last clear: T{}, or old values, for a T that tells by itself that it is
// old.
enum class OldPages : std::uint8_t { kCleared, kAsTheyWere };

struct NoNote {};

// T is a small plain value; T{} stands for "nothing here". Every page has a Note, for what its user wants to know of
// all its values together; Note{} in a new one.
template <class T, OldPages kOldPages = OldPages::kCleared, class Note = NoNote>
class PagedTable {
 public:
  static constexpr NodeId kPage = 32;  // ids of a page: from a multiple of it on

  // For ids below `id_bound`.
  explicit PagedTable(std::uint64_t id_bound) : root_((id_bound + kIdsPerDirectory - 1) / kIdsPerDirectory) {}

  // The value's place, or nullptr if there is no page for it.
  [[nodiscard]] const T* find(NodeId id) const {
    instrument::look();
    const Directory* directory = root_[id / kIdsPerDirectory];
    if (directory == nullptr) return nullptr;
    const Page* page = directory->pages[id / kPage % kFan];
    return page != nullptr ? &page->values[id % kPage] : nullptr;
  }

  // The note of a value's page; there is one.
  [[nodiscard]] const Note& note(NodeId id) const {
    return root_[id / kIdsPerDirectory]->pages[id / kPage % kFan]->note;
  }
  [[nodiscard]] Note& note(NodeId id) { return root_[id / kIdsPerDirectory]->pages[id / kPage % kFan]->note; }

  // T{} where nothing was set.
  [[nodiscard]] T get(NodeId id) const {
    const T* value = find(id);
    return value != nullptr ? *value : T{};
  }

  // For writing; takes a page, and the directory above it, if there is none yet.
  T& at(NodeId id) {
    instrument::write();
    WAYMARK_DEBUG_ASSERT(id / kIdsPerDirectory < root_.size());
    Directory*& directory = root_[id / kIdsPerDirectory];
    if (directory == nullptr) {
      directory = directories_.take();
      directory->place = id / kIdsPerDirectory;
    }
    Page*& page = directory->pages[id / kPage % kFan];
    if (page == nullptr) page = kOldPages == OldPages::kCleared ? pages_.take() : pages_.take_as_is();
    return page->values[id % kPage];
  }

  // Forgets all values; keeps the memory for later use. Takes time for each directory in use.
  void clear() {
    directories_.for_each_held([this](const Directory& directory) {
      instrument::write();
      root_[directory.place] = nullptr;
    });
    directories_.give_back_all();
    pages_.give_back_all();
  }

  // Clears at most so many directories of those in use. True once all is forgotten; until then the table must not be
  // used.
  bool clear_some(std::size_t directories) {
    for (; directories != 0; --directories) {
      const Directory* directory = directories_.give_back_one();
      if (directory == nullptr) {
        pages_.give_back_all();
        return true;
      }
      instrument::write();
      root_[directory->place] = nullptr;
    }
    return false;
  }

  // As clear(), and gives the memory back to the system.
  void discard() {
    clear();
    pages_.discard();
    directories_.discard();
  }

  // Also of pages kept for later.
  [[nodiscard]] std::uint64_t heap_bytes() const { return heap_bytes_of(root_, directories_, pages_); }

 private:
  static constexpr NodeId kFan = 128;
  static constexpr NodeId kIdsPerDirectory = kPage * kFan;

  struct Page {
    Page* next = nullptr;
    [[no_unique_address]] Note note{};
    std::array<T, kPage> values{};
  };
  struct Directory {
    Directory* next = nullptr;
    NodeId place = 0;  // in the root
    std::array<Page*, kFan> pages{};
  };

  std::vector<Directory*> root_;
  PagePool<Directory> directories_;
  PagePool<Page> pages_;
};

}  // namespace waymark
