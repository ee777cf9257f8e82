// A unit that moves: on every step it plans a bounded amount and walks at most one cell.
//
// Work units are the law. Every agent says in its header what it charges (expansions, learning, tracing back) and never
// spends more than bound() units, or the step's budget, on any step.
//
// Threads: an agent is used by one thread at a time. Any number of agents, each with a thread of its own, may share a
// Map and databases while nobody edits the map: agents only read them. Edits are made between steps, and no agent steps
// meanwhile.
#pragma once

#include <cstdint>
#include <memory>

#include "waymark/base/budget.hpp"
#include "waymark/base/status.hpp"
#include "waymark/base/types.hpp"
#include "waymark/base/work.hpp"
#include "waymark/space/map.hpp"

namespace waymark {

struct AgentStep {
  Status status;           // kInProgress: goes on; kSolved: stands on the goal
  NodeId position;         // where the agent stands after the step
  std::uint64_t work;      // units spent on this step
  std::uint64_t expanded;  // states expanded on this step
};

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
  //   kUnreachable  found in constant time; one of the two is blocked, or there is no way
  //   kBadId        one of the two is no cell of the map: the agent stays where it was, without a problem
  // A goal that an edit of the map cuts off is answered kUnreachable on the next step. After other edits the agent goes
  // on from where it stands; if a cell became passable it forgets what it learned, for that may be too much now.
  Status reset(NodeId start, NodeId goal, Learning learning = Learning::kForget);

  // With less than smallest_budget() units nothing is done: the answer is kBudgetTooSmall, status() stays as it is, and
  // a step with more goes on. A deadline is heeded by agents that slice a search (TBA*, TB(WA*), whole-path searches);
  // for the others the units alone are the bound.
  AgentStep step(const Budget& budget = kUnlimited);

  [[nodiscard]] NodeId position() const { return position_; }
  [[nodiscard]] NodeId goal() const { return goal_; }
  [[nodiscard]] Status status() const { return status_; }
  // Since the reset.
  [[nodiscard]] const Work& work() const { return work_; }

  // No step spends more units than this, whatever the map; kUnbounded for searches that plan the whole path at once.
  [[nodiscard]] virtual std::uint64_t bound() const = 0;
  // Below this budget the agent could not even do its smallest useful step.
  [[nodiscard]] virtual std::uint64_t smallest_budget() const { return bound(); }
  static constexpr std::uint64_t kUnbounded = ~std::uint64_t{0};

  // What this agent holds in memory: itself and all that it owns, as asked of the allocator. Neither databases nor the
  // map, nor what is derived from that (Map::derived_bytes).
  [[nodiscard]] virtual std::uint64_t bytes() const = 0;

  // What the agent thinks the way from `node` costs at least, learning included; 0 for those that do not learn, and of
  // what is no cell of the map.
  [[nodiscard]] Cost heuristic(NodeId node) const { return map_->grid().contains(node) ? h_of(node) : 0; }

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

  // Whether a cell may have become passable since `epoch`.
  [[nodiscard]] bool freed_since(std::uint64_t epoch) const;

 private:
  // work_ counts on from what it is.
  virtual void begin(NodeId start, NodeId goal, Learning learning) = 0;
  // The map was edited since `epoch`, under the walking agent. By default it begins again where it stands.
  virtual void edited(std::uint64_t epoch);
  // Called while the agent is not on its goal and can reach it.
  virtual Plan plan(const Budget& budget) = 0;
  // Of a cell of the map.
  [[nodiscard]] virtual Cost h_of(NodeId /*node*/) const { return 0; }

  const Map* map_;
  std::uint64_t epoch_ = 0;      // of the map, as the agent knows it
  NodeId begun_goal_ = kNoNode;  // what was learned is for this one
  NodeId position_ = kNoNode;
  NodeId goal_ = kNoNode;
  Status status_ = Status::kUnreachable;
  std::uint64_t smallest_budget_ = 0;  // asked once per reset, not once per step
};

using AgentPtr = std::unique_ptr<Agent>;

}  // namespace waymark
