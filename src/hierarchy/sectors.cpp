#include "waymark/hierarchy/sectors.hpp"

#include <algorithm>
#include <utility>

#include "hierarchy/sector_bits.hpp"
#include "hierarchy/sector_maker.hpp"
#include "space/pay_afterwards.hpp"
#include "waymark/base/assert.hpp"
#include "waymark/base/heap_bytes.hpp"

namespace waymark {
Result<Done> Sectors::check(const MoveRules& rules) {
  if (rules.neighbours != Neighbours::kSix) return Done{};
  return Error{ErrorCode::kUnsupported, "sectors are for maps of 4 or 8 neighbours, not for hexagons"};
}

Sectors::Sectors(const Map& map, const Options& options)
    : Derived(map.grid().epoch()),
      options_(options),
      diagonals_(has_free_diagonals(map.rules())),
      width_(map.grid().width()),
      height_(map.grid().height()),
      touched_(map.grid(), options.size,
               options.centres == Centres::kMean ? TouchedSectors::Reach::kOwn : TouchedSectors::Reach::kSides) {
  WAYMARK_ASSERT(check(map.rules()).ok() && options.size >= kSmallest && options.size <= kLargest);
  shelves_.resize((static_cast<std::size_t>(sectors()) + kShelf - 1) / kShelf);
  // Three rows of sectors at a time: the one whose records are written, and those above and below.
  Maker maker(*this, map);
  std::array<std::vector<SectorLabels>, 3> rows;
  for (auto& row : rows) row.resize(static_cast<std::size_t>(across()));
  const auto row_of = [&](int y) -> std::vector<SectorLabels>& { return rows[static_cast<std::size_t>(y % 3)]; };
  const auto label_row = [&](int y) {
    for (int x = 0; x < across(); ++x) {
      maker.label(static_cast<std::uint32_t>(y * across() + x), row_of(y)[static_cast<std::size_t>(x)]);
    }
  };
  label_row(0);
  std::vector<Maker::Key> edges;
  for (int y = 0; y < down(); ++y) {
    if (y + 1 < down()) label_row(y + 1);
    for (int x = 0; x < across(); ++x) {
      Maker::Beside beside{};
      for (std::size_t d = 0; d < kDirections; ++d) {
        const Cell at{x + kDx[d], y + kDy[d]};
        if (at.x < 0 || at.y < 0 || at.x >= across() || at.y >= down()) continue;
        beside[d] = &row_of(at.y)[static_cast<std::size_t>(at.x)];
      }
      const SectorLabels& own = row_of(y)[static_cast<std::size_t>(x)];
      maker.find_edges(own, beside, edges);
      maker.write(static_cast<std::uint32_t>(y * across() + x), maker.choose_centres(own, beside, edges), edges);
    }
  }
  for (Shelf& shelf : shelves_) shelf.words.shrink_to_fit();
  built_ = maker.work();
}

Rect Sectors::area(std::uint32_t sector) const {
  const int x = static_cast<int>(sector) % across() * options_.size;
  const int y = static_cast<int>(sector) / across() * options_.size;
  return {x, y, std::min(options_.size, width_ - x), std::min(options_.size, height_ - y)};
}

void Sectors::put(std::uint32_t sector, std::span<const std::uint16_t> words) {
  Shelf& shelf = shelves_[sector / kShelf];
  const std::size_t place = sector % kShelf;
  const auto begin = shelf.words.begin() + shelf.first[place];
  const std::size_t old = shelf.first[place + 1] - shelf.first[place];
  const std::size_t common = std::min(old, words.size());
  const auto end = std::copy_n(words.begin(), common, begin);
  if (old > common) {
    shelf.words.erase(end, end + static_cast<std::ptrdiff_t>(old - common));
  } else {
    shelf.words.insert(end, words.begin() + static_cast<std::ptrdiff_t>(common), words.end());
  }
  for (std::size_t i = place + 1; i <= kShelf; ++i) {
    shelf.first[i] = static_cast<std::uint16_t>(shelf.first[i] + words.size() - old);
  }
}

std::uint32_t Sectors::region_of(const Grid& grid, NodeId cell) const {
  const Cell at = grid.cell(cell);
  const std::uint32_t sector = sector_of(at);
  const Record own = record(sector);
  if (own.regions() <= 1) return 0;
  const Rect around = area(sector);
  SectorBits::Region region;
  std::uint64_t work = 0;
  SectorBits(grid, around).fill(at.x - around.x, at.y - around.y, diagonals_, region, work);
  std::uint32_t number = 0;
  while (number + 1 < own.regions() &&
         !region.contains(own.centre(number) % options_.size, own.centre(number) / options_.size)) {
    ++number;
  }
  return number;
}

std::uint64_t Sectors::repair(const Map& map, std::uint64_t units) {
  touched_.take_in(map.grid());
  return pay_afterwards(owed_, units, [&] {
    if (touched_.empty()) {
      set_epoch(touched_.seen());
      return false;
    }
    owed_ = renew(map, touched_.take());
    return true;
  });
}

// Sectors that wait for their own turn are left out: each then finds the edges to all beside it that do not wait.
std::uint64_t Sectors::renew(const Map& map, std::uint32_t sector) {
  Maker maker(*this, map);
  std::array<SectorLabels, kDirections + 1> labels;
  SectorLabels& own = labels[kDirections];
  maker.label(sector, own);
  Maker::Beside beside{};  // those that do not wait
  Maker::Beside known{};   // those, and what choosing centres needs
  const bool optimised = options_.centres == Centres::kOptimised;
  const Cell here{static_cast<int>(sector) % across(), static_cast<int>(sector) / across()};
  for (unsigned d = 0; d < kDirections; ++d) {
    const Cell at{here.x + kDx[d], here.y + kDy[d]};
    if (at.x < 0 || at.y < 0 || at.x >= across() || at.y >= down()) continue;
    const bool waits = touched_.waits(this->beside(sector, d));
    if (optimised && !is_diagonal(static_cast<int>(d))) {
      maker.label(this->beside(sector, d), labels[d]);
    } else if (!waits) {
      maker.label_border(this->beside(sector, d), labels[d]);
    } else {
      continue;
    }
    known[d] = &labels[d];
    if (!waits) beside[d] = &labels[d];
  }
  std::vector<Maker::Key> edges;
  std::span<const std::uint16_t> centres = own.centres;
  if (optimised) {
    maker.find_edges(own, known, edges);
    centres = maker.choose_centres(own, known, edges);
    std::erase_if(edges, [&](Maker::Key key) { return beside[edge_of_key(key).direction] == nullptr; });
  } else {
    maker.find_edges(own, beside, edges);
  }
  maker.write(sector, centres, edges);
  struct Back {
    unsigned directions = 0;
    std::vector<Maker::Key> edges;
  };
  std::array<Back, kDirections> back;  // what changes in the sectors beside
  for (unsigned d = 0; d < kDirections; ++d) back[d].directions = 1u << opposite(d);
  for (const Maker::Key key : edges) {
    const Edge edge = edge_of_key(key);
    back[edge.direction].edges.push_back(sector_key(edge.to, {opposite(edge.direction), region_of_key(key)}));
  }
  // Over the sector's corners its neighbours meet each other.
  constexpr std::array<std::array<std::uint8_t, 3>, 4> kMeetings{{{kNorth, kEast, kSouthEast},
                                                                  {kEast, kSouth, kSouthWest},
                                                                  {kSouth, kWest, kNorthWest},
                                                                  {kWest, kNorth, kNorthEast}}};
  for (const auto& [from, to, way] : kMeetings) {
    if (beside[from] == nullptr || beside[to] == nullptr) continue;
    back[from].directions |= 1u << way;
    back[to].directions |= 1u << opposite(way);
    const Rect& area = beside[from]->area;
    const Cell cell{kDx[way] > 0 ? area.x + area.width - 1 : area.x, kDy[way] > 0 ? area.y + area.height - 1 : area.y};
    const Cell next{cell.x + kDx[way], cell.y + kDy[way]};
    if (!map.grid().passable(cell.x, cell.y)) continue;
    if (map.cost(map.grid().node(cell), map.grid().node(next)) == kInfiniteCost) continue;
    const std::uint16_t a = beside[from]->at(cell);
    const std::uint16_t b = beside[to]->at(next);
    back[from].edges.push_back(sector_key(a, {way, b}));
    back[to].edges.push_back(sector_key(b, {opposite(way), a}));
  }
  for (unsigned d = 0; d < kDirections; ++d) {
    if (beside[d] != nullptr) maker.replace(this->beside(sector, d), back[d].directions, back[d].edges);
  }
  return maker.work();
}

bool Sectors::same_as(const Sectors& other) const {
  return options_ == other.options_ && across() == other.across() && down() == other.down() &&
         shelves_ == other.shelves_;
}

std::uint64_t Sectors::bytes() const {
  std::uint64_t sum = sizeof(*this) + heap_bytes_of(shelves_, touched_);
  for (const Shelf& shelf : shelves_) sum += heap_bytes_of(shelf.words);
  return sum;
}

}  // namespace waymark
