// The open states of a search that repairs: those of one queue (LPA*, D* Lite), or those of a pass and those that wait
// for the next one (ARA*, AD*).
#pragma once

#include <array>
#include <cstdint>
#include <utility>

#include "base/paged_table.hpp"
#include "repair/key_queue.hpp"
#include "waymark/base/types.hpp"
#include "waymark/base/unit_memory.hpp"

namespace waymark {

template <class Record>
class OpenOnce {
 public:
  using Queue = KeyQueue<Record>;
  OpenOnce(UnitMemory& memory, std::uint64_t most) : queue_(memory, most) {}
  void clear() { queue_.clear(); }
  [[nodiscard]] Queue& queue() { return queue_; }
  [[nodiscard]] const Queue& queue() const { return queue_; }
  [[nodiscard]] std::uint64_t heap_bytes() const { return queue_.heap_bytes(); }

 private:
  Queue queue_;
};

// OPEN and INCONS. A pass begins with a new queue, into which the states of the old one and those that waited are put
// one at a time, so that however many there are no step is long.
template <class Record, class Key>
class OpenPasses {
 public:
  using Queue = KeyQueue<Record, Key>;
  OpenPasses(UnitMemory& memory, std::uint64_t most)
      : queues_{Queue(memory, most), Queue(memory, most)}, waiting_(memory, most) {}

  void clear() {
    for (Queue& queue : queues_) queue.clear();
    waiting_.clear();
    waits_ = unsettled_ = 0;
    pass = 1;
    lowest = kInfiniteCost;
  }
  [[nodiscard]] Queue& queue() { return queues_[now_]; }
  [[nodiscard]] const Queue& queue() const { return queues_[now_]; }

  // It is settled.
  void begin_pass(std::uint32_t new_inflation) {
    inflation = new_inflation;
    lowest = kInfiniteCost;
    ++pass;
    now_ = 1 - now_;
    unsettled_ = std::exchange(waits_, 0);
  }
  [[nodiscard]] bool settled() const { return queues_[1 - now_].empty() && unsettled_ == 0; }
  // One of those that are in neither this pass's queue nor the next one's.
  Record& take_unsettled() {
    Queue& before = queues_[1 - now_];
    if (!before.empty()) {
      Record& record = before.take_last();
      if (before.empty()) before.clear();  // gives its pages back
      return record;
    }
    Record& record = **waiting_.find(--unsettled_);
    record.place = 0;
    return record;
  }

  // Until the next pass. False if there is no page for it.
  bool let_wait(Record& record) {
    if (record.place == kWaits) return true;
    Record** const place = waiting_.at(waits_);
    if (place == nullptr) return false;
    *place = &record;
    record.place = kWaits;
    ++waits_;
    return true;
  }

  [[nodiscard]] std::uint64_t heap_bytes() const {
    return queues_[0].heap_bytes() + queues_[1].heap_bytes() + waiting_.heap_bytes();
  }

  std::uint32_t inflation = 0;  // of h, in thousandths
  std::uint32_t pass = 1;       // counts them
  Cost lowest = kInfiniteCost;  // of the states settled, the least g + h

 private:
  static constexpr std::uint32_t kWaits = 1;  // the place of one that waits
  static_assert(kWaits < Queue::kFirstPlace);

  std::array<Queue, 2> queues_;
  PagedTable<Record*> waiting_;
  NodeId waits_ = 0;       // how many
  NodeId unsettled_ = 0;   // of those that waited for this pass
  std::uint32_t now_ = 0;  // the queue of this pass
};

}  // namespace waymark
