// A map, a search, a path: the whole of it. Run from the repository's folder, or give a map file.
#include <cstdio>

#include "waymark/io/map_file.hpp"
#include "waymark/search/jps.hpp"

int main(int argc, char** argv) {
  auto file = waymark::read_map(argc > 1 ? argv[1] : "data/rooms.map");
  if (!file) return std::fprintf(stderr, "%s\n", file.error().to_string().c_str()), 3;
  const waymark::Map map(std::move(file->grid));

  const auto search = waymark::make_jps(map);
  if (!search) return std::fprintf(stderr, "%s\n", search.error().to_string().c_str()), 2;
  const auto status = (*search)->solve(map.grid().node(3, 3), map.grid().node(90, 59));

  std::vector<waymark::NodeId> path;
  (*search)->append_path(path);
  std::printf("%s: %zu cells, length %.2f, %d expansions\n", waymark::to_string(status).data(), path.size(),
              map.rules().costs.length((*search)->cost()), static_cast<int>((*search)->work().expanded));
}
