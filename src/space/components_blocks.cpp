// The last level of the pyramid: how the graph of the blocks' regions follows them. Numbers of regions move with every
// region before them, vertices stay: an edit changes as many edges as it makes or breaks contacts between blocks.
#include <algorithm>
#include <tuple>
#include <utility>

#include "waymark/space/components.hpp"

namespace waymark {

// Lines as (blocks, touches before and now); corners as lines of at most one pair.
template <class Visit>
void Components::for_each_line_around(std::uint32_t index, Visit&& visit) {
  const Level& level = levels_.back();
  const auto width = static_cast<std::uint32_t>(level.width);
  const int x = static_cast<int>(index % width);
  const int y = static_cast<int>(index / width);
  const auto line = [&](int own_x, int own_y, int dx, int dy, std::vector<Touch> Block::*before,
                        const std::vector<Pair>& now) {
    visit(BlockLine{&blocks_[level.index(own_x, own_y)], &blocks_[level.index(own_x + dx, own_y + dy)],
                    &(blocks_[level.index(own_x, own_y)].*before), now.data(), now.size()});
  };
  const auto corner = [&](int own_x, int own_y, int dx, std::vector<Touch> Block::*before, const Pair& now) {
    visit(BlockLine{&blocks_[level.index(own_x, own_y)], &blocks_[level.index(own_x + dx, own_y + 1)],
                    &(blocks_[level.index(own_x, own_y)].*before), &now, now != kNoPair ? std::size_t{1} : 0});
  };
  const Node& node = level.nodes[index];
  if (x > 0) line(x - 1, y, 1, 0, &Block::right, level.find(x - 1, y)->right);
  if (x + 1 < level.width) line(x, y, 1, 0, &Block::right, node.right);
  if (y > 0) line(x, y - 1, 0, 1, &Block::below, level.find(x, y - 1)->below);
  if (y + 1 < level.height) line(x, y, 0, 1, &Block::below, node.below);
  if (!reach_.corners()) return;
  if (level.contains(x + 1, y - 1)) corner(x + 1, y - 1, -1, &Block::below_left, level.find(x + 1, y - 1)->below_left);
  if (level.contains(x - 1, y - 1)) {
    corner(x - 1, y - 1, 1, &Block::below_right, level.find(x - 1, y - 1)->below_right);
  }
  if (level.contains(x - 1, y + 1)) corner(x, y, -1, &Block::below_left, node.below_left);
  if (level.contains(x + 1, y + 1)) corner(x, y, 1, &Block::below_right, node.below_right);
}

void Components::repair_blocks() {
  const Level& level = levels_.back();
  vertices_before_.clear();
  for (const std::uint32_t index : level.dirty) {
    if ((level.nodes[index].dirty & kNumbers) == 0) continue;
    std::vector<RegionGraph::Vertex>& vertices = blocks_[index].vertices;
    for (const RegionGraph::Vertex vertex : vertices) is_named_[vertex] = 0;
    vertices_before_.insert(vertices_before_.end(), vertices.begin(), vertices.end());
    vertices.assign(level.nodes[index].open.size(), kNoVertex);
    work_ += vertices.size();
  }
  for (const Alignment alignment :
       {Alignment::kByPlace, Alignment::kByNeighbour, Alignment::kByBoth, Alignment::kAny}) {
    for (const std::uint32_t index : level.dirty) {
      if ((level.nodes[index].dirty & kNumbers) == 0) continue;
      for_each_line_around(index, [&](const BlockLine& line) { keep_vertices(line, index, alignment); });
    }
  }
  for (const std::uint32_t index : level.dirty) {
    if ((level.nodes[index].dirty & kNumbers) == 0) continue;
    for (RegionGraph::Vertex& vertex : blocks_[index].vertices) {
      if (vertex != kNoVertex) continue;
      vertex = graph_.add();
      if (vertex >= is_named_.size()) is_named_.resize(vertex + std::size_t{1}, 0);
      is_named_[vertex] = 1;
    }
  }

  joined_.clear();
  parted_.clear();
  moved_.clear();
  for (const std::uint32_t index : level.dirty) {
    const unsigned dirty = level.nodes[index].dirty;
    if ((dirty & (kRight | kBelow)) == 0) continue;
    for_each_line_around(index, [&](const BlockLine& line) {
      if (line.own != &blocks_[index]) return;
      if ((dirty & (line.before == &line.own->right ? kRight : kBelow)) != 0) change_edges(line);
    });
  }
  move_edges();
  // In this order a tree is not parted that is joined again at once.
  for (const Touch& touch : joined_) graph_.join(touch.own, touch.other);
  for (const Touch& touch : parted_) graph_.part(touch.own, touch.other);
  for (const RegionGraph::Vertex vertex : vertices_before_) {
    if (is_named_[vertex] == 0) graph_.remove(vertex);
  }
  work_ += graph_.take_work();
}

// Regions of the block that are without a vertex get those of the regions that were at their place on the line. Which
// they get is a matter of speed alone, so the lines come first that tell best: those of as many pairs as before, then
// those where the neighbour's regions, if they have their vertices, tell which is which.
void Components::keep_vertices(const BlockLine& line, std::uint32_t block, Alignment alignment) {
  const bool is_own = line.own == &blocks_[block];
  const auto neighbour = static_cast<std::size_t>((is_own ? line.other : line.own) - blocks_.data());
  const bool is_known = (levels_.back().nodes[neighbour].dirty & kNumbers) == 0;
  const std::size_t before = line.before->size();
  const bool by_place = is_known && before == line.size;
  if (is_known == (alignment == Alignment::kByBoth) || by_place != (alignment == Alignment::kByPlace)) return;
  work_ += line.size;
  if (by_place) {
    for (std::size_t i = 0; i < before; ++i) keep_vertices(line, i, i);
    return;
  }
  const std::size_t common = std::min(before, line.size);
  std::size_t front = 0;
  while (front < common && may_be_same(line, front, front)) ++front;
  std::size_t back = 0;
  while (back < common - front && may_be_same(line, before - 1 - back, line.size - 1 - back)) ++back;
  if (alignment == Alignment::kByNeighbour) {
    // Among pairs with the same region of the neighbour it does not tell.
    const auto was = [&](std::size_t i) { return is_own ? (*line.before)[i].other : (*line.before)[i].own; };
    const auto is = [&](std::size_t i) {
      return is_own ? line.other->vertices[line.first[i].other] : line.own->vertices[line.first[i].own];
    };
    while (front > 0 &&
           ((front < before && was(front) == was(front - 1)) || (front < line.size && is(front) == is(front - 1)))) {
      --front;
    }
    while (back > 0 && ((back < before && was(before - back - 1) == was(before - back)) ||
                        (back < line.size && is(line.size - back - 1) == is(line.size - back)))) {
      --back;
    }
  }
  for (std::size_t i = 0; i < front; ++i) keep_vertices(line, i, i);
  for (std::size_t i = 1; i <= back; ++i) keep_vertices(line, before - i, line.size - i);
}

void Components::keep_vertices(const BlockLine& line, std::size_t before, std::size_t now) {
  const Touch& touch = (*line.before)[before];
  const auto keep = [this](RegionGraph::Vertex& vertex, RegionGraph::Vertex kept) {
    if (vertex != kNoVertex || is_named_[kept] != 0) return;
    vertex = kept;
    is_named_[kept] = 1;
  };
  keep(line.own->vertices[line.first[now].own], touch.own);
  keep(line.other->vertices[line.first[now].other], touch.other);
}

bool Components::may_be_same(const BlockLine& line, std::size_t before, std::size_t now) const {
  const Touch& touch = (*line.before)[before];
  const RegionGraph::Vertex own = line.own->vertices[line.first[now].own];
  const RegionGraph::Vertex other = line.other->vertices[line.first[now].other];
  return own == touch.own || other == touch.other || (own == kNoVertex && other == kNoVertex);
}

// Edges of a region that was parted go to its new part, and those of two that became one to the one that is left: as
// far as can be all at once.
void Components::move_edges() {
  const auto is_before = [](const Move& a, const Move& b) {
    return std::tie(a.from, a.to, a.other) < std::tie(b.from, b.to, b.other);
  };
  // Along a line vertices mostly rise.
  if (!std::is_sorted(moved_.begin(), moved_.end(), is_before)) std::sort(moved_.begin(), moved_.end(), is_before);
  const auto end_of = [&](std::size_t begin, auto&& is_same) {
    std::size_t end = begin + 1;
    while (end < moved_.size() && is_same(moved_[begin], moved_[end])) ++end;
    return end;
  };
  for (std::size_t begin = 0, end = 0; begin < moved_.size(); begin = end) {
    end = end_of(begin, [](const Move& a, const Move& b) { return a.from == b.from && a.to == b.to; });
    const RegionGraph::Vertex from = moved_[begin].from;
    const RegionGraph::Vertex to = moved_[begin].to;
    if (is_named_[from] == 0 && graph_.times(from) == end - begin) {
      graph_.absorb(from, to);
      is_named_[from] = 1;  // it is removed already
      continue;
    }
    const bool is_new = graph_.times(to) == 0;
    others_.clear();
    for (std::size_t i = begin; i < end;) {
      const RegionGraph::Vertex other = moved_[i].other;
      const std::size_t next =
          std::min(end, end_of(i, [](const Move& a, const Move& b) { return a.other == b.other; }));
      const std::size_t times = next - i;
      i = next;
      if (is_new && graph_.times(from, other) == times) {
        others_.push_back(other);
        continue;
      }
      joined_.insert(joined_.end(), times, {to, other});
      parted_.insert(parted_.end(), times, {from, other});
    }
    if (!others_.empty()) graph_.move(from, to, others_);
  }
}

// What is not the same at the start and at the end of both lists.
void Components::change_edges(const BlockLine& line) {
  touches_.clear();
  for (std::size_t i = 0; i < line.size; ++i) {
    touches_.push_back({line.own->vertices[line.first[i].own], line.other->vertices[line.first[i].other]});
  }
  work_ += line.size;
  std::vector<Touch>& before = *line.before;
  auto [old_front, new_front] = std::mismatch(before.begin(), before.end(), touches_.begin(), touches_.end());
  if (old_front == before.end() && new_front == touches_.end()) return;
  auto old_back = before.end();
  auto new_back = touches_.end();
  while (old_back != old_front && new_back != new_front && *(old_back - 1) == *(new_back - 1)) --old_back, --new_back;
  const auto has_moved = [this](const Touch& was, const Touch& is) {
    if (was == is) return true;
    if (was.other == is.other) {
      moved_.push_back({was.own, is.own, is.other});
    } else if (was.own == is.own) {
      moved_.push_back({was.other, is.other, is.own});
    } else {
      return false;
    }
    return true;
  };
  while (old_back != old_front && new_back != new_front && has_moved(*old_front, *new_front)) ++old_front, ++new_front;
  while (old_back != old_front && new_back != new_front && has_moved(*(old_back - 1), *(new_back - 1))) {
    --old_back, --new_back;
  }
  joined_.insert(joined_.end(), new_front, new_back);
  parted_.insert(parted_.end(), old_front, old_back);
  before.assign(touches_.begin(), touches_.end());
}

}  // namespace waymark
