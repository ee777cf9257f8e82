// What objects hold on the heap: the bytes they asked for, without the objects themselves and without what the
// allocator adds.
#pragma once

#include <cstdint>
#include <vector>

namespace waymark {

template <class T>
std::uint64_t heap_bytes_of(const std::vector<T>& items) {
  return items.capacity() * sizeof(T);  // NOLINT(bugprone-sizeof-expression): of pointers too
}
template <class T>
requires requires(const T& part) { part.heap_bytes(); }
std::uint64_t heap_bytes_of(const T& part) { return part.heap_bytes(); }
template <class... Parts>
requires(sizeof...(Parts) > 1) std::uint64_t heap_bytes_of(const Parts&... parts) {
  return (heap_bytes_of(parts) + ...);
}

}  // namespace waymark
