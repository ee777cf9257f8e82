// Makes the records of sectors: their regions from the grid's bits, their edges from those of the sectors beside.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "hierarchy/centre_choice.hpp"
#include "hierarchy/sector_bits.hpp"
#include "hierarchy/sector_record.hpp"
#include "waymark/hierarchy/sectors.hpp"
#include "waymark/space/map.hpp"

namespace waymark {

// The regions of a sector: their centres, and to which of them the cells of its border belong.
struct SectorLabels {
  using Side = std::array<std::uint16_t, Sectors::kLargest>;

  std::vector<std::uint16_t> centres;  // empty where only the border is known
  Side top;
  Side bottom;
  Side left;
  Side right;
  Rect area;

  // Of a free cell of the border.
  [[nodiscard]] std::uint16_t at(Cell cell) const {
    const auto x = static_cast<std::size_t>(cell.x - area.x);
    const auto y = static_cast<std::size_t>(cell.y - area.y);
    if (y == 0) return top[x];
    if (x == 0) return left[y];
    return cell.y + 1 == area.y + area.height ? bottom[x] : right[y];
  }
};

class Sectors::Maker {
 public:
  Maker(Sectors& sectors, const Map& map) : sectors_(&sectors), map_(&map) {
    if (sectors.options_.centres == Centres::kOptimised) choice_.emplace(map);
  }

  [[nodiscard]] std::uint64_t work() const { return work_; }

  // All of a sector's regions.
  void label(std::uint32_t sector, SectorLabels& labels) {
    labels.area = sectors_->area(sector);
    labels.centres.clear();
    const SectorBits bits(map_->grid(), labels.area);
    SectorBits::Rows left;
    for (int y = 0; y < labels.area.height; ++y, ++work_) left[static_cast<std::size_t>(y)] = bits.free(y);
    for (int y = 0; y < labels.area.height; ++y) {
      while (left[static_cast<std::size_t>(y)] != 0) {
        bits.fill(std::countr_zero(left[static_cast<std::size_t>(y)]), y, sectors_->diagonals_, region_, work_);
        mark(labels);
        for (int at = region_.first; at <= region_.last; ++at) {
          left[static_cast<std::size_t>(at)] &= ~region_.rows[static_cast<std::size_t>(at)];
        }
      }
    }
  }
  // Of a sector whose record is right, without the centres: nothing to find where it has one region.
  void label_border(std::uint32_t sector, SectorLabels& labels) {
    if (sectors_->record(sector).regions() > 1) return label(sector, labels);
    labels.area = sectors_->area(sector);
    labels.top.fill(0);
    labels.bottom.fill(0);
    labels.left.fill(0);
    labels.right.fill(0);
  }

  using Key = SectorKey;

  // The edges of a sector to those sectors beside it that are known; beside[d] is null for others.
  using Beside = std::array<const SectorLabels*, kDirections>;
  void find_edges(const SectorLabels& own, const Beside& beside, std::vector<Key>& edges) {
    edges.clear();
    const Rect& area = own.area;
    const auto look = [&](int x, int y) {
      ++work_;
      const Cell cell{x, y};
      if (!map_->grid().passable(x, y)) return;
      const NodeId node = map_->grid().node(cell);
      for (unsigned moves = map_->table().legal[map_->grid().neighbourhood(node)]; moves != 0; moves &= moves - 1) {
        const auto d = static_cast<std::size_t>(std::countr_zero(moves));
        const Cell to{x + kDx[d], y + kDy[d]};
        const std::uint8_t way = side_of(area, to);
        if (way == kNoDirection || beside[way] == nullptr) continue;
        edges.push_back(sector_key(own.at(cell), {way, beside[way]->at(to)}));
      }
    };
    const int right = area.x + area.width - 1;
    const int bottom = area.y + area.height - 1;
    for (int x = area.x; x <= right; ++x) look(x, area.y);
    for (int y = area.y + 1; y < bottom; ++y) {
      look(area.x, y);
      if (right != area.x) look(right, y);
    }
    for (int x = area.x; bottom != area.y && x <= right; ++x) look(x, bottom);
    std::sort(edges.begin(), edges.end());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  }

  // Those of a sector, as its options want them. With optimised ones the edges over its sides are all there are, and
  // the sectors there are known with their means.
  std::span<const std::uint16_t> choose_centres(const SectorLabels& own, const Beside& beside,
                                                std::span<const Key> edges) {
    if (!choice_) return own.centres;
    centres_ = own.centres;
    const Grid& grid = map_->grid();
    const int size = sectors_->options_.size;
    const auto cell_of = [size](const SectorLabels& labels, std::size_t region) {
      const int place = labels.centres[region];
      return Cell{labels.area.x + place % size, labels.area.y + place / size};
    };
    const SectorBits bits(grid, own.area);
    std::size_t next = 0;
    for (std::size_t region = 0; region < own.centres.size(); ++region) {
      ways_.clear();
      for (; next < edges.size() && region_of_key(edges[next]) == region; ++next) {
        const Edge edge = edge_of_key(edges[next]);
        if (is_diagonal(edge.direction)) continue;  // over a corner
        const SectorLabels& other = *beside[edge.direction];
        ways_.push_back({grid.node(cell_of(other, edge.to)), bounding(own.area, other.area)});
      }
      const Cell mean = cell_of(own, region);
      bits.fill(mean.x - own.area.x, mean.y - own.area.y, sectors_->diagonals_, region_, work_);
      const Cell best = choice_->best(own.area, region_, mean, ways_, work_);
      centres_[region] = static_cast<std::uint16_t>((best.y - own.area.y) * size + best.x - own.area.x);
    }
    return centres_;
  }

  void write(std::uint32_t sector, std::span<const std::uint16_t> centres, std::span<const Key> edges) {
    write_record(centres, edges, words_);
    work_ += words_.size();
    sectors_->put(sector, words_);
  }

  // Puts `edges` in the place of all that lead from `sector` in the directions given, bit d for direction d.
  void replace(std::uint32_t sector, unsigned directions, std::span<const Key> edges) {
    const Record record = sectors_->record(sector);
    const auto n = static_cast<std::uint16_t>(record.regions());
    centres_.clear();
    kept_.assign(edges.begin(), edges.end());
    for (std::uint16_t region = 0; region < n; ++region) {
      centres_.push_back(record.centre(region));
      for (const std::uint16_t word : record.edges(region)) {
        if (((directions >> edge_of(word).direction) & 1u) == 0) kept_.push_back(sector_key(region, edge_of(word)));
      }
    }
    std::sort(kept_.begin(), kept_.end());
    write(sector, centres_, kept_);
  }

 private:
  // The direction in which a cell lies outside of the area, beside it.
  static std::uint8_t side_of(const Rect& area, Cell cell) {
    const int across = cell.x < area.x ? -1 : (cell.x < area.x + area.width ? 0 : 1);
    const int down = cell.y < area.y ? -1 : (cell.y < area.y + area.height ? 0 : 1);
    return direction_at(across, down);
  }

  // Takes in region_ as the next one.
  void mark(SectorLabels& labels) {
    const auto number = static_cast<std::uint16_t>(labels.centres.size());
    labels.centres.push_back(mean_place());
    const auto mark_row = [&](SectorLabels::Side& side, int y) {
      if (y < region_.first || y > region_.last) return;
      for (std::uint32_t row = region_.rows[static_cast<std::size_t>(y)]; row != 0; row &= row - 1) {
        side[static_cast<std::size_t>(std::countr_zero(row))] = number;
      }
    };
    mark_row(labels.top, 0);
    mark_row(labels.bottom, labels.area.height - 1);
    for (int y = region_.first; y <= region_.last; ++y) {
      const std::uint32_t row = region_.rows[static_cast<std::size_t>(y)];
      if ((row & 1u) != 0) labels.left[static_cast<std::size_t>(y)] = number;
      if (((row >> static_cast<unsigned>(labels.area.width - 1)) & 1u) != 0) {
        labels.right[static_cast<std::size_t>(y)] = number;
      }
    }
  }

  // The place of the cell of region_ nearest to the mean of its cells, the first of several.
  [[nodiscard]] std::uint16_t mean_place() const {
    std::int64_t count = 0;
    std::int64_t sum_x = 0;
    std::int64_t sum_y = 0;
    const auto for_each_cell = [&](auto&& visit) {
      for (int y = region_.first; y <= region_.last; ++y) {
        for (std::uint32_t row = region_.rows[static_cast<std::size_t>(y)]; row != 0; row &= row - 1) {
          visit(std::int64_t{std::countr_zero(row)}, std::int64_t{y});
        }
      }
    };
    for_each_cell([&](std::int64_t x, std::int64_t y) {
      ++count;
      sum_x += x;
      sum_y += y;
    });
    std::int64_t nearest = -1;
    std::int64_t place = 0;
    for_each_cell([&](std::int64_t x, std::int64_t y) {
      const std::int64_t dx = x * count - sum_x;
      const std::int64_t dy = y * count - sum_y;
      const std::int64_t distance = dx * dx + dy * dy;
      if (nearest >= 0 && distance >= nearest) return;
      nearest = distance;
      place = y * sectors_->options_.size + x;
    });
    return static_cast<std::uint16_t>(place);
  }

  Sectors* sectors_;
  const Map* map_;
  std::optional<CentreChoice> choice_;  // where they are optimised
  std::vector<CentreChoice::Beside> ways_;
  std::uint64_t work_ = 0;
  SectorBits::Region region_;
  std::vector<std::uint16_t> words_;
  std::vector<std::uint16_t> centres_;
  std::vector<Key> kept_;
};

}  // namespace waymark
