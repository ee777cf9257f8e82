// The game: a map, an agent, a database built elsewhere, an edit. Usage: consumer DATABASE
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

#include "waymark/agent/registry.hpp"
#include "waymark/base/version.hpp"
#include "waymark/io/database_file.hpp"
#include "waymark/io/png_file.hpp"
#include "world.hpp"

using namespace waymark;

static int moves(Agent& agent) {
  int count = 0;
  for (NodeId before = agent.position(); agent.status() == Status::kInProgress; before = agent.position()) {
    agent.step({.units = 100});
    if (agent.position() != before) ++count;
  }
  return agent.status() == Status::kSolved ? count : -1;
}

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  Map map(world());
  std::printf("waymark %s\n", WAYMARK_VERSION);

  std::ifstream file(argv[1], std::ios::binary);
  DatabaseSet databases;
  const auto added = databases.add_bytes(std::string(std::istreambuf_iterator<char>(file), {}), argv[1], map);
  std::printf("database: %s\n", added ? "ok" : added.error().to_string().c_str());

  const NodeId start = map.grid().node(1, 1);
  const NodeId goal = map.grid().node(18, 10);
  for (const char* name : {"a-star", "knn-lrta"}) {
    const auto agent = parse_algorithm(name)->make_agent(map, Agent::kUnbounded, databases.view());
    if (!agent) return std::printf("%s\n", agent.error().to_string().c_str()), 1;
    (*agent)->reset(start, goal);
    std::printf("%s: %d moves\n", name, moves(**agent));
  }
  const auto walker = parse_algorithm("tba")->make_agent(map, 100);
  if (!walker) return 1;
  map.set(10, 6, false);  // the only gap
  (*walker)->reset(start, goal);
  std::printf("after the gap was closed: %d moves\n", moves(**walker));

  const auto picture = read_png("no-such.png");
  std::printf("picture: %s\n",
              !picture && picture.error().code == ErrorCode::kUnsupported ? "unsupported" : "supported");
}
