// A game that ships with a path database: a unit knows its next move at once, a wall is built across its way, and rows
// of moves heal a little each frame.
#include <algorithm>
#include <cstdio>

#include "waymark/agent/paths.hpp"
#include "waymark/io/database_file.hpp"
#include "waymark/io/map_file.hpp"
#include "waymark/offline/build.hpp"
#include "waymark/offline/path_build.hpp"

using namespace waymark;

static int fail(const Error& error) { return std::fprintf(stderr, "%s\n", error.to_string().c_str()), 3; }

int main(int argc, char** argv) {
  auto file = read_map(argc > 1 ? argv[1] : "data/rooms.map");
  if (!file) return fail(file.error());
  Map map(std::move(file->grid));

  // Off-line: `waymark build` writes these bytes to a file that ships with the map.
  const auto build = make_path_build(map, {.delta = 16});
  if (!build) return fail(build.error());
  auto bytes = run_build(**build);
  if (!bytes) return fail(bytes.error());

  // In the game: opened once, before any edit, shared by all units.
  DatabaseSet databases;
  if (const auto added = databases.add_bytes(*std::move(bytes), "rooms.paths", map); !added) return fail(added.error());
  std::printf("%u rows of moves\n", databases.view().paths->rows());

  // The best at hand, whatever that is, makes make_auto(map, databases.view()); a text, for tools, parse_algorithm.
  const auto unit = make_paths(map, *databases.view().paths);
  if (!unit) return fail(unit.error());
  Agent& agent = **unit;
  agent.reset(map.grid().node(8, 19), map.grid().node(88, 4));
  Cost cost = 0;
  int frames = 0;
  int most = 0;
  for (; agent.status() == Status::kInProgress && frames < 1000; ++frames) {
    const NodeId before = agent.position();
    if (frames == 20) {  // a wall around the cell that it would walk to two moves on
      const Cell cell = map.grid().cell(before);
      map.fill({cell.x + 2, cell.y - 1, 1, 3}, false);
    }
    const AgentStep step = agent.step({.units = 3000});
    most = std::max(most, static_cast<int>(step.work));
    if (step.position != before) cost += map.cost(before, step.position);
    const Maintenance healed = map.maintain({.units = 2000});
    if (frames == 20)
      std::printf("a wall in its way: %s\n", healed.current ? "healed at once" : "it goes on, rows heal");
  }
  std::printf("%s after %d frames, cost %.2f, at most %d units in a step\n", to_string(agent.status()).data(), frames,
              map.rules().costs.length(cost), most);
}
