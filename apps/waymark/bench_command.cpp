#include <fmt/format.h>
#include <cstdlib>
int bench_main(int argc, char** argv);
#include "waymark/lab/bench.hpp"
int main(int argc, char** argv) {
  waymark::BenchOptions o;
  if (argc > 2) o.maps = argv[2];
  if (argc > 3) o.problems = atoi(argv[3]);
  for (auto& b : waymark::benchmarks()) if (argc < 2 || b.name == argv[1]) { auto r = b.run(o); if (!r) fmt::print("{}\n", r.error().to_string()); }
}
