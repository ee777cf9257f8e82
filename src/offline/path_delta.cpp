#include "waymark/offline/path_delta.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "offline/centroids.hpp"
#include "offline/container_writer.hpp"
#include "offline/path_file.hpp"
#include "waymark/offline/build.hpp"
#include "waymark/subgoals/container.hpp"
#include "waymark/subgoals/path_database.hpp"

namespace waymark {
namespace {

constexpr std::size_t kSample = kPathDeltaSample;
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

// What the rows of a sample take: two numbers, of its first half and of all.
class SampleCollector final : public ItemCollector {
 public:
  explicit SampleCollector(PathFile file) : file_(std::move(file)) {}

  void add(std::uint64_t row, std::string&& item) override {
    // Those of the second half wait for the first.
    if (row >= kSample / 2 && taken_ < kSample / 2) {
      waiting_.emplace_back(row, std::move(item));
      return;
    }
    take(row, item);
    if (taken_ != kSample / 2) return;
    half_ = file_.block_bytes();
    for (const auto& [later, bytes] : std::exchange(waiting_, {})) take(later, bytes);
  }
  Result<std::string> finish() override {
    std::string bytes;
    append_number(bytes, half_);
    append_number(bytes, file_.block_bytes());
    return bytes;
  }

 private:
  void take(std::uint64_t row, std::string_view item) {
    file_.add(row, item);
    ++taken_;
  }

  PathFile file_;
  std::size_t taken_ = 0;
  std::uint64_t half_ = 0;
  std::vector<std::pair<std::uint64_t, std::string>> waiting_;
};

// Some of the rows of a path database, for what they take.
class SampleBuild final : public ItemBuild {
 public:
  SampleBuild(const Map& map, std::uint32_t delta, std::vector<NodeId> sample)
      : map_(&map), delta_(delta), sample_(std::move(sample)) {}

  [[nodiscard]] std::string identity() const override {
    return path_identity("a sample of paths", *map_, delta_, sample_, true);
  }
  [[nodiscard]] std::uint64_t items() const override { return sample_.size(); }
  [[nodiscard]] std::unique_ptr<ItemMaker> maker() const override {
    return std::make_unique<PathItems>(*map_, sample_, false);
  }
  [[nodiscard]] std::unique_ptr<ItemCollector> collector() const override {
    return std::make_unique<SampleCollector>(PathFile(*map_, delta_, sample_, true));
  }
  [[nodiscard]] Result<std::string> assemble(std::span<const std::string> items) const override {
    const auto all = collector();
    for (std::size_t row = 0; row < items.size(); ++row) all->add(row, std::string(items[row]));
    return all->finish();
  }

 private:
  const Map* map_;
  std::uint32_t delta_;
  std::vector<NodeId> sample_;
};

// Evenly from all; each second of them first.
std::vector<NodeId> sample_of(const std::vector<NodeId>& centroids) {
  std::vector<NodeId> sample;
  const std::size_t count = std::min(centroids.size(), kSample);
  for (const std::size_t first : {0u, 1u}) {
    for (std::size_t i = first; i < count; i += 2) sample.push_back(centroids[i * centroids.size() / count]);
  }
  return sample;
}

// The bytes of the file with these rows; all ranks are told the same.
Result<double> estimated_bytes(const Map& map, std::uint32_t delta, const std::vector<NodeId>& centroids,
                               const PathDeltaOptions& options) {
  const SampleBuild build(map, delta, sample_of(centroids));
  auto measured = run_build(build, {.threads = options.threads, .ranks = options.ranks});
  if (!measured) return measured.error();
  const std::string bytes = options.ranks != nullptr ? options.ranks->broadcast(*std::move(measured)) : *measured;
  const NumberView<std::uint64_t> numbers{std::string_view(bytes)};
  if (numbers.size() != 2) return Error{ErrorCode::kUnsupported, "rank 0 could not measure a sample"};
  const auto half = static_cast<double>(numbers[0]);
  const auto whole = static_cast<double>(numbers[1]);
  const std::size_t rows = centroids.size();
  const std::size_t tiles = PathTiles(map.grid().width(), map.grid().height()).count();
  // With the entries, and the tables of a number or two for each row and tile.
  return (rows <= kSample ? whole : grown(half, whole, rows)) +
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

Result<PathDeltaChoice> choose_path_delta(const Map& map, const PathDeltaOptions& options) {
  const std::uint64_t cells = map.grid().passable_cells();
  const std::uint64_t most = std::min<std::uint64_t>(std::max(kFewRows, cells / kCellsPerRow), PathDatabase::kMaxRows);
  const double most_bytes = options.bytes_per_cell.value_or(PathDeltaOptions::kBytesPerCell);
  PathDeltaChoice choice{kPathDeltas.back(), false, {}, {}};
  std::vector<std::vector<NodeId>> centroids;  // of those tried
  for (const std::uint32_t delta : kPathDeltas) {
    std::vector<NodeId>& chosen = centroids.emplace_back(choose_centroids(map, delta, most));
    PathDeltaTry& now = choice.tried.emplace_back(PathDeltaTry{delta, chosen.size(), most, {}});
    if (chosen.size() <= most) {
      const auto bytes = estimated_bytes(map, delta, chosen, options);
      if (!bytes) return bytes.error();
      now.bytes_per_cell = *bytes / static_cast<double>(std::max<std::uint64_t>(cells, 1));
      choice.fits = chosen.empty() || *now.bytes_per_cell <= most_bytes;
    } else {
      chosen.clear();
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
  for (std::size_t i = 0; i < choice.tried.size(); ++i) {
    if (choice.tried[i].delta == choice.delta) choice.centroids = std::move(centroids[i]);
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
