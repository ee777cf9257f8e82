// Rooms by recursive subdivision: a wall is drawn only where it ends on wall at both ends, never on a door, and every
// wall has a door; so all rooms are connected whatever the order.
#include <algorithm>

#include "offline/generate_common.hpp"

namespace waymark::generate {
namespace {

enum class Axis : bool { kVertical, kHorizontal };  // of the wall

// A region seen so that its walls are vertical: `across` runs along x of a vertical wall's region, y of a horizontal's.
struct View {
  Rect region;
  Axis axis;

  [[nodiscard]] int across() const { return axis == Axis::kVertical ? region.width : region.height; }
  [[nodiscard]] int along() const { return axis == Axis::kVertical ? region.height : region.width; }
  [[nodiscard]] Rect part(int across_at, int across_size, int along_at, int along_size) const {
    if (axis == Axis::kVertical) return {region.x + across_at, region.y + along_at, across_size, along_size};
    return {region.x + along_at, region.y + across_at, along_size, across_size};
  }
};

class Architect {
 public:
  Architect(Canvas& canvas, Random& random)
      : canvas_(canvas), random_(random), least_(std::clamp(std::min(canvas.width(), canvas.height()) / 12, 2, 7)) {}

  void build() {
    canvas_.fill({1, 1, canvas_.width() - 2, canvas_.height() - 2}, true);
    open_.push_back({1, 1, canvas_.width() - 2, canvas_.height() - 2});
    while (!open_.empty()) {
      const Rect region = open_.back();
      open_.pop_back();
      if (!divide(region)) furnish(region);
    }
  }

 private:
  bool divide(Rect region) {
    const int most = random_.between(2 * least_, 5 * least_);
    if (region.width <= most && region.height <= most) return false;
    bool vertical = region.width > region.height;
    if (region.width * 4 < region.height * 5 && region.height * 4 < region.width * 5) vertical = random_.chance(1, 2);
    const View view{region, vertical ? Axis::kVertical : Axis::kHorizontal};
    const bool long_enough = view.across() >= 12 * least_ && view.along() >= 6 * least_;
    if (long_enough && random_.chance(3, 5) && divide_by_corridor(view)) return true;
    return divide_by_wall(view);
  }

  bool divide_by_wall(const View& view) {
    const int at = find_place(view, 1);
    if (at < 0) return false;
    wall(view, at);
    open_.push_back(view.part(0, at, 0, view.along()));
    open_.push_back(view.part(at + 1, view.across() - at - 1, 0, view.along()));
    return true;
  }

  bool divide_by_corridor(const View& view) {
    const int width = random_.between(3, 4);
    const int at = find_place(view, width + 2);
    if (at < 0) return false;
    wall(view, at);
    wall(view, at + width + 1);
    open_end(view, at + 1, width, -1);
    open_end(view, at + 1, width, view.along());
    open_.push_back(view.part(0, at, 0, view.along()));
    open_.push_back(view.part(at + width + 2, view.across() - at - width - 2, 0, view.along()));
    return true;
  }

  // Where a wall (or two, `thickness` from outside to outside) can stand, about the middle; -1 if nowhere.
  int find_place(const View& view, int thickness) {
    const int places = view.across() - thickness - 2 * least_ + 1;
    if (places <= 0) return -1;
    const int start = random_.between(places / 4, places - 1 - places / 4);
    for (int i = 0; i < places; ++i) {
      const int at = least_ + (start + i) % places;
      if (ends_on_wall(view, at) && ends_on_wall(view, at + thickness - 1)) return at;
    }
    return -1;
  }

  [[nodiscard]] bool ends_on_wall(const View& view, int at) const {
    const Rect head = view.part(at, 1, -1, 1);
    const Rect foot = view.part(at, 1, view.along(), 1);
    return !canvas_.open(head.x, head.y) && !canvas_.open(foot.x, foot.y);
  }

  void wall(const View& view, int at) {
    canvas_.fill(view.part(at, 1, 0, view.along()), false);
    const int doors = 1 + view.along() / (5 * least_) + (random_.chance(1, 4) ? 1 : 0);
    for (int i = 0; i < doors; ++i) {
      const int begin = view.along() * i / doors;
      const int length = view.along() * (i + 1) / doors - begin;
      const int width = std::min(random_.between(1, 3), length);
      canvas_.fill(view.part(at, 1, begin + random_.between(0, length - width), width), true);
    }
  }

  // Opens a corridor's end where there is floor behind it.
  void open_end(const View& view, int at, int width, int along) {
    const int beyond = along < 0 ? -2 : along + 1;
    for (int i = 0; i < width; ++i) {
      const Rect behind = view.part(at + i, 1, beyond, 1);
      if (canvas_.open(behind.x, behind.y)) canvas_.fill(view.part(at + i, 1, along, 1), true);
    }
  }

  // Everything keeps two cells away from the walls, so that no door is blocked.
  void furnish(Rect room) {
    if (room.width < 8 || room.height < 8) return;
    switch (random_.below(12)) {
      case 0: return pillars(room, 1, 3);
      case 1: return pillars(room, random_.chance(1, 2) ? 2 : 1, 4);
      case 4: return pillars(room, 2, 5);
      case 2: return solid_core(room);
      case 3: return screens(room);
      default: return;
    }
  }

  void pillars(Rect room, int size, int pitch) {
    const int columns = (room.width - 4 - size) / pitch;
    const int rows = (room.height - 4 - size) / pitch;
    const int left = room.x + (room.width - columns * pitch - size) / 2;
    const int top = room.y + (room.height - rows * pitch - size) / 2;
    for (int row = 0; row <= rows; ++row) {
      for (int column = 0; column <= columns; ++column) {
        canvas_.fill({left + column * pitch, top + row * pitch, size, size}, false);
      }
    }
  }

  void solid_core(Rect room) {
    const int inset_x = random_.between(2, std::max(2, room.width / 3));
    const int inset_y = random_.between(2, std::max(2, room.height / 3));
    canvas_.fill({room.x + inset_x, room.y + inset_y, room.width - 2 * inset_x, room.height - 2 * inset_y}, false);
  }

  // Two half walls that leave the room's edges free.
  void screens(Rect room) {
    const int third = room.width / 3;
    canvas_.fill({room.x + third, room.y + 2, 1, room.height / 2}, false);
    canvas_.fill({room.x + 2 * third, room.y + room.height - 2 - room.height / 2, 1, room.height / 2}, false);
  }

  Canvas& canvas_;
  Random& random_;
  int least_;  // a room's smallest side
  std::vector<Rect> open_;
};

}  // namespace

void draw_rooms(Canvas& canvas, Random& random) { Architect(canvas, random).build(); }

}  // namespace waymark::generate
