#include "lab/experiments/spec_maps.hpp"

#include <fmt/format.h>

#include <charconv>
#include <optional>

namespace waymark::spec_reading {
namespace {

// "160x160".
MapSize read_size(Reader& reader, const char* key) {
  const std::string text = reader.text(key);
  MapSize size;
  const char* const end = text.data() + text.size();
  const auto width = std::from_chars(text.data(), end, size.width);
  const bool has_both = width.ec == std::errc() && width.ptr != end && *width.ptr == 'x';
  const auto height = has_both ? std::from_chars(width.ptr + 1, end, size.height) : width;
  if (!has_both || height.ec != std::errc() || height.ptr != end || size.width < 1 || size.height < 1) {
    reader.fail(fmt::format("{} is no size such as 160x160", key));
  }
  return size;
}

DifficultyBounds read_difficulty(Reader reader) {
  DifficultyBounds bounds;
  bounds.least = reader.number("least");
  bounds.most = reader.number("most");
  if (reader.has("mean")) bounds.mean = reader.number("mean");
  const double mean = bounds.mean.value_or(bounds.least);
  if (!(bounds.least >= 0 && bounds.least <= mean && mean <= bounds.most)) {
    reader.fail("least, mean and most must not fall");
  }
  reader.end();
  return bounds;
}

MapChoice::Generated read_generated(Reader& reader) {
  const std::string name = reader.text("generated");
  const auto kind = map_kind_from_name(name);
  if (!kind) reader.fail(fmt::format("there are no generated maps of kind {}", name));
  MapChoice::Generated made{*kind, {}};
  reader.whole("width", made.options.width, kMaxGeneratedSide);
  reader.whole("height", made.options.height, kMaxGeneratedSide);
  reader.at("seed");
  reader.whole("seed", made.options.seed);
  return made;
}

}  // namespace

ProblemChoice read_problems(Reader reader) {
  ProblemChoice problems;
  reader.at("count");
  reader.whole("count", problems.count, kMostProblems);
  problems.min_cost = reader.number_or("min_cost", problems.min_cost);
  problems.max_cost = reader.number_or("max_cost", problems.max_cost);
  reader.whole("buckets", problems.buckets);
  if (reader.has("difficulty")) problems.difficulty = read_difficulty(reader.object("difficulty"));
  if (reader.has("drawn_on")) problems.drawn_on = read_size(reader, "drawn_on");
  reader.end();
  return problems;
}

MapChoice read_map_choice(const Json& json, const std::string& place, const Variables& variables) {
  Reader reader(json, place, &variables);
  reader.has("for");
  MapChoice map;
  if (reader.has("bundled")) {
    map.name = reader.text("bundled");
  } else if (reader.has("generated")) {
    map.generated = read_generated(reader);
    map.name = fmt::format("{} {}", reader.text("generated"), map.generated->options.seed);
  } else {
    map.set = reader.text("set");
    map.name = reader.text("name");
  }
  reader.whole("states", map.states);
  reader.whole("edits", map.edits, kMostEdits);
  if (reader.has("shrink")) map.shrink = read_size(reader, "shrink");
  if (reader.has("component")) {
    if (reader.text("component") != "main") reader.fail("component must be main");
    map.main_component = true;
  }
  map.group = reader.text_or("group", "");
  if (reader.has("problems")) map.problems = read_problems(reader.object("problems"));
  reader.end();
  return map;
}

void check_problems(const MapChoice& map, const ProblemChoice& problems) {
  const bool has_scenarios = !map.set.empty() && map.states == 0 && !map.shrink && !map.main_component;
  if (problems.buckets > 0 && !has_scenarios) {
    throw Wrong{fmt::format("{} has no scenario file, and so no buckets", map.label())};
  }
  if (problems.buckets > 0 && (problems.difficulty || problems.drawn_on)) {
    throw Wrong{fmt::format("{}: problems of buckets are not drawn", map.label())};
  }
  if (problems.drawn_on && (map.states > 0 || map.edits > 0 || problems.difficulty)) {
    throw Wrong{fmt::format("{}: problems drawn on an original are of the map as it is, whatever their difficulty",
                            map.label())};
  }
}

}  // namespace waymark::spec_reading
