// The bit grid: one bit a cell, rows padded with blocked cells, so that the eight neighbours of any cell are read from
// three rows without a bounds check. Knows how it changed: an epoch that rises with every edit and a log of the areas
// last edited.
//
// Node ids are bit positions: id = (y + 1) * stride + x, with stride a multiple of 64 and greater than the width. The
// blocked tail of a row is also the left border of the next; a blocked row lies above and below. Ids rise with y, then
// x.
//
// Threads: any number may read a grid that nobody edits; an edit needs it alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <vector>

#include "waymark/base/heap_bytes.hpp"
#include "waymark/base/inline.hpp"
#include "waymark/base/instrument.hpp"
#include "waymark/base/result.hpp"
#include "waymark/base/types.hpp"
#include "waymark/space/cell.hpp"
#include "waymark/space/change_log.hpp"
#include "waymark/space/direction.hpp"

namespace waymark {

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the grid reads its bit rows at byte addresses");

// A rectangle of cells to be made passable or blocked.
struct AreaEdit {
  Rect area;
  bool passable;
  friend bool operator==(const AreaEdit&, const AreaEdit&) = default;
};

// The row of an id, 0 for the border above the first: a division by the stride as a multiplication, exact for every id
// of a grid.
class RowOfId {
 public:
  // row = floor(word / words_per_row) as floor(word * ceil(2^40 / words_per_row) / 2^40). The ceiling is too large by
  // less than 1, the quotient by less than word / 2^40; with word < 2^24 and words_per_row < 2^10 that is below
  // 1 / words_per_row, so it never reaches the next whole number.
  explicit RowOfId(std::uint32_t stride) : reciprocal_(((std::uint64_t{1} << 40u) + stride / 64 - 1) / (stride / 64)) {}
  [[nodiscard]] std::uint32_t operator()(NodeId id) const {
    return static_cast<std::uint32_t>((static_cast<std::uint64_t>(id >> 6u) * reciprocal_) >> 40u);
  }

 private:
  std::uint64_t reciprocal_;
};

class Grid {
 public:
  static constexpr int kMaxSide = 32767;
  static constexpr std::int64_t kMaxCells = std::int64_t{1} << 28;

  using Change = AreaChange;
  static constexpr std::size_t kLoggedChanges = ChangeLog::kLogged;

  // All cells alike. Fails on sizes below 1, above kMaxSide a side or above kMaxCells in all.
  static Result<Grid> create(int width, int height, bool passable);
  // The check that create makes, for readers that learn the size first.
  static Result<Done> check_size(std::int64_t width, std::int64_t height);

  [[nodiscard]] int width() const { return width_; }
  [[nodiscard]] int height() const { return height_; }
  [[nodiscard]] bool contains(int x, int y) const {
    return static_cast<unsigned>(x) < static_cast<unsigned>(width_) &&
           static_cast<unsigned>(y) < static_cast<unsigned>(height_);
  }
  // Whether the id is that of a cell, blocked or not: neither beyond the last nor of the border.
  [[nodiscard]] bool contains(NodeId id) const {
    if (id >= id_bound_) return false;
    const Cell at = cell(id);
    return contains(at.x, at.y);
  }
  // Bits from one row to the next.
  [[nodiscard]] std::uint32_t stride() const { return stride_; }
  // Ids are below this: the size of an array indexed by id.
  [[nodiscard]] std::uint32_t id_bound() const { return id_bound_; }

  // x and y inside the grid. What takes an id relies on it: ids from outside are asked for by contains first.
  [[nodiscard]] NodeId node(int x, int y) const {
    return (static_cast<NodeId>(y) + 1) * stride_ + static_cast<NodeId>(x);
  }
  [[nodiscard]] NodeId node(Cell cell) const { return node(cell.x, cell.y); }
  [[nodiscard]] Cell cell(NodeId id) const {
    const std::uint32_t row = row_of_id_(id);
    return {static_cast<int>(id - row * stride_), static_cast<int>(row) - 1};
  }

  [[nodiscard]] bool passable(NodeId id) const {
    instrument::look();
    return ((words()[id >> 6u] >> (id & 63u)) & 1u) != 0;
  }
  // Outside the grid everything is blocked.
  [[nodiscard]] bool passable(int x, int y) const { return contains(x, y) && passable(node(x, y)); }
  [[nodiscard]] std::uint64_t passable_cells() const;

  // The eight cells around `id` as bits, row by row: NW N NE, W E, SW S SE. Set = passable.
  [[nodiscard]] WAYMARK_ALWAYS_INLINE unsigned neighbourhood(NodeId id) const {
    instrument::look();
    // Rows are whole words apart, so the three reads start at the same bit of their bytes and are shifted as one.
    const std::int64_t first = static_cast<std::int64_t>(id) - 1;  // -1 lies in the guard word
    const char* middle = reinterpret_cast<const char*>(words()) + (first >> 3);
    const auto row_bytes = static_cast<std::ptrdiff_t>(stride_ / 8);
    const std::uint64_t rows =
        (read_16(middle - row_bytes) | (read_16(middle) << 16u) | (read_16(middle + row_bytes) << 32u)) >> (first & 7);
    return static_cast<unsigned>((rows & 0x07u) | ((rows >> 13u) & 0x08u) | ((rows >> 14u) & 0x10u) |
                                 ((rows >> 27u) & 0xe0u));
  }

  // Row y, -1 to height, as words of 64 cells; bit 0 of the first is x = 0. One word before and after may be read too.
  [[nodiscard]] const std::uint64_t* row_words(int y) const {
    return words() + static_cast<std::size_t>(y + 1) * words_per_row();
  }
  [[nodiscard]] std::size_t words_per_row() const { return stride_ / 64; }

  // Edits. Cells outside the grid are left out. Areas are taken one after the other, so that of two that overlap the
  // later wins; each that changes a cell of what it finds is logged, and a call with any such raises the epoch by one.
  void apply(std::span<const AreaEdit> areas);
  void fill(Rect area, bool passable);
  void set(int x, int y, bool passable) { fill({x, y, 1, 1}, passable); }

  [[nodiscard]] std::uint64_t epoch() const { return epoch_; }
  // What changed after `epoch`, oldest first; nothing if the log no longer reaches back that far: it holds the last
  // kLoggedChanges areas, and tells of an edit all of them or none.
  [[nodiscard]] std::optional<std::vector<Change>> changes_since(std::uint64_t epoch) const;
  // The same without a list: visits each. False, and none is visited, if the log does not reach back that far.
  template <class Visit>
  bool for_each_change_since(std::uint64_t epoch, Visit&& visit) const {
    if (!remembers(epoch)) return false;
    log_.for_each_since(epoch, visit);
    return true;
  }
  // Whether the log reaches back that far; and the log itself, for those who need not know each change.
  [[nodiscard]] bool remembers(std::uint64_t epoch) const { return epoch <= epoch_ && log_.reaches_back_to(epoch); }
  [[nodiscard]] const ChangeLog& log() const { return log_; }

  [[nodiscard]] std::uint64_t heap_bytes() const { return heap_bytes_of(bits_, log_); }

  // Of the size and every cell, not of the history: equal grids have equal fingerprints.
  [[nodiscard]] std::uint64_t fingerprint() const;

  // Readers fill rows before anybody looks: no epoch, no log. Bits beyond the width must be zero.
  [[nodiscard]] std::span<std::uint64_t> mutable_row(int y) {
    return {bits_.data() + 1 + static_cast<std::size_t>(y + 1) * words_per_row(), words_per_row()};
  }

 private:
  Grid(int width, int height);

  // Whether it changed a cell; then it is logged under `epoch`.
  bool change(Rect area, bool passable, std::uint64_t epoch);

  [[nodiscard]] const std::uint64_t* words() const { return bits_.data() + 1; }
  static std::uint64_t read_16(const char* bytes) {
    std::uint16_t pair;
    std::memcpy(&pair, bytes, sizeof(pair));
    return pair;
  }

  int width_;
  int height_;
  std::uint32_t stride_;
  std::uint32_t id_bound_;
  RowOfId row_of_id_;
  std::uint64_t epoch_ = 0;
  std::vector<std::uint64_t> bits_;  // a guard word, height + 2 rows, a guard word
  ChangeLog log_;
};

}  // namespace waymark
