#include "waymark/hierarchy/map_abstraction.hpp"

#include <algorithm>
#include <utility>

#include "hierarchy/abstraction_builder.hpp"
#include "waymark/base/heap_bytes.hpp"

namespace waymark {

struct MapAbstraction::Making {
  AbstractionBuilder<GridGround> builder;
  std::uint64_t epoch;
};

MapAbstraction::MapAbstraction(const Map& map, const Options& options)
    : Derived(map.grid().epoch()),
      options_(options),
      copy_(map.grid()),
      seen_(map.grid().epoch()),
      making_(std::make_unique<Making>(
          Making{{GridGround(copy_, map.table()), map.rules().costs.cardinal, options.levels, seen_}, seen_})) {
  while (!making_->builder.done()) making_->builder.step(std::uint64_t{1} << 62u);
  finish();
}

MapAbstraction::~MapAbstraction() = default;

void MapAbstraction::finish() {
  abstraction_ = making_->builder.take();
  const bool keep = options_.levels != CliqueAbstraction::kAllLevels && abstraction_.levels() > 0;
  regions_ = keep ? making_->builder.take_regions() : std::vector<NodeId>{};
  set_epoch(making_->epoch);
  making_.reset();
  ++version_;
}

bool MapAbstraction::copy_edits(const Grid& grid, std::uint64_t units, std::uint64_t& spent) {
  if (seen_ != grid.epoch()) {
    const bool known =
        grid.for_each_change_since(seen_, [&](const Grid::Change& change) { pending_.push_back(change.area); });
    if (!known || pending_.size() > Grid::kLoggedChanges) {  // edits that come faster than they are copied add up
      pending_.assign(1, {0, 0, grid.width(), grid.height()});
      row_ = 0;
    }
    seen_ = grid.epoch();
  }
  std::size_t done = 0;
  for (; done < pending_.size() && spent < units; ++done, row_ = 0) {
    const Rect& area = pending_[done];
    const std::ptrdiff_t first = area.x / 64;
    const std::ptrdiff_t words = (area.x + area.width - 1) / 64 + 1 - first;
    for (; row_ < area.height && spent < units; ++row_, spent += 1 + static_cast<std::uint64_t>(words) / 64) {
      std::copy_n(grid.row_words(area.y + row_) + first, words, copy_.mutable_row(area.y + row_).begin() + first);
    }
    if (row_ < area.height) break;
  }
  pending_.erase(pending_.begin(), pending_.begin() + static_cast<std::ptrdiff_t>(done));
  return pending_.empty();
}

std::uint64_t MapAbstraction::repair(const Map& map, std::uint64_t units) {
  std::uint64_t spent = 0;
  while (spent < units && epoch() != map.grid().epoch()) {
    if (making_ == nullptr) {
      if (!copy_edits(map.grid(), units, spent)) break;
      making_ = std::make_unique<Making>(
          Making{{GridGround(copy_, map.table()), map.rules().costs.cardinal, options_.levels, seen_}, seen_});
    }
    if (spent < units) spent += making_->builder.step(units - spent);
    if (making_->builder.done()) finish();
  }
  return std::min(spent, units);
}

std::uint64_t MapAbstraction::bytes() const {
  std::uint64_t sum = sizeof(*this) + abstraction_.heap_bytes() + heap_bytes_of(regions_, pending_) +
                      copy_.words_per_row() * static_cast<std::uint64_t>(copy_.height() + 2) * 8;
  if (making_ != nullptr) sum += sizeof(Making) + making_->builder.heap_bytes();
  return sum;
}

}  // namespace waymark
