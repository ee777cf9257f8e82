// Scenario files: what is accepted is in range, can be written, and reads back the same.
#include <string_view>

#include "property.hpp"
#include "waymark/io/scenario_file.hpp"

using namespace waymark;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto file = parse_scenarios(bytes, "input");
  if (!file.ok()) {
    HOLDS(file.error().file == "input" && !file.error().message.empty());
    HOLDS(file.error().message.find('\n') == std::string::npos);
    return 0;
  }
  HOLDS(!file->rows.empty() && file->lines.size() == file->rows.size());
  HOLDS(Grid::check_size(file->map_width, file->map_height).ok());
  std::int64_t previous = 0;
  for (const std::int64_t line : file->lines) {
    HOLDS(line > previous);
    previous = line;
  }
  const auto written = encode_scenarios(*file);
  HOLDS(written.ok());
  const auto again = parse_scenarios(*written, "again");
  HOLDS(again.ok());
  HOLDS(again->map_name == file->map_name && again->rows.size() == file->rows.size());
  HOLDS(again->map_width == file->map_width && again->map_height == file->map_height);
  for (std::size_t i = 0; i < file->rows.size(); ++i) {
    const Scenario& a = file->rows[i];
    const Scenario& b = again->rows[i];
    HOLDS(a.bucket == b.bucket && a.start == b.start && a.goal == b.goal);
    HOLDS(a.optimal >= 0 && a.optimal < kMaxOptimal);
    HOLDS(b.optimal - a.optimal < 1e-8 && a.optimal - b.optimal < 1e-8);
  }
  HOLDS(*encode_scenarios(*again) == *written);
  // A map of that size, half blocked: checking must end in an answer for every row.
  if (file->map_width <= 256 && file->map_height <= 256) {
    auto grid = Grid::create(file->map_width, file->map_height, true);
    HOLDS(grid.ok());
    grid->fill({0, 0, file->map_width / 2, file->map_height}, false);
    const auto checked = check_against(*file, "input", *grid);
    HOLDS(checked.ok() || checked.error().line >= 1);
  }
  return 0;
}
