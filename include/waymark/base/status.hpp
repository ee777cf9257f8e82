// How a search or an agent's step ended. An empty path never stands for failure: the status says which it is.
#pragma once

#include <cstdint>
#include <string_view>

namespace waymark {

enum class Status : std::uint8_t {
  kInProgress,    // no answer yet: give it more budget
  kSolved,        // the goal is reached
  kUnreachable,   // proven: there is no path
  kOutOfBudget,   // the caller's total limit was used up first
  kOutOfRoom,     // a store of fixed size is full
  kCostOverflow,  // the path would cost more than kMaxPathCost
  kBlocked,       // the unit's own cell is blocked: it stays where it is until that is free again
  // What the caller asked cannot be done; nothing was changed.
  kBadId,           // a start or goal that is no cell of the map
  kBudgetTooSmall,  // fewer work units than the smallest useful step needs
  kStale,           // what the search reads of the map was not repaired after an edit
};

constexpr std::string_view to_string(Status status) {
  switch (status) {
    case Status::kInProgress: return "in_progress";
    case Status::kSolved: return "solved";
    case Status::kUnreachable: return "unreachable";
    case Status::kOutOfBudget: return "out_of_budget";
    case Status::kOutOfRoom: return "out_of_room";
    case Status::kCostOverflow: return "cost_overflow";
    case Status::kBlocked: return "blocked";
    case Status::kBadId: return "bad_id";
    case Status::kBudgetTooSmall: return "budget_too_small";
    case Status::kStale: return "stale";
  }
  return "?";
}

}  // namespace waymark
