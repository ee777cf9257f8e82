#include "lab/run/signature.hpp"

#include "base/hash.hpp"
#include "lab/run/small_databases.hpp"
#include "waymark/base/random.hpp"
#include "waymark/offline/generate.hpp"

namespace waymark {
namespace {

constexpr SmallDatabaseOptions kDatabases{.records = 100, .level = 4};

Result<Grid> grid_of(const SignatureScene& scene) {
  return generate_map(*map_kind_from_name(scene.name), {.width = 128, .height = 96, .seed = 1});
}

}  // namespace

std::vector<SignatureScene> signature_scenes() {
  return {
      {"rooms", {}},
      {"maze", {}},
      {"caves", {}},
      {"rts", {Neighbours::kEight, DiagonalRule::kBothFree, kPaper14Costs}},
      {"city", {Neighbours::kEight, DiagonalRule::kOneFree, kSqrt2Costs}},
      {"fortress", {Neighbours::kFour, DiagonalRule::kNever, kUnitCosts}},
  };
}

Result<std::uint64_t> signature(std::string_view text, const SignatureScene& scene) {
  constexpr int kMaxSteps = 20'000;  // plain LRTA* scrubs for longer; its first moves tell enough
  const auto choice = parse_algorithm(text);
  if (!choice) return choice.error();
  const int problems = choice->info->gives_up ? 5 : 25;  // those that give up work up to their limit on most
  auto grid = grid_of(scene);
  if (!grid) return grid.error();
  const Map map(*std::move(grid), scene.rules);
  const auto databases = build_small_database(*choice, map, kDatabases);
  if (!databases) return databases.error();
  auto agent = choice->make_agent(map, Agent::kUnbounded, databases->view());
  if (!agent) return agent.error();

  Random random(Hash64().add(scene.name).value());
  Hash64 hash;
  std::vector<NodeId> path;
  for (int problem = 0; problem < problems; ++problem) {
    const auto draw = [&] {
      for (;;) {
        const int x = random.between(0, map.grid().width() - 1);
        const int y = random.between(0, map.grid().height() - 1);
        if (map.grid().passable(x, y)) return map.grid().node(x, y);
      }
    };
    const NodeId start = draw();
    const NodeId goal = draw();
    (*agent)->reset(start, goal);
    path.assign(1, start);
    Cost cost = 0;
    for (int step = 0; step < kMaxSteps && (*agent)->status() == Status::kInProgress; ++step) {
      const NodeId next = (*agent)->step().position;
      if (next == path.back()) continue;
      cost += map.cost(path.back(), next);
      path.push_back(next);
    }
    const Status status = (*agent)->status();
    if (status == Status::kUnreachable) {
      path.clear();
      cost = kInfiniteCost;
    }
    const Work& work = (*agent)->work();
    hash.add(static_cast<std::uint64_t>(status)).add(cost);
    hash.add(work.expanded).add(work.generated).add(work.updates).add(work.update_volume).add(work.peak_states);
    hash.add(path.size());
    for (const NodeId node : path) {
      const Cell cell = map.grid().cell(node);
      hash.add(static_cast<std::uint64_t>(cell.y) << 32u | static_cast<std::uint64_t>(cell.x));
    }
  }
  return hash.value();
}

Result<std::uint64_t> database_signature(DatabaseKind kind, const SignatureScene& scene) {
  auto grid = grid_of(scene);
  if (!grid) return grid.error();
  const auto bytes = small_database(kind, Map(*std::move(grid), scene.rules), kDatabases);
  if (!bytes) return bytes.error();
  return Hash64().add(*bytes).value();
}

}  // namespace waymark
