#include "hierarchy/sector_groups.hpp"

#include <algorithm>
#include <utility>

#include "hierarchy/sector_record.hpp"
#include "space/pay_afterwards.hpp"
#include "waymark/base/heap_bytes.hpp"

namespace waymark {
namespace {

constexpr std::uint16_t kNoState = 0xffff;

}  // namespace

SectorGroups::SectorGroups(const Map& map, const Options& options)
    : Derived(map.grid().epoch()),
      sectors_(&map.derived<Sectors>(options)),
      touched_(map.grid(), kSide * options.size, TouchedSectors::Reach::kOwn, options.size),
      unlinked_(touched_),
      labels_(touched_.sectors()),
      records_(touched_.sectors()) {
  if (sectors_->epoch() != map.grid().epoch()) {  // there is nothing to make it from yet
    touched_.take_all(map.grid());
    set_epoch(~std::uint64_t{0});
    return;
  }
  for (std::uint32_t group = 0; group < groups(); ++group) label(map.grid(), group);
  while (!unlinked_.empty()) link(unlinked_.take());
}

SectorGroups::Extent SectorGroups::extent(std::uint32_t group) const {
  const int x = static_cast<int>(group) % touched_.across() * kSide;
  const int y = static_cast<int>(group) / touched_.across() * kSide;
  return {std::min(kSide, sectors_->across() - x), std::min(kSide, sectors_->down() - y),
          static_cast<std::uint32_t>(y * sectors_->across() + x)};
}

SectorGroups::Seat SectorGroups::seat_of(std::uint32_t sector) const {
  const int x = static_cast<int>(sector) % sectors_->across();
  const int y = static_cast<int>(sector) / sectors_->across();
  const auto group = static_cast<std::uint32_t>(y / kSide * touched_.across() + x / kSide);
  return {group, static_cast<std::uint32_t>(y % kSide * extent(group).across + x % kSide)};
}

NodeId SectorGroups::centre(const Grid& grid, std::uint32_t group, std::uint32_t state) const {
  const std::uint32_t word = record(group).centre(state);
  return sectors_->centre(grid, sector_at(extent(group), word >> kRegionBits), word & ((1u << kRegionBits) - 1));
}

std::uint64_t SectorGroups::label(const Grid& grid, std::uint32_t group) {
  Labels labels;
  std::uint64_t work = 1;
  const Extent all = extent(group);
  const auto count = static_cast<std::uint32_t>(all.across * all.down);
  labels.first.assign(1, 0);
  for (std::uint32_t place = 0; place < count; ++place) {
    const std::uint32_t regions = sectors_->record(sector_at(all, place)).regions();
    labels.first.push_back(static_cast<std::uint16_t>(labels.first.back() + regions));
  }
  labels.state.assign(labels.first.back(), kNoState);
  labels.centres.clear();
  const auto place_of = [&](std::uint32_t member) {
    const auto next = std::upper_bound(labels.first.begin(), labels.first.end(), member);
    return static_cast<std::uint32_t>(next - labels.first.begin()) - 1;
  };
  for (std::uint32_t seed = 0; seed < labels.state.size(); ++seed) {
    if (labels.state[seed] != kNoState) continue;
    const auto state = static_cast<std::uint16_t>(labels.centres.size());
    labels.state[seed] = state;
    queue_.assign(1, static_cast<std::uint16_t>(seed));
    std::int64_t sum_x = 0;
    std::int64_t sum_y = 0;
    for (std::size_t i = 0; i < queue_.size(); ++i) {
      const std::uint32_t place = place_of(queue_[i]);
      const std::uint32_t sector = sector_at(all, place);
      const std::uint32_t region = queue_[i] - labels.first[place];
      const Cell at = grid.cell(sectors_->centre(grid, sector, region));
      sum_x += at.x;
      sum_y += at.y;
      ++work;
      for (const std::uint16_t word : sectors_->record(sector).edges(region)) {
        ++work;
        const Sectors::Edge edge = Sectors::edge_of(word);
        const Seat seat = seat_of(sectors_->beside(sector, edge.direction));
        if (seat.group != group) continue;
        const auto member = static_cast<std::uint16_t>(labels.first[seat.place] + edge.to);
        if (labels.state[member] != kNoState) continue;
        labels.state[member] = state;
        queue_.push_back(member);
      }
    }
    // The region whose centre is nearest to the mean of all, the first of several.
    std::sort(queue_.begin(), queue_.end());
    const auto members = static_cast<std::int64_t>(queue_.size());
    std::int64_t nearest = -1;
    std::uint32_t best = 0;
    for (const std::uint16_t member : queue_) {
      const std::uint32_t place = place_of(member);
      const std::uint32_t region = member - labels.first[place];
      const Cell at = grid.cell(sectors_->centre(grid, sector_at(all, place), region));
      const std::int64_t dx = at.x * members - sum_x;
      const std::int64_t dy = at.y * members - sum_y;
      if (nearest >= 0 && dx * dx + dy * dy >= nearest) continue;
      nearest = dx * dx + dy * dy;
      best = (place << kRegionBits) | region;
    }
    labels.centres.push_back(static_cast<std::uint16_t>(best));
  }
  unlinked_.touch(group);
  if (labels == labels_[group]) return work;
  labels_[group] = std::move(labels);
  const Cell at{static_cast<int>(group) % touched_.across(), static_cast<int>(group) / touched_.across()};
  for (int y = std::max(at.y - 1, 0); y <= std::min(at.y + 1, touched_.down() - 1); ++y) {
    for (int x = std::max(at.x - 1, 0); x <= std::min(at.x + 1, touched_.across() - 1); ++x) {
      unlinked_.touch(static_cast<std::uint32_t>(y * touched_.across() + x));
    }
  }
  return work;
}

std::uint32_t SectorGroups::state_of(const Grid& grid, NodeId region) const {
  const std::uint32_t sector = sectors_->sector_of(grid.cell(region));
  const Seat seat = seat_of(sector);
  std::uint32_t number = 0;
  while (sectors_->centre(grid, sector, number) != region) ++number;
  return labels_[seat.group].state[labels_[seat.group].first[seat.place] + number];
}

// The direction of a group beside another.
std::uint8_t SectorGroups::way_to(std::uint32_t group, std::uint32_t other) const {
  const int across = touched_.across();
  const int dx = static_cast<int>(other) % across - static_cast<int>(group) % across;
  const int dy = static_cast<int>(other) / across - static_cast<int>(group) / across;
  std::uint8_t way = 0;
  while (kDx[way] != dx || kDy[way] != dy) ++way;
  return way;
}

std::uint64_t SectorGroups::link(std::uint32_t group) {
  std::uint64_t work = 1;
  const Labels& own = labels_[group];
  std::vector<SectorKey> edges;
  const Extent all = extent(group);
  for (std::uint32_t place = 0; place + 1 < own.first.size(); ++place) {
    const int x = static_cast<int>(place) % all.across;
    const int y = static_cast<int>(place) / all.across;
    if (x > 0 && x + 1 < all.across && y > 0 && y + 1 < all.down) continue;  // no edge leads out
    const std::uint32_t sector = sector_at(all, place);
    const Sectors::Record record = sectors_->record(sector);
    for (std::uint32_t region = 0; region < record.regions(); ++region) {
      for (const std::uint16_t word : record.edges(region)) {
        ++work;
        const Sectors::Edge edge = Sectors::edge_of(word);
        const Seat seat = seat_of(sectors_->beside(sector, edge.direction));
        if (seat.group == group) continue;
        const Labels& other = labels_[seat.group];
        edges.push_back(sector_key(own.state[own.first[place] + region],
                                   {way_to(group, seat.group), other.state[other.first[seat.place] + edge.to]}));
      }
    }
  }
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  write_record(own.centres, edges, records_[group]);
  return work;
}

std::uint64_t SectorGroups::repair(const Map& map, std::uint64_t units) {
  touched_.take_in(map.grid());
  return pay_afterwards(owed_, units, [&] {
    if (!touched_.empty()) {
      owed_ = label(map.grid(), touched_.take());
    } else if (!unlinked_.empty()) {
      owed_ = link(unlinked_.take());
    } else {
      set_epoch(touched_.seen());
      return false;
    }
    return true;
  });
}

std::uint64_t SectorGroups::bytes() const {
  std::uint64_t sum = sizeof(*this) + heap_bytes_of(touched_, unlinked_, labels_, queue_, records_);
  for (const Labels& labels : labels_) sum += heap_bytes_of(labels.first, labels.state, labels.centres);
  for (const auto& record : records_) sum += heap_bytes_of(record);
  return sum;
}

}  // namespace waymark
