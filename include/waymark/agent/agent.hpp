// A unit that moves: on every step it plans a bounded amount and walks at most one cell.
//
// Work units are the law. Every agent says in its header what it charges (expansions, learning, tracing back) and never
// spends more than bound() units, or the step's budget, on any step.
//
// Threads: an agent is used by one thread at a time. Any number of agents, each with a thread of its own, may share a
// Map and databases while nobody edits the map: agents only read them. Edits are made between steps, and no agent steps
// meanwhile.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>

#include "waymark/base/budget.hpp"
#include "waymark/base/status.hpp"
#include "waymark/base/types.hpp"
#include "waymark/base/work.hpp"
#include "waymark/space/map.hpp"

namespace waymark {

struct AgentStep {
  Status status;           // what status() says after the step, or kBudgetTooSmall
  NodeId position;         // where the agent stands after the step
  std::uint64_t work;      // units spent on this step
  std::uint64_t expanded;  // states expanded on this step
};

class PathFinder;

// What an agent keeps from one trial to the next. With another goal it always forgets.
enum class Learning : std::uint8_t { kForget, kKeep };

class Agent {
 public:
  virtual ~Agent() = default;
  Agent(const Agent&) = delete;
  Agent& operator=(const Agent&) = delete;

  // Puts the agent on `start` and returns its status():
  //   kInProgress   it can go
  //   kSolved       the start is the goal
  //   kUnreachable  found in constant time: the goal is blocked, or there is no way to it now
  //   kBlocked      the start is blocked
  //   kBadId        one of the two is no cell of the map: the agent stays where it was, without a problem
  // None but kBadId is an end. A step on a map that was edited asks again, in constant time: an agent whose goal was
  // cut off, or whose own cell was blocked, stays where it is and goes on when the way opens. So does one that answered
  // kOutOfRoom, on every step: it needs pages, and the map's memory (Map::memory) is at its cap.
  //
  // An edit that does not concern the agent does not disturb it. What it learned is lowered only where a freed cell may
  // have made the way shorter; a path, subgoal or record is dropped only if the edit touches it.
  Status reset(NodeId start, NodeId goal, Learning learning = Learning::kForget);

  // Another goal for the agent where it stands: status() afterwards, as reset. What stays valid is kept, so that a goal
  // that moves by a cell or a few a step costs no fresh start each time.
  Status retarget(NodeId goal);

  // With less than smallest_budget() units nothing is done: the answer is kBudgetTooSmall, status() stays as it is, and
  // a step with more goes on. A deadline is heeded by agents that slice a search (TBA*, TB(WA*), whole-path searches);
  // for the others the units alone are the bound.
  //
  // The first step on an edited map spends a unit on looking at what changed: fewer than 100 looks at the log, however
  // many edits there were, and at most 512 cells that a search may have touched, or 256 moves of a path. Where the
  // budget leaves too little to plan after that, the agent stands on this step and plans on the next, edited again or
  // not.
  AgentStep step(const Budget& budget = kUnlimited);

  [[nodiscard]] NodeId position() const { return position_; }
  [[nodiscard]] NodeId goal() const { return goal_; }
  [[nodiscard]] Status status() const { return status_; }
  // Since the reset.
  [[nodiscard]] const Work& work() const { return work_; }

  // No step spends more units than this, whatever the map, one of them on looking at edits; kUnbounded for searches
  // that plan the whole path at once, where only the step's budget is.
  [[nodiscard]] std::uint64_t bound() const {
    const std::uint64_t units = plan_bound();
    return units == kUnbounded ? kUnbounded : units + kEditUnits;
  }
  // Below this budget the agent could not even do its smallest useful step.
  [[nodiscard]] std::uint64_t smallest_budget() const { return smallest_plan(); }
  static constexpr std::uint64_t kUnbounded = ~std::uint64_t{0};

  // What plans need only while they plan is lent by the thread, one set of tables for all its agents. An agent takes
  // what its plans need on the thread that makes it; this does the same on the calling thread, so that no step of the
  // agent there takes more than pages of what it keeps. Without it the first plan on a thread that needs larger tables
  // than any before makes them. They are given back when the thread ends.
  void prepare_thread() const { prepare_workspace(); }

  // What this agent holds in memory: itself, all that it owns, and its pages of the map's memory. Neither databases nor
  // the map, nor what is derived from that (Map::derived_bytes), nor what the thread lends.
  [[nodiscard]] virtual std::uint64_t bytes() const = 0;
  // The most of that since the reset: now, when it arrived, or when its search was over.
  [[nodiscard]] std::uint64_t most_bytes() const { return std::max<std::uint64_t>(most_bytes_, bytes()); }

  // The whole-path search that walks as this agent (path_agent.hpp), for what it can tell; nullptr of all others.
  [[nodiscard]] virtual const PathFinder* finder() const { return nullptr; }

  // What the agent thinks the way from `node` costs at least, learning included; 0 for those that do not learn, and of
  // what is no cell of the map.
  [[nodiscard]] Cost heuristic(NodeId node) const;

 protected:
  explicit Agent(const Map& map) : map_(&map) {}
  [[nodiscard]] const Map& map() const { return *map_; }

  // What a plan does is charged here.
  struct Plan {
    NodeId next;  // where to stand now: the position or one step from it
    std::uint64_t work = 0;
    Status status = Status::kInProgress;  // other than in progress: the agent gives up with this
  };
  Work work_;

  // The cost of a way from `from` to `to`, both cells, if a short and simple one is found; kInfiniteCost otherwise.
  [[nodiscard]] Cost short_way(NodeId from, NodeId to) const;
  // Whether a plan for `aim`, where the goal was, is still as good as one for the goal: as long as the two are near
  // each other, compared with the way left.
  [[nodiscard]] bool serves(NodeId aim) const;
  // Of an agent that walks in place of this one: the most units of a step, if it is told of edits beforehand.
  static std::uint64_t plan_bound_of(const Agent& other) { return other.plan_bound(); }
  // For an agent that walks in place of this one, or may later: as if it had made a step.
  static void tell_edits_to(Agent& other) {
    if (other.has_begun_) other.tell_edits();
  }
  // Before an agent gives back much of what it holds.
  void note_bytes();
  // Whether no way through cells that `freed` made passable can be shorter than `length`, from `from` to the goal.
  [[nodiscard]] bool is_beside(const Grid::Change& freed, NodeId from, std::uint64_t length) const;

 private:
  // Looking at what changed since the last step.
  static constexpr std::uint64_t kEditUnits = 1;

  // The most units of a plan, and the fewest with which one can be made.
  [[nodiscard]] virtual std::uint64_t plan_bound() const = 0;
  [[nodiscard]] virtual std::uint64_t smallest_plan() const { return plan_bound(); }
  // There is a way. work_ counts on from what it is.
  virtual void begin(NodeId start, NodeId goal, Learning learning) = 0;
  // The map was edited under the agent: a few changes, oldest first, or a rectangle around many. In constant time.
  virtual void edited(std::span<const Grid::Change> changes) = 0;
  // goal() is now another one than `old_goal`.
  virtual void retargeted(NodeId old_goal) = 0;
  virtual void prepare_workspace() const {}
  // Called while the agent is not on its goal and can reach it.
  virtual Plan plan(const Budget& budget) = 0;
  // It has arrived: what only walking needs can be given back. In constant time.
  virtual void rest() {}
  // Of a cell of the map.
  [[nodiscard]] virtual Cost h_of(NodeId /*node*/) const { return 0; }

  [[nodiscard]] Status look() const;
  [[nodiscard]] bool can_go() const { return status_ == Status::kInProgress || status_ == Status::kSolved; }
  void set_out();
  void tell_edits();
  void arrive();

  const Map* map_;
  std::uint64_t epoch_ = 0;        // of the map for which status_ holds
  std::uint64_t known_epoch_ = 0;  // of the last edit that edited() was told of
  NodeId begun_goal_ = kNoNode;    // what was learned is for this one
  NodeId position_ = kNoNode;
  NodeId goal_ = kNoNode;
  Status status_ = Status::kBadId;
  Learning set_out_with_ = Learning::kForget;
  bool has_begun_ = false;             // not where there was no way since the reset
  bool owes_plan_ = false;             // the last step went on looking at edits
  std::uint32_t smallest_budget_ = 0;  // asked once per reset, not once per step
  std::uint32_t most_bytes_ = 0;       // as noted; no unit holds more than this can tell
};

using AgentPtr = std::unique_ptr<Agent>;

}  // namespace waymark
