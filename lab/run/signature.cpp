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

NodeId passable_cell(Random& random, const Grid& grid, const Rect& within) {
  for (;;) {
    const Cell at{within.x + random.between(0, within.width - 1), within.y + random.between(0, within.height - 1)};
    if (grid.contains(at.x, at.y) && grid.passable(at.x, at.y)) return grid.node(at);
  }
}

// An area between the unit and its goal, which both stay passable and connected.
void change_on_the_way(Random& random, Map& map, NodeId unit, NodeId goal) {
  const Cell from = map.grid().cell(unit);
  const Cell to = map.grid().cell(goal);
  const int part = random.between(0, 8);
  const Rect area{from.x + (to.x - from.x) * part / 8 - random.between(0, 4),
                  from.y + (to.y - from.y) * part / 8 - random.between(0, 4), random.between(1, 5),
                  random.between(1, 5)};
  map.fill(area, random.chance(1, 2));
  for (const Cell end : {from, to}) map.set(end.x, end.y, true);
  if (!map.connected(unit, goal)) map.fill(area, true);
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
    const Rect everywhere{0, 0, map.grid().width(), map.grid().height()};
    const NodeId start = passable_cell(random, map.grid(), everywhere);
    const NodeId goal = passable_cell(random, map.grid(), everywhere);
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

std::vector<SignatureScene> changing_signature_scenes() {
  std::vector<SignatureScene> scenes = signature_scenes();
  std::erase_if(scenes, [](const SignatureScene& scene) {
    return scene.name != "rooms" && scene.name != "city" && scene.name != "fortress";
  });
  return scenes;
}

Result<std::uint64_t> changing_signature(std::string_view text, const SignatureScene& scene) {
  constexpr int kSteps = 100;
  constexpr int kNear = 6;  // where a goal goes
  const auto choice = parse_algorithm(text);
  if (!choice) return choice.error();
  Hash64 hash;
  // In small slices, so that edits come while it plans, and with all the units that it asks for.
  for (const std::uint64_t units : {std::uint64_t{150}, std::uint64_t{20'000}}) {
    auto grid = grid_of(scene);
    if (!grid) return grid.error();
    Map map(*std::move(grid), scene.rules);
    const auto databases = build_small_database(*choice, map, kDatabases);
    if (!databases) return databases.error();
    const auto agent = choice->make_agent(map, Agent::kUnbounded, databases->view());
    if (!agent) return agent.error();
    Random random(Hash64().add(scene.name).add(units).value());
    const Rect everywhere{0, 0, map.grid().width(), map.grid().height()};
    const NodeId start = passable_cell(random, map.grid(), everywhere);
    NodeId goal = passable_cell(random, map.grid(), everywhere);
    while (!map.connected(start, goal)) goal = passable_cell(random, map.grid(), everywhere);
    (*agent)->reset(start, goal);
    for (int step = 0; step < kSteps && (*agent)->status() != Status::kSolved; ++step) {
      if (step % 8 == 5) change_on_the_way(random, map, (*agent)->position(), goal);
      if (step % 20 == 10) {
        const Cell at = map.grid().cell(goal);
        goal = passable_cell(random, map.grid(), {at.x - kNear, at.y - kNear, 2 * kNear + 1, 2 * kNear + 1});
        (*agent)->retarget(goal);
      }
      map.maintain({units});
      const AgentStep made = (*agent)->step({units});
      const Cell at = map.grid().cell(made.position);
      hash.add(static_cast<std::uint64_t>(made.status)).add(made.work).add(made.expanded);
      hash.add(static_cast<std::uint64_t>(at.y) << 32u | static_cast<std::uint64_t>(at.x));
    }
    const Work& work = (*agent)->work();
    hash.add(work.expanded).add(work.generated).add(work.updates).add(work.update_volume).add(work.peak_states);
    hash.add(work.replans);
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
