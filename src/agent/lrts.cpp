#include "waymark/agent/lrts.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "agent/learned_heuristic.hpp"
#include "agent/lookahead_parameters.hpp"
#include "agent/rounding.hpp"
#include "agent/rows.hpp"
#include "agent/workspace.hpp"
#include "base/paged_table.hpp"
#include "base/thousandths.hpp"
#include "waymark/base/heap_bytes.hpp"

namespace waymark {
namespace {

constexpr std::uint64_t kNoLearningQuota = std::numeric_limits<std::uint64_t>::max();

class Lrts final : public Agent {
 public:
  Lrts(const Map& map, const LrtsOptions& options)
      : Agent(map),
        options_(options),
        h_(map),
        gamma_(thousandths_of(options.gamma)),
        bound_(TracedLookahead::bound(options.d) + 1 + options.d),
        trail_(map.memory(), kMaxLrtsTrail) {
    if (options.learning == LrtsLearning::kUniform) bound_ += InnerValues::bound(options.d);
    const auto quota = static_cast<std::uint64_t>(*to_thousandths(options.quota));
    if (quota != 0) quota_ = quota * map.rules().costs.cardinal / 1000;
    way_.reserve(options.d);
    prepared(this_thread_workspace());
  }

  [[nodiscard]] std::uint64_t plan_bound() const override { return bound_; }
  [[nodiscard]] std::uint64_t bytes() const override { return sizeof(*this) + heap_bytes_of(h_, way_, trail_); }

 private:
  [[nodiscard]] Cost h_of(NodeId node) const override { return h_(node); }
  void begin(NodeId, NodeId goal, Learning learning) override {
    h_.set_goal(goal, learning == Learning::kKeep);
    trail_.clear();
    trail_end_ = 0;
    trail_length_ = 0;
    learned_ = 0;
    way_.clear();
    going_back_ = false;
  }
  void edited(std::span<const Grid::Change> changes) override { learn_of_edits(h_, changes); }
  void retargeted(NodeId old_goal) override {
    // Without path-max a state learns nothing while one around it has too low a value for its own.
    const bool keeps = options_.path_max == PathMax::kOn;
    h_.move_goal(goal(), keeps ? short_way(old_goal, goal()) : kInfiniteCost);
  }

  void prepare_workspace() const override { prepared(this_thread_workspace()); }
  TracedLookahead& prepared(Workspace& workspace) const {
    if (options_.learning == LrtsLearning::kUniform) workspace.get<InnerValues>().prepare(options_.d);
    auto& lookahead = workspace.get<TracedLookahead>();
    lookahead.prepare(map(), options_.d, gamma_, options_.path_max);
    return lookahead;
  }

  Plan plan(const Budget&) override {
    // Where an edit blocked the way on or back, the agent looks again from where it stands.
    if (going_back_ && !can_go_back()) forget_trail();
    if (going_back_) return step_back(1);
    if (!way_.empty() && map().cost(position(), way_.back()) == kInfiniteCost) way_.clear();
    if (!way_.empty()) return step_on(1, false);

    const NodeId s = position();
    Workspace& workspace = this_thread_workspace();
    TracedLookahead& lookahead = prepared(workspace);
    lookahead.run(s, goal(), h_, depth_at(s));
    const auto frontier = lookahead.frontier();
    const FrontierState best = *std::min_element(frontier.begin(), frontier.end());
    std::uint64_t work = lookahead.expansions() + 1;
    work_.expanded += lookahead.expansions();
    work_.generated += lookahead.touched() - 1;

    const Cost before = h_(s);
    if (options_.learning == LrtsLearning::kUniform) {
      work += workspace.get<InnerValues>().run(map(), lookahead, gamma_, h_, work_);
    }
    h_.raise(s, rounded_up(best.f), work_);
    const Cost rise = h_(s) - before;
    work_.peak_states = std::max(work_.peak_states, lookahead.touched() + h_.states());

    learned_ += rise;
    if (learned_ > quota_) {
      learned_ = quota_;
      if (trail_length_ > 0 && !can_go_back()) forget_trail();
      if (trail_length_ > 0) return step_back(work);
    }
    lookahead.trace_back(best.node, [&](NodeId node) { way_.push_back(node); });
    work += way_.size();
    if (options_.search == LrtsSearch::kEveryMove) way_.erase(way_.begin(), way_.end() - 1);
    return step_on(work, true);
  }

  [[nodiscard]] std::uint32_t depth_at(NodeId s) const {
    const std::uint32_t told = options_.depths.empty() ? 0 : options_.depths[s];
    return told != 0 ? told : options_.d;
  }

  // `planned`: this is the first move of a plan.
  Plan step_on(std::uint64_t work, bool planned) {
    const NodeId next = way_.back();
    way_.pop_back();
    if (quota_ != kNoLearningQuota) {
      std::uint8_t move = 0;
      while (map().space().step(position(), move) != next) ++move;
      if (std::uint8_t* const place = trail_.at(trail_end_ % kMaxLrtsTrail); place != nullptr) {
        *place = static_cast<std::uint8_t>(move | (planned ? kPlanned : 0));
        ++trail_end_;
        trail_length_ = std::min(trail_length_ + 1, kMaxLrtsTrail);
      } else {
        trail_length_ = 0;  // the memory is at its cap: the way back is not known
      }
    }
    return {next, work};
  }

  [[nodiscard]] NodeId before() const {
    const std::uint8_t move = trail_.get((trail_end_ - 1) % kMaxLrtsTrail);
    return map().space().predecessor(position(), static_cast<std::uint8_t>(move & ~kPlanned));
  }
  [[nodiscard]] bool can_go_back() const { return map().cost(position(), before()) != kInfiniteCost; }
  void forget_trail() {
    trail_length_ = 0;
    going_back_ = false;
  }

  // One move towards the state where the last plan began.
  Plan step_back(std::uint64_t work) {
    const NodeId back = before();
    const std::uint8_t move = trail_.get(--trail_end_ % kMaxLrtsTrail);
    --trail_length_;
    going_back_ = (move & kPlanned) == 0 && trail_length_ > 0;
    return {back, work};
  }

  static constexpr std::uint8_t kPlanned = 0x80;

  LrtsOptions options_;
  LearnedHeuristic h_;
  std::uint32_t gamma_;  // in thousandths
  std::uint64_t bound_;
  PagedTable<std::uint8_t> trail_;  // a ring
  std::uint64_t quota_ = kNoLearningQuota;
  std::uint64_t learned_ = 0;  // since the reset, at most the quota
  std::vector<NodeId> way_;    // what is left of it, last state first
  std::uint32_t trail_end_ = 0;
  std::uint32_t trail_length_ = 0;
  bool going_back_ = false;
};

constexpr std::array<Choice<LrtsLearning>, 2> kLrtsLearning{
    {{"current", LrtsLearning::kCurrent}, {"uniform", LrtsLearning::kUniform}}};
constexpr std::array<Choice<LrtsSearch>, 2> kLrtsSearch{
    {{"frontier", LrtsSearch::kFrontier}, {"every-move", LrtsSearch::kEveryMove}}};
constexpr std::array<Choice<PathMax>, 2> kPathMax{{{"on", PathMax::kOn}, {"off", PathMax::kOff}}};

constexpr std::tuple kLrtsParameters{
    depth_parameter<&LrtsOptions::d>(),
    gamma_parameter<&LrtsOptions::gamma>(),
    number<&LrtsOptions::quota>(
        "T", "T", "learning quota in cardinal steps, after which the agent backtracks; 0 = no limit", 0, kMaxLrtsQuota),
    choice<&LrtsOptions::learning, kLrtsLearning>(
        "learning", "raise h of the agent's state, or of every inner state of the lookahead"),
    choice<&LrtsOptions::search, kLrtsSearch>("search",
                                              "walk to the frontier before the next search, or search on every move"),
    choice<&LrtsOptions::path_max, kPathMax>(
        "pathmax", "raise g + h along the branches of the lookahead; off needs search=frontier")};

}  // namespace

Result<AgentPtr> make_lrts(const Map& map, const LrtsOptions& options) {
  if (auto fits = LearnedHeuristic::check(map.rules()); !fits) return fits.error();
  if (auto good = check_options(options, kLrtsParameters); !good) return good.error();
  if (options.path_max == PathMax::kOff && options.search == LrtsSearch::kEveryMove) {
    return Error{ErrorCode::kUnsupported, "a search on every move needs path-max, or it may never arrive"};
  }
  if (!options.depths.empty()) {
    if (options.depths.size() != map.grid().id_bound() ||
        *std::max_element(options.depths.begin(), options.depths.end()) > options.d) {
      return Error{ErrorCode::kOutOfRange, "there must be a depth for every id of the map, each at most d"};
    }
  }
  return AgentPtr(std::make_unique<Lrts>(map, options));
}

constinit const AlgorithmInfo rows::kLrts =
    agent_row<LrtsOptions, kLrtsParameters, make_lrts>({.key = "lrts",
                                                        .title = "LRTS",
                                                        .family = kRealTime,
                                                        .citation = "Bulitko & Lee 2006",
                                                        .summary = "LRTA* that walks to the frontier and can backtrack",
                                                        .real_time = true});

}  // namespace waymark
