#include "info_row.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <vector>

#include "command.hpp"
#include "json_output.hpp"
#include "lab/view/row_picture.hpp"
#include "lab/view/text_table.hpp"
#include "output.hpp"
#include "waymark/io/database_file.hpp"

namespace waymark::program {
namespace {

// The different lists of runs of a row's tiles, in bytes.
std::uint64_t run_bytes(const PathDatabase& paths, PathDatabase::Row row) {
  std::uint64_t sum = 0;
  for (std::uint32_t tile = 0; tile < paths.tiles(); ++tile) sum += paths.runs(row, tile).bytes().size();
  return sum;
}

}  // namespace

int run_row(const std::string& file, Grid grid, const std::string& database, Cell cell, bool json,
            const std::string& picture) {
  std::optional<Output> output;
  if (!picture.empty()) output.emplace("--picture", picture, std::vector{file, database});
  Container container = value_or_fail(Container::parse(value_or_fail(read_database(database)), database));
  const Map map(std::move(grid), container.rules());
  const PathDatabase paths = value_or_fail(PathDatabase::open(std::move(container), map));
  const auto place = [](Cell at) { return fmt::format("{},{}", at.x, at.y); };
  if (!map.grid().passable(cell.x, cell.y)) {
    fail_data({ErrorCode::kUnsupported, fmt::format("--row {} is no passable cell", place(cell)), file});
  }
  const PathDatabase::Row row = paths.row_for(cell);
  if (row >= paths.rows() || !map.connected(map.grid().node(cell), paths.centroid(row))) {
    fail_data({ErrorCode::kUnsupported, fmt::format("no row leads near {}: its component is too small", place(cell)),
               database});
  }
  const Cell centroid = map.grid().cell(paths.centroid(row));
  if (output && output->is_standard()) {
    // Alone: a table would end up in it.
  } else if (json) {
    print_json({{"file", database},
                {"row", row},
                {"rows", paths.rows()},
                {"centroid", {centroid.x, centroid.y}},
                {"delta", paths.delta()},
                {"run_bytes", run_bytes(paths, row)}});
  } else {
    using enum TextTable::Align;
    TextTable table({{"", kLeft}, {"", kLeft}});
    table.add_row({"row", fmt::format("{} of {}", format_count(row), format_count(paths.rows()))});
    table.add_row({"centroid", place(centroid)});
    table.add_row({"delta", std::to_string(paths.delta())});
    table.add_row({"runs", fmt::format("{} bytes, shared with other rows", format_count(run_bytes(paths, row)))});
    print(table.to_string());
  }
  if (output) output->write(draw_row(map, paths, row));
  return kExitOk;
}

}  // namespace waymark::program
