#include "waymark/search/path_finder.hpp"

namespace waymark {

void PathFinder::start(NodeId start, NodeId goal) {
  if (!map_->grid().contains(start) || !map_->grid().contains(goal)) {
    searched_ = false;
    status_ = Status::kBadId;
    return;
  }
  searched_ = map_->connected(start, goal);
  status_ = searched_ ? Status::kInProgress : Status::kUnreachable;
  if (searched_) begin(start, goal);
}

}  // namespace waymark
