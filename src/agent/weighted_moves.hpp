// What moves count for where learning weighs them, and which of them can lead to something new then and in the search
// that comes before (fresh_moves.hpp). Once per map and weight, for all agents with that weight.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "waymark/base/types.hpp"
#include "waymark/space/derived.hpp"
#include "waymark/space/fresh_moves.hpp"
#include "waymark/space/map.hpp"

namespace waymark {

class WeightedMoves final : public Derived {
 public:
  struct Options {
    std::uint32_t weight_thousandths = 1000;
    friend bool operator==(const Options&, const Options&) = default;
  };
  WeightedMoves(const Map& map, const Options& options);

  [[nodiscard]] const Options& options() const { return options_; }
  [[nodiscard]] std::uint64_t bytes() const override { return sizeof(*this) + (own_ ? sizeof(*own_) : 0); }

  // By direction: the weighted cost, rounded down, at most kMaxHeuristic.
  using Costs = std::array<Cost, kDirections>;
  [[nodiscard]] const Costs& costs() const { return costs_; }
  [[nodiscard]] const MovesByArrival& fresh() const { return *fresh_; }

 private:
  // It knows the rules only, which no edit changes.
  std::uint64_t repair(const Map& map, std::uint64_t /*units*/) override {
    set_epoch(map.grid().epoch());
    return 0;
  }
  [[nodiscard]] bool is_hint() const override { return false; }

  Options options_;
  Costs costs_{};
  std::unique_ptr<const MovesByArrival> own_;  // where those of the map's table do not serve
  const MovesByArrival* fresh_;
};

}  // namespace waymark
