// The heuristic of a real-time agent: the distance on an empty map, raised where the agent learned better. One table
// per agent and goal; memory for the raised states only.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/paged_table.hpp"
#include "waymark/base/result.hpp"
#include "waymark/base/types.hpp"
#include "waymark/base/work.hpp"
#include "waymark/search/heuristic.hpp"
#include "waymark/space/map.hpp"

namespace waymark {

class LearnedHeuristic {
 public:
  explicit LearnedHeuristic(const Map& map)
      : map_(&map),
        initial_(map.grid(), map.grid().node(0, 0), octile_distance(map.rules())),
        learned_(map.grid().id_bound()) {}

  // Agents are for 4- and 8-neighbour grids.
  static Result<Done> check(const MoveRules& rules) {
    if (rules.neighbours != Neighbours::kSix) return Done{};
    return Error{ErrorCode::kUnsupported, "real-time agents need a grid of 4 or 8 neighbours, not hexagons"};
  }

  void set_goal(NodeId goal, bool keep_learned) {
    initial_ = GridHeuristic<OctileDistance>(map_->grid(), goal, octile_distance(map_->rules()));
    if (keep_learned) return;
    learned_.clear();
    states_ = 0;
  }

  // Forgets in pieces, for agents with another goal within a step: at most `directories` (of 4,096 ids each) now. True
  // once all is forgotten; until then nothing else may be asked.
  bool forget_some(std::size_t directories) {
    states_ = 0;
    return learned_.clear_some(directories);
  }

  [[nodiscard]] Cost operator()(NodeId node) const { return std::max(learned_.get(node), initial_(node)); }
  // As the heuristics of whole-path searches: the part done once per expansion, and that for each successor.
  using Here = GridHeuristic<OctileDistance>::Here;
  [[nodiscard]] Here at(NodeId node) const { return initial_.at(node); }
  [[nodiscard]] Cost of(Here here, NodeId to, std::uint8_t direction) const {
    const Cost learned = learned_.get(to);
    return learned != 0 ? learned : initial_.of(here, to, direction);
  }
  // The same in two steps, for those who want to know the initial value too.
  [[nodiscard]] Cost initial(Here here, NodeId to, std::uint8_t direction) const {
    return initial_.of(here, to, direction);
  }
  [[nodiscard]] Cost of(Cost initial, NodeId node) const { return std::max(learned_.get(node), initial); }

  // Without what was learned.
  [[nodiscard]] Cost initial(NodeId node) const { return initial_(node); }
  [[nodiscard]] bool raised(NodeId node) const { return learned_.get(node) != 0; }

  // Never lowers. Counts the update.
  void raise(NodeId node, Cost value, Work& work) { raise(node, (*this)(node), value, work); }
  // The same for those who know that h of the node is `before`.
  void raise(NodeId node, Cost before, Cost value, Work& work) {
    if (value <= before) return;
    Cost& learned = learned_.at(node);
    if (learned == 0) ++states_;
    learned = value;
    ++work.updates;
    work.update_volume += value - before;
  }

  // States with a learned value.
  [[nodiscard]] std::uint64_t states() const { return states_; }
  [[nodiscard]] std::uint64_t heap_bytes() const { return learned_.heap_bytes(); }

 private:
  const Map* map_;
  GridHeuristic<OctileDistance> initial_;
  PagedTable<Cost> learned_;  // 0: not learned; a learned value is above the initial one, so above 0
  std::uint64_t states_ = 0;
};

}  // namespace waymark
