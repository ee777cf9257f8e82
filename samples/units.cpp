// Units that walk while they think: every frame each may spend a few work units and takes one step.
#include <cstdio>

#include "waymark/agent/registry.hpp"
#include "waymark/io/map_file.hpp"

using namespace waymark;

int main(int argc, char** argv) {
  auto file = read_map(argc > 1 ? argv[1] : "data/rooms.map");
  if (!file) return std::fprintf(stderr, "%s\n", file.error().to_string().c_str()), 3;
  const Map map(std::move(file->grid));
  const Budget per_frame{.units = 40};

  for (const char* name : {"lrta:d=2", "rtaa:N=12", "tba:R=40", "tb-wa:R=40"}) {
    const auto unit = parse_algorithm(name)->make_agent(map, per_frame.units);
    if (!unit) return std::fprintf(stderr, "%s\n", unit.error().message.c_str()), 2;
    Agent& agent = **unit;
    agent.reset(map.grid().node(3, 3), map.grid().node(90, 59));

    int frames = 0;
    int most = 0;
    while (agent.status() == Status::kInProgress) {
      const AgentStep step = agent.step(per_frame);
      most = std::max(most, static_cast<int>(step.work));
      ++frames;
    }
    std::printf("%-10s %s after %4d frames, never more than %d of %d units in one\n", name,
                to_string(agent.status()).data(), frames, most, static_cast<int>(agent.bound()));
  }
}
