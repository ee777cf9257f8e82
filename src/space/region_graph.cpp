#include "waymark/space/region_graph.hpp"

#include <utility>

#include "waymark/base/assert.hpp"
#include "waymark/base/heap_bytes.hpp"

namespace waymark {

RegionGraph::Vertex RegionGraph::add() {
  const Vertex vertex = take_slot(free_vertices_, vertices_.size());
  if (vertex == vertices_.size()) vertices_.emplace_back();
  vertices_[vertex] = {{0, 0}, {kNothing, kNothing}, 0, 0};
  const std::uint32_t chunk = new_chunk(new_circle());
  connect(chunk, chunk);
  append(chunk, 2 * vertex);
  ++trees_;
  return vertex;
}

void RegionGraph::remove(Vertex vertex) {
  WAYMARK_DEBUG_ASSERT(vertices_[vertex].degree == 0);
  const std::uint32_t chunk = vertices_[vertex].at.chunk;
  free_circles_.push_back(links_[chunk].circle);
  free_chunk(chunk);
  free_vertices_.push_back(vertex);
  --trees_;
}

void RegionGraph::join(Vertex a, Vertex b) {
  ++vertices_[a].times;
  ++vertices_[b].times;
  std::uint32_t edge = find(a, b);
  if (edge != kNothing) {
    ++edges_[edge].times;
    return;
  }
  edge = take_slot(free_edges_, edges_.size());
  if (edge == edges_.size()) {
    edges_.emplace_back();
    halves_.resize(halves_.size() + 2);
  }
  const bool links = tree(a) != tree(b);
  edges_[edge] = {1, links, false};
  halves_[2 * edge].to = b;
  halves_[2 * edge + 1].to = a;
  attach(2 * edge, a, links ? kInForest : kOutside);
  attach(2 * edge + 1, b, links ? kInForest : kOutside);
  if (!links) return;
  link(edge);
  --trees_;
}

void RegionGraph::part(Vertex a, Vertex b) {
  const std::uint32_t edge = find(a, b);
  WAYMARK_DEBUG_ASSERT(edge != kNothing);
  --vertices_[a].times;
  --vertices_[b].times;
  if (--edges_[edge].times > 0) return;
  const Vertex from = halves_[2 * edge + 1].to;
  const Vertex to = halves_[2 * edge].to;
  const unsigned list = edges_[edge].in_forest ? kInForest : kOutside;
  detach(2 * edge, from, list);
  detach(2 * edge + 1, to, list);
  free_edges_.push_back(edge);
  if (list != kInForest) return;
  part_tour(edge);
  mend(from, to);
}

void RegionGraph::move(Vertex from, Vertex to, std::span<const Vertex> others) {
  WAYMARK_DEBUG_ASSERT(vertices_[to].degree == 0);
  moving_.clear();
  for (const Vertex other : others) {
    const std::uint32_t edge = find(from, other);
    WAYMARK_DEBUG_ASSERT(edge != kNothing);
    const std::uint32_t half = 2 * edge + (halves_[2 * edge].to == other ? 0u : 1u);
    change_end(half, from, to);
    if (!edges_[edge].in_forest) continue;
    edges_[edge].moves = true;
    moving_.push_back(half);
  }
  for (const std::uint32_t half : moving_) {
    if (edges_[half / 2].moves) move_run(half, to);
  }
  mend(from, to);
}

void RegionGraph::absorb(Vertex from, Vertex into) {
  WAYMARK_DEBUG_ASSERT(times(from, into) == 0);
  if (tree(from) == tree(into)) take_out_of_forest(half_towards(from, into) / 2);
  for (const std::uint32_t first : vertices_[from].first) {
    for (std::uint32_t half = first; half != kNothing;) {
      const std::uint32_t next = halves_[half].next;
      const std::uint32_t same = find(into, halves_[half].to);
      if (same == kNothing) {
        change_end(half, from, into);
      } else if (!edges_[half / 2].in_forest) {
        replace(half / 2, same);
      } else {
        replace(same, half / 2);
        change_end(half, from, into);
      }
      half = next;
    }
  }
  split_before(vertices_[from].at);
  split_after(vertices_[from].at);
  const std::uint32_t alone = vertices_[from].at.chunk;
  const Link around = links_[alone];
  if (around.next != alone) {
    connect(around.before, around.next);
    --circles_[around.circle].chunks;
    insert_behind(into, around.next, around.before);
  } else {
    free_circles_.push_back(around.circle);
  }
  free_chunk(alone);
  free_vertices_.push_back(from);
  --trees_;
}

std::uint32_t RegionGraph::times(Vertex a, Vertex b) {
  const std::uint32_t edge = find(a, b);
  return edge != kNothing ? edges_[edge].times : 0;
}

std::uint64_t RegionGraph::take_work() { return std::exchange(work_, 0); }

std::uint64_t RegionGraph::heap_bytes() const {
  std::uint64_t sum = heap_bytes_of(vertices_, halves_, edges_, chunks_, links_, circles_, free_vertices_, free_edges_,
                                    free_chunks_, free_circles_);
  for (const Chunk& chunk : chunks_) sum += heap_bytes_of(chunk.entries);
  return sum;
}

// The edge between the two, nothing if there is none.
std::uint32_t RegionGraph::find(Vertex a, Vertex b) {
  if (vertices_[a].degree > vertices_[b].degree) std::swap(a, b);
  for (const std::uint32_t first : vertices_[a].first) {
    for (std::uint32_t half = first; half != kNothing; half = halves_[half].next) {
      ++work_;
      if (halves_[half].to == b) return half / 2;
    }
  }
  return kNothing;
}

void RegionGraph::attach(std::uint32_t half, Vertex from, unsigned list) {
  VertexSlot& slot = vertices_[from];
  const std::uint32_t next = std::exchange(slot.first[list], half);
  halves_[half].next = next;
  halves_[half].before = kNothing;
  if (next != kNothing) halves_[next].before = half;
  ++slot.degree;
  if (list == kOutside) mark(from);
}

void RegionGraph::detach(std::uint32_t half, Vertex from, unsigned list) {
  VertexSlot& slot = vertices_[from];
  const std::uint32_t next = halves_[half].next;
  const std::uint32_t before = halves_[half].before;
  if (next != kNothing) halves_[next].before = before;
  (before != kNothing ? halves_[before].next : slot.first[list]) = next;
  --slot.degree;
  if (list == kOutside) mark(from);
}

// Takes an edge into the forest that joins the trees of the two, if there is one.
void RegionGraph::mend(Vertex a, Vertex b) {
  if (tree(a) == tree(b)) return;
  if (circles_[tree(a)].marked > circles_[tree(b)].marked) std::swap(a, b);
  if (circles_[tree(a)].marked == 0) return;
  const std::uint32_t half = crossing(vertices_[a].at.chunk, tree(b));
  if (half == kNothing) return;
  const Vertex to = halves_[half].to;
  const Vertex from = halves_[half ^ 1u].to;
  detach(half, from, kOutside);
  detach(half ^ 1u, to, kOutside);
  attach(half, from, kInForest);
  attach(half ^ 1u, to, kInForest);
  edges_[half / 2].in_forest = true;
  link(half / 2);
  --trees_;
}

void RegionGraph::take_out_of_forest(std::uint32_t edge) {
  const Vertex a = halves_[2 * edge].to;
  const Vertex b = halves_[2 * edge + 1].to;
  detach(2 * edge, b, kInForest);
  detach(2 * edge + 1, a, kInForest);
  part_tour(edge);
  edges_[edge].in_forest = false;
  attach(2 * edge, b, kOutside);
  attach(2 * edge + 1, a, kOutside);
}

// An edge outside the forest goes, and another, which soon is between the same two, counts for both.
void RegionGraph::replace(std::uint32_t edge, std::uint32_t by) {
  const std::uint32_t times = edges_[edge].times;
  for (const std::uint32_t half : {2 * edge, 2 * edge + 1}) {
    const Vertex from = halves_[half ^ 1u].to;
    detach(half, from, kOutside);
    vertices_[from].times -= times;
    vertices_[halves_[2 * by + (half & 1u)].to].times += times;
  }
  edges_[by].times += times;
  free_edges_.push_back(edge);
}

// The half leaves `to` instead of `from`.
void RegionGraph::change_end(std::uint32_t half, Vertex from, Vertex to) {
  const Edge& edge = edges_[half / 2];
  const unsigned list = edge.in_forest ? kInForest : kOutside;
  detach(half, from, list);
  attach(half, to, list);
  halves_[half ^ 1u].to = to;
  vertices_[from].times -= edge.times;
  vertices_[to].times += edge.times;
  ++work_;
}

// A free slot, or the one behind the last.
std::uint32_t RegionGraph::take_slot(std::vector<std::uint32_t>& free, std::size_t size) {
  if (free.empty()) return static_cast<std::uint32_t>(size);
  const std::uint32_t slot = free.back();
  free.pop_back();
  return slot;
}

}  // namespace waymark
