#include "waymark/offline/tree_build.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "agent/depth_features.hpp"
#include "agent/depth_lookahead.hpp"
#include "agent/learned_heuristic.hpp"
#include "agent/ply_lookahead.hpp"
#include "agent/rounding.hpp"
#include "base/hash.hpp"
#include "offline/container_writer.hpp"
#include "waymark/base/random.hpp"

namespace waymark {
namespace {

constexpr std::size_t kSampleBytes = kDepthFeatures * sizeof(std::uint32_t) + 1;

// Solves a problem and labels what it sees on the way.
class TrainingAgent {
 public:
  TrainingAgent(const Map& map, const TreeBuildOptions& options)
      : options_(options),
        map_(map),
        h_(map),
        lookahead_(map, options.tree.shape, options.tree.d_max),
        features_(map, options.tree.history, options.tree.presearch) {
    lookahead_.prepare(plies_, best_first_, options.tree.presearch);
  }

  std::vector<DepthSample> solve(NodeId start, NodeId goal) {
    std::vector<DepthSample> samples;
    samples.reserve(64);
    h_.set_goal(goal, false);
    features_.begin();
    Work work;
    NodeId s = start;
    for (std::uint32_t move = 0; move < options_.moves && s != goal; ++move) {
      DepthSample sample{};
      const FrontierState shallow = look_by_plies(plies_, h_, s, goal, options_.tree.presearch).best;
      sample.features = features_.of(s, h_, plies_.frontier(), shallow);
      std::uint32_t label = options_.tree.d_max;
      FrontierState chosen = look(s, goal, label);
      while (label > 1) {
        const FrontierState shallower = look(s, goal, label - 1);
        if (shallower.first_move != chosen.first_move) break;
        chosen = shallower;
        --label;
      }
      sample.depth = static_cast<std::uint8_t>(label);
      samples.push_back(sample);

      const Cost before = h_(s);
      const auto value = rounded_up(chosen.f);
      h_.raise(s, before, value, work);
      features_.moved(s, chosen.first_move, value > before ? value - before : 0);
      s = map_.space().step(s, chosen.first_move);
    }
    return samples;
  }

 private:
  FrontierState look(NodeId s, NodeId goal, std::uint32_t depth) {
    const DepthLook found = lookahead_.look(plies_, best_first_, h_, s, goal, depth);
    WAYMARK_ASSERT(found.status == Status::kInProgress);  // start and goal are connected
    return found.best;
  }

  const TreeBuildOptions& options_;
  const Map& map_;
  LearnedHeuristic h_;
  PlyLookahead plies_;
  BestFirstLookahead best_first_;
  DepthLookahead lookahead_;
  DepthFeatures features_;
};

std::string to_bytes(std::span<const DepthSample> samples) {
  std::string bytes;
  bytes.reserve(samples.size() * kSampleBytes);
  for (const DepthSample& sample : samples) {
    for (const std::int32_t value : sample.features) append_number(bytes, static_cast<std::uint32_t>(value));
    bytes += static_cast<char>(sample.depth);
  }
  return bytes;
}

// False if the bytes are not what to_bytes makes.
bool append_samples(std::string_view bytes, std::uint32_t d_max, std::vector<DepthSample>& samples) {
  if (bytes.size() % kSampleBytes != 0) return false;
  for (std::size_t at = 0; at < bytes.size(); at += kSampleBytes) {
    const NumberView<std::uint32_t> values(bytes.substr(at, kSampleBytes - 1));
    DepthSample sample{};
    for (std::size_t f = 0; f < kDepthFeatures; ++f) sample.features[f] = static_cast<std::int32_t>(values[f]);
    sample.depth = static_cast<std::uint8_t>(bytes[at + kSampleBytes - 1]);
    if (sample.depth < 1 || sample.depth > d_max) return false;
    samples.push_back(sample);
  }
  return true;
}

// Passable, at random; kNoNode if none was found.
NodeId random_cell(Random& random, const Grid& grid) {
  for (int tries = 0; tries < 1000; ++tries) {
    const int x = random.between(0, grid.width() - 1);
    const int y = random.between(0, grid.height() - 1);
    if (grid.passable(x, y)) return grid.node(x, y);
  }
  return kNoNode;
}

class TreeItems final : public ItemMaker {
 public:
  TreeItems(std::span<const TrainingMap> maps, const TreeBuildOptions& options) : maps_(maps), options_(options) {}

  // Empty if the map has no problem to offer.
  std::string make(std::uint64_t item) override {
    const Map& map = *maps_[item / options_.problems].map;
    if (agent_of_ != &map) {
      agent_ = std::make_unique<TrainingAgent>(map, options_);
      agent_of_ = &map;
    }
    Random random(options_.seed, item);
    for (int tries = 0; tries < 1000; ++tries) {
      const NodeId start = random_cell(random, map.grid());
      const NodeId goal = random_cell(random, map.grid());
      if (start == kNoNode || goal == kNoNode) return {};
      if (start != goal && map.connected(start, goal)) return to_bytes(agent_->solve(start, goal));
    }
    return {};
  }

 private:
  std::span<const TrainingMap> maps_;
  const TreeBuildOptions& options_;
  std::unique_ptr<TrainingAgent> agent_;
  const Map* agent_of_ = nullptr;
};

// "61.2 %"
std::string percent(std::uint64_t part, std::uint64_t all) {
  const std::uint64_t thousandths = all == 0 ? 0 : (part * 1000 + all / 2) / all;
  return std::to_string(thousandths / 10) + "." + std::to_string(thousandths % 10) + " %";
}

// Fit for a comment.
std::string shown(const std::string& name) {
  std::string text;
  for (const char byte : name.substr(0, 200)) text += byte >= ' ' && byte < 0x7f ? byte : '?';
  return text;
}

std::string shown(const MoveRules& rules) {
  if (rules.neighbours == Neighbours::kFour) return "4 neighbours";
  switch (rules.diagonal) {
    case DiagonalRule::kBothFree:
      return "8 neighbours, diagonal if both cells beside it are free, costs " + std::string(rules.costs.name);
    case DiagonalRule::kOneFree:
      return "8 neighbours, diagonal if one cell beside it is free, costs " + std::string(rules.costs.name);
    case DiagonalRule::kAlways: return "8 neighbours, diagonal always, costs " + std::string(rules.costs.name);
    case DiagonalRule::kNever: break;
  }
  return "4 neighbours";
}

std::string decimal(std::uint32_t thousandths) {
  return std::to_string(thousandths / 1000) + "." + std::to_string(1000 + thousandths % 1000).substr(1);
}

class TreeBuild final : public ItemBuild {
 public:
  TreeBuild(std::span<const TrainingMap> maps, const TreeBuildOptions& options)
      : maps_(maps.begin(), maps.end()), options_(options) {}

  [[nodiscard]] std::string identity() const override {
    Hash64 hash;
    const MoveRules& rules = maps_.front().map->rules();
    hash.add(static_cast<std::uint64_t>(rules.neighbours)).add(static_cast<std::uint64_t>(rules.diagonal));
    hash.add(rules.costs.cardinal).add(rules.costs.diagonal);
    for (const TrainingMap& map : maps_) hash.add(map.name).add(map.map->grid().fingerprint());
    std::string text = "tree 1 maps " + std::to_string(maps_.size()) + " " + std::to_string(hash.value());
    for (const std::uint64_t value :
         {std::uint64_t{options_.tree.d_max}, std::uint64_t{options_.tree.history},
          std::uint64_t{options_.tree.presearch}, std::uint64_t{options_.learning.minimum_leaf},
          std::uint64_t{options_.learning.confidence_thousandths}, std::uint64_t{options_.problems},
          std::uint64_t{options_.moves}, options_.seed, std::uint64_t{options_.folds}}) {
      text += " " + std::to_string(value);
    }
    if (options_.tree.shape == LookaheadShape::kBestFirst) text += " best-first";
    return text;
  }
  [[nodiscard]] std::uint64_t items() const override { return maps_.size() * std::uint64_t{options_.problems}; }
  [[nodiscard]] std::unique_ptr<ItemMaker> maker() const override {
    return std::make_unique<TreeItems>(maps_, options_);
  }

  [[nodiscard]] Result<std::string> assemble(std::span<const std::string> items) const override {
    WAYMARK_ASSERT(items.size() == this->items());
    std::vector<std::vector<DepthSample>> by_map(maps_.size());
    std::uint64_t total = 0;
    for (std::size_t i = 0; i < items.size(); ++i) {
      total += items[i].size() / kSampleBytes;
      if (total > c45::kMaxSamples) {
        return Error{ErrorCode::kTooLarge, "more than " + std::to_string(c45::kMaxSamples) +
                                               " training states; take fewer problems or moves"};
      }
      if (!append_samples(items[i], options_.tree.d_max, by_map[i / options_.problems])) {
        return Error{ErrorCode::kBadFormat, "item " + std::to_string(i) + " is no list of training states"};
      }
    }
    if (total == 0) return Error{ErrorCode::kUnsupported, "the maps have no problem to learn from"};
    std::vector<std::string> comments = origin(by_map, total);
    append_cross_validation(by_map, comments);
    const std::vector<DepthSample> all = joined(by_map, 0, 0);
    auto tree = DepthTree::make(options_.tree, std::move(comments), learn_depth_tree(all, options_.learning));
    if (!tree) return tree.error();
    return tree->to_text();
  }

 private:
  using SamplesByMap = std::vector<std::vector<DepthSample>>;

  // The samples of all maps but those of the fold; of all maps if `folds` is 0.
  static std::vector<DepthSample> joined(const SamplesByMap& by_map, std::size_t fold, std::size_t folds) {
    std::vector<DepthSample> samples;
    for (std::size_t m = 0; m < by_map.size(); ++m) {
      if (folds != 0 && m % folds == fold) continue;
      samples.insert(samples.end(), by_map[m].begin(), by_map[m].end());
    }
    return samples;
  }

  [[nodiscard]] std::vector<std::string> origin(const SamplesByMap& by_map, std::uint64_t total) const {
    constexpr std::size_t kNamed = 500;
    std::vector<std::string> lines;
    lines.push_back(" LRTA* (DT, G): C4.5 on " + std::to_string(total) + " states of " + std::to_string(items()) +
                    " problems on " + std::to_string(maps_.size()) + " maps; seed " + std::to_string(options_.seed));
    lines.push_back(" " + shown(maps_.front().map->rules()) + "; " + std::to_string(options_.learning.minimum_leaf) +
                    " states a leaf at least, confidence " + decimal(options_.learning.confidence_thousandths));
    for (std::size_t m = 0; m < std::min(maps_.size(), kNamed); ++m) {
      lines.push_back(" map " + shown(maps_[m].name) + ": " + std::to_string(by_map[m].size()) + " states");
    }
    return lines;
  }

  void append_cross_validation(const SamplesByMap& by_map, std::vector<std::string>& comments) const {
    const std::size_t folds = std::min<std::size_t>(options_.folds, by_map.size());
    if (folds < 2) {
      comments.emplace_back(" no cross-validation: it leaves out whole maps, and there is one map");
      return;
    }
    TreeAccuracy accuracy;
    for (std::size_t fold = 0; fold < folds; ++fold) {
      const std::vector<DepthSample> rest = joined(by_map, fold, folds);
      if (rest.empty()) continue;
      const std::vector<DepthTree::Node> nodes = learn_depth_tree(rest, options_.learning);
      for (std::size_t m = fold; m < by_map.size(); m += folds) {
        judge(nodes, by_map[m], options_.tree.d_max, accuracy);
      }
    }
    comments.push_back(" cross-validation, " + std::to_string(folds) +
                       " folds of whole maps: " + percent(accuracy.right, accuracy.states) + " right, " +
                       percent(accuracy.within_one, accuracy.states) + " within one, " +
                       percent(accuracy.too_shallow, accuracy.states) + " too shallow");
    if (accuracy.states == 0) return;
    comments.push_back(" wanted depth: how often the tree said 1 to " + std::to_string(options_.tree.d_max));
    for (std::size_t wanted = 0; wanted < options_.tree.d_max; ++wanted) {
      std::string line = " " + std::to_string(wanted + 1) + ":";
      for (std::size_t said = 0; said < options_.tree.d_max; ++said) {
        line += " " + std::to_string(accuracy.confusion[wanted * options_.tree.d_max + said]);
      }
      comments.push_back(std::move(line));
    }
  }

  std::vector<TrainingMap> maps_;
  TreeBuildOptions options_;
};

Result<Done> check_range(std::string_view name, std::uint64_t value, std::uint64_t low, std::uint64_t high) {
  if (value >= low && value <= high) return Done{};
  return Error{ErrorCode::kOutOfRange, std::string(name) + " must be " + std::to_string(low) + " to " +
                                           std::to_string(high) + ", not " + std::to_string(value)};
}

Result<Done> check_options(const TreeBuildOptions& options) {
  struct Range {
    std::string_view name;
    std::uint64_t value;
    std::uint64_t low;
    std::uint64_t high;
  };
  const Range ranges[] = {
      {"d_max", options.tree.d_max, 1, DepthTree::kMaxDepth},
      {"history", options.tree.history, 1, DepthTree::kMaxHistory},
      {"presearch", options.tree.presearch, 1, std::min(DepthTree::kMaxPresearch, options.tree.d_max)},
      {"minimum leaf", options.learning.minimum_leaf, 1, 1'000'000},
      {"confidence in thousandths", options.learning.confidence_thousandths, 1, 500},
      {"problems", options.problems, 1, 100'000},
      {"moves", options.moves, 1, 1'000'000},
      {"folds", options.folds, 2, 1000},
  };
  for (const Range& range : ranges) {
    if (auto fits = check_range(range.name, range.value, range.low, range.high); !fits) return fits.error();
  }
  return Done{};
}

}  // namespace

Result<std::unique_ptr<ItemBuild>> make_tree_build(std::span<const TrainingMap> maps, const TreeBuildOptions& options) {
  if (auto fits = check_options(options); !fits) return fits.error();
  if (maps.empty()) return Error{ErrorCode::kUnsupported, "a tree needs at least one map to learn from"};
  const MoveRules& rules = maps.front().map->rules();
  if (auto fits = LearnedHeuristic::check(rules); !fits) return fits.error();
  for (const TrainingMap& map : maps) {
    const MoveRules& other = map.map->rules();
    if (other.neighbours != rules.neighbours || other.diagonal != rules.diagonal || !(other.costs == rules.costs)) {
      return Error{ErrorCode::kUnsupported, "all maps of a tree must have the same rules", map.name};
    }
  }
  return std::unique_ptr<ItemBuild>(std::make_unique<TreeBuild>(maps, options));
}

std::vector<DepthSample> training_states(const Map& map, NodeId start, NodeId goal, const TreeBuildOptions& options) {
  return TrainingAgent(map, options).solve(start, goal);
}

void judge(std::span<const DepthTree::Node> nodes, std::span<const DepthSample> samples, std::uint32_t d_max,
           TreeAccuracy& accuracy) {
  accuracy.confusion.resize(std::size_t{d_max} * d_max);
  for (const DepthSample& sample : samples) {
    const std::uint32_t said = DepthTree::depth(nodes, sample.features);
    const std::uint32_t wanted = sample.depth;
    ++accuracy.states;
    accuracy.right += said == wanted ? 1 : 0;
    accuracy.within_one += std::abs(static_cast<int>(said) - static_cast<int>(wanted)) <= 1 ? 1 : 0;
    accuracy.too_shallow += said < wanted ? 1 : 0;
    ++accuracy.confusion[std::size_t{wanted - 1} * d_max + (said - 1)];
  }
}

}  // namespace waymark
