// Blocks of one fixed size, taken one at a time, that never move and are given back all at once: what tables and queues
// that must not grow by moving are made of.
#pragma once

#include <cstdint>
#include <utility>

namespace waymark {

// Block has a member `Block* next` for the pool's use; a new one is Block{} but for that.
template <class Block>
class PagePool {
 public:
  PagePool() = default;
  PagePool(const PagePool&) = delete;
  PagePool& operator=(const PagePool&) = delete;
  PagePool(PagePool&& other) noexcept
      : held_(std::exchange(other.held_, nullptr)),
        last_held_(other.last_held_),
        free_(std::exchange(other.free_, nullptr)),
        blocks_(std::exchange(other.blocks_, 0)) {}
  PagePool& operator=(PagePool&&) = delete;
  ~PagePool() { discard(); }

  Block* take() {
    if (free_ == nullptr) return hold(made());
    Block* block = std::exchange(free_, free_->next);
    *block = Block{};
    return hold(block);
  }
  // The same, but a block used before comes with what was in it.
  Block* take_as_is() { return hold(free_ == nullptr ? made() : std::exchange(free_, free_->next)); }

  // Keeps the memory for later. In constant time.
  void give_back_all() {
    if (held_ == nullptr) return;
    last_held_->next = free_;
    free_ = std::exchange(held_, nullptr);
  }

  // The same for one of the blocks, which it returns; nullptr if none is held.
  const Block* give_back_one() {
    if (held_ == nullptr) return nullptr;
    Block* block = std::exchange(held_, held_->next);
    block->next = free_;
    free_ = block;
    return block;
  }

  template <class Visit>
  void for_each_held(Visit&& visit) const {
    for (const Block* block = held_; block != nullptr; block = block->next) visit(*block);
  }

  // Gives all memory back to the system.
  void discard() {
    release(held_);
    release(free_);
    blocks_ = 0;
  }

  // Of all blocks, also those kept for later.
  [[nodiscard]] std::uint64_t heap_bytes() const { return blocks_ * sizeof(Block); }

 private:
  Block* made() {
    ++blocks_;
    return new Block{};
  }
  Block* hold(Block* block) {
    if (held_ == nullptr) last_held_ = block;
    block->next = held_;
    held_ = block;
    return block;
  }
  static void release(Block*& list) {
    while (list != nullptr) delete std::exchange(list, list->next);
  }

  Block* held_ = nullptr;
  Block* last_held_ = nullptr;  // in the list held_
  Block* free_ = nullptr;
  std::uint64_t blocks_ = 0;  // of both lists
};

}  // namespace waymark
