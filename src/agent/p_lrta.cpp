#include "waymark/agent/p_lrta.hpp"

#include <algorithm>
#include <array>

#include "waymark/agent/learned_heuristic.hpp"
#include "waymark/agent/update_queue.hpp"
#include "waymark/space/grid_space.hpp"

namespace waymark {
namespace {

class PLrta final : public Agent {
 public:
  PLrta(const Map& map, std::uint32_t n)
      : Agent(map), h_(map), space_(map.grid(), map.table()), queue_(n), updates_per_move_(n) {
    for (std::uint8_t d = 0; d < kDirections; ++d) direction_of_[d] = d;
    const auto& cost = map.table().cost;
    std::stable_sort(direction_of_.begin(), direction_of_.end(),
                     [&](std::uint8_t a, std::uint8_t b) { return cost[a] > cost[b]; });
    for (std::uint8_t rank = 0; rank < kDirections; ++rank) rank_[direction_of_[rank]] = rank;
  }

  [[nodiscard]] std::uint64_t bound() const override { return 2 * updates_per_move_ + 3; }
  [[nodiscard]] std::uint64_t smallest_budget() const override { return kUpdate; }
  [[nodiscard]] Cost heuristic(NodeId node) const override { return h_(node); }

 private:
  static constexpr std::uint64_t kUpdate = 2;  // the most an update costs
  static constexpr std::uint64_t kLook = 1;

  void begin(NodeId, NodeId goal, Learning learning) override {
    h_.set_goal(goal, learning == Learning::kKeep);
    queue_.clear();
  }

  Plan plan(const Budget& budget) override {
    const NodeId s = position();
    BestMove best = best_move(s);
    std::uint64_t work = kLook;
    if (learn(s, best.f)) ++work;
    bool raised = false;
    for (std::uint64_t i = 0; i < updates_per_move_ && !queue_.empty() && work + kUpdate + kLook <= budget.units; ++i) {
      const NodeId queued = queue_.pop();
      work += kLook;
      if (!learn(queued, best_move(queued).f)) continue;
      raised = true;
      ++work;
    }
    if (raised) {
      best = best_move(s);
      work += kLook;
    }
    work_.peak_states = std::max(work_.peak_states, h_.states() + queue_.size());
    return {space_.step(s, best.direction), work};
  }

  struct BestMove {
    std::uint64_t f;
    std::uint8_t direction;
  };
  // Lower f, then the dearer move, then the order of moves.
  BestMove best_move(NodeId s) {
    ++work_.expanded;
    const auto here = h_.at(s);
    std::uint64_t best = ~std::uint64_t{0};
    space_.for_each_successor(s, GridSpace::kNoArrival, [&](NodeId to, Cost edge, std::uint8_t direction) {
      best = std::min(best, ((std::uint64_t{edge} + h_.of(here, to, direction)) << 8u) | rank_[direction]);
    });
    return {best >> 8u, direction_of_[best & 7u]};
  }

  // Whether h(s) rose.
  bool learn(NodeId s, std::uint64_t f) {
    const Cost before = h_(s);
    const auto value = static_cast<Cost>(std::min<std::uint64_t>(f, kMaxHeuristic));
    if (value <= before) return false;
    h_.raise(s, before, value, work_);
    space_.for_each_successor(s, GridSpace::kNoArrival, [&](NodeId to, Cost, std::uint8_t) {
      if (to == goal()) return;
      queue_.add(to, value - before);
      ++work_.generated;
    });
    return true;
  }

  std::array<std::uint8_t, kDirections> direction_of_{};  // dearer moves first
  std::array<std::uint8_t, kDirections> rank_{};          // the inverse
  LearnedHeuristic h_;
  GridSpace space_;
  UpdateQueue queue_;
  std::uint64_t updates_per_move_;
};

}  // namespace

Result<AgentPtr> make_p_lrta(const Map& map, const PLrtaOptions& options) {
  if (!LearnedHeuristic::supports(map.rules())) {
    return Error{ErrorCode::kUnsupported, "real-time agents need a grid of 4 or 8 neighbours, not hexagons"};
  }
  if (options.n < 1 || options.n > 1000) return Error{ErrorCode::kOutOfRange, "N must be 1 to 1000"};
  return AgentPtr(std::make_unique<PLrta>(map, options.n));
}

}  // namespace waymark
