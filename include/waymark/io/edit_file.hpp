// Scripts of edits (docs/formats.md): what becomes blocked or passable on a map, and before which step of a walk.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "waymark/base/result.hpp"
#include "waymark/space/cell.hpp"
#include "waymark/space/grid.hpp"

namespace waymark {

struct ScriptedEdit {
  std::uint32_t step = 1;  // before this one is planned; 1 to kMaxEditStep
  Rect area{};
  bool passable = false;

  friend bool operator==(const ScriptedEdit&, const ScriptedEdit&) = default;
};

// So that a unit that waits for the last edit holds a path of no more cells than this.
inline constexpr std::uint32_t kMaxEditStep = 1'000'000;

// In the order in which they are made; steps never fall.
struct EditScript {
  std::vector<ScriptedEdit> edits;
  std::vector<std::int64_t> lines;  // where each stood in its file, 1-based; may be empty if it came from no file
};

Result<EditScript> read_edits(const std::string& path);

// The same from memory; errors call the bytes `name`.
Result<EditScript> parse_edits(std::string_view bytes, const std::string& name);

// Whether every area of the script, read from `file`, lies within the map.
Result<Done> check_against(const EditScript& script, const std::string& file, const Grid& grid);

// Fails on what parse_edits would not take back.
Result<Done> write_edits(const std::string& path, const EditScript& script);

// The bytes write_edits would write.
Result<std::string> encode_edits(const EditScript& script);

}  // namespace waymark
