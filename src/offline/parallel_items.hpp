// Work on numbered items that do not depend on each other, by several threads: the one way in which builders and the
// lab use threads.
//
// Threads take the items in the order of their numbers. What they make comes to the caller's thread alone, one at a
// time, so that nobody who takes it needs a lock.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace waymark {

enum class Delivery : std::uint8_t {
  kInOrder,  // of the numbers; what is made early waits
  kAsMade,   // whatever is there
};

struct ItemThreads {
  // 0: as many as the machine has. Where the system gives fewer, those there are do all the work, at worst the
  // caller's.
  int threads = 0;
  Delivery delivery = Delivery::kInOrder;
  // If there is one: called on the caller's thread after deliveries and at least so often, with no regard to how long
  // an item takes. False ends the work.
  std::function<bool()> meanwhile = {};
  std::chrono::milliseconds longest_wait{100};
};

// What for_each_item is made of: `work` of an item runs on some thread, then `deliver` on the caller's.
using ItemWork = std::function<void(std::size_t item)>;
bool run_items(std::size_t count, const ItemThreads& how, const std::function<ItemWork()>& make_work,
               const std::function<bool(std::size_t item)>& deliver);

// Calls deliver(item, made) with what a worker makes of each number below `count`. Each thread asks `make_worker` for a
// worker of its own. deliver returns whether to go on; once it does not, items not yet begun are left out and the
// result is false. What a worker, `deliver` or `meanwhile` throws is thrown here, after the items in hand are done.
template <class Made>
bool for_each_item(std::size_t count, const ItemThreads& how,
                   const std::function<std::function<Made(std::size_t)>()>& make_worker,
                   const std::function<bool(std::size_t item, Made&& made)>& deliver) {
  std::vector<std::optional<Made>> made(count);  // each touched by one thread at a time
  const auto make_work = [&]() -> ItemWork {
    return [&made, worker = make_worker()](std::size_t item) { made[item].emplace(worker(item)); };
  };
  return run_items(count, how, make_work, [&](std::size_t item) {
    const bool goes_on = deliver(item, *std::move(made[item]));
    made[item].reset();
    return goes_on;
  });
}

}  // namespace waymark
