#include "lab/experiments/experiment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "lab/experiments/spec_maps.hpp"
#include "lab/experiments/spec_reader.hpp"
#include "lab/view/text_table.hpp"
#include "waymark/agent/registry.hpp"

namespace waymark {
namespace {

using namespace spec_reading;

DatabaseChoice read_database(Reader reader) {
  DatabaseChoice database;
  database.kind = reader.text("kind");
  if (database.kind == "knn" || database.kind == "knn-2009") {
    reader.whole("records", database.records);
    if (database.kind == "knn") database.fragments = reader.flag("fragments");
    reader.whole("seed", database.seed);
  } else if (database.kind == "pdb") {
    reader.whole("level", database.level);
    reader.whole("base", database.base);
    reader.whole("depth_cap", database.depth_cap);
    database.content = reader.text_or("content", database.content);
    if (database.content != "goal" && database.content != "depth" && database.content != "both") {
      reader.fail("content must be goal, depth or both");
    }
    database.exit = reader.text_or("exit", database.exit);
    if (database.exit != "first" && database.exit != "last" && database.exit != "centroid") {
      reader.fail("exit must be first, last or centroid");
    }
    if (database.content == "depth" && database.exit != "first") reader.fail("depths for global goals have no exit");
  } else if (database.kind == "tree") {
    reader.whole("d_max", database.d_max);
    reader.whole("min_leaf", database.min_leaf);
    reader.whole("training", database.training);
    reader.whole("seed", database.seed);
    database.maps = reader.text_or("maps", database.maps);
    if (database.maps != "others" && database.maps != "all") reader.fail("maps must be others or all");
    database.shape = reader.text_or("shape", database.shape);
    if (database.shape != "plies" && database.shape != "best-first") reader.fail("shape must be plies or best-first");
  } else {
    reader.fail(fmt::format("there is no database of kind {}", database.kind));
  }
  reader.end();
  return database;
}

Smoothing read_smoothing(Reader reader) {
  Smoothing smoothing;
  const std::string kind = reader.text("kind");
  if (kind == "box") {
    smoothing.kind = SmoothingKind::kBox;
    reader.whole("box", smoothing.box);
  } else if (kind != "rays") {
    reader.fail("kind must be rays or box");
  }
  reader.end();
  return smoothing;
}

Configuration read_configuration(const Json& json, const std::string& place, const Variables& variables) {
  Reader reader(json, place, &variables);
  reader.has("for");
  Configuration made;
  made.name = reader.text("name");
  if (reader.has("study")) {
    made.study = reader.text("study");
    if (reader.has("tolerance") && reader.at("tolerance").is_object()) {
      Reader rule = reader.object("tolerance");
      made.tolerance_rule = ToleranceRule{rule.text("of"), rule.number("below")};
      rule.end();
    } else {
      made.tolerance = reader.number_or("tolerance", made.tolerance);
    }
  } else {
    made.algorithm = reader.text("algorithm");
    if (const auto choice = parse_algorithm(made.algorithm); !choice) reader.fail(choice.error().message);
  }
  if (reader.has("database")) {
    if (reader.at("database").is_array()) {
      reader.each("database", [&](const Json& each, const std::string& where) {
        made.databases.push_back(read_database({each, where, &variables}));
      });
    } else {
      made.databases.push_back(read_database(reader.object("database")));
    }
  }
  reader.whole("seeds", made.seeds, kMostSeeds);
  const bool is_drawn = std::any_of(made.databases.begin(), made.databases.end(),
                                    [](const DatabaseChoice& each) { return each.kind != "pdb"; });
  if (made.seeds == 0 || (made.seeds > 1 && !is_drawn))
    reader.fail("seeds must be 1 or more, and of a database that is drawn");
  made.group = reader.text_or("group", "");
  reader.whole("max_moves", made.max_moves);
  reader.whole("problems", made.problems);
  made.baseline = reader.text_or("baseline", "");
  if (reader.has("smooth")) made.smooth = read_smoothing(reader.object("smooth"));
  made.is_build_measured = reader.flag("build");
  if (reader.has("published")) {
    Reader published = reader.object("published");
    made.published_algorithm = published.text("algorithm");
    made.published_parameters = published.text_or("parameters", "");
    published.end();
  }
  reader.end();
  return made;
}

// All combinations of the lists of "for", the first variable varying slowest.
std::vector<Variables> combinations(const Json& json, const std::string& place, const Json* quick) {
  std::vector<Variables> all{{}};
  if (!json.is_object() || !json.contains("for")) return all;
  if (!json["for"].is_object()) throw Wrong{place + ".for: is no object"};
  if (json["for"].size() > kMostVariables) {
    throw Wrong{fmt::format("{}.for: has more than {} variables", place, kMostVariables)};
  }
  for (const auto& variable : json["for"].items()) {
    const bool replaced = quick != nullptr && quick->contains(variable.key());
    const Json& values = replaced ? (*quick)[variable.key()] : variable.value();
    if (!values.is_array() || values.empty()) throw Wrong{fmt::format("{}.for.{}: is no list", place, variable.key())};
    if (all.size() * values.size() > kMostConfigurations) {
      throw Wrong{fmt::format("{}.for.{}: makes more than {} configurations", place, variable.key(),
                              format_count(kMostConfigurations))};
    }
    std::vector<Variables> longer;
    for (const Variables& before : all) {
      for (const Json& value : values) {
        Variables next = before;
        next.emplace_back(variable.key(), value.is_string() ? value.get<std::string>() : value.dump());
        longer.push_back(std::move(next));
      }
    }
    all = std::move(longer);
  }
  return all;
}

ColumnChoice read_column(const Json& json, const std::string& place) {
  if (json.is_string()) return {json.get<std::string>(), json.get<std::string>(), json.get<std::string>(), ""};
  Reader reader(json, place);
  ColumnChoice column;
  column.measure = reader.text("measure");
  column.name = reader.text_or("name", column.measure);
  column.published_measure = column.measure;
  if (reader.has("published")) {
    Reader published = reader.object("published");
    column.published_measure = published.text_or("measure", column.measure);
    column.published_parameters = published.text_or("parameters", "");
    published.end();
  }
  reader.end();
  return column;
}

TableChoice read_table(const Json& json, const std::string& place) {
  Reader reader(json, place);
  TableChoice table;
  table.id = reader.text("id");
  table.title = reader.text("title");
  table.tables = reader.text_or_texts("table");
  table.rows = reader.texts("rows");
  if (reader.has("amortise")) table.amortise = reader.texts("amortise");
  if (reader.has("limits")) {
    reader.each("limits", [&](const Json& each, const std::string& where) {
      if (!each.is_number()) throw Wrong{where + ": is no number"};
      table.limits.push_back(each.get<double>());
    });
  }
  // Amortization has columns of its own.
  if (table.amortise.empty()) {
    reader.each("columns",
                [&](const Json& each, const std::string& where) { table.columns.push_back(read_column(each, where)); });
    if (table.columns.empty()) reader.fail("has no columns");
  }
  table.by_depth = reader.flag("by_depth");
  table.by_level = reader.flag("by_level");
  table.by_map = reader.flag("by_map");
  reader.end();
  return table;
}

FigureChoice read_figure(const Json& json, const std::string& place) {
  Reader reader(json, place);
  FigureChoice figure;
  figure.id = reader.text("id");
  figure.title = reader.text("title");
  figure.x = reader.text("x");
  figure.y = reader.text("y");
  if (figure.x == "map") figure.x_axis = Figure::Axis::kLinear;  // numbers in place of names
  if (reader.has("log")) {
    const std::string log = reader.text("log");
    if (log.find_first_not_of("xy") != std::string::npos) reader.fail("log must be x, y, xy or empty");
    const auto axis = [&log](char letter) {
      return log.find(letter) != std::string::npos ? Figure::Axis::kLogarithmic : Figure::Axis::kLinear;
    };
    figure.x_axis = axis('x');
    figure.y_axis = axis('y');
  }
  figure.tables = reader.text_or_texts("table");
  if (reader.has("cutoff")) figure.cutoff = reader.number("cutoff");
  reader.each("series", [&](const Json& each, const std::string& where) {
    Reader series(each, where);
    figure.series.push_back({series.text("name"), series.texts("rows")});
    series.end();
  });
  reader.end();
  return figure;
}

ClaimChoice::Side read_side(Reader reader, bool named) {
  ClaimChoice::Side side;
  if (named && reader.has("best")) {
    side.best = reader.texts("best");
    if (side.best.empty()) reader.fail("best names no configuration");
    reader.each("within", [&](const Json& each, const std::string& where) {
      Reader limit(each, where);
      side.within.push_back({limit.text("measure"), limit.number("most")});
      limit.end();
    });
  } else if (named) {
    side.configuration = reader.text("configuration");
  }
  side.measure = reader.text("measure");
  reader.end();
  return side;
}

PublishedKey read_key(Reader& reader) {
  return {reader.text("table"), reader.text_or("algorithm", ""), reader.text_or("parameters", ""),
          reader.text_or("measure", "")};
}

std::string read_reason(Reader& reader, const char* key) {
  std::string reason = reader.text(key);
  if (reason.find_first_not_of(' ') == std::string::npos) reader.fail(fmt::format("{} says nothing", key));
  return reason;
}

LeftOut read_left_out(const Json& json, const std::string& place) {
  Reader reader(json, place);
  LeftOut left_out{read_key(reader), read_reason(reader, "reason")};
  reader.end();
  return left_out;
}

ClaimChoice read_claim(const Json& json, const std::string& place) {
  Reader reader(json, place);
  ClaimChoice claim;
  claim.text = reader.text("text");
  claim.left = read_side(reader.object("left"), true);
  const std::string is = reader.text("is");
  if (is != "<" && is != ">" && is != "about") reader.fail("is must be <, > or about");
  claim.less = is == "<";
  claim.about = is == "about";
  claim.times = reader.number_or("times", 1);
  if (reader.has("each")) claim.each = reader.texts("each");
  if (reader.at("right").is_number()) {
    claim.number = reader.number("right");
  } else {
    claim.right = read_side(reader.object("right"), claim.each.empty());
  }
  if (claim.about && (!claim.number || *claim.number <= 0 || claim.times <= 1)) {
    reader.fail("about needs a number above 0 on the right, and times above 1");
  }
  if (reader.has("published")) {
    reader.each("published", [&](const Json& each, const std::string& where) {
      Reader key(each, where);
      claim.published.push_back(read_key(key));
      key.end();
    });
  }
  if (reader.has("paper")) claim.paper = read_reason(reader, "paper");
  if (reader.has("not_comparable")) claim.not_comparable = read_reason(reader, "not_comparable");
  reader.end();
  return claim;
}

MoveRules read_rules(Reader reader) {
  MoveRules rules;
  const std::string metric = reader.text_or("metric", "sqrt2");
  if (metric == "1.4") {
    rules.costs = kPaper14Costs;
  } else if (metric != "sqrt2") {
    reader.fail("metric must be sqrt2 or 1.4");
  }
  const std::string diagonal = reader.text_or("diagonal", "both");
  if (diagonal == "one") {
    rules.diagonal = DiagonalRule::kOneFree;
  } else if (diagonal == "always") {
    rules.diagonal = DiagonalRule::kAlways;
  } else if (diagonal != "both") {
    reader.fail("diagonal must be both, one or always");
  }
  reader.end();
  return rules;
}

// Every name that is used is one that is there.
void check_names(const ExperimentSpec& spec) {
  std::set<std::string> names;
  for (const Configuration& each : spec.configurations) {
    if (!names.insert(each.name).second) throw Wrong{fmt::format("two configurations are called {}", each.name)};
    const bool somewhere =
        std::any_of(spec.maps.begin(), spec.maps.end(), [&](const MapChoice& map) { return map.group == each.group; });
    if (!somewhere) throw Wrong{fmt::format("{}: there is no map of group '{}'", each.name, each.group)};
  }
  for (const Configuration& each : spec.configurations) {
    if (each.baseline.empty()) continue;
    const auto base = std::find_if(spec.configurations.begin(), spec.configurations.end(),
                                   [&](const Configuration& other) { return other.name == each.baseline; });
    if (base == spec.configurations.end() || base->group != each.group) {
      throw Wrong{fmt::format("{}: no configuration of its group is called {}", each.name, each.baseline)};
    }
  }
  for (const Configuration& each : spec.configurations) {
    if (each.tolerance_rule && !names.contains(each.tolerance_rule->configuration)) {
      throw Wrong{fmt::format("{}: no configuration is called {}", each.name, each.tolerance_rule->configuration)};
    }
  }
  const auto check = [&](const std::vector<std::string>& patterns, const std::string& where) {
    for (const std::string& pattern : patterns) {
      if (spec.matching({pattern}).empty())
        throw Wrong{fmt::format("{}: no configuration is called {}", where, pattern)};
    }
  };
  for (const TableChoice& table : spec.tables) {
    check(table.rows, table.id);
    check(table.amortise, table.id);
  }
  for (const FigureChoice& figure : spec.figures) {
    for (const FigureChoice::Series& series : figure.series) check(series.rows, figure.id);
  }
  for (const ClaimChoice& claim : spec.claims) {
    const std::string where = "claim '" + claim.text + "'";
    const auto check_side = [&](const ClaimChoice::Side& side) {
      check(side.best.empty() ? std::vector{side.configuration} : side.best, where);
    };
    check_side(claim.left);
    check(claim.each, where);
    if (!claim.number && claim.each.empty()) check_side(claim.right);
  }
}

// No product of numbers that are each within their limits asks for more than anybody waits for.
void check_size(const ExperimentSpec& spec) {
  std::uint64_t walks = 0;
  for (const MapChoice& map : spec.maps) {
    const std::uint64_t problems = map.problems.value_or(spec.problems).count;
    for (const Configuration& each : spec.configurations) {
      if (each.group == map.group) walks += std::min(problems, each.problems) * each.seeds;
    }
  }
  if (walks > kMostWalks) {
    throw Wrong{fmt::format("spec: {} walks (configurations by problems, over all maps), more than {}",
                            format_count(walks), format_count(kMostWalks))};
  }
}

ExperimentSpec read_spec(const std::string& name, const Json& json, bool quick) {
  ExperimentSpec spec;
  spec.name = name;
  spec.quick = quick;
  Reader reader(json, "spec");
  spec.title = reader.text("title");
  spec.paper = reader.text("paper");
  if (reader.has("rules")) spec.rules = read_rules(reader.object("rules"));
  reader.whole("seed", spec.seed);
  reader.at("maps");
  reader.at("problems");
  Reader reduced = reader.object("quick");
  Reader& source = quick ? reduced : reader;
  source.each("maps", [&](const Json& each, const std::string& where) {
    for (const Variables& variables : combinations(each, where, nullptr)) {
      if (spec.maps.size() == kMostElements) {
        throw Wrong{fmt::format("{}: there are more than {} maps", where, format_count(kMostElements))};
      }
      spec.maps.push_back(read_map_choice(each, where, variables));
    }
  });
  spec.problems = read_problems(source.object("problems"));
  reduced.has("maps");
  reduced.has("problems");
  if (spec.maps.empty() || spec.problems.count == 0) throw Wrong{"there are no maps, or no problems"};
  for (const MapChoice& map : spec.maps) {
    check_problems(map, map.problems.value_or(spec.problems));
  }
  const Json* lists = reduced.has("for") && quick ? &reduced.at("for") : nullptr;
  reduced.end();
  reader.each("configurations", [&](const Json& each, const std::string& where) {
    for (const Variables& variables : combinations(each, where, lists)) {
      if (spec.configurations.size() == kMostConfigurations) {
        throw Wrong{fmt::format("{}: there are more than {} configurations", where, format_count(kMostConfigurations))};
      }
      spec.configurations.push_back(read_configuration(each, where, variables));
      if (quick) spec.configurations.back().seeds = std::min<std::uint64_t>(spec.configurations.back().seeds, 2);
    }
  });
  reader.each("tables",
              [&](const Json& each, const std::string& where) { spec.tables.push_back(read_table(each, where)); });
  reader.each("figures",
              [&](const Json& each, const std::string& where) { spec.figures.push_back(read_figure(each, where)); });
  reader.each("claims",
              [&](const Json& each, const std::string& where) { spec.claims.push_back(read_claim(each, where)); });
  if (reader.has("left_out")) {
    reader.each("left_out", [&](const Json& each, const std::string& where) {
      spec.left_out.push_back(read_left_out(each, where));
    });
  }
  reader.end();
  check_names(spec);
  check_size(spec);
  return spec;
}

}  // namespace

std::string ProblemChoice::to_string() const {
  std::string text = fmt::format("{} {} {} {}", count, min_cost, max_cost, buckets);
  if (difficulty) {
    text += fmt::format(" difficulty {} {}", difficulty->least, difficulty->most);
    if (difficulty->mean) text += fmt::format(" mean {}", *difficulty->mean);
  }
  if (drawn_on) text += " drawn on " + drawn_on->to_string();
  return text;
}

std::string MapChoice::label() const {
  std::string text = set.empty() ? name : set + "/" + name;
  if (shrink) text += " " + shrink->to_string();
  return edits > 0 ? text + " edited" : text;
}

std::string DatabaseChoice::to_string() const {
  if (kind == "pdb") {
    const std::string of_subgoals = content == "depth" ? "" : " exit=" + exit;
    return fmt::format("pdb level={} base={} cap={} content={}{}", level, base, depth_cap, content, of_subgoals);
  }
  if (kind == "tree") {
    return fmt::format("tree d_max={} min_leaf={} training={} seed={} maps={} shape={}", d_max, min_leaf, training,
                       seed, maps, shape);
  }
  return fmt::format("{} records={} seed={}{}", kind, records, seed, fragments ? " fragments" : "");
}

bool matches(std::string_view pattern, std::string_view name) {
  if (!pattern.ends_with('*') || pattern == name) return pattern == name;
  return name.starts_with(pattern.substr(0, pattern.size() - 1));
}

std::vector<const Configuration*> ExperimentSpec::matching(const std::vector<std::string>& patterns) const {
  std::vector<const Configuration*> found;
  for (const std::string& pattern : patterns) {
    // A name may end in a star: "A*" means itself where it is one.
    const bool exact = std::any_of(configurations.begin(), configurations.end(),
                                   [&](const Configuration& each) { return each.name == pattern; });
    for (const Configuration& each : configurations) {
      if (exact ? each.name == pattern : matches(pattern, each.name)) found.push_back(&each);
    }
  }
  return found;
}

Result<ExperimentSpec> parse_experiment(const std::string& name, std::string_view text, const std::string& file,
                                        bool quick) {
  const auto wrong = [&](std::string message) { return Error{ErrorCode::kBadFormat, std::move(message), file}; };
  try {
    return read_spec(name, Json::parse(text), quick);
  } catch (const Wrong& what) {
    return wrong(what.message);
  } catch (const Json::exception& what) {
    return wrong(what.what());
  }
}

}  // namespace waymark
