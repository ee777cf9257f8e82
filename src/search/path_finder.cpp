#include "waymark/search/path_finder.hpp"

#include "search/is_untouched.hpp"

namespace waymark {

void PathFinder::start(NodeId start, NodeId goal, Unconnected unconnected) {
  const bool asks = unconnected == Unconnected::kSay && asks_components();
  const auto may_have_way = [&] {
    return asks ? map_->connected(start, goal) : map_->grid().passable(start) && map_->grid().passable(goal);
  };
  searched_ = false;
  if (!map_->grid().contains(start) || !map_->grid().contains(goal)) {
    status_ = Status::kBadId;
  } else if (!may_have_way()) {
    status_ = Status::kUnreachable;
  } else if (is_stale()) {
    status_ = Status::kStale;
  } else {
    searched_ = true;
    status_ = Status::kInProgress;
    begin(start, goal);
  }
}

bool PathFinder::stays_right(const Rect& area) const {
  return searched_ && goes_by_cells() &&
         is_untouched(map_->grid(), area, [&](NodeId node) { return touched(node) != Touch::kNone; });
}

}  // namespace waymark
