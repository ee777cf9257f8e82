// A* on the grid, for searches that go by what is derived from the map: what answers their queries while that is stale.
// Also one that is begun again after an edit before it was finished: A* goes on through edits that are not near it, so
// that it comes to an end.
#pragma once

#include <cstdint>

#include "waymark/base/status.hpp"
#include "waymark/search/a_star.hpp"
#include "waymark/search/path_finder.hpp"

namespace waymark {

class SearchWithout {
 public:
  // A query begins: whether it is to be done without, and if so starts it.
  bool begin(const Map& map, NodeId start, NodeId goal, bool is_current) {
    const bool interrupted = unfinished_ && start == start_ && goal == goal_ && epoch_ != map.grid().epoch();
    in_use_ = interrupted || !is_current;
    unfinished_ = true;
    start_ = start;
    goal_ = goal;
    epoch_ = map.grid().epoch();
    if (!in_use_) return false;
    if (finder_ == nullptr) finder_ = make_a_star(map).value();  // its estimate is admissible on every map
    finder_->start(start, goal);
    return true;
  }
  // What the query has come to, with or without.
  Status note(Status status) {
    unfinished_ = status == Status::kInProgress;
    return status;
  }

  [[nodiscard]] bool in_use() const { return in_use_; }
  // In use.
  [[nodiscard]] PathFinder& operator*() const { return *finder_; }
  [[nodiscard]] PathFinder* operator->() const { return finder_.get(); }

  [[nodiscard]] std::uint64_t heap_bytes() const { return finder_ != nullptr ? finder_->bytes() : 0; }

 private:
  PathFinderPtr finder_;  // made when it is first needed
  NodeId start_ = kNoNode;
  NodeId goal_ = kNoNode;
  std::uint64_t epoch_ = 0;  // of the map when the query began
  bool unfinished_ = false;
  bool in_use_ = false;
};

}  // namespace waymark
