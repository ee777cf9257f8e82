// What edits cost on a small and on a large map of the same ground: the large one is the small one laid side by side.
// And on maps of corridors from side to side: a line through the middle of the large one is crossed by 16 times as many
// of them, and each is a region of its own to every node and block that it runs through.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "lab/bench/bench.hpp"
#include "waymark/base/random.hpp"
#include "waymark/offline/generate.hpp"
#include "waymark/search/jps.hpp"
#include "waymark/search/jump_lines.hpp"

namespace waymark {
namespace {

constexpr int kSmall = 512;
constexpr int kCopies = 16;  // each way
constexpr int kReach = 100;  // of a query's ends from the edit

// Where to edit, and between which cells to look for a path then. All of the small map.
struct Place {
  Cell room;  // 5x5 passable cells
  Cell start;
  Cell goal;
};

std::vector<Place> places_on(const Map& map, std::size_t count) {
  Random random(7);
  const Grid& grid = map.grid();
  const auto beside = [&](int at, int side) { return std::clamp(at + random.between(-kReach, kReach), 0, side - 1); };
  std::vector<Place> places;
  while (places.size() < count) {
    const Cell room{random.between(0, grid.width() - 5), random.between(0, grid.height() - 5)};
    bool free = true;
    for (int i = 0; i < 25; ++i) free = free && grid.passable(room.x + i % 5, room.y + i / 5);
    if (!free) continue;
    const Cell start{beside(room.x, grid.width()), beside(room.y, grid.height())};
    const Cell goal{beside(room.x, grid.width()), beside(room.y, grid.height())};
    if (map.connected(grid.node(start), grid.node(goal))) places.push_back({room, start, goal});
  }
  return places;
}

// Copies of `ground`, with a wall from top to bottom in the middle that has one door. Each place lies in one of them.
class EditedGround {
 public:
  EditedGround(const Grid& ground, int copies, const std::vector<Place>& places)
      : map_(walled(ground, copies)), jps_(*make_jps(map_)) {
    Random random(9);
    const Grid& grid = map_.grid();
    for (const Place& place : places) {
      const int right = random.between(0, copies - 1) * ground.width();
      const int down = random.between(0, copies - 1) * ground.height();
      rooms_.push_back({place.room.x + right, place.room.y + down});
      trips_.emplace_back(grid.node(place.start.x + right, place.start.y + down),
                          grid.node(place.goal.x + right, place.goal.y + down));
    }
  }

  void fill_rooms() {
    for (const Cell at : rooms_) {
      map_.fill({at.x, at.y, 5, 5}, false);
      map_.fill({at.x, at.y, 5, 5}, true);
    }
  }
  void use_door() {
    for (std::size_t i = 0; i < rooms_.size(); ++i) {
      map_.set(door_.x, door_.y, false);
      map_.set(door_.x, door_.y, true);
    }
  }
  void ask() {
    for (std::size_t i = 0; i < rooms_.size(); ++i) {
      const Cell at = rooms_[i];
      map_.set(at.x + 2, at.y + 2, !map_.grid().passable(at.x + 2, at.y + 2));
      map_.maintain(kUnlimited);
      jps_->solve(trips_[i].first, trips_[i].second);
    }
  }

 private:
  Grid walled(const Grid& ground, int copies) {
    const int side = ground.width() * copies;
    Grid grid = *Grid::create(side, side, false);
    for (int y = 0; y < side; ++y) {
      for (int x = 0; x < side; x += 64) {
        grid.mutable_row(y)[static_cast<std::size_t>(x / 64)] =
            ground.row_words(y % ground.height())[(x % ground.width()) / 64];
      }
    }
    door_ = {side / 2, side / 2 + 3};
    grid.fill({door_.x - 1, 0, 3, side}, true);
    grid.fill({door_.x, 0, 1, side}, false);
    grid.set(door_.x, door_.y, true);
    return grid;
  }

  Cell door_{};
  Map map_;
  PathFinderPtr jps_;
  std::vector<Cell> rooms_;
  std::vector<std::pair<NodeId, NodeId>> trips_;
};

struct EditMeasure {
  std::string_view name;
  void (EditedGround::*run)();
  int edits;  // of each place
};
constexpr std::array<EditMeasure, 3> kEditMeasures{{
    {"an area of 5x5 is blocked or freed", &EditedGround::fill_rooms, 2},
    {"a door parts the map or joins it", &EditedGround::use_door, 2},
    {"jps after an edit of one cell", &EditedGround::ask, 1},
}};

constexpr double kMostTimesSmall = 3;

// Corridors one cell wide and as long as the map, one cell apart: all one way, by turns at its left and right end
// (serpentine), or each open to a column on the left (comb). And where a door parts it.
enum class Corridors : std::uint8_t { kSerpentine, kComb };
struct CorridorGround {
  CorridorGround(Corridors kind, int side) : map(made(kind, side)), door{side / 2 + 5, side / 2} {}

  static Grid made(Corridors kind, int side) {
    Grid grid = *Grid::create(side, side, false);
    for (int y = 0; y < side; y += 2) {
      grid.fill({0, y, side, 1}, true);
      const bool at_right = kind == Corridors::kSerpentine && y % 4 == 0;
      grid.set(at_right ? side - 1 : 0, y + 1, true);
    }
    return grid;
  }
  void use_door(int times) {
    for (int i = 0; i < times; ++i) {
      map.set(door.x, door.y, false);
      map.set(door.x, door.y, true);
    }
  }

  Map map;
  Cell door;
};

bool bench_corridors(const BenchOptions& options, std::string_view name, Corridors kind) {
  CorridorGround small(kind, kSmall);
  CorridorGround large(kind, kSmall * kCopies);
  const std::array<std::function<void()>, 2> sides{[&] { small.use_door(options.problems); },
                                                   [&] { large.use_door(options.problems); }};
  std::vector<SideTimes> times(2, SideTimes(options.rounds));
  measure_in_turn(sides, times, options.rounds);
  const double items = 2.0 * options.problems;
  fmt::print(
      "{}: {} and {} corridors\n  a door parts the map or joins it: {} and {}; looked at in regions, pairs and tours: "
      "{} and "
      "{}\n",
      name, kSmall / 2, kSmall * kCopies / 2, per_item(times[0], items), per_item(times[1], items),
      small.map.components().last_work(), large.map.components().last_work());
  return print_at_most("  the large map's over the small one's", times[1].median() / times[0].median(), kMostTimesSmall,
                       machine_during(times));
}

}  // namespace

Result<bool> bench_edits(const BenchOptions& given) {
  const BenchOptions options = given.with_problems(500);
  bool holds = true;
  for (const std::string_view kind : {"caves", "rooms"}) {
    const auto ground = generate_map(*map_kind_from_name(kind), {.width = kSmall, .height = kSmall, .seed = 7});
    if (!ground) return ground.error();
    const std::vector<Place> places = places_on(Map(Grid(*ground)), static_cast<std::size_t>(options.problems));
    EditedGround small(*ground, 1, places);
    EditedGround large(*ground, kCopies, places);
    fmt::print("{}: {}x{} against {}x{} of the same ground, {} rounds in turn, median (range)\n", kind, kSmall, kSmall,
               kSmall * kCopies, kSmall * kCopies, options.rounds);
    for (const EditMeasure& measure : kEditMeasures) {
      const std::array<std::function<void()>, 2> sides{[&] { (small.*measure.run)(); },
                                                       [&] { (large.*measure.run)(); }};
      std::vector<SideTimes> times(2, SideTimes(options.rounds));
      measure_in_turn(sides, times, options.rounds);
      const double items = options.problems * measure.edits;
      fmt::print("  {}: {} and {}\n", measure.name, per_item(times[0], items), per_item(times[1], items));
      holds &= print_at_most("  the large map's over the small one's", times[1].median() / times[0].median(),
                             kMostTimesSmall, machine_during(times));
    }
  }
  holds &= bench_corridors(options, "serpentine", Corridors::kSerpentine);
  holds &= bench_corridors(options, "comb", Corridors::kComb);
  return holds;
}

}  // namespace waymark
