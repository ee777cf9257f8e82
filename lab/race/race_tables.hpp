// The figures of a race as tables: of every race, of a world that changed, of memory. `options` are those of its runs.
#pragma once

#include <string>
#include <vector>

#include "lab/race/race.hpp"
#include "lab/run/run.hpp"

namespace waymark {

// To read on a terminal, and for a page. There is at least one entry.
std::string race_tables_text(const std::vector<RaceEntry>& entries, const RunOptions& options);
std::string race_tables_html(const std::vector<RaceEntry>& entries, const RunOptions& options);

}  // namespace waymark
