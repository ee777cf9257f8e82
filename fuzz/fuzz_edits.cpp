// Scripts of edits: what is accepted is in range, can be written, and reads back the same.
#include <string_view>

#include "property.hpp"
#include "waymark/io/edit_file.hpp"

using namespace waymark;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto script = parse_edits(bytes, "input");
  if (!script.ok()) {
    HOLDS(script.error().file == "input" && script.error().line >= 1 && !script.error().message.empty());
    HOLDS(script.error().message.find('\n') == std::string::npos);
    return 0;
  }
  HOLDS(script->lines.size() == script->edits.size());
  std::uint32_t step = 1;
  std::int64_t line = 0;
  for (std::size_t i = 0; i < script->edits.size(); ++i) {
    const ScriptedEdit& edit = script->edits[i];
    HOLDS(edit.step >= step && edit.step <= kMaxEditStep && script->lines[i] > line);
    HOLDS(edit.area.x >= 0 && edit.area.y >= 0 && edit.area.width >= 1 && edit.area.height >= 1);
    step = edit.step;
    line = script->lines[i];
  }
  const auto written = encode_edits(*script);
  HOLDS(written.ok());
  const auto again = parse_edits(*written, "again");
  HOLDS(again.ok() && again->edits == script->edits);
  HOLDS(*encode_edits(*again) == *written);
  auto grid = Grid::create(64, 32, true);
  const auto checked = check_against(*script, "input", *grid);
  HOLDS(checked.ok() || checked.error().line >= 1);
  // What fits is filled without leaving the grid.
  if (checked.ok() && script->edits.size() <= 64) {
    for (const ScriptedEdit& edit : script->edits) grid->fill(edit.area, edit.passable);
  }
  return 0;
}
