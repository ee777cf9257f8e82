#include "waymark/offline/verify_cases.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "offline/run_climber.hpp"
#include "offline/verify_header.hpp"
#include "waymark/offline/case_build.hpp"

namespace waymark {
namespace {

std::string at(const Grid& grid, NodeId node) {
  const Cell cell = grid.cell(node);
  return "(" + std::to_string(cell.x) + ", " + std::to_string(cell.y) + ")";
}

// Start and goal of every record.
std::vector<NodePair> ends_of(const CaseBase& cases) {
  std::vector<NodePair> ends;
  ends.reserve(cases.wholes());
  for (std::uint32_t i = 0; i < cases.wholes(); ++i) {
    ends.emplace_back(cases.whole(i).front(), cases.whole(i).back());
  }
  return ends;
}

// Makes the records anew, a block at a time, from the ends of those that are there.
class Remaker {
 public:
  static Result<Remaker> make(const CaseBase& cases, const Map& map) {
    const std::vector<NodePair> pairs = ends_of(cases);
    CaseBuildOptions options;
    options.paper = cases.kind() == DatabaseKind::kCases ? CasePaper::k2010 : CasePaper::k2009;
    options.records = 0;
    options.pairs = pairs;
    auto build = make_case_build(map, options);
    if (!build) return build.error();
    return Remaker(*std::move(build));
  }

  // The states of the next record.
  std::vector<NodeId> next() {
    if (at_ == block_.size()) {
      block_ = maker_->make(item_++);
      at_ = 0;
    }
    const std::string_view bytes = block_;
    const std::size_t length = NumberView<std::uint16_t>(bytes.substr(at_))[0];
    at_ += sizeof(std::uint16_t);
    const NumberView<NodeId> states(bytes.substr(at_, length * sizeof(NodeId)));
    at_ += length * sizeof(NodeId);
    std::vector<NodeId> record;
    record.reserve(states.size());
    for (std::size_t i = 0; i < states.size(); ++i) record.push_back(states[i]);
    return record;
  }

 private:
  explicit Remaker(std::unique_ptr<ItemBuild> build) : build_(std::move(build)), maker_(build_->maker()) {}

  std::unique_ptr<ItemBuild> build_;
  std::unique_ptr<ItemMaker> maker_;
  std::string block_;
  std::size_t at_ = 0;
  std::uint64_t item_ = 0;
};

// The trips of the seed, in the order of the tree.
Result<std::vector<NodePair>> drawn_in_order(const CaseBase& cases, const Map& map) {
  std::vector<NodePair> ordered;
  if (cases.wholes() == 0) return ordered;
  const auto draw = TripDraw::make(map, cases.seed());
  if (!draw) return draw.error();
  std::vector<NodePair> drawn;
  std::vector<Trip> trips;
  drawn.reserve(cases.wholes());
  trips.reserve(cases.wholes());
  for (std::uint32_t i = 0; i < cases.wholes(); ++i) {
    drawn.push_back(draw->trip(i));
    trips.push_back(trip_between(map.grid().cell(drawn.back().first), map.grid().cell(drawn.back().second)));
  }
  ordered.reserve(drawn.size());
  for (const std::uint32_t number : trip_order(trips)) ordered.push_back(drawn[number]);
  return ordered;
}

// Whether the trips may have been given: there are some, and the seed is that of just these.
Result<Done> check_given(const CaseBase& cases) {
  const std::uint64_t seed = given_trips_seed(ends_of(cases));
  if (cases.wholes() > 0 && cases.seed() == seed) return Done{};
  return cases.container().bad("drawn is 0 and the seed " + std::to_string(cases.seed()) + "; trips that were given " +
                               (cases.wholes() == 0 ? "are not there" : "make it " + std::to_string(seed)));
}

}  // namespace

Result<Done> verify_cases(const CaseBase& cases, const Map& map,
                          const std::function<void(std::uint64_t done, std::uint64_t total)>& progress) {
  constexpr std::uint32_t kReportEvery = 1024;
  const Container& file = cases.container();
  if (auto fits = file.check(cases.kind(), map); !fits) return fits.error();
  const auto named = cases.kind() != DatabaseKind::kCases ? check_names(file, {"records", "seed", "drawn"}, {"paths"})
                     : cases.has_fragments()
                         ? check_names(file, {"records", "seed", "drawn", "fragments"}, {"lengths", "paths"})
                         : check_names(file, {"records", "seed", "drawn"}, {"lengths", "paths"});
  if (!named) return named.error();
  if (!is_trip_tree(cases.trips())) return file.bad("the records are not in the order of a trip tree");
  std::vector<NodePair> expected;
  if (cases.drawn()) {
    auto drawn = drawn_in_order(cases, map);
    if (!drawn) return drawn.error();
    expected = *std::move(drawn);
  } else if (auto given = check_given(cases); !given) {
    return given.error();
  }
  const Grid& grid = map.grid();
  const RunClimber climber(map);
  auto remaker = Remaker::make(cases, map);
  if (!remaker) return file.bad(remaker.error().message);
  for (std::uint32_t i = 0; i < cases.wholes(); ++i) {
    if (progress && i % kReportEvery == 0) progress(i, cases.wholes());
    const CaseBase::Record record = cases.whole(i);
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
    const std::vector<NodeId> remade = remaker->next();
    bool same = remade.size() == record.size();
    for (std::uint32_t j = 0; same && j < record.size(); ++j) same = remade[j] == record[j];
    if (!same) {
      return wrong("its " + std::to_string(record.size()) + " states are not the " + std::to_string(remade.size()) +
                   " that the path from " + at(grid, record.front()) + " to " + at(grid, record.back()) + " leaves");
    }
  }
  if (progress) progress(cases.wholes(), cases.wholes());
  return Done{};
}

}  // namespace waymark
