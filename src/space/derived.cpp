#include "waymark/space/derived.hpp"

#include <algorithm>

#include "waymark/space/map.hpp"

namespace waymark {

// What cannot be used while it is stale comes before hints, then what has been stale for longest.
Derived* DerivedItems::neediest(std::uint64_t epoch) const {
  const auto rank = [](const Derived& data) { return std::pair(data.is_hint(), data.epoch()); };
  Derived* best = nullptr;
  for (const Item& item : items_) {
    if (item.data->epoch() != epoch && (best == nullptr || rank(*item.data) < rank(*best))) best = item.data.get();
  }
  return best;
}

Maintenance DerivedItems::maintain(const Map& map, const Budget& budget) {
  const std::lock_guard lock(mutex_);
  const std::uint64_t epoch = map.grid().epoch();
  std::uint64_t left = budget.units;
  while (left > 0 && !(budget.has_deadline() && budget.past_deadline())) {
    Derived* data = neediest(epoch);
    if (data == nullptr) break;
    left -= data->repair(map, budget.has_deadline() ? std::min(left, Budget::kPollInterval) : left);
  }
  const auto stale =
      std::count_if(items_.begin(), items_.end(), [&](const Item& item) { return item.data->epoch() != epoch; });
  return {budget.units - left, stale == 0, static_cast<std::uint64_t>(stale)};
}

std::uint64_t DerivedItems::bytes() const {
  const std::lock_guard lock(mutex_);
  std::uint64_t sum = 0;
  for (const Item& item : items_) sum += item.data->bytes();
  return sum;
}

}  // namespace waymark
