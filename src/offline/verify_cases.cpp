#include "waymark/offline/verify_cases.hpp"

#include <string>
#include <utility>
#include <vector>

#include "waymark/offline/case_build.hpp"
#include "waymark/subgoals/run_climber.hpp"

namespace waymark {
namespace {

std::string at(const Grid& grid, NodeId node) {
  const Cell cell = grid.cell(node);
  return "(" + std::to_string(cell.x) + ", " + std::to_string(cell.y) + ")";
}

// The trips of the seed, in the order of the tree.
Result<std::vector<NodePair>> drawn_in_order(const CaseBase& cases, const Map& map) {
  std::vector<NodePair> ordered;
  if (cases.records() == 0) return ordered;
  const auto draw = TripDraw::make(map, cases.seed());
  if (!draw) return draw.error();
  std::vector<NodePair> drawn;
  std::vector<Trip> trips;
  drawn.reserve(cases.records());
  trips.reserve(cases.records());
  for (std::uint32_t i = 0; i < cases.records(); ++i) {
    drawn.push_back(draw->trip(i));
    trips.push_back(trip_between(map.grid().cell(drawn.back().first), map.grid().cell(drawn.back().second)));
  }
  ordered.reserve(drawn.size());
  for (const std::uint32_t number : trip_order(trips)) ordered.push_back(drawn[number]);
  return ordered;
}

}  // namespace

Result<Done> verify_cases(const CaseBase& cases, const Map& map,
                          const std::function<void(std::uint64_t done, std::uint64_t total)>& progress) {
  constexpr std::uint32_t kReportEvery = 1024;
  const Container& file = cases.container();
  if (auto fits = file.check(cases.kind(), map); !fits) return fits.error();
  if (!is_trip_tree(cases.trips())) return file.bad("the records are not in the order of a trip tree");
  std::vector<NodePair> expected;
  if (cases.drawn()) {
    auto drawn = drawn_in_order(cases, map);
    if (!drawn) return drawn.error();
    expected = *std::move(drawn);
  }
  const Grid& grid = map.grid();
  const RunClimber climber(map);
  for (std::uint32_t i = 0; i < cases.records(); ++i) {
    if (progress && i % kReportEvery == 0) progress(i, cases.records());
    const CaseBase::Record record = cases.record(i);
    const auto wrong = [&](std::string what) {
      return file.bad("record " + std::to_string(i) + ": " + std::move(what));
    };
    if (!map.connected(record.front(), record.back())) return wrong("start and end are not connected");
    if (cases.drawn() && NodePair{record.front(), record.back()} != expected[i]) {
      return wrong("leads from " + at(grid, record.front()) + " to " + at(grid, record.back()) + "; the seed draws " +
                   at(grid, expected[i].first) + " to " + at(grid, expected[i].second));
    }
    const std::uint32_t climbs = cases.kind() == DatabaseKind::kCases ? record.size() : 2;
    for (std::uint32_t j = 1; j < climbs; ++j) {
      if (!climber.reachable(record[j - 1], record[j])) {
        return wrong("state " + std::to_string(j) + " at " + at(grid, record[j]) +
                     " is not hill-climbing reachable from " + at(grid, record[j - 1]));
      }
    }
  }
  if (progress) progress(cases.records(), cases.records());
  return Done{};
}

}  // namespace waymark
