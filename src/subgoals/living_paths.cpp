#include "subgoals/living_paths.hpp"

#include <algorithm>
#include <utility>

#include "space/pay_afterwards.hpp"
#include "subgoals/path_concern.hpp"
#include "subgoals/path_repair.hpp"
#include "waymark/base/assert.hpp"
#include "waymark/base/heap_bytes.hpp"

namespace waymark {
namespace {

// The passable cell nearest to one, in moves of a king through everything; kNoNode if there is none.
NodeId nearest_passable(const Grid& grid, NodeId node, std::uint64_t& work) {
  const Cell centre = grid.cell(node);
  const int farthest = std::max({centre.x, centre.y, grid.width() - 1 - centre.x, grid.height() - 1 - centre.y});
  for (int ring = 0; ring <= farthest; ++ring) {
    for (int y = centre.y - ring; y <= centre.y + ring; ++y) {
      const bool is_whole = y == centre.y - ring || y == centre.y + ring;
      const int step = is_whole || ring == 0 ? 1 : 2 * ring;
      for (int x = centre.x - ring; x <= centre.x + ring; x += step, ++work) {
        if (grid.passable(x, y)) return grid.node(x, y);
      }
    }
  }
  return kNoNode;
}

}  // namespace

LivingPaths::LivingPaths(const Map& map, const Options& options)
    : Derived(map.grid().epoch()),
      options_(options),
      rows_(*options.database),
      changes_(map.grid()),
      row_epochs_(options.database->rows(), map.grid().epoch()),
      positions_(options.database->rows(), changes_.end()),
      needs_(options.database->rows(), Need::kNone),
      wanted_(options.database->rows()) {
  WAYMARK_ASSERT(database().check(map).ok());
  roots_.reserve(rows());
  for (Row row = 0; row < rows(); ++row) roots_.push_back(database().centroid(row));
  if (database().container().map_fingerprint() == map.grid().fingerprint()) {
    built_epoch_ = map.grid().epoch();
    return;
  }
  const std::uint64_t never = map.grid().epoch() - 1;
  set_epoch(never);
  std::fill(row_epochs_.begin(), row_epochs_.end(), never);
  for (Row row = 0; row < rows(); ++row) wait(row, Need::kAnew);
}

LivingPaths::~LivingPaths() = default;

LivingPaths::Row LivingPaths::row_for(const Map& map, NodeId node) const {
  const Cell cell = map.grid().cell(node);
  const auto leads_to_it = [&](Row row) { return row < rows() && map.connected(roots_[row], node); };
  const Row nearest = database().row_for(cell);
  if (leads_to_it(nearest)) return nearest;
  if (nearest < rows()) want(nearest);  // perhaps its root is what is blocked
  for (const int tiles : {1, 2, 4}) {
    const int away = tiles * PathTiles::kSide;
    for (std::size_t d = 0; d < kDirections; ++d) {
      const Row row = database().row_for({cell.x + kDx[d] * away, cell.y + kDy[d] * away});
      if (leads_to_it(row)) return row;
    }
  }
  return rows();
}

std::uint64_t LivingPaths::repair(const Map& map, std::uint64_t units) {
  if (more_wanted_.load(std::memory_order_relaxed)) list_wanted();
  return pay_afterwards(owed_, units, [&] { return heal_a_piece(map); });
}

bool LivingPaths::heal_a_piece(const Map& map) {
  if (repair_ == nullptr) {
    repair_ = std::make_unique<PathRepair>(map.grid(), map.table(), rows_, changes_);
    concern_ = std::make_unique<PathConcern>(map.grid(), map.table(), rows_, changes_);
  }
  if (!repair_->is_done()) {
    const std::uint64_t work = repair_->go_on();
    healed_.repair_units += work;
    owed_ += work;
    if (repair_->is_done()) swap_in();
  } else if (const Row wanted = next_wanted(); wanted != kNoRow) {
    owed_ += wanted_rows_.size() / 16;
    heal(map, wanted);
  } else if (changes_.seen() != map.grid().epoch()) {
    take_in(map);
  } else if (const Row other = next_of_others(); other != kNoRow) {
    heal(map, other);
  } else {
    changes_.forget();
    set_epoch(map.grid().epoch());
    return false;
  }
  return true;
}

void LivingPaths::list_wanted() {
  more_wanted_.store(false, std::memory_order_relaxed);
  wanted_rows_.clear();
  for (Row row = 0; row < rows(); ++row) {
    if (is_wanted(row)) wanted_rows_.push_back(row);
  }
  owed_ += rows() / 16 + 1;
}

// What is behind for longest, the first of several.
LivingPaths::Row LivingPaths::next_wanted() const {
  Row best = kNoRow;
  for (const Row row : wanted_rows_) {
    if (is_wanted(row) && is_behind(row) && (best == kNoRow || positions_[row] < positions_[best])) best = row;
  }
  return best;
}

// Who is asked is behind no longer, or waits; so those that wait come to their turn, whatever is edited meanwhile.
LivingPaths::Row LivingPaths::next_of_others() {
  if (to_ask_ > 0) {
    Row looked_at = 0;
    while (!is_behind(next_to_ask_) || needs_[next_to_ask_] != Need::kNone) {
      next_to_ask_ = next_to_ask_ + 1 == rows() ? 0 : next_to_ask_ + 1;
      ++looked_at;
    }
    owed_ += looked_at / 16;
    if (waiting_.empty() || positions_[next_to_ask_] <= positions_[waiting_.front()]) return next_to_ask_;
  }
  return waiting_.empty() ? kNoRow : waiting_.front();
}

void LivingPaths::take_in(const Map& map) {
  const std::uint64_t most = std::max<std::uint64_t>(4096, map.grid().id_bound() / 8);
  if (changes_.size() > most) {
    for (Row row = 0; row < rows(); ++row) {
      if (positions_[row] == changes_.end() && needs_[row] == Need::kNone) continue;
      wait(row, Need::kAnew);
      positions_[row] = changes_.end();
    }
    changes_.forget();
  }
  owed_ += changes_.take_in(map.grid());
  to_ask_ = rows() - static_cast<Row>(waiting_.size());
}

void LivingPaths::heal(const Map& map, Row row) {
  if (needs_[row] == Need::kNone) {
    ask(map, row);
  } else {
    begin_repair(map, row);
  }
}

void LivingPaths::wait(Row row, Need need) {
  if (needs_[row] == Need::kNone) waiting_.push_back(row);
  needs_[row] = need;
}

void LivingPaths::ask(const Map& map, Row row) {
  owed_ += changes_.look_back(positions_[row], map.table());
  std::uint64_t work = 1;
  ++healed_.asked;
  --to_ask_;
  if (root_after(row) != roots_[row] || concern_->is_concerned(row, roots_[row], work)) {
    wait(row, Need::kRepair);
  } else {
    row_epochs_[row] = changes_.seen();
    positions_[row] = changes_.end();
  }
  healed_.asking_units += work;
  owed_ += work;
}

void LivingPaths::begin_repair(const Map& map, Row row) {
  owed_ += (waiting_.size() + database().tiles()) / 16 + 1;
  waiting_.erase(std::find(waiting_.begin(), waiting_.end(), row));
  owed_ += changes_.look_back(positions_[row], map.table());
  const NodeId root = root_after(row);
  repair_->begin({row, root, needs_[row] == Need::kAnew || root != roots_[row]});
  if (repair_->is_done()) swap_in();
}

void LivingPaths::swap_in() {
  const PathRepair::Job& job = repair_->job();
  std::vector<PathRows::Tile> tiles = repair_->take_tiles();
  if (!tiles.empty() || roots_[job.row] != job.root) ++version_;
  owed_ += tiles.size();
  rows_.replace(job.row, std::move(tiles));
  roots_[job.row] = job.root;
  row_epochs_[job.row] = changes_.seen();
  positions_[job.row] = changes_.end();
  needs_[job.row] = Need::kNone;
  wanted_[job.row].store(0, std::memory_order_relaxed);
  ++healed_.repaired;
}

NodeId LivingPaths::root_after(Row row) {
  const NodeId centroid = database().centroid(row);
  if (changes_.after().passable(centroid)) return centroid;
  return nearest_passable(changes_.after(), centroid, owed_);
}

std::uint64_t LivingPaths::bytes() const {
  return sizeof(*this) + rows_.heap_bytes() + changes_.heap_bytes() +
         heap_bytes_of(roots_, row_epochs_, positions_, needs_, waiting_, wanted_rows_) + wanted_.capacity() +
         (repair_ == nullptr ? 0 : sizeof(*concern_) + sizeof(*repair_) + repair_->heap_bytes());
}

}  // namespace waymark
