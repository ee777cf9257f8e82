// Regions that touch each other, and which of them hang together, while both change: a graph with a spanning forest.
//
// Each tree of the forest is kept as its Euler tour, a circle of vertices and of tree edges (one entry for each way
// along them): two trees are linked by opening both circles at the ends of the new edge, and parted by closing the
// circle on both sides of the edge that goes (Tarjan 1997; Henzinger and King 1999). A circle is cut into chunks of at
// most 256 entries, each of which knows its circle, so that a vertex finds its tree in two look-ups, and a link or a
// cut moves the entries of a few chunks and renames the chunks of the smaller part.
//
// Where an edge of the forest goes, an edge outside of it that joins the two parts is looked for in the part with fewer
// vertices that have such edges, which the chunks have marked: where corridors never meet there are none. n vertices in
// one tree cost O(256 + n/256), and the edges outside the forest of one part on top.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace waymark {

class RegionGraph {
 public:
  using Vertex = std::uint32_t;

  // A vertex without edges. Numbers of removed ones are used again.
  Vertex add();
  // Of a vertex without edges.
  void remove(Vertex vertex);
  // An edge between two vertices holds until it was parted as often as joined.
  void join(Vertex a, Vertex b);
  void part(Vertex a, Vertex b);
  // Edges of `from`, given by their other ends, are from now on edges of `to`, which had none. Neighbours in the tour
  // move together: to part a vertex with many edges costs little more than to cut one of them.
  void move(Vertex from, Vertex to, std::span<const Vertex> others);
  // Removes `from`, which has no edge to `into`; its edges are from now on those of `into`.
  void absorb(Vertex from, Vertex into);

  // How often an edge was joined and not parted since; of a vertex, all its edges.
  [[nodiscard]] std::uint32_t times(Vertex a, Vertex b);
  [[nodiscard]] std::uint32_t times(Vertex vertex) const { return vertices_[vertex].times; }

  // The name of a vertex's tree until the next change.
  [[nodiscard]] std::uint32_t tree(Vertex vertex) const { return links_[vertices_[vertex].at.chunk].circle; }
  [[nodiscard]] std::uint32_t trees() const { return trees_; }
  // All that tree() returns is below.
  [[nodiscard]] std::uint32_t tree_names() const { return static_cast<std::uint32_t>(circles_.size()); }

  // Entries, chunks and edges looked at since the last call.
  std::uint64_t take_work();
  [[nodiscard]] std::uint64_t heap_bytes() const;

 private:
  static constexpr std::uint32_t kNothing = 0xffffffff;
  static constexpr std::uint32_t kMostEntries = 256;
  static constexpr unsigned kInForest = 0;  // the two lists of a vertex
  static constexpr unsigned kOutside = 1;

  struct EntryPlace {
    std::uint32_t chunk;
    std::uint32_t position;
  };
  // Edges leave a vertex as halves 2e and 2e + 1 of edge e, in a list of those in the forest and one of the others.
  struct VertexSlot {
    EntryPlace at;
    std::array<std::uint32_t, 2> first;  // half of an edge in the forest, of another
    std::uint32_t degree;
    std::uint32_t times;
  };
  struct Half {
    Vertex to;
    std::uint32_t next;
    std::uint32_t before;
    EntryPlace at;  // if the edge is in the forest
  };
  struct Edge {
    std::uint32_t times;
    bool in_forest;
    bool moves;
  };
  struct Chunk {
    std::vector<std::uint32_t> entries;                    // 2v of a vertex, 2h + 1 of a half
    std::array<std::uint64_t, kMostEntries / 64> marks{};  // of vertices with edges outside the forest
  };
  struct Link {  // of a chunk; apart, since renaming walks along them
    std::uint32_t next;
    std::uint32_t before;
    std::uint32_t circle;
    std::uint32_t marked;  // vertices
    bool is_way_back;      // to half_towards
  };
  struct Circle {
    std::uint32_t chunks;
    std::uint32_t marked;
  };

  static std::uint32_t take_slot(std::vector<std::uint32_t>& free, std::size_t size);
  [[nodiscard]] EntryPlace& place_of(std::uint32_t entry);
  [[nodiscard]] std::uint32_t find(Vertex a, Vertex b);
  void attach(std::uint32_t half, Vertex from, unsigned list);
  void detach(std::uint32_t half, Vertex from, unsigned list);
  void mark(Vertex vertex);
  void link(std::uint32_t edge);
  void part_tour(std::uint32_t edge);
  [[nodiscard]] std::uint32_t crossing(std::uint32_t first_chunk, std::uint32_t other_circle);
  void mend(Vertex a, Vertex b);
  [[nodiscard]] std::uint32_t half_towards(Vertex from, Vertex into);
  void take_out_of_forest(std::uint32_t edge);
  void replace(std::uint32_t edge, std::uint32_t by);
  void change_end(std::uint32_t half, Vertex from, Vertex to);
  void move_run(std::uint32_t half, Vertex to);
  void insert_behind(Vertex vertex, std::uint32_t start, std::uint32_t end);
  [[nodiscard]] std::uint32_t entry_before(EntryPlace at) const;
  [[nodiscard]] std::uint32_t entry_behind(EntryPlace at) const;
  void name_parts(std::uint32_t a_chunk, std::uint32_t b_chunk);
  void unite_names(std::uint32_t a_chunk, std::uint32_t b_chunk);
  std::uint32_t new_circle();
  std::uint32_t new_chunk(std::uint32_t circle);
  void free_chunk(std::uint32_t chunk);
  void split_before(EntryPlace at);
  void split_after(EntryPlace at);
  void append(std::uint32_t chunk, std::uint32_t entry);
  std::uint32_t rename(std::uint32_t first_chunk, std::uint32_t circle);
  void add_marked(std::uint32_t chunk, std::uint32_t more);
  void tidy_behind(std::uint32_t chunk);
  std::uint32_t merge(std::uint32_t chunk);
  bool merge_with_next(std::uint32_t chunk);
  void connect(std::uint32_t chunk, std::uint32_t next) {
    links_[chunk].next = next;
    links_[next].before = chunk;
  }

  std::vector<VertexSlot> vertices_;
  std::vector<Half> halves_;
  std::vector<Edge> edges_;
  std::vector<Chunk> chunks_;
  std::vector<Link> links_;
  std::vector<Circle> circles_;
  std::vector<std::uint32_t> moving_;
  std::vector<std::uint32_t> free_vertices_;
  std::vector<std::uint32_t> free_edges_;
  std::vector<std::uint32_t> free_chunks_;
  std::vector<std::uint32_t> free_circles_;
  std::uint32_t trees_ = 0;
  std::uint64_t work_ = 0;
};

}  // namespace waymark
