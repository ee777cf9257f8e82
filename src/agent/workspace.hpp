// What a plan needs only while it plans: the tables of the lookaheads. A thread has one set, lent to whichever agent
// plans on it, so that a unit keeps none of it.
//
// A tool grows to the most anybody asked of it on its thread, and stays so until the thread ends; it uses no more of
// that than the agent needs that borrows it, so who planned before never shows, neither in a result nor in the cache.
// Growing is all that allocates: an agent prepares its tools on the thread that makes it, and on others when it is told
// to (Agent::prepare_thread). On a thread that was never prepared the first plan that needs more does it.
//
// An agent asks once per plan, prepares the tool for itself, and is done with it when the plan is: nothing in a tool
// survives the plan of another. An agent that lets another walk in its place must not hold results in a tool meanwhile.
#pragma once

#include <cstdint>
#include <tuple>

#include "agent/best_first_lookahead.hpp"
#include "agent/cost_lookahead.hpp"
#include "agent/inner_values.hpp"
#include "agent/path_ending.hpp"
#include "agent/ply_lookahead.hpp"
#include "agent/sector_search.hpp"
#include "agent/window_search.hpp"
#include "waymark/base/heap_bytes.hpp"

namespace waymark {

class Workspace {
 public:
  template <class Tool>
  [[nodiscard]] Tool& get() {
    return std::get<Tool>(tools_);
  }

  [[nodiscard]] std::uint64_t heap_bytes() const {
    return std::apply([](const auto&... tools) { return heap_bytes_of(tools...); }, tools_);
  }

 private:
  std::tuple<BestFirstLookahead, PlyLookahead, TracedLookahead, CostLookahead, InnerValues, SectorSearch, WindowSearch,
             PathEnding>
      tools_;
};

inline Workspace& this_thread_workspace() {
  static thread_local Workspace workspace;
  return workspace;
}

}  // namespace waymark
