#include "waymark/io/edit_file.hpp"

#include <array>
#include <optional>

#include "io/text.hpp"
#include "waymark/io/file.hpp"

namespace waymark {
namespace {

constexpr std::uint64_t kMaxEditFileBytes = std::uint64_t{1} << 24u;
constexpr std::size_t kEditWords = 6;
constexpr const char* kNotAnEdit = "an edit is 'STEP block X Y W H' or 'STEP free X Y W H', not ";

// Errors have neither file nor line yet.
Result<ScriptedEdit> parse_edit(std::string_view line) {
  std::array<std::string_view, kEditWords> words;
  const bool is_whole = io_text::split_words(line, words) == kEditWords;
  ScriptedEdit edit;
  edit.passable = words[1] == "free";
  if (!is_whole || (!edit.passable && words[1] != "block")) {
    return Error{ErrorCode::kBadFormat, kNotAnEdit + io_text::quote(line)};
  }
  struct Place {
    std::size_t word;
    const char* name;
    std::int64_t low;
    std::int64_t high;
  };
  constexpr std::array<Place, 5> kPlaces{{{0, "step", 1, kMaxEditStep},
                                          {2, "x", 0, Grid::kMaxSide - 1},
                                          {3, "y", 0, Grid::kMaxSide - 1},
                                          {4, "width", 1, Grid::kMaxSide},
                                          {5, "height", 1, Grid::kMaxSide}}};
  std::array<int, kPlaces.size()> numbers{};
  for (std::size_t i = 0; i < kPlaces.size(); ++i) {
    const auto& [word, name, low, high] = kPlaces[i];
    const std::optional<std::int64_t> value = io_text::parse_integer(words[word]);
    if (!value || *value < low || *value > high) {
      return Error{value ? ErrorCode::kOutOfRange : ErrorCode::kBadFormat,
                   std::string("the ") + name + " must be a whole number from " + std::to_string(low) + " to " +
                       std::to_string(high) + ", not " + io_text::quote(words[word])};
    }
    numbers[i] = static_cast<int>(*value);
  }
  edit.step = static_cast<std::uint32_t>(numbers[0]);
  edit.area = {numbers[1], numbers[2], numbers[3], numbers[4]};
  return edit;
}

}  // namespace

Result<EditScript> read_edits(const std::string& path) {
  const Result<std::string> bytes = read_file(path, kMaxEditFileBytes);
  if (!bytes) return bytes.error();
  return parse_edits(*bytes, path);
}

Result<EditScript> parse_edits(std::string_view bytes, const std::string& name) {
  EditScript script;
  for (io_text::Lines lines(bytes); lines.next();) {
    const std::string_view line = lines.line.substr(0, lines.line.find('#'));
    if (io_text::is_blank(line)) continue;
    const Result<ScriptedEdit> edit = parse_edit(io_text::trim(line));
    if (!edit) return Error{edit.error().code, edit.error().message, name, lines.number};
    if (!script.edits.empty() && edit->step < script.edits.back().step) {
      return Error{ErrorCode::kBadFormat,
                   "step " + std::to_string(edit->step) + " after step " + std::to_string(script.edits.back().step) +
                       " of line " + std::to_string(script.lines.back()) + ": steps must not fall",
                   name, lines.number};
    }
    script.edits.push_back(*edit);
    script.lines.push_back(lines.number);
  }
  return script;
}

Result<Done> check_against(const EditScript& script, const std::string& file, const Grid& grid) {
  for (std::size_t i = 0; i < script.edits.size(); ++i) {
    const Rect& area = script.edits[i].area;
    if (area.width <= grid.width() - area.x && area.height <= grid.height() - area.y) continue;
    return Error{ErrorCode::kOutOfRange,
                 "the area " + std::to_string(area.x) + " " + std::to_string(area.y) + " " +
                     std::to_string(area.width) + " " + std::to_string(area.height) + " reaches beyond the map of " +
                     std::to_string(grid.width()) + "x" + std::to_string(grid.height()),
                 file, i < script.lines.size() ? script.lines[i] : 0};
  }
  return Done{};
}

Result<std::string> encode_edits(const EditScript& script) {
  std::string bytes;
  for (const ScriptedEdit& edit : script.edits) {
    bytes += std::to_string(edit.step) + (edit.passable ? " free" : " block");
    for (const int value : {edit.area.x, edit.area.y, edit.area.width, edit.area.height}) {
      bytes += " " + std::to_string(value);
    }
    bytes += "\n";
  }
  // What cannot be read back must not be written.
  if (bytes.size() > kMaxEditFileBytes) return Error{ErrorCode::kTooLarge, "a file of edits has at most 16 MB"};
  const Result<EditScript> reread = parse_edits(bytes, "");
  if (!reread) {
    return Error{ErrorCode::kOutOfRange,
                 "edit " + std::to_string(reread.error().line - 1) + " cannot be written: " + reread.error().message};
  }
  return bytes;
}

Result<Done> write_edits(const std::string& path, const EditScript& script) {
  const Result<std::string> bytes = encode_edits(script);
  if (!bytes) {
    Error error = bytes.error();
    error.file = path;
    return error;
  }
  return write_file_atomically(path, *bytes);
}

}  // namespace waymark
