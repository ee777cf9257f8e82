// The clique abstraction of a map, derived from it: one for all searches, agents, builders and threads that want so
// many levels. After edits it is made anew in slices, beside the one in use, which stays readable until the new one is
// ready.
//
// Stale it is a hint: its regions are those of the map before the edits. What was free may be blocked, regions may have
// been cut or joined, and cells that were freed belong to none. Whoever goes by it checks every move against the grid.
//
// A new one is of the map as it was when its making began, so that edits in between do not keep it from being finished;
// it is then made again. A unit is a state or an edge looked at, 64 words of the grid copied, or 8 entries of a
// table cleared. Giving back the old one takes the system time for its pages, which no unit counts.
// Memory: that of the abstraction, a bit a cell for the copy of the grid, and with a given number of levels four bytes
// a cell for the regions of the highest; while it is made anew twice that and more.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "waymark/hierarchy/clique_abstraction.hpp"
#include "waymark/space/derived.hpp"
#include "waymark/space/map.hpp"

namespace waymark {

class MapAbstraction final : public Derived {
 public:
  struct Options {
    int levels = CliqueAbstraction::kAllLevels;  // at most, above the ground
    friend bool operator==(const Options&, const Options&) = default;
  };

  MapAbstraction(const Map& map, const Options& options);
  ~MapAbstraction() override;
  [[nodiscard]] const Options& options() const { return options_; }

  // Valid, and all that it points to, until version() changes, which only Map::maintain does.
  [[nodiscard]] const CliqueAbstraction& get() const { return abstraction_; }
  [[nodiscard]] std::uint64_t version() const { return version_; }
  // By ground id, of the highest level; kNoNode for cells of none. Empty with all levels, or if there are none.
  [[nodiscard]] std::span<const NodeId> highest_regions() const { return regions_; }

  [[nodiscard]] std::uint64_t bytes() const override;

 private:
  struct Making;

  std::uint64_t repair(const Map& map, std::uint64_t units) override;
  [[nodiscard]] bool is_hint() const override { return true; }
  // Copies what was edited since the last copy; whether it is all done.
  bool copy_edits(const Grid& grid, std::uint64_t units, std::uint64_t& spent);
  void finish();

  Options options_;
  CliqueAbstraction abstraction_;
  std::vector<NodeId> regions_;
  std::uint64_t version_ = 0;

  Grid copy_;                       // of the map's; what a new one is made from
  std::uint64_t seen_;              // edits up to this epoch are copied or pending
  std::vector<Rect> pending_;       // areas to be copied, the first of them begun
  int row_ = 0;                     // of that one, the next to be copied
  std::unique_ptr<Making> making_;  // while a new one is made
};

}  // namespace waymark
