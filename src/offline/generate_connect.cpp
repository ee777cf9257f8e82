// One component of many: passable cells as horizontal runs (8 bytes a run with its parent), joined by union-find.
#include <algorithm>
#include <bit>
#include <cstdlib>
#include <limits>
#include <utility>

#include "generate_common.hpp"

namespace waymark::generate {
namespace {

struct Run {
  std::uint16_t begin;
  std::uint16_t end;  // one past the last cell
};

class Runs {
 public:
  explicit Runs(const Grid& grid);

  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(runs_.size()); }
  [[nodiscard]] Run run(std::uint32_t i) const { return runs_[i]; }
  [[nodiscard]] std::uint32_t first_of_row(int y) const { return row_first_[static_cast<std::size_t>(y)]; }

  // The smallest run of the component.
  [[nodiscard]] std::uint32_t root(std::uint32_t i) {
    while (parent_[i] != i) {
      parent_[i] = parent_[parent_[i]];
      i = parent_[i];
    }
    return i;
  }
  // The run that holds the passable cell (x, y).
  [[nodiscard]] std::uint32_t run_at(int x, int y) const {
    const auto after = std::upper_bound(runs_.begin() + first_of_row(y), runs_.begin() + first_of_row(y + 1), x,
                                        [](int value, const Run& run) { return value < run.begin; });
    return static_cast<std::uint32_t>(after - runs_.begin()) - 1;
  }

 private:
  void join(std::uint32_t a, std::uint32_t b) {
    a = root(a);
    b = root(b);
    parent_[std::max(a, b)] = std::min(a, b);
  }
  void add_row(const Grid& grid, int y);
  void join_rows(int y);

  std::vector<Run> runs_;
  std::vector<std::uint32_t> parent_;
  std::vector<std::uint32_t> row_first_;
};

Runs::Runs(const Grid& grid) {
  std::size_t count = 0;
  for (int y = 0; y < grid.height(); ++y) {
    const std::uint64_t* words = grid.row_words(y);
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < grid.words_per_row(); ++i) {
      count += static_cast<std::size_t>(std::popcount(words[i] & ~(words[i] << 1u | carry)));
      carry = words[i] >> 63u;
    }
  }
  runs_.reserve(count);
  parent_.resize(count);
  row_first_.reserve(static_cast<std::size_t>(grid.height()) + 1);
  for (std::uint32_t i = 0; i < count; ++i) parent_[i] = i;
  for (int y = 0; y < grid.height(); ++y) {
    row_first_.push_back(size());
    add_row(grid, y);
  }
  row_first_.push_back(size());
  for (int y = 1; y < grid.height(); ++y) join_rows(y);
}

void Runs::add_row(const Grid& grid, int y) {
  const std::uint64_t* words = grid.row_words(y);
  std::uint64_t carry = 0;
  int begin = 0;
  for (std::size_t i = 0; i < grid.words_per_row(); ++i) {
    // Bits where a cell differs from the one before it: begins and ends in turn. The blocked tail ends the last run.
    std::uint64_t edges = words[i] ^ (words[i] << 1u | carry);
    carry = words[i] >> 63u;
    for (; edges != 0; edges &= edges - 1) {
      const int bit = std::countr_zero(edges);
      const int x = static_cast<int>(i) * 64 + bit;
      if (((words[i] >> bit) & 1u) != 0) {
        begin = x;
      } else {
        runs_.push_back({static_cast<std::uint16_t>(begin), static_cast<std::uint16_t>(x)});
      }
    }
  }
}

void Runs::join_rows(int y) {
  std::uint32_t above = first_of_row(y - 1);
  std::uint32_t here = first_of_row(y);
  const std::uint32_t above_end = here;
  const std::uint32_t here_end = first_of_row(y + 1);
  while (above < above_end && here < here_end) {
    const Run a = run(above);
    const Run b = run(here);
    if (a.begin < b.end && b.begin < a.end) join(above, here);
    a.end < b.end ? ++above : ++here;
  }
}

// The best way found out of a component: a straight stretch of blocked cells.
struct Way {
  int length = std::numeric_limits<int>::max();
  Cell from{0, 0};
  Cell to{0, 0};

  void offer(Cell a, Cell b) {
    const int distance = std::abs(a.x - b.x) + std::abs(a.y - b.y);
    if (distance < length) *this = {distance, a, b};
  }
};

// The next passable cell of another component above or below (x, y), if nearer than the way known.
void offer_vertical(const Grid& grid, Runs& runs, Cell from, std::uint32_t root, Way& way) {
  for (const int step : {-1, 1}) {
    int y = from.y + step;
    while (grid.contains(from.x, y) && std::abs(y - from.y) < way.length && !grid.passable(from.x, y)) y += step;
    if (grid.passable(from.x, y) && runs.root(runs.run_at(from.x, y)) != root) way.offer(from, {from.x, y});
  }
}

void dig(Canvas& canvas, const Way& way, int width, Tunnel tunnel, Random& random) {
  if (tunnel == Tunnel::kStraight) {
    canvas.line(way.from, way.to, width, true);
    return;
  }
  const int bends = std::max(1, way.length / 6);
  Cell at = way.from;
  for (int i = 1; i <= bends; ++i) {
    Cell next{way.from.x + (way.to.x - way.from.x) * i / bends, way.from.y + (way.to.y - way.from.y) * i / bends};
    if (i < bends) next = {next.x + random.between(-2, 2), next.y + random.between(-2, 2)};
    canvas.line(at, next, width, true);
    canvas.disc(next, random.between(1, 2), true);
    at = next;
  }
}

// Fills small components (all but the largest if `pocket` is beyond every size) and joins each other one to a
// neighbour. True if there is nothing left to join.
bool connect_once(Canvas& canvas, std::int64_t pocket, int tunnel_width, Tunnel tunnel, Random& random) {
  const Grid& grid = canvas.grid();
  Runs runs(grid);
  std::vector<std::uint32_t> cells(runs.size(), 0);
  for (std::uint32_t i = 0; i < runs.size(); ++i) {
    cells[runs.root(i)] += static_cast<std::uint32_t>(runs.run(i).end - runs.run(i).begin);
  }
  const auto largest = static_cast<std::uint32_t>(std::max_element(cells.begin(), cells.end()) - cells.begin());

  std::vector<std::uint32_t> others;  // roots of the components to be joined, rising
  for (std::uint32_t i = 0; i < runs.size(); ++i) {
    if (cells[i] != 0 && cells[i] >= pocket && i != largest) others.push_back(i);
  }
  std::vector<Way> ways(others.size());
  for (int y = 0; y < grid.height(); ++y) {
    for (std::uint32_t i = runs.first_of_row(y); i < runs.first_of_row(y + 1); ++i) {
      const std::uint32_t root = runs.root(i);
      if (root == largest) continue;
      const Run run = runs.run(i);
      const auto other = std::lower_bound(others.begin(), others.end(), root);
      if (other == others.end() || *other != root) {
        canvas.fill({run.begin, y, run.end - run.begin, 1}, false);
        continue;
      }
      Way& way = ways[static_cast<std::size_t>(other - others.begin())];
      for (const std::uint32_t beside : {i - 1, i + 1}) {
        if (beside + 1 <= runs.first_of_row(y) || beside >= runs.first_of_row(y + 1)) continue;
        const std::uint32_t beside_root = runs.root(beside);
        if (beside_root == root || cells[beside_root] < pocket) continue;
        if (beside < i) {
          way.offer({run.begin, y}, {runs.run(beside).end - 1, y});
        } else {
          way.offer({run.end - 1, y}, {runs.run(beside).begin, y});
        }
      }
      offer_vertical(grid, runs, {(run.begin + run.end - 1) / 2, y}, root, way);
    }
  }
  for (const Way& way : ways) {
    if (way.length != std::numeric_limits<int>::max()) dig(canvas, way, tunnel_width, tunnel, random);
  }
  return others.empty();
}

}  // namespace

void connect_components(Canvas& canvas, int pocket, int tunnel_width, Tunnel tunnel, Random& random) {
  // Each round at least halves the components that have a way out; 16 rounds are beyond any map seen.
  for (int round = 0; round < 16; ++round) {
    if (connect_once(canvas, pocket, tunnel_width, tunnel, random)) return;
  }
  connect_once(canvas, std::numeric_limits<std::int64_t>::max(), tunnel_width, tunnel, random);
}

}  // namespace waymark::generate
