// Dynamic scenarios and their files of patches, whichever the first letter says: what is accepted is in range.
#include <string_view>

#include "property.hpp"
#include "waymark/io/dynamic_scenario_file.hpp"

using namespace waymark;

namespace {

template <class Made>
void holds_of_error(const Result<Made>& result) {
  HOLDS(result.error().file == "input" && !result.error().message.empty());
  HOLDS(result.error().message.find('\n') == std::string::npos);
}

void try_patches(std::string_view bytes) {
  const auto patches = parse_patches(bytes, "input");
  if (!patches.ok()) return holds_of_error(patches);
  std::size_t letters = 0;
  for (const Terrain& patch : *patches) {
    HOLDS(check_terrain(patch).ok());
    letters += patch.letters.size();
  }
  HOLDS(letters <= bytes.size());
}

void try_scenario(std::string_view bytes) {
  auto scenario = parse_dynamic_scenario(bytes, "input");
  if (!scenario.ok()) return holds_of_error(scenario);
  HOLDS(static_cast<std::int64_t>(scenario->width) * scenario->height <= kMaxDynamicCells);
  HOLDS(!scenario->patch_file.empty() && scenario->patch_file.find('/') == std::string::npos);
  const auto inside = [&](Cell cell) {
    return cell.x >= 0 && cell.y >= 0 && cell.x < scenario->width && cell.y < scenario->height;
  };
  for (const DynamicCommand& command : scenario->commands) {
    HOLDS(command.line >= 1 && command.bucket >= 0);
    HOLDS(command.is_query ? inside(command.start) && inside(command.goal) : inside(command.at));
    HOLDS(!command.optimal || *command.optimal >= 0);
  }
  scenario->patches = {Terrain{2, 1, ".@"}, Terrain{1, 1, "@"}};
  const auto checked = check_patches(*scenario, "input");
  HOLDS(checked.ok() || checked.error().line >= 1);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  bytes.starts_with('t') ? try_patches(bytes) : try_scenario(bytes);
  return 0;
}
