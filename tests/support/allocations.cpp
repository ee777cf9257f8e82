#include "support/allocations.hpp"

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <new>

#include <malloc.h>

// Sanitizers have a malloc of their own; that for threads also has its own `new`, and nothing is counted with it.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define WAYMARK_COUNT_NOTHING
#elif __has_feature(address_sanitizer)
#define WAYMARK_COUNT_NEW
#endif
#elif defined(__SANITIZE_THREAD__)
#define WAYMARK_COUNT_NOTHING
#elif defined(__SANITIZE_ADDRESS__)
#define WAYMARK_COUNT_NEW
#endif
#if !defined(__GLIBC__) && !defined(WAYMARK_COUNT_NOTHING)
#define WAYMARK_COUNT_NEW
#endif

namespace {

// Set before any code runs: malloc is called long before main.
constinit std::atomic<std::uint64_t> g_count{0};
constinit std::atomic<std::uint64_t> g_bytes{0};
constinit std::atomic<std::uint64_t> g_largest{0};
constinit std::atomic<std::int64_t> g_held{0};

[[maybe_unused]] void count(std::size_t size) noexcept {
  g_count.fetch_add(1, std::memory_order_relaxed);
  g_bytes.fetch_add(size, std::memory_order_relaxed);
  std::uint64_t largest = g_largest.load(std::memory_order_relaxed);
  while (size > largest && !g_largest.compare_exchange_weak(largest, size, std::memory_order_relaxed)) {
  }
}

[[maybe_unused]] void* taken(void* memory) noexcept {
  g_held.fetch_add(static_cast<std::int64_t>(malloc_usable_size(memory)), std::memory_order_relaxed);
  return memory;
}
[[maybe_unused]] void* given_back(void* memory) noexcept {
  g_held.fetch_sub(static_cast<std::int64_t>(malloc_usable_size(memory)), std::memory_order_relaxed);
  return memory;
}

}  // namespace

namespace waymark::test {

Allocations allocations() { return {g_count, g_bytes, g_largest}; }

std::int64_t held_bytes() { return g_held; }

void restart_allocations() {
  g_count = 0;
  g_bytes = 0;
  g_largest = 0;
}

}  // namespace waymark::test

#if defined(WAYMARK_COUNT_NEW)

void* operator new(std::size_t size) {
  count(size);
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return taken(memory);
  throw std::bad_alloc();
}
void* operator new[](std::size_t size) { return operator new(size); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  count(size);
  return taken(std::malloc(size == 0 ? 1 : size));
}
void* operator new[](std::size_t size, const std::nothrow_t& nothrow) noexcept { return operator new(size, nothrow); }
void operator delete(void* memory) noexcept { std::free(given_back(memory)); }
void operator delete[](void* memory) noexcept { std::free(given_back(memory)); }
void operator delete(void* memory, std::size_t) noexcept { std::free(given_back(memory)); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(given_back(memory)); }

#elif !defined(WAYMARK_COUNT_NOTHING)

// The C library's own, under the names it keeps for this. `new` calls malloc or aligned_alloc.
#ifdef __clang__
#pragma clang diagnostic ignored "-Wreserved-identifier"
#endif
extern "C" {

void* __libc_malloc(std::size_t size) noexcept;                           // NOLINT
void* __libc_calloc(std::size_t items, std::size_t size) noexcept;        // NOLINT
void* __libc_realloc(void* memory, std::size_t size) noexcept;            // NOLINT
void* __libc_memalign(std::size_t alignment, std::size_t size) noexcept;  // NOLINT
void __libc_free(void* memory) noexcept;                                  // NOLINT

void* malloc(std::size_t size) noexcept {
  count(size);
  return taken(__libc_malloc(size));
}
void* calloc(std::size_t items, std::size_t size) noexcept {
  count(items * size);
  return taken(__libc_calloc(items, size));
}
void* realloc(void* memory, std::size_t size) noexcept {
  count(size);
  given_back(memory);
  return taken(__libc_realloc(memory, size));
}
void* memalign(std::size_t alignment, std::size_t size) noexcept {
  count(size);
  return taken(__libc_memalign(alignment, size));
}
void free(void* memory) noexcept { __libc_free(given_back(memory)); }
void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept { return memalign(alignment, size); }
int posix_memalign(void** memory, std::size_t alignment, std::size_t size) noexcept {
  *memory = memalign(alignment, size);
  return *memory == nullptr ? ENOMEM : 0;
}

}  // extern "C"

#endif
