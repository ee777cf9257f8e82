#include "waymark/offline/path_delta.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "offline/centroids.hpp"
#include "offline/parallel_items.hpp"
#include "offline/path_file.hpp"
#include "offline/path_row_maker.hpp"
#include "waymark/subgoals/path_database.hpp"

namespace waymark {
namespace {

constexpr std::size_t kSample = 32;  // rows; even
// Where few rows differ little (mazes), many differ more: with each doubling the lists grow at least so much.
constexpr double kLeastGrowth = 1.5;
constexpr std::uint64_t kFewRows = 800;
constexpr std::uint64_t kCellsPerRow = 4000;
// Where nobody said how many bytes the file may take.
constexpr std::uint32_t kWidestUnasked = 32;
constexpr double kMostUnasked = 4 * PathDeltaOptions::kBytesPerCell;  // for a smaller delta than that
constexpr double kMostFileUnasked = 256 << 20;

// What `half` became `whole` by a doubling, after further ones from kSample to `rows`; between two of them it grows
// evenly. (Sums, products and quotients alone: the same everywhere.)
double grown(double half, double whole, std::size_t rows) {
  const double ratio = std::max(half > 0 ? whole / half : 2, kLeastGrowth);
  double bytes = whole;
  std::size_t from = kSample;
  for (; from * 2 <= rows; from *= 2) bytes *= ratio;
  return bytes + bytes * (ratio - 1) * static_cast<double>(rows - from) / static_cast<double>(from);
}

// The bytes of the file with these rows.
double estimated_bytes(const Map& map, std::uint32_t delta, const std::vector<NodeId>& centroids, int threads) {
  const std::size_t rows = centroids.size();
  // Evenly from all; each second of them first.
  std::vector<NodeId> sample;
  const std::size_t count = std::min(rows, kSample);
  for (std::size_t i = 0; i < count; i += 2) sample.push_back(centroids[i * rows / count]);
  for (std::size_t i = 1; i < count; i += 2) sample.push_back(centroids[i * rows / count]);
  PathFile file(map, delta, sample, false);
  std::uint64_t half = 0;
  for_each_item<std::string>(
      count, {.threads = threads},
      [&]() -> std::function<std::string(std::size_t)> {
        return [&sample, maker = std::make_shared<PathRowMaker>(map)](std::size_t i) {
          return path_item(*maker, sample[i]);
        };
      },
      [&](std::size_t i, std::string&& item) {
        file.add(i, item);
        if (i + 1 == kSample / 2) half = file.block_bytes();
        return true;
      });
  const auto whole = static_cast<double>(file.block_bytes());
  const std::size_t tiles = PathTiles(map.grid().width(), map.grid().height()).count();
  // With the entries, and the tables of a number or two for each row and tile.
  return (rows <= kSample ? whole : grown(static_cast<double>(half), whole, rows)) +
         static_cast<double>(rows * tiles * sizeof(std::uint16_t) + rows * 12 + tiles * 16);
}

// Of those tried, the last of which is kWidestUnasked; 0 if it has to be a wider one.
std::uint32_t delta_for_ways(const std::vector<PathDeltaTry>& tried, std::uint64_t cells) {
  for (const PathDeltaTry& now : tried) {
    if (now.bytes_per_cell && *now.bytes_per_cell <= kMostUnasked) return now.delta;
  }
  const PathDeltaTry& widest = tried.back();
  const bool may_be = widest.bytes_per_cell && *widest.bytes_per_cell * static_cast<double>(cells) <= kMostFileUnasked;
  return may_be ? widest.delta : 0;
}

}  // namespace

PathDeltaChoice choose_path_delta(const Map& map, const PathDeltaOptions& options) {
  const std::uint64_t cells = map.grid().passable_cells();
  const std::uint64_t most = std::min<std::uint64_t>(std::max(kFewRows, cells / kCellsPerRow), PathDatabase::kMaxRows);
  const double most_bytes = options.bytes_per_cell.value_or(PathDeltaOptions::kBytesPerCell);
  PathDeltaChoice choice{kPathDeltas.back(), false, {}};
  for (const std::uint32_t delta : kPathDeltas) {
    const std::vector<NodeId> centroids = choose_centroids(map, delta, most);
    PathDeltaTry& now = choice.tried.emplace_back(PathDeltaTry{delta, centroids.size(), most, {}});
    if (centroids.size() <= most) {
      now.bytes_per_cell = estimated_bytes(map, delta, centroids, options.threads) /
                           static_cast<double>(std::max<std::uint64_t>(cells, 1));
      choice.fits = centroids.empty() || *now.bytes_per_cell <= most_bytes;
    }
    if (choice.fits) {
      choice.delta = delta;
      break;
    }
    if (delta != kWidestUnasked || options.bytes_per_cell) continue;
    if (const std::uint32_t for_ways = delta_for_ways(choice.tried, cells); for_ways != 0) {
      choice.delta = for_ways;
      break;
    }
  }
  return choice;
}

const PathDeltaTry* PathDeltaChoice::before() const {
  const auto after =
      std::find_if(tried.begin(), tried.end(), [&](const PathDeltaTry& now) { return now.delta == delta; });
  return after == tried.begin() ? nullptr : &*(after - 1);
}

std::optional<std::uint32_t> next_path_delta(std::uint32_t delta) {
  const auto* const next = std::upper_bound(kPathDeltas.begin(), kPathDeltas.end(), delta);
  return next == kPathDeltas.end() ? std::nullopt : std::optional(*next);
}

}  // namespace waymark
