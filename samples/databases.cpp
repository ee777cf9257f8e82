// A game that prepares its map: it builds a case base once, and then a unit is led by it within a budget per step.
#include <algorithm>
#include <cstdio>

#include "waymark/agent/knn_lrta.hpp"
#include "waymark/agent/lrta.hpp"
#include "waymark/io/database_file.hpp"
#include "waymark/io/map_file.hpp"
#include "waymark/offline/build.hpp"
#include "waymark/offline/case_build.hpp"

using namespace waymark;

static int fail(const Error& error) { return std::fprintf(stderr, "%s\n", error.to_string().c_str()), 3; }

int main(int argc, char** argv) {
  auto file = read_map(argc > 1 ? argv[1] : "data/rooms.map");
  if (!file) return fail(file.error());
  const Map map(std::move(file->grid));

  // Off-line: 500 trips, solved and compressed. A tool writes these bytes to a file that ships with the map.
  const auto build = make_case_build(map, {.records = 500, .seed = 1});
  if (!build) return fail(build.error());
  auto bytes = run_build(**build);
  if (!bytes) return fail(bytes.error());
  std::printf("case base: %zu bytes\n", bytes->size());

  // In the game: opened once, shared by all units.
  DatabaseSet databases;
  if (const auto added = databases.add_bytes(*std::move(bytes), "rooms.knn", map); !added) return fail(added.error());

  struct Unit {
    const char* name;
    Result<AgentPtr> agent;
  };
  const Unit units[] = {{"LRTA*", make_lrta(map)}, {"kNN LRTA*", make_knn_lrta(map, *databases.view().cases)}};
  const Budget per_step{.units = 30};
  for (const Unit& unit : units) {
    if (!unit.agent) return fail(unit.agent.error());
    Agent& agent = **unit.agent;
    agent.reset(map.grid().node(8, 19), map.grid().node(88, 4));

    int moves = 0;
    int most = 0;
    Cost cost = 0;
    while (agent.status() == Status::kInProgress) {
      const NodeId before = agent.position();
      const AgentStep step = agent.step(per_step);
      most = std::max(most, static_cast<int>(step.work));
      if (step.position == before) continue;  // still thinking
      cost += map.cost(before, step.position);
      ++moves;
    }
    std::printf("%-9s %s: %4d moves, cost %7.2f, at most %d units in a step\n", unit.name,
                to_string(agent.status()).data(), moves, map.rules().costs.length(cost), most);
  }
}
