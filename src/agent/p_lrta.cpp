#include "waymark/agent/p_lrta.hpp"

#include <algorithm>

#include "agent/best_move.hpp"
#include "agent/learned_heuristic.hpp"
#include "agent/rows.hpp"
#include "agent/update_queue.hpp"
#include "waymark/base/heap_bytes.hpp"
#include "waymark/base/inline.hpp"
#include "waymark/space/grid_space.hpp"

namespace waymark {
namespace {

class PLrta final : public Agent {
 public:
  PLrta(const Map& map, std::uint32_t n)
      : Agent(map), h_(map), best_move_(map, 1, 1), queue_(map.memory(), n), updates_per_move_(n) {}

  [[nodiscard]] std::uint64_t plan_bound() const override { return 2 * updates_per_move_ + 3; }
  [[nodiscard]] std::uint64_t smallest_plan() const override { return kUpdate; }
  [[nodiscard]] std::uint64_t bytes() const override { return sizeof(*this) + heap_bytes_of(h_, queue_); }

 private:
  using OneMoveAhead = BestMove<SecondBest::kNo>;
  static constexpr std::uint64_t kUpdate = 2;  // the most an update costs
  static constexpr std::uint64_t kLook = 1;

  [[nodiscard]] Cost h_of(NodeId node) const override { return h_(node); }
  void begin(NodeId, NodeId goal, Learning learning) override {
    h_.set_goal(goal, learning == Learning::kKeep);
    queue_.clear();
  }
  void rest() override { queue_.clear(); }
  void edited(std::span<const Grid::Change> changes) override { learn_of_edits(h_, changes); }
  void retargeted(NodeId old_goal) override { h_.move_goal(goal(), short_way(old_goal, goal())); }

  Plan plan(const Budget& budget) override {
    const NodeId s = position();
    OneMoveAhead::Choice best = best_move(s);
    std::uint64_t work = kLook;
    if (learn(s, best)) ++work;
    bool raised = false;
    for (std::uint64_t i = 0; i < updates_per_move_ && !queue_.empty() && work + kUpdate + kLook <= budget.units; ++i) {
      const NodeId queued = queue_.pop();
      work += kLook;
      if (queued == goal() || !map().grid().passable(queued)) continue;  // since it was queued
      const OneMoveAhead::Choice choice = best_move(queued);
      if (choice.moves == 0 || !learn(queued, choice)) continue;
      raised = true;
      ++work;
    }
    if (raised) {
      best = best_move(s);
      work += kLook;
    }
    work_.peak_states = std::max(work_.peak_states, h_.states() + queue_.size());
    return {best_move_.space().step(s, best.direction), work};
  }

  WAYMARK_NEVER_INLINE OneMoveAhead::Choice best_move(NodeId s) {
    ++work_.expanded;
    return best_move_(s, h_);
  }

  // Whether h(s) rose.
  WAYMARK_ALWAYS_INLINE bool learn(NodeId s, const OneMoveAhead::Choice& best) {
    const auto value = static_cast<Cost>(std::min<std::uint64_t>(best.f, kMaxHeuristic));
    if (value <= best.h) return false;
    h_.raise(s, best.h, value, work_);
    best_move_.space().for_each_successor(s, GridSpace::kNoArrival, [&](NodeId to, Cost, std::uint8_t) {
      if (to == goal()) return;
      queue_.add(to, value - best.h);
      ++work_.generated;
    });
    return true;
  }

  LearnedHeuristic h_;
  OneMoveAhead best_move_;
  UpdateQueue queue_;
  std::uint64_t updates_per_move_;
};

constexpr std::tuple kPLrtaParameters{
    whole<&PLrtaOptions::n>("N", "N", "size of the queue and queued updates per move", 1, 1000)};

}  // namespace

Result<AgentPtr> make_p_lrta(const Map& map, const PLrtaOptions& options) {
  if (auto fits = LearnedHeuristic::check(map.rules()); !fits) return fits.error();
  if (auto good = check_options(options, kPLrtaParameters); !good) return good.error();
  return AgentPtr(std::make_unique<PLrta>(map, options.n));
}

constinit const AlgorithmInfo rows::kPLrta = agent_row<PLrtaOptions, kPLrtaParameters, make_p_lrta>(
    {.key = "p-lrta",
     .title = "P LRTA*",
     .family = kRealTime,
     .citation = "Rayner et al. 2007",
     .summary = "LRTA* that spreads what it learned, largest rise first",
     .real_time = true});

}  // namespace waymark
