#include "subgoals/living_paths.hpp"

#include <algorithm>

#include "subgoals/path_row_maker.hpp"
#include "waymark/base/heap_bytes.hpp"
#include "waymark/space/pay_afterwards.hpp"

namespace waymark {

LivingPaths::LivingPaths(const Map& map, const Options& options)
    : Derived(map.grid().epoch()),
      options_(options),
      tiles_(map.grid().width(), map.grid().height()),
      row_epochs_(options.database->rows(), map.grid().epoch()),
      own_(options.database->rows()) {
  roots_.reserve(rows());
  for (Row row = 0; row < rows(); ++row) roots_.push_back(database().centroid(row));
}

LivingPaths::~LivingPaths() = default;

void LivingPaths::want(Row /*row*/) const {}

void LivingPaths::renew(const Map& map, Row row) {
  if (maker_ == nullptr) maker_ = std::make_unique<PathRowMaker>(map);
  const NodeId centroid = database().centroid(row);
  roots_[row] = map.grid().passable(centroid) ? centroid : kNoNode;
  row_epochs_[row] = map.grid().epoch();
  ++version_;
  owed_ += map.grid().passable_cells();
  if (own_[row] == nullptr) own_[row] = std::make_unique<std::vector<Runs>>(tiles_.count());
  maker_->make(centroid, [&](std::uint32_t tile, std::span<const std::uint16_t> runs) {
    (*own_[row])[tile] = {{runs.begin(), runs.end()}, true};
  });
}

std::uint64_t LivingPaths::repair(const Map& map, std::uint64_t units) {
  return pay_afterwards(owed_, units, [&] {
    const auto stale = std::find_if(row_epochs_.begin(), row_epochs_.end(),
                                    [&](std::uint64_t epoch) { return epoch != map.grid().epoch(); });
    if (stale == row_epochs_.end()) {
      set_epoch(map.grid().epoch());
      return false;
    }
    renew(map, static_cast<Row>(stale - row_epochs_.begin()));
    return true;
  });
}

std::uint64_t LivingPaths::bytes() const {
  std::uint64_t sum = sizeof(*this) + heap_bytes_of(roots_, row_epochs_, own_);
  for (const auto& row : own_) {
    if (row == nullptr) continue;
    sum += sizeof(*row) + heap_bytes_of(*row);
    for (const Runs& runs : *row) sum += heap_bytes_of(runs.runs);
  }
  return sum;
}

}  // namespace waymark
