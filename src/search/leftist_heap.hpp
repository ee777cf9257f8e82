// Leftist heaps: merging two of n entries takes at most 2 log2(n + 1) comparisons, on every single call.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace waymark {

// A base of what is kept in a heap. Item has `bool before(const Item&) const`, its order.
template <class Item>
struct LeftistItem {
  Item* left = nullptr;
  Item* right = nullptr;
  std::uint32_t depth = 1;  // items on the way down to the right, this one included
};

// Each is the first item of a heap, or nullptr for an empty one; so is what comes back.
template <class Item>
Item* merge_heaps(Item* a, Item* b) {
  constexpr std::size_t kMaxDepth = 40;  // a depth of k needs 2^k - 1 items
  std::array<Item*, 2 * kMaxDepth> way;
  std::size_t length = 0;
  while (a != nullptr && b != nullptr) {
    if (b->before(*a)) std::swap(a, b);
    way[length++] = a;
    a = a->right;
  }
  Item* merged = a != nullptr ? a : b;
  while (length > 0) {
    Item* item = way[--length];
    const std::uint32_t left_depth = item->left != nullptr ? item->left->depth : 0;
    item->right = merged;
    item->depth = std::min(left_depth, merged->depth) + 1;
    if (left_depth < merged->depth) std::swap(item->left, item->right);
    merged = item;
  }
  return merged;
}

// Whether the first item, which has become another, is still before all others.
template <class Item>
bool is_first(const Item& first) {
  return (first.left == nullptr || !first.left->before(first)) &&
         (first.right == nullptr || !first.right->before(first));
}

// The heap without its first item, which is alone then.
template <class Item>
Item* without_first(Item* first) {
  Item* rest = first->right == nullptr ? first->left : merge_heaps(first->left, first->right);
  first->left = first->right = nullptr;
  first->depth = 1;
  return rest;
}

}  // namespace waymark
