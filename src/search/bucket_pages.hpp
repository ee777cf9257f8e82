// The buckets of a PagedBucketQueue: a ring of up to 65,536, in pages of 64 under directories of 128 pages, out of the
// units' memory, of which only those exist that were ever used. A bit for each bucket and for each page that has
// entries, so that the next one is found in a few looks.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "base/page_list.hpp"
#include "waymark/base/unit_memory.hpp"

namespace waymark {

// Slot and Run: what a bucket has a list and a heap of.
template <class Slot, class Run>
class BucketPages {
 public:
  static constexpr std::uint32_t kMostBuckets = 65536;
  static constexpr std::uint32_t kBucketsPerPage = 64;

  struct Page : UnitMemory::Page {
    std::uint64_t occupied = 0;
    std::array<Slot*, kBucketsPerPage> slots{};
    std::array<Run*, kBucketsPerPage> runs{};
    std::array<std::uint8_t, kBucketsPerPage> counts{};  // of the slots
  };

  // Gives all pages back.
  void clear(UnitMemory& memory) {
    directories_.fill(nullptr);
    directory_pages_.give_back_all(memory);
    pages_.give_back_all(memory);
    occupied_pages_ = 0;
  }
  [[nodiscard]] bool empty() const { return occupied_pages_ == 0; }
  [[nodiscard]] std::uint64_t bytes() const { return directory_pages_.bytes() + pages_.bytes(); }

  // That of a bucket which was used before.
  [[nodiscard]] Page& known(std::uint32_t number) const {
    return *directories_[number / kBucketsPerDirectory]->pages[number / kBucketsPerPage % kPagesPerDirectory];
  }
  // nullptr at the cap.
  Page* page_of(UnitMemory& memory, std::uint32_t number) {
    Directory*& directory = directories_[number / kBucketsPerDirectory];
    if (directory == nullptr) directory = directory_pages_.take(memory);
    if (directory == nullptr) return nullptr;
    Page*& page = directory->pages[number / kBucketsPerPage % kPagesPerDirectory];
    if (page == nullptr) page = pages_.take(memory);
    return page;
  }
  void occupy(Page& page, std::uint32_t number) {
    if (page.occupied == 0) {
      const std::uint32_t in_directory = number / kBucketsPerPage % kPagesPerDirectory;
      directories_[number / kBucketsPerDirectory]->occupied[in_directory / 64] |= std::uint64_t{1} << in_directory % 64;
      ++occupied_pages_;
    }
    page.occupied |= std::uint64_t{1} << number % kBucketsPerPage;
  }
  void vacate(Page& page, std::uint32_t number) {
    page.occupied &= ~(std::uint64_t{1} << number % kBucketsPerPage);
    if (page.occupied != 0) return;
    const std::uint32_t in_directory = number / kBucketsPerPage % kPagesPerDirectory;
    directories_[number / kBucketsPerDirectory]->occupied[in_directory / 64] &=
        ~(std::uint64_t{1} << in_directory % 64);
    --occupied_pages_;
  }

  // The first bucket with entries from this one on, around the ring. There is one.
  [[nodiscard]] std::uint32_t next_occupied(std::uint32_t from) const {
    // In the same page, then in the same word of pages, then in the words after that; at last in those before.
    std::uint32_t page = from / kBucketsPerPage;
    const Directory* directory = directories_[page / kPagesPerDirectory];
    if (directory != nullptr) {
      if (const Page* here = directory->pages[page % kPagesPerDirectory]; here != nullptr) {
        const std::uint64_t bits = here->occupied & (~std::uint64_t{0} << from % kBucketsPerPage);
        if (bits != 0) return page * kBucketsPerPage + lowest(bits);
      }
    }
    std::uint32_t word = page / 64;
    std::uint64_t below = ~std::uint64_t{0} << page % 64 << 1u;  // the pages after this one
    for (;; below = ~std::uint64_t{0}, word = (word + 1) % (kDirectories * kWordsPerDirectory)) {
      directory = directories_[word / kWordsPerDirectory];
      if (directory == nullptr) continue;
      const std::uint64_t bits = directory->occupied[word % kWordsPerDirectory] & below;
      if (bits == 0) continue;
      page = word * 64 + lowest(bits);
      return page * kBucketsPerPage + lowest(directory->pages[page % kPagesPerDirectory]->occupied);
    }
  }
  static std::uint32_t lowest(std::uint64_t bits) { return static_cast<std::uint32_t>(std::countr_zero(bits)); }

 private:
  static constexpr std::uint32_t kPagesPerDirectory = 128;
  static constexpr std::uint32_t kWordsPerDirectory = kPagesPerDirectory / 64;
  static constexpr std::uint32_t kBucketsPerDirectory = kBucketsPerPage * kPagesPerDirectory;
  static constexpr std::uint32_t kDirectories = kMostBuckets / kBucketsPerDirectory;
  struct Directory : UnitMemory::Page {
    std::array<std::uint64_t, kWordsPerDirectory> occupied{};
    std::array<typename BucketPages::Page*, kPagesPerDirectory> pages{};
  };

  std::uint32_t occupied_pages_ = 0;
  std::array<Directory*, kDirectories> directories_{};
  PageList<Directory> directory_pages_;
  PageList<Page> pages_;
};

}  // namespace waymark
