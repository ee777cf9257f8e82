#include "waymark/offline/verify_patterns.hpp"

#include <algorithm>
#include <string>

#include "offline/region_pairs.hpp"
#include "offline/verify_header.hpp"

namespace waymark {
namespace {

// What is in the header and no pair shows.
Result<Done> verify_parameters(const PatternDatabase& database) {
  const Container& file = database.container();
  const bool tells_exit = file.has_parameter("exit");  // files written before there was a choice do not
  const auto check_sections = [&](std::initializer_list<std::string_view> sections) {
    if (database.has_subgoals() && tells_exit) {
      return check_names(
          file, {"level", "base", "base_states", "depth_cap", "content", "regions", "pair_bytes", "exit"}, sections);
    }
    return check_names(file, {"level", "base", "base_states", "depth_cap", "content", "regions", "pair_bytes"},
                       sections);
  };
  Result<Done> named = Done{};
  switch (database.content()) {
    case PatternContent::kGoal: named = check_sections({"regions", "exit_firsts", "exits", "pairs"}); break;
    case PatternContent::kDepth: named = check_sections({"regions", "pairs"}); break;
    case PatternContent::kBoth: named = check_sections({"regions", "exit_firsts", "exits", "exit_depths", "pairs"});
  }
  if (!named) return named;
  if (!database.has_depths() && database.depth_cap() != 0) {
    return file.bad("depth_cap is " + std::to_string(database.depth_cap()) + "; without depths it is 0");
  }
  std::uint32_t largest = database.has_subgoals() ? 0 : database.depth_cap();
  for (NodeId region = 0; database.has_subgoals() && region < database.regions(); ++region) {
    largest = std::max(largest, database.first_exit(region + 1) - database.first_exit(region));
  }
  const std::uint64_t width = largest > 255 ? 2 : 1;
  if (!file.parameter("pair_bytes", width, width)) {
    return file.bad("pairs up to " + std::to_string(largest) + " take pair_bytes " + std::to_string(width));
  }
  return Done{};
}

std::string state_name(NodeId state) { return state == kNoNode ? "none" : std::to_string(state); }

Result<Done> verify_regions(const PatternDatabase& database, const CliqueAbstraction& abstraction,
                            const pattern::Regions& regions, const Map& map) {
  const int level = static_cast<int>(database.level());
  if (database.regions() != abstraction.states(level)) {
    return database.bad("has " + std::to_string(database.regions()) + " regions; level " + std::to_string(level) +
                        " of the map has " + std::to_string(abstraction.states(level)));
  }
  for (NodeId node = 0; node < map.grid().id_bound(); ++node) {
    if (!map.grid().passable(node)) continue;
    const NodeId expected = database.base() == 0 ? regions.of[node] : abstraction.region(node, level);
    if (database.region(node) == expected) continue;
    return database.bad("state " + std::to_string(node) + " is of region " + state_name(database.region(node)) +
                        "; expected " + state_name(expected));
  }
  return Done{};
}

Error wrong_pair(const PatternDatabase& database, NodeId from, NodeId to, const char* what, const std::string& is,
                 const std::string& expected) {
  return database.bad("regions " + std::to_string(from) + " and " + std::to_string(to) + " have " + what + " " + is +
                      "; expected " + expected);
}

// `made` is what the database should say of `from`.
Result<Done> verify_pairs(const PatternDatabase& database, NodeId from, const pattern::PairsOfRegion& made) {
  if (database.has_subgoals()) {
    const std::uint32_t exits = database.first_exit(from + 1) - database.first_exit(from);
    if (exits != made.exits.size()) {
      return database.bad("region " + std::to_string(from) + " has " + std::to_string(exits) + " exits; expected " +
                          std::to_string(made.exits.size()));
    }
  }
  for (NodeId to = 0; to < database.regions(); ++to) {
    const auto wrong = [&](const char* what, const std::string& is, const std::string& expected) {
      return wrong_pair(database, from, to, what, is, expected);
    };
    std::uint32_t depth = made.pairs[to];
    if (database.has_subgoals()) {
      const std::uint32_t exit = made.pairs[to];
      const NodeId subgoal = exit != 0 ? made.exits[exit - 1] : kNoNode;
      if (database.subgoal(from, to) != subgoal) {
        return wrong("subgoal", state_name(database.subgoal(from, to)), state_name(subgoal));
      }
      depth = exit != 0 && database.has_depths() ? made.exit_depths[exit - 1] : 0;
    }
    if (database.depth(from, to) != depth) {
      return wrong("depth", std::to_string(database.depth(from, to)), std::to_string(depth));
    }
  }
  return Done{};
}

template <class Base>
Result<Done> verify_all_pairs(const PatternDatabase& database, const Base& base, const pattern::Regions& regions,
                              const PatternBuildOptions& options,
                              const std::function<void(std::uint64_t done, std::uint64_t total)>& progress) {
  pattern::PairsMaker<Base> maker(base, regions, options);
  for (NodeId from = 0; from < regions.count(); ++from) {
    if (auto right = verify_pairs(database, from, maker.make(from)); !right) return right;
    if (progress) progress(from + 1, regions.count());
  }
  return Done{};
}

}  // namespace

Result<Done> verify_patterns(const PatternDatabase& database, const Map& map,
                             const std::function<void(std::uint64_t done, std::uint64_t total)>& progress) {
  if (auto right = verify_parameters(database); !right) return right;
  const PatternBuildOptions options{database.level(), database.base(), database.depth_cap(), database.content(),
                                    database.exit()};
  const auto checked = pattern::checked_abstraction(map, options);
  if (!checked) return database.bad(checked.error().message);
  const CliqueAbstraction& abstraction = **checked;
  const pattern::Regions regions = pattern::make_regions(map, abstraction, options);
  if (auto right = verify_regions(database, abstraction, regions, map); !right) return right;
  if (database.base_states() != regions.of.size()) {
    return database.bad("base_states is " + std::to_string(database.base_states()) + "; expected " +
                        std::to_string(regions.of.size()));
  }
  if (options.base == 0) return verify_all_pairs(database, pattern::GridBase(map), regions, options, progress);
  const pattern::GraphBase base(abstraction, static_cast<int>(options.base), map.rules().costs.cardinal);
  return verify_all_pairs(database, base, regions, options, progress);
}

}  // namespace waymark
