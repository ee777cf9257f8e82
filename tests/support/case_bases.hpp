// Case bases made and opened in memory.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "offline/container_writer.hpp"
#include "offline/pack_states.hpp"
#include "offline/verify_header.hpp"
#include "waymark/offline/case_build.hpp"
#include "waymark/subgoals/case_base.hpp"

namespace waymark::test {

// One item after the other.
inline Result<std::string> build_in_order(const ItemBuild& build) {
  std::vector<std::string> items;
  const auto maker = build.maker();
  for (std::uint64_t item = 0; item < build.items(); ++item) items.push_back(maker->make(item));
  return build.assemble(items);
}

inline Result<CaseBase> open_cases(std::string bytes, const Map& map) {
  auto container = Container::parse(std::move(bytes), "test.cases");
  if (!container) return container.error();
  return CaseBase::open(*std::move(container), map);
}

inline Result<CaseBase> build_cases(const Map& map, const CaseBuildOptions& options) {
  const auto build = make_case_build(map, options);
  if (!build) return build.error();
  auto bytes = build_in_order(**build);
  if (!bytes) return bytes.error();
  return open_cases(*std::move(bytes), map);
}

// Any records, also such as no build makes; put into the order of the tree.
inline std::string case_bytes(const Map& map, const std::vector<std::vector<NodeId>>& records,
                              DatabaseKind kind = DatabaseKind::kCases) {
  std::vector<Trip> trips;
  for (const auto& record : records) {
    trips.push_back(trip_between(map.grid().cell(record.front()), map.grid().cell(record.back())));
  }
  std::string lengths;
  std::string states;
  std::vector<NodePair> given;
  for (const std::uint32_t number : trip_order(trips)) {
    append_number(lengths, static_cast<std::uint16_t>(records[number].size()));
    pack_states(map.grid(), records[number], states);
    given.emplace_back(records[number].front(), records[number].back());
  }
  ContainerWriter writer(kind, map);
  writer.parameter("records", records.size()).parameter("seed", given_trips_seed(given)).parameter("drawn", 0);
  if (kind == DatabaseKind::kCases) writer.section("lengths", lengths);
  writer.section("paths", states);
  return writer.bytes();
}

}  // namespace waymark::test
