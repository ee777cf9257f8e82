// The tours of the trees and the chunks that they are cut into.
#include <bit>
#include <utility>

#include "waymark/space/region_graph.hpp"

namespace waymark {

RegionGraph::EntryPlace& RegionGraph::place_of(std::uint32_t entry) {
  return (entry & 1u) != 0 ? halves_[entry / 2].at : vertices_[entry / 2].at;
}

void RegionGraph::mark(Vertex vertex) {
  const VertexSlot& slot = vertices_[vertex];
  std::uint64_t& marks = chunks_[slot.at.chunk].marks[slot.at.position / 64];
  const std::uint64_t bit = std::uint64_t{1} << (slot.at.position % 64);
  const bool has_edges = slot.first[kOutside] != kNothing;
  if (has_edges == ((marks & bit) != 0)) return;
  marks ^= bit;
  add_marked(slot.at.chunk, has_edges ? 1 : ~std::uint32_t{0});
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
      --circles_[link.circle].chunks;
      free_chunk(end);
      end = link.before;
    }
    tidy_behind(end);
  }
}

// Of the edges of `from`, the half that leads to `into`, of the same tree: the first way back to `from` behind `into`
// in the tour is along it.
std::uint32_t RegionGraph::half_towards(Vertex from, Vertex into) {
  const auto mark_ways_back = [&](bool marked) {
    for (std::uint32_t half = vertices_[from].first[kInForest]; half != kNothing; half = halves_[half].next) {
      links_[halves_[half ^ 1u].at.chunk].is_way_back = marked;
      ++work_;
    }
  };
  const auto is_way_back = [&](std::uint32_t entry) { return (entry & 1u) != 0 && halves_[entry / 2].to == from; };
  mark_ways_back(true);
  std::uint32_t found = kNothing;
  for (EntryPlace at = vertices_[into].at; found == kNothing; at = {links_[at.chunk].next, 0}) {
    ++work_;
    if (!links_[at.chunk].is_way_back) continue;
    const std::vector<std::uint32_t>& entries = chunks_[at.chunk].entries;
    for (std::size_t i = at.position; i < entries.size() && found == kNothing; ++i) {
      if (is_way_back(entries[i])) found = (entries[i] / 2) ^ 1u;
    }
  }
  mark_ways_back(false);
  return found;
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
  const std::uint32_t old_circle = links_[a_chunk].circle;
  const std::uint32_t circle = new_circle();
  const std::uint32_t marked = rename(a == a_chunk ? a_chunk : b_chunk, circle);
  circles_[circle] = {chunks, marked};
  circles_[old_circle].chunks -= chunks;
  circles_[old_circle].marked -= marked;
  work_ += chunks;
}

// Two circles become one: that of fewer chunks takes the other's name.
void RegionGraph::unite_names(std::uint32_t a_chunk, std::uint32_t b_chunk) {
  if (circles_[links_[a_chunk].circle].chunks < circles_[links_[b_chunk].circle].chunks) std::swap(a_chunk, b_chunk);
  const std::uint32_t kept = links_[a_chunk].circle;
  const std::uint32_t gone = links_[b_chunk].circle;
  circles_[kept].marked += rename(b_chunk, kept);
  circles_[kept].chunks += circles_[gone].chunks;
  free_circles_.push_back(gone);
}

// A half outside the forest that leads from the circle of the chunk to the other circle.
std::uint32_t RegionGraph::crossing(std::uint32_t first_chunk, std::uint32_t other_circle) {
  std::uint32_t at = first_chunk;
  do {
    if (links_[at].marked == 0) continue;
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
  } while ((at = links_[at].next) != first_chunk);
  return kNothing;
}

std::uint32_t RegionGraph::new_circle() {
  const std::uint32_t circle = take_slot(free_circles_, circles_.size());
  if (circle == circles_.size()) circles_.emplace_back();
  circles_[circle] = {0, 0};
  return circle;
}

std::uint32_t RegionGraph::new_chunk(std::uint32_t circle) {
  const std::uint32_t chunk = take_slot(free_chunks_, chunks_.size());
  if (chunk == chunks_.size()) {
    chunks_.emplace_back();
    links_.emplace_back();
  }
  links_[chunk] = {chunk, chunk, circle, 0, false};
  ++circles_[circle].chunks;
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
  add_marked(at.chunk, 0 - links_[tail].marked);
}

void RegionGraph::append(std::uint32_t chunk, std::uint32_t entry) {
  std::vector<std::uint32_t>& entries = chunks_[chunk].entries;
  place_of(entry) = {chunk, static_cast<std::uint32_t>(entries.size())};
  entries.push_back(entry);
  if ((entry & 1u) == 0 && vertices_[entry / 2].first[kOutside] != kNothing) mark(entry / 2);
  ++work_;
}

// Returns how many vertices are marked there.
std::uint32_t RegionGraph::rename(std::uint32_t first_chunk, std::uint32_t circle) {
  std::uint32_t marked = 0;
  std::uint32_t at = first_chunk;
  do {
    links_[at].circle = circle;
    marked += links_[at].marked;
    at = links_[at].next;
    ++work_;
  } while (at != first_chunk);
  return marked;
}

// Or less, by wrapping around.
void RegionGraph::add_marked(std::uint32_t chunk, std::uint32_t more) {
  links_[chunk].marked += more;
  circles_[links_[chunk].circle].marked += more;
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
  --circles_[links_[chunk].circle].chunks;
  add_marked(next, 0 - links_[next].marked);
  free_chunk(next);
  return true;
}

}  // namespace waymark
