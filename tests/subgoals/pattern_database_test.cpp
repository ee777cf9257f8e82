#include "waymark/subgoals/pattern_database.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "agent/ply_lookahead.hpp"
#include "offline/container_writer.hpp"
#include "offline/region_pairs.hpp"
#include "support/agent_problems.hpp"
#include "support/agents.hpp"
#include "support/ascii.hpp"
#include "support/databases.hpp"
#include "support/forged.hpp"
#include "support/plain_patterns.hpp"
#include "support/sanitized.hpp"
#include "waymark/hierarchy/clique_abstraction.hpp"
#include "waymark/offline/verify_patterns.hpp"

namespace waymark::subgoals_pattern_database_test {

using test::Place;
using test::place_of;

// Regions of `map`, with plain distances from each representative.
struct Plain {
  Plain(const Map& of, int at_level) : map(of), abstraction(of, at_level), level(at_level) {
    for (NodeId region = 0; region < abstraction.states(level); ++region) {
      const Place at = representative(region);
      distances.push_back(test::reference_distances(map.grid(), map.rules(), at.first, at.second));
    }
  }
  [[nodiscard]] Place representative(NodeId region) const {
    return place_of(map.grid(), abstraction.representative(region, level));
  }
  [[nodiscard]] std::uint64_t distance(NodeId region, Place place) const {
    return distances[region][static_cast<std::size_t>(place.second) * static_cast<std::size_t>(map.grid().width()) +
                             static_cast<std::size_t>(place.first)];
  }
  [[nodiscard]] NodeId region(Place place) const {
    return abstraction.region(map.grid().node(place.first, place.second), level);
  }

  // Whether some optimal path from the representative of `from` gets to `exit` without having been outside before.
  [[nodiscard]] bool enters_first(NodeId from, Place exit) const {
    std::vector<Place> stack{exit};
    std::vector<Place> seen;
    while (!stack.empty()) {
      const Place at = stack.back();
      stack.pop_back();
      if (at == representative(from)) return true;
      for (const test::ReferenceMove& move : moves(at)) {
        const Place before{at.first + move.dx, at.second + move.dy};
        if (region(before) != from || distance(from, before) + move.cost != distance(from, at)) continue;
        if (std::find(seen.begin(), seen.end(), before) != seen.end()) continue;
        seen.push_back(before);
        stack.push_back(before);
      }
    }
    return false;
  }

  // Whether some optimal path from the representative of `from` leaves it by `exit` and gets to that of `to` without
  // coming back. `exit` is on an optimal path between the two.
  [[nodiscard]] bool leaves_by(NodeId from, Place exit, NodeId to) const {
    bool from_inside = false;
    for (const test::ReferenceMove& move : moves(exit)) {
      const Place before{exit.first + move.dx, exit.second + move.dy};
      from_inside |= region(before) == from && distance(from, before) + move.cost == distance(from, exit);
    }
    if (!from_inside) return false;
    std::vector<Place> stack{exit};
    std::vector<Place> seen;
    while (!stack.empty()) {
      const Place at = stack.back();
      stack.pop_back();
      if (at == representative(to)) return true;
      for (const test::ReferenceMove& move : moves(at)) {
        const Place next{at.first + move.dx, at.second + move.dy};
        if (region(next) == from || distance(to, next) + move.cost != distance(to, at)) continue;
        if (std::find(seen.begin(), seen.end(), next) != seen.end()) continue;
        seen.push_back(next);
        stack.push_back(next);
      }
    }
    return false;
  }

  [[nodiscard]] std::vector<test::ReferenceMove> moves(Place at) const {
    return test::reference_moves(map.grid(), map.rules(), at.first, at.second);
  }

  const Map& map;
  CliqueAbstraction abstraction;
  int level;
  std::vector<std::vector<std::uint64_t>> distances;
};

Map random_map(Random& random, const MoveRules& rules, int largest) {
  for (;;) {
    Grid grid = test::random_grid(random, random.between(2, largest), random.between(2, largest),
                                  static_cast<unsigned>(random.between(0, 45)));
    if (grid.passable_cells() > 0) return Map(std::move(grid), rules);
  }
}

int random_level(Random& random, const Map& map) {
  return random.between(1, std::min(3, CliqueAbstraction(map).levels()));
}

TEST(PatternDatabase, holds_what_a_plain_builder_finds) {
  Random random(1);
  std::uint64_t pairs = 0;
  for (const MoveRules& rules : test::agent_rules()) {
    for (int round = 0; round < test::rounds(20); ++round) {
      const Map map = random_map(random, rules, 14);
      const int level = random_level(random, map);
      const auto cap = static_cast<std::uint32_t>(random.between(1, 5));
      const auto exit_kind = static_cast<PatternExit>(random.below(3));
      const PatternBuildOptions options{static_cast<std::uint32_t>(level), 0, cap, PatternContent::kBoth, exit_kind};
      const PatternDatabase both = test::pattern_database(map, options);
      const PatternDatabase depths = test::pattern_database(map, {options.level, 0, cap, PatternContent::kDepth});
      const PatternDatabase goals =
          test::pattern_database(map, {options.level, 0, cap, PatternContent::kGoal, exit_kind});
      ASSERT_EQ(both.exit(), exit_kind);
      ASSERT_EQ(goals.exit(), exit_kind);
      const Plain plain(map, level);
      ASSERT_EQ(both.regions(), plain.abstraction.states(level));
      for (NodeId node = 0; node < map.grid().id_bound(); ++node) {
        ASSERT_EQ(both.region(node), map.grid().passable(node) ? plain.abstraction.region(node, level) : kNoNode);
      }
      for (NodeId from = 0; from < both.regions(); ++from) {
        for (NodeId to = 0; to < both.regions(); ++to) {
          const NodeId subgoal = both.subgoal(from, to);
          ASSERT_EQ(goals.subgoal(from, to), subgoal);
          ASSERT_EQ(depths.subgoal(from, to), kNoNode);
          ASSERT_EQ(goals.depth(from, to), 0u);
          const Place s = plain.representative(from);
          const Place goal = plain.representative(to);
          if (from == to || plain.distance(from, goal) == test::kUnreached) {
            ASSERT_EQ(subgoal, kNoNode);
            ASSERT_EQ(both.depth(from, to), 0u);
            ASSERT_EQ(depths.depth(from, to), 0u);
            continue;
          }
          ++pairs;
          ASSERT_NE(subgoal, kNoNode);
          const Place exit = place_of(map.grid(), subgoal);
          ASSERT_NE(plain.region(exit), from);
          ASSERT_EQ(both.depth(from, to), test::PlainDepth(map.grid(), rules, s, exit).capped(cap));
          ASSERT_EQ(depths.depth(from, to), test::PlainDepth(map.grid(), rules, s, goal).capped(cap));
          if (exit_kind == PatternExit::kCentroid) {
            ASSERT_EQ(exit, plain.representative(plain.region(exit)));
            continue;
          }
          ASSERT_EQ(plain.distance(from, exit) + plain.distance(to, exit), plain.distance(from, goal));
          ASSERT_TRUE(exit_kind == PatternExit::kFirst ? plain.enters_first(from, exit)
                                                       : plain.leaves_by(from, exit, to));
        }
      }
    }
  }
  EXPECT_GT(pairs, test::enough(10'000u));
}

// Of the very path that the builder follows, which comes back into its region now and then.
TEST(PatternDatabase, first_and_last_exits_and_centroids_are_those_of_one_path) {
  Random random(6);
  std::uint64_t come_back = 0;
  for (int round = 0; round < test::rounds(20); ++round) {
    const MoveRules rules = test::few_rules()[static_cast<std::size_t>(round % 5)];
    const Map map(test::random_grid(random, 36, 36, 35), rules);
    const int level = std::min(random.between(2, 5), CliqueAbstraction(map).levels());
    const auto built = [&](PatternExit exit) {
      return test::pattern_database(map, {static_cast<std::uint32_t>(level), 0, 5, PatternContent::kGoal, exit});
    };
    const PatternDatabase first = built(PatternExit::kFirst);
    const PatternDatabase last = built(PatternExit::kLast);
    const PatternDatabase centroid = built(PatternExit::kCentroid);
    const CliqueAbstraction abstraction(map, level);
    const pattern::GridBase base(map);
    OneToAll<CanonicalGridSpace> field(base.fast(), base.cheapest_edge());
    for (NodeId from = 0; from < first.regions(); ++from) {
      field.compute(abstraction.representative(from, level));
      for (NodeId to = 0; to < first.regions(); ++to) {
        NodeId at = abstraction.representative(to, level);
        if (from == to || field.distance(at) == kInfiniteCost) continue;
        NodeId first_outside = kNoNode;
        NodeId last_outside = kNoNode;
        for (; at != abstraction.representative(from, level); at = field.before(at)) {
          const bool leaves = first.region(at) != from && first.region(field.before(at)) == from;
          if (!leaves) continue;
          first_outside = at;
          if (last_outside == kNoNode) last_outside = at;
        }
        ASSERT_EQ(first.subgoal(from, to), first_outside);
        ASSERT_EQ(last.subgoal(from, to), last_outside);
        ASSERT_EQ(centroid.subgoal(from, to), abstraction.representative(first.region(first_outside), level));
        come_back += first_outside != last_outside ? 1 : 0;
      }
    }
  }
  EXPECT_GT(come_back, test::enough(100u));
}

// As files were before there was a choice.
TEST(PatternDatabase, a_file_that_does_not_tell_its_exits_has_the_last) {
  Random random(7);
  const auto bytes_of = [](const Map& of, PatternExit exit) {
    return test::built_bytes(**make_pattern_build(of, {2, 0, 5, PatternContent::kBoth, exit}));
  };
  std::unique_ptr<Map> found;  // a map on which some path comes back
  for (int round = 0; !found && round < 1000; ++round) {
    auto map = std::make_unique<Map>(test::random_grid(random, 30, 30, 35));
    if (test::forged(bytes_of(*map, PatternExit::kFirst), "exit", 1) != bytes_of(*map, PatternExit::kLast)) {
      found = std::move(map);
    }
  }
  ASSERT_TRUE(found);
  const Map& map = *found;
  const std::string bytes = bytes_of(map, PatternExit::kLast);
  const Container told = *Container::parse(bytes, "told");
  ContainerWriter writer(DatabaseKind::kPatterns, map);
  for (const DatabaseParameter& parameter : told.parameters()) {
    if (parameter.name != "exit") writer.parameter(parameter.name, parameter.value);
  }
  for (const Container::Section& section : told.sections()) {
    writer.section(section.name, std::string(*told.section(section.name)));
  }
  const auto old = PatternDatabase::open(*Container::parse(writer.bytes(), "old"), map);
  ASSERT_TRUE(old) << old.error().to_string();
  EXPECT_EQ(old->exit(), PatternExit::kLast);
  EXPECT_TRUE(verify_patterns(*old, map));
  const auto wrong = PatternDatabase::open(*Container::parse(test::forged(bytes, "exit", 0), "wrong"), map);
  ASSERT_TRUE(wrong);
  EXPECT_FALSE(verify_patterns(*wrong, map));
  EXPECT_FALSE(PatternDatabase::open(*Container::parse(test::forged(bytes, "exit", 3), "wrong"), map));
}

TEST(PatternDatabase, counts_as_the_papers_do_and_is_the_same_whoever_makes_its_rows) {
  Random random(2);
  const Map map(test::random_grid(random, 40, 30, 25));
  const auto build = make_pattern_build(map, {2, 0, 10, PatternContent::kBoth});
  ASSERT_TRUE(build);
  const std::string bytes = test::built_bytes(**build);
  EXPECT_EQ(bytes, test::built_bytes(**build, 3));
  const auto database = PatternDatabase::open(*Container::parse(bytes, "x"), map);
  ASSERT_TRUE(database);
  const std::uint64_t regions = database->regions();
  EXPECT_EQ(database->records(), regions * (regions - 1));
  EXPECT_EQ(database->states_stored(), 3 * regions * (regions - 1) + 40 * 30);
  EXPECT_EQ(database->bytes(), bytes.size());
  const auto other = make_pattern_build(map, {2, 0, 11, PatternContent::kBoth});
  EXPECT_NE((*build)->identity(), (*other)->identity());
  const auto last = make_pattern_build(map, {2, 0, 10, PatternContent::kBoth, PatternExit::kLast});
  EXPECT_NE((*build)->identity(), (*last)->identity());
}

TEST(PatternDatabase, on_an_abstract_base_paths_run_in_the_graph) {
  Random random(3);
  for (int round = 0; round < 30; ++round) {
    const Map map(test::random_grid(random, 24, 24, 30));
    const PatternBuildOptions options{3, 1, 6, PatternContent::kBoth, static_cast<PatternExit>(round % 3)};
    const CliqueAbstraction abstraction(map);
    if (abstraction.levels() < 3) continue;
    const PatternDatabase database = test::pattern_database(map, options);
    ASSERT_EQ(database.base_states(), abstraction.states(1));
    ASSERT_TRUE(verify_patterns(database, map));
    const Graph::Rows& rows = abstraction.graph(1).forward();
    for (std::uint32_t exit = 0; exit < database.exits(); ++exit)
      ASSERT_LT(database.exit_state(exit), abstraction.states(1));
    // An exit is entered from its region; a centroid lies in a region that is.
    for (NodeId region = 0; region < database.regions(); ++region) {
      for (std::uint32_t exit = database.first_exit(region); exit < database.first_exit(region + 1); ++exit) {
        const NodeId state = database.exit_state(exit);
        const NodeId beyond = abstraction.parent(abstraction.parent(state, 1), 2);
        bool entered = options.exit == PatternExit::kCentroid &&
                       state == abstraction.region(abstraction.representative(beyond, 3), 1);
        for (std::uint64_t i = rows.first[state]; i < rows.first[state + 1]; ++i) {
          entered |= abstraction.parent(abstraction.parent(rows.to[i], 1), 2) == region;
        }
        ASSERT_TRUE(entered);
        ASSERT_NE(beyond, region);
      }
    }
  }
}

TEST(PatternDatabase, builds_refuse_what_does_not_fit) {
  const Map map(*Grid::create(20, 20, true));
  EXPECT_FALSE(make_pattern_build(map, {60, 0, 20, PatternContent::kBoth}));
  EXPECT_FALSE(make_pattern_build(map, {2, 3, 20, PatternContent::kBoth}));
  EXPECT_FALSE(make_pattern_build(map, {0, 1, 20, PatternContent::kBoth}));
  EXPECT_FALSE(make_pattern_build(map, {2, 0, 0, PatternContent::kBoth}));
  EXPECT_FALSE(make_pattern_build(map, {2, 0, 3001, PatternContent::kDepth}));
  EXPECT_TRUE(make_pattern_build(map, {2, 0, 0, PatternContent::kGoal}));
  EXPECT_TRUE(make_pattern_build(map, {2, 2, 20, PatternContent::kBoth}));
  EXPECT_TRUE(make_pattern_build(map, {0, 0, 20, PatternContent::kBoth}));
  const Map hexagons(*Grid::create(20, 20, true), {Neighbours::kSix, DiagonalRule::kNever, kUnitCosts});
  EXPECT_FALSE(make_pattern_build(hexagons));
  const Map large(*Grid::create(700, 700, true));
  const auto refused = make_pattern_build(large, {1, 0, 20, PatternContent::kGoal});
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("choose a higher one"), std::string::npos);
}

// A file with right checksums and any contents.
struct Parts {
  std::uint64_t level = 1, base = 0, base_states = 0, depth_cap = 5, content = 2, regions = 0, pair_bytes = 1, exit = 0;
  std::string region_of, firsts, exits, depths, pairs;

  [[nodiscard]] Result<PatternDatabase> open(const Map& map) const {
    ContainerWriter writer(DatabaseKind::kPatterns, map);
    writer.parameter("level", level).parameter("base", base).parameter("base_states", base_states);
    writer.parameter("depth_cap", depth_cap).parameter("content", content).parameter("regions", regions);
    writer.parameter("pair_bytes", pair_bytes).parameter("exit", exit);
    writer.section("regions", region_of).section("exit_firsts", firsts);
    writer.section("exits", exits).section("exit_depths", depths).section("pairs", pairs);
    return PatternDatabase::open(*Container::parse(writer.bytes(), "lies.pdb"), map);
  }
};

Parts parts_of(const PatternDatabase& database, const Map& map) {
  Parts parts;
  parts.level = database.level();
  parts.base_states = database.base_states();
  parts.depth_cap = database.depth_cap();
  parts.regions = database.regions();
  for (NodeId node = 0; node < map.grid().id_bound(); ++node) {
    append_number(parts.region_of, static_cast<std::uint16_t>(std::min<NodeId>(database.region(node), 0xffff)));
  }
  for (NodeId region = 0; region <= database.regions(); ++region)
    append_number(parts.firsts, database.first_exit(region));
  for (std::uint32_t exit = 0; exit < database.exits(); ++exit) append_number(parts.exits, database.exit_state(exit));
  parts.depths.assign(database.exits(), '\1');
  parts.pairs.assign(std::size_t{database.regions()} * database.regions(), '\0');
  return parts;
}

void put(std::string& bytes, std::size_t at, std::uint32_t value) {
  std::string number;
  append_number(number, value);
  bytes.replace(at, 4, number);
}

TEST(PatternDatabase, opening_refuses_whatever_a_look_up_could_stumble_over) {
  Random random(4);
  const Map map(test::random_grid(random, 12, 12, 20));
  const PatternDatabase database = test::pattern_database(map, {1, 0, 5, PatternContent::kBoth});
  const Parts good = parts_of(database, map);
  ASSERT_TRUE(good.open(map)) << good.open(map).error().to_string();
  const auto refused = [&](auto&& spoil) {
    Parts bad = good;
    spoil(bad);
    const auto opened = bad.open(map);
    EXPECT_FALSE(opened);
    EXPECT_TRUE(opened || opened.error().file == "lies.pdb");
    return !opened;
  };
  EXPECT_TRUE(refused([](Parts& parts) { parts.level = 65; }));
  EXPECT_TRUE(refused([](Parts& parts) { parts.base = 2; }));
  EXPECT_TRUE(refused([](Parts& parts) { parts.base_states += 1; }));
  EXPECT_TRUE(refused([](Parts& parts) { parts.depth_cap = 0; }));
  EXPECT_TRUE(refused([](Parts& parts) { parts.depth_cap = 3001; }));
  EXPECT_TRUE(refused([](Parts& parts) { parts.content = 3; }));
  EXPECT_TRUE(refused([](Parts& parts) { parts.exit = 3; }));
  EXPECT_TRUE(refused([](Parts& parts) { parts.regions = 0; }));
  EXPECT_TRUE(refused([](Parts& parts) { parts.regions += 1; }));
  EXPECT_TRUE(refused([](Parts& parts) { parts.regions = 65'536; }));
  EXPECT_TRUE(refused([](Parts& parts) { parts.pair_bytes = 2; }));
  EXPECT_TRUE(refused([](Parts& parts) { parts.region_of.pop_back(); }));
  EXPECT_TRUE(refused([](Parts& parts) { parts.region_of[0] = 0, parts.region_of[1] = 0; }));
  EXPECT_TRUE(refused([](Parts& parts) { put(parts.firsts, 0, 1); }));
  EXPECT_TRUE(refused([](Parts& parts) { put(parts.firsts, 8, 0xffffffffu); }));
  EXPECT_TRUE(refused([](Parts& parts) { put(parts.firsts, parts.firsts.size() - 4, 0xffffffffu); }));
  EXPECT_TRUE(refused([](Parts& parts) { put(parts.exits, 0, 0); }));
  EXPECT_TRUE(refused([](Parts& parts) { put(parts.exits, 0, 0xfffffffeu); }));
  EXPECT_TRUE(refused([](Parts& parts) { parts.depths[0] = 0; }));
  EXPECT_TRUE(refused([](Parts& parts) { parts.depths[0] = 6; }));
  EXPECT_TRUE(refused([](Parts& parts) { parts.pairs[0] = 1; }));
  EXPECT_TRUE(refused([](Parts& parts) { parts.pairs[1] = '\xff'; }));
  // An exit within the region it should lead out of.
  EXPECT_TRUE(refused([&](Parts& parts) {
    NodeId inside = 0;
    while (database.region(inside) != 0) ++inside;
    ASSERT_GT(database.first_exit(1), 0u);
    put(parts.exits, 0, inside);
  }));
  // Sections beyond the parameters: random bytes are refused or can be looked up.
  for (int round = 0; round < 3000; ++round) {
    Parts parts = good;
    std::string* const sections[] = {&parts.region_of, &parts.firsts, &parts.exits, &parts.depths, &parts.pairs};
    std::string& section = *sections[random.between(0, 4)];
    for (int i = random.between(1, 3); i > 0; --i) {
      section[static_cast<std::size_t>(random.between(0, static_cast<int>(section.size()) - 1))] =
          static_cast<char>(random.between(0, 255));
    }
    const auto opened = parts.open(map);
    if (!opened) continue;
    for (NodeId from = 0; from < opened->regions(); ++from) {
      for (NodeId to = 0; to < opened->regions(); ++to) {
        const NodeId subgoal = opened->subgoal(from, to);
        ASSERT_TRUE(subgoal == kNoNode || map.grid().passable(subgoal));
        ASSERT_LE(opened->depth(from, to), 5u);
      }
    }
  }
}

TEST(PatternDatabase, verifying_finds_every_wrong_entry) {
  Random random(5);
  const Map map(test::random_grid(random, 14, 14, 20));
  for (const PatternContent content : {PatternContent::kGoal, PatternContent::kDepth, PatternContent::kBoth}) {
    EXPECT_TRUE(verify_patterns(test::pattern_database(map, {2, 0, 5, content}), map));
  }
  const PatternDatabase database = test::pattern_database(map, {2, 0, 5, PatternContent::kBoth});
  Parts parts = parts_of(database, map);
  std::uint64_t done = 0;
  const auto wrong = verify_patterns(*parts.open(map), map, [&](std::uint64_t at, std::uint64_t) { done = at; });
  ASSERT_FALSE(wrong);  // no pair has its exit
  EXPECT_NE(wrong.error().message.find("expected"), std::string::npos);
  EXPECT_EQ(done, 0u);
  // Another region for a cell.
  NodeId cell = 0;
  while (database.region(cell) == kNoNode || database.region(cell) == 0) ++cell;
  parts.region_of[std::size_t{cell} * 2] = 0;
  const auto opened = parts.open(map);
  EXPECT_TRUE(!opened || !verify_patterns(*opened, map));
}

}  // namespace waymark::subgoals_pattern_database_test
