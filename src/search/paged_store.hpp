// A store for searches that go on over many steps, each with a bound: records in pages of fixed size, taken one at a
// time, so that no step pays for growth. See store.hpp for what a store is.
#pragma once

#include <cstdint>
#include <utility>

#include "base/paged_table.hpp"
#include "waymark/base/instrument.hpp"
#include "waymark/search/store.hpp"

namespace waymark {

template <class ArrivalType>
class PagedStore {
 public:
  using Arrival = ArrivalType;
  using Rec = Record<Arrival>;

  explicit PagedStore(std::uint32_t id_bound) : records_(id_bound) {}

  // Forgets everything; the pages stay. In constant time, but once in kMaxStamp times.
  void reset(std::uint32_t /*id_bound*/) {
    if (stamp_ == Rec::kMaxStamp) {
      records_.discard();
      stamp_ = 0;
    }
    ++stamp_;
  }
  // Gives the pages back to be used for other states.
  void clear() { records_.clear(); }

  std::pair<Rec&, bool> touch(NodeId node) {
    Rec& record = records_.at(node);
    return {record, !record.is_of(stamp_)};
  }
  void write(Rec& record, bool /*fresh*/, Cost g, Arrival arrival) {
    instrument::write();
    record.set(g, arrival, stamp_);
  }
  Rec& at(NodeId node) { return records_.at(node); }
  [[nodiscard]] const Rec* find(NodeId node) const {
    const Rec* record = records_.find(node);
    return record != nullptr && record->is_of(stamp_) ? record : nullptr;
  }
  // Whether a state among the kPage of this one's page may be known, now or from an earlier search.
  static constexpr int kPage = 32;
  [[nodiscard]] bool may_hold(NodeId node) const { return records_.find(node) != nullptr; }
  [[nodiscard]] bool full() const { return false; }

  [[nodiscard]] std::uint64_t heap_bytes() const { return records_.heap_bytes(); }

 private:
  PagedTable<Rec, OldPages::kAsTheyWere> records_;  // old records have old stamps, new ones none: that is 0
  std::uint32_t stamp_ = 0;
};

}  // namespace waymark
