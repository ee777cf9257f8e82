// A map made by the program itself, searched a few expansions a frame, and edited between two searches.
#include <cstdio>
#include <string>
#include <vector>

#include "waymark/search/a_star.hpp"

using namespace waymark;

namespace {

void draw(const Map& map, const std::vector<NodeId>& path) {
  std::vector<std::string> picture(static_cast<std::size_t>(map.grid().height()));
  for (int y = 0; y < map.grid().height(); ++y) {
    for (int x = 0; x < map.grid().width(); ++x) {
      picture[static_cast<std::size_t>(y)] += map.grid().passable(x, y) ? '.' : '@';
    }
  }
  for (const NodeId node : path) {
    const Cell cell = map.grid().cell(node);
    picture[static_cast<std::size_t>(cell.y)][static_cast<std::size_t>(cell.x)] = '*';
  }
  for (const std::string& row : picture) std::printf("  %s\n", row.c_str());
}

}  // namespace

int main() {
  Map map(*Grid::create(30, 7, true));
  map.fill({10, 0, 1, 6}, false);  // a wall with a gap at the bottom
  map.fill({20, 1, 1, 6}, false);  // and one with a gap at the top
  const NodeId start = map.grid().node(2, 3);
  const NodeId goal = map.grid().node(27, 3);

  const PathFinderPtr search = *make_a_star(map);
  search->start(start, goal);
  int frames = 1;
  while (search->step({.units = 20}) == Status::kInProgress) ++frames;
  std::vector<NodeId> path;
  search->append_path(path);
  std::printf("%s after %d frames of at most 20 expansions\n", to_string(search->status()).data(), frames);
  draw(map, path);

  map.set(10, 3, true);  // a door opens
  search->solve(start, goal);
  path.clear();
  search->append_path(path);
  std::printf("with a door in the first wall\n");
  draw(map, path);

  map.fill({20, 0, 1, 7}, false);  // the second wall is closed: known at once, without a search
  const Status status = search->solve(start, goal);
  std::printf("with the second wall closed: %s, %d expansions\n", to_string(status).data(),
              static_cast<int>(search->work().expanded));
}
