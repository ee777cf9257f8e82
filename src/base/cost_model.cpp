#include "waymark/base/cost_model.hpp"

#include <string>

namespace waymark {

Result<Done> check_costs(const CostModel& costs) {
  const auto fits = [](Cost cost) { return cost >= 1 && cost <= kMaxMoveCost; };
  if (fits(costs.cardinal) && fits(costs.diagonal)) return Done{};
  return Error{ErrorCode::kOutOfRange, "a step cannot cost " +
                                           std::to_string(fits(costs.cardinal) ? costs.diagonal : costs.cardinal) +
                                           "; costs are whole numbers from 1 to " + std::to_string(kMaxMoveCost)};
}

}  // namespace waymark
