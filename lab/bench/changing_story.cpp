#include "lab/bench/changing_story.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "lab/run/map_changes.hpp"
#include "waymark/base/random.hpp"
#include "waymark/search/a_star.hpp"
#include "waymark/search/jps.hpp"

namespace waymark {
namespace {

constexpr int kTurns = 21;

// The unit that the story is about. It writes down what it asks.
class Teller {
 public:
  explicit Teller(const Grid& ground, const MoveRules& rules, std::uint64_t seed)
      : random(seed), map(Grid(ground), rules), story_{ground, rules, {}} {
    auto jps = make_jps(map);
    finder_ = jps ? *std::move(jps) : *make_a_star(map);
  }

  void edit(const Rect& area, bool passable) { edit(std::vector<AreaEdit>{{area, passable}}); }
  void edit(const std::vector<AreaEdit>& edits) {
    apply_changes(edits, map);
    edits_.insert(edits_.end(), edits.begin(), edits.end());
  }
  // What was edited since the last question was not to be.
  void take_back(const std::vector<AreaEdit>& undo) {
    apply_changes(undo, map);
    edits_.clear();
  }
  void ask(NodeId start, NodeId goal) {
    path.clear();
    const Status status = finder_->solve(start, goal);
    finder_->append_path(path);
    story_.turns.push_back(
        {std::exchange(edits_, {}), start, goal, status == Status::kSolved ? finder_->cost() : kInfiniteCost});
  }
  [[nodiscard]] NodeId cell_ahead(std::size_t moves) const { return path[std::min(moves, path.size() - 1)]; }
  [[nodiscard]] NodeId any_cell() {
    return map.grid().node(random.between(0, map.grid().width() - 1), random.between(0, map.grid().height() - 1));
  }
  ChangingStory end() { return std::move(story_); }

  Random random;
  Map map;
  std::vector<NodeId> path;  // of the last question

 private:
  PathFinderPtr finder_;
  ChangingStory story_;
  std::vector<AreaEdit> edits_;
};

Rect cell_area(const Map& map, NodeId node) {
  const Cell cell = map.grid().cell(node);
  return {cell.x, cell.y, 1, 1};
}
int steps_between(Cell a, Cell b) { return std::max(std::abs(a.x - b.x), std::abs(a.y - b.y)); }

// A cell of the path is blocked, unless that parts the map, and freed on the next turn.
ChangingStory tell_on_path(const Map& from, NodeId start, NodeId goal, std::uint64_t seed) {
  Teller teller(from.grid(), from.rules(), seed);
  teller.ask(start, goal);
  for (int turn = 1; turn < kTurns; turn += 2) {
    const NodeId cell = teller.cell_ahead(1 + teller.random.below(static_cast<std::uint32_t>(teller.path.size())));
    if (cell != start && cell != goal) {
      const Rect area = cell_area(teller.map, cell);
      teller.edit(area, false);
      if (!teller.map.connected(start, goal)) teller.take_back({{area, true}});
      teller.ask(start, goal);
      if (!teller.map.grid().passable(cell)) teller.edit(area, true);
    }
    teller.ask(start, goal);
  }
  return teller.end();
}

// The unit walks five cells a turn, and ten cells before it one is blocked; the fourth last is freed.
ChangingStory tell_before_walker(const Map& from, NodeId start, NodeId goal, std::uint64_t seed) {
  Teller teller(from.grid(), from.rules(), seed);
  std::vector<Rect> blocked;
  teller.ask(start, goal);
  NodeId unit = start;
  for (int turn = 1; turn < kTurns && teller.path.size() > 20; ++turn) {
    unit = teller.cell_ahead(5);
    const Rect area = cell_area(teller.map, teller.cell_ahead(15));
    teller.edit(area, false);
    if (teller.map.connected(unit, goal)) {
      blocked.push_back(area);
    } else {
      teller.take_back({{area, true}});
    }
    if (blocked.size() > 3) {
      teller.edit(blocked.front(), true);
      blocked.erase(blocked.begin());
    }
    teller.ask(unit, goal);
  }
  return teller.end();
}

// A cell that is far from the path is toggled, while the unit walks.
ChangingStory tell_far(const Map& from, NodeId start, NodeId goal, std::uint64_t seed) {
  constexpr int kFar = 64;
  Teller teller(from.grid(), from.rules(), seed);
  teller.ask(start, goal);
  NodeId unit = start;
  for (int turn = 1; turn < kTurns; ++turn) {
    for (int tries = 0; tries < 1000; ++tries) {
      const NodeId node = teller.any_cell();
      const Cell cell = teller.map.grid().cell(node);
      const bool far = std::all_of(teller.path.begin(), teller.path.end(), [&](NodeId on_path) {
        return steps_between(cell, teller.map.grid().cell(on_path)) > kFar;
      });
      if (!far) continue;
      teller.edit({cell.x, cell.y, 1, 1}, !teller.map.grid().passable(node));
      break;
    }
    unit = teller.cell_ahead(1);
    teller.ask(unit, goal);
  }
  return teller.end();
}

// Thirty areas of up to 4x4 cells are blocked or freed on every turn.
ChangingStory tell_many(const Map& from, NodeId start, NodeId goal, std::uint64_t seed) {
  Teller teller(from.grid(), from.rules(), seed);
  teller.ask(start, goal);
  for (int turn = 1; turn < kTurns; ++turn) {
    std::vector<AreaEdit> edits;
    while (edits.size() < 30) {
      const Cell at = teller.map.grid().cell(teller.any_cell());
      const Rect area{at.x, at.y, teller.random.between(1, 4), teller.random.between(1, 4)};
      const bool near_ends =
          steps_between(at, teller.map.grid().cell(start)) < 6 || steps_between(at, teller.map.grid().cell(goal)) < 6;
      if (!near_ends) edits.push_back({area, teller.random.chance(1, 2)});
    }
    teller.edit(edits);
    teller.ask(start, goal);
    if (teller.path.empty()) {  // the way is shut: open it again
      for (AreaEdit& edit : edits) edit.passable = true;
      teller.edit(edits);
    }
  }
  return teller.end();
}

// The map is unknown: free cells all, until the unit has come within ten cells of them. It plans again when its path is
// broken.
ChangingStory tell_unknown(const Map& from, NodeId start, NodeId goal, std::uint64_t seed) {
  constexpr int kSight = 10;
  constexpr std::size_t kMostTurns = 100;
  Grid ground = from.grid();
  ground.fill({0, 0, ground.width(), ground.height()}, true);
  Teller teller(ground, from.rules(), seed);
  teller.edit(seen_from(from.grid(), teller.map.grid(), from.grid().cell(start), kSight));
  teller.ask(start, goal);
  std::size_t at = 0;
  for (std::size_t turns = 1; turns < kMostTurns && !teller.path.empty() && teller.path[at] != goal;) {
    ++at;
    const std::vector<AreaEdit> seen =
        seen_from(from.grid(), teller.map.grid(), from.grid().cell(teller.path[at]), kSight);
    if (seen.empty()) continue;
    teller.edit(seen);
    bool broken = false;
    for (std::size_t i = at; i + 1 < teller.path.size() && !broken; ++i) {
      broken = teller.map.cost(teller.path[i], teller.path[i + 1]) == kInfiniteCost;
    }
    if (!broken) continue;
    teller.ask(teller.path[at], goal);
    at = 0;
    ++turns;
  }
  return teller.end();
}

// The goal walks to a place of its own, a cell a turn, and the unit after it. Nothing is edited.
ChangingStory tell_moving_goal(const Map& from, NodeId start, NodeId goal, std::uint64_t seed) {
  Teller guide(from.grid(), from.rules(), seed);
  NodeId wish = goal;
  while (wish == goal || !from.connected(goal, wish)) wish = guide.any_cell();
  guide.ask(goal, wish);
  Teller teller(from.grid(), from.rules(), seed);
  teller.ask(start, goal);
  for (std::size_t move = 1; move < kTurns && teller.path.size() > 1; ++move) {
    teller.ask(teller.cell_ahead(1), guide.cell_ahead(move));
  }
  return teller.end();
}

}  // namespace

std::vector<AreaEdit> seen_from(const Grid& truth, const Grid& known, Cell at, int sight) {
  std::vector<AreaEdit> edits;
  for (int y = std::max(0, at.y - sight); y <= std::min(truth.height() - 1, at.y + sight); ++y) {
    bool in_run = false;
    for (int x = std::max(0, at.x - sight); x <= std::min(truth.width() - 1, at.x + sight); ++x) {
      const bool news = truth.passable(x, y) != known.passable(x, y);
      if (news && in_run && edits.back().passable == truth.passable(x, y)) {
        ++edits.back().area.width;
      } else if (news) {
        edits.push_back({{x, y, 1, 1}, truth.passable(x, y)});
      }
      in_run = news;
    }
  }
  return edits;
}

const std::array<StoryKind, 6> kStoryKinds{{
    {"on the path", "a cell of the path is blocked, then freed; the unit stands", &tell_on_path},
    {"before a walker", "the unit walks, and a cell 10 cells before it is blocked on every turn", &tell_before_walker},
    {"far away", "the unit walks, and a cell far from its path is toggled on every turn", &tell_far},
    {"many", "30 areas of up to 4x4 cells are blocked or freed on every turn; the unit stands", &tell_many},
    {"unknown", "the map is taken to be empty until seen from 10 cells away; a plan when the path is broken",
     &tell_unknown},
    {"moving goal", "the goal walks a cell a turn, and the unit after it", &tell_moving_goal},
}};

Result<ChangingStory> story_of(const DynamicScenario& scenario) {
  auto ground = Grid::create(scenario.width, scenario.height, true);
  if (!ground) return ground.error();
  Teller teller(*ground, {}, 1);
  for (const DynamicCommand& command : scenario.commands) {
    if (command.is_query) {
      teller.ask(teller.map.grid().node(command.start), teller.map.grid().node(command.goal));
    } else {
      teller.edit(changes_of(scenario.patches[command.patch], command.at));
    }
  }
  return teller.end();
}

}  // namespace waymark
