#include "waymark/lab/signature.hpp"

#include "waymark/base/hash.hpp"
#include "waymark/base/random.hpp"
#include "waymark/offline/generate.hpp"

namespace waymark {

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
  constexpr int kProblems = 25;
  const auto choice = parse_algorithm(text);
  if (!choice) return choice.error();
  auto grid = generate_map(*map_kind_from_name(scene.name), {.width = 128, .height = 96, .seed = 1});
  if (!grid) return grid.error();
  const Map map(std::move(*grid), scene.rules);
  auto finder = choice->make(map);
  if (!finder) return finder.error();

  Random random(Hash64().add(scene.name).value());
  Hash64 hash;
  std::vector<NodeId> path;
  for (int problem = 0; problem < kProblems; ++problem) {
    const auto draw = [&] {
      for (;;) {
        const int x = random.between(0, map.grid().width() - 1);
        const int y = random.between(0, map.grid().height() - 1);
        if (map.grid().passable(x, y)) return map.grid().node(x, y);
      }
    };
    const NodeId start = draw();
    const NodeId goal = draw();
    const Status status = (*finder)->solve(start, goal);
    path.clear();
    (*finder)->append_path(path);
    const Work work = (*finder)->work();
    hash.add(static_cast<std::uint64_t>(status)).add((*finder)->cost());
    hash.add(work.expanded).add(work.generated).add(work.updates).add(work.update_volume).add(work.peak_states);
    hash.add(path.size());
    for (const NodeId node : path) {
      const Cell cell = map.grid().cell(node);
      hash.add(static_cast<std::uint64_t>(cell.y) << 32u | static_cast<std::uint64_t>(cell.x));
    }
  }
  return hash.value();
}

}  // namespace waymark
