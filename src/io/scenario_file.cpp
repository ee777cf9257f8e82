#include "waymark/io/scenario_file.hpp"

#include <array>
#include <limits>
#include <optional>

#include "io/decimal.hpp"
#include "io/text.hpp"
#include "waymark/io/file.hpp"

namespace waymark {
namespace {

using io_text::is_blank;
using io_text::Lines;
using io_text::only_blank_lines;
using io_text::parse_integer;
using io_text::quote;
using io_text::split_words;
using io_text::trim;

constexpr std::uint64_t kMaxScenarioBytes = std::uint64_t{1} << 28u;
constexpr std::size_t kFields = 9;
constexpr std::array<std::string_view, kFields> kFieldNames{
    "bucket", "map name", "map width", "map height", "start x", "start y", "goal x", "goal y", "optimal length"};
enum Field : std::size_t { kBucket, kName, kWidth, kHeight, kStartX, kStartY, kGoalX, kGoalY, kOptimal };

using Fields = std::array<std::string_view, kFields>;

// By tabs if that gives nine fields (the map's name may then contain spaces), otherwise by any blanks. Returns the
// number of fields found; only the first nine are kept.
std::size_t split(std::string_view line, Fields& fields) {
  std::size_t count = 0;
  for (std::string_view rest = line;;) {
    const std::size_t tab = rest.find('\t');
    if (count < kFields) fields[count] = trim(rest.substr(0, tab));
    ++count;
    if (tab == std::string_view::npos) break;
    rest.remove_prefix(tab + 1);
  }
  if (count == kFields) return count;
  return split_words(line, fields);
}

struct Row {
  Scenario scenario;
  std::string_view map_name;
  int map_width = 0;
  int map_height = 0;
};

// Errors have neither file nor line yet.
Result<Row> parse_row(std::string_view line) {
  Fields fields;
  const std::size_t count = split(line, fields);
  if (count != kFields) {
    return Error{ErrorCode::kBadFormat,
                 "a scenario has 9 fields (bucket, map name, map width, map height, start x, start y, goal x, goal y, "
                 "optimal length), this line has " +
                     std::to_string(count)};
  }
  std::array<int, kFields> numbers{};
  for (std::size_t field = 0; field < kFields; ++field) {
    if (field == kName || field == kOptimal) continue;
    const std::int64_t low = field == kWidth || field == kHeight ? 1 : 0;
    const std::int64_t high = field == kBucket ? std::numeric_limits<int>::max() : Grid::kMaxSide;
    const std::optional<std::int64_t> value = parse_integer(fields[field]);
    if (!value || *value < low || *value > high) {
      return Error{value ? ErrorCode::kOutOfRange : ErrorCode::kBadFormat,
                   "the " + std::string(kFieldNames[field]) + " must be a whole number from " + std::to_string(low) +
                       " to " + std::to_string(high) + ", not " + quote(fields[field])};
    }
    numbers[field] = static_cast<int>(*value);
  }
  if (fields[kName].empty()) return Error{ErrorCode::kBadFormat, "the map name is empty"};
  const std::optional<double> optimal = parse_decimal(fields[kOptimal]);
  if (!optimal) {
    return Error{ErrorCode::kBadFormat,
                 "the optimal length must be a decimal number such as 12.41421356, not " + quote(fields[kOptimal])};
  }
  return Row{
      Scenario{numbers[kBucket], {numbers[kStartX], numbers[kStartY]}, {numbers[kGoalX], numbers[kGoalY]}, *optimal},
      fields[kName], numbers[kWidth], numbers[kHeight]};
}

std::string size_text(int width, int height) { return std::to_string(width) + "x" + std::to_string(height); }

std::string cell_text(Cell cell) { return std::to_string(cell.x) + "," + std::to_string(cell.y); }

}  // namespace

Result<ScenarioFile> read_scenarios(const std::string& path) {
  const Result<std::string> bytes = read_file(path, kMaxScenarioBytes);
  if (!bytes) return bytes.error();
  return parse_scenarios(*bytes, path);
}

Result<ScenarioFile> parse_scenarios(std::string_view bytes, const std::string& name) {
  ScenarioFile file;
  Lines lines(bytes);
  const auto error_here = [&](ErrorCode code, std::string message) {
    return Error{code, std::move(message), name, lines.number};
  };
  while (lines.next()) {
    if (lines.number == 1 && (lines.line == "version 1" || lines.line == "version 1.0")) continue;
    if (is_blank(lines.line) && lines.number > 1) {
      if (only_blank_lines(lines.rest())) break;
      return error_here(ErrorCode::kBadFormat, "empty line between scenarios");
    }
    if (lines.number == 1 && lines.line == "version 2") {
      return error_here(ErrorCode::kUnsupported,
                        "this is a dynamic scenario, of version 2, where one of version 1 is wanted");
    }
    const Result<Row> row = parse_row(lines.line);
    if (!row && lines.number == 1 && lines.line.find_first_of("0123456789") != 0) {
      return error_here(ErrorCode::kBadFormat,
                        "a scenario file begins with 'version 1' or with a scenario, not with " + quote(lines.line));
    }
    if (!row) return error_here(row.error().code, row.error().message);
    if (file.rows.empty()) {
      if (auto size = Grid::check_size(row->map_width, row->map_height); !size) {
        return error_here(size.error().code, size.error().message);
      }
      file.map_name = row->map_name;
      file.map_width = row->map_width;
      file.map_height = row->map_height;
    }
    if (row->map_name != file.map_name) {
      return error_here(ErrorCode::kBadFormat, "the map is " + quote(row->map_name) + ", but " + quote(file.map_name) +
                                                   " on line " + std::to_string(file.lines.front()));
    }
    if (row->map_width != file.map_width || row->map_height != file.map_height) {
      return error_here(ErrorCode::kBadFormat, "the map's size is " + size_text(row->map_width, row->map_height) +
                                                   ", but " + size_text(file.map_width, file.map_height) + " on line " +
                                                   std::to_string(file.lines.front()));
    }
    file.rows.push_back(row->scenario);
    file.lines.push_back(lines.number);
  }
  if (file.rows.empty()) return Error{ErrorCode::kBadFormat, "the file holds no scenario", name};
  return file;
}

Result<Done> check_against(const ScenarioFile& scenarios, const std::string& file, const Grid& grid) {
  for (std::size_t i = 0; i < scenarios.rows.size(); ++i) {
    const std::int64_t line = i < scenarios.lines.size() ? scenarios.lines[i] : 0;
    if (scenarios.map_width != grid.width() || scenarios.map_height != grid.height()) {
      return Error{ErrorCode::kUnsupported,
                   "the scenario is of another map: " + quote(scenarios.map_name) + " is " +
                       size_text(scenarios.map_width, scenarios.map_height) + ", this map is " +
                       size_text(grid.width(), grid.height()),
                   file, line};
    }
    const Scenario& scenario = scenarios.rows[i];
    for (const Cell cell : {scenario.start, scenario.goal}) {
      if (grid.passable(cell.x, cell.y)) continue;
      const std::string what = (cell == scenario.start ? "the start " : "the goal ") + cell_text(cell);
      return Error{ErrorCode::kOutOfRange,
                   grid.contains(cell.x, cell.y)
                       ? what + " is a blocked cell"
                       : what + " lies outside the map of " + size_text(grid.width(), grid.height()),
                   file, line};
    }
  }
  return Done{};
}

Result<std::string> encode_scenarios(const ScenarioFile& scenarios) {
  std::string bytes = "version 1\n";
  const std::string map = "\t" + scenarios.map_name + "\t" + std::to_string(scenarios.map_width) + "\t" +
                          std::to_string(scenarios.map_height) + "\t";
  for (const Scenario& scenario : scenarios.rows) {
    if (!(scenario.optimal >= 0 && scenario.optimal < kMaxOptimal)) {
      return Error{ErrorCode::kOutOfRange, "the optimal length of scenario " +
                                               std::to_string(&scenario - scenarios.rows.data()) +
                                               " must be a number from 0 to 1e12"};
    }
    bytes += std::to_string(scenario.bucket);
    bytes += map;
    for (const int value : {scenario.start.x, scenario.start.y, scenario.goal.x, scenario.goal.y}) {
      bytes += std::to_string(value) + "\t";
    }
    bytes += format_decimal(scenario.optimal) + "\n";
  }
  // Odd names, sizes and coordinates: what cannot be read back must not be written.
  const Result<ScenarioFile> reread = parse_scenarios(bytes, "");
  if (!reread) return Error{ErrorCode::kOutOfRange, "these scenarios cannot be written: " + reread.error().message};
  if (reread->map_name != scenarios.map_name) {
    return Error{ErrorCode::kOutOfRange, "a map cannot be called " + quote(scenarios.map_name) + " in a scenario file"};
  }
  return bytes;
}

Result<Done> write_scenarios(const std::string& path, const ScenarioFile& scenarios) {
  const Result<std::string> bytes = encode_scenarios(scenarios);
  if (!bytes) {
    Error error = bytes.error();
    error.file = path;
    return error;
  }
  return write_file_atomically(path, *bytes);
}

}  // namespace waymark
