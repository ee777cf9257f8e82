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
    --circle_chunks_[around.circle];
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
  unite_names(at_u, at_v);
  append(at_u, 4 * edge + 1);
  append(at_v, 4 * edge + 3);
  const std::uint32_t behind_u = links_[at_u].next;
  const std::uint32_t behind_v = links_[at_v].next;
  connect(at_u, behind_v);
  connect(at_v, behind_u);
  tidy_behind(vertices_[u].at.chunk);
  tidy_behind(vertices_[v].at.chunk);
}

// Makes two trees of one.
void RegionGraph::part_tour(std::uint32_t edge) {
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

  name_parts(near_start, far_start);
  ++trees_;
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
}

// Takes an edge into the forest that joins the trees of the two, if there is one.
void RegionGraph::mend(Vertex a, Vertex b) {
  if (tree(a) == tree(b)) return;
  if (circle_chunks_[tree(a)] > circle_chunks_[tree(b)]) std::swap(a, b);
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

// Of the edges of `from`, the half that leads to `into`, of the same tree: the first way back to `from` behind `into`
// in the tour is along it.
std::uint32_t RegionGraph::half_towards(Vertex from, Vertex into) {
  const auto mark_ways_back = [&](bool marked) {
    for (std::uint32_t half = vertices_[from].first[kInForest]; half != kNothing; half = halves_[half].next) {
      links_[halves_[half ^ 1u].at.chunk].is_marked = marked;
      ++work_;
    }
  };
  const auto is_way_back = [&](std::uint32_t entry) { return (entry & 1u) != 0 && halves_[entry / 2].to == from; };
  mark_ways_back(true);
  std::uint32_t found = kNothing;
  for (EntryPlace at = vertices_[into].at; found == kNothing; at = {links_[at.chunk].next, 0}) {
    ++work_;
    if (!links_[at.chunk].is_marked) continue;
    const std::vector<std::uint32_t>& entries = chunks_[at.chunk].entries;
    for (std::size_t i = at.position; i < entries.size() && found == kNothing; ++i) {
      if (is_way_back(entries[i])) found = (entries[i] / 2) ^ 1u;
    }
  }
  mark_ways_back(false);
  return found;
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

// Moves what the tour has from the half to its way back behind the vertex `to`, where it now belongs, and with it what
// is beside it and is to move too.
void RegionGraph::move_run(std::uint32_t half, Vertex to) {
  edges_[half / 2].moves = false;
  std::uint32_t first = half;
  std::uint32_t last = half ^ 1u;
  const auto extend = [this](std::uint32_t& end, std::uint32_t entry) {
    if ((entry & 1u) == 0 || !edges_[entry / 4].moves) return false;
    edges_[entry / 4].moves = false;
    end = (entry / 2) ^ 1u;
    return true;
  };
  while (extend(first, entry_before(halves_[first].at))) {
  }
  while (extend(last, entry_behind(halves_[last].at))) {
  }

  split_before(halves_[first].at);
  split_after(halves_[last].at);
  const std::uint32_t start = halves_[first].at.chunk;
  const std::uint32_t end = halves_[last].at.chunk;
  const std::uint32_t before = links_[start].before;
  const std::uint32_t behind = links_[end].next;
  connect(before, behind);
  connect(end, start);
  name_parts(start, behind);
  insert_behind(to, start, end);
  tidy_behind(before);
}

// A circle of another tree, opened between `end` and `start`.
void RegionGraph::insert_behind(Vertex vertex, std::uint32_t start, std::uint32_t end) {
  split_after(vertices_[vertex].at);
  const std::uint32_t at = vertices_[vertex].at.chunk;
  unite_names(at, start);
  const std::uint32_t behind = links_[at].next;
  connect(at, start);
  connect(end, behind);
  tidy_behind(end);
  tidy_behind(vertices_[vertex].at.chunk);
}

std::uint32_t RegionGraph::entry_before(EntryPlace at) const {
  return at.position > 0 ? chunks_[at.chunk].entries[at.position - 1] : chunks_[links_[at.chunk].before].entries.back();
}

std::uint32_t RegionGraph::entry_behind(EntryPlace at) const {
  const std::vector<std::uint32_t>& entries = chunks_[at.chunk].entries;
  return at.position + std::size_t{1} < entries.size() ? entries[at.position + std::size_t{1}]
                                                       : chunks_[links_[at.chunk].next].entries.front();
}

// Of two circles made of one: that of fewer chunks gets another name.
void RegionGraph::name_parts(std::uint32_t a_chunk, std::uint32_t b_chunk) {
  std::uint32_t chunks = 1;
  std::uint32_t a = links_[a_chunk].next;
  std::uint32_t b = links_[b_chunk].next;
  for (; a != a_chunk && b != b_chunk; a = links_[a].next, b = links_[b].next) ++chunks;
  const std::uint32_t circle = new_circle();
  circle_chunks_[links_[a_chunk].circle] -= chunks;
  circle_chunks_[circle] = chunks;
  rename(a == a_chunk ? a_chunk : b_chunk, circle);
  work_ += chunks;
}

// Two circles become one: that of fewer chunks takes the other's name.
void RegionGraph::unite_names(std::uint32_t a_chunk, std::uint32_t b_chunk) {
  if (circle_chunks_[links_[a_chunk].circle] < circle_chunks_[links_[b_chunk].circle]) std::swap(a_chunk, b_chunk);
  const std::uint32_t kept = links_[a_chunk].circle;
  const std::uint32_t gone = links_[b_chunk].circle;
  rename(b_chunk, kept);
  circle_chunks_[kept] += circle_chunks_[gone];
  free_circles_.push_back(gone);
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
  links_[chunk] = {chunk, chunk, circle, false};
  ++circle_chunks_[circle];
  return chunk;
}

void RegionGraph::free_chunk(std::uint32_t chunk) {
  chunks_[chunk].entries.clear();
  chunks_[chunk].marks = {};
  free_chunks_.push_back(chunk);
}

// Makes the entry the first of its chunk.
void RegionGraph::split_before(EntryPlace at) {
  if (at.position > 0) split_after({at.chunk, at.position - 1});
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
