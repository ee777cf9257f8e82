// The areas of a grid last edited, oldest first, in a ring; and rectangles around many of them at once.
//
// A block of changes has a summary, so that what lies around all changes since an epoch is found by a look at fewer
// than kBlock of them and at a summary for each block behind: never more than kMostLooks, however many there were.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "waymark/base/heap_bytes.hpp"
#include "waymark/base/instrument.hpp"
#include "waymark/space/cell.hpp"

namespace waymark {

// A part of an edit: the cells of `area` became passable or blocked, and with the whole edit the grid reached `epoch`.
struct AreaChange {
  std::uint64_t epoch;
  Rect area;
  bool passable;
};

class ChangeLog {
 public:
  static constexpr std::size_t kLogged = 1024;  // areas
  static constexpr std::size_t kBlock = 32;
  static constexpr std::uint64_t kMostLooks = kBlock + kLogged / kBlock + 11;  // with those that find the first

  // Epochs never fall. Takes memory with the first change, and none later.
  void add(const AreaChange& change) {
    entries_.reserve(kLogged);
    blocks_.resize(kLogged / kBlock);
    if (entries_.size() < kLogged) {
      entries_.push_back(change);
    } else {
      AreaChange& oldest = entries_[count_ % kLogged];
      forgotten_epoch_ = oldest.epoch;
      oldest = change;
    }
    Around& block = blocks_[count_ / kBlock % blocks_.size()];
    if (count_ % kBlock == 0) block = kNone;
    extend(block, change);
    ++count_;
  }

  // Whether it knows of all changes after `epoch`; of an edit it knows all areas or none.
  [[nodiscard]] bool reaches_back_to(std::uint64_t epoch) const { return epoch >= forgotten_epoch_; }

  // Of the changes after an epoch that it reaches back to:
  [[nodiscard]] std::uint64_t count_since(std::uint64_t epoch) const { return count_ - first_since(epoch); }
  template <class Visit>
  void for_each_since(std::uint64_t epoch, Visit&& visit) const {
    for (std::uint64_t i = first_since(epoch); i < count_; ++i) visit(entry(i));
  }
  // The same by number, for those who take them a few at a time: change i of all there ever were, as long as holds(i).
  [[nodiscard]] std::uint64_t count() const { return count_; }
  [[nodiscard]] bool holds(std::uint64_t i) const { return i + entries_.size() >= count_; }
  [[nodiscard]] const AreaChange& entry(std::uint64_t i) const {
    instrument::look();
    return entries_[i % kLogged];
  }
  // What lies around those that blocked cells, and around those that freed some, each with the epoch of the last.
  // Nothing is around no changes: a width of 0.
  using Around = std::array<AreaChange, 2>;
  [[nodiscard]] Around around_since(std::uint64_t epoch) const {
    Around all = kNone;
    std::uint64_t i = first_since(epoch);
    for (; i < count_ && i % kBlock != 0; ++i) extend(all, entry(i));
    for (; i < count_; i += kBlock) {
      instrument::look();
      for (const AreaChange& change : blocks_[i / kBlock % blocks_.size()]) extend(all, change);
    }
    return all;
  }

  [[nodiscard]] std::uint64_t heap_bytes() const { return heap_bytes_of(entries_, blocks_); }

 private:
  static constexpr Around kNone{{{0, {0, 0, 0, 0}, false}, {0, {0, 0, 0, 0}, true}}};

  static void extend(Around& around, const AreaChange& change) {
    if (change.area.width == 0) return;
    AreaChange& all = around[static_cast<std::size_t>(change.passable)];
    all.area = all.area.width == 0 ? change.area : bounding(all.area, change.area);
    all.epoch = std::max(all.epoch, change.epoch);
  }

  [[nodiscard]] std::uint64_t first_since(std::uint64_t epoch) const {
    std::uint64_t low = count_ - entries_.size();
    std::uint64_t high = count_;
    while (low < high) {
      const std::uint64_t middle = low + (high - low) / 2;
      if (entry(middle).epoch > epoch) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  std::vector<AreaChange> entries_;    // the last kLogged; change i is at i % kLogged
  std::vector<Around> blocks_;         // around changes i to i + kBlock - 1, as far as there are, at i / kBlock
  std::uint64_t count_ = 0;            // of all there ever were
  std::uint64_t forgotten_epoch_ = 0;  // of the last change that fell out of the ring
};

}  // namespace waymark
