// Which cells can reach each other, exact at all times, at a cost per edit that follows the edit.
//
// The grid is cut into tiles of 64x64 cells, each with its regions (tile_regions.hpp). Above them stands a pyramid: a
// node of the next level covers 2x2 nodes of this one, and joins their open regions wherever they touch across the
// lines between the four. What it joins is a region of its own: open again if it touches something across a side of the
// larger node, else closed, which makes it a component. The last level has blocks of 512x512 cells, whose open regions
// are the vertices of one graph (region_graph.hpp), and its trees are the other components; on a map of one block
// nothing is open there. Two cells are connected if climbing from both leads to one region, or into one tree.
//
// Each node keeps the pairs of regions that touch across the line to its right neighbour and across that to the row
// below. A pair of the next level is one of this level with both ends replaced by what they became part of, and equal
// ones in a row kept once. So all that a node knows is what its four children show of themselves. An edit rebuilds its
// tiles, then their ancestors, but only as far as what a node shows has changed: most edits end in their tile.
//
// What is carried up stays small, because a region that touches regions of one neighbour alone, of another parent, is
// not carried: it hangs on the first of them (climbing takes a step aside), and that it joins them is told to the other
// parent. Pockets along a line, dead ends and loops through it end there, and what goes on are the regions that lead
// from one side of a node to another. Where corridors run side by side these are many, and a door in one gives all
// behind it other numbers: that is why the pyramid ends at blocks. In the graph regions keep their vertices, and a door
// changes the edges of those that it parts or joins. So a door on a map of 8192x8192 cells takes one to three times as
// long as on one of 512x512, in caves, in mazes and in serpentines.
//
// Threads: as the grid's; update is an edit.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "waymark/base/types.hpp"
#include "waymark/space/direction.hpp"
#include "waymark/space/grid.hpp"
#include "waymark/space/move_table.hpp"
#include "waymark/space/region_graph.hpp"
#include "waymark/space/tile_regions.hpp"

namespace waymark {

class Components {
 public:
  // The name of a component until the next edit; not a number to count with.
  using Label = std::uint64_t;
  static constexpr Label kNone = ~Label{0};  // the label of a blocked cell

  // Levels of the pyramid, tiles included: the nodes of the last are blocks of 512x512 cells.
  static constexpr std::size_t kLevels = 4;

  // `most_levels`, from 1, is for tests, which then need no large maps.
  Components(const Grid& grid, const MoveRules& rules, std::size_t most_levels = kLevels);

  // Takes in the grid's edits since the last call (or the constructor). Always the same grid.
  void update(const Grid& grid);

  // False if either is blocked or no cell. Constant time: at most two look-ups a cell for each of four levels, and two
  // more.
  [[nodiscard]] bool connected(const Grid& grid, NodeId a, NodeId b) const;
  // kNone also for what is no cell. Fresh components of an equal grid have equal labels; those of a map of more than
  // one block, if they followed edits, have others.
  [[nodiscard]] Label label(const Grid& grid, NodeId node) const;
  [[nodiscard]] std::uint64_t count() const { return count_ + graph_.trees(); }
  // Cells of each component, the largest first. Walks the whole map.
  [[nodiscard]] std::vector<std::uint64_t> sizes(const Grid& grid) const;

  // Rows of tiles, runs, regions, pairs of regions, and entries, chunks and edges of their graph that the last update
  // (or the constructor) looked at.
  [[nodiscard]] std::uint64_t last_work() const { return work_; }
  [[nodiscard]] std::uint64_t heap_bytes() const;

 private:
  static constexpr int kTile = TileRegions::kSide;

  // Regions of two nodes that touch each other.
  struct Pair {
    std::uint16_t own;
    std::uint16_t other;
    friend bool operator==(const Pair& a, const Pair& b) {  // in one comparison: it is asked for every pair
      return (static_cast<unsigned>(a.own ^ b.own) | static_cast<unsigned>(a.other ^ b.other)) == 0;
    }
  };
  static constexpr Pair kNoPair{0xffff, 0xffff};

  // A region that is, or may become, part of a larger one.
  struct OpenRegion {
    std::uint16_t above;     // the region of the parent that it is part of, or one of the following
    std::uint16_t partner;   // the first region that it touches
    std::uint8_t direction;  // the neighbour whose all those are, or kNoDirection, or kManyDirections
    std::uint8_t sides;      // across which it touches another; bits of TileSide
  };
  static constexpr std::uint16_t kHung = 0xffff;     // it hangs on its partner
  static constexpr std::uint16_t kUnknown = 0xfffe;  // until the parent is repaired; of a block always
  static constexpr std::uint8_t kManyDirections = kNoDirection + 1;
  // A column or row of nodes beside this one, of another parent.
  static int beside(int i) { return i % 2 != 0 ? i + 1 : i - 1; }
  static bool touches_one_node(const OpenRegion& region) { return region.direction < kNoDirection; }
  static bool is_carried(Pair lifted) { return lifted.own != kHung && lifted.other != kHung; }

  // A tile or a block of tiles: what it shows of itself to its parent, and to those it borders on. Closed regions have
  // the numbers behind the open ones. Numbers fit into 16 bits: the four parts of a block have 4,096 cells on their
  // sides.
  struct Node {
    std::vector<OpenRegion> open;
    std::vector<Pair> right;    // with the right neighbour
    std::vector<Pair> below;    // with the node below
    Pair below_left = kNoPair;  // across the corner, under rules that join there
    Pair below_right = kNoPair;
    std::vector<Pair> bridges;      // regions of neighbours joined by one that hangs on them:
    std::uint32_t row_bridges = 0;  // first so many of the neighbour in the row, then of that in the column
    std::uint32_t closed = 0;
    std::uint16_t dirty = 0;  // bits of Dirty
  };
  enum Dirty : std::uint16_t {
    kRegions = 1,       // the cells, or what the children show
    kRight = 2,         // numbers on the line to the right
    kBelow = 4,         // numbers on the line below
    kContacts = 8,      // a line around the node
    kHanging = 16,      // contacts, of the node or of a neighbour
    kEditedSides = 32,  // times TileSide: of tiles, sides with edited cells
    kEverything = 0x1ff,
    kNumbers = 512  // of a block: its regions have other numbers
  };

  struct Level {
    int width;
    int height;
    std::vector<Node> nodes;
    std::vector<std::uint32_t> dirty;  // nodes to look at again

    [[nodiscard]] std::uint32_t index(int x, int y) const {
      return static_cast<std::uint32_t>(y) * static_cast<std::uint32_t>(width) + static_cast<std::uint32_t>(x);
    }
    [[nodiscard]] bool contains(int x, int y) const { return x >= 0 && y >= 0 && x < width && y < height; }
    // Nothing outside.
    [[nodiscard]] const Node* find(int x, int y) const { return contains(x, y) ? &nodes[index(x, y)] : nullptr; }
    [[nodiscard]] Node* find(int x, int y) { return contains(x, y) ? &nodes[index(x, y)] : nullptr; }
    void mark(int x, int y, unsigned what);
  };

  struct Place;  // a region of a node of a level

  // What the graph has of a node of the last level: its regions and what touches them, by vertices, which outlast the
  // numbers.
  struct Touch {
    RegionGraph::Vertex own;
    RegionGraph::Vertex other;
    friend bool operator==(const Touch&, const Touch&) = default;
  };
  struct Move {
    RegionGraph::Vertex from;
    RegionGraph::Vertex to;
    RegionGraph::Vertex other;
  };
  struct Block {
    std::vector<RegionGraph::Vertex> vertices;  // by the number of the region
    std::vector<Touch> right;
    std::vector<Touch> below;
    std::vector<Touch> below_left;  // at most one
    std::vector<Touch> below_right;
  };
  static constexpr RegionGraph::Vertex kNoVertex = 0xffffffff;
  // A line between two blocks: what touched across it before, and what does now.
  struct BlockLine {
    Block* own;
    Block* other;
    std::vector<Touch>* before;
    const Pair* first;
    std::size_t size;
  };

  [[nodiscard]] Place place(const Grid& grid, NodeId node) const;
  const OpenRegion* settle(Place& at) const;
  static Place above(const Place& at, const OpenRegion& region);

  void mark_all();
  void repair(const Grid& grid);
  void repair_regions(const Grid& grid, std::size_t level, int x, int y);
  unsigned rebuild_tile(const Grid& grid, int x, int y, TileRegions::Count& count);
  bool join_children(std::size_t level, int x, int y, TileRegions::Count& count);
  void repair_right(const Grid& grid, std::size_t level, int x, int y);
  void repair_below(const Grid& grid, std::size_t level, int x, int y);
  void repair_contacts(std::size_t level, int x, int y);
  void repair_hanging(std::size_t level, int x, int y);
  template <class Visit>
  static void for_each_bridge(const Level& level, int x, int y, Visit&& visit);
  void mark_parent(std::size_t level, int x, int y, unsigned what);

  [[nodiscard]] bool is_last(std::size_t level) const { return level == last_level_; }
  [[nodiscard]] std::uint32_t tree(const Place& at) const;
  void repair_blocks();
  template <class Visit>
  void for_each_line_around(std::uint32_t index, Visit&& visit);
  enum class Alignment : std::uint8_t { kByPlace, kByNeighbour, kByBoth, kAny };
  void keep_vertices(const BlockLine& line, std::uint32_t block, Alignment alignment);
  void keep_vertices(const BlockLine& line, std::size_t before, std::size_t now);
  [[nodiscard]] bool may_be_same(const BlockLine& line, std::size_t before, std::size_t now) const;
  void change_edges(const BlockLine& line);
  void move_edges();
  // Of tiles; into pairs_.
  void touch_right(const Grid& grid, int x, int y);
  void touch_below(const Grid& grid, int x, int y, Pair& below_left, Pair& below_right);
  static Pair lifted(const Level& children, Pair pair, Cell own, Cell other);
  void add_lifted(const Level& children, const std::vector<Pair>& pairs, Cell own, Cell other);
  void add_pair(Pair pair);

  RowReach reach_;
  std::uint64_t count_ = 0;  // closed regions
  std::uint64_t work_ = 0;
  std::uint64_t epoch_;
  std::vector<TileRegions> tiles_;
  std::vector<Level> levels_;  // from the tiles to the blocks, or to a single node
  std::size_t last_level_ = 0;
  std::vector<Block> blocks_;  // as the nodes of the last level; none if that is a single one
  RegionGraph graph_;

  // For update alone.
  std::vector<Pair> pairs_;
  std::vector<OpenRegion> contacts_;
  std::vector<std::uint16_t> sets_;
  std::vector<std::uint16_t> numbers_;
  std::vector<std::uint8_t> flags_;
  std::vector<std::uint8_t> is_named_;  // by vertex: whether a region has it
  std::vector<RegionGraph::Vertex> vertices_before_;
  std::vector<Touch> touches_;
  std::vector<Touch> joined_;
  std::vector<Touch> parted_;
  std::vector<Move> moved_;
  std::vector<RegionGraph::Vertex> others_;
};

}  // namespace waymark
