// waymark info MAP, waymark info DB
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "command.hpp"
#include "commands.hpp"
#include "coverage_text.hpp"
#include "info_clusters.hpp"
#include "info_row.hpp"
#include "json_output.hpp"
#include "lab/view/region_picture.hpp"
#include "lab/view/text_table.hpp"
#include "option_values.hpp"
#include "output.hpp"
#include "problem_options.hpp"
#include "waymark/hierarchy/clique_abstraction.hpp"
#include "waymark/hierarchy/sectors.hpp"
#include "waymark/io/database_file.hpp"
#include "waymark/io/file.hpp"
#include "waymark/space/map.hpp"

namespace waymark::program {
namespace {

// By DiagonalRule, as --diagonal takes them.
constexpr std::array<std::string_view, 4> kDiagonalNames{"both", "one", "always", "never"};

struct InfoOptions {
  std::string map;
  MapOptions letters;
  std::string of;  // the map of a case base
  bool json = false;
  bool abstraction = false;
  bool sectors = false;
  bool clusters = false;
  int level = 3;
  std::string database;  // a path database, with row
  std::optional<Cell> row;
  std::string picture;  // empty: none
};

constexpr std::pair<char, std::string_view> kLetterMeanings[] = {
    {'.', "ground"},        {'G', "ground"}, {'S', "swamp, passable"}, {'@', "out of bounds"},
    {'O', "out of bounds"}, {'T', "trees"},  {'W', "water"},
};
static_assert(std::size(kLetterMeanings) == kTerrainLetters.size());

// Prints the levels of the map's clique abstraction, and draws the regions of one.
int run_abstraction(const InfoOptions& options, Grid grid) {
  std::optional<Output> picture;
  if (!options.picture.empty()) picture.emplace("--picture", options.picture, std::vector{options.map});
  const Map map(std::move(grid));
  const CliqueAbstraction abstraction(map);
  if (picture && options.level > abstraction.levels()) {
    fail_usage(
        fmt::format("--level {}: the abstraction of this map has {} levels", options.level, abstraction.levels()));
  }
  if (picture && picture->is_standard()) {
    // Alone: a table would end up in it.
  } else if (options.json) {
    nlohmann::ordered_json levels = nlohmann::ordered_json::array();
    for (int level = 0; level <= abstraction.levels(); ++level) {
      nlohmann::ordered_json row{{"level", level}, {"states", abstraction.states(level)}};
      if (level > 0) row["edges"] = abstraction.graph(level).edges() / 2;
      levels.push_back(std::move(row));
    }
    print_json({{"file", options.map}, {"levels", levels}});
  } else {
    TextTable table({{"level"}, {"states"}, {"edges"}, {"cells a state"}, {"times fewer"}});
    for (int level = 0; level <= abstraction.levels(); ++level) {
      const double states = abstraction.states(level);
      table.add_row({std::to_string(level), format_count(abstraction.states(level)),
                     level == 0 ? "" : format_count(abstraction.graph(level).edges() / 2),
                     format_decimal(abstraction.states(0) / std::max(states, 1.0), 1),
                     level == 0 ? "" : format_decimal(abstraction.states(level - 1) / states, 2)});
    }
    print(table.to_string());
  }
  if (picture) picture->write(draw_regions(map, abstraction, options.level));
  return kExitOk;
}

// Prints what the minimal-memory abstraction of the map is, and draws its regions.
int run_sectors(const InfoOptions& options, Grid grid) {
  std::optional<Output> picture;
  if (!options.picture.empty()) picture.emplace("--picture", options.picture, std::vector{options.map});
  const Map map(std::move(grid));
  const auto& sectors = map.derived<Sectors>();
  std::uint64_t regions = 0;
  std::uint64_t edges = 0;
  for (std::uint32_t sector = 0; sector < sectors.sectors(); ++sector) {
    const Sectors::Record record = sectors.record(sector);
    regions += record.regions();
    for (std::uint32_t region = 0; region < record.regions(); ++region) edges += record.edges(region).size();
  }
  if (picture && picture->is_standard()) {
    // Alone: a table would end up in it.
  } else if (options.json) {
    const nlohmann::ordered_json info{{"file", options.map},          {"size", sectors.options().size},
                                      {"sectors", sectors.sectors()}, {"regions", regions},
                                      {"edges", edges / 2},           {"bytes", sectors.bytes()}};
    print_json(info);
  } else {
    using enum TextTable::Align;
    TextTable table({{"", kLeft}, {"", kLeft}});
    table.add_row({"sectors", fmt::format("{} of {} x {} cells", format_count(sectors.sectors()),
                                          sectors.options().size, sectors.options().size)});
    table.add_row({"regions", format_count(regions)});
    table.add_row({"edges", format_count(edges / 2)});
    table.add_row({"bytes", fmt::format("{}, {} a region", format_count(sectors.bytes()),
                                        format_decimal(static_cast<double>(sectors.bytes()) /
                                                           static_cast<double>(std::max<std::uint64_t>(regions, 1)),
                                                       1))});
    print(table.to_string());
  }
  if (picture) picture->write(draw_regions(map, sectors));
  return kExitOk;
}

// A database, told from a map by its first bytes.
bool is_database(std::string_view begin) {
  return begin.starts_with(Container::kMagic) || begin.starts_with(DepthTree::kFirstLine);
}

// Enough of a file to tell; nothing if it cannot be read, which the reader of maps then says.
std::string first_bytes(const std::string& path) {
  auto reader = FileReader::open(path);
  if (!reader) return "";
  std::array<char, 16> first{};
  const auto count = reader->read(first);
  return std::string(first.data(), count ? *count : 0);
}

// Of a case base; nothing of another kind.
std::optional<CaseCoverage> coverage_of(const Container& container, const InfoOptions& options) {
  if (container.kind() != DatabaseKind::kCases && container.kind() != DatabaseKind::kCases2009) return std::nullopt;
  const Map map(load_map(options.of, options.letters).grid, container.rules());
  return value_or_fail(measure_coverage(value_or_fail(CaseBase::open(container, map)), map));
}

int neighbour_count(Neighbours neighbours) {
  switch (neighbours) {
    case Neighbours::kFour: return 4;
    case Neighbours::kSix: return 6;
    case Neighbours::kEight: break;
  }
  return 8;
}

// What a path database is made of, as far as the file alone tells it.
void tell_paths(const Container& container, nlohmann::ordered_json& info) {
  const std::uint64_t tiles = value_or_fail(container.section("tile_checks")).size() / sizeof(std::uint64_t);
  const std::uint64_t ends = value_or_fail(container.section("block_ends")).size() / sizeof(std::uint32_t);
  const std::uint64_t cells = value_or_fail(container.parameter("cells", 0, Grid::kMaxCells));
  info["tiles"] = tiles;
  info["blocks"] = std::max<std::uint64_t>(ends, 1) - 1;
  info["bytes_per_cell"] =
      static_cast<double>(container.size()) / static_cast<double>(std::max<std::uint64_t>(cells, 1));
}

int run_database_info(const InfoOptions& options, std::string bytes) {
  nlohmann::ordered_json info{{"file", options.map}};
  const std::uint64_t size = bytes.size();
  std::optional<CaseCoverage> coverage;
  if (is_tree_text(bytes)) {
    const DepthTree tree = value_or_fail(DepthTree::parse(bytes, options.map));
    const auto leaves =
        std::count_if(tree.nodes().begin(), tree.nodes().end(), [](const auto& node) { return node.is_leaf(); });
    info.update({{"kind", to_string(DatabaseKind::kTree)},
                 {"bytes", size},
                 {"d_max", tree.parameters().d_max},
                 {"history", tree.parameters().history},
                 {"presearch", tree.parameters().presearch},
                 {"shape", tree.parameters().shape == LookaheadShape::kPlies ? "plies" : "best-first"},
                 {"nodes", tree.nodes().size()},
                 {"leaves", leaves}});
  } else {
    const Container container = value_or_fail(Container::parse(std::move(bytes), options.map));
    info.update({{"kind", to_string(container.kind())},
                 {"bytes", size},
                 {"map", fmt::format("{:016x}", container.map_fingerprint())},
                 {"neighbours", neighbour_count(container.rules().neighbours)},
                 {"diagonal", kDiagonalNames[static_cast<std::size_t>(container.rules().diagonal)]},
                 {"metric", container.rules().costs.name}});
    for (const DatabaseParameter& parameter : container.parameters()) info[parameter.name] = parameter.value;
    nlohmann::ordered_json sections = nlohmann::ordered_json::object();
    for (const Container::Section& section : container.sections()) sections[section.name] = section.size;
    info["sections"] = sections;
    if (container.kind() == DatabaseKind::kPaths) tell_paths(container, info);
    if (!options.of.empty()) coverage = coverage_of(container, options);
  }
  if (coverage) {
    info["coverage"] = {{"problems", coverage->problems},
                        {"served", coverage->served},
                        {"share", coverage->share()},
                        {"records_wanted", coverage->records_wanted}};
  }
  if (options.json) {
    print_json(info);
    return kExitOk;
  }
  using enum TextTable::Align;
  TextTable table({{"", kLeft}, {"", kLeft}});
  const auto text = [](const nlohmann::ordered_json& value) {
    if (value.is_number_float()) return format_decimal(value.get<double>(), 2);
    return value.is_string() ? value.get<std::string>() : format_count(value.get<std::uint64_t>());
  };
  for (const auto& [name, value] : info.items()) {
    if (!value.is_object()) table.add_row({name, text(value)});
  }
  if (info.contains("sections")) {
    for (const auto& [name, value] : info["sections"].items())
      table.add_row({"section " + name, text(value) + " bytes"});
  }
  if (coverage) {
    table.add_row({"coverage", coverage_line(*coverage)});
  } else if (info["kind"].get<std::string>().starts_with("knn")) {
    table.add_row({"coverage", "waymark info DB MAP tells how much of the map it covers"});
  }
  print(table.to_string());
  return kExitOk;
}

int run_info(const InfoOptions& options) {
  if (!options.picture.empty() && !options.abstraction && !options.clusters && !options.sectors && !options.row) {
    fail_usage("--picture requires --abstraction, --clusters, --sectors or --row");
  }
  // A pipe can be read only once, so whole; of a file the first bytes tell what it is.
  std::error_code error;
  const bool is_plain =
      options.map != "-" && (is_plain_file(options.map) || !std::filesystem::exists(options.map, error));
  std::string bytes =
      is_plain ? first_bytes(options.map) : value_or_fail(read_file(readable_path(options.map), Container::kMaxBytes));
  if (is_database(bytes)) {
    if (options.abstraction) fail_usage("--abstraction is of maps, not of databases");
    if (options.sectors) fail_usage("--sectors is of maps, not of databases");
    if (options.clusters) fail_usage("--clusters is of maps, not of databases");
    if (options.row) fail_usage("--row wants the map first: waymark info MAP --database DB --row X,Y");
    return run_database_info(options, is_plain ? value_or_fail(read_database(options.map)) : std::move(bytes));
  }
  if (!options.of.empty()) fail_usage(fmt::format("unexpected argument '{}'; see waymark info --help", options.of));
  LoadedMap loaded =
      is_plain ? load_map(options.map, options.letters) : parse_map_or_picture(bytes, options.map, options.letters);
  if (options.abstraction) return run_abstraction(options, std::move(loaded.grid));
  if (options.sectors) return run_sectors(options, std::move(loaded.grid));
  if (options.clusters) {
    return run_clusters(options.map, std::move(loaded.grid), options.json, options.level, options.picture);
  }
  if (options.row) {
    return run_row(options.map, std::move(loaded.grid), options.database, *options.row, options.json, options.picture);
  }
  const Map map(std::move(loaded.grid));
  const Grid& grid = map.grid();
  const auto cells = static_cast<std::uint64_t>(grid.width()) * static_cast<std::uint64_t>(grid.height());
  const std::uint64_t states = grid.passable_cells();
  const auto sizes = map.components().sizes(grid);
  const std::uint64_t largest = sizes.empty() ? 0 : *std::max_element(sizes.begin(), sizes.end());
  const std::string fingerprint = fmt::format("{:016x}", grid.fingerprint());

  if (options.json) {
    nlohmann::ordered_json letters = nlohmann::ordered_json::object();
    for (const auto& [letter, meaning] : kLetterMeanings) {
      const std::uint64_t count = loaded.info.letter_counts[static_cast<unsigned char>(letter)];
      if (count > 0) letters[std::string(1, letter)] = count;
    }
    const nlohmann::ordered_json info{{"file", options.map},
                                      {"type", loaded.info.type},
                                      {"width", grid.width()},
                                      {"height", grid.height()},
                                      {"cells", cells},
                                      {"states", states},
                                      {"components", sizes.size()},
                                      {"largest_component", largest},
                                      {"fingerprint", fingerprint},
                                      {"letters", letters}};
    print_json(info);
    return kExitOk;
  }
  using enum TextTable::Align;
  TextTable table({{"", kLeft}, {"", kLeft}});
  table.add_row({"file", options.map});
  table.add_row({"type", loaded.info.type});
  table.add_row({"size", fmt::format("{} x {}", grid.width(), grid.height())});
  table.add_row({"cells", format_count(cells)});
  table.add_row({"states", fmt::format("{} passable ({})", format_count(states), format_share(states, cells))});
  std::string components = format_count(sizes.size());
  if (!sizes.empty()) {
    components += fmt::format(", the largest of {} states ({})", format_count(largest), format_share(largest, states));
  }
  table.add_row({"components", components});
  table.add_row({"fingerprint", fingerprint});
  std::string name = "letters";
  for (const auto& [letter, meaning] : kLetterMeanings) {
    const std::uint64_t count = loaded.info.letter_counts[static_cast<unsigned char>(letter)];
    if (count == 0) continue;
    const char* passable = letter != 'W' ? "" : options.letters.water_passable ? ", passable" : ", blocked";
    table.add_row(
        {std::exchange(name, ""), fmt::format("{}  {} ({}{})", letter, format_count(count), meaning, passable)});
  }
  print(table.to_string());
  return kExitOk;
}

}  // namespace

void add_info_command(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<InfoOptions>();
  CLI::App* command =
      app.add_subcommand("info", "Tell what a map is (size, states, components, fingerprint, letters), or a database.");
  command
      ->add_option("MAP", options->map,
                   "Map file: MovingAI .map, or .png; or a database of waymark build; - is standard input")
      ->required()
      ->type_name("");
  command->add_option("OF", options->of, "Of a case base: its map, to tell how much of it is covered")->type_name("");
  command->add_flag("--json", options->json, "Print JSON");
  CLI::Option* abstraction =
      command->add_flag("--abstraction", options->abstraction, "Print the levels of its clique abstraction instead");
  CLI::Option* clusters =
      command->add_flag("--clusters", options->clusters, "Print the levels of the clusters that hpa goes by instead")
          ->excludes(abstraction);
  CLI::Option* sectors =
      command
          ->add_flag("--sectors", options->sectors, "Print its minimal-memory abstraction instead, sectors and regions")
          ->excludes(abstraction)
          ->excludes(clusters);
  CLI::Option* database =
      command->add_option("--database", options->database, "With --row: a path database of the map")->type_name("FILE");
  CLI::Option* row =
      command
          ->add_option("--row", options->row,
                       "Tell which row of the path database leads to this cell; with --picture draw it, from every "
                       "cell the move towards it")
          ->check(is_cell())
          ->type_name("X,Y")
          ->needs(database)
          ->excludes(abstraction)
          ->excludes(clusters)
          ->excludes(sectors);
  database->needs(row);
  CLI::Option* picture = command
                             ->add_option("--picture", options->picture,
                                          "With --abstraction, --clusters, --sectors or --row: a PNG of the regions "
                                          "(of a level), or of the row; - is "
                                          "standard output, without the table")
                             ->type_name("FILE");
  command->add_option("--level", options->level, "Which level")
      ->check(whole_number(1, CliqueAbstraction::kAllLevels))
      ->type_name("L")
      ->capture_default_str()
      ->needs(picture)
      ->excludes(sectors)
      ->excludes(row);
  add_water_option(*command, options->letters);
  command->footer(
      "Examples:\n  waymark info arena.map\n  waymark info arena.knn.db arena.map\n  waymark info arena.map "
      "--abstraction "
      "--level 4 --picture regions.png\n  waymark info arena.map --clusters --level 1 --picture clusters.png\n  "
      "waymark info arena.map --database arena.paths.db --row 20,30 --picture row.png\n  "
      "waymark generate maze -o - | waymark info -");
  command->callback([options, &exit_code] { exit_code = run_info(*options); });
}

}  // namespace waymark::program
