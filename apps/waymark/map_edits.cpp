#include "map_edits.hpp"

#include <fmt/format.h>

#include <optional>
#include <string_view>

#include "command.hpp"
#include "option_values.hpp"
#include "waymark/io/file.hpp"

namespace waymark::program {
namespace {

constexpr std::uint64_t kMaxEditBytes = std::uint64_t{1} << 24u;

bool lies_within(const Rect& area, const Map& map) {
  return area.width <= map.grid().width() - area.x && area.height <= map.grid().height() - area.y;
}

std::string size_text(const Map& map) {
  return fmt::format("the map of {}x{}", map.grid().width(), map.grid().height());
}

// "block X,Y,W,H" or "free X,Y,W,H".
std::optional<MapEdit> parse_edit(std::string_view line) {
  const std::size_t blank = line.find(' ');
  if (blank == std::string_view::npos) return std::nullopt;
  const std::string_view verb = line.substr(0, blank);
  MapEdit edit;
  edit.passable = verb == "free";
  if (!edit.passable && verb != "block") return std::nullopt;
  if (!lexical_cast(std::string(line.substr(blank + 1)), edit.area)) return std::nullopt;
  return edit;
}

}  // namespace

void add_edit_options(CLI::App& command, std::string& file, std::vector<MapEdit>& edits) {
  const char* group = "Edits of the map, once the databases are opened";
  command.add_option("--edits", file, "A file of them, a line each: block X,Y,W,H or free X,Y,W,H")
      ->type_name("FILE")
      ->group(group);
  const auto add = [&](const char* name, bool passable, const char* text) {
    command
        .add_option_function<Rect>(
            name,
            [&edits, passable](const Rect& area) {
              edits.push_back({area, passable});
            },
            text)
        ->check(is_area())
        ->type_name("X,Y,W,H")
        ->group(group)
        ->trigger_on_parse();  // each as it comes: the last one wins where they overlap
  };
  add("--block", false, "A wall; may be given many times");
  add("--free", true, "Ground; may be given many times");
}

void apply_edit(const MapEdit& edit, const std::string& map_file, Map& map) {
  const Rect& area = edit.area;
  if (!lies_within(area, map)) {
    fail_data({ErrorCode::kOutOfRange,
               fmt::format("{} {},{},{},{} reaches beyond {}", edit.passable ? "--free" : "--block", area.x, area.y,
                           area.width, area.height, size_text(map)),
               map_file});
  }
  map.fill(area, edit.passable);
}

void apply_edit_file(const std::string& path, Map& map) {
  const std::string bytes = value_or_fail(read_file(readable_path(path), kMaxEditBytes));
  std::int64_t number = 0;
  for (std::string_view rest = bytes; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    ++number;
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty() || line.starts_with('#')) continue;
    const std::optional<MapEdit> edit = parse_edit(line);
    if (!edit) {
      fail_data({ErrorCode::kBadFormat, "not an edit; those are block X,Y,W,H and free X,Y,W,H", path, number});
    }
    if (!lies_within(edit->area, map)) {
      fail_data({ErrorCode::kOutOfRange, "the area reaches beyond " + size_text(map), path, number});
    }
    map.fill(edit->area, edit->passable);
  }
}

}  // namespace waymark::program
