// A table over all ids that takes memory for the ids used: a tree of small directories with pages of values at its
// leaves. Directories and pages have fixed sizes and are taken one at a time, so no access ever moves, clears or
// rehashes what is there; a new id costs at most kLevels of them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "waymark/base/types.hpp"

namespace waymark {

// T is a small plain value; T{} stands for "nothing here".
template <class T>
class PagedTable {
 public:
  PagedTable() = default;
  PagedTable(const PagedTable&) = delete;
  PagedTable& operator=(const PagedTable&) = delete;
  ~PagedTable() {
    clear();
    release(free_directories_);
    release(free_pages_);
  }

  // T{} where nothing was set.
  [[nodiscard]] T get(NodeId id) const {
    const Page* page = find(id);
    return page != nullptr ? page->values[id & (kPage - 1)] : T{};
  }

  // For writing; takes a page, and the directories above it, if there is none yet.
  T& at(NodeId id) {
    const NodeId key = id / kPage;
    if (key != last_key_) {
      Directory* directory = &root_;
      for (unsigned shift = (kLevels - 1) * kFanBits; shift > 0; shift -= kFanBits) {
        void*& child = directory->child[(key >> shift) & (kFan - 1)];
        if (child == nullptr) child = take(free_directories_, directories_);
        directory = static_cast<Directory*>(child);
      }
      void*& leaf = directory->child[key & (kFan - 1)];
      if (leaf == nullptr) leaf = take(free_pages_, pages_);
      last_key_ = key;
      last_page_ = static_cast<Page*>(leaf);
    }
    return last_page_->values[id & (kPage - 1)];
  }

  // Forgets all values; keeps the memory for later use. Takes time for each page held.
  void clear() {
    give_back(pages_, free_pages_);
    give_back(directories_, free_directories_);
    root_ = Directory{};
    last_key_ = kNoKey;
  }

  // Memory in use by values and directories.
  [[nodiscard]] std::size_t bytes() const {
    return page_count(pages_) * sizeof(Page) + page_count(directories_) * sizeof(Directory) + sizeof(*this);
  }

  static constexpr unsigned kLevels = 4;

 private:
  static constexpr NodeId kPage = 16;
  static constexpr unsigned kFanBits = 7;  // 4 + 4 * 7 = 32 bits of id
  static constexpr NodeId kFan = 1u << kFanBits;
  static constexpr NodeId kNoKey = 0xffffffffu;

  struct Directory {
    Directory* next = nullptr;  // in the list of all
    std::array<void*, kFan> child{};
  };
  struct Page {
    Page* next = nullptr;
    std::array<T, kPage> values{};
  };

  [[nodiscard]] const Page* find(NodeId id) const {
    const NodeId key = id / kPage;
    if (key == last_key_) return last_page_;
    const Directory* directory = &root_;
    for (unsigned shift = (kLevels - 1) * kFanBits; shift > 0; shift -= kFanBits) {
      directory = static_cast<const Directory*>(directory->child[(key >> shift) & (kFan - 1)]);
      if (directory == nullptr) return nullptr;
    }
    const auto* page = static_cast<const Page*>(directory->child[key & (kFan - 1)]);
    if (page != nullptr) {
      last_key_ = key;
      last_page_ = const_cast<Page*>(page);
    }
    return page;
  }

  // A fresh one from the free list or the heap, put on the list of those held.
  template <class Block>
  static Block* take(Block*& free, Block*& held) {
    Block* block = free;
    if (block != nullptr) {
      free = block->next;
      *block = Block{};
    } else {
      block = new Block{};
    }
    block->next = held;
    held = block;
    return block;
  }
  template <class Block>
  static void give_back(Block*& held, Block*& free) {
    while (held != nullptr) {
      Block* block = held;
      held = block->next;
      block->next = free;
      free = block;
    }
  }
  template <class Block>
  static void release(Block*& list) {
    while (list != nullptr) {
      Block* block = list;
      list = block->next;
      delete block;
    }
  }
  template <class Block>
  static std::size_t page_count(const Block* list) {
    std::size_t count = 0;
    for (; list != nullptr; list = list->next) ++count;
    return count;
  }

  Directory root_;
  Directory* directories_ = nullptr;
  Page* pages_ = nullptr;
  Directory* free_directories_ = nullptr;
  Page* free_pages_ = nullptr;
  // Neighbouring ids share a page: the last one is found without the tree.
  mutable NodeId last_key_ = kNoKey;
  mutable Page* last_page_ = nullptr;
};

}  // namespace waymark
