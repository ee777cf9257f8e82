// What a search remembers of each state it touched: g, whether closed, and how it was reached.
//
// DenseStore: an array indexed by id, never cleared between searches (records carry the stamp of the search that wrote
// them). Its pages come from the system untouched, so memory follows the states visited, in steps of a page.
// SparseStore: a hash table; dearer per access, its memory follows the number of states whatever their ids.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "waymark/base/assert.hpp"
#include "waymark/base/heap_bytes.hpp"
#include "waymark/base/instrument.hpp"
#include "waymark/base/types.hpp"

namespace waymark {

// A record's tag is the stamp of the search that wrote it and, in its low bits, whether the state is closed. A byte of
// arrival lies there too: 8 bytes a record. Any other arrival has room of its own.
template <class ArrivalType>
class Record {
 public:
  using Arrival = ArrivalType;
  static constexpr bool kPacked = sizeof(Arrival) == 1;
  static constexpr std::uint32_t kTagBits = kPacked ? 8 : 1;
  static constexpr std::uint32_t kMaxStamp = 0xffffffffu >> kTagBits;

  Cost g;

  [[nodiscard]] std::uint32_t stamp() const { return tag_ >> kTagBits; }
  [[nodiscard]] bool is_of(std::uint32_t stamp) const { return this->stamp() == stamp; }
  [[nodiscard]] bool closed() const { return (tag_ & kClosed) != 0; }
  void close() { tag_ |= kClosed; }
  [[nodiscard]] Arrival arrival() const {
    if constexpr (kPacked) {
      return static_cast<Arrival>(tag_ & (kClosed - 1));
    } else {
      return own_.arrival;
    }
  }
  // Of an open state, by the search with this stamp. A packed arrival is below 128.
  void set(Cost new_g, Arrival arrival, std::uint32_t stamp) {
    g = new_g;
    tag_ = stamp << kTagBits;
    if constexpr (kPacked) {
      tag_ |= arrival;
    } else {
      own_.arrival = arrival;
    }
  }

 private:
  static constexpr std::uint32_t kClosed = 1u << (kTagBits - 1);
  struct Nothing {};
  struct Own {
    Arrival arrival;
  };
  std::uint32_t tag_;
  [[no_unique_address]] std::conditional_t<kPacked, Nothing, Own> own_;
};
static_assert(sizeof(Record<std::uint8_t>) == 8 && sizeof(Record<NodeId>) == 12);

template <class ArrivalType>
class DenseStore {
 public:
  using Arrival = ArrivalType;
  using Rec = Record<Arrival>;

  // Forgets everything and makes room for ids below `id_bound`.
  void reset(std::uint32_t id_bound) {
    if (id_bound > size_ || stamp_ == Rec::kMaxStamp) {
      records_.reset();  // first, so that two arrays never live at once
      records_.reset(static_cast<Rec*>(std::calloc(id_bound, sizeof(Rec))));
      WAYMARK_ASSERT(records_ != nullptr);
      size_ = id_bound;
      stamp_ = 0;
    }
    ++stamp_;
  }

  // The record of `node`; second is true if this search had none yet (its fields are then to be set).
  std::pair<Rec&, bool> touch(NodeId node) {
    Rec& record = records_.get()[node];
    return {record, !record.is_of(stamp_)};
  }
  // Completes a touch that was new or cheaper.
  void write(Rec& record, bool /*fresh*/, Cost g, Arrival arrival) {
    instrument::write();
    record.set(g, arrival, stamp_);
  }

  // Of a state touched before.
  Rec& at(NodeId node) { return records_.get()[node]; }

  [[nodiscard]] const Rec* find(NodeId node) const {
    instrument::look();
    if (node >= size_) return nullptr;
    const Rec& record = records_.get()[node];
    return record.is_of(stamp_) ? &record : nullptr;
  }
  [[nodiscard]] bool full() const { return false; }

  [[nodiscard]] std::uint64_t heap_bytes() const { return std::uint64_t{size_} * sizeof(Rec); }

 private:
  struct Free {
    void operator()(Rec* records) const { std::free(records); }
  };
  std::unique_ptr<Rec, Free> records_;
  std::uint32_t size_ = 0;
  std::uint32_t stamp_ = 0;
};

template <class ArrivalType>
class SparseStore {
 public:
  using Arrival = ArrivalType;
  using Rec = Record<Arrival>;

  // Room for at least `capacity` states, never more memory; kGrowing starts small and doubles when needed, which a
  // search without a bound per step may do.
  static constexpr std::uint32_t kGrowing = 0;
  static constexpr std::uint32_t kMaxCapacity = 1u << 29u;
  explicit SparseStore(std::uint32_t capacity = kGrowing) : growing_(capacity == kGrowing) {
    WAYMARK_ASSERT(capacity <= kMaxCapacity);
    std::uint32_t slots = 1024;
    while (slots / 2 < capacity + kHeadroom) slots *= 2;
    allocate(slots);
  }

  void reset(std::uint32_t) {
    touched_ = 0;
    if (stamp_ == Rec::kMaxStamp) allocate(mask_ + 1);
    ++stamp_;
  }

  std::pair<Rec&, bool> touch(NodeId node) {
    for (std::uint32_t i = slot_of(node);; i = (i + 1) & mask_) {
      Slot& slot = slots_[i];
      if (!slot.record.is_of(stamp_)) {
        if (touched_ >= limit()) {  // an expansion of more than kHeadroom successors, as jump points have
          WAYMARK_ASSERT(growing_ && mask_ < kMaxCapacity);
          grow();
          return touch(node);
        }
        slot.node = node;
        return {slot.record, true};
      }
      if (slot.node == node) return {slot.record, false};
    }
  }
  void write(Rec& record, bool fresh, Cost g, Arrival arrival) {
    instrument::write();
    record.set(g, arrival, stamp_);
    touched_ += fresh ? 1 : 0;
  }

  Rec& at(NodeId node) { return touch(node).first; }

  [[nodiscard]] const Rec* find(NodeId node) const {
    instrument::look();
    for (std::uint32_t i = slot_of(node);; i = (i + 1) & mask_) {
      const Slot& slot = slots_[i];
      if (!slot.record.is_of(stamp_)) return nullptr;
      if (slot.node == node) return &slot.record;
    }
  }

  // No room for another expansion's successors: either doubles, or says so.
  [[nodiscard]] bool full() {
    if (touched_ + kHeadroom <= limit()) return false;
    if (!growing_ || mask_ >= kMaxCapacity) return true;
    grow();
    return false;
  }

  [[nodiscard]] std::uint64_t heap_bytes() const { return heap_bytes_of(slots_); }

 private:
  struct Slot {
    NodeId node;
    Rec record;
  };
  static constexpr std::uint32_t kHeadroom = 64;  // more than an expansion of a grid adds

  // States held at half full, beyond which probing gets slow.
  [[nodiscard]] std::uint64_t limit() const { return (std::uint64_t{mask_} + 1) / 2; }

  void allocate(std::uint32_t slots) {
    slots_.assign(slots, Slot{});
    mask_ = slots - 1;
    stamp_ = 0;
  }
  [[nodiscard]] std::uint32_t slot_of(NodeId node) const {
    return static_cast<std::uint32_t>((node * 0x9e3779b97f4a7c15ull) >> 32u) & mask_;
  }
  void grow() {
    const std::vector<Slot> old = std::move(slots_);
    const std::uint32_t old_stamp = stamp_;
    allocate(static_cast<std::uint32_t>(old.size()) * 2);
    stamp_ = old_stamp;
    for (const Slot& slot : old) {
      if (slot.record.is_of(old_stamp)) touch(slot.node).first = slot.record;
    }
  }

  std::vector<Slot> slots_;
  std::uint32_t mask_ = 0;
  std::uint32_t stamp_ = 0;
  std::uint64_t touched_ = 0;
  bool growing_;
};

}  // namespace waymark
