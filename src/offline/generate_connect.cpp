// One component of many: passable cells as horizontal runs, joined by union-find; 12 bytes a run at the peak.
#include <algorithm>
#include <bit>
#include <cstdlib>
#include <limits>
#include <utility>

#include "offline/generate_common.hpp"

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

class Connector {
 public:
  // `pocket`: components of fewer cells are not worth a tunnel; the largest is kept whatever its size.
  Connector(Canvas& canvas, std::int64_t pocket) : canvas_(canvas), runs_(canvas.grid()), cells_(runs_.size(), 0) {
    for (std::uint32_t i = 0; i < runs_.size(); ++i) {
      cells_[runs_.root(i)] += static_cast<std::uint32_t>(runs_.run(i).end - runs_.run(i).begin);
    }
    largest_ = static_cast<std::uint32_t>(std::max_element(cells_.begin(), cells_.end()) - cells_.begin());
    for (std::uint32_t i = 0; i < runs_.size(); ++i) {
      if (cells_[i] >= pocket && cells_[i] != 0 && i != largest_) others_.push_back(i);
    }
  }

  // True if there is nothing to dig.
  [[nodiscard]] bool connected() const { return others_.empty(); }

  void fill_pockets() {
    for (int y = 0; y < canvas_.height(); ++y) {
      for (std::uint32_t i = runs_.first_of_row(y); i < runs_.first_of_row(y + 1); ++i) {
        const std::uint32_t root = runs_.root(i);
        if (!is_kept(root)) canvas_.fill({runs_.run(i).begin, y, runs_.run(i).end - runs_.run(i).begin, 1}, false);
      }
    }
  }

  // One from each component but the largest to a neighbour.
  void dig_tunnels(int width, Tunnel tunnel, Random& random) {
    std::vector<Way> ways(others_.size());
    for (int y = 0; y < canvas_.height(); ++y) {
      for (std::uint32_t i = runs_.first_of_row(y); i < runs_.first_of_row(y + 1); ++i) {
        const std::uint32_t root = runs_.root(i);
        if (root == largest_ || !is_kept(root)) continue;
        const auto other = std::lower_bound(others_.begin(), others_.end(), root) - others_.begin();
        offer_horizontal(y, i, root, ways[static_cast<std::size_t>(other)]);
        offer_vertical({(runs_.run(i).begin + runs_.run(i).end - 1) / 2, y}, root,
                       ways[static_cast<std::size_t>(other)]);
      }
    }
    for (const Way& way : ways) {
      if (way.length != std::numeric_limits<int>::max()) dig(canvas_, way, width, tunnel, random);
    }
  }

 private:
  [[nodiscard]] bool is_kept(std::uint32_t root) const {
    return root == largest_ || std::binary_search(others_.begin(), others_.end(), root);
  }

  // From run i of row y to the runs beside it.
  void offer_horizontal(int y, std::uint32_t i, std::uint32_t root, Way& way) {
    const auto joins = [&](std::uint32_t beside) { return runs_.root(beside) != root && is_kept(runs_.root(beside)); };
    const Run run = runs_.run(i);
    if (i > runs_.first_of_row(y) && joins(i - 1)) way.offer({run.begin, y}, {runs_.run(i - 1).end - 1, y});
    if (i + 1 < runs_.first_of_row(y + 1) && joins(i + 1)) way.offer({run.end - 1, y}, {runs_.run(i + 1).begin, y});
  }

  // To the next passable cell above or below, if it is of another component and nearer than the way known.
  void offer_vertical(Cell from, std::uint32_t root, Way& way) {
    for (const int step : {-1, 1}) {
      int y = from.y + step;
      while (y >= 0 && y < canvas_.height() && std::abs(y - from.y) < way.length && !canvas_.open(from.x, y)) y += step;
      if (canvas_.open(from.x, y) && runs_.root(runs_.run_at(from.x, y)) != root) way.offer(from, {from.x, y});
    }
  }

  Canvas& canvas_;
  Runs runs_;
  std::vector<std::uint32_t> cells_;   // of the component, by root
  std::vector<std::uint32_t> others_;  // roots of the components to be joined to the largest, rising
  std::uint32_t largest_ = 0;
};

}  // namespace

void connect_components(Canvas& canvas, int pocket, int tunnel_width, Tunnel tunnel, Random& random) {
  // Each round at least halves the components that have a way out; 16 rounds are beyond any map seen.
  for (int round = 0; round < 16; ++round) {
    Connector connector(canvas, pocket);
    connector.fill_pockets();
    if (connector.connected()) return;
    connector.dig_tunnels(tunnel_width, tunnel, random);
  }
  Connector(canvas, std::numeric_limits<std::int64_t>::max()).fill_pockets();
}

}  // namespace waymark::generate
