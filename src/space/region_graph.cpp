#include "waymark/space/region_graph.hpp"

#include <bit>
#include <utility>

#include "waymark/base/assert.hpp"
#include "waymark/base/heap_bytes.hpp"

namespace waymark {
namespace {

constexpr unsigned kInForest = 0;
constexpr unsigned kOutside = 1;

std::uint32_t take_slot(std::vector<std::uint32_t>& free, std::size_t size) {
  if (free.empty()) return static_cast<std::uint32_t>(size);
  const std::uint32_t slot = free.back();
  free.pop_back();
  return slot;
}

}  // namespace

RegionGraph::Vertex RegionGraph::add() {
  const Vertex vertex = take_slot(free_vertices_, vertices_.size());
  if (vertex == vertices_.size()) vertices_.emplace_back();
  vertices_[vertex] = {{0, 0}, {kNothing, kNothing}, 0};
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
  edges_[edge] = {1, links};
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
  if (--edges_[edge].times > 0) return;
  const Vertex from = halves_[2 * edge + 1].to;
  const Vertex to = halves_[2 * edge].to;
  const unsigned list = edges_[edge].in_forest ? kInForest : kOutside;
  detach(2 * edge, from, list);
  detach(2 * edge + 1, to, list);
  free_edges_.push_back(edge);
  if (list == kInForest) cut(edge);
}

std::uint64_t RegionGraph::take_work() { return std::exchange(work_, 0); }

std::uint64_t RegionGraph::heap_bytes() const {
  std::uint64_t sum = heap_bytes_of(vertices_, halves_, edges_, chunks_, links_, circle_chunks_, free_vertices_,
                                    free_edges_, free_chunks_, free_circles_);
  for (const Chunk& chunk : chunks_) sum += heap_bytes_of(chunk.entries);
  return sum;
}

RegionGraph::EntryPlace& RegionGraph::place_of(std::uint32_t entry) {
  return (entry & 1u) != 0 ? halves_[entry / 2].at : vertices_[entry / 2].at;
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

void RegionGraph::mark(Vertex vertex) {
  const VertexSlot& slot = vertices_[vertex];
  std::uint64_t& marks = chunks_[slot.at.chunk].marks[slot.at.position / 64];
  const std::uint64_t bit = std::uint64_t{1} << (slot.at.position % 64);
  marks = slot.first[kOutside] != kNothing ? marks | bit : marks & ~bit;
}

// ... u (u, v) | what follows v ... v (v, u) | what followed u ...
void RegionGraph::link(std::uint32_t edge) {
  const Vertex v = halves_[2 * edge].to;
  const Vertex u = halves_[2 * edge + 1].to;
  split_after(vertices_[u].at);
  split_after(vertices_[v].at);
  const std::uint32_t at_u = vertices_[u].at.chunk;
  const std::uint32_t at_v = vertices_[v].at.chunk;
  const std::uint32_t u_circle = links_[at_u].circle;
  const std::uint32_t v_circle = links_[at_v].circle;
  const bool keeps_u = circle_chunks_[u_circle] >= circle_chunks_[v_circle];
  keeps_u ? rename(at_v, u_circle) : rename(at_u, v_circle);
  circle_chunks_[keeps_u ? u_circle : v_circle] += circle_chunks_[keeps_u ? v_circle : u_circle];
  free_circles_.push_back(keeps_u ? v_circle : u_circle);
  append(at_u, 4 * edge + 1);
  append(at_v, 4 * edge + 3);
  const std::uint32_t behind_u = links_[at_u].next;
  const std::uint32_t behind_v = links_[at_v].next;
  connect(at_u, behind_v);
  connect(at_v, behind_u);
  tidy_behind(vertices_[u].at.chunk);
  tidy_behind(vertices_[v].at.chunk);
}

// Out of the forest, and another into it if one joins the two parts.
void RegionGraph::cut(std::uint32_t edge) {
  const std::uint32_t there = 2 * edge;
  const std::uint32_t back = 2 * edge + 1;
  split_after(halves_[there].at);
  split_after(halves_[back].at);
  // Now both are the last of their chunks: there | far part ... back | near part ...
  const std::uint32_t near_end = halves_[there].at.chunk;
  const std::uint32_t far_end = halves_[back].at.chunk;
  const std::uint32_t far_start = links_[near_end].next;
  const std::uint32_t near_start = links_[far_end].next;
  chunks_[near_end].entries.pop_back();
  chunks_[far_end].entries.pop_back();
  connect(far_end, far_start);
  connect(near_end, near_start);

  // The part of fewer chunks gets another name.
  std::uint32_t chunks = 1;
  std::uint32_t near = links_[near_start].next;
  std::uint32_t far = links_[far_start].next;
  for (; near != near_start && far != far_start; near = links_[near].next, far = links_[far].next) ++chunks;
  const std::uint32_t smaller = near == near_start ? near_start : far_start;
  const std::uint32_t old_name = links_[smaller].circle;
  const std::uint32_t new_name = new_circle();
  circle_chunks_[old_name] -= chunks;
  circle_chunks_[new_name] = chunks;
  rename(smaller, new_name);
  work_ += chunks;

  const Vertex u = halves_[back].to;
  const Vertex v = halves_[there].to;
  for (std::uint32_t end : {near_end, far_end}) {
    if (chunks_[end].entries.empty()) {
      const Link link = links_[end];
      connect(link.before, link.next);
      --circle_chunks_[link.circle];
      free_chunk(end);
      end = link.before;
    }
    tidy_behind(end);
  }
  const Vertex in_smaller = tree(u) == new_name ? u : v;
  const std::uint32_t other = crossing(vertices_[in_smaller].at.chunk, old_name);
  if (other == kNothing) {
    ++trees_;
    return;
  }
  const Vertex to = halves_[other].to;
  const Vertex from = halves_[other ^ 1u].to;
  detach(other, from, kOutside);
  detach(other ^ 1u, to, kOutside);
  attach(other, from, kInForest);
  attach(other ^ 1u, to, kInForest);
  edges_[other / 2].in_forest = true;
  link(other / 2);
}

// A half outside the forest that leads from the circle of the chunk to the other circle.
std::uint32_t RegionGraph::crossing(std::uint32_t first_chunk, std::uint32_t other_circle) {
  std::uint32_t at = first_chunk;
  do {
    const Chunk& chunk = chunks_[at];
    for (std::size_t word = 0; word < chunk.marks.size(); ++word) {
      for (std::uint64_t marks = chunk.marks[word]; marks != 0; marks &= marks - 1) {
        const std::uint32_t entry = chunk.entries[word * 64 + static_cast<unsigned>(std::countr_zero(marks))];
        for (std::uint32_t half = vertices_[entry / 2].first[kOutside]; half != kNothing; half = halves_[half].next) {
          ++work_;
          if (tree(halves_[half].to) == other_circle) return half;
        }
      }
    }
    at = links_[at].next;
  } while (at != first_chunk);
  return kNothing;
}

std::uint32_t RegionGraph::new_circle() {
  const std::uint32_t circle = take_slot(free_circles_, circle_chunks_.size());
  if (circle == circle_chunks_.size()) circle_chunks_.push_back(0);
  circle_chunks_[circle] = 0;
  return circle;
}

std::uint32_t RegionGraph::new_chunk(std::uint32_t circle) {
  const std::uint32_t chunk = take_slot(free_chunks_, chunks_.size());
  if (chunk == chunks_.size()) {
    chunks_.emplace_back();
    links_.emplace_back();
  }
  links_[chunk] = {chunk, chunk, circle};
  ++circle_chunks_[circle];
  return chunk;
}

void RegionGraph::free_chunk(std::uint32_t chunk) {
  chunks_[chunk].entries.clear();
  chunks_[chunk].marks = {};
  free_chunks_.push_back(chunk);
}

// Makes the entry the last of its chunk.
void RegionGraph::split_after(EntryPlace at) {
  const std::size_t keep = at.position + std::size_t{1};
  if (keep == chunks_[at.chunk].entries.size()) return;
  const std::uint32_t tail = new_chunk(links_[at.chunk].circle);
  connect(tail, links_[at.chunk].next);
  connect(at.chunk, tail);
  Chunk& from = chunks_[at.chunk];
  for (std::size_t i = keep; i < from.entries.size(); ++i) append(tail, from.entries[i]);
  from.entries.resize(keep);
  const std::size_t word = keep / 64;
  if (word < from.marks.size()) from.marks[word] &= (std::uint64_t{1} << (keep % 64)) - 1;
  for (std::size_t i = word + 1; i < from.marks.size(); ++i) from.marks[i] = 0;
}

void RegionGraph::append(std::uint32_t chunk, std::uint32_t entry) {
  std::vector<std::uint32_t>& entries = chunks_[chunk].entries;
  place_of(entry) = {chunk, static_cast<std::uint32_t>(entries.size())};
  entries.push_back(entry);
  if ((entry & 1u) == 0 && vertices_[entry / 2].first[kOutside] != kNothing) mark(entry / 2);
  ++work_;
}

void RegionGraph::rename(std::uint32_t first_chunk, std::uint32_t circle) {
  std::uint32_t at = first_chunk;
  do {
    links_[at].circle = circle;
    at = links_[at].next;
    ++work_;
  } while (at != first_chunk);
}

// Around the line behind a chunk: two neighbours that fit into one chunk become one, so that a circle of n entries has
// at most n/128 + 1 chunks.
void RegionGraph::tidy_behind(std::uint32_t chunk) {
  const std::uint32_t kept = merge(chunk);
  merge(links_[kept].next);
}

// With its neighbours. Returns the chunk that then holds its entries.
std::uint32_t RegionGraph::merge(std::uint32_t chunk) {
  while (merge_with_next(chunk)) {
  }
  const std::uint32_t before = links_[chunk].before;
  return merge_with_next(before) ? before : chunk;
}

bool RegionGraph::merge_with_next(std::uint32_t chunk) {
  const std::uint32_t next = links_[chunk].next;
  // One place is left for the edge that link appends.
  if (next == chunk || chunks_[chunk].entries.size() + chunks_[next].entries.size() >= kMostEntries) return false;
  for (const std::uint32_t entry : chunks_[next].entries) append(chunk, entry);
  connect(chunk, links_[next].next);
  --circle_chunks_[links_[chunk].circle];
  free_chunk(next);
  return true;
}

}  // namespace waymark
