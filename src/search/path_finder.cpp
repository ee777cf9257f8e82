#include "waymark/search/path_finder.hpp"

#include "waymark/base/assert.hpp"

namespace waymark {

void PathFinder::start(NodeId start, NodeId goal) {
  WAYMARK_ASSERT(start < map_->grid().id_bound() && goal < map_->grid().id_bound());
  searched_ = map_->connected(start, goal);
  status_ = searched_ ? Status::kInProgress : Status::kUnreachable;
  if (searched_) begin(start, goal);
}

}  // namespace waymark
