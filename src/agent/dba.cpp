#include "waymark/agent/dba.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <span>
#include <string>

#include "agent/lent_agent.hpp"
#include "agent/region_routes.hpp"
#include "agent/rows.hpp"
#include "agent/workspace.hpp"
#include "subgoals/climb_check.hpp"
#include "subgoals/hill_climb.hpp"
#include "waymark/hierarchy/corridor.hpp"
#include "waymark/search/heuristic.hpp"

namespace waymark {
namespace {

constexpr std::uint32_t kMostSkipped = 8;

class Dba final : public Agent {
 public:
  Dba(const Map& map, const DbaOptions& options)
      : Agent(map),
        routes_(&map.derived<RegionRoutes>()),
        climber_(map),
        fallback_(&lent_tb_wa()),
        skip_(static_cast<std::uint8_t>(options.skip)),
        trim_(static_cast<std::uint8_t>(options.trim)) {
    fallback_.kind()->prepare();
  }

  [[nodiscard]] std::uint64_t plan_bound() const override {
    return most_to_choose() + std::max<std::uint64_t>(1, fallback_.kind()->bound);
  }
  [[nodiscard]] std::uint64_t smallest_plan() const override {
    return std::max<std::uint64_t>(1, fallback_.kind()->smallest);
  }
  [[nodiscard]] std::uint64_t bytes() const override { return sizeof(*this) + fallback_.bytes(); }

 private:
  using Slot = RegionRoutes::Slot;
  enum class Stage : std::uint8_t { kChoose, kLeg, kFallback };
  // Where a leg leads.
  enum class Aim : std::uint8_t {
    kGoal,
    kRepresentative,  // of slot_
    kSubgoal,         // of the edge from slot_: the one before `subgoal_`
    kCell,            // any
  };

  static constexpr std::uint32_t kCutoff = 250;      // steps of a check
  static constexpr std::uint32_t kLocalCutoff = 64;  // of a search's path
  static constexpr std::uint32_t kMostHops = 512;    // of an old row
  static constexpr std::uint32_t kMostStuck = 2;     // legs
  static constexpr std::uint64_t kRegionUnits = 16;
  static constexpr int kCloseGoal = 48;               // cells
  static constexpr std::uint64_t kHardlyLonger = 32;  // by a 32nd

  // The goal, the first subgoal and the representative are checked, and those that might be skipped.
  [[nodiscard]] std::uint64_t most_to_choose() const {
    return kRegionUnits + kMostHops / 10 + 1 + 3 * ClimbCheck::units(kCutoff) + most_to_skip() +
           SectorSearch::kMostExpansions + 11 * ClimbCheck::units(kLocalCutoff);
  }

  void begin(NodeId, NodeId, Learning) override {
    fallback_.dismiss();
    start_anew();
  }
  void start_anew() {
    stuck_ = 0;
    version_ = 0;
    is_on_record_ = false;
    is_near_ = false;
    stage_ = Stage::kChoose;
  }
  void prepare_workspace() const override { fallback_.kind()->prepare(); }
  void rest() override { fallback_.dismiss(); }
  void edited(std::span<const Grid::Change> /*changes*/) override {
    if (fallback_.is_here()) tell_edits_to(*fallback_);
  }
  // A leg to somewhere else is walked to its end.
  void retargeted(NodeId /*old_goal*/) override {
    const bool goes_on = stage_ == Stage::kLeg && aim_ != Aim::kGoal;
    if (fallback_.is_here()) fallback_->retarget(goal());
    if (stage_ == Stage::kFallback) {
      version_ = 0;
      return;
    }
    start_anew();
    if (goes_on) {
      aim_ = Aim::kCell;
      stage_ = Stage::kLeg;
    }
  }

  Plan plan(const Budget& budget) override {
    if (stage_ == Stage::kLeg && position() != target_) {
      std::uint64_t spent = 1;
      if (to_walk_ != 0 && --to_walk_ == 0) spent += look_ahead(budget.units);
      const std::uint8_t direction = way_on();
      if (direction != kNoDirection) return walk(direction, spent);
      if (spent > 1) return {position(), spent};  // an edit: on the next step
    }
    return think(budget);
  }
  // Of hill-climbing, on a leg.
  [[nodiscard]] std::uint8_t way_on() const {
    return climber_.best_direction(position(), map().grid().cell(position()), target_cell_);
  }
  Plan walk(std::uint8_t direction, std::uint64_t spent) {
    ++work_.expanded;
    return {climber_.step(position(), direction), spent};
  }

  Plan think(const Budget& budget) {
    const std::uint64_t units = std::min(budget.units, plan_bound());
    std::uint64_t left = units;
    for (;;) {
      switch (stage_) {
        case Stage::kLeg: {
          if (position() == target_) {
            arrived();
            break;
          }
          const std::uint8_t direction = way_on();
          if (direction == kNoDirection) {
            got_stuck();
            break;
          }
          if (left == 0) return {position(), units};
          return walk(direction, units - left + 1);
        }
        case Stage::kChoose:
          if (left < most_to_choose() + 1) {
            if (left < units) return {position(), units - left};  // on the next step
            fall_back();
            break;
          }
          choose(left);
          break;
        case Stage::kFallback: {
          if (left >= most_to_choose() + 1 && may_know_now()) {
            fallback_.dismiss();
            start_anew();
            break;
          }
          if (!fallback_.is_here() && !call_fallback()) return {position(), units - left + 1, Status::kOutOfRoom};
          if (left < fallback_.kind()->smallest) return {position(), units - left};
          Plan made = step_of_fallback({left, budget.deadline});
          made.work += units - left;
          return made;
        }
      }
    }
  }

  void arrived() {
    is_on_record_ = aim_ == Aim::kRepresentative || aim_ == Aim::kSubgoal;
    if (aim_ == Aim::kRepresentative) subgoal_ = 0;
    stage_ = Stage::kChoose;
  }
  void got_stuck() {
    is_on_record_ = false;
    if (++stuck_ < kMostStuck) {
      stage_ = Stage::kChoose;
    } else {
      fall_back();
      version_ = routes_->version();
    }
  }
  void fall_back() {
    work_.fell_back = 1;
    stage_ = Stage::kFallback;
    version_ = 0;
    waits_for_row_ = false;
  }
  // In the fallback's stage: another database may know the way, or this one with another row, or if there was no time
  // to ask it.
  [[nodiscard]] bool may_know_now() const {
    if (!routes_->is_consistent()) return false;
    return version_ != routes_->version() || (waits_for_row_ && routes_->is_right(goal_slot_));
  }

  // Whether hill-climbing arrives.
  bool reaches(NodeId to, std::uint32_t cutoff, std::uint64_t& left) {
    const HillClimber::Climb climb = climber_.climb(position(), to, cutoff);
    work_.climb_steps += ClimbCheck::steps_of(climb, cutoff);
    left -= ClimbCheck::units(climb.steps);
    return climb.arrived;
  }
  // Whether it does by a way that is hardly longer than a straight one.
  bool reaches_well(NodeId to, std::uint64_t& left) {
    const Cell from = map().grid().cell(position());
    const Cell at = map().grid().cell(to);
    const Cost straight = octile_distance(map().rules()).distance(std::abs(from.x - at.x), std::abs(from.y - at.y));
    const HillClimber::Climb climb = climber_.climb_along(position(), to, kCutoff, straight / kHardlyLonger);
    work_.climb_steps += ClimbCheck::steps_of(climb, kCutoff);
    left -= ClimbCheck::units(climb.steps);
    return climb.arrived;
  }
  void head_for(NodeId target, Aim aim) {
    target_ = target;
    target_cell_ = map().grid().cell(target);
    aim_ = aim;
    stage_ = Stage::kLeg;
    to_walk_ = 0;
    work_.peak_states = std::max<std::uint64_t>(work_.peak_states, 1 + kDirections);  // itself and its neighbours
  }
  void head_for_region(Slot slot) {
    slot_ = slot;
    head_for(routes_->representative(map().grid(), slot), Aim::kRepresentative);
    if (trim_ == 0) return;
    const Cell at = map().grid().cell(position());
    const int moves = std::max(std::abs(target_cell_.x - at.x), std::abs(target_cell_.y - at.y)) - trim_;
    if (moves > 0) to_walk_ = static_cast<std::uint16_t>(moves);
  }

  // The next leg. `left` is enough for it.
  void choose(std::uint64_t& left) {
    const Grid& grid = map().grid();
    ++work_.database_queries;
    if (reaches_well(goal(), left)) return head_for(goal(), Aim::kGoal);
    // A leg that an edit ended may lie outside.
    is_near_ = is_near_ && InWindow{&grid, near()}(position());
    if (is_near_) return search_for(goal(), near(), left);
    if (!routes_->is_consistent()) return fall_back();
    if (version_ != routes_->version() || !is_on_record_) {
      left -= kRegionUnits;
      if (version_ != routes_->version()) stuck_ = 0;
      find_regions();
    }
    if (slot_ == RegionRoutes::kNoSlot || goal_slot_ == RegionRoutes::kNoSlot) return give_up();
    if (is_beside_goal()) {
      set_near();
      return search_for(goal(), near(), left);
    }
    const std::uint8_t edge = is_on_record_ && subgoal_ != 0 ? edge_ : routes_->next(slot_, goal_slot_);
    if (!leads_to_goal(left)) {
      give_up();
      waits_for_row_ = !routes_->is_right(goal_slot_);
      return;
    }
    if (skip(left)) return;
    const RegionRoutes::Leg leg = routes_->leg(slot_, edge);
    if (!is_on_record_) {
      const NodeId own = routes_->representative(grid, slot_);
      if (position() != own) {
        const NodeId first = leg.subgoals.empty() ? routes_->representative(grid, leg.to) : leg.subgoals.front();
        if (!reaches(first, kCutoff, left)) {
          return reaches(own, kCutoff, left) ? head_for(own, Aim::kRepresentative)
                                             : search_for(own, routes_->area_around(grid, position()), left);
        }
      }
      subgoal_ = 0;
    }
    if (subgoal_ == leg.subgoals.size()) return head_for_region(leg.to);
    edge_ = edge;
    head_for(leg.subgoals[subgoal_++], Aim::kSubgoal);
  }
  // Of the unit and the goal, by the routes as they are now. An edit that did not touch the record on which it stands
  // leaves it there.
  void find_regions() {
    const Grid& grid = map().grid();
    version_ = routes_->version();
    goal_slot_ = routes_->slot_of(grid, goal());
    if (is_on_record_ && subgoal_ != 0 && goal_slot_ != RegionRoutes::kNoSlot) {
      const auto subgoals = routes_->leg(slot_, edge_).subgoals;
      if (subgoal_ <= subgoals.size() && subgoals[subgoal_ - 1u] == position() &&
          routes_->next(slot_, goal_slot_) == edge_) {
        return;
      }
    }
    const bool was_on_representative = is_on_record_ && subgoal_ == 0;
    slot_ = routes_->slot_of(grid, position());
    is_on_record_ = was_on_representative && is_representative(position(), slot_);
  }
  [[nodiscard]] bool is_representative(NodeId cell, Slot slot) const {
    return slot != RegionRoutes::kNoSlot && routes_->representative(map().grid(), slot) == cell;
  }
  void give_up() {
    fall_back();
    version_ = routes_->version();
  }

  // Whether the goal's region is the unit's own, or touches it.
  [[nodiscard]] bool is_beside_goal() const {
    if (is_on_record_ && subgoal_ != 0) return false;
    if (slot_ == goal_slot_) return true;
    // Who touches has an edge, and that is mostly the way.
    return routes_->leg(slot_, routes_->next(slot_, goal_slot_)).to == goal_slot_;
  }
  // The rectangle of a search for the goal: the two sectors in the middle of it. It stays the same until the goal is
  // reached, so that each search finds less left than the one before.
  void set_near() {
    const Grid& grid = map().grid();
    const Rect both = bounding(routes_->area_around(grid, position()), routes_->area_around(grid, goal()));
    near_x_ = static_cast<std::int16_t>(both.x - (SectorSearch::kSide - both.width) / 2);
    near_y_ = static_cast<std::int16_t>(both.y - (SectorSearch::kSide - both.height) / 2);
    is_near_ = true;
  }
  [[nodiscard]] Rect near() const { return {near_x_, near_y_, SectorSearch::kSide, SectorSearch::kSide}; }

  // Whether the row of the goal's region ends there.
  bool leads_to_goal(std::uint64_t& left) const {
    std::uint32_t hops = 0;
    Slot at = slot_;
    const std::uint32_t most = routes_->is_right(goal_slot_) ? 1 : kMostHops;
    for (; at != goal_slot_ && at != RegionRoutes::kNoSlot && hops < most; ++hops) {
      at = routes_->leg(at, routes_->next(at, goal_slot_)).to;
    }
    left -= hops / 10 + 1;
    return most == 1 ? at != RegionRoutes::kNoSlot : at == goal_slot_;
  }
  [[nodiscard]] std::uint64_t most_to_skip() const { return std::uint64_t{skip_} * ClimbCheck::units(kCutoff); }
  // Past the next representatives, the further the better.
  bool skip(std::uint64_t& left) {
    std::array<Slot, kMostSkipped> ahead;
    std::size_t count = 0;
    for (Slot at = slot_; count < skip_ && at != goal_slot_; ++count) {
      at = routes_->leg(at, routes_->next(at, goal_slot_)).to;
      if (at == RegionRoutes::kNoSlot) break;
      ahead[count] = at;
    }
    for (; count > 0; --count) {
      if (!reaches(routes_->representative(map().grid(), ahead[count - 1]), kCutoff, left)) continue;
      head_for_region(ahead[count - 1]);
      return true;
    }
    return false;
  }

  // Shortly before a representative: turns off to the goal, or to a representative further on, if one is within reach.
  // The way to it is that of a row which is right, so that each is nearer to the goal. What it spends, of so many
  // units.
  std::uint64_t look_ahead(std::uint64_t units) {
    if (units < most_to_choose() + 1 || !routes_->is_consistent()) return 0;
    std::uint64_t left = units;
    if (version_ != routes_->version()) {
      left -= kRegionUnits;
      const Slot slot = routes_->slot_of(map().grid(), target_);
      if (!is_representative(target_, slot)) return units - left;  // where it arrives it looks for its region
      slot_ = slot;
      version_ = routes_->version();
      stuck_ = 0;
      goal_slot_ = routes_->slot_of(map().grid(), goal());
    }
    if (goal_slot_ == RegionRoutes::kNoSlot || !routes_->is_right(goal_slot_)) return units - left;
    const Cell here = map().grid().cell(position());
    const Cell there = map().grid().cell(goal());
    // One further away is looked for where the leg ends.
    const bool is_close = std::max(std::abs(here.x - there.x), std::abs(here.y - there.y)) <= kCloseGoal;
    if (is_close && reaches_well(goal(), left)) {
      head_for(goal(), Aim::kGoal);
      return units - left;
    }
    Slot at = slot_;
    for (std::uint32_t i = 0; i < std::max<std::uint32_t>(skip_, 1) && at != goal_slot_; ++i) {
      at = routes_->leg(at, routes_->next(at, goal_slot_)).to;
      if (at == RegionRoutes::kNoSlot || !reaches(routes_->representative(map().grid(), at), kCutoff, left)) break;
      head_for_region(at);
    }
    return units - left;
  }

  // A leg of the way to a cell, inside of an area.
  void search_for(NodeId to, const Rect& area, std::uint64_t& left) {
    auto& search = this_thread_workspace().get<SectorSearch>();
    const std::span<const NodeId> path = search.find(map(), area, position(), to);
    left -= search.expanded();
    work_.expanded += search.expanded();
    work_.peak_states = std::max(work_.peak_states, search.expanded());
    std::size_t reached = 0;  // cells
    for (std::size_t low = 1, high = path.size(); low <= high;) {
      const std::size_t middle = (low + high) / 2;
      if (reaches(path[middle - 1], kLocalCutoff, left)) {
        reached = middle;
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    if (reached == 0) return give_up();
    head_for(path[reached - 1], path[reached - 1] == to && to != goal() ? Aim::kRepresentative : Aim::kCell);
  }

  // False if there is no page for it.
  bool call_fallback() {
    if (!fallback_.call(map())) return false;
    fallback_->reset(position(), goal());
    return true;
  }
  Plan step_of_fallback(const Budget& budget) {
    const AgentStep step = fallback_->step(budget);
    count_work_of(fallback_, work_);
    const bool goes_on = step.status == Status::kSolved || step.status == Status::kInProgress;
    return {step.position, step.work, goes_on ? Status::kInProgress : step.status};
  }

  const RegionRoutes* routes_;
  HillClimber climber_;
  LentAgent<Work> fallback_;  // of its work, what is counted
  NodeId target_ = kNoNode;   // of a leg
  Cell target_cell_{};
  Slot slot_ = 0;  // the region whose representative is, or was, reached, or the unit's own
  Slot goal_slot_ = 0;
  std::uint32_t version_ = 0;  // of the routes, for the two above; 0: none
  std::uint16_t subgoal_ = 0;  // of the edge from slot_: those before are reached
  std::uint8_t edge_ = 0;      // that one, if subgoal_ is not 0
  std::uint8_t skip_;
  std::uint8_t trim_;
  std::uint16_t to_walk_ = 0;  // moves, before it looks ahead; 0: it does not
  std::uint8_t stuck_ = 0;     // legs, since there were other routes
  std::int16_t near_x_ = 0;    // of the rectangle in which a goal nearby is searched for
  std::int16_t near_y_ = 0;
  bool is_near_ = false;  // it is
  Stage stage_ = Stage::kChoose;
  Aim aim_ = Aim::kCell;
  bool waits_for_row_ = false;  // in the fallback's stage
  bool is_on_record_ = false;   // the unit stands on the representative of slot_, or on a subgoal behind it
};

constexpr std::tuple kDbaParameters{
    whole<&DbaOptions::skip>("skip", "", "regions ahead whose representative is headed for if it is within reach", 0,
                             kMostSkipped),
    whole<&DbaOptions::trim>("trim", "", "moves before a representative at which it looks for one further on", 0, 16)};

// As its sectors know it now.
std::uint32_t regions_of(const Map& map) {
  const auto& sectors = map.derived<Sectors>({RegionRoutes::kSector});
  std::uint32_t sum = 0;
  for (std::uint32_t sector = 0; sector < sectors.sectors(); ++sector) sum += sectors.record(sector).regions();
  return sum;
}

}  // namespace

Result<AgentPtr> make_dba(const Map& map, const DbaOptions& options) {
  if (auto fits = Sectors::check(map.rules()); !fits) return fits.error();
  if (auto good = check_options(options, kDbaParameters); !good) return good.error();
  if (const std::uint32_t regions = regions_of(map); regions > RegionRoutes::kMostRegions) {
    return Error{ErrorCode::kTooLarge, "the map has " + std::to_string(regions) +
                                           " regions; dba has a table of all pairs, for at most " +
                                           std::to_string(RegionRoutes::kMostRegions)};
  }
  return AgentPtr(std::make_unique<Dba>(map, options));
}

constinit const AlgorithmInfo rows::kDba = agent_row<DbaOptions, kDbaParameters, make_dba>(
    {.key = "dba",
     .title = "DBA*",
     .family = kHierarchical,
     .citation = "Lee & Lawrence 2013",
     .summary = "walks by hill-climbing along stored ways between the regions of sectors",
     .real_time = true});

}  // namespace waymark
