#include "waymark/offline/case_build.hpp"

#include <algorithm>
#include <bit>
#include <string>

#include "base/hash.hpp"
#include "offline/container_writer.hpp"
#include "offline/pack_states.hpp"
#include "offline/run_climber.hpp"
#include "offline/verify_header.hpp"
#include "subgoals/compress_path.hpp"
#include "waymark/search/a_star.hpp"
#include "waymark/search/jps.hpp"
#include "waymark/space/grid_space.hpp"
#include "waymark/subgoals/case_base.hpp"

namespace waymark {
namespace {

constexpr std::uint64_t kRecordsPerItem = 32;
// Stands in an item where a record has more states than a file can hold.
constexpr std::uint16_t kTooLong = 0;

struct Plan {
  const Map* map;
  std::uint64_t records;
  std::uint64_t seed;
  CasePaper paper;
  bool fragments;
  std::vector<NodePair> pairs;
  std::optional<TripDraw> draw;

  [[nodiscard]] NodePair trip(std::uint64_t i) const { return pairs.empty() ? draw->trip(i) : pairs[i]; }
};

PathFinderPtr make_case_finder(const Map& map) {
  if (auto jps = make_jps(map)) return *std::move(jps);
  return make_a_star(map).value();
}

class CaseMaker final : public ItemMaker {
 public:
  CaseMaker(const Plan& plan, const RunClimber& climber)
      : plan_(&plan), finder_(make_case_finder(*plan.map)), climber_(&climber) {}

  std::string make(std::uint64_t item) override {
    std::string bytes;
    const std::uint64_t end = std::min(plan_->records, (item + 1) * kRecordsPerItem);
    for (std::uint64_t i = item * kRecordsPerItem; i < end; ++i) {
      const auto [start, goal] = plan_->trip(i);
      path_.clear();
      finder_->solve(start, goal);
      finder_->append_path(path_);
      const std::vector<NodeId> states =
          plan_->paper == CasePaper::k2010 ? compress_path(*climber_, path_) : std::vector{start, subgoal(), goal};
      const bool too_long = states.size() > CaseBase::kMaxStates;
      append_number(bytes, too_long ? kTooLong : static_cast<std::uint16_t>(states.size()));
      if (too_long) continue;
      for (const NodeId state : states) append_number(bytes, state);
    }
    return bytes;
  }

 private:
  // Figure 4 of 2009: the last state of the path before the first that is not hill-climbing reachable.
  [[nodiscard]] NodeId subgoal() const {
    for (std::size_t i = 2; i < path_.size(); ++i) {
      if (!climber_->reachable(path_.front(), path_[i])) return path_[i - 1];
    }
    return path_.back();
  }

  const Plan* plan_;
  PathFinderPtr finder_;
  const RunClimber* climber_;
  std::vector<NodeId> path_;
};

class CaseBuild final : public ItemBuild {
 public:
  explicit CaseBuild(Plan plan) : plan_(std::move(plan)), climber_(*plan_.map) {
    const MoveRules& rules = plan_.map->rules();
    identity_ = std::string(to_string(kind())) + " records=" + std::to_string(plan_.records) +
                " seed=" + std::to_string(plan_.seed) + " pairs=" + std::to_string(given_trips_seed(plan_.pairs)) +
                " map=" + std::to_string(plan_.map->grid().fingerprint()) +
                " rules=" + std::to_string(static_cast<int>(rules.neighbours)) + "," +
                std::to_string(static_cast<int>(rules.diagonal)) + "," + std::to_string(rules.costs.cardinal) + "," +
                std::to_string(rules.costs.diagonal);
    if (plan_.fragments) identity_ += " fragments";
  }

  [[nodiscard]] std::string identity() const override { return identity_; }
  [[nodiscard]] std::uint64_t items() const override { return (plan_.records + kRecordsPerItem - 1) / kRecordsPerItem; }
  [[nodiscard]] std::unique_ptr<ItemMaker> maker() const override {
    return std::make_unique<CaseMaker>(plan_, climber_);
  }

  [[nodiscard]] Result<std::string> assemble(std::span<const std::string> items) const override {
    std::vector<std::string_view> records;  // the states of each
    records.reserve(plan_.records);
    for (const std::string& item : items) {
      std::string_view rest = item;
      while (!rest.empty()) {
        if (rest.size() < sizeof(std::uint16_t)) return broken();
        const std::uint16_t length = NumberView<std::uint16_t>(rest)[0];
        if (length == kTooLong) {
          return Error{ErrorCode::kTooLarge, "record " + std::to_string(records.size()) + " has more than " +
                                                 std::to_string(CaseBase::kMaxStates) + " states"};
        }
        rest.remove_prefix(sizeof(std::uint16_t));
        const std::size_t bytes = length * sizeof(NodeId);
        if (length < 2 || rest.size() < bytes || records.size() == plan_.records) return broken();
        records.push_back(rest.substr(0, bytes));
        rest.remove_prefix(bytes);
      }
    }
    if (records.size() != plan_.records) return broken();

    const Grid& grid = plan_.map->grid();
    std::vector<Trip> trips;
    trips.reserve(records.size());
    for (const std::string_view record : records) {
      const NumberView<NodeId> states(record);
      for (std::size_t i = 0; i < states.size(); ++i) {
        if (states[i] >= grid.id_bound()) return broken();
      }
      const NodeId start = states[0];
      const NodeId end = states[states.size() - 1];
      trips.push_back(trip_between(grid.cell(start), grid.cell(end)));
    }
    std::string lengths;
    std::string all_states;
    std::vector<NodeId> states;
    std::vector<NodePair> given;
    for (const std::uint32_t number : trip_order(trips)) {
      append_number(lengths, static_cast<std::uint16_t>(records[number].size() / sizeof(NodeId)));
      const NumberView<NodeId> packed(records[number]);
      states.clear();
      for (std::size_t i = 0; i < packed.size(); ++i) states.push_back(packed[i]);
      pack_states(grid, states, all_states);
      if (!plan_.pairs.empty()) given.emplace_back(states.front(), states.back());
    }
    ContainerWriter writer(kind(), *plan_.map);
    const bool drawn = plan_.pairs.empty();
    writer.parameter("records", plan_.records).parameter("seed", drawn ? plan_.seed : given_trips_seed(given));
    writer.parameter("drawn", drawn ? 1 : 0);
    if (plan_.fragments) writer.parameter("fragments", 1);
    if (plan_.paper == CasePaper::k2010) writer.section("lengths", std::move(lengths));
    writer.section("paths", std::move(all_states));
    return writer.bytes();
  }

 private:
  [[nodiscard]] DatabaseKind kind() const {
    return plan_.paper == CasePaper::k2010 ? DatabaseKind::kCases : DatabaseKind::kCases2009;
  }
  static Error broken() { return {ErrorCode::kBadFormat, "the items are not those of this build"}; }

  Plan plan_;
  RunClimber climber_;  // all makers read it
  std::string identity_;
};

Result<Done> check_pairs(const Map& map, std::span<const NodePair> pairs) {
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const auto& [start, goal] = pairs[i];
    const NodeId bound = map.grid().id_bound();
    if (start == goal || start >= bound || goal >= bound || !map.connected(start, goal)) {
      return Error{ErrorCode::kOutOfRange,
                   "pair " + std::to_string(i) + ": start and goal are not two connected cells"};
    }
  }
  return Done{};
}

}  // namespace

TripDraw::TripDraw(const Map& map, std::uint64_t seed) : map_(&map), seed_(seed) {
  const Grid& grid = map.grid();
  std::uint32_t count = 0;
  before_row_.reserve(static_cast<std::size_t>(grid.height()) + 1);
  for (int y = 0; y < grid.height(); ++y) {
    before_row_.push_back(count);
    const std::uint64_t* words = grid.row_words(y);
    for (std::size_t i = 0; i < grid.words_per_row(); ++i) count += static_cast<std::uint32_t>(std::popcount(words[i]));
  }
  before_row_.push_back(count);
}

Result<TripDraw> TripDraw::make(const Map& map, std::uint64_t seed) {
  TripDraw draw(map, seed);
  const auto fixed = draw.first_trip();
  if (!fixed) {
    return Error{ErrorCode::kUnsupported, "no two connected cells of the map are more than one move apart"};
  }
  draw.fixed_ = *fixed;
  return draw;
}

NodePair TripDraw::trip(std::uint64_t i) const {
  // Not the draws of random problems with the same seed, or bases would be measured on what they know by heart.
  Random random(Hash64(seed_).add("case base").add(i).value());
  for (int attempt = 0; attempt < kMaxDraws; ++attempt) {
    const NodeId start = cell(random);
    const NodeId goal = cell(random);
    if (map_->connected(start, goal) && !within_a_move(start, goal)) return {start, goal};
  }
  return fixed_;
}

NodeId TripDraw::cell(Random& random) const {
  std::uint32_t rank = random.below(before_row_.back());
  const auto row = std::upper_bound(before_row_.begin(), before_row_.end(), rank) - before_row_.begin() - 1;
  rank -= before_row_[static_cast<std::size_t>(row)];
  const std::uint64_t* word = map_->grid().row_words(static_cast<int>(row));
  int x = 0;
  for (;; ++word, x += 64) {
    const auto here = static_cast<std::uint32_t>(std::popcount(*word));
    if (rank < here) break;
    rank -= here;
  }
  std::uint64_t bits = *word;
  for (; rank > 0; --rank) bits &= bits - 1;
  return map_->grid().node(x + std::countr_zero(bits), static_cast<int>(row));
}

bool TripDraw::within_a_move(NodeId a, NodeId b) const {
  bool found = a == b;
  GridSpace(map_->grid(), map_->table()).for_each_edge(a, [&](NodeId to, Cost) { found |= to == b; });
  return found;
}

std::optional<NodePair> TripDraw::first_trip() const {
  const Grid& grid = map_->grid();
  const GridSpace space(grid, map_->table());
  std::optional<NodePair> trip;
  for (NodeId from = 0; from < grid.id_bound() && !trip; ++from) {
    if (!grid.passable(from)) continue;
    space.for_each_edge(from, [&](NodeId between, Cost) {
      space.for_each_edge(between, [&](NodeId to, Cost) {
        if (!trip && !within_a_move(from, to)) trip = NodePair{from, to};
      });
    });
  }
  return trip;
}

Result<std::unique_ptr<ItemBuild>> make_case_build(const Map& map, const CaseBuildOptions& options) {
  if (map.rules().neighbours == Neighbours::kSix) {
    return Error{ErrorCode::kUnsupported, "case bases need a grid of 4 or 8 neighbours, not hexagons"};
  }
  if (options.fragments && options.paper != CasePaper::k2010) {
    return Error{ErrorCode::kUnsupported, "records of kind knn-2009 have no fragments"};
  }
  Plan plan{&map,
            options.records,
            options.seed,
            options.paper,
            options.fragments,
            {options.pairs.begin(), options.pairs.end()},
            {}};
  if (!plan.pairs.empty()) {
    if (auto fits = check_pairs(map, plan.pairs); !fits) return fits.error();
    plan.records = plan.pairs.size();
  }
  if (plan.records > CaseBase::kMaxRecords) {
    return Error{ErrorCode::kOutOfRange, "records must be at most " + std::to_string(CaseBase::kMaxRecords)};
  }
  if (plan.pairs.empty() && plan.records > 0) {
    auto draw = TripDraw::make(map, options.seed);
    if (!draw) return draw.error();
    plan.draw = *std::move(draw);
  }
  return std::unique_ptr<ItemBuild>(std::make_unique<CaseBuild>(std::move(plan)));
}

}  // namespace waymark
