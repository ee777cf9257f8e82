#include "waymark/subgoals/case_base.hpp"

namespace waymark {
namespace {

constexpr std::uint32_t kStates2009 = 3;  // of each record

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

  CaseBase cases(std::move(container));
  const Container& file = cases.container_;
  cases.width_ = map.grid().width();
  cases.height_ = map.grid().height();
  cases.seed_ = *seed;
  cases.drawn_ = *drawn == 1;
  NumberView<std::uint16_t> lengths;
  if (kind == DatabaseKind::kCases) {
    const auto section = file.section("lengths", *records * sizeof(std::uint16_t));
    if (!section) return section.error();
    lengths = NumberView<std::uint16_t>(*section);
  }
  const auto section = file.section("states");
  if (!section) return section.error();
  if (section->size() % sizeof(NodeId) != 0) return file.bad("section states is not of whole states");
  cases.states_ = NumberView<NodeId>(*section);  // fewer than 2^31, see Container::kMaxBytes

  cases.first_.reserve(*records + 1);
  cases.first_.push_back(0);
  std::uint64_t end = 0;
  for (std::uint64_t i = 0; i < *records; ++i) {
    const std::uint32_t length = kind == DatabaseKind::kCases ? lengths[i] : kStates2009;
    if (length < 2) return file.bad("record " + std::to_string(i) + " has " + std::to_string(length) + " states");
    end += length;
    if (end > cases.states_.size()) break;
    cases.first_.push_back(static_cast<std::uint32_t>(end));
  }
  if (end != cases.states_.size()) {
    return file.bad("section states has " + std::to_string(cases.states_.size()) + " states, not the " +
                    std::to_string(end) + " of the records");
  }

  const Grid& grid = map.grid();
  cases.trips_.reserve(*records);
  for (std::uint32_t i = 0; i < *records; ++i) {
    const Record record = cases.record(i);
    for (std::uint32_t j = 0; j < record.size(); ++j) {
      if (record[j] >= grid.id_bound() || !grid.passable(record[j])) {
        return file.bad("state " + std::to_string(j) + " of record " + std::to_string(i) +
                        " is not a passable cell of the map");
      }
      if (kind == DatabaseKind::kCases && j > 0 && record[j] == record[j - 1]) {
        return file.bad("state " + std::to_string(j) + " of record " + std::to_string(i) + " is the one before");
      }
    }
    cases.trips_.push_back(trip_between(grid.cell(record.front()), grid.cell(record.back())));
  }
  if (!is_trip_tree(cases.trips_)) return file.bad("the records are not in the order of a trip tree");
  return cases;
}

}  // namespace waymark
