#include "waymark/subgoals/case_base.hpp"

#include <algorithm>

#include "subgoals/packed_states.hpp"

namespace waymark {
namespace {

constexpr std::uint32_t kStates2009 = 3;  // of each record
// So that places of states fit into 32 bits.
constexpr std::uint64_t kMaxStateBytes = std::uint64_t{1} << 29u;

}  // namespace

Result<CaseBase> CaseBase::open(Container container, const Map& map) {
  const DatabaseKind kind = container.kind();
  if (kind != DatabaseKind::kCases && kind != DatabaseKind::kCases2009) {
    return container.bad("a database of kind " + std::string(to_string(kind)) + ", not knn or knn-2009");
  }
  if (auto fits = container.check(kind, map); !fits) return fits.error();
  const auto records = container.parameter("records", 0, kMaxRecords);
  if (!records) return records.error();
  const auto seed = container.parameter("seed", 0, ~std::uint64_t{0});
  if (!seed) return seed.error();
  const auto drawn = container.parameter("drawn", 0, 1);
  if (!drawn) return drawn.error();

  // Files of whole records do not name it.
  const auto named = container.parameters();
  const bool fragments =
      std::any_of(named.begin(), named.end(), [](const auto& each) { return each.name == "fragments"; });
  if (fragments) {
    if (const auto value = container.parameter("fragments", 1, 1); !value) return value.error();
    if (kind != DatabaseKind::kCases) return container.bad("records of kind knn-2009 have no fragments");
  }

  CaseBase cases(std::move(container));
  const Container& file = cases.container_;
  cases.width_ = map.grid().width();
  cases.height_ = map.grid().height();
  cases.seed_ = *seed;
  cases.drawn_ = *drawn == 1;
  cases.has_fragments_ = fragments;
  NumberView<std::uint16_t> lengths;
  if (kind == DatabaseKind::kCases) {
    const auto section = file.section("lengths", *records * sizeof(std::uint16_t));
    if (!section) return section.error();
    lengths = NumberView<std::uint16_t>(*section);
  }
  const auto section = file.section("paths");
  if (!section) return section.error();
  // At least 5 bytes a record and a state for each 2 bits: no promise of the header costs more memory than the file.
  if (section->size() < *records * 5) return file.bad("section paths is shorter than its records");
  if (section->size() > kMaxStateBytes) return file.bad("section paths is longer than can be read");

  const Grid& grid = map.grid();
  cases.first_.reserve(*records + 1);
  cases.first_.push_back(0);
  std::string_view rest = *section;
  for (std::uint64_t i = 0; i < *records; ++i) {
    const std::uint32_t length = kind == DatabaseKind::kCases ? lengths[i] : kStates2009;
    if (length < 2) return file.bad("record " + std::to_string(i) + " has " + std::to_string(length) + " states");
    if (!unpack_states(grid, rest, length, cases.states_)) {
      return file.bad("record " + std::to_string(i) +
                      " is cut off, or has a state that is no passable cell of the map");
    }
    cases.first_.push_back(static_cast<std::uint32_t>(cases.states_.size()));
  }
  if (!rest.empty()) return file.bad("section paths has bytes after the last record");
  cases.states_.shrink_to_fit();

  cases.trips_.reserve(*records);
  for (std::uint32_t i = 0; i < *records; ++i) {
    const Record record = cases.whole(i);
    for (std::uint32_t j = 0; j < record.size(); ++j) {
      if (kind == DatabaseKind::kCases && j > 0 && record[j] == record[j - 1]) {
        return file.bad("state " + std::to_string(j) + " of record " + std::to_string(i) + " is the one before");
      }
    }
    cases.trips_.push_back(trip_between(grid.cell(record.front()), grid.cell(record.back())));
  }
  if (!is_trip_tree(cases.trips_)) return file.bad("the records are not in the order of a trip tree");
  if (fragments) {
    if (auto added = cases.add_fragments(grid); !added) return added.error();
  }
  return cases;
}

Result<Done> CaseBase::add_fragments(const Grid& grid) {
  std::uint64_t count = 0;
  for (std::uint32_t i = 0; i < wholes(); ++i) {
    const std::uint64_t states = whole(i).size();
    count += states * (states - 1) / 2;
  }
  if (count > kMaxFragments) {
    return container_.bad("its records have " + std::to_string(count) + " fragments, more than " +
                          std::to_string(kMaxFragments));
  }
  std::vector<Fragment> all;
  std::vector<Trip> trips;
  all.reserve(count);
  trips.reserve(count);
  for (std::uint32_t i = 0; i < wholes(); ++i) {
    for (std::uint32_t from = first_[i]; from + 1 < first_[i + 1]; ++from) {
      for (std::uint32_t to = from + 1; to < first_[i + 1]; ++to) {
        all.push_back({from, to - from + 1});
        trips.push_back(trip_between(grid.cell(states_[from]), grid.cell(states_[to])));
      }
    }
  }
  trips_.clear();
  trips_.reserve(count);
  fragments_.reserve(count);
  for (const std::uint32_t number : trip_order(trips)) {
    fragments_.push_back(all[number]);
    trips_.push_back(trips[number]);
  }
  return Done{};
}

}  // namespace waymark
