// Re-checks a case base against its map: whether every record means what it should.
#pragma once

#include <cstdint>
#include <functional>

#include "waymark/base/result.hpp"
#include "waymark/space/map.hpp"
#include "waymark/subgoals/case_base.hpp"

namespace waymark {

// Of kCases: every state of a record is hill-climbing reachable from the one before. Of kCases2009: the subgoal is so
// from the start. Of both: the ends of a record are connected; where the trips were drawn, they are those of the seed,
// in the order of the tree. And every record is what the builder makes of a trip between its ends. The error names the
// first record that is wrong.
Result<Done> verify_cases(const CaseBase& cases, const Map& map,
                          const std::function<void(std::uint64_t done, std::uint64_t total)>& progress = {});

}  // namespace waymark
