// Database files: whatever the bytes, opening, checking and walking by them ends in an error or in legal moves that
// arrive. The first byte says how to read the rest: as the bytes of a file, or as the sections of a file whose
// checksums are right, so that the fuzzer need not guess them. (Trees are text: fuzz_tree.)
#include <array>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>

#include "offline/container_writer.hpp"
#include "property.hpp"
#include "waymark/agent/registry.hpp"
#include "waymark/offline/verify_cases.hpp"
#include "waymark/offline/verify_paths.hpp"
#include "waymark/offline/verify_patterns.hpp"
#include "waymark/subgoals/case_base.hpp"
#include "waymark/subgoals/path_database.hpp"
#include "waymark/subgoals/pattern_database.hpp"

using namespace waymark;

namespace {

// 12 x 9 cells: a wall with a gap, a room of its own, a dead end of one cell.
Map sample_map() {
  constexpr std::string_view kCells =
      "............"
      ".####.####.."
      ".#......#..."
      ".#.####.#.#."
      ".#.#..#.#.#."
      ".#.####.#.#."
      ".#......#.#."
      ".##.#####.#."
      "............";
  Grid grid = *Grid::create(12, 9, false);
  for (int i = 0; i < 12 * 9; ++i) grid.set(i % 12, i / 12, kCells[static_cast<std::size_t>(i)] == '.');
  return Map(std::move(grid));
}

void walk(const Map& map, const char* algorithm, const Databases& databases) {
  auto agent = parse_algorithm(algorithm)->make_agent(map, Agent::kUnbounded, databases);
  if (!agent) return;
  const Grid& grid = map.grid();
  (*agent)->reset(grid.node(0, 0), grid.node(11, 8));
  for (int step = 0; (*agent)->status() == Status::kInProgress; ++step) {
    HOLDS(step < 100'000);
    const Cell before = grid.cell((*agent)->position());
    const AgentStep made = (*agent)->step();
    HOLDS(made.work <= (*agent)->bound());
    const Cell after = grid.cell(made.position);
    HOLDS(grid.passable(made.position) && std::abs(before.x - after.x) <= 1 && std::abs(before.y - after.y) <= 1);
  }
  HOLDS((*agent)->status() == Status::kSolved);
}

void look_up(const Map& map, const PathDatabase& paths) {
  for (int y = 0; y < map.grid().height(); ++y) {
    for (int x = 0; x < map.grid().width(); ++x) {
      HOLDS(paths.row_for({x, y}) <= paths.rows());
      for (PathDatabase::Row row = 0; row < paths.rows(); ++row) HOLDS(paths.move(row, {x, y}) <= kNoDirection);
    }
  }
}

void use(const Map& map, std::string bytes) {
  auto container = Container::parse(std::move(bytes), "input");
  if (!container) {
    HOLDS(container.error().file == "input" && container.error().message.find('\n') == std::string::npos);
    return;
  }
  const auto ignore = [](std::uint64_t, std::uint64_t) {};
  Databases databases;
  if (container->kind() == DatabaseKind::kPaths) {
    const auto paths = PathDatabase::open(*std::move(container), map);
    if (!paths) return;
    static_cast<void>(verify_paths(*paths, map, ignore));
    look_up(map, *paths);
    databases.paths = &*paths;
    walk(map, "paths", databases);
    return;
  }
  if (container->kind() == DatabaseKind::kPatterns) {
    const auto patterns = PatternDatabase::open(*std::move(container), map);
    if (!patterns) return;
    static_cast<void>(verify_patterns(*patterns, map, ignore));
    (patterns->has_subgoals() ? databases.patterns : databases.depths) = &*patterns;
    databases.depths = &*patterns;
    for (const char* algorithm :
         {"d-lrta", "d-lrta:exit=last", "d-lrta:d=3,reentrance=off", "d-lrta:d=3,reentrance=off,exit=last",
          "d-lrta:subgoal=held", "lrta-pdb-g", "lrta-pdb-pdb", "lrta-pdb-pdb:exit=last,ties=region,goal_region=on",
          "pr-lrta:depth=pdb", "pr-lrta:goal=pdb,d=2", "pr-lrta:depth=pdb,goal=pdb",
          "pr-lrta:depth=pdb,goal=pdb,exit=last"}) {
      walk(map, algorithm, databases);
    }
    return;
  }
  const DatabaseKind kind = container->kind();
  const auto cases = CaseBase::open(*std::move(container), map);
  if (!cases) return;
  static_cast<void>(verify_cases(*cases, map, ignore));
  databases.cases = kind == DatabaseKind::kCases ? &*cases : nullptr;
  databases.cases_2009 = kind == DatabaseKind::kCases2009 ? &*cases : nullptr;
  for (const char* algorithm : {"knn-lrta", "knn-lrta:M=2,cutoff=3,goal_check=off,quota=1", "knn-lrta-2009"}) {
    walk(map, algorithm, databases);
  }
}

// Takes the next bytes as a number.
std::uint64_t take(std::string_view& bytes, std::size_t count) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < count && !bytes.empty(); ++i, bytes.remove_prefix(1)) {
    value |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes.front())) << (8 * i);
  }
  return value;
}

// Parameters and sections as their kinds name them; values and contents from the input.
std::string composed(const Map& map, std::string_view input) {
  const auto kind = std::array{DatabaseKind::kCases, DatabaseKind::kCases2009, DatabaseKind::kPatterns,
                               DatabaseKind::kPaths}[take(input, 1) % 4];
  ContainerWriter writer(kind, map);
  for (std::uint64_t count = take(input, 1) % 9; count > 0; --count) {
    const std::size_t length = 1 + take(input, 1) % Container::kNameBytes;
    const std::string_view name = input.substr(0, length);
    input.remove_prefix(name.size());
    if (name.empty()) break;
    writer.parameter(name, take(input, 4));
  }
  for (std::uint64_t count = take(input, 1) % 12; count > 0; --count) {
    const std::size_t length = 1 + take(input, 1) % Container::kNameBytes;
    const std::string_view name = input.substr(0, length);
    input.remove_prefix(name.size());
    if (name.empty()) break;
    const std::size_t size = take(input, 2);
    const std::string_view content = input.substr(0, size);
    input.remove_prefix(content.size());
    writer.section(name, std::string(content));
  }
  return writer.bytes();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const Map map = sample_map();
  const std::string_view rest(reinterpret_cast<const char*>(data) + 1, size - 1);
  use(map, data[0] % 2 == 0 ? std::string(rest) : composed(map, rest));
  return 0;
}
