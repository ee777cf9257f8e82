// A path that a unit walks, in pages of the map's memory. It grows at both ends, because searches tell their paths from
// the goal as often as from the start. Who goes along it looks up a page at a time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/paged_table.hpp"
#include "waymark/base/types.hpp"
#include "waymark/base/unit_memory.hpp"

namespace waymark {

class WalkedPath {
 public:
  // Of ids below `id_bound`, each once or twice: on the way to where a search begins, and on its path.
  WalkedPath(UnitMemory& memory, std::uint32_t id_bound)
      : places_(2 * (id_bound + kPage - id_bound % kPage)), cells_(memory, places_) {}

  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] NodeId operator[](std::size_t i) const {
    const NodeId place = place_of(first_ + i);
    if (place / kPage != page_) {
      page_ = place / kPage;
      read_ = cells_.find_page(place);
    }
    return read_[place % kPage];
  }
  // False, and it is as it was, at the cap of the memory.
  [[nodiscard]] bool push_front(NodeId cell) {
    const NodeId place = first_ == 0 ? places_ - 1 : first_ - 1;
    if (!write(place, cell)) return false;
    first_ = place;
    return true;
  }
  [[nodiscard]] bool push_back(NodeId cell) { return write(place_of(first_ + size_), cell); }
  // The same with one after the other of `cells`, a page at a time. False, and part of them may be there, at the cap.
  [[nodiscard]] bool push_front(std::span<const NodeId> cells) {
    while (!cells.empty()) {
      if (!push_front(cells.front())) return false;
      // The rest of the page, towards its beginning.
      const std::size_t count = std::min<std::size_t>(cells.size() - 1, first_ % kPage);
      std::reverse_copy(cells.begin() + 1, cells.begin() + 1 + static_cast<std::ptrdiff_t>(count),
                        written_ + (first_ % kPage - count));
      first_ -= static_cast<NodeId>(count);
      size_ += count;
      cells = cells.subspan(1 + count);
    }
    return true;
  }
  // Gives its pages back.
  void clear() {
    cells_.clear();
    first_ = 0;
    size_ = 0;
    page_ = written_page_ = kNoPage;
  }
  [[nodiscard]] std::uint64_t heap_bytes() const { return cells_.heap_bytes(); }

 private:
  static constexpr NodeId kPage = PagedTable<NodeId>::kPage;
  static constexpr NodeId kNoPage = kNoNode;

  // Places go round: behind the last one comes the first.
  [[nodiscard]] NodeId place_of(std::size_t place) const {
    return static_cast<NodeId>(place < places_ ? place : place - places_);
  }
  bool write(NodeId place, NodeId cell) {
    if (place / kPage != written_page_) {
      NodeId* const first = cells_.at(place - place % kPage);
      if (first == nullptr) return false;
      written_page_ = place / kPage;
      written_ = first;
    }
    written_[place % kPage] = cell;
    ++size_;
    return true;
  }

  NodeId places_;
  PagedTable<NodeId> cells_;  // by place
  NodeId first_ = 0;          // the place of the path's first cell
  std::size_t size_ = 0;
  NodeId written_page_ = kNoPage;  // the page written last
  NodeId* written_ = nullptr;
  mutable NodeId page_ = kNoPage;  // the one looked up last
  mutable const NodeId* read_ = nullptr;
};

}  // namespace waymark
