#include "waymark/base/unit_memory.hpp"

#include <algorithm>
#include <new>
#include <utility>

namespace waymark {
namespace {

constexpr std::size_t kSlab = std::size_t{64} * 1024;
constexpr std::align_val_t kAlignment{64};
constexpr std::size_t kSmallPerLarge = UnitMemory::kLargePage / UnitMemory::kSmallPage;

// Under a sanitizer of addresses every page is the system's own, so that it sees who uses a page given back.
#if defined(__SANITIZE_ADDRESS__)
constexpr bool kPagesOfSystem = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
constexpr bool kPagesOfSystem = true;
#else
constexpr bool kPagesOfSystem = false;
#endif
#else
constexpr bool kPagesOfSystem = false;
#endif

void* from_system(std::size_t bytes) { return ::operator new(bytes, kAlignment, std::nothrow); }
void to_system(void* memory) { ::operator delete(memory, kAlignment); }

// Who takes pages writes all of each at once, and those given back long ago are in no cache: the next one is fetched
// while this one is used.
void expect(const UnitMemory::Page* page) {
  constexpr std::size_t kLine = 64;
  const auto* const bytes = reinterpret_cast<const std::byte*>(page);
  for (std::size_t i = 0; i < UnitMemory::kSmallPage; i += kLine) __builtin_prefetch(bytes + i, 1);
}

UnitMemory::Page* linked(void* memory, UnitMemory::Page* next) { return new (memory) UnitMemory::Page{next}; }

}  // namespace

UnitMemory::~UnitMemory() {
  for (std::byte* slab : slabs_) to_system(slab);
}

void UnitMemory::set_cap(std::uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  cap_ = bytes;
}

void UnitMemory::reserve(std::uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  while (!kPagesOfSystem && slabs_.size() * kSlab < bytes) {
    std::byte* const untouched = std::exchange(untouched_, nullptr);
    std::byte* const end = std::exchange(slab_end_, nullptr);
    const bool added = add_slab();
    for (std::byte* page = untouched; page != end; page += kLargePage) free_large_ = linked(page, free_large_);
    if (!added) return;
  }
}

bool UnitMemory::add_slab() {
  if ((slabs_.size() + 1) * kSlab > cap_) return false;
  auto* slab = static_cast<std::byte*>(from_system(kSlab));
  if (slab == nullptr) return false;
  slabs_.push_back(slab);
  untouched_ = slab;
  slab_end_ = slab + kSlab / kLargePage * kLargePage;
  return true;
}

UnitMemory::Page* UnitMemory::large_page() {
  if (free_large_ != nullptr) return std::exchange(free_large_, free_large_->next);
  if (untouched_ == slab_end_ && !add_slab()) return nullptr;
  return linked(std::exchange(untouched_, untouched_ + kLargePage), nullptr);
}

UnitMemory::Page* UnitMemory::small_page() {
  if (free_small_ == nullptr) {
    Page* const large = large_page();
    if (large == nullptr) return nullptr;
    auto* const parts = reinterpret_cast<std::byte*>(large);
    for (std::size_t i = kSmallPerLarge; i-- > 0;) free_small_ = linked(parts + i * kSmallPage, free_small_);
  }
  Page* const page = std::exchange(free_small_, free_small_->next);
  if (free_small_ != nullptr) expect(free_small_);
  return page;
}

UnitMemory::Page* UnitMemory::take(Size size) {
  const std::lock_guard lock(mutex_);
  Page* page = nullptr;
  if (kPagesOfSystem) {
    if (in_use_ + bytes_of(size) <= cap_) {
      if (void* memory = from_system(bytes_of(size)); memory != nullptr) page = linked(memory, nullptr);
    }
  } else {
    page = size == Size::kSmall ? small_page() : large_page();
  }
  if (page == nullptr) {
    ++refusals_;
    return nullptr;
  }
  in_use_ += bytes_of(size);
  most_in_use_ = std::max(most_in_use_, in_use_);
  return page;
}

void UnitMemory::give_back(Size size, Page* first, Page* last, std::uint64_t count) {
  if (count == 0) return;
  const std::lock_guard lock(mutex_);
  in_use_ -= count * bytes_of(size);
  if (kPagesOfSystem) {
    for (; count > 0; --count) to_system(std::exchange(first, first->next));
    return;
  }
  Page*& free = size == Size::kSmall ? free_small_ : free_large_;
  last->next = free;
  free = first;
}

std::uint64_t UnitMemory::bytes() const {
  const std::lock_guard lock(mutex_);
  return kPagesOfSystem ? in_use_ : slabs_.size() * kSlab;
}
std::uint64_t UnitMemory::bytes_in_use() const {
  const std::lock_guard lock(mutex_);
  return in_use_;
}
std::uint64_t UnitMemory::most_bytes_in_use() const {
  const std::lock_guard lock(mutex_);
  return most_in_use_;
}
bool UnitMemory::let_in() {
  const std::lock_guard lock(mutex_);
  if (cap_ != kNoCap && searches_ > 0 && (searches_ + 1) * search_bytes_ > cap_) {
    ++refusals_;
    return false;
  }
  ++searches_;
  return true;
}
void UnitMemory::end_search(std::uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  --searches_;
  search_bytes_ += bytes / 16;
  search_bytes_ -= search_bytes_ / 16;
}
void UnitMemory::stop_search(std::uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  --searches_;
  // It would have needed more; of one that could not begin nothing is known.
  if (bytes > 0) search_bytes_ = std::min(std::max(search_bytes_, bytes) + search_bytes_ / 16, cap_);
}
std::uint64_t UnitMemory::refusals() const {
  const std::lock_guard lock(mutex_);
  return refusals_;
}

}  // namespace waymark
