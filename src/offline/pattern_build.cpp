#include "waymark/offline/pattern_build.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "agent/learned_heuristic.hpp"
#include "offline/container_writer.hpp"
#include "offline/region_pairs.hpp"
#include "waymark/hierarchy/map_abstraction.hpp"

namespace waymark {
namespace {

using pattern::GraphBase;
using pattern::GridBase;
using pattern::PairsMaker;
using pattern::PairsOfRegion;
using pattern::Regions;

// A start region as the bytes of an item: number of exits, exits, their depths (content both), pairs.
std::string to_bytes(const PairsOfRegion& made) {
  std::string bytes;
  bytes.reserve(4 + made.exits.size() * 6 + made.pairs.size() * 2);
  append_number(bytes, static_cast<std::uint32_t>(made.exits.size()));
  for (const NodeId exit : made.exits) append_number(bytes, exit);
  for (const std::uint16_t depth : made.exit_depths) append_number(bytes, depth);
  for (const std::uint16_t pair : made.pairs) append_number(bytes, pair);
  return bytes;
}

template <class Base>
class PatternMaker final : public ItemMaker {
 public:
  PatternMaker(Base base, const Regions& regions, const PatternBuildOptions& options)
      : maker_(std::move(base), regions, options) {}
  std::string make(std::uint64_t item) override { return to_bytes(maker_.make(static_cast<NodeId>(item))); }

 private:
  PairsMaker<Base> maker_;
};

// Appends numbers of one or two bytes.
void append_narrow(std::string& bytes, NumberView<std::uint16_t> values, bool wide) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (wide) {
      append_number(bytes, values[i]);
    } else {
      bytes += static_cast<char>(values[i]);
    }
  }
}

class PatternBuild final : public ItemBuild {
 public:
  PatternBuild(const Map& map, const PatternBuildOptions& options, pattern::AbstractionPtr abstraction)
      : map_(&map),
        options_(options),
        abstraction_(std::move(abstraction)),
        regions_(pattern::make_regions(map, *abstraction_, options)) {}

  [[nodiscard]] std::string identity() const override {
    const MoveRules& rules = map_->rules();
    std::string text = "pdb";
    for (const std::uint64_t number :
         {map_->grid().fingerprint(), static_cast<std::uint64_t>(rules.neighbours),
          static_cast<std::uint64_t>(rules.diagonal), std::uint64_t{rules.costs.cardinal},
          std::uint64_t{rules.costs.diagonal}, std::uint64_t{options_.level}, std::uint64_t{options_.base},
          std::uint64_t{options_.depth_cap}, static_cast<std::uint64_t>(options_.content),
          static_cast<std::uint64_t>(options_.exit)}) {
      text += " " + std::to_string(number);
    }
    return text;
  }

  [[nodiscard]] std::uint64_t items() const override { return regions_.count(); }

  [[nodiscard]] std::unique_ptr<ItemMaker> maker() const override {
    if (options_.base == 0) {
      return std::make_unique<PatternMaker<GridBase>>(GridBase(*map_), regions_, options_);
    }
    const GraphBase base(*abstraction_, static_cast<int>(options_.base), map_->rules().costs.cardinal);
    return std::make_unique<PatternMaker<GraphBase>>(base, regions_, options_);
  }

  [[nodiscard]] Result<std::string> assemble(std::span<const std::string> items) const override {
    const bool both = options_.content == PatternContent::kBoth;
    const bool wide_depths = options_.depth_cap > 255;
    const std::uint64_t count = regions_.count();
    if (items.size() != count) return damaged(items.size());
    std::uint32_t most_exits = 0;
    std::uint64_t all_exits = 0;
    for (std::size_t i = 0; i < items.size(); ++i) {
      const std::uint64_t exits = items[i].size() < 4 ? 0 : exits_of(items[i]);
      if (items[i].size() != 4 + exits * (both ? 6 : 4) + count * 2) return damaged(i);
      most_exits = std::max(most_exits, static_cast<std::uint32_t>(exits));
      all_exits += exits;
    }
    const bool wide_pairs = options_.content == PatternContent::kDepth ? wide_depths : most_exits > 255;
    if (count * count * (wide_pairs ? 2 : 1) > Container::kMaxBytes / 2) {
      return Error{ErrorCode::kTooLarge, "the file would have more than " + std::to_string(Container::kMaxBytes / 2) +
                                             " bytes; choose a higher level"};
    }
    std::string firsts;
    std::string exits;
    std::string depths;
    std::string pairs;
    pairs.reserve(count * count * (wide_pairs ? 2 : 1));
    append_number(firsts, std::uint32_t{0});
    all_exits = 0;
    for (const std::string& item : items) {
      const std::string_view bytes = item;
      const std::size_t own = exits_of(item);
      all_exits += own;
      append_number(firsts, static_cast<std::uint32_t>(all_exits));
      exits += bytes.substr(4, own * 4);
      if (both) append_narrow(depths, NumberView<std::uint16_t>(bytes.substr(4 + own * 4, own * 2)), wide_depths);
      append_narrow(pairs, NumberView<std::uint16_t>(bytes.substr(bytes.size() - count * 2)), wide_pairs);
    }
    return written(firsts, exits, depths, pairs, wide_pairs);
  }

 private:
  static std::uint32_t exits_of(const std::string& item) { return NumberView<std::uint32_t>(item)[0]; }
  static Error damaged(std::size_t item) {
    return {ErrorCode::kBadFormat, "item " + std::to_string(item) + " of the build is not of the size it should have"};
  }

  [[nodiscard]] std::string written(std::string& firsts, std::string& exits, std::string& depths, std::string& pairs,
                                    bool wide_pairs) const {
    const bool goals = options_.content != PatternContent::kDepth;
    ContainerWriter writer(DatabaseKind::kPatterns, *map_);
    writer.parameter("level", options_.level)
        .parameter("base", options_.base)
        .parameter("base_states", regions_.of.size())
        .parameter("depth_cap", options_.content != PatternContent::kGoal ? options_.depth_cap : 0)
        .parameter("content", static_cast<std::uint64_t>(options_.content))
        .parameter("regions", regions_.count())
        .parameter("pair_bytes", wide_pairs ? 2 : 1);
    if (goals) writer.parameter("exit", static_cast<std::uint64_t>(options_.exit));
    std::string ground;
    ground.reserve(std::size_t{map_->grid().id_bound()} * 2);
    for (const NodeId region :
         options_.base == 0 ? regions_.of : abstraction_->regions(static_cast<int>(options_.level))) {
      append_number(ground, region == kNoNode ? PatternDatabase::kNoRegion : static_cast<std::uint16_t>(region));
    }
    writer.section("regions", std::move(ground));
    if (goals) writer.section("exit_firsts", std::move(firsts)).section("exits", std::move(exits));
    if (options_.content == PatternContent::kBoth) writer.section("exit_depths", std::move(depths));
    return writer.section("pairs", std::move(pairs)).bytes();
  }

  const Map* map_;
  PatternBuildOptions options_;
  pattern::AbstractionPtr abstraction_;
  Regions regions_;
};

}  // namespace

Result<pattern::AbstractionPtr> pattern::checked_abstraction(const Map& map, const PatternBuildOptions& options) {
  const auto refuse = [](std::string message) { return Error{ErrorCode::kOutOfRange, std::move(message)}; };
  if (auto fits = LearnedHeuristic::check(map.rules()); !fits) return fits.error();
  if (options.level > PatternDatabase::kMaxLevel) {
    return refuse("the level must be 0 to " + std::to_string(PatternDatabase::kMaxLevel));
  }
  if (options.base > options.level) return refuse("the base must not lie above the level of the regions");
  if (options.content != PatternContent::kGoal &&
      (options.depth_cap < 1 || options.depth_cap > PatternDatabase::kMaxDepthCap)) {
    return refuse("the cap of depths must be 1 to " + std::to_string(PatternDatabase::kMaxDepthCap));
  }
  if (map.grid().passable_cells() == 0) return Error{ErrorCode::kUnsupported, "the map has no passable cell"};
  const int level = static_cast<int>(options.level);
  const auto& shared = map.derived<MapAbstraction>({.levels = level});
  const bool stale = shared.epoch() != map.grid().epoch();
  AbstractionPtr made = stale ? std::make_shared<const CliqueAbstraction>(map, level)
                              : AbstractionPtr(AbstractionPtr(), &shared.get());  // owned by nobody but the map
  const CliqueAbstraction& abstraction = *made;
  if (abstraction.levels() < level) {
    return refuse("level " + std::to_string(level) + " is above the map's highest, " +
                  std::to_string(abstraction.levels()));
  }
  if (abstraction.states(level) > PatternDatabase::kMaxRegions) {
    return refuse("level " + std::to_string(level) + " has " + std::to_string(abstraction.states(level)) +
                  " regions, more than " + std::to_string(PatternDatabase::kMaxRegions) + "; choose a higher one");
  }
  if (options.base > 0) {
    const auto& first = abstraction.graph(static_cast<int>(options.base)).forward().first;
    for (std::size_t i = 0; i + 1 < first.size(); ++i) {
      if (first[i + 1] - first[i] > OptimalFirstMoves<GraphSpace>::kMostMoves) {
        return Error{ErrorCode::kUnsupported, "a state of the base has more than " +
                                                  std::to_string(OptimalFirstMoves<GraphSpace>::kMostMoves) +
                                                  " neighbours; choose another level as base"};
      }
    }
  }
  return made;
}

Regions pattern::make_regions(const Map& map, const CliqueAbstraction& abstraction,
                              const PatternBuildOptions& options) {
  const int level = static_cast<int>(options.level);
  const int base = static_cast<int>(options.base);
  Regions regions;
  if (level == 0) {
    regions.of.assign(map.grid().id_bound(), kNoNode);
    regions.representatives.reserve(abstraction.states(0));
    for (NodeId node = 0; node < map.grid().id_bound(); ++node) {
      if (!map.grid().passable(node)) continue;
      regions.of[node] = static_cast<NodeId>(regions.representatives.size());
      regions.representatives.push_back(node);
    }
    return regions;
  }
  if (base == 0) {
    regions.of = abstraction.regions(level);
    regions.of.resize(map.grid().id_bound(), kNoNode);
  } else {
    regions.of.reserve(abstraction.states(base));
    for (NodeId state = 0; state < abstraction.states(base); ++state) {
      NodeId region = state;
      for (int l = base; l < level; ++l) region = abstraction.parent(region, l);
      regions.of.push_back(region);
    }
  }
  regions.representatives.reserve(abstraction.states(level));
  for (NodeId region = 0; region < abstraction.states(level); ++region) {
    regions.representatives.push_back(
        base == level ? region : abstraction.region(abstraction.representative(region, level), base));
  }
  return regions;
}

Result<std::unique_ptr<ItemBuild>> make_pattern_build(const Map& map, const PatternBuildOptions& options) {
  auto abstraction = pattern::checked_abstraction(map, options);
  if (!abstraction) return abstraction.error();
  return std::unique_ptr<ItemBuild>(std::make_unique<PatternBuild>(map, options, *std::move(abstraction)));
}

}  // namespace waymark
