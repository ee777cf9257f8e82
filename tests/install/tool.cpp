// The studio's tool: builds a database for the game's map. Usage: consumer_tool OUTPUT
#include <fstream>

#include "waymark/offline/build.hpp"
#include "waymark/offline/case_build.hpp"
#include "world.hpp"

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const waymark::Map map(world());
  const auto build = waymark::make_case_build(map, {.records = 50, .seed = 1});
  if (!build) return 1;
  const auto bytes = waymark::run_build(**build);
  if (!bytes) return 1;
  return std::ofstream(argv[1], std::ios::binary).write(bytes->data(), static_cast<std::streamsize>(bytes->size())) ? 0
                                                                                                                    : 1;
}
