// A PagedBucketQueue with memory of its own, for a search that is nobody's slice.
#pragma once

#include <cstdint>

#include "search/paged_bucket_queue.hpp"
#include "waymark/base/inline.hpp"
#include "waymark/base/types.hpp"
#include "waymark/base/unit_memory.hpp"

namespace waymark {

template <class OrderType>
class OwnPagedBucketQueue {
 public:
  using Order = OrderType;
  explicit OwnPagedBucketQueue(Order order = {}) : queue_(memory_, order) {}
  void start(Cost max_edge) { queue_.start(max_edge); }
  [[nodiscard]] bool empty() const { return queue_.empty(); }
  [[nodiscard]] bool failed() const { return queue_.failed(); }
  [[nodiscard]] std::uint64_t best_f() { return queue_.best_f(); }
  [[nodiscard]] NodeId best() { return queue_.best(); }
  WAYMARK_ALWAYS_INLINE void push(Cost g, Cost h, NodeId node) { queue_.push(g, h, node); }
  NodeId pop() { return queue_.pop(); }
  [[nodiscard]] std::uint64_t heap_bytes() const { return memory_.bytes(); }

 private:
  UnitMemory memory_;
  PagedBucketQueue<Order> queue_;
};

}  // namespace waymark
