// What rows of a path database have yet to take in: the cells of a map that became passable or blocked, in the order in
// which this was seen. A row is right for a *position* in this list; between any position and the end it tells the map
// before, the map after, and where moves were lost and gained.
//
// Edits that come while a row is repaired do not disturb it: the map after is a copy, which goes on only when asked.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "waymark/base/types.hpp"
#include "waymark/space/grid.hpp"
#include "waymark/space/move_table.hpp"

namespace waymark {

class PathChanges {
 public:
  // A cell from which moves were lost or gained (bit d = Direction d), or which became passable or blocked.
  struct Changed {
    NodeId node;
    std::uint8_t lost;
    std::uint8_t gained;
    bool flipped;
  };

  explicit PathChanges(const Grid& grid) : after_(grid), seen_(grid.epoch()) {}

  // Takes in what changed since. Says how many words of bits and cells that took.
  std::uint64_t take_in(const Grid& grid);
  // The epoch of the map after.
  [[nodiscard]] std::uint64_t seen() const { return seen_; }
  // The position of the map after.
  [[nodiscard]] std::uint64_t end() const { return begin_ + flips_.size(); }

  // Sets before() and changed() to what lies between a position and the end. Says how many cells that took.
  std::uint64_t look_back(std::uint64_t position, const MoveTable& table);
  [[nodiscard]] const Grid& before() const { return *before_; }
  [[nodiscard]] const Grid& after() const { return after_; }
  // In ascending order.
  [[nodiscard]] std::span<const Changed> changed() const { return changed_; }

  // How many it remembers; to forget all of them.
  [[nodiscard]] std::size_t size() const { return flips_.size(); }
  void forget();

  [[nodiscard]] std::uint64_t heap_bytes() const;

 private:
  std::uint64_t compare(const Grid& grid, Rect area);

  Grid after_;
  std::optional<Grid> before_;  // the map at before_position_
  std::uint64_t before_position_ = 0;
  std::uint64_t begin_ = 0;  // the position before flips_[0]
  std::vector<NodeId> flips_;
  std::vector<Changed> changed_;
  std::vector<NodeId> cells_;
  std::uint64_t listed_begin_ = 0;  // changed_ is what lies between these
  std::uint64_t listed_end_ = 0;
  std::uint64_t seen_;
};

}  // namespace waymark
