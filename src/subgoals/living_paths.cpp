#include "subgoals/living_paths.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "subgoals/path_concern.hpp"
#include "subgoals/path_repair.hpp"
#include "waymark/base/assert.hpp"
#include "waymark/base/heap_bytes.hpp"
#include "waymark/space/pay_afterwards.hpp"

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
      wanted_(options.database->rows()),
      waits_(options.database->rows()),
      next_to_ask_(options.database->rows()) {
  WAYMARK_ASSERT(database().check(map).ok());
  roots_.reserve(rows());
  for (Row row = 0; row < rows(); ++row) roots_.push_back(database().centroid(row));
  if (database().container().map_fingerprint() == map.grid().fingerprint()) return;
  const std::uint64_t never = map.grid().epoch() - 1;
  set_epoch(never);
  std::fill(row_epochs_.begin(), row_epochs_.end(), never);
  std::fill(waits_.begin(), waits_.end(), std::uint8_t{1});
  for (Row row = 0; row < rows(); ++row) waiting_.push_back({row, changes_.end(), true});
}

LivingPaths::~LivingPaths() = default;

std::uint64_t LivingPaths::repair(const Map& map, std::uint64_t units) {
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
  } else if (next_to_ask_ < rows()) {
    ask();
  } else if (changes_.seen() != map.grid().epoch()) {
    take_in(map);
  } else if (!waiting_.empty()) {
    begin_repair(map);
  } else {
    changes_.forget();
    set_epoch(map.grid().epoch());
    return false;
  }
  return true;
}

void LivingPaths::take_in(const Map& map) {
  const std::uint64_t most = std::max<std::uint64_t>(4096, map.grid().id_bound() / 8);
  if (changes_.size() > most) {
    for (Waiting& waiting : waiting_) waiting = {waiting.row, changes_.end(), true};
    changes_.forget();
  }
  asked_position_ = changes_.end();
  owed_ += changes_.take_in(map.grid());
  owed_ += changes_.look_back(asked_position_, map.table());
  next_to_ask_ = 0;
}

void LivingPaths::ask() {
  const Row row = next_to_ask_++;
  std::uint64_t work = 1;
  if (waits_[row] == 0) {
    ++healed_.asked;
    if (root_after(row) != roots_[row] || concern_->is_concerned(row, roots_[row], work)) {
      waits_[row] = 1;
      waiting_.push_back({row, asked_position_, false});
    } else {
      row_epochs_[row] = changes_.seen();
    }
  }
  healed_.asking_units += work;
  owed_ += work;
}

// Those that are wanted, then those that are behind for longest, then by number.
std::size_t LivingPaths::most_needed() const {
  const auto rank = [this](const Waiting& waiting) {
    const bool wanted = wanted_[waiting.row].load(std::memory_order_relaxed) != 0;
    return std::tuple(!wanted, waiting.position, waiting.row);
  };
  const auto best = std::min_element(waiting_.begin(), waiting_.end(),
                                     [&](const Waiting& a, const Waiting& b) { return rank(a) < rank(b); });
  return static_cast<std::size_t>(best - waiting_.begin());
}

void LivingPaths::begin_repair(const Map& map) {
  owed_ += (waiting_.size() + database().tiles()) / 16 + 1;
  const std::size_t at = most_needed();
  const Waiting next = waiting_[at];
  waiting_[at] = waiting_.back();
  waiting_.pop_back();
  owed_ += changes_.look_back(next.position, map.table());
  const NodeId root = root_after(next.row);
  repair_->begin({next.row, root, next.anew || root != roots_[next.row]});
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
  waits_[job.row] = 0;
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
         heap_bytes_of(roots_, row_epochs_, waits_, waiting_) + wanted_.capacity() +
         (repair_ == nullptr ? 0 : sizeof(*concern_) + sizeof(*repair_) + repair_->heap_bytes());
}

}  // namespace waymark
