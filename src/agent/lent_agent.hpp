// An agent that walks in place of another now and then: in a page of the map's memory, and only while it is needed.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <new>

#include "waymark/agent/agent.hpp"
#include "waymark/base/unit_memory.hpp"

namespace waymark {

// One algorithm with its defaults.
struct LentKind {
  std::size_t bytes;                             // of an agent
  Agent* (*make)(void* memory, const Map& map);  // there
  void (*prepare)();                             // what its plans need of this thread's workspace
  std::uint64_t bound;                           // the most units of a plan, and the fewest
  std::uint64_t smallest;
  bool learns;  // so that it is worth keeping while it does not walk
};
const LentKind& lent_lrta();
const LentKind& lent_da_rtaa();
const LentKind& lent_tb_wa();

// Notes: what its user wants to know of it, Notes{} of a new one.
template <class Notes>
class LentAgent {
 public:
  // nullptr: there never is one.
  explicit LentAgent(const LentKind* kind) : kind_(kind) {}
  LentAgent(const LentAgent&) = delete;
  LentAgent& operator=(const LentAgent&) = delete;
  ~LentAgent() { dismiss(); }

  [[nodiscard]] const LentKind* kind() const { return kind_; }
  [[nodiscard]] bool is_here() const { return seat_ != nullptr; }
  // It is here.
  [[nodiscard]] Agent& operator*() const { return *agent(); }
  [[nodiscard]] Agent* operator->() const { return agent(); }
  [[nodiscard]] Notes& notes() const { return seat_->notes; }

  // A new one. False if the map's memory is at its cap.
  bool call(const Map& map) {
    UnitMemory::Page* const page = map.memory().take(size());
    if (page == nullptr) return false;
    seat_ = new (page) Seat{{}, &map.memory(), {}};
    kind_->make(seat_ + 1, map);
    return true;
  }
  void dismiss() {
    if (seat_ == nullptr) return;
    agent()->~Agent();
    seat_->memory->give_back(size(), seat_, seat_, 1);
    seat_ = nullptr;
  }

  // Of the page it is in, and what it holds itself.
  [[nodiscard]] std::uint64_t bytes() const {
    return seat_ == nullptr ? 0 : UnitMemory::bytes_of(size()) + agent()->bytes() - kind_->bytes;
  }

 private:
  struct alignas(std::max_align_t) Seat : UnitMemory::Page {
    UnitMemory* memory;
    Notes notes;
  };
  [[nodiscard]] UnitMemory::Size size() const {
    return sizeof(Seat) + kind_->bytes <= UnitMemory::kSmallPage ? UnitMemory::Size::kSmall : UnitMemory::Size::kLarge;
  }
  [[nodiscard]] Agent* agent() const { return std::launder(reinterpret_cast<Agent*>(seat_ + 1)); }

  const LentKind* kind_;
  Seat* seat_ = nullptr;
};

// What it did since it was counted last, to the work of the agent it walks for: its notes are what is counted.
inline void count_work_of(const LentAgent<Work>& lent, Work& work) {
  const Work& done = lent->work();
  Work& counted = lent.notes();
  work.expanded += done.expanded - counted.expanded;
  work.generated += done.generated - counted.generated;
  work.replans += done.replans - counted.replans;
  work.peak_states = std::max(work.peak_states, done.peak_states);
  counted = done;
}

// For the algorithm's own file: how an agent is made in the memory it is given.
template <class AgentType, auto kMake>
LentKind lent_kind(std::uint64_t bound, std::uint64_t smallest, bool learns, void (*prepare)()) {
  // Behind the seat; of an agent's class the Agent is the first part.
  static_assert(sizeof(AgentType) + 192 <= UnitMemory::kLargePage && alignof(AgentType) <= alignof(std::max_align_t));
  return {sizeof(AgentType), [](void* memory, const Map& map) -> Agent* { return kMake(memory, map); },
          prepare,           bound,
          smallest,          learns};
}

}  // namespace waymark
