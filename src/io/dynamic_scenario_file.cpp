#include "waymark/io/dynamic_scenario_file.hpp"

#include <array>
#include <limits>
#include <span>
#include <utility>

#include "io/decimal.hpp"
#include "io/text.hpp"
#include "waymark/io/file.hpp"

namespace waymark {
namespace {

constexpr std::uint64_t kMaxDynamicBytes = std::uint64_t{1} << 28u;  // of either file
constexpr std::size_t kMaxCosts = 16;                                // kinds of lengths a query may have
constexpr std::size_t kQueryWords = 6;                               // before its lengths
constexpr std::size_t kPatchWords = 5;
constexpr std::string_view kOctile = "octile";  // the lengths we know: 1 and sqrt 2, no corner cut
constexpr std::string_view kNoPath = "-1";

// Reads a file line by line; what is wrong is said with the file and the line.
class DynamicReader {
 public:
  DynamicReader(std::string_view bytes, const std::string& name) : lines_(bytes), name_(name) {}

  bool next() { return lines_.next(); }
  [[nodiscard]] std::string_view line() const { return lines_.line; }
  [[nodiscard]] std::string_view rest() const { return lines_.rest(); }
  [[nodiscard]] std::int64_t number() const { return lines_.number; }
  [[nodiscard]] bool only_blanks_left() const { return io_text::is_blank(line()) && io_text::only_blank_lines(rest()); }

  [[nodiscard]] Error error(ErrorCode code, std::string message) const {
    return Error{code, std::move(message), name_, lines_.number};
  }
  // "expected 'height N', found ..."
  [[nodiscard]] Error expected(std::string_view what) const {
    return error(ErrorCode::kBadFormat, "expected " + std::string(what) + ", found " + io_text::quote(line()));
  }
  [[nodiscard]] Error ends_before(std::string_view what) const {
    return error(ErrorCode::kBadFormat, "the file ends where " + std::string(what) + " should follow");
  }

  // The next line, which has to be "WORD N" with N in a range.
  Result<int> number_line(std::string_view word, std::int64_t low, std::int64_t high) {
    const std::string form = "'" + std::string(word) + " N'";
    if (!next()) return ends_before(form);
    std::array<std::string_view, 2> words;
    if (io_text::split_words(line(), words) != 2 || words[0] != word) return expected(form);
    return number_in(words[1], "the " + std::string(word), low, high);
  }
  [[nodiscard]] Result<int> number_in(std::string_view text, const std::string& what, std::int64_t low,
                                      std::int64_t high) const {
    const std::optional<std::int64_t> value = io_text::parse_integer(text);
    if (!value || *value < low || *value > high) {
      return error(value ? ErrorCode::kOutOfRange : ErrorCode::kBadFormat,
                   what + " must be a whole number from " + std::to_string(low) + " to " + std::to_string(high) +
                       ", not " + io_text::quote(text));
    }
    return static_cast<int>(*value);
  }
  // `height N` and `width N`, the height first as in all published files.
  Result<Done> size_lines(int& width, int& height) {
    const Result<int> rows = number_line("height", 1, Grid::kMaxSide);
    if (!rows) return rows.error();
    const Result<int> columns = number_line("width", 1, Grid::kMaxSide);
    if (!columns) return columns.error();
    height = *rows;
    width = *columns;
    return Done{};
  }
  // The next line, which has to be exactly this.
  Result<Done> word_line(std::string_view word) {
    if (!next()) return ends_before(io_text::quote(word));
    if (io_text::trim(line()) != word) return expected(io_text::quote(word));
    return Done{};
  }

 private:
  io_text::Lines lines_;
  const std::string& name_;
};

// "cost 1 octile": how many lengths a query has, and which of them is ours.
struct CostColumns {
  std::size_t count = 0;
  std::size_t octile = 0;
};

Result<CostColumns> read_costs(DynamicReader& reader) {
  if (!reader.next()) return reader.ends_before("'cost N NAME...'");
  std::array<std::string_view, 2 + kMaxCosts> words;
  const std::size_t count = io_text::split_words(reader.line(), words);
  if (count < 2 || words[0] != "cost") return reader.expected("'cost N NAME...'");
  const Result<int> costs = reader.number_in(words[1], "the number of costs", 1, kMaxCosts);
  if (!costs) return costs.error();
  CostColumns columns{static_cast<std::size_t>(*costs), kMaxCosts};
  if (count != 2 + columns.count) {
    return reader.error(ErrorCode::kBadFormat, std::to_string(columns.count) + " costs are promised, the line names " +
                                                   std::to_string(count - 2));
  }
  for (std::size_t i = 0; i < columns.count; ++i) {
    if (words[2 + i] != kOctile) continue;
    if (columns.octile != kMaxCosts) return reader.error(ErrorCode::kBadFormat, "the cost 'octile' is named twice");
    columns.octile = i;
  }
  if (columns.octile == kMaxCosts) {
    return reader.error(ErrorCode::kUnsupported, "no cost is 'octile', the only one that is known here");
  }
  return columns;
}

Result<std::string> read_patch_name(DynamicReader& reader) {
  constexpr std::string_view kWord = "patch ";
  if (!reader.next()) return reader.ends_before("'patch FILE'");
  const std::string_view line = io_text::trim(reader.line());
  const std::string_view name = line.starts_with(kWord) ? io_text::trim(line.substr(kWord.size())) : "";
  if (name.empty()) return reader.expected("'patch FILE'");
  // A scenario from elsewhere does not choose which files of this machine are read.
  if (name.find_first_of("/\\") != std::string_view::npos || name == "." || name == ".." ||
      name.find('\0') != std::string_view::npos) {
    return reader.error(
        ErrorCode::kBadFormat,
        "the file of patches lies beside the scenario and is named without a folder, not " + io_text::quote(name));
  }
  return std::string(name);
}

struct Coordinate {
  std::size_t word;
  const char* name;
  int* value;
  std::int64_t high;
};

Result<Done> read_numbers(const DynamicReader& reader, std::span<const std::string_view> words,
                          std::span<const Coordinate> numbers) {
  for (const Coordinate& number : numbers) {
    const Result<int> value = reader.number_in(words[number.word], std::string("the ") + number.name, 0, number.high);
    if (!value) return value.error();
    *number.value = *value;
  }
  return Done{};
}

// Of 1 and sqrt 2, or -1 where there is no path.
Result<std::optional<double>> read_length(const DynamicReader& reader, std::string_view text) {
  if (text == kNoPath) return std::optional<double>();
  const std::optional<double> length = parse_decimal(text);
  if (!length) {
    return reader.error(ErrorCode::kBadFormat,
                        "a length must be a decimal number such as 12.41421356, or -1 where there is no path, not " +
                            io_text::quote(text));
  }
  return length;
}

Result<DynamicCommand> read_command(const DynamicReader& reader, const CostColumns& costs, int width, int height) {
  constexpr std::int64_t kAny = std::numeric_limits<int>::max();
  std::array<std::string_view, kQueryWords + kMaxCosts> words;
  const std::size_t count = io_text::split_words(reader.line(), words);
  DynamicCommand command;
  command.line = reader.number();
  const std::int64_t right = width - 1;
  const std::int64_t bottom = height - 1;
  if (words[0] == "P" && count == kPatchWords) {
    int patch = 0;
    const std::array<Coordinate, 4> numbers{{{1, "bucket", &command.bucket, kAny},
                                             {2, "patch", &patch, kAny},
                                             {3, "x", &command.at.x, right},
                                             {4, "y", &command.at.y, bottom}}};
    if (auto read = read_numbers(reader, words, numbers); !read) return read.error();
    command.patch = static_cast<std::uint32_t>(patch);
    return command;
  }
  if (words[0] == "Q" && count == kQueryWords + costs.count) {
    command.is_query = true;
    const std::array<Coordinate, 5> numbers{{{1, "bucket", &command.bucket, kAny},
                                             {2, "start x", &command.start.x, right},
                                             {3, "start y", &command.start.y, bottom},
                                             {4, "goal x", &command.goal.x, right},
                                             {5, "goal y", &command.goal.y, bottom}}};
    if (auto read = read_numbers(reader, words, numbers); !read) return read.error();
    for (std::size_t i = 0; i < costs.count; ++i) {
      const auto length = read_length(reader, words[kQueryWords + i]);
      if (!length) return length.error();
      if (i == costs.octile) command.optimal = *length;
    }
    return command;
  }
  return reader.error(ErrorCode::kBadFormat,
                      "a command is 'P BUCKET PATCH X Y' or 'Q BUCKET STARTX STARTY GOALX GOALY' with " +
                          std::to_string(costs.count) + (costs.count == 1 ? " length" : " lengths") + ", not " +
                          io_text::quote(reader.line()));
}

Result<Terrain> read_patch(DynamicReader& reader, std::int64_t index) {
  const Result<int> number = reader.number_line("patch", index, index);
  if (!number) return number.error();
  Terrain patch;
  if (auto read = reader.size_lines(patch.width, patch.height); !read) return read.error();
  if (auto read = reader.word_line("map"); !read) return read.error();
  const auto width = static_cast<std::size_t>(patch.width);
  // A header that promises more than the file has costs no memory; which row is missing is found below.
  const std::size_t cells = width * static_cast<std::size_t>(patch.height);
  if (cells <= reader.rest().size()) patch.letters.reserve(cells);
  for (int y = 0; y < patch.height; ++y) {
    if (!reader.next()) return reader.ends_before("row " + std::to_string(y) + " of patch " + std::to_string(index));
    const std::string_view row = reader.line();
    const std::size_t odd = row.find_first_not_of(kTerrainLetters);
    if (odd != std::string_view::npos) {
      return reader.error(ErrorCode::kBadFormat, "column " + std::to_string(odd + 1) + ": " +
                                                     io_text::show_byte(row[odd]) +
                                                     " is not a letter of a map; those are . G S @ O T W");
    }
    if (row.size() != width) {
      return reader.error(ErrorCode::kBadFormat, "row has " + std::to_string(row.size()) +
                                                     " letters, the patch promised " + std::to_string(width));
    }
    patch.letters += row;
  }
  return patch;
}

}  // namespace

Result<DynamicScenario> parse_dynamic_scenario(std::string_view bytes, const std::string& name) {
  DynamicReader reader(bytes, name);
  if (!reader.next() || io_text::trim(reader.line()) != "version 2") {
    return reader.error(ErrorCode::kBadFormat,
                        "a dynamic scenario begins with 'version 2', not with " + io_text::quote(reader.line()));
  }
  DynamicScenario scenario;
  if (auto read = reader.size_lines(scenario.width, scenario.height); !read) return read.error();
  if (static_cast<std::int64_t>(scenario.width) * scenario.height > kMaxDynamicCells) {
    return reader.error(ErrorCode::kTooLarge, "a map of " + std::to_string(scenario.width) + "x" +
                                                  std::to_string(scenario.height) + " is more than the " +
                                                  std::to_string(kMaxDynamicCells) + " cells of a dynamic scenario");
  }
  const Result<CostColumns> costs = read_costs(reader);
  if (!costs) return costs.error();
  Result<std::string> patches = read_patch_name(reader);
  if (!patches) return patches.error();
  scenario.patch_file = *std::move(patches);
  if (auto read = reader.word_line("commands"); !read) return read.error();
  while (reader.next()) {
    if (reader.only_blanks_left()) break;
    const Result<DynamicCommand> command = read_command(reader, *costs, scenario.width, scenario.height);
    if (!command) return command.error();
    scenario.commands.push_back(*command);
  }
  return scenario;
}

Result<std::vector<Terrain>> parse_patches(std::string_view bytes, const std::string& name) {
  DynamicReader reader(bytes, name);
  if (!reader.next() || io_text::trim(reader.line()) != "type patch") {
    return reader.error(ErrorCode::kBadFormat,
                        "a file of patches begins with 'type patch', not with " + io_text::quote(reader.line()));
  }
  const Result<int> count = reader.number_line("patches", 0, std::numeric_limits<int>::max());
  if (!count) return count.error();
  std::vector<Terrain> patches;
  for (int i = 0; i < *count; ++i) {
    Result<Terrain> patch = read_patch(reader, i);
    if (!patch) return patch.error();
    patches.push_back(*std::move(patch));
  }
  if (reader.next() && !reader.only_blanks_left()) {
    return reader.error(ErrorCode::kBadFormat,
                        "text after the last of the " + std::to_string(*count) + " patches that were promised");
  }
  return patches;
}

Result<Done> check_patches(const DynamicScenario& scenario, const std::string& file) {
  for (const DynamicCommand& command : scenario.commands) {
    if (command.is_query) continue;
    if (command.patch >= scenario.patches.size()) {
      return Error{ErrorCode::kOutOfRange,
                   "there is no patch " + std::to_string(command.patch) + " in " + io_text::quote(scenario.patch_file) +
                       ", which has " + std::to_string(scenario.patches.size()),
                   file, command.line};
    }
    const Terrain& patch = scenario.patches[command.patch];
    if (patch.width > scenario.width - command.at.x || patch.height > scenario.height - command.at.y) {
      return Error{ErrorCode::kOutOfRange,
                   "patch " + std::to_string(command.patch) + " of " + std::to_string(patch.width) + "x" +
                       std::to_string(patch.height) + " reaches beyond the map of " + std::to_string(scenario.width) +
                       "x" + std::to_string(scenario.height),
                   file, command.line};
    }
  }
  return Done{};
}

Result<DynamicScenario> read_dynamic_scenario(const std::string& path) {
  const Result<std::string> bytes = read_file(path, kMaxDynamicBytes);
  if (!bytes) return bytes.error();
  Result<DynamicScenario> scenario = parse_dynamic_scenario(*bytes, path);
  if (!scenario) return scenario.error();
  const std::size_t folder = path.rfind('/');
  const std::string patch_path = (folder == std::string::npos ? "" : path.substr(0, folder + 1)) + scenario->patch_file;
  const Result<std::string> patch_bytes = read_file(patch_path, kMaxDynamicBytes);
  if (!patch_bytes) return patch_bytes.error();
  Result<std::vector<Terrain>> patches = parse_patches(*patch_bytes, patch_path);
  if (!patches) return patches.error();
  scenario->patches = *std::move(patches);
  if (auto checked = check_patches(*scenario, path); !checked) return checked.error();
  return scenario;
}

}  // namespace waymark
