#include "waymark/offline/tree_build.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <deque>
#include <functional>
#include <memory>
#include <numeric>
#include <set>
#include <thread>

#include "support/agent_problems.hpp"
#include "support/agents.hpp"
#include "support/plain_lrta_dt.hpp"
#include "waymark/agent/registry.hpp"
#include "waymark/offline/generate.hpp"

namespace waymark::offline_tree_build_test {

std::string built(const ItemBuild& build) {
  std::vector<std::string> items;
  const auto maker = build.maker();
  for (std::uint64_t i = 0; i < build.items(); ++i) items.push_back(maker->make(i));
  return *build.assemble(items);
}

std::deque<Map> generated(std::initializer_list<MapKind> kinds, int side, std::uint64_t seed) {
  std::deque<Map> maps;
  for (const MapKind kind : kinds) maps.emplace_back(*generate_map(kind, {side, side, seed}));
  return maps;
}

std::vector<TrainingMap> named(const std::deque<Map>& maps) {
  std::vector<TrainingMap> list;
  for (const Map& map : maps) list.push_back({"map" + std::to_string(list.size()), &map});
  return list;
}

// Section 5.1 in plain words.
class PlainTrainer : public test::PlainLrtaDt {
 public:
  using PlainLrtaDt::PlainLrtaDt;

  int label_and_move(int d_max) {
    const auto best_at = [this](int depth) { return best_of(look(depth, best_first_).frontier); };
    const int wanted = best_at(d_max).first;
    int label = d_max;
    while (label > 1 && best_at(label - 1).first == wanted) --label;
    const Way best = best_at(label);
    const std::uint64_t before = h(s_);
    raise(s_, best.f);
    walk_.push_back({s_, h(s_) - before, best.first});
    s_ = best.places.front();
    return label;
  }
};

TEST(TreeBuild, labels_states_as_the_paper_says) {
  Random random(1);
  std::set<int> labels;
  for (const MoveRules& rules : test::few_rules()) {
    for (int round = 0; round < 12; ++round) {
      const test::Problem problem = test::random_problem(random, rules, 16);
      TreeBuildOptions options;
      const bool best_first = random.chance(1, 3);
      options.tree = {6, random.chance(1, 2) ? 60u : 5u, static_cast<std::uint32_t>(random.between(1, 3)),
                      best_first ? LookaheadShape::kBestFirst : LookaheadShape::kPlies};
      options.moves = 120;
      const std::vector<DepthSample> samples = training_states(problem.map, problem.start, problem.goal, options);
      const Cell start = problem.map.grid().cell(problem.start);
      const Cell goal = problem.map.grid().cell(problem.goal);
      PlainTrainer plain(problem.map.grid(), rules, {start.x, start.y}, {goal.x, goal.y}, test::PlainTree{},
                         static_cast<int>(options.tree.history), static_cast<int>(options.tree.presearch), best_first);
      for (const DepthSample& sample : samples) {
        ASSERT_FALSE(plain.done());
        const std::vector<std::int64_t> wanted = plain.features();
        for (std::size_t f = 0; f < kDepthFeatures; ++f) ASSERT_EQ(sample.features[f], wanted[f]) << "f" << f + 1;
        ASSERT_EQ(sample.depth, plain.label_and_move(6));
        labels.insert(sample.depth);
      }
      ASSERT_TRUE(plain.done() || samples.size() == options.moves);
    }
  }
  EXPECT_EQ(labels.size(), 6u);
}

TEST(TreeBuild, makes_the_same_file_however_the_items_are_shared_out) {
  const std::deque<Map> maps = generated({MapKind::kRooms, MapKind::kCaves, MapKind::kFortress}, 64, 1);
  TreeBuildOptions options;
  options.tree.d_max = 5;
  options.problems = 8;
  options.learning.minimum_leaf = 25;
  const auto build = make_tree_build(named(maps), options);
  ASSERT_TRUE(build);
  const std::string one = built(**build);

  std::vector<std::string> items((*build)->items());
  const auto work = [&](std::size_t first) {
    const auto maker = (*build)->maker();
    for (std::size_t i = items.size(); i-- > 0;) {
      if (i % 3 == first) items[i] = maker->make(i);
    }
  };
  std::thread a(work, 0);
  std::thread b(work, 1);
  work(2);
  a.join();
  b.join();
  EXPECT_EQ(*(*build)->assemble(items), one);
  EXPECT_EQ(built(**make_tree_build(named(maps), options)), one);

  const std::string identity = (*build)->identity();
  EXPECT_EQ(identity.find('\n'), std::string::npos);
  options.seed = 2;
  const auto other = make_tree_build(named(maps), options);
  EXPECT_NE((*other)->identity(), identity);
  EXPECT_NE(built(**other), one);
}

TEST(TreeBuild, says_in_its_file_what_it_was_made_from_and_how_it_did) {
  const std::deque<Map> maps = generated({MapKind::kRooms, MapKind::kCaves, MapKind::kCity}, 64, 2);
  TreeBuildOptions options;
  options.tree.d_max = 5;
  options.problems = 6;
  const auto tree = DepthTree::parse(built(**make_tree_build(named(maps), options)), "t");
  ASSERT_TRUE(tree);
  std::string all;
  for (const std::string& comment : tree->comments()) all += comment + "\n";
  EXPECT_NE(all.find("of 18 problems on 3 maps; seed 1"), std::string::npos) << all;
  EXPECT_NE(all.find("map map2: "), std::string::npos) << all;
  EXPECT_NE(all.find("cross-validation, 3 folds of whole maps: "), std::string::npos) << all;
  EXPECT_EQ(tree->parameters(), options.tree);

  const auto alone = DepthTree::parse(built(**make_tree_build(std::vector{named(maps).front()}, options)), "t");
  EXPECT_EQ(alone->comments().back(), " no cross-validation: it leaves out whole maps, and there is one map");
}

TEST(TreeBuild, judges_a_tree_by_what_it_says) {
  std::vector<DepthTree::Node> nodes(1);
  nodes[0].depth = 2;
  std::vector<DepthSample> samples(4);
  for (std::size_t i = 0; i < 4; ++i) samples[i].depth = static_cast<std::uint8_t>(i + 1);
  TreeAccuracy accuracy;
  judge(nodes, samples, 4, accuracy);
  EXPECT_EQ(accuracy.states, 4u);
  EXPECT_EQ(accuracy.right, 1u);
  EXPECT_EQ(accuracy.within_one, 3u);
  EXPECT_EQ(accuracy.too_shallow, 2u);
  EXPECT_EQ(accuracy.confusion[3 * 4 + 1], 1u);
  EXPECT_EQ(std::accumulate(accuracy.confusion.begin(), accuracy.confusion.end(), std::uint64_t{0}), 4u);
}

TEST(TreeBuild, refuses_what_makes_no_sense) {
  const std::deque<Map> maps = generated({MapKind::kRooms}, 32, 1);
  EXPECT_FALSE(make_tree_build({}, {}));
  const auto refused = [&](const std::function<void(TreeBuildOptions&)>& change) {
    TreeBuildOptions options;
    change(options);
    return !make_tree_build(named(maps), options).ok();
  };
  EXPECT_FALSE(refused([](TreeBuildOptions&) {}));
  EXPECT_TRUE(refused([](TreeBuildOptions& options) { options.tree.d_max = 0; }));
  EXPECT_TRUE(refused([](TreeBuildOptions& options) { options.tree.d_max = 51; }));
  EXPECT_TRUE(refused([](TreeBuildOptions& options) { options.tree.presearch = 4; }));
  EXPECT_TRUE(refused([](TreeBuildOptions& options) { options.tree = {2, 60, 3}; }));
  EXPECT_TRUE(refused([](TreeBuildOptions& options) { options.learning.minimum_leaf = 0; }));
  EXPECT_TRUE(refused([](TreeBuildOptions& options) { options.learning.confidence_thousandths = 501; }));
  EXPECT_TRUE(refused([](TreeBuildOptions& options) { options.problems = 0; }));
  EXPECT_TRUE(refused([](TreeBuildOptions& options) { options.folds = 1; }));
  const Map four(maps[0].grid(), {Neighbours::kFour, DiagonalRule::kNever, kSqrt2Costs});
  const std::vector<TrainingMap> mixed{{"a", &maps[0]}, {"b", &four}};
  EXPECT_FALSE(make_tree_build(mixed, {}));

  const auto build = *make_tree_build(named(maps), {});
  std::vector<std::string> items(build->items());
  EXPECT_FALSE(build->assemble(items));  // no state at all
  items[0] = "xyz";
  EXPECT_FALSE(build->assemble(items));
  items[0] = std::string(45, '\x7f');  // depth 127
  EXPECT_FALSE(build->assemble(items));
}

struct Total {
  double expansions_per_move;
  double cost;
};
Total walk_all(const std::deque<Map>& maps, const std::string& text, const Databases& databases) {
  Random random(9);
  std::uint64_t moves = 0;
  std::uint64_t expanded = 0;
  std::uint64_t cost = 0;
  for (const Map& map : maps) {
    const AgentPtr agent = *parse_algorithm(text)->make_agent(map, Agent::kUnbounded, databases);
    for (int i = 0; i < 25; ++i) {
      agent->reset(test::random_passable(random, map.grid()), test::random_passable(random, map.grid()));
      while (agent->status() == Status::kInProgress) {
        const Cell from = map.grid().cell(agent->position());
        const Cell to = map.grid().cell(agent->step().position);
        cost += from.x != to.x && from.y != to.y ? kSqrt2Costs.diagonal : kSqrt2Costs.cardinal;
        ++moves;
      }
      expanded += agent->work().expanded;
    }
  }
  return {static_cast<double>(expanded) / static_cast<double>(moves), static_cast<double>(cost) / kSqrt2Costs.cardinal};
}

// On maps it never saw, the tree saves expansions, and does not pay for it with ways as long as those of a shallow
// lookahead.
TEST(TreeBuild, its_tree_serves_on_other_maps) {
  const auto kinds = {MapKind::kRooms, MapKind::kCaves, MapKind::kRts, MapKind::kCity};
  const std::deque<Map> train = generated(kinds, 96, 11);
  const std::deque<Map> test = generated(kinds, 96, 12);
  TreeBuildOptions options;
  options.problems = 30;
  const DepthTree tree = *DepthTree::parse(built(**make_tree_build(named(train), options)), "t");
  Databases databases;
  databases.tree = &tree;
  const Total dt = walk_all(test, "lrta-dt-g", databases);
  const Total deep = walk_all(test, "lrta:d=10", {});
  const Total middle = walk_all(test, "lrta:d=5", {});
  const Total shallow = walk_all(test, "lrta:d=2", {});
  for (const auto& [name, total] :
       {std::pair("lrta-dt-g", dt), {"lrta:d=10", deep}, {"lrta:d=5", middle}, {"lrta:d=2", shallow}}) {
    std::printf("%-10s %7.1f expansions per move, cost %9.0f\n", name, total.expansions_per_move, total.cost);
  }
  EXPECT_LT(dt.expansions_per_move, deep.expansions_per_move * 0.75);
  EXPECT_LT(dt.cost, shallow.cost);
}

}  // namespace waymark::offline_tree_build_test
