// The build of a decision tree for LRTA* (DT, G): an agent solves random problems on many maps, every state it comes to
// is labelled with the shallowest depth that will do, and C4.5 learns one tree from all of them.
//
// Bulitko, Lustrek, Schaeffer, Bjornsson & Sigmundarson 2008 (JAIR 32), sections 5.1 and 7.1, item 2.
// Label: the move of a lookahead of d_max is taken to be right. Lookaheads of d_max - 1, d_max - 2, ... follow, down to
// the last that makes the same move: all depths from the label to d_max agree.
// Cross-validation: a fold leaves out whole maps, so it says how the tree does on maps it never saw. With fewer maps
// than folds each map is a fold; with one map there is none, and the file says so.
//
// An item is one problem on one map. The file is the text of DepthTree; what it was made from and how it did in
// cross-validation are its comments.
// Deviations
//   1. The training agent makes the move of d_max and learns what the label's depth found, as LRTA* (ORACLE, G) does:
//      so its past looks like that of an agent whose tree is always right. The paper does not say what it learns.
//   2. The history of a training agent ends with its problem, or after `moves` moves.
//   3. Weka's J48 is replaced by c45.hpp.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "waymark/base/result.hpp"
#include "waymark/offline/build.hpp"
#include "waymark/offline/c45.hpp"
#include "waymark/space/map.hpp"
#include "waymark/subgoals/depth_tree.hpp"

namespace waymark {

struct TrainingMap {
  std::string name;  // for the file's comments
  const Map* map;    // kept; all maps have the same rules
};

struct TreeBuildOptions {
  DepthTree::Parameters tree = {};  // d_max, history, presearch, shape
  C45Options learning = {};         // the paper: 100 examples a leaf, 25 on upscaled maps; confidence 0.05
  std::uint32_t problems = 50;      // per map, 1 to 100,000
  std::uint32_t moves = 2000;       // most per problem, 1 to 1,000,000
  std::uint64_t seed = 1;
  std::uint32_t folds = 10;  // 2 to 1000
};

// Fails if there is no map, a value is out of range or the rules differ or are those of hexagons.
Result<std::unique_ptr<ItemBuild>> make_tree_build(std::span<const TrainingMap> maps,
                                                   const TreeBuildOptions& options = {});

// The states of one problem, labelled. start and goal are connected.
std::vector<DepthSample> training_states(const Map& map, NodeId start, NodeId goal, const TreeBuildOptions& options);

// How a tree did on states it was not made from.
struct TreeAccuracy {
  std::uint64_t states = 0;
  std::uint64_t right = 0;
  std::uint64_t within_one = 0;
  std::uint64_t too_shallow = 0;
  std::vector<std::uint64_t> confusion;  // d_max rows, one per label, of d_max depths said
};
// Adds to `accuracy` what the tree of `nodes` says of `samples`.
void judge(std::span<const DepthTree::Node> nodes, std::span<const DepthSample> samples, std::uint32_t d_max,
           TreeAccuracy& accuracy);

}  // namespace waymark
