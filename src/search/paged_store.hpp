// A store for searches that go on over many steps, each with a bound: records in pages of the units' memory, taken one
// at a time, so that no step pays for growth. See store.hpp for what a store is.
//
// Where the memory is at its cap a record is lost, and full() says so until the next reset: the search is void then.
#pragma once

#include <cstdint>
#include <utility>

#include "base/paged_table.hpp"
#include "space/cell_table.hpp"
#include "waymark/base/inline.hpp"
#include "waymark/base/instrument.hpp"
#include "waymark/base/unit_memory.hpp"
#include "waymark/search/store.hpp"
#include "waymark/space/grid.hpp"

namespace waymark {

template <class ArrivalType>
class PagedStore {
 public:
  using Arrival = ArrivalType;
  using Rec = Record<Arrival>;

  // For states that are cells of the grid. The memory outlives the store.
  PagedStore(UnitMemory& memory, const Grid& grid)
      : rows_(memory, grid.id_bound()), tiles_(memory, grid), in_tiles_(grid.id_bound() > kMostInRows) {}

  // Forgets everything and gives the pages back. In constant time.
  void reset(std::uint32_t /*id_bound*/) { clear(); }
  void clear() {
    rows_.clear();
    tiles_.clear();
    full_ = false;
  }

  WAYMARK_ALWAYS_INLINE std::pair<Rec&, bool> touch(NodeId node) {
    Rec* record = in_tiles_ ? tiles_.at(node) : rows_.at(node);
    if (record == nullptr) {
      full_ = true;
      lost_ = {};
      record = &lost_;
    }
    return {*record, !record->is_of(kStamp)};
  }
  void write(Rec& record, bool /*fresh*/, Cost g, Arrival arrival) { record.set(g, arrival, kStamp); }
  // Of a state touched before.
  WAYMARK_ALWAYS_INLINE Rec& at(NodeId node) {
    Rec* const record = in_tiles_ ? tiles_.find(node) : rows_.find(node);
    return record != nullptr ? *record : lost_;
  }
  [[nodiscard]] const Rec* find(NodeId node) const {
    const Rec* record = in_tiles_ ? tiles_.find(node) : rows_.find(node);
    return record != nullptr && record->is_of(kStamp) ? record : nullptr;
  }
  // The same for one who goes from cell to cell beside the search.
  using Seen = typename CellTable<Rec>::Seen;
  [[nodiscard]] WAYMARK_ALWAYS_INLINE const Rec* find(NodeId node, Seen& seen) const {
    const Rec* record = in_tiles_ ? tiles_.find(node, seen) : rows_.find(node);
    return record != nullptr && record->is_of(kStamp) ? record : nullptr;
  }
  // Whether a state of this one's tile may be known. Tiles are so large and begin at x = 0 and y = -1.
  [[nodiscard]] int tile_width() const { return in_tiles_ ? CellTable<Rec>::kTileWidth : int{PagedTable<Rec>::kPage}; }
  [[nodiscard]] int tile_height() const { return in_tiles_ ? CellTable<Rec>::kTileHeight : 1; }
  [[nodiscard]] bool may_hold(NodeId node) const {
    return in_tiles_ ? tiles_.find(node) != nullptr : rows_.find(node) != nullptr;
  }
  [[nodiscard]] bool full() const { return full_; }

  [[nodiscard]] std::uint64_t heap_bytes() const { return rows_.heap_bytes() + tiles_.heap_bytes(); }

 private:
  static constexpr std::uint32_t kStamp = 1;  // a new page's records have none: that is 0

  // With one level of directories a look-up by id is the shorter way; with more of them one by tiles is.
  static constexpr std::uint32_t kMostInRows = 600'000;

  PagedTable<Rec> rows_;
  CellTable<Rec> tiles_;
  bool in_tiles_;
  Rec lost_{};  // in place of those there is no room for
  bool full_ = false;
};

}  // namespace waymark
