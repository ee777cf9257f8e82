#include "lab/run/chase.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "base/hash.hpp"
#include "base/thousandths.hpp"
#include "waymark/agent/path_agent.hpp"
#include "waymark/search/a_star.hpp"
#include "waymark/search/heuristic.hpp"

namespace waymark {
namespace {

constexpr std::uint32_t kWholeMove = 1'000;
constexpr std::array<std::string_view, 3> kChaseNames{"walk", "wander", "flee"};  // in the order of ChaseKind

// On an empty map.
Cost empty_distance(const Map& map, NodeId from, NodeId to) {
  if (map.rules().neighbours == Neighbours::kSix) {
    return HexHeuristic(map.grid(), to, map.rules().costs.cardinal)(from);
  }
  return GridHeuristic<OctileDistance>(map.grid(), to, octile_distance(map.rules()))(from);
}

std::uint64_t seed_of(NodeId start, NodeId goal) { return Hash64().add(start).add(goal).value(); }

}  // namespace

Result<ChaseRule> parse_chase(std::string_view text) {
  ChaseRule rule;
  const std::size_t colon = text.find(':');
  const std::string_view kind = text.substr(0, colon);
  const auto* const found = std::find(kChaseNames.begin(), kChaseNames.end(), kind);
  bool good = found != kChaseNames.end();
  if (good) rule.kind = static_cast<ChaseKind>(found - kChaseNames.begin());
  if (colon != std::string_view::npos) {
    const std::optional<std::int64_t> speed = parse_thousandths(text.substr(colon + 1));
    good = good && speed && *speed <= ChaseRule::kMostSpeed;
    if (good) rule.speed = static_cast<std::uint32_t>(*speed);
  }
  if (good) return rule;
  return Error{
      ErrorCode::kBadFormat,
      "a chase is walk, wander or flee, or with a speed from 0 to 10 as flee:0.8, not '" + std::string(text) + "'"};
}

MovingGoal::MovingGoal(const Map& map, const ChaseRule& rule, NodeId start, NodeId goal)
    : map_(&map), rule_(rule), position_(goal), random_(seed_of(start, goal)), ends_{start, goal} {
  if (rule.way) ends_ = {map.grid().node(rule.way->from), map.grid().node(rule.way->to)};
  if (rule.kind == ChaseKind::kFlee) return;
  AStarOptions search;
  search.store = StoreKind::kSparse;  // of what it touches, not of the map
  walker_ = make_path_agent(map, make_a_star(map, search).value(), {.replan = Replan::kBroken});
}

void MovingGoal::move(NodeId hunter) {
  for (credit_ += rule_.speed; credit_ >= kWholeMove && position_ != hunter; credit_ -= kWholeMove) {
    const NodeId next = rule_.kind == ChaseKind::kFlee ? farthest_from(hunter) : next_of_walk();
    if (next != position_) ++moves_;
    position_ = next;
  }
}

NodeId MovingGoal::farthest_from(NodeId hunter) const {
  NodeId best = position_;
  if (!map_->grid().passable(position_)) return best;
  Cost most = empty_distance(*map_, position_, hunter);
  map_->space().for_each_edge(position_, [&](NodeId to, Cost) {
    const Cost distance = empty_distance(*map_, to, hunter);
    if (distance <= most) return;
    most = distance;
    best = to;
  });
  return best;
}

NodeId MovingGoal::next_of_walk() {
  if (walker_->status() != Status::kInProgress && walker_->reset(position_, next_end()) != Status::kInProgress) {
    return position_;
  }
  return walker_->step().position;
}

NodeId MovingGoal::next_end() {
  if (rule_.kind == ChaseKind::kWander) return draw_end();
  for (std::size_t tries = 0; tries < ends_.size(); ++tries) {
    const NodeId end = ends_[next_end_];
    next_end_ = (next_end_ + 1) % ends_.size();
    if (end != position_ && map_->connected(position_, end)) return end;
  }
  return position_;
}

NodeId MovingGoal::draw_end() {
  constexpr int kMostDraws = 100;
  const Grid& grid = map_->grid();
  for (int i = 0; i < kMostDraws; ++i) {
    const NodeId end = grid.node(random_.between(0, grid.width() - 1), random_.between(0, grid.height() - 1));
    if (end != position_ && map_->connected(position_, end)) return end;
  }
  return position_;
}

}  // namespace waymark
