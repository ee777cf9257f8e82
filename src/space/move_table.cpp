#include "waymark/space/move_table.hpp"

#include <algorithm>
#include <memory>

#include "waymark/base/assert.hpp"

namespace waymark {
namespace {

// The nine cells around and including the middle one, as far as a 256-bit neighbourhood tells. The middle is free.
class Patch {
 public:
  Patch(unsigned neighbourhood, const MoveRules& rules) : rules_(rules) {
    unsigned bit = 0;
    for (int y = -1; y <= 1; ++y) {
      for (int x = -1; x <= 1; ++x) {
        const bool middle = x == 0 && y == 0;
        free_[index(x, y)] = middle || ((neighbourhood >> bit) & 1u) != 0;
        if (!middle) ++bit;
      }
    }
  }

  static bool inside(int x, int y) { return x >= -1 && x <= 1 && y >= -1 && y <= 1; }
  static std::size_t index(int x, int y) {
    return static_cast<std::size_t>(y + 1) * 3 + static_cast<std::size_t>(x + 1);
  }

  [[nodiscard]] bool free(int x, int y) const { return inside(x, y) && free_[index(x, y)]; }

  // From a free cell of the patch to a cell of the patch.
  [[nodiscard]] bool legal(int x, int y, int direction) const {
    const auto d = static_cast<std::size_t>(direction);
    if (!free(x + kDx[d], y + kDy[d])) return false;
    if (!is_diagonal(direction)) return true;
    if (rules_.neighbours == Neighbours::kSix) return direction == kNorthEast || direction == kSouthWest;
    if (rules_.neighbours == Neighbours::kFour) return false;
    const int beside = (free(x + kDx[d], y) ? 1 : 0) + (free(x, y + kDy[d]) ? 1 : 0);
    switch (rules_.diagonal) {
      case DiagonalRule::kBothFree: return beside == 2;
      case DiagonalRule::kOneFree: return beside >= 1;
      case DiagonalRule::kAlways: return true;
      case DiagonalRule::kNever: return false;
    }
    return false;
  }

  // Cheapest ways from (x, y) within the patch that avoid the middle cell.
  [[nodiscard]] std::array<Cost, 9> distances_around_the_middle(int from_x, int from_y,
                                                                const std::array<Cost, kDirections>& cost) const {
    std::array<Cost, 9> distance;
    distance.fill(kInfiniteCost);
    distance[index(from_x, from_y)] = 0;
    for (bool changed = true; changed;) {
      changed = false;
      for (int y = -1; y <= 1; ++y) {
        for (int x = -1; x <= 1; ++x) {
          if ((x == 0 && y == 0) || distance[index(x, y)] == kInfiniteCost) continue;
          for (int d = 0; d < kDirections; ++d) {
            const int to_x = x + kDx[static_cast<std::size_t>(d)];
            const int to_y = y + kDy[static_cast<std::size_t>(d)];
            if ((to_x == 0 && to_y == 0) || !legal(x, y, d)) continue;
            const Cost way = saturating_add(distance[index(x, y)], cost[static_cast<std::size_t>(d)]);
            if (way < distance[index(to_x, to_y)]) {
              distance[index(to_x, to_y)] = way;
              changed = true;
            }
          }
        }
      }
    }
    return distance;
  }

 private:
  std::array<bool, 9> free_{};
  MoveRules rules_;
};

// Place of each direction in the canonical order: diagonals, then N, S, then E, W (rows are what the grid scans
// fastest, so they come last, as the longest legs).
constexpr std::array<int, kDirections> kCanonicalRank{4, 6, 5, 7, 0, 1, 2, 3};

}  // namespace

MoveTable::MoveTable(const MoveRules& given) : rules(given) {
  WAYMARK_ASSERT(check_costs(rules.costs).ok());
  const bool hexagons = rules.neighbours == Neighbours::kSix;
  const bool diagonals = rules.neighbours == Neighbours::kEight && rules.diagonal != DiagonalRule::kNever;
  for (int d = 0; d < kDirections; ++d) {
    Cost step = rules.costs.cardinal;
    if (is_diagonal(d)) {
      step = diagonals ? rules.costs.diagonal : 0;
      if (hexagons && (d == kNorthEast || d == kSouthWest)) step = rules.costs.cardinal;
    }
    cost[static_cast<std::size_t>(d)] = step;
  }

  for (unsigned neighbourhood = 0; neighbourhood < 256; ++neighbourhood) {
    const Patch patch(neighbourhood, rules);
    unsigned moves = 0;
    for (int d = 0; d < kDirections; ++d) {
      if (patch.legal(0, 0, d)) moves |= 1u << static_cast<unsigned>(d);
    }
    legal[neighbourhood] = static_cast<std::uint8_t>(moves);
    for (auto& by_arrival : canonical) by_arrival[neighbourhood] = static_cast<std::uint8_t>(moves);

    for (std::size_t in = 0; in < kDirections; ++in) {
      const int from_x = -kDx[in];
      const int from_y = -kDy[in];
      if (cost[in] == 0 || !patch.free(from_x, from_y)) continue;  // nobody arrives this way
      const std::array<Cost, 9> around = patch.distances_around_the_middle(from_x, from_y, cost);
      unsigned kept = 0;
      for (std::size_t out = 0; out < kDirections; ++out) {
        if (((moves >> out) & 1u) == 0) continue;
        const int via_x = from_x + kDx[out];
        const int via_y = from_y + kDy[out];
        const bool swap_comes_first = kCanonicalRank[out] < kCanonicalRank[in] && Patch::inside(via_x, via_y) &&
                                      patch.legal(from_x, from_y, static_cast<int>(out)) &&
                                      patch.legal(via_x, via_y, static_cast<int>(in));
        const bool cheaper_around = around[Patch::index(kDx[out], kDy[out])] < cost[in] + cost[out];
        if (!swap_comes_first && !cheaper_around) kept |= 1u << static_cast<unsigned>(out);
      }
      canonical[in][neighbourhood] = static_cast<std::uint8_t>(kept);
    }
  }
  fresh = fresh_moves(legal, cost, cost);
}

namespace {

constexpr std::size_t kKinds = 5;
// Rules that differ in what they do not use are of one kind.
std::size_t kind_of(const MoveRules& rules) {
  if (rules.neighbours == Neighbours::kSix) return 4;
  if (rules.neighbours == Neighbours::kFour || rules.diagonal == DiagonalRule::kNever) return 3;
  return static_cast<std::size_t>(rules.diagonal);
}
MoveRules rules_of_kind(std::size_t kind, const CostModel& costs) {
  if (kind == 4) return {Neighbours::kSix, DiagonalRule::kNever, costs};
  if (kind == 3) return {Neighbours::kFour, DiagonalRule::kNever, costs};
  return {Neighbours::kEight, static_cast<DiagonalRule>(kind), costs};
}

// Null if the costs are not of a named model.
const MoveTable* named_table(const MoveRules& rules) {
  static constexpr std::array<CostModel, 3> kModels{kSqrt2Costs, kPaper14Costs, kUnitCosts};
  static const auto kTables = [] {
    std::array<std::unique_ptr<const MoveTable>, kKinds * 3> tables;
    for (std::size_t i = 0; i < tables.size(); ++i) {
      tables[i] = std::make_unique<const MoveTable>(rules_of_kind(i % kKinds, kModels[i / kKinds]));
    }
    return tables;
  }();
  const auto* model = std::find(kModels.begin(), kModels.end(), rules.costs);
  if (model == kModels.end()) return nullptr;
  return kTables[static_cast<std::size_t>(model - kModels.begin()) * kKinds + kind_of(rules)].get();
}

}  // namespace

const MoveTable& move_table(const MoveRules& rules) {
  const MoveTable* table = named_table(rules);
  WAYMARK_ASSERT(table != nullptr);
  return *table;
}

std::shared_ptr<const MoveTable> shared_move_table(const MoveRules& rules) {
  // Without an owner: it lives as long as the program.
  if (const MoveTable* table = named_table(rules)) return {std::shared_ptr<const MoveTable>(), table};
  return std::make_shared<const MoveTable>(rules_of_kind(kind_of(rules), rules.costs));
}

}  // namespace waymark
