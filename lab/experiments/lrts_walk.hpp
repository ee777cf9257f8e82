// Walks of LRTS to their end, and what its searches look at.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lab/run/optimal_length.hpp"
#include "waymark/agent/lrts.hpp"
#include "waymark/base/assert.hpp"
#include "waymark/space/grid_space.hpp"

namespace waymark {

// The states within some moves of one, by moves alone: those that a search of LRTS generates.
class LookaheadArea {
 public:
  LookaheadArea(const Map& map, NodeId goal)
      : space_(map.grid(), map.table()), goal_(goal), seen_by_(space_.id_bound()) {}

  void search(NodeId s, std::uint32_t d) {
    ++searches_;
    states_.assign(1, s);
    seen_by_[s] = searches_;
    looks_ += 1;
    std::size_t from = 0;
    for (std::uint32_t ply = 0; ply < d; ++ply) {
      for (const std::size_t end = states_.size(); from < end; ++from) {
        const NodeId node = states_[from];
        if (node == goal_) continue;  // no search looks beyond it
        space_.for_each_edge(node, [&](NodeId to, Cost) {
          ++looks_;
          if (seen_by_[to] == searches_) return;
          seen_by_[to] = searches_;
          states_.push_back(to);
        });
      }
    }
  }

  // Of the last search, by plies; s is the first.
  [[nodiscard]] std::span<const NodeId> states() const { return states_; }
  // Of all searches: s, and each successor of each state but the last ply's, however often one was seen.
  [[nodiscard]] std::uint64_t looks() const { return looks_; }

 private:
  GridSpace space_;
  NodeId goal_;
  std::uint32_t searches_ = 0;
  std::vector<std::uint32_t> seen_by_;  // by id: the last search that came there
  std::vector<NodeId> states_;
  std::uint64_t looks_ = 0;
};

// `positions` becomes the states walked through, the start first. Calls on_step(from, step) after each step. The goal
// can be reached; LRTS moves on every step.
template <class OnStep>
void walk_to(Agent& agent, NodeId start, NodeId goal, std::vector<NodeId>& positions, OnStep&& on_step) {
  constexpr std::size_t kTooMany = 1'000'000'000;  // LRTS always arrives: this is a fault
  positions.assign(1, start);
  agent.reset(start, goal);
  while (agent.status() != Status::kSolved) {
    const AgentStep step = agent.step();
    WAYMARK_ASSERT(step.position != positions.back() && positions.size() < kTooMany);
    on_step(positions.back(), step);
    positions.push_back(step.position);
  }
}

}  // namespace waymark
