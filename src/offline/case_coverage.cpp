#include "waymark/offline/case_coverage.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/hash.hpp"
#include "subgoals/hill_climb.hpp"
#include "waymark/agent/knn_lrta.hpp"
#include "waymark/agent/knn_lrta_2009.hpp"
#include "waymark/offline/case_build.hpp"

namespace waymark {
namespace {

// Enough for an estimate of two digits; a climb costs up to a few microseconds.
constexpr std::uint64_t kReachProblems = 150;
constexpr int kSamplesPerRing = 16;

// Cells from which hill-climbing arrives at one, or that it arrives at from there.
class Reach {
 public:
  Reach(const Map& map, std::uint32_t cutoff) : map_(&map), climber_(map), cutoff_(cutoff) {}

  double from(NodeId node, Random& random) const {
    return cells(node, random, [&](NodeId other) { return climber_.reachable(node, other, cutoff_); });
  }
  double to(NodeId node, Random& random) const {
    return cells(node, random, [&](NodeId other) { return climber_.reachable(other, node, cutoff_); });
  }

 private:
  template <class Reachable>
  double cells(NodeId node, Random& random, const Reachable& reachable) const {
    const Grid& grid = map_->grid();
    const Cell at = grid.cell(node);
    double sum = 1;  // itself
    // Squares around the cell, each without the one before.
    for (int inner = 0, outer = 1; inner < static_cast<int>(cutoff_); inner = outer, outer = 2 * outer) {
      outer = std::min(outer, static_cast<int>(cutoff_));
      int hits = 0;
      for (int i = 0; i < kSamplesPerRing; ++i) {
        int dx = 0;
        int dy = 0;
        while (std::max(std::abs(dx), std::abs(dy)) <= inner) {
          dx = random.between(-outer, outer);
          dy = random.between(-outer, outer);
        }
        const int x = at.x + dx;
        const int y = at.y + dy;
        if (x < 0 || y < 0 || x >= grid.width() || y >= grid.height() || !grid.passable(x, y)) continue;
        hits += reachable(grid.node(x, y)) ? 1 : 0;
      }
      const auto area = [](int radius) { return (2.0 * radius + 1) * (2.0 * radius + 1); };
      sum += (area(outer) - area(inner)) * hits / kSamplesPerRing;
    }
    return sum;
  }

  const Map* map_;
  HillClimber climber_;
  std::uint32_t cutoff_;
};

// Coverage as a function of `exponent`, the k n of the header, over problems of which some need no record.
struct CoverageModel {
  double without_record = 0;    // share of the problems
  std::vector<double> chances;  // p of the others

  [[nodiscard]] double share(double exponent) const {
    double sum = 0;
    for (const double chance : chances) sum += 1 - std::exp(-exponent * chance);
    return without_record + (1 - without_record) * sum / static_cast<double>(chances.size());
  }
  // The exponent at which the share is reached, which rises.
  [[nodiscard]] double exponent_of(double wanted) const {
    double low = 0;
    double high = 1;
    while (share(high) < wanted && high < 1e30) high *= 2;
    for (int i = 0; i < 100; ++i) {
      const double middle = (low + high) / 2;
      (share(middle) < wanted ? low : high) = middle;
    }
    return high;
  }
};

// Rounded up to two digits.
std::uint64_t in_round_numbers(double value) {
  constexpr double kTooMany = 10.0 * static_cast<double>(CaseBase::kMaxRecords);
  if (!(value < kTooMany)) return CaseBase::kMaxRecords + 1;
  const double unit = std::pow(10, std::max(0.0, std::floor(std::log10(std::max(1.0, value))) - 1));
  return static_cast<std::uint64_t>(std::ceil(value / unit) * unit);
}

}  // namespace

Result<CaseCoverage> measure_coverage(const CaseBase& cases, const Map& map, std::uint64_t problems) {
  CaseCoverage coverage;
  const bool is_2010 = cases.kind() == DatabaseKind::kCases;
  auto agent = is_2010 ? make_knn_lrta(map, cases) : make_knn_lrta_2009(map, cases);
  if (!agent) return agent.error();
  // Other draws than those of any base.
  const std::uint64_t seed = Hash64().add("coverage").value();
  const auto draw = TripDraw::make(map, seed);
  if (!draw || problems == 0) return coverage;

  const Reach reach(map, is_2010 ? KnnLrtaOptions{}.cutoff : KnnLrta2009Options{}.m);
  double pairs = 0;
  for (const std::uint64_t size : map.components().sizes(map.grid())) {
    pairs += static_cast<double>(size) * static_cast<double>(size);
  }
  Random random(seed);
  CoverageModel model;
  std::uint64_t without_record = 0;
  for (; coverage.problems < problems; ++coverage.problems) {
    const auto [start, goal] = draw->trip(coverage.problems);
    (*agent)->reset(start, goal);
    (*agent)->step();
    const bool served = (*agent)->work().fell_back == 0;
    coverage.served += served ? 1 : 0;
    if ((*agent)->work().database_queries == 0) {
      ++without_record;
    } else if (model.chances.size() < kReachProblems) {
      model.chances.push_back(reach.from(start, random) * reach.to(goal, random) / pairs);
    }
  }
  if (coverage.share() >= CaseCoverage::kTarget || model.chances.empty()) return coverage;

  const auto count = static_cast<double>(problems);
  model.without_record = static_cast<double>(without_record) / count;
  const double wanted = model.exponent_of(CaseCoverage::kTarget);
  double records = wanted;  // as if k were 1
  if (cases.wholes() > 0) {
    // Of none that a record serves we know only that they are less than one in the sample.
    const double by_records = std::max(0.5, static_cast<double>(coverage.served - without_record));
    const double measured = model.without_record + by_records / count;
    records = static_cast<double>(cases.wholes()) * wanted / model.exponent_of(measured);
  }
  coverage.records_wanted = in_round_numbers(records);
  return coverage;
}

}  // namespace waymark
