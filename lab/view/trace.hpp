// An algorithm on one problem once more, outside of all measurements, for its picture.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "lab/run/run.hpp"
#include "lab/view/picture.hpp"
#include "waymark/agent/registry.hpp"
#include "waymark/base/result.hpp"
#include "waymark/space/map.hpp"

namespace waymark {

struct Trace {
  CellColours colours;       // visits of a real-time agent; states a whole-path search touched
  std::vector<NodeId> path;  // of a whole-path search
  // In a world that changes: the map as edits left it, and the colours are visits, whatever walked.
  std::unique_ptr<Map> edited = {};
  PathFinderPtr finder = {};  // what colours look at; may be on that map
};
// Whether a picture of it shows where a unit stood, and not what a search touched.
bool traces_walk(const AlgorithmChoice& algorithm, const RunOptions& options);
// Fails if the algorithm cannot be made for this map.
Result<Trace> make_trace(const Map& map, const AlgorithmChoice& algorithm, NodeId start, NodeId goal,
                         const RunOptions& options);

// Whether the picture of a search that remembers (room repair) is one of its tree before and after edits.
bool traces_repair(const AlgorithmChoice& algorithm, const RunOptions& options);
// A plan from the start, then all edits of the script, then the plan repaired: on the map as the edits leave it, what
// the repair expanded has a colour of its own.
Result<Trace> make_repair_trace(const Map& map, const AlgorithmChoice& algorithm, NodeId start, NodeId goal,
                                const EditScript& script);

// The part of a map that a picture of `algorithms` on one problem wants to show: all of it if it is small, otherwise
// what any of them touched, with some room around.
Rect trace_area(const Map& map, std::span<const AlgorithmChoice> algorithms, NodeId start, NodeId goal,
                const RunOptions& options);

// The picture of `area` with what the algorithm is and its figures of `row`, as a figure of a page. Empty if the
// algorithm cannot be made for this map.
std::string trace_card(const Map& map, const AlgorithmChoice& algorithm, const RunRow& row, const RunOptions& options,
                       Rect area);

// What the colours of traces mean: of whole-path searches, of real-time agents, or of both; of repairs.
std::vector<LegendEntry> trace_colours(bool has_searches, bool has_agents, bool has_repairs = false);
// The same as a list of a page.
std::string trace_legend(bool has_searches, bool has_agents);

}  // namespace waymark
