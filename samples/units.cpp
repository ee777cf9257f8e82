// Units that walk while they think: every frame each may spend a few work units and takes one step.
#include <algorithm>
#include <cstdio>

#include "waymark/agent/lrta.hpp"
#include "waymark/agent/rtaa.hpp"
#include "waymark/agent/tb_wa.hpp"
#include "waymark/agent/tba.hpp"
#include "waymark/io/map_file.hpp"

using namespace waymark;

int main(int argc, char** argv) {
  auto file = read_map(argc > 1 ? argv[1] : "data/rooms.map");
  if (!file) return std::fprintf(stderr, "%s\n", file.error().to_string().c_str()), 3;
  const Map map(std::move(file->grid));
  const NodeId start = map.grid().node(3, 3);
  const NodeId goal = map.grid().node(90, 59);
  const Budget per_frame{.units = 40};

  struct Unit {
    const char* name;
    Result<AgentPtr> agent;
  };
  const Unit units[] = {{"LRTA*", make_lrta(map, {.d = 2})},
                        {"RTAA*", make_rtaa(map, {.n = 12})},
                        {"TBA*", make_tba(map, {.r = 40})},
                        {"TB(WA*)", make_tb_wa(map, {.w = 2.0, .r = 40})}};
  for (const Unit& unit : units) {
    if (!unit.agent) return std::fprintf(stderr, "%s\n", unit.agent.error().message.c_str()), 2;
    Agent& agent = **unit.agent;
    Status status = agent.reset(start, goal);
    int frames = 0;
    int most = 0;
    while (status == Status::kInProgress) {
      const AgentStep step = agent.step(per_frame);
      status = step.status;
      most = std::max(most, static_cast<int>(step.work));
      ++frames;
    }
    std::printf("%-8s %s after %4d frames, never more than %d of %d units in one\n", unit.name,
                to_string(status).data(), frames, most, static_cast<int>(agent.bound()));
  }
}
